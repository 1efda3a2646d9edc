"""URDF documents as text, in their own version or another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.bindings import bindings_of
from ..plain_writer import make_reparser, reads_alike, write_as_read
from ..version_writer import in_version, newest_version, refusal
from ..xml_text import add_declaration, namespaces_in

if TYPE_CHECKING:
    from ....diagnostics.diagnostic import Diagnostic
    from ....runtime.saving.origin_marks import Marks
    from ....urdf.newest import Robot
    from ...core.options import Options
    from ...core.parsed import ExpandedDocument, ParsedDocument

__all__ = ["newest_version", "reads_alike", "refusal", "make_reparser", "write", "write_as_read"]


def write(
    parsed: ParsedDocument[Robot],
    options: Options,
    version: str | None,
    expanded: ExpandedDocument | None,
    marks: Marks | None = None,
) -> tuple[str, tuple[Diagnostic, ...]]:
    """See ``Format.write``."""
    newest = bindings_of("urdf", package=options.bindings)
    text = newest.encode(parsed.root, namespaces=namespaces_in(parsed.source), names=parsed.source.names, marks=marks)
    if version in (None, parsed.read_as):
        return add_declaration(text), ()  # with what later versions brought, where it has that
    has_marks = marks is not None
    return in_version(
        text, newest.version, version, parsed.read_as, parsed.source, options, "urdf", has_marks=has_marks
    )
