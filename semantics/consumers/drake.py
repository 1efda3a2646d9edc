"""What Drake would make of a document: what it refuses, warns about and leaves out in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.diagnostics import rules_sdformat as rules
from ..formats.sdf.inertia import NOT_FINITE
from .applying import apply_tables
from .drake_checks import check_scene
from .drake_urdf import check_urdf
from .libsdformat import check_documents, is_unchecked_word

if TYPE_CHECKING:
    from ...runtime.diagnostics.diagnostic import Diagnostic
    from ...runtime.diagnostics.rule import Severity
    from ...runtime.diagnostics.sink import Sink
    from ..options import Options
    from ..reading import Parsed
    from ..scene.description import Description


def _of_a_word(finding: Diagnostic) -> Severity | None:
    return "note" if is_unchecked_word(finding) else None


def _of_a_world(finding: Diagnostic) -> Severity | None:
    # it forgives impossible inertias, but libsdformat says of their world, too, that it could not be loaded
    is_seen = finding.code == rules.INERTIA_INVALID.code and finding.arguments["reason"] != NOT_FINITE
    return "error" if is_seen else None


def check(parsed: Parsed, descriptions: tuple[Description, ...], sink: Sink, options: Options) -> None:
    """Reports what Drake says beyond what everybody says."""
    for description in descriptions:
        check_scene(description, sink)
    check_documents(sink)  # it reads with libsdformat
    for document in apply_tables("drake", sink):
        if document.table.format == "urdf":
            check_urdf(document, sink, options)
    if parsed.format == "sdformat":
        sink.judge(_of_a_word)
        if vars(parsed.root).get("world"):
            sink.judge(_of_a_world)
