"""Which faults keep no reader of a format from loading a document, so that they are warnings by default.

The tables are ``schemas/<format>/leniency.toml``. They do not apply in strict reading or for a target, which has its own.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.table_keys import names_in_tables
from ...runtime.source import literal_tag
from .registry import by_tree
from .schema_tables import read_schema_table

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from lxml.etree import _Element

    from ...diagnostics.rule import Rule
    from ...runtime.element import Element
    from ...runtime.sink import Sink

FILE = "leniency.toml"
Refusing = tuple[str, ...]
LenientPart = tuple[str, tuple[str, ...], Refusing]


def by_default(rule: Rule, element: _Element, part: str | None, *, but_for: Container[str] = ()) -> Refusing | None:
    """Who is known to refuse a document over an error that keeps others from nothing, so that it is a warning; None: all do.

    This is asked of documents that are neither read strictly nor for a target.

    ``part`` is the attribute (``@name``) or the child that a finding about ``element`` is about; documents of the
    formats in ``but_for`` are read for a target.
    """
    path = [literal_tag(each) for each in element.iterancestors()][::-1]
    path.append(literal_tag(element))
    format = by_tree(element.getroottree().getroot())
    if format is None or format.name in but_for:
        return None
    tables = leniency_of(format.name)
    if not tables:
        return None
    if part is not None:
        path.append(part)
    where = f"/{'/'.join(path)}/"
    for name in names_in_tables(rule):
        for piece, types, refusing in tables.get(name, ()):
            if f"/{piece}/" in where:
                around = (element, *element.iterancestors()) if types else ()
                if not types or any(each.get("type", "") in types for each in around):
                    return refusing
    return None


def refuse_nameless(element: Element, sink: Sink) -> bool:
    """Makes an error of what was found about a missing name, where it cannot do without; False if nothing was."""
    found = sink.about(element, rules.EMPTY_NAME, rules.MISSING_ATTRIBUTE)
    for finding in found:
        finding.severity = "error"
    return bool(found)


@cache
def leniency_of(format: str) -> Mapping[str, list[LenientPart]]:
    """The parts of a format whose faults are warnings, by the rule or by what a table calls several.

    Beside each part are the types that a fault is forgiven in, where it is not in all, and who refuses it there.
    """
    found: dict[str, list[LenientPart]] = {}
    for row in read_schema_table(format, FILE).get("warning", []):
        for rule in row["rules"]:
            narrowed = tuple(row.get("types", ())), tuple(row.get("refused_by", ()))
            found.setdefault(rule, []).extend((part, *narrowed) for part in row["parts"])
    return found
