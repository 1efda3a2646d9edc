"""A document read anew from its text: the one that is converted, and the one that was made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import LoadError
from ...diagnostics.rules import XML_LOOSE
from ...runtime.source import Source
from ..document.analysis import check_meaning
from ..document.document import Document, get_options
from ..document.parser import read
from ..targets.policies import sink_for
from ..targets.registry import LIBSDFORMAT

if TYPE_CHECKING:
    from ..core.options import Options
    from ..ir.world import WorldIR

BEHIND = "Extra content"
"""What the parser says of a document with more than one root."""


def read_again(doc: Document[Any], reader: Any) -> tuple[Document[Any], Source, WorldIR, bool]:
    """The document as it is now, read from its text, and what it means: to no reader in particular, if it means anything so.

    Whether anything stands behind its root, which is not read, comes last.

    Raises:
        LoadError: it has errors.
    """
    text = doc.dumps()
    refused: LoadError | None = None
    # what is included is what its reader makes of it: it may put links elsewhere, or make one of several
    plain = replace(get_options(doc), target=None, reader_of_included=get_options(doc).target or reader)
    # to libsdformat a robot means what its own converter makes of it, which is another document
    means_itself = doc.format != "urdf" or get_options(doc).target is not LIBSDFORMAT
    for options in (plain, get_options(doc)) if means_itself else (plain,):
        source = Source(doc.path, text.encode())
        sink = sink_for(options)
        sink.add_source(source)
        parsed = read(source, sink, options, format=doc.format)
        if parsed is not None:
            with sink.within_budget():
                check_meaning(parsed, sink, options)
        if parsed is not None and parsed.meaning and sink.ok:
            description = parsed.meaning[0].description
            twin: Document[Any] = Document(parsed, doc.path, options, ())
            description.detach()
            _ = twin.root
            behind = any(each.code == XML_LOOSE.code and BEHIND in each.message for each in sink.finish())
            return twin, source, description, behind
        refused = refused or LoadError(sink.finish())
    assert refused is not None, "one of them was tried"
    raise refused


def document_of(text: str, format: str, options: Options) -> Document[Any]:
    """The document of a text, with its findings, whatever they are."""
    source = Source(None, text)
    sink = sink_for(options)
    sink.add_source(source)
    parsed = read(source, sink, options, format=format)
    assert parsed is not None, "it was just written"
    with sink.within_budget():
        check_meaning(parsed, sink, options)
    return Document(parsed, None, options, sink.finish())
