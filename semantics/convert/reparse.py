"""The document that is converted as nobody else has it, and the one that was made, read from its text."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import LoadError
from ...diagnostics.records import dataclass, replace
from ...diagnostics.rules import XML_LOOSE
from ...runtime.source import Source
from ..core.options import Options
from ..core.parsed import ParsedDocument
from ..document.analysis import check_meaning
from ..document.document import Document, get_options, get_parsed
from ..document.parser import read
from ..formats.registry import FORMATS
from ..targets.policies import sink_for
from ..targets.registry import LIBSDFORMAT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.sink import Sink
    from ..ir.world import WorldIR

BEHIND = "Extra content"
"""What the parser says of a document with more than one root."""


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document that nobody else has, and what it means.

    Attributes:
        twin: the document.
        description: what it means: to no reader in particular, if it means anything so.
        has_more: whether anything stands behind its root, which is not read.
        reading: the same document with what it means, which nothing changes; None where that depends on who includes files.
    """

    twin: Document[Any]
    description: WorldIR
    has_more: bool
    reading: Document[Any] | None


def read_again(doc: Document[Any], reader: Any, *, is_sound: bool, is_lent: bool = False) -> ReadDocument:
    """A document as it is now: what was read if that is it, else what its text is read as.

    Args:
        doc: the document.
        reader: whom what it includes is for, where the document was loaded for none.
        is_sound: whether nothing in its text is an error to no reader in particular.
        is_lent: whether the caller changes nothing of the elements and keeps none of them, so that they need no copies.

    Raises:
        LoadError: it has errors.
    """
    # what is included is what its reader makes of it: it may put links elsewhere, or make one of several
    plain = replace(get_options(doc), target=None, reader_of_included=get_options(doc).target or reader)
    parsed = get_parsed(doc)
    source = parsed.source
    if is_sound and not (parsed.may_have_changed or source.numbers_given or source.expansion):
        if is_lent and (known := _find_known_meaning(doc, plain)) is not None:
            return known
        sink = sink_for(plain)
        sink.add_source(source)
        found = _find_meaning(
            replace(parsed, meaning=None, root=deepcopy(parsed.root)), doc.path, plain, sink, doc.diagnostics
        )
        if found is not None:
            return found
    text = doc.dumps()
    expansion = source.expansion if text == source.data else None
    refused: LoadError | None = None
    # to libsdformat a robot means what its own converter makes of it, which is another document
    means_itself = doc.format != "urdf" or getattr(get_options(doc).target, "folder", None) != LIBSDFORMAT.name
    for options in (plain, get_options(doc)) if means_itself else (plain,):
        source = Source(doc.path, text.encode())
        if expansion is not None:
            source.put_expansion(text, expansion)  # so that findings have places in what was written
        sink = sink_for(options)
        sink.add_source(source)
        again = read(source, sink, options, format=doc.format)
        found = None if again is None else _find_meaning(again, doc.path, options, sink)
        if found is not None:
            return found
        refused = refused or LoadError(sink.finish())
    assert refused is not None, "one of them was tried"
    raise refused


def _find_known_meaning(doc: Document[Any], options: Options) -> ReadDocument | None:
    """A document with the meaning that it was found to have; None where that depends on who includes files."""
    parsed = get_parsed(doc)
    meaning = parsed.meaning or ()
    if len(meaning) != 1:
        return None
    world = meaning[0]
    if len(world.description.sources) != 1:
        return None
    # of its own, since nobody was given the elements who may change them
    twin: Document[Any] = Document(replace(parsed), doc.path, options, ())
    _ = twin.root
    return ReadDocument(twin, world.description, _has_more(doc.diagnostics), doc)


def _has_more(found: Iterable[Diagnostic]) -> bool:
    """Whether anything stands behind the root, by what the text was found to be."""
    return any(each.code == XML_LOOSE.code and BEHIND in each.message for each in found)


def _find_meaning(
    parsed: ParsedDocument[Any],
    path: str | None,
    options: Options,
    sink: Sink,
    found: Iterable[Diagnostic] | None = None,
) -> ReadDocument | None:
    """A document with its meaning; None where that has errors. ``found`` is what its text was found to be, if not in the sink."""
    with sink.within_budget():
        check_meaning(parsed, sink, options)
    if not parsed.meaning or not sink.ok:
        return None
    description = parsed.meaning[0].description
    twin: Document[Any] = Document(parsed, path, options, ())
    has_own_meaning = options.target is None and len(parsed.meaning) == len(description.sources) == 1
    reading = Document(replace(parsed), path, options, ()) if has_own_meaning else None
    description.detach()
    _ = twin.root
    findings = sink.finish() if found is None else found
    return ReadDocument(twin, description, _has_more(findings), reading)


@dataclass(frozen=True, slots=True)
class ConversionResult:
    """A document that was made.

    Attributes:
        document: with its findings, whatever they are.
        is_sound: whether there is nothing to say of its text alone.
    """

    document: Document[Any]
    is_sound: bool

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was found in it."""
        return self.document.diagnostics


def document_of(root: Any, format: str) -> Document[Any]:
    """The document of a root that was made, which has no text yet."""
    version = FORMATS[format].newest_version()
    parsed = ParsedDocument(format=format, version=version, read_as=version, root=root, source=Source(None))
    return Document(parsed, None, Options(), ())


def read_result(text: str, format: str, options: Options) -> ConversionResult:
    """The document of a text that was made, as its reader finds it."""
    source = Source(None, text)
    sink = sink_for(options)
    sink.add_source(source)
    parsed = read(source, sink, options, format=format)
    assert parsed is not None, "it was just written"
    is_sound = not sink.found
    with sink.within_budget():
        check_meaning(parsed, sink, options)
    return ConversionResult(Document(parsed, None, options, sink.finish()), is_sound)
