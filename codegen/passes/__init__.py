"""From records to the compiled model, one step per file, run in the order of ``PASSES``."""

from __future__ import annotations

from collections.abc import Callable

from ..model import CompiledFormat
from .history import note_history
from .names import name_classes
from .shared_classes import share_classes

PASSES: tuple[Callable[[CompiledFormat], None], ...] = (name_classes, note_history, share_classes)
"""What runs after definitions were collected and extended."""
