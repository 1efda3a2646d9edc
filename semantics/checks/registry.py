"""The checks of a description, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from .context import CheckContext, RecordContext
from .directions import check_directions
from .gazebo_sensors import check_gazebo_sensors
from .length_units import check_length_units
from .limits import check_actuators, check_limits
from .loops import check_loops
from .masses import check_masses
from .order import check_order
from .sizes import check_sizes
from .units import check_limit_units, check_mass_units

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ..core.options import Options
    from ..ir.world import WorldIR
    from ..scene.validation import ValidatedWorld

Check = Callable[[CheckContext], None]
RecordCheck = Callable[[RecordContext], None]

RECORD_CHECKS: tuple[RecordCheck, ...] = (
    check_limits,
    check_sizes,
    check_order,
    check_directions,
    check_gazebo_sensors,
    check_actuators,
    check_masses,
)
"""Those that look at one record at a time, as it is written."""

MADE_RECORD_CHECKS: tuple[RecordCheck, ...] = (check_masses,)
"""Those of them that look as well at what a target makes of a document, in which it makes one body of several.

Of what neither these nor those of every check ask for, a target may leave out what is in order (``Pipeline.only_findings``).
"""

CHECKS: tuple[Check, ...] = (
    check_loops,
    check_limit_units,
    check_mass_units,
    check_length_units,
)
"""Those of every check. They stay free of numpy."""


def check_records(descriptions: Iterable[WorldIR], sink: Sink, options: Options, *, is_made: bool = False) -> None:
    """Runs the checks that look at one record at a time; ``is_made``: of a document that a target has made."""
    checks = MADE_RECORD_CHECKS if is_made else RECORD_CHECKS
    for description in descriptions:
        context = RecordContext(sink, options, description, options.adapter(description.format, None))
        for check in checks:
            check(context)


def check_worlds(worlds: Iterable[ValidatedWorld], sink: Sink, options: Options) -> None:
    """Runs every check over every world of a document."""
    for world in worlds:
        context = CheckContext(sink, options, world)
        for check in CHECKS:
            check(context)
        if options.plausible:
            from .plausible.registry import PLAUSIBILITY_CHECKS  # numpy, and trimesh where it is installed

            for check in PLAUSIBILITY_CHECKS:
                check(context)
