"""The checks of a description, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from .context import CheckContext
from .mesh_units import check_mesh_units
from .units import check_limit_units, check_mass_units

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ..core.options import Options
    from ..scene.validation import ValidatedWorld

Check = Callable[[CheckContext], None]

CHECKS: tuple[Check, ...] = (
    check_limit_units,
    check_mass_units,
    check_mesh_units,
)
"""Those of every check. They stay free of numpy."""


def check_worlds(worlds: Iterable[ValidatedWorld], sink: Sink, options: Options) -> None:
    """Runs every check over every world of a document."""
    for world in worlds:
        context = CheckContext(world, sink, options)
        for check in CHECKS:
            check(context)
        if options.plausible:
            from .plausible.registry import PLAUSIBILITY_CHECKS  # numpy, and trimesh where it is installed

            for check in PLAUSIBILITY_CHECKS:
                check(context)
