"""Directives as text: as it was read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ....runtime.diagnostics.diagnostic import Diagnostic
    from ...options import Options
    from ...parsed import Expanded, Parsed


def write(
    parsed: Parsed[Any], options: Options, version: str | None, expanded: Expanded | None, marks: None = None
) -> tuple[str, tuple[Diagnostic, ...]]:
    """See ``Format.write``."""
    return parsed.source.text, ()


def newest_version(format: str) -> str:
    """See ``Format.newest_version``: directives have no versions."""
    return ""


def refusal(format: str, version: str) -> str | None:
    """See ``Format.refusal``."""
    return f"{format} documents have no versions" if version else None
