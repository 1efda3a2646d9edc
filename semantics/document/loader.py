"""Loading and checking: the whole pipeline on one screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from ...diagnostics.errors import LoadError
from ...diagnostics.records import replace
from ...runtime.sink import Sink
from ...runtime.source import Source
from ..core.garbage_collection import collector_paused
from ..core.options import LoadOptions, Options, ReadOptions, files_for, options_of, with_option_signature
from ..core.report import Report, make_report
from ..formats.registry import FORMATS
from ..resources.source_files import fill_source
from ..targets.policies import sink_for
from ..targets.registry import find_target
from .analysis import analyze
from .document import Document, get_options, get_parsed, path_argument, replace_options
from .parser import read

if TYPE_CHECKING:
    from types import ModuleType

    from typing_extensions import Unpack

    from ...runtime.files import Files
    from ..core.options import Format
    from ..core.parsed import ParsedDocument
    from ..postprocess.corrections import ReadCorrected
    from .document import AnyDocument, DocumentOrPath, RootT_co

READING_OPTIONS = ("extensions", "bindings", "arguments", "env")
"""Options that count where a text is read: a document that there is was read with its own."""


@overload
def load(path: str | os.PathLike[str], *, bindings: None = None, **options: Unpack[ReadOptions]) -> AnyDocument: ...
@overload
def load(
    path: str | os.PathLike[str], *, bindings: ModuleType | str, **options: Unpack[ReadOptions]
) -> Document[Any]: ...
@overload
def load(path: Document[RootT_co], **options: Unpack[ReadOptions]) -> Document[RootT_co]: ...
@with_option_signature(LoadOptions)
def load(path: DocumentOrPath, **options: Unpack[LoadOptions]) -> Document[Any]:
    """Reads a document of any format and checks it.

    Where the format is known, ``bodyplan.urdf.load(path).root.joint`` is typed to the last field, as it is of
    ``bodyplan.sdformat``, ``bodyplan.skel``, ``bodyplan.mjcf`` and ``bodyplan.dmd``; here
    ``isinstance(doc.root, urdf.Robot)`` shows it.

    Args:
        path: an SDFormat, URDF, SKEL or MJCF file, as its root element says, Drake's directives or a file of xacro. A
            ``Document`` is the answer itself; with options, one that is read of it as it is now.
        search_paths: folders in which ``model://`` and ``package://`` are looked up, before the environment.
        parsers: custom parsers for included files of other formats; the last one is asked first.
        strict: make every warning an error.
        plausible: also report what physics makes unlikely: inertia, mass, overlaps; takes longer.
        target: also report what this reader would reject, warn about or ignore: ``"libsdformat"``, ``"drake"``,
            ``"urdfdom"``, ``"dart"``.
        fetch: turns a URI that no folder has into a local path; nothing is fetched without it.
        max_bytes: the most that is read in bytes, of the document and of all that it names.
        partial: put a placeholder (``Model.is_placeholder``) in the place of what an include names and cannot be had, with a
            warning instead of an error.
        project: the folder of the project that the document belongs to, in which packages and models are looked up; found
            from the document without it: ``Project.find``.
        confine: read nothing outside of the document's folder, ``search_paths`` and the folders of packages.
        extensions: packages and tables of tags of your own, as many as you like; installed ones are found by themselves.
        bindings: one such package, for the sake of a single one.
        arguments: of a document that is written in xacro, by name: ``{"arm": "left"}``.
        env: names of variables of the environment that such a document may read although ``confine`` is set.
        with_: the robot that an SRDF document is about, a URDF document or file of xacro; looked for around the SRDF without it.

    Raises:
        LoadError: the document has errors, or cannot be read; ``.diagnostics`` holds all findings.
        ExtensionError: there is no such extension, or its table is faulty.
        TypeError: ``path`` is neither a path nor a document, or there is no such option.
        ValueError: there is no such ``target``.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> doc.scene.joints["arm::elbow"].parent
        'arm::upper_arm'
    """
    return load_format(None, path, options)


@overload
def loads(
    text: str | bytes,
    *,
    format: Format | None = None,
    base_dir: str | os.PathLike[str] | None = None,
    bindings: None = None,
    **options: Unpack[ReadOptions],
) -> AnyDocument: ...
@overload
def loads(
    text: str | bytes,
    *,
    format: Format | None = None,
    base_dir: str | os.PathLike[str] | None = None,
    bindings: ModuleType | str,
    **options: Unpack[ReadOptions],
) -> Document[Any]: ...
@with_option_signature(LoadOptions)
def loads(
    text: str | bytes,
    *,
    format: Format | None = None,
    base_dir: str | os.PathLike[str] | None = None,
    **options: Unpack[LoadOptions],
) -> Document[Any]:
    """Reads a document from a text; where the format is known, ``bodyplan.urdf.loads`` and its like are typed.

    Args:
        text: the document.
        format: what it has to be: ``"sdformat"``, ``"urdf"``, ``"skel"``, ``"mjcf"`` or ``"dmd"``; None: whatever its root element
            says.
        base_dir: the folder that relative URIs start from.
        options: see ``load``.

    Raises:
        LoadError: the document has errors.
        TypeError: ``text`` is no text.
        ValueError: documents of ``format`` are not read.

    Example:
        >>> doc = bodyplan.loads('<robot name="cart"><link name="base"/></robot>')
        >>> list(doc.scene.links)
        ['cart::base']
    """
    return loads_format(format, text, base_dir, options)


@with_option_signature(LoadOptions)
def check(path: DocumentOrPath, **options: Unpack[LoadOptions]) -> Report:
    """Everything that is wrong with a document; never raises because of what the file holds.

    Args:
        path: the document, or its path.
        options: see ``load``; a ``Document`` has its own, which those that are given replace.

    Raises:
        ValueError: there is no such ``target``.
        TypeError: ``path`` is neither a path nor a document, or there is no such option.
        ExtensionError: there is no such extension, or its table is faulty.

    Example:
        >>> report = bodyplan.check("examples/faulty.urdf")
        >>> report.ok
        False
        >>> [(finding.line, finding.code) for finding in report.diagnostics[:2]]
        [(8, 'BP640'), (9, 'BP642')]
    """
    if isinstance(path, Document):
        from .analysis import recheck

        return recheck(get_parsed(path), options_of_document(path, options), path.path)
    return check_bytes(path_argument(path, "check"), options)


def check_bytes(
    path: str | os.PathLike[str],
    options: LoadOptions,
    *,
    data: bytes | None = None,
    watch: Callable[[Files], Files] | None = None,
) -> Report:
    """``check``, of ``data`` if given instead of what the file holds; ``watch`` wraps what reads files."""
    chosen = resolve_options(options, Path(path).parent)
    if watch is not None:
        chosen = replace(chosen, files=watch(chosen.files))
    with collector_paused():
        # all that findings do without is let go of before the collector is back, which would walk through it
        findings = _read_and_analyze(
            Source(os.fspath(path), data or b""), chosen, is_read=data is not None, as_part=True, only_findings=True
        )[2].finish_later()
    return make_report(os.fspath(path), findings)


def analyze_source(source: Source, options: Options, *, is_read: bool = False) -> Sink:
    """Everything that was found in a document; its file is read where it has no text yet, unless an empty one ``is_read``."""
    with collector_paused():
        # the document is let go of before the collector is back, which would walk through all of it
        is_read = is_read or bool(source.data)
        return _read_and_analyze(source, options, is_read=is_read, as_part=True, only_findings=True)[2]


def open_document(given: DocumentOrPath, call: str, options: LoadOptions | None = None) -> Document[Any]:
    """The document that a public function, ``call``, was given, or what ``load`` makes of the path that it was given."""
    return load_format(None, given, options or {}, call)


def options_of_document(document: Document[Any], given: LoadOptions) -> Options:
    """The options of a document, with those that a call gives in their place; not those that count where a text is read."""
    own = get_options(document)
    if not given:
        return own
    for name in READING_OPTIONS:
        if given.get(name):
            raise TypeError(f"{name} counts where a document is read: give it to load, with the path")
    made = resolve_options(given, own.base_dir)
    names = [name for name in given if name not in READING_OPTIONS]
    chosen = replace(own, **{name: getattr(made, name) for name in names})
    if "search_paths" in given or "confine" in given:
        files = files_for(chosen.search_paths, chosen.base_dir, confine=chosen.confine)
        chosen = replace(chosen, files=files)
    return chosen


def open_source(given: DocumentOrPath, call: str, options: LoadOptions) -> tuple[Source, Options]:
    """``open_document``, for the text of the document as it is now and the options to read it with; no file is read yet."""
    if not isinstance(given, Document):
        path = path_argument(given, call)
        return Source(path), resolve_options(options, Path(path).parent)
    parsed = get_parsed(given)
    data = given.dumps().encode() if parsed.may_have_changed else parsed.source.data
    return Source(given.path, data), options_of_document(given, options)


def open_lenient(given: DocumentOrPath, call: str, options: LoadOptions) -> Document[Any]:
    """``open_document``, of a path the document whatever is wrong with what it means; a LoadError where there is none."""
    if isinstance(given, Document):
        return replace_options(given, options_of_document(given, options)) if options else given
    source, chosen = open_source(given, call, options)
    parsed, sink = None, sink_for(chosen)
    if _fill(source, sink, chosen):
        chosen, is_document = _prepare(source, sink, chosen)
        parsed = read(source, sink, chosen) if is_document else None
    if parsed is None:
        raise LoadError(sink.finish_later())
    return Document(parsed, source.name, chosen, sink.finish_later())


def load_format(format: str | None, given: DocumentOrPath, options: LoadOptions, call: str = "load") -> Document[Any]:
    """``load``, of a document that has to be of ``format``."""
    if not isinstance(given, Document):
        path = path_argument(given, call)
        return _document_or_raise(
            path, *analyze_text(Source(path), resolve_options(options, Path(path).parent), format, is_read=False)
        )
    if not any(options.values()) and format in (None, given.format):
        return given
    from .analysis import analyze_current

    chosen = options_of_document(given, options)
    sink = sink_for(chosen)
    return _document_or_raise(given.path, analyze_current(get_parsed(given), sink, chosen, format), chosen, sink)


def loads_format(
    format: str | None, text: str | bytes, base_dir: str | os.PathLike[str] | None, options: LoadOptions
) -> Document[Any]:
    """``loads``, of a document that has to be of ``format``."""
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"loads takes a text, not {type(text).__name__}; load takes a path")
    if format is not None and format not in FORMATS:
        raise ValueError(f"there is no format {format!r} to read yet; there are {', '.join(FORMATS)}")
    chosen = resolve_options(options, Path(base_dir) if base_dir is not None else None)
    return _document_or_raise(None, *analyze_text(Source(None, text), chosen, format))


def load_lenient(
    source: Source,
    options: Options,
    format: str | None = None,
    *,
    is_read: bool = True,
    read_corrected: ReadCorrected | None = None,
) -> tuple[Document[Any] | None, Sink]:
    """The document in a text or file whatever is wrong with it, and everything that is; None where nothing can be read."""
    parsed, chosen, sink = analyze_text(source, options, format, is_read=is_read, read_corrected=read_corrected)
    return None if parsed is None else Document(parsed, source.name, chosen, sink.finish_later()), sink


def resolve_options(given: LoadOptions, base_dir: Path | None) -> Options:
    """The options of a call; ``base_dir`` is the folder that relative URIs start from."""
    target = given.get("target")
    return _add_extensions(options_of(given, base_dir, None if target is None else find_target(target)))


def _add_extensions(options: Options, installed: tuple[str, ...] = ()) -> Options:
    """The options with the bindings that know all extensions which are asked for."""
    asked = (*options.extensions, *installed)
    if not asked:
        return options
    from ..core.extensions import compile_package

    own = () if options.bindings is None else (options.bindings,)
    return replace(options, bindings=compile_package((*own, *asked)), extensions=())


def analyze_text(
    source: Source,
    options: Options,
    format: str | None = None,
    *,
    is_read: bool = True,
    as_part: bool = False,
    read_corrected: ReadCorrected | None = None,
) -> tuple[ParsedDocument[Any] | None, Options, Sink]:
    """The document in a text, the options with what installed packages add to them, and everything that was found.

    The text is read from the file of its name unless it ``is_read``; with ``as_part`` it may be nothing by itself.
    """
    with collector_paused():
        return _read_and_analyze(
            source, options, format, is_read=is_read, as_part=as_part, read_corrected=read_corrected
        )


def _read_and_analyze(
    source: Source,
    options: Options,
    format: str | None = None,
    *,
    is_read: bool = True,
    as_part: bool = False,
    read_corrected: ReadCorrected | None = None,
    only_findings: bool = False,
) -> tuple[ParsedDocument[Any] | None, Options, Sink]:
    parsed = None
    sink = sink_for(options)
    source.is_only_checked = only_findings
    if is_read or _fill(source, sink, options):
        options, is_document = _prepare(source, sink, options, as_part)
        expansion = source.expansion
        if expansion is not None:
            # typos corrected in the expansion do not hide what xacro reports
            expansion.findings, sink.found = sink.found, []
        if is_document:
            parsed = analyze(source, sink, options, format, read_corrected=read_corrected, only_findings=only_findings)
        if expansion is not None:
            sink.found = [*expansion.findings, *sink.found]
    if only_findings:
        for each in sink.sources:
            each.let_go_of_elements()
    return parsed, options, sink


def _fill(source: Source, sink: Sink, options: Options) -> bool:
    return fill_source(source, source.name or "", sink, options.files, options.max_bytes)


def _prepare(source: Source, sink: Sink, options: Options, as_part: bool = False) -> tuple[Options, bool]:
    """Expands a text that is written in xacro: the options with installed packages, and whether there is a document."""
    if not source.mentions("xmlns:") and not (source.name or "").endswith(".xacro"):
        return options, True  # neither in xacro nor with tags of an extension, as most are: searched once
    from ..xacro.expansion import put_expansion

    if not put_expansion(source, sink, options):
        return options, False
    if as_part and source.expansion is not None and source.expansion.is_library:
        return options, False
    if source.mentions("xmlns:"):
        from ..core.extensions import select_installed_packages

        options = _add_extensions(options, select_installed_packages(source))
    return options, True


def _document_or_raise(
    path: str | None, parsed: ParsedDocument[Any] | None, options: Options, sink: Sink
) -> Document[Any]:
    findings = sink.finish_later()
    if parsed is None or not sink.ok:
        raise LoadError(findings)
    return Document(parsed, path, options, findings)
