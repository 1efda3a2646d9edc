"""The one way in which commands write documents: each result is read back before any of it goes anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..diagnostics.records import NamedTuple, replace
from ..runtime.atomic_write import write_all
from ..runtime.saving.encoded_text import as_bytes
from ..runtime.source import Source
from .messages import WrongCall

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..diagnostics.diagnostic import Diagnostic
    from ..semantics.core.options import Options

Declares = Literal["all", "known", "none"]
"""Which prefixes a result declares that what it was made of does not: those that a convention explains, or all."""


class Result(NamedTuple):
    """A document that can be written.

    Attributes:
        path: the file that it was made of.
        source: what stood in that.
        text: the document.
        data: the same in its encoding.
    """

    path: str
    source: Source
    text: str
    data: bytes


def result(
    path: str,
    text: str,
    source: Source,
    format: str | None,
    options: Options,
    *,
    made_of: tuple[Source, str] | None = None,
    found: Sequence[Diagnostic] | None = None,
    accepted: Sequence[Diagnostic] = (),
    declares: Declares = "all",
    is_canonical: bool = False,
) -> Result:
    """A text that is read back, and declares the prefixes that it uses.

    Args:
        path: the file that it was made of.
        text: what was made.
        source: has the encoding.
        format: of the text; None: what its root element says.
        options: how documents of the format are read.
        made_of: the document that the text was made of, and its format, where these are others.
        found: what was found in the text, where it has been read already.
        accepted: see ``require_readable``.
        declares: which prefixes are declared that nothing declares.
        is_canonical: see ``as_bytes``.

    Raises:
        UnreadableResult: it cannot be read, or not as well as the document that it was made of.
    """
    from ..semantics.document.readback import (
        find_undeclared_prefixes,
        findings_in,
        require_readable,
        require_strict,
        with_declarations,
    )
    from ..semantics.formats.registry import FORMATS

    data = as_bytes(text, source, is_canonical)
    # what no reader minds may count as an error there, which it does not here
    if found is None or any(each.severity == "error" for each in found):
        found = findings_in(data, format, options)
    is_xml = format is None or not FORMATS[format].told_by  # of others these are in models that they add
    missing = find_undeclared_prefixes(found) if declares != "none" and is_xml else []
    original, its_format = made_of or (source, format)
    if missing:
        declared = with_declarations(text, missing, original.text, unknown=declares == "all")
        if declared != text:
            text, data = declared, as_bytes(declared, source, is_canonical)
            found = findings_in(data, format, options)
    if not require_strict(data, original):
        found = findings_in(data, format, options)
    require_readable(found, original, its_format, options, accepted)
    return Result(path, source, text, data)


def refuse_new_errors(made: Result, options: Options, version: str) -> None:
    """Refuses a document that says in another version what is an error there, such as a name that is reserved.

    Args:
        made: the document in that version.
        options: how documents are read.
        version: of the format.

    Raises:
        WrongCall: it does.
    """
    from ..semantics.document.loader import analyze_source
    from ..semantics.document.readback import first_new_error

    options = replace(options, target=None, strict=False)
    found = analyze_source(Source(made.path, made.data), options, is_read=True).finish()
    if all(each.severity != "error" for each in found):
        return
    before = analyze_source(Source(made.path, made.source.data), options, is_read=True).finish()
    error = first_new_error(found, before)
    if error is not None:
        raise WrongCall(
            f"{made.path}: nothing is written, for in version {version} this is an error, which it is not now: "
            f"{error.code}: {error.message}; change that first, or ask for another --version"
        )


def put_in_place(results: Iterable[Result]) -> None:
    """Writes documents over the files that they were made of, where they differ: all of them, or none.

    Raises:
        OSError: one cannot be written, or is not what it was when it was read.
    """
    write_all((each.path, each.data, before) for each in results if each.data != (before := _bytes(each.source)))


def _bytes(source: Source) -> bytes:
    return source.data.encode() if isinstance(source.data, str) else source.data
