"""Masses and moments of inertia that no body has, as they are written.

What is wrong is found alike in all formats. Which rule says so is in ``schemas/<format>/masses.toml`` where a format has rules of
its own.
"""

from __future__ import annotations

from functools import cache
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...diagnostics.records import NamedTuple
from ..formats.schema_tables import read_schema_table
from ..spatial.inertia import (
    INFINITE_MASS,
    LARGE_MOMENT,
    NEGATIVE_MASS,
    NEGATIVE_MOMENT,
    clearly_possible,
    find_inertia_fault,
)
from ..spatial.mass_units import LEAST_MASS
from .context import plain_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...diagnostics.rule import Rule
    from ..ir.links import InertialRecord, LinkRecord
    from ..spatial.inertia import InertiaFault, Moments
    from .context import RecordContext

FILE = "masses.toml"

ZERO_MASS = "zero-mass"
MOMENTS_WITHOUT_MASS = "moments-without-mass"
MOMENTS_OF_HARDLY_A_MASS = "moments-of-hardly-a-mass"

GENERAL = {
    NEGATIVE_MASS: rules.NEGATIVE_MASS,
    MOMENTS_WITHOUT_MASS: rules.INERTIA_WITHOUT_MASS,
    MOMENTS_OF_HARDLY_A_MASS: rules.INERTIA_WITHOUT_MASS,
    NEGATIVE_MOMENT: rules.INERTIA_NOT_POSITIVE,
    LARGE_MOMENT: rules.INERTIA_TRIANGLE,
}
"""What says so where a format has nothing of its own; of what is not here nothing is said."""
OWN = (rules.INERTIA_INVALID, rules.BAD_MASS, rules.IMPOSSIBLE_INERTIA)
"""Rules that formats have of their own."""

LARGEST_SQUARE = 5000.0
"""Sum of the diagonal of the moments by the mass, m², of a body that hardly has a mass: its radius of gyration is beyond 40 m.
Real robots reach 300, but for some with a moment of 1 kg m² and a mass of 0.1 g or less."""


class Reading(NamedTuple):
    """How a format takes masses."""

    rules: Mapping[str, Rule]
    """What says that something is wrong, by what that is."""
    least_scale: float
    """kg m²; rounding errors of smaller moments are measured by this."""


def check_masses(context: RecordContext) -> None:
    """Reports what is wrong with mass and moments of each link, in that order."""
    possible: set[Moments] = set()  # in a world of many equal things the same moments come again and again
    for link in context.description.links:
        inertial = link.made_inertial
        if inertial is None:
            continue
        mass, moments = inertial.mass, inertial.moments
        if LEAST_MASS <= mass < inf and inertial.written is None:
            if moments in possible:
                continue
            if clearly_possible(moments):
                possible.add(moments)
                continue
        if inertial.element is not None and not link.is_included:
            _check_inertial(link, inertial, context)


def _check_inertial(link: LinkRecord, inertial: InertialRecord, context: RecordContext) -> None:
    reading = _reading_of(context.description.format)
    mass = inertial.mass if inertial.written is None else inertial.written.get("mass", inertial.mass)
    case = _find_mass_fault(mass, inertial)
    told = reading.rules.get(case)
    if told is not None and not context.is_written(inertial.element, "inertial.mass"):
        told = None
    if told is rules.INERTIA_WITHOUT_MASS and _is_static(link, context):
        told = None
    if told is not None:
        has_default = not context.is_written(inertial.element, "inertial.moments")
        largest = max(inertial.moments[:3])
        _report(told, "mass", link, context, case=case, mass=mass, moment=largest, has_default=has_default)
    if inertial.is_computed or not any(inertial.moments):
        return
    fault = _find_moment_fault(inertial.moments, reading, context)
    rule = None if fault is None else reading.rules.get(fault.case)
    if fault is not None and rule is not None and rule is not told:
        low, middle, high = fault.principal or (inf, inf, inf)
        _report(rule, "moments", link, context, case=fault.case, low=low, middle=middle, high=high)


def _find_mass_fault(mass: float, inertial: InertialRecord) -> str:
    """What is wrong with a mass, empty where nothing is."""
    if not isfinite(mass):
        return INFINITE_MASS
    if mass < 0:
        return NEGATIVE_MASS
    has_moments = any(inertial.moments) and not inertial.is_computed
    if mass == 0:
        return MOMENTS_WITHOUT_MASS if has_moments else ZERO_MASS
    is_small = mass < LEAST_MASS and LARGEST_SQUARE * mass < sum(inertial.moments[:3]) < inf
    return MOMENTS_OF_HARDLY_A_MASS if has_moments and is_small else ""


def _find_moment_fault(moments: Moments, reading: Reading, context: RecordContext) -> InertiaFault | None:
    find = context.ask_adapter("find_inertia_fault")
    fault: InertiaFault | None = (
        find_inertia_fault(1.0, moments, reading.least_scale) if find is None else find(1.0, moments)
    )
    return fault


def _is_static(link: LinkRecord, context: RecordContext) -> bool:
    """Whether a link is in a model that nothing moves, where its mass does not count."""
    return any(model.static and f"{link.scope}::".startswith(f"{model.name}::") for model in context.description.models)


def _report(rule: Rule, part: str, link: LinkRecord, context: RecordContext, /, **about: Any) -> None:
    """Reports a rule where a part of the mass properties is written, or at all of them where a target does."""
    element = link.inertial.element
    if context.ask_adapter("reports_whole_inertial"):
        context.sink.report(rule, element, name=plain_name(link), **about)
    else:
        context.report(rule, element, f"inertial.{part}", name=plain_name(link), **about)


def _own_rule(name: str) -> Rule:
    return next(rule for rule in OWN if rule.name == name)


@cache
def _reading_of(format: str) -> Reading:
    table = read_schema_table(format, FILE)
    own = {case: _own_rule(name) for case, name in table.get("rules", {}).items()}
    return Reading({**GENERAL, **own}, table.get("least_scale", 0.0))
