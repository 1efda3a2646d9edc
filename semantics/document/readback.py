"""Reads a text that was made of a document back, before it goes anywhere: it has to be as sound as that document is."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.errors import UnreadableResult
from ...diagnostics.families import FILES, family_of
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
"""What prefixes stand for in robot descriptions."""
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
    """Refuses a result in which reading meets with errors that it does not meet with in what it was made of.

    Args:
        found: what was found in it.
        made_of: the document that it was made of.
        format: the format of that; None: what its root element says.
        options: how that is read.
        accepted: errors that follow from what the user asked for.

    Raises:
        UnreadableResult: there are more errors of a kind.
    """
    errors = [each for each in found if each.severity == "error"]
    if not errors:
        return
    before = findings_in(as_bytes(written_text(made_of), made_of), format, options)
    known = (*before, *(each for each in accepted if family_of(each.code) != FILES))
    error = first_new_error(errors, known)
    if error is not None:
        raise UnreadableResult(str(error), all(each.severity != "error" for each in known), made_of.name)


def first_new_error(found: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> Diagnostic | None:
    """The first error in a result of whose kind there are more than in what it was made of; None where there is none."""
    had = Counter(each.code for each in before if each.severity == "error")
    for each in found:
        if each.severity == "error":
            had[each.code] -= 1
            if had[each.code] < 0:
                return each
    return None


def require_strict(data: bytes, made_of: Source) -> bool:
    """Refuses XML in which a strict parser finds a fault, unless it finds one in what that was made of, too.

    Args:
        data: the result, as it is to be written.
        made_of: the document that it was made of.

    Returns:
        Whether there is none.

    Raises:
        UnreadableResult: there is one of our own.
    """
    fault = strict_fault(data) if is_xml(data) else None
    if fault is None:
        return True
    before = as_bytes(written_text(made_of), made_of)
    if not is_xml(before) or strict_fault(before) is None:
        raise UnreadableResult(fault, True, made_of.name)
    return False


def is_xml(data: bytes) -> bool:
    """Whether a document is one of XML, rather than of YAML."""
    return decode_text(data[:BEGINNING])[0].lstrip("\N{ZERO WIDTH NO-BREAK SPACE} \t\r\n").startswith("<")


def findings_in(data: bytes, format: str | None, options: Options) -> tuple[Diagnostic, ...]:
    """What is found in a document at the level of XML and of its schema, whoever it is for."""
    options = replace(options, target=None, strict=False)
    sink = sink_for(options)
    read(Source(None, data), sink, options, format=format)
    return sink.finish()


def find_undeclared_prefixes(found: Iterable[Diagnostic]) -> list[str]:
    """The prefixes that findings say are not declared."""
    return [str(each.arguments["prefix"]) for each in found if each.code == rules.UNDECLARED_PREFIX.code]


def with_declarations(text: str, prefixes: Iterable[str], made_of: str, *, unknown: bool) -> str:
    """A text whose root element declares prefixes, with what they stand for elsewhere in it or by convention.

    Args:
        text: of a document.
        prefixes: that are used where nothing declares them.
        made_of: the text of the document that it was made of, whose declarations count as well.
        unknown: whether one of which none of these tells is declared, too, with a namespace of our own.
    """
    rewriting = TextRewriter(Layout(text))
    for prefix in prefixes:
        uri = _find_declaration(prefix, text) or _find_declaration(prefix, made_of) or NAMESPACES.get(prefix)
        if uri is None and unknown:
            uri = UNKNOWN + prefix
        if uri is not None and prefix not in RESERVED:
            rewriting.set_attribute(0, f"xmlns:{prefix}", uri)
    return rewriting.patches.result()


def _find_declaration(prefix: str, text: str) -> str | None:
    """What a prefix stands for where a text first declares it."""
    found = re.search(rf"\sxmlns:{re.escape(prefix)}\s*=\s*(?:\"([^\"<]+)\"|'([^'<]+)')", text)
    return None if found is None else unescape_attribute(found[1] or found[2])
