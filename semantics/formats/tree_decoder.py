"""Runs a generated decoder over a tree, whether the tree is kept or not."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...runtime.parser import parse
from ...runtime.sink import Sink
from ...runtime.source import ElementNumbers

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

    from ...runtime.source import Numbering, Source


def decode_tree(decode: Callable[..., Any], tree: _Element, source: Source, sink: Sink, place: Numbering | None) -> Any:
    """The typed root of a tree; that of one that is not kept if there is ``place``."""
    if place is None:
        if source.inexact is None:
            source.inexact = set()
        return decode(tree, sink, inexact=source.inexact)
    root = decode(tree, sink, place=place)
    source.set_reparser(partial(_decode_again, decode), partial(_decode_silently, decode))
    if isinstance(place, ElementNumbers):
        source.numbers_given = place.next_number - source.number_of(0)
    return root


def _decode_again(decode: Callable[..., Any], source: Source, place: Numbering) -> None:
    """Makes a tree that was not kept, and calls ``place`` with the elements that have numbers."""
    sink = Sink()
    tree = parse(source, sink, len(source.data))
    _decode_silently(decode, tree, sink, place)


def _decode_silently(decode: Callable[..., Any], tree: _Element | None, sink: Sink, place: Numbering) -> None:
    decode(tree, sink, silent=True, place=place)
