"""Reads back what was made of a document, before it goes anywhere: it has to be as sound as that document is."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.errors import UnreadableResult
from ...diagnostics.families import FILES, family_of
from ...diagnostics.records import replace
from ...runtime.forbidden_xml import decode_text, unescape_attribute
from ...runtime.saving.encoded_text import as_bytes, written_text
from ...runtime.saving.layout import Layout
from ...runtime.saving.rewriter import TextRewriter
from ...runtime.source import Source
from ...runtime.strict_xml import strict_fault
from ..targets.policies import sink_for
from .parser import BEGINNING, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...diagnostics.diagnostic import Diagnostic
    from ..core.options import Options

NAMESPACES = {
    "drake": "http://drake.mit.edu",
    "xacro": "http://www.ros.org/wiki/xacro",
    "gz": "http://gazebosim.org/schema",
    "experimental": "http://sdformat.org/schemas/experimental",
}
"""The namespaces of prefixes in robot descriptions, by convention."""
UNKNOWN = "urn:bodyplan:undeclared:"
"""How the namespaces begin of prefixes that no declaration and no convention explains."""
RESERVED = ("xml", "xmlns")


def require_readable(
    found: Sequence[Diagnostic],
    made_of: Source,
    format: str | None,
    options: Options,
    accepted: Sequence[Diagnostic] = (),
) -> None:
    """An ``UnreadableResult`` where more errors of a kind were ``found`` than in the document it was made of, or ``accepted``."""
    if first_new_error(found, ()) is None:
        return
    before = findings_in(as_bytes(written_text(made_of), made_of), format, options)
    known = (*before, *(each for each in accepted if family_of(each.code) != FILES))
    error = first_new_error(found, known)
    if error is not None:
        raise UnreadableResult(str(error), all(each.severity != "error" for each in known), made_of.name)


def first_new_error(found: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> Diagnostic | None:
    """The first error of a kind of which there are more than before; None where there is none."""
    had = Counter(each.code for each in before if each.severity == "error")
    for each in found:
        if each.severity == "error":
            had[each.code] -= 1
            if had[each.code] < 0:
                return each
    return None


def require_strict(data: bytes, made_of: Source) -> bool:
    """Whether a strict parser accepts a result; an ``UnreadableResult`` where it accepts only what that was made of."""
    fault = strict_fault(data) if is_xml(data) else None
    if fault is None:
        return True
    before = as_bytes(written_text(made_of), made_of)
    if not is_xml(before) or strict_fault(before) is None:
        raise UnreadableResult(fault, True, made_of.name)
    return False


def is_xml(data: bytes) -> bool:
    """Whether a document is XML, rather than YAML."""
    return decode_text(data[:BEGINNING])[0].lstrip("\N{ZERO WIDTH NO-BREAK SPACE} \t\r\n").startswith("<")


def findings_in(data: bytes, format: str | None, options: Options) -> tuple[Diagnostic, ...]:
    """What is found in a document at the level of XML and of its schema, for any target."""
    options = replace(options, target=None, strict=False)
    sink = sink_for(options)
    read(Source(None, data), sink, options, format=format)
    return sink.finish()


def find_undeclared_prefixes(found: Iterable[Diagnostic]) -> list[str]:
    """The prefixes that findings say are not declared."""
    return [str(each.arguments["prefix"]) for each in found if each.code == rules.UNDECLARED_PREFIX.code]


def with_declarations(text: str, prefixes: Iterable[str], made_of: str, *, unknown: bool) -> str:
    """A text whose root element declares prefixes that are used where nothing declares them.

    Their namespaces are those of a declaration elsewhere in it or in the text ``made_of`` which it was made, or the usual
    ones; with ``unknown``, other prefixes get a namespace of our own.
    """
    rewriting = TextRewriter(Layout(text))
    for prefix in prefixes:
        pattern = rf"\sxmlns:{re.escape(prefix)}\s*=\s*(?:\"([^\"<]+)\"|'([^'<]+)')"
        found = re.search(pattern, text) or re.search(pattern, made_of)
        declared = None if found is None else unescape_attribute(found[1] or found[2])
        uri = declared or NAMESPACES.get(prefix, UNKNOWN + prefix if unknown else None)
        if uri is not None and prefix not in RESERVED:
            rewriting.set_attribute(0, f"xmlns:{prefix}", uri)
    return rewriting.patches.result()
