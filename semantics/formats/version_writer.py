"""Writing of a document in a version of its format, for the formats that have several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.saving.encoded_text import written_text
from ...runtime.saving.finding_locations import placed_by_marks
from ...runtime.sink import Sink
from ..core.bindings import bindings_of
from .xml_text import add_declaration

if TYPE_CHECKING:
    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.source import Source
    from ..core.options import Options
    from ..upgrade.superset_grammar import NewerTags


def in_version(
    text: str,
    newest: str,
    version: str | None,
    meant: str,
    source: Source,
    options: Options,
    format: str = "sdformat",
    words: NewerTags = frozenset(),
    *,
    has_marks: bool = False,
) -> tuple[str, tuple[Diagnostic, ...]]:
    """A text of the newest version in another one, and what that cannot say.

    Args:
        text: the document, as the classes of the newest version write it.
        newest: that version.
        version: the one to write; None for the newest.
        meant: the version whose defaults stand for what is not written.
        source: what the document was read from.
        options: what the caller asked for.
        format: whose document it is.
        words: newer ones that it may go on using.
        has_marks: whether its elements have marks, by which findings are placed in what was read.
    """
    if (version or newest) == newest == meant:
        return add_declaration(text), ()
    from ..upgrade.to_older import written_as

    sink = Sink(strict=options.strict)
    written = written_as(text, version or newest, sink, name=source.name, format=format, meant=meant, words=words)
    losses = sink.finish()
    return add_declaration(written), placed_by_marks(losses, text, written_text(source)) if has_marks else losses


def newest_version(format: str) -> str:
    """See ``Format.newest_version``."""
    return bindings_of(format).version


def refusal(format: str, version: str) -> str | None:
    """See ``Format.refusal``."""
    from ..upgrade.to_older import refusal

    return refusal(version, format)
