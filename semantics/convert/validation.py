"""Whether a piece of XML is SDFormat where it is to stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lxml import etree

from ...diagnostics.families import STRUCTURE, VALUES, family_of
from ...runtime.source import Source
from ..document.analysis import check_meaning
from ..formats.registry import FORMATS
from ..targets.policies import sink_for
from .round_trip.node_paths import element_at

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..core.options import Options

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
