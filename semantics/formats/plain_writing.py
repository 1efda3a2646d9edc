"""Writing of formats whose documents are written in their newest version alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..bindings import bindings_of
from .xml_text import declared, namespaces_in

if TYPE_CHECKING:
    from ...runtime.diagnostics.diagnostic import Diagnostic
    from ..options import Options
    from ..parsed import Expanded, Parsed


def write(
    parsed: Parsed[Any], options: Options, version: str | None, expanded: Expanded | None
) -> tuple[str, tuple[Diagnostic, ...]]:
    """See ``Format.write``."""
    newest = bindings_of(parsed.format, package=options.bindings)
    if version not in (None, parsed.read_as, newest.version):
        raise ValueError(f"documents of {parsed.format} are written in version {newest.version}, not {version!r}")
    text = newest.encode(parsed.root, namespaces=namespaces_in(parsed.source), names=parsed.source.names)
    return declared(text), ()


def newest_version(format: str) -> str:
    """See ``Format.newest_version``."""
    return bindings_of(format).version


def refusal(format: str, version: str) -> str | None:
    """See ``Format.refusal``."""
    newest = newest_version(format)
    return None if version == newest else f"{format} documents are written in version {newest} only, not {version!r}"
