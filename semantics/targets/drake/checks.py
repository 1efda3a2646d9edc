"""What Drake would make of a document: what it refuses, warns about and leaves out in silence."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ...formats.sdformat.context import SdformatAdapter
from ...spatial.inertia import NOT_FINITE, find_libsdformat_fault
from ..apply_table import apply_tables
from ..libsdformat.checks import check_documents, is_unchecked_value
from ..registry import DRAKE
from .scene_checks import check_scene
from .urdf import check_urdf

if TYPE_CHECKING:
    from ....diagnostics.rule import Severity
    from ....runtime.lazy_finding import LazyFinding
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...ir.world import WorldIR

SDFORMAT_ADAPTER = SdformatAdapter(
    couples_mimics=False,
    reports_whole_inertial=True,
    find_inertia_fault=find_libsdformat_fault,  # Drake reads with libsdformat
)


def check(parsed: ParsedDocument[Any], descriptions: tuple[WorldIR, ...], sink: Sink, options: Options) -> None:
    """Reports what Drake says beyond the findings of the format."""
    for description in descriptions:
        check_scene(description, sink)
    check_documents(sink)  # it reads with libsdformat
    for document in apply_tables(DRAKE, sink):
        if document.table.format == "urdf":
            check_urdf(document, sink, options)
    if parsed.format == "sdformat":
        sink.map_severity(partial(_severity_of, has_world=bool(vars(parsed.root).get("world"))))


def _severity_of(finding: LazyFinding, has_world: bool) -> Severity | None:
    """The severity of a finding to Drake, which reads with libsdformat; None where it is the rule's own."""
    if is_unchecked_value(finding):
        return "note"
    if finding.code == rules.INERTIA_INVALID.code and has_world and finding.arguments["case"] != NOT_FINITE:
        # Drake forgives it, but of the world around it libsdformat says that it could not be loaded
        return "error"
    return None
