"""From a description to its scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .scene import Scene
from .validation import ValidatedWorld, validate

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ..ir.world import WorldIR


def build(description: WorldIR, sink: Sink | None = None, validated: ValidatedWorld | None = None) -> Scene:
    """The scene of ``description``.

    Args:
        description: what a front end found.
        sink: where findings go; None where they are not wanted.
        validated: what ``validate`` gave for it, where that has been done already; then nothing is reported again.
    """
    return Scene(validated or validate(description, sink))
