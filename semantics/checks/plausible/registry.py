"""The checks of ``--plausible``, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable

from ..context import CheckContext
from .joint_ranges import check_joint_ranges
from .overlaps import check_overlaps

PLAUSIBILITY_CHECKS: tuple[Callable[[CheckContext], None], ...] = (
    check_joint_ranges,
    check_overlaps,
)
