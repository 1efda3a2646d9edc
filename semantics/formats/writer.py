"""Writing of XML documents: what formats share, and all of it for those whose versions differ in what they have alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.saving.encoded_text import written_text
from ...runtime.saving.finding_locations import placed_by_marks
from ...runtime.sink import Sink
from ..core.bindings import bindings_of, versions_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.element import Element
    from ...runtime.saving.origin_marks import Marks
    from ...runtime.source import Source
    from ..core.options import Options
    from ..core.parsed import ExpandedDocument, ParsedDocument
    from ..upgrade.target_version import NewerTags


def write(
    parsed: ParsedDocument[Any],
    options: Options,
    version: str | None,
    expanded: ExpandedDocument | None,
    marks: Marks | None = None,
) -> tuple[str, tuple[Diagnostic, ...]]:
    """See ``Format.write``."""
    newest = bindings_of(parsed.format, package=options.bindings)
    if version not in (None, parsed.read_as) and (reason := refusal(parsed.format, str(version))) is not None:
        raise ValueError(reason)
    root, anchors = (parsed.root, None) if expanded is None else (expanded.root, expanded.anchors)
    text = newest.encode(
        root, namespaces=namespaces_in(parsed.source), names=parsed.source.names, anchors=anchors, marks=marks
    )
    if version in (None, parsed.read_as):
        return add_declaration(text), ()  # with what later versions brought, where it has that
    return in_version(text, newest.version, version, parsed.read_as, parsed, options, has_marks=marks is not None)


def in_version(
    text: str,
    newest: str,
    version: str | None,
    meant: str,
    parsed: ParsedDocument[Any],
    options: Options,
    words: NewerTags = frozenset(),
    *,
    has_marks: bool = False,
) -> tuple[str, tuple[Diagnostic, ...]]:
    """A text of the ``newest`` version in another one, and what that cannot say.

    The defaults of the version ``meant`` are those of what is not written; newer ``words`` may go on being used. Findings
    are placed in what was read by the marks of elements, where the text has them.
    """
    if (version or newest) == newest == meant:
        return add_declaration(text), ()
    from ..upgrade.to_older import written_as

    sink, source = Sink(strict=options.strict), parsed.source
    written = written_as(
        text, version or newest, sink, name=source.name, format=parsed.format, meant=meant, words=words
    )
    losses = sink.finish()
    return add_declaration(written), placed_by_marks(losses, text, written_text(source)) if has_marks else losses


def write_as_read(parsed: ParsedDocument[Any], options: Options, marks: Marks | None = None) -> str:
    """See ``Format.write_as_read``."""
    return write(parsed, options, None, None, marks)[0]


def make_reparser(
    parsed: ParsedDocument[Any], options: Options, changed: list[Element]
) -> Callable[[Element, Any], Element] | None:
    """See ``Format.make_reparser``."""
    bindings = bindings_of(parsed.format, package=options.bindings)
    context = bindings.context(Sink(), silent=True)

    def reparse_element(element: Element, there: Any) -> Element:
        made: Element = bindings.decode_element(type(element).__name__, there, context)
        return made

    return reparse_element


def reads_alike(parsed: ParsedDocument[Any], options: Options, text: str) -> bool:
    """See ``Format.reads_alike``."""
    return True


def newest_version(format: str) -> str:
    """See ``Format.newest_version``."""
    return bindings_of(format).version


def refusal(format: str, version: str) -> str | None:
    """See ``Format.refusal``."""
    only = newest_version(format)
    if len(versions_of(format)) == 1:
        return None if version == only else f"{format} documents are written in version {only} only, not {version!r}"
    from ..upgrade.to_older import refusal

    return refusal(version, format)


def namespaces_in(source: Source) -> dict[str | None, str]:
    """The prefixes that the document declares on its root."""
    return {} if source.root is None else dict(source.root.nsmap)


def add_declaration(text: str) -> str:
    """The text of a root element with the declaration of a document."""
    return f'<?xml version="1.0"?>\n{text}'
