"""The steps from a text to its typed root, its description, its findings and its scenes, on one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...diagnostics.errors import LoadError
from ...runtime.element import Element
from ...runtime.source import Source
from ..core.report import Report, make_report
from ..formats.foreign_parts import explain_foreign_parts, simulator_parts_in
from ..formats.registry import FORMATS
from ..targets.policies import sink_for
from ..targets.registry import TARGET_OF_INCLUDED
from .parser import read

if TYPE_CHECKING:
    from ...runtime.lazy_finding import LazyFinding
    from ...runtime.sink import Sink
    from ..core.options import Options
    from ..core.parsed import ExpandedDocument, ParsedDocument, Pipeline
    from ..ir.world import WorldIR
    from ..postprocess.corrections import CorrectedSource, ReadCorrected
    from ..scene.scene import Scene


def analyze(
    source: Source,
    sink: Sink,
    options: Options,
    format: str | None,
    *,
    recovers_from_typos: bool = True,
    read_corrected: ReadCorrected | None = None,
    only_findings: bool = False,
) -> ParsedDocument[Any] | None:
    """Reads a text, of ``format`` if that is given, and checks what it means; None where that ends early.

    With ``only_findings`` nobody asks what the document means.
    """

    def look(corrected: CorrectedSource) -> list[LazyFinding]:
        found = None if read_corrected is None else read_corrected(corrected, sink.found)
        if found is not None:
            return found
        own = sink_for(options)
        analyze(corrected, own, options, format, recovers_from_typos=False)
        return own.found

    parsed = read(source, sink, options, format=format)
    if parsed is not None:
        with sink.within_budget():
            check_meaning(parsed, sink, options, only_findings=only_findings)
    if sink.found:
        from ..postprocess.passes import run_passes

        run_passes(sink, source, look if recovers_from_typos and options.fetch is None else None)
        explain_foreign_parts(sink)
    return parsed


def check_meaning(parsed: ParsedDocument[Any], sink: Sink, options: Options, *, only_findings: bool = False) -> None:
    """Reports families BP3 to BP7: everything that takes the whole document.

    With ``only_findings`` nobody asks what the document means, so that what nothing is wrong with need not be described.
    """
    from ..checks.registry import check_worlds  # what cannot be read has no meaning
    from ..scene.validation import validate
    from ..targets.policies import check_for_target

    # the laws of physics, and most targets, have more to say of what is described
    needs_descriptions = options.plausible or (options.target is not None and options.target.needs_descriptions)
    may_wait = only_findings and not needs_descriptions
    descriptions = describe(parsed, sink, options, FOR_FINDINGS if may_wait else PIPELINE)
    parsed.meaning = tuple(validate(description, sink) for description in descriptions)
    check_worlds(parsed.meaning, sink, options)
    if parsed.source.has_element("plugin") or simulator_parts_in(parsed.source):
        from ..checks.plugins import check_plugins  # with all that is known of plugins

        check_plugins(parsed.source, descriptions, sink, options)
    check_for_target(parsed, descriptions, sink, options)


def describe(
    parsed: ParsedDocument[Any], sink: Sink, options: Options, pipeline: Pipeline | None = None
) -> tuple[WorldIR, ...]:
    """One description for each world; everything wrong with the document's meaning is reported.

    ``pipeline`` is given to the format and to the target; by default ``PIPELINE``.
    """
    from ..checks.registry import check_records

    target = options.target
    as_read = None if target is None else target.call(target.adjust_document, parsed)
    descriptions = FORMATS[parsed.format].describe(as_read or parsed, sink, options, pipeline or PIPELINE)
    source = parsed.source
    # an upgrade makes only some elements, a target the root as well
    check_records(descriptions, sink, options, is_made=bool(source.origins) and source.root in source.origins)
    if target is not None:
        descriptions = target.convert_parsed(parsed, descriptions, sink, options, pipeline or PIPELINE)
    for description in descriptions:
        description.sources = sink.sources
        if target is not None:
            target.call(target.adjust_description, description, sink)
        if parsed.may_have_changed:
            description.detach()  # the root may be changed again
    return descriptions


class _Pipeline:
    """The ``Pipeline`` that every format is given."""

    def __init__(self, *, only_findings: bool) -> None:
        self.only_findings = only_findings

    def read(
        self, source: Source, sink: Sink, options: Options, *, format: str | None = None
    ) -> ParsedDocument[Any] | None:
        if source.mentions("xmlns:xacro") or (source.name or "").endswith(".xacro"):
            from ..xacro.expansion import put_expansion

            if not put_expansion(source, sink, options):
                return None
        return read(source, sink, options, format=format)

    def describe(self, parsed: ParsedDocument[Any], sink: Sink, options: Options) -> tuple[WorldIR, ...]:
        return describe(parsed, sink, options)

    def describe_included(self, parsed: ParsedDocument[Any], sink: Sink, options: Options) -> tuple[WorldIR, ...]:
        descriptions = describe(parsed, sink, options)
        reader = options.target
        if reader is None:
            reader = options.reader_of_included or TARGET_OF_INCLUDED
            descriptions = reader.convert_parsed(parsed, descriptions, sink, options, PIPELINE)
        for description in descriptions:
            reader.call(reader.adjust_included, description)
        return descriptions


PIPELINE = _Pipeline(only_findings=False)
FOR_FINDINGS = _Pipeline(only_findings=True)


def expand_includes(parsed: ParsedDocument[Any], options: Options) -> ExpandedDocument | None:
    """The document with what it includes; None where documents of its format include nothing.

    The root shares with ``parsed.root`` what no include touches, and means the same. Files of other formats stay
    included. A ``LoadError`` where an include cannot be resolved.
    """
    sink = sink_for(options)
    sink.add_source(parsed.source)
    found = None
    with sink.within_budget():
        found = FORMATS[parsed.format].expand(parsed, sink, options, PIPELINE)
    if not sink.ok:
        raise LoadError(sink.finish_later())
    return found


def resolve(parsed: ParsedDocument[Any], options: Options) -> tuple[Scene, ...]:
    """One scene for each world, of the document as it is now; a ``LoadError`` where it has no meaning."""
    from ..includes.inclusion import call_reposture_functions
    from ..scene.scene import build

    if parsed.meaning is None:
        sink = sink_for(options)
        sink.add_source(parsed.source)
        with sink.within_budget():
            check_meaning(parsed, sink, options)
        if not sink.ok:
            raise LoadError(sink.finish_later())
    described = parsed.meaning or ()
    scenes = tuple(build(found.description, None, found) for found in described)
    for scene, found in zip(scenes, described):
        call_reposture_functions(found.description, scene)
    return scenes


def recheck(parsed: ParsedDocument[Any], options: Options, path: str | None) -> Report:
    """See ``Document.check``. Places in an expansion are of what was written in xacro, unless something was changed."""
    sink = sink_for(options)
    analyze_current(parsed, sink, options)
    return make_report(path or "<text>", sink.finish_later())


def analyze_current(
    parsed: ParsedDocument[Any], sink: Sink, options: Options, format: str | None = None
) -> ParsedDocument[Any] | None:
    """The document as it is now, read again as ``format`` or its own; None where nothing can be written or read."""
    from ...runtime.saving.encoded_text import as_bytes
    from ..core.bindings import bindings_of
    from .serialization import serialize

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
        sink.found = [*source.expansion.findings, *sink.found]
    return made


def _report_misfits(parsed: ParsedDocument[Any], sink: Sink) -> bool:
    """Reports values that do not fit their fields, with which nothing can be written."""
    from ...runtime.value_validation import describe_element, misfits
    from ..core.traversal import elements_in

    sink.add_source(parsed.source)
    for element in elements_in(parsed.root) if isinstance(parsed.root, Element) else ():
        for name, misfit in misfits(element):
            place = f"{name}[{misfit.index}]" if misfit.index is not None else name
            what = f"{describe_element(element)}.{place}"
            sink.report(rules.DOES_NOT_FIT, element, what=what, value=misfit.value, wanted=misfit.wanted)
    return not sink.ok
