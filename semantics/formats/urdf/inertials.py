"""``inertial``: mass properties, and whether a body can have them. Free of numpy."""

from __future__ import annotations

from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ...ir.links import InertialRecord
from ...spatial.inertia import DRAKE_SCALE, NEGATIVE_MOMENT, Moments, clearly_possible, find_inertia_fault
from .context import pose_of

if TYPE_CHECKING:
    from ....urdf.newest import Inertial, Link
    from .context import UrdfContext

NO_MOMENTS: Moments = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def inertial_of(link: Link, context: UrdfContext) -> InertialRecord:
    """Mass properties of a link; one without ``inertial`` has no mass."""
    inertial = link.inertial
    if inertial is None:
        return InertialRecord(mass=0.0, moments=NO_MOMENTS)
    mass = inertial.mass.value
    inertia = inertial.inertia
    moments: Moments = (inertia.ixx, inertia.iyy, inertia.izz, inertia.ixy, inertia.ixz, inertia.iyz)
    record = InertialRecord(mass, pose_of(inertial.origin, context), None, moments, inertial)
    if 0 < mass < inf and clearly_possible(moments):
        return record
    if not _check(link, inertial, mass, moments, context) and context.adapter.replace_impossible is not None:
        context.adapter.replace_impossible(record)
    return record


def _check(link: Link, inertial: Inertial, mass: float, moments: Moments, context: UrdfContext) -> bool:
    """Whether a body can have these properties; reports what speaks against it."""
    possible = isfinite(mass) and all(map(isfinite, moments))
    at_mass = not context.adapter.reports_whole_inertial
    place = inertial.inertia if at_mass else inertial
    if mass < 0:
        at, attribute = (inertial.mass, "value") if at_mass else (place, None)
        context.sink.report(rules.NEGATIVE_MASS, at, attribute=attribute, name=link.name, mass=mass)
        possible = False
    if not all(map(isfinite, moments)) or moments == NO_MOMENTS:
        return possible
    if mass == 0:
        # A mass that could not be read has been reported.
        if "value" in vars(inertial.mass):
            context.sink.report(rules.INERTIA_WITHOUT_MASS, place, name=link.name)
        if clearly_possible(moments):
            return False
        possible = False
    fault = find_inertia_fault(0.0, moments, DRAKE_SCALE)
    if fault is None or fault.principal is None:
        return possible
    low, middle, high = fault.principal
    arguments: dict[str, Any] = {"name": link.name, "low": low, "middle": middle, "high": high}
    if fault.case == NEGATIVE_MOMENT:
        context.sink.report(rules.INERTIA_NOT_POSITIVE, place, **arguments)
    else:
        context.sink.report(rules.INERTIA_TRIANGLE, place, **arguments, sum=low + middle)
    return False
