"""What Drake would make of a document: what it refuses, warns about and leaves out in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .applying import apply_tables
from .drake_checks import check_scene
from .drake_urdf import check_urdf
from .libsdformat import check_documents

if TYPE_CHECKING:
    from ...runtime.diagnostics.sink import Sink
    from ..options import Options
    from ..reading import Parsed
    from ..scene.description import Description


def check(parsed: Parsed, descriptions: tuple[Description, ...], sink: Sink, options: Options) -> None:
    """Reports what Drake says beyond what everybody says."""
    for description in descriptions:
        check_scene(description, sink)
    check_documents(sink)  # it reads with libsdformat
    for document in apply_tables("drake", sink):
        if document.table.format == "urdf":
            check_urdf(document, sink, options)
