"""From places in an expansion to places in the source that it was made of."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lxml import etree

from ...diagnostics.diagnostic import Diagnostic, Related
from ...diagnostics.records import NamedTuple, dataclass, replace
from ...diagnostics.registry import REGISTRY
from ...runtime.source import Source, attribute_offsets, element_starts
from .errors import describe_chain, make_related, relate_definitions
from .located_tree import PlacedElement, PlacedText
from .trace_recorder import Evaluation, origins

if TYPE_CHECKING:
    from .located_text import FileSpan

XACRO_CODES = frozenset(rule.code for rule in REGISTRY.values() if rule.name.startswith("xacro-"))
"""Findings that have places of the source from the start."""
SEVERITIES = ("error", "warning", "note")


class ExpansionOrigin(NamedTuple):
    """What something in an expansion comes from."""

    place: FileSpan
    more: tuple[Related, ...]


@dataclass(eq=False)
class ExpandedText:
    """A text that xacro made, which knows where everything in it was written."""

    text: str
    elements: Sequence[PlacedElement]
    """Those of the text, in its order."""
    is_library: bool
    """Whether the document declares things for others, and is nothing by itself."""
    findings: Sequence[Diagnostic] = ()
    """What was found on the way."""

    @cached_property
    def _starts(self) -> list[int]:
        return element_starts(self.text)[1]

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def at(self, line: int, column: int) -> tuple[int, str | None] | None:
        """The number of the element at a place, and the name of the attribute that begins there."""
        if not 0 < line <= len(self._lines):
            return None
        offset = self._lines[line - 1] + max(column - 1, 0)
        number = bisect_right(self._starts, offset) - 1
        if not 0 <= number < len(self.elements):
            return None
        start = self._starts[number]
        names = {} if start == offset else attribute_offsets(self.text, start)
        return number, next((name for name, at in names.items() if at == offset), None)

    def site(self, number: int, attribute: str | None) -> ExpansionOrigin | None:
        """What an element or its attribute comes from."""
        element = self.elements[number]
        value = _value_of(element, attribute)
        place = element.attribute_place(attribute)
        if place is None:
            return None
        more: list[Related] = []
        written = [] if value is None else [(each, each.text) for each in origins(value) if each.text is not None]
        if written:
            *passed, (last, text) = written
            more = [make_related("used here", place)]
            more += [make_related(f"passed on as {each.name}", via.place) for each, via in passed if via]
            place, value = text.place, last.value
        if value is not None:
            more += relate_definitions(value.uses)
        return ExpansionOrigin(place, (*more, *describe_chain(element.chain())))

    def span_of(self, line: int, column: int) -> tuple[str | None, int, int, int, int] | None:
        """See ``runtime.source.Expansion``."""
        found = self.at(line, column)
        if found is None:
            return None
        number, attribute = found
        place = self.elements[number].attribute_place(attribute)
        return None if place is None else (place.file.name, *place.span)

    def map_findings(self, findings: Sequence[Diagnostic], name: str | None) -> list[Diagnostic]:
        """See ``runtime.source.Expansion``; one fault in a macro is one finding, however often it is called."""
        kept: list[Diagnostic] = []
        groups: dict[tuple[object, ...], list[_Instance]] = {}
        order: list[Diagnostic | list[_Instance]] = []
        for d in findings:
            found = None if d.code in XACRO_CODES or d.file != name else self.at(d.line, d.column)
            site = None if found is None else self.site(*found)
            if found is None or site is None:
                order.append(self._with_related(d, name))
                continue
            key = (d.code, d.row, site.place.file, site.place.start, d.attribute)
            if key not in groups:
                order.append(groups.setdefault(key, []))
            groups[key].append(_Instance(found[0], d, site))
        for each in order:
            kept += [each] if isinstance(each, Diagnostic) else [self._one(alike, name) for alike in _alike(each)]
        return kept

    def _one(self, instances: list[_Instance], name: str | None) -> Diagnostic:
        """One finding for what is said of several copies of one element."""
        first = min(instances, key=lambda each: SEVERITIES.index(each.finding.severity))
        d, place = self._with_related(first.finding, name), first.site.place
        more = [*d.related, *first.site.more]
        for each in instances:
            if each is not first and each.site.more:
                *others, last = each.site.more
                if each.finding.message != d.message:
                    last = replace(last, message=f"{last.message}: {each.finding.message}")
                more += [*others, last]
        span: dict[str, Any] = dict(zip(("line", "column", "end_line", "end_column"), place.span))
        return replace(d, file=place.file.name, **span, related=tuple(dict.fromkeys(more)))

    def _with_related(self, d: Diagnostic, name: str | None) -> Diagnostic:
        if d.code in XACRO_CODES or not any(other.file == name and other.line for other in d.related):
            return d
        return replace(d, related=tuple(self._elsewhere(other, name) for other in d.related))

    def _elsewhere(self, other: Related, name: str | None) -> Related:
        found = self.at(other.line, other.column) if other.file == name and other.line else None
        site = None if found is None else self.site(*found)
        return other if site is None else make_related(other.message, site.place)


class _Instance(NamedTuple):
    number: int
    finding: Diagnostic
    site: ExpansionOrigin


def _alike(found: list[_Instance]) -> list[list[_Instance]]:
    """What is said of one place, by what it says: findings of one element are several, those of its copies one."""
    by_words: dict[str, list[_Instance]] = {}
    for each in found:
        by_words.setdefault(each.finding.message, []).append(each)
    merged: list[tuple[set[int], list[_Instance]]] = []
    for alike in by_words.values():
        numbers = {each.number for each in alike}
        for known, group in merged:
            if known.isdisjoint(numbers):
                known |= numbers
                group += alike
                break
        else:
            merged.append((numbers, alike))
    return [group for _, group in merged]


def _value_of(element: PlacedElement, attribute: str | None) -> Evaluation | None:
    """How an attribute, or the text of an element that holds nothing else, came about."""
    if attribute is not None:
        return None if element.values is None else element.values.get(attribute)
    texts = [child for child in element.childNodes if isinstance(child, PlacedText) and child.data.strip()]
    is_value = len(texts) == 1 and not any(isinstance(child, PlacedElement) for child in element.childNodes)
    return texts[0].value if is_value else None


class Trace(NamedTuple):
    """Where something comes from."""

    path: str
    """What it is, in the expansion."""
    places: tuple[Related, ...]
    """Where it is written first, and what led there."""


def traces(expansion: ExpandedText, xpath: str) -> list[Trace]:
    """Where each element or attribute comes from that an XPath selects; ``ValueError`` where it selects others."""
    parser = etree.XMLParser(
        remove_comments=True, remove_pis=True, recover=True, no_network=True, resolve_entities=False
    )
    root = etree.fromstring(expansion.text.encode("utf-8", "surrogatepass"), parser)
    source = Source(None, expansion.text)
    source.adopt(root)
    numbers = {element: number for number, element in enumerate(root.iter())}
    try:
        selected = root.xpath(xpath, namespaces={prefix: uri for prefix, uri in root.nsmap.items() if prefix})
    except etree.XPathError as error:
        raise ValueError(f"it is no XPath ({error})") from None
    found = []
    for each in selected if isinstance(selected, list) else [selected]:
        attribute, element = None, each
        if not isinstance(each, etree._Element):
            attribute, element = getattr(each, "attrname", None), getattr(each, "getparent", lambda: None)()
        if element is None or element not in numbers:
            raise ValueError("it selects neither elements nor attributes")
        site = expansion.site(numbers[element], attribute)
        if site is not None:
            places = (make_related("written here", site.place), *site.more)
            found.append(Trace(source.xpath(element, attribute), places))
    return found
