"""Tags of Drake's that it refuses in the document that was made, as it did in the source: they are taken out, and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules_conversion as rules
from ....runtime.source import literal_tag
from ..round_trip.node_paths import element_at
from ..text_layout import owner_of
from .ledger import describe_node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element

    from ....diagnostics.diagnostic import Diagnostic
    from ....runtime.sink import Sink
    from ..prefixed_tree import PrefixedTree
    from ..reparse import ConversionResult

ROUNDS = 8
"""How often it is looked again, since what is left may be refused for what is gone."""
PREFIX = "drake:"


def drop_refused_tags(
    tree: PrefixedTree, judge: Callable[[str], ConversionResult], source: _Element, sink: Sink, title: str, stored: bool
) -> ConversionResult:
    """The document of a tree, without those of Drake's tags that are errors in it."""
    document = judge(tree.serialize())
    for _ in range(ROUNDS):
        errors = [each for each in document.diagnostics if each.severity == "error" and each.xpath]
        gone = False
        for error in errors if not tree.find_undeclared() else ():
            for part in _find_refused_tags(tree.root, error):
                _report_refused(part, source, error, sink, title, stored)
                around = part.getparent()
                assert around is not None, "only the root stands in nothing"
                around.remove(part)
                gone = True
        if not gone:
            break
        document = judge(tree.serialize(indent=False))
    return document


def _find_refused_tags(root: _Element, error: Diagnostic) -> list[_Element]:
    """The tags of Drake's that an error is about: the outermost around it, or those inside."""
    found = element_at(root, error.xpath or "", root.nsmap)
    if found is None:
        return []
    around = [each for each in (found, *found.iterancestors()) if literal_tag(each).startswith(PREFIX)]
    if around:
        return around[-1:]
    return [each for each in found.iterchildren("*") if literal_tag(each).startswith(PREFIX)]


def _report_refused(part: _Element, source: _Element, error: Diagnostic, sink: Sink, title: str, stored: bool) -> None:
    there = next(_alike(part, source), None)
    sink.report(
        rules.STORED if stored else rules.LOST,
        source if there is None else there,
        what=describe_node(part if there is None else there, None),
        format=title,
        reason=f"it is refused: {error.message}",
    )


def _alike(part: _Element, source: _Element) -> Iterator[_Element]:
    """What such a part was made of, most likely: of the same name, about the same link."""
    tag, owner = literal_tag(part), owner_of(part)
    for each in source.iter("*"):
        if literal_tag(each) == tag and owner_of(each) == owner and each.get("name") in (None, part.get("name")):
            yield each
