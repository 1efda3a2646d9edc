"""Checking a document as it is now, with what a program changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics import rules_values as rules
from ...runtime.element import Element
from ...runtime.saving.encoded_text import as_bytes
from ...runtime.source import Source
from ...runtime.value_validation import describe_element, misfits
from ..core.bindings import bindings_of
from ..core.report import Report
from ..core.traversal import elements_in
from ..targets.policies import sink_for
from .analysis import analyze
from .serialization import serialize

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ..core.options import Options
    from ..core.parsed import ParsedDocument


def recheck(parsed: ParsedDocument[Any], options: Options, path: str | None) -> Report:
    """Everything that is wrong with a document now; places are those of the text as it would be saved.

    Those in the expansion of a document in xacro are of what was written there, unless something was changed since.
    Values that do not fit their fields, with which nothing can be saved, have the places of the text that was read.

    Args:
        parsed: the document.
        options: those that it was loaded with.
        path: where it was loaded from.
    """
    sink = sink_for(options)
    analyze_current(parsed, sink, options)
    sink.detach()
    return Report(path or "<text>", sink.finish())


def analyze_current(
    parsed: ParsedDocument[Any], sink: Sink, options: Options, format: str | None = None
) -> ParsedDocument[Any] | None:
    """The document as it is now, read anew; None where nothing can be written or read.

    Args:
        parsed: the document.
        sink: receives what is wrong with it.
        options: see ``recheck``.
        format: what it has to be; None: what it is.
    """
    if _report_misfits(parsed, sink):
        return None
    try:
        text, losses = serialize(parsed, options, None)
    except ValueError:  # the document's version is not written any more
        text, losses = serialize(parsed, options, bindings_of(parsed.format, package=options.bindings).version)
    for loss in losses:
        sink.add(loss)
    data = text if isinstance(parsed.source.data, str) else as_bytes(text, parsed.source)
    expansion = parsed.source.expansion
    source = Source(parsed.source.name if expansion is None else None, data)
    if expansion is not None and data == parsed.source.data:
        source = Source(parsed.source.name)
        source.put_expansion(text, expansion)
    made = analyze(source, sink, options, format or parsed.format)
    if source.expansion is not None:
        sink.replace([*source.expansion.told, *sink.found])
    return made


def _report_misfits(parsed: ParsedDocument[Any], sink: Sink) -> bool:
    """Reports values that do not fit their fields, with which nothing can be written."""
    sink.add_source(parsed.source)
    for element in elements_in(parsed.root) if isinstance(parsed.root, Element) else ():
        for name, misfit in misfits(element):
            place = f"{name}[{misfit.index}]" if misfit.index is not None else name
            what = f"{describe_element(element)}.{place}"
            sink.report(rules.DOES_NOT_FIT, element, what=what, value=misfit.value, wanted=misfit.wanted)
    return not sink.ok
