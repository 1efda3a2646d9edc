"""What ends an expansion, and what xacro warns of, as findings at their places in the source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...diagnostics.diagnostic import Related
from ...runtime.budget import OverBudget
from ...runtime.patterns import compile_pattern
from ...runtime.spelling import nearest, suggest
from ...runtime.xml_faults import report_xml_fault
from .engine import Refused, UnknownPackage
from .functions import Forbidden
from .located_text import FileSpan, NotWellFormed
from .trace_recorder import MacroStep, Recorder, XacroDefinition, XacroFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ...diagnostics.rule import Rule
    from ...runtime.lazy_finding import LazyFinding
    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from .located_text import RawElement

_UNDEFINED = compile_pattern(r"name '(.+?)' is not defined|Undefined property to forward: (.+)")
_MISSING_ATTRIBUTE = r"(.+): missing attribute '(.+)'$"
_REASONS = {
    'Xacro conditional "(.*)" evaluated to "(.*)", which': "{0!r} is {1!r}, which is neither true nor false",
    'Undefined block "(.*)"': "no block {0!r} was passed",
    "Property names must (?:be valid|not start).*?: ?(.*)": "{0!r} is no name of a property",
    "'dict' object has no attribute '_setitem'": "there is no scope outside of this one",
    "namespaces are supported": "a namespace cannot be used here",
    _MISSING_ATTRIBUTE: "<{0}> has no attribute {1!r}",
}
"""What xacro says of an element of its own, in words that speak of the document."""
_CALLS = {
    "Invalid parameter": "it has no parameter {0!r}",
    "Undefined parameters": "it is not given {1}",
    "Not enough blocks": "it is given too few elements",
    "Unused block": "it has no place for <{0}>",
}

MOST_USES = 8
"""Values that are reported of one that was made of them."""


def make_related(words: str, place: FileSpan) -> Related:
    """Another place of a finding."""
    line, column, end_line, end_column = place.span
    return Related(words, place.file.name, line, column, end_line, end_column)


def describe_chain(step: MacroStep | None) -> tuple[Related, ...]:
    """What led to a place."""
    return () if step is None else tuple(make_related(each.label, each.place) for each in step.chain())


def relate_definitions(uses: Iterable[XacroDefinition]) -> list[Related]:
    """Where values are written, and those that these were made of."""
    found: dict[XacroDefinition, None] = {}
    waiting = list(uses)
    while waiting and len(found) < MOST_USES:
        each = waiting.pop(0)
        if each in found:
            continue
        found[each] = None
        if each.value is not None:
            waiting += each.value.uses
    return [make_related(f"{each.name} is set here", each.text.place) for each in found if each.text is not None]


def report(
    sink: Sink, top: Source, rule: Rule, place: FileSpan | None, more: Iterable[Related] = (), **arguments: Any
) -> LazyFinding | None:
    """Reports a finding of xacro's source; without a place, one of the document ``top`` as a whole."""
    if place is None:
        return sink.report(rule, source=top, **arguments)
    line, column, *end = place.span
    # within a document findings differ by their places
    at: dict[str, Any] = {"source": place.file.source, "line": line, "column": column, "end_at": tuple(end)}
    return sink.report(rule, **at, related=dict.fromkeys(more), **arguments)


def report_fault(
    error: BaseException,
    macros: Mapping[str, RawElement],
    arguments: Mapping[str, RawElement],
    recorder: Recorder,
    sink: Sink,
    top: Source,
    depends_on: Callable[[str, str | None], bool],
) -> None:
    """Reports what ended the expansion: BP003 (xml-syntax), BP015 (over-budget), BP407 (uri-outside), BP440 to BP449.

    ``macros`` and ``arguments`` are those that the files declare, by name. ``depends_on`` says of a package whether that of a
    file depends on it.
    """
    cause = _cause(error)
    if isinstance(cause, OverBudget) and cause.what in ("bytes", "files"):
        sink.report(rules.OVER_BUDGET, source=top, what=cause.what, limit=cause.limit)
        return
    fault = recorder.fault or XacroFault(None, None)
    if isinstance(cause, NotWellFormed):
        more: tuple[Related, ...] = ()
        if fault.place is not None and not cause.file.is_top:
            more = (make_related("included here", fault.place), *describe_chain(fault.step))
        report_xml_fault(sink, cause.file.source, cause.line, cause.column, cause.reason, more)
        return
    rule, about = _kind(cause, fault, tuple(sorted(recorder.names)), tuple(sorted(macros)))
    related = [*relate_definitions(fault.uses), *(make_related("used here", each) for each in fault.used)]
    if rule is rules.ARGUMENT_MISSING:
        declared = arguments.get(about["argument"])
        place = None if declared is None else declared.attributes["name"].place
        about["is_late"] = declared is not None and "default" in declared.attributes
        related += [] if place is None else [make_related("declared here", place)]
    if isinstance(cause, UnknownPackage) and depends_on(str(about["package"]), cause.asking):
        # what is installed with the package elsewhere is no fault of the document
        about["severity"] = "warning"
    report(sink, top, rule, fault.place, (*related, *describe_chain(fault.step)), **about)


def report_warnings(recorder: Recorder, sink: Sink, top: Source) -> None:
    """Reports what xacro warned of (BP450), and where a default was read for a variable (BP457)."""
    for warned in recorder.warned:
        reason = " ".join(warned.text.split())
        report(sink, top, rules.WARNED, warned.place, describe_chain(warned.step), reason=reason)
    for name, place, step in recorder.unread_variables:
        arguments = {"severity": "note", "variable": name, "instead": "so its default is taken"}
        report(sink, top, rules.VARIABLE_HIDDEN, place, describe_chain(step), **arguments)


def _cause(error: BaseException) -> BaseException:
    """What an error was raised for in the first place."""
    while True:
        inner = getattr(error, "exc", None) or (error.__cause__ if type(error).__name__ == "XacroException" else None)
        if not isinstance(inner, BaseException):
            return error
        error = inner if not isinstance(inner, OSError) or inner.__cause__ is None else inner.__cause__


def _kind(
    cause: BaseException, fault: XacroFault, symbols: tuple[str, ...], macros: tuple[str, ...]
) -> tuple[Rule, dict[str, Any]]:
    said, expression = str(cause), fault.expression
    if isinstance(cause, Refused):
        return cause.rule, cause.arguments
    if isinstance(cause, OverBudget):
        return rules.TOO_MUCH, {"what": f"{cause.limit} {cause.what}"}
    if isinstance(cause, RecursionError):
        return rules.CIRCULAR, {"what": "the expansion", "reason": "a macro calls itself, or a file includes itself"}
    if said.startswith("circular variable definition"):
        return rules.CIRCULAR, {"what": "a property", "reason": said.partition(": ")[2].partition("\n")[0]}
    undefined = _UNDEFINED.match(said)
    if undefined is not None and (isinstance(cause, NameError) or undefined[2]):
        symbol = undefined[1] or undefined[2]
        return rules.UNDEFINED, {"symbol": symbol, "advice": suggest(nearest(symbol, symbols), "{!r}", "")}
    if type(cause).__name__ == "ArgException":
        return rules.ARGUMENT_MISSING, {"argument": said}
    if isinstance(cause, KeyError) and re.match(r"\$\(eval\b", expression):
        name = str(cause.args[0]) if cause.args else ""
        return rules.UNDEFINED, {"symbol": name, "advice": "arguments are read with arg('NAME')"}
    if said.startswith("unknown macro name: "):
        name = said.partition("xacro:")[2]
        return rules.UNKNOWN_MACRO, {"macro": name, "advice": suggest(nearest(name, macros), "{!r}", "")}
    for start, words in _CALLS.items():
        if said.startswith(start):
            found = re.search(r"[\"\[](.*)[\"\]]", said)
            what = found[1] if found else said
            reason = words.format(what, ", ".join(map(repr, what.split(","))))
            return rules.WRONG_CALL, {"macro": _find_macro_name(fault.place), "reason": reason}
    if isinstance(cause, Forbidden) or (expression and re.match(_MISSING_ATTRIBUTE, said) is None):
        shown = " ".join(expression.split())
        shown = shown if len(shown) < 80 else f"{shown[:76]}…"
        return rules.EXPRESSION, {"expression": shown, "reason": _expression_reason(cause)}
    said = " ".join(said.split())
    matched = ((re.match(pattern, said), words) for pattern, words in _REASONS.items())
    reason = next((words.format(*found.groups()) for found, words in matched if found is not None), said)
    return rules.MALFORMED, {"reason": reason or type(cause).__name__}


def _expression_reason(cause: BaseException) -> str:
    if isinstance(cause, Forbidden):
        return f"{str(cause)!r} is hidden from expressions"
    if type(cause).__name__ == "XacroException":
        return str(cause)
    if isinstance(cause, SyntaxError):
        return f"it is no expression ({cause.msg})"
    if isinstance(cause, KeyError):
        return f"there is no key {cause.args[0]!r}" if cause.args else "there is no such key"
    return " ".join(str(cause).split()) or type(cause).__name__


def _find_macro_name(place: FileSpan | None) -> str:
    if place is None:
        return ""
    text = place.file.text
    found = re.compile(r"<xacro:([^\s/>]+)").match(text, text.rfind("<", 0, place.start + 1))
    return found[1] if found else ""
