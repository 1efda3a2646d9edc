"""A document's text in one layout."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, AnyStr

from ...diagnostics.errors import LoadError
from ...runtime.saving.canonical_layout import format_layout
from ...runtime.saving.encoded_text import as_bytes, written_text
from ...runtime.saving.layout import Layout
from ...runtime.sink import Sink
from ...runtime.source import Source
from ..core.bindings import bindings_of
from ..core.options import Options
from ..core.text_edits import edits_between
from ..formats.registry import FORMATS
from .parser import read
from .serialization import fits

if TYPE_CHECKING:
    from ...diagnostics.fix import Edit


def format_text(
    text: AnyStr, *, path: str | os.PathLike[str] | None = None, format: str | None = None, numbers: bool = False
) -> AnyStr:
    """A document in one layout: an element a line, indented by two blanks, attributes in the order of the description.

    Comments, instructions, CDATA and the document type stay in their places, and no value or text is changed; nor is
    anything inside an element that holds text and elements both. Of several empty lines one is left. Formatting the
    result changes nothing. Documents with errors are formatted too, as long as their tags can be found.

    Args:
        text: a document of a format of XML; bytes are answered in their own encoding, with their own line ends.
        path: what findings call it.
        format: what it has to be; by default what its root element says.
        numbers: write numbers as the shortest text that reads back as the same number.

    Raises:
        LoadError: it is not well-formed, or of no format that is known.
        ValueError: it is of a format that is no XML.

    Example:
        >>> print(bodyplan.format_text('<robot name="cart"><link   name="base"/></robot>'), end="")
        <robot name="cart">
          <link name="base"/>
        </robot>
    """
    sink, source = Sink(), Source(None if path is None else os.fspath(path), text)
    made = format_source(source, sink, format=format, numbers=numbers)
    if made is None:
        raise LoadError(sink.finish_later())
    if isinstance(text, bytes):
        return as_bytes(made, source)
    return made


def format_edits(
    text: str, *, path: str | os.PathLike[str] | None = None, format: str | None = None, numbers: bool = False
) -> tuple[Edit, ...]:
    """What ``format_text`` changes in a text: the stretches that differ, in the order of the text.

    Args:
        text: see ``format_text``.
        path: what findings and edits call it.
        format: see ``format_text``.
        numbers: see ``format_text``.

    Raises:
        LoadError: see ``format_text``.
        ValueError: see ``format_text``.

    Example:
        >>> for edit in bodyplan.format_edits('<robot name="cart">\\n  <link   name="base"/>\\n</robot>\\n'):
        ...     print(edit.line, edit.column, edit.end_column, repr(edit.text))
        2 8 11 ' '
    """
    name = "<text>" if path is None else os.fspath(path)
    return edits_between(text, format_text(text, path=path, format=format, numbers=numbers), name)


def format_source(source: Source, sink: Sink, *, format: str | None = None, numbers: bool = False) -> str | None:
    """``format_text``; None after a finding of family BP0."""
    parsed = read(source, sink, Options(), format=format)
    if parsed is None:
        return None
    if not FORMATS[parsed.format].tags:
        raise ValueError(f"{FORMATS[parsed.format].title} are no XML, and have no layout")
    layout = Layout(written_text(source))
    if not fits(layout, source):  # the parser finds other elements than there are tags
        return layout.text
    own = bindings_of(parsed.format, parsed.read_as).types
    return format_layout(layout, own.get(type(parsed.root).__name__), numbers)
