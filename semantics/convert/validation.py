"""What readers refuse in what is made: pieces of XML that are no SDFormat where they are to stand, and Drake's tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lxml import etree

from ...diagnostics import rules
from ...diagnostics.families import STRUCTURE, VALUES, family_of
from ...runtime.source import Source, literal_tag
from ..document.analysis import check_meaning
from ..formats.registry import FORMATS
from ..targets.policies import sink_for
from .coverage.ledger import describe_node
from .round_trip.node_paths import element_at
from .text_layout import owner_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element

    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.sink import Sink
    from ..core.options import Options
    from .prefixed_tree import PrefixedTree
    from .reparse import ConversionResult

ROUNDS = 8
"""How often it is looked again, since what is left may be refused for what is gone."""
PREFIX = "drake:"
AROUND = {
    "model": ("model",),
    "link": ("model", "link"),
    "joint": ("model", "joint"),
    "visual": ("model", "link", "visual"),
    "collision": ("model", "link", "collision"),
}
"""What stands around the parts of an element, by its tag."""


OF_ITSELF = (VALUES, STRUCTURE)
"""Families of what a piece can be refused for wherever it stands: what it refers to is not there for the trial."""


def refusal(kind: Any, part: _Element, options: Options) -> tuple[_Element, str] | None:
    """The first element of a piece that is refused, and why; None where all of it is SDFormat.

    Args:
        kind: class of the element that the piece is to stand in.
        part: the piece, which is in nothing.
        options: whose judgement counts.
    """
    root = etree.Element("sdf", version=FORMATS["sdformat"].newest_version())
    holder = root
    for tag in AROUND[kind.Meta.name]:
        holder = etree.SubElement(holder, tag, name="n")
    holder.append(part)
    try:
        for each in _errors(root, options):
            if each.xpath is None:
                continue
            found = element_at(root, each.xpath, part.nsmap)
            place = part if found is None else found
            if place is part or part in place.iterancestors():
                return place, each.message
    finally:
        holder.remove(part)
    return None


def _errors(root: _Element, options: Options) -> list[Any]:
    sink = sink_for(options)
    source = Source(None, etree.tostring(root))
    root.getroottree().docinfo.URL = source.key
    source.adopt(root)
    sink.add_source(source)
    parsed = FORMATS["sdformat"].decode(root, source, sink, options, None)
    if parsed is not None and options.target is not None:
        check_meaning(parsed, sink, options)
    return [each for each in sink.finish() if each.severity == "error" and family_of(each.code) in OF_ITSELF]


def drop_refused_tags(
    tree: PrefixedTree, judge: Callable[[str], ConversionResult], source: _Element, sink: Sink, title: str, stored: bool
) -> ConversionResult:
    """The document of a tree, without those of Drake's tags that are errors in it."""
    document = judge(tree.serialize())
    for _ in range(ROUNDS):
        errors = [each for each in document.diagnostics if each.severity == "error" and each.xpath]
        gone = False
        for error in errors if errors and not tree.find_undeclared() else ():
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
