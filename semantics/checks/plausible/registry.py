"""The checks of ``--plausible``, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable

from ..context import CheckContext
from .bodies import Bodies
from .inertia import check_inertia
from .joint_ranges import check_joint_ranges
from .meshes import check_meshes
from .overlaps import check_overlaps


def check_bodies(context: CheckContext) -> None:
    """Looks at the links with their shapes."""
    bodies = Bodies(context.world, context.options.files, context.sink.budget)
    check_inertia(context, bodies)
    check_meshes(context, bodies)


PLAUSIBILITY_CHECKS: tuple[Callable[[CheckContext], None], ...] = (
    check_joint_ranges,
    check_bodies,
    check_overlaps,
)
