"""The one plain document that a document with includes amounts to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .consumers.policies import sink_for
from .errors import LoadError

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .options import Options
    from .reading import Parsed


@dataclass(frozen=True, slots=True)
class Expansion:
    """A document without includes."""

    root: Any
    """Its typed root, of the newest version; it shares with the document what no include touches."""
    anchors: Mapping[int, _Element] = field(default_factory=dict)
    """By ``id`` of an element that an include brought: the include."""
    kept: object = None
    """Holds on to what ``anchors`` speaks of."""


def expand(parsed: Parsed, options: Options) -> Any:
    """The typed root of the newest version, without includes.

    It shares with ``parsed.root`` what no include touches, and means the same. Formats without includes are as they
    are; files of other formats stay included.

    Raises:
        LoadError: an include cannot be resolved.
    """
    return expansion(parsed, options).root


def expansion(parsed: Parsed, options: Options) -> Expansion:
    """``expand``, with what else is needed to write the document in its order.

    Raises:
        LoadError: an include cannot be resolved.
    """
    if parsed.format != "sdformat":
        return Expansion(parsed.root)
    from .formats.sdformat.includes import Expander
    from .formats.sdformat.settled import with_settled_names

    sink = sink_for(options)
    sink.add_source(parsed.source)
    expander = Expander(sink, options, parsed)
    root = with_settled_names(expander, expander.expand(parsed.root))
    if not sink.ok:
        raise LoadError(sink.finish())
    anchors = {
        number: included.include.source_element
        for number, included in expander.included.items()
        if included.include.source_element is not None
    }
    return Expansion(root, anchors, expander)
