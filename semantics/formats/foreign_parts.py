"""Parts that a format does not have and whose reader is known, which makes notes of the findings about them.

The tables are ``schemas/<format>/foreign.toml``. In strict mode, and where a target minds, findings stay as they are.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.records import NamedTuple
from ..core.rare_elements import SIMULATOR_PARTS
from .registry import by_tag, by_tree
from .schema_tables import read_schema_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from ...runtime.lazy_finding import LazyFinding
    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from .registry import Format

FILE = "foreign.toml"
UNKNOWN = frozenset({rules.UNKNOWN_ELEMENT.code, rules.UNKNOWN_ATTRIBUTE.code})


class ForeignParts(NamedTuple):
    """Parts of one reader."""

    of: str
    """Who reads them, or what they are."""
    says: str
    """What becomes of them."""
    equals: Mapping[str, str]
    """For some attributes another one of the element: where their values differ, it is a mistake after all."""
    zero: bool
    """Whether it is a mistake where it holds another number than 0."""


def simulator_parts_in(source: Source) -> list[str]:
    """The simulators' parts that a robot mentions."""
    if source.has_tree and source.root is not None:  # which is gone through faster than a text is searched
        there = {str(each.tag) for each in source.root.iter(*SIMULATOR_PARTS)}
        return [tag for tag in SIMULATOR_PARTS if tag in there] if there and source.mentions("<robot") else []
    if not source.mentions("<robot"):
        return []
    return [tag for tag in SIMULATOR_PARTS if source.mentions(f"<{tag}")]


def explain_foreign_parts(sink: Sink) -> None:
    """Makes notes, which say who reads it, of findings about unknown parts that are in the table of the format."""
    found: dict[tuple[str | None, str], list[tuple[LazyFinding, str]]] = {}
    explained: dict[str, ForeignParts] = {}
    formats: dict[tuple[_Element, str | None], Format | None] = {}
    for finding in sink.found:
        if finding.code not in UNKNOWN or finding.severity != "warning":
            continue
        attribute = finding.argument("name") if finding.code == rules.UNKNOWN_ATTRIBUTE.code else None
        part = f"{finding.argument('parent')}/{finding.argument('tag') if attribute is None else f'@{attribute}'}"
        root = finding.xpath.lstrip("/").partition("/")[0].partition("[")[0]
        element = finding.find_element()
        if element is None:
            format = by_tag(root)
        else:
            place = element.getroottree().getroot(), finding.file
            if place not in formats:  # most findings are in one document
                formats[place] = by_tree(*place)
            format = formats[place]
        known = None if format is None else foreign_parts_of(format.name).get(part)
        if known is None or not _is_harmless(finding, known):
            continue
        explained[known.of] = known
        found.setdefault((finding.file, known.of), []).append((finding, part))
    for (_, of), findings in found.items():
        parts = tuple(dict.fromkeys(part for _, part in findings))
        for finding, _ in findings:
            finding.become(rules.FOREIGN_PART, parts=parts, of=of, says=explained[of].says)


@cache
def foreign_parts_of(format: str) -> Mapping[str, ForeignParts]:
    """The parts that the table of a format has, as ``parent/tag`` and ``parent/@attribute``."""
    return {
        part: ForeignParts(row["of"], row["says"], row.get("equals", {}), row.get("zero", False))
        for row in read_schema_table(format, FILE).get("foreign", [])
        for part in row["parts"]
    }


def _is_harmless(finding: LazyFinding, known: ForeignParts) -> bool:
    attribute = finding.attribute or ""
    other = known.equals.get(attribute)
    if other is None and not known.zero:
        return True
    element = finding.find_element()
    if element is None:
        return False
    if other is not None:
        return _number(element.get(attribute)) == _number(element.get(other))
    texts = [element.get(attribute, "")] if attribute else element.attrib.values()
    return len(element) == 0 and all(_number(word) == 0 for text in texts for word in str(text).split())


def _number(text: str | None) -> float | str | None:
    try:
        return float(text or "")
    except ValueError:
        return text
