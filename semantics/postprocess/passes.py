"""What is done with the findings of a document once it was checked, pass by pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .supersede import drop_superseded
from .typo_recovery import recover_from_typos

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from .corrections import Look

PASSES = (
    drop_superseded,
    recover_from_typos,
    drop_superseded,  # of what typos had hidden
)


def run_passes(sink: Sink, source: Source, look: Look | None) -> None:
    """Runs all passes, in order.

    Args:
        sink: holds the findings of the document.
        source: the document.
        look: reads and checks a corrected source of the same text, and answers the findings; None where it was
            corrected already, and where it is not to be read again.
    """
    for run in PASSES:
        run(sink, source, look)
