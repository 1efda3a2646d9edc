"""Writing of formats whose documents are written in their newest version alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.sink import Sink
from ..core.bindings import bindings_of
from .xml_text import add_declaration, namespaces_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.element import Element
    from ...runtime.saving.origin_marks import Marks
    from ..core.options import Options
    from ..core.parsed import ExpandedDocument, ParsedDocument


def write(
    parsed: ParsedDocument[Any],
    options: Options,
    version: str | None,
    expanded: ExpandedDocument | None,
    marks: Marks | None = None,
) -> tuple[str, tuple[Diagnostic, ...]]:
    """See ``Format.write``."""
    newest = bindings_of(parsed.format, package=options.bindings)
    if version not in (None, parsed.read_as, newest.version):
        raise ValueError(f"documents of {parsed.format} are written in version {newest.version}, not {version!r}")
    text = newest.encode(parsed.root, namespaces=namespaces_in(parsed.source), names=parsed.source.names, marks=marks)
    return add_declaration(text), ()


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
    newest = newest_version(format)
    return None if version == newest else f"{format} documents are written in version {newest} only, not {version!r}"
