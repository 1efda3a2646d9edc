"""Models of a world that become files, as they are written there: with its numbers and comments."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from lxml import etree

from ..document.document import get_options
from .prefixed_tree import PrefixedTree, parse_tree
from .reparse import read_result
from .round_trip.comments import add_missing_comments
from .round_trip.nearby_comments import find_element_before_in_line
from .text_layout import format_layout

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from ...runtime.source import Source
    from ..document.document import Document


def arrange_files(files: Mapping[str, Document[Any]], world: Source) -> dict[str, Document[Any]]:
    """The files of models, with numbers spelled as in the document of their world and the comments that are in them or above.

    A model that is included there has neither.
    """
    source = parse_tree(world.text)
    models = {
        each.get("name"): each for around in source.root.iterchildren("world") for each in around.iterchildren("model")
    }
    return {name: _arrange(each, models.get(each.root.model.name), source) for name, each in files.items()}


def _arrange(file: Document[Any], model: _Element | None, source: PrefixedTree) -> Document[Any]:
    tree = parse_tree(file.dumps())
    before = tree if model is None else PrefixedTree(_isolate_model(model, source.root), source.prefixes)
    format_layout(tree, before.root)
    add_missing_comments(tree, before)
    return read_result(tree.serialize(), file.format, get_options(file)).document


def _isolate_model(model: _Element, root: _Element) -> _Element:
    """A root with a model and the comments above it, of which none is about what is in front of it."""
    made = etree.Element(root.tag)
    made.append(copy(model))
    above = model.getprevious()
    while isinstance(above, etree._Comment) and find_element_before_in_line(above) is None:
        made.insert(0, copy(above))
        above = above.getprevious()
    return made
