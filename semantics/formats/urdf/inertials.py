"""``inertial``: mass properties, and whether a body can have them. Free of numpy."""

from __future__ import annotations

from math import inf, isfinite
from sys import float_info
from typing import TYPE_CHECKING

from ....diagnostics import rules_urdf as rules
from ...ir.links import InertialRecord
from ...spatial.inertia import Moments, clearly_possible
from .origins import pose_of

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
    of = inertia.__dict__
    moments: Moments
    try:
        moments = (of["ixx"], of["iyy"], of["izz"], of["ixy"], of["ixz"], of["iyz"])
    except KeyError:
        moments = (inertia.ixx, inertia.iyy, inertia.izz, inertia.ixy, inertia.ixz, inertia.iyz)
    record = InertialRecord(mass, pose_of(inertial.origin, context), None, moments, inertial)
    if 0 < mass < inf and clearly_possible(moments):
        return record
    if not _check(link, inertial, mass, moments, context):
        context.adapter.replace_impossible(record)
    return record


def _check(link: Link, inertial: Inertial, mass: float, moments: Moments, context: UrdfContext) -> bool:
    """Whether a body can have these properties; reports what speaks against it."""
    possible = isfinite(mass) and all(map(isfinite, moments))
    at_mass = not context.adapter.reports_whole_inertial
    place = inertial.inertia if at_mass else inertial
    if mass < 0:
        context.sink.report(
            rules.NEGATIVE_MASS,
            inertial.mass if at_mass else place,
            attribute="value" if at_mass else None,
            name=link.name,
            mass=mass,
        )
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
    low, middle, high = principal_moments(moments)
    # What rounding may add up to, as Drake has it: measured by the largest moment that the trace allows, or by 1.
    slack = 16 * float_info.epsilon * max(1.0, abs(moments[0] + moments[1] + moments[2]) / 2)
    if low < -slack:
        context.sink.report(rules.INERTIA_NOT_POSITIVE, place, name=link.name, low=low, middle=middle, high=high)
    elif low + middle + slack < high:
        context.sink.report(
            rules.INERTIA_TRIANGLE,
            place,
            name=link.name,
            low=low,
            middle=middle,
            high=high,
            sum=low + middle,
        )
    else:
        return possible
    return False


def principal_moments(moments: Moments) -> tuple[float, float, float]:
    """The moments about the principal axes, in rising order."""
    xx, yy, zz, xy, xz, yz = moments
    # Jacobi's method: each turn takes one entry beside the diagonal to zero, and the rest soon follows.
    for _ in range(12):
        if xy == xz == yz == 0.0:
            break
        if xy != 0.0:
            xx, yy, xz, yz = _rotate_pair(xx, yy, xy, xz, yz)
            xy = 0.0
        if xz != 0.0:
            xx, zz, xy, yz = _rotate_pair(xx, zz, xz, xy, yz)
            xz = 0.0
        if yz != 0.0:
            yy, zz, xy, xz = _rotate_pair(yy, zz, yz, xy, xz)
            yz = 0.0
    low, middle, high = sorted((xx, yy, zz))
    return low, middle, high


def _rotate_pair(
    first: float, second: float, beside: float, first_third: float, second_third: float
) -> tuple[float, float, float, float]:
    """Two diagonal entries, and the entries that they share with the third, after a turn that takes ``beside`` away."""
    theta = (second - first) / (2 * beside)
    t = (1.0 if theta >= 0 else -1.0) / (abs(theta) + (theta * theta + 1) ** 0.5)
    cos = 1 / (t * t + 1) ** 0.5
    sin = t * cos
    return (
        first - t * beside,
        second + t * beside,
        cos * first_third - sin * second_third,
        sin * first_third + cos * second_third,
    )
