"""Values that make sense in another unit than the one that they are read in: limits in degrees, masses in grams,
moments of inertia in kg·mm² or g·mm².

The thresholds were measured on 4,962 documents of real robots with 24,260 inertials; what they leave is beside each.
"""

from __future__ import annotations

from math import hypot, isfinite, log10, sqrt
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...runtime.degrees import LEAST, STEP, to_radians
from ..ir.joints import AxisRecord
from ..kinematics.coordinates import UNITS
from ..spatial.mass_units import DENSEST_OF_MANY, LEAST_MASS, NARROW, is_far, is_heavy
from .context import plain_name
from .lengths import length_of, reach_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..ir.links import InertialRecord, LinkRecord
    from .context import CheckContext

MOST_DEGREES = 720.0
"""Limits beyond this are there to be out of the way."""
ROUND_RADIANS = frozenset({10.0, 20.0, 50.0, 100.0, 500.0})
"""What authors write for as good as no limit, to both sides alike: real robots have 10, 20 and 100."""
SMALL_DEGREES = 25.0
"""Angles below this, if one is no multiple of 5, may be some turns in radians."""

FARTHEST = 30.0
"""Radius of gyration by size of a body from which its moments are in another unit: real ones reach 25, but for one with a
mistake. In kg·mm², 93 % of them would be beyond it; in g·mm², 99 %."""
KG_MM2, G_MM2 = 1e-6, 1e-9
"""In kg m²."""
FARTHEST_IN_KG_MM2 = 700.0
"""Radius of gyration by size beyond which moments are rather in g·mm²: no body has one above 0.7 of its size."""
FARTHEST_IN_G_MM2 = 100_000.0
"""Beyond this no unit would help."""

GRAM = 1e-3
"""In kg."""
DENSEST = 1200.0
"""Mass by cube of size, kg/m³, of a narrow body from which that is in grams: real ones reach 690. In grams 52 % would be beyond
it."""
HEAVIEST = 500.0
"""Mass by the median of those of the other links. With both, 62 % of all links in grams are found."""


def check_limit_units(context: CheckContext) -> None:
    """Reports limits of rotations that were written in degrees."""
    for joint in context.description.joints:
        for number, axis in enumerate(joint.axes):
            if not (LEAST <= abs(axis.lower) <= MOST_DEGREES or LEAST <= abs(axis.upper) <= MOST_DEGREES):
                continue
            units = UNITS[joint.motion]
            if number >= len(units) or units[number] != "rad" or joint.type == "continuous":
                continue  # what a continuous joint has is reported, and none
            value = _limit_in_degrees(axis)
            if value is not None:
                context.report(
                    rules.LIMIT_IN_DEGREES,
                    axis.element,
                    value,
                    name=plain_name(joint),
                    lower=axis.lower,
                    upper=axis.upper,
                    limits=_describe_limits(axis.lower, axis.upper),
                    in_radians=_describe_limits(*map(to_radians, (axis.lower, axis.upper))),
                )


def _limit_in_degrees(axis: AxisRecord) -> str | None:
    """Which of the limits of a coordinate, if any, is a round number of degrees and a lot in radians."""
    lower, upper = axis.lower, axis.upper
    stated = [limit for limit in (lower, upper) if abs(limit) <= MOST_DEGREES]
    if any(limit % STEP for limit in stated if abs(limit) >= LEAST):
        return None
    largest = max(map(abs, stated))
    if len({abs(limit) for limit in stated}) == 1 and largest in ROUND_RADIANS:
        return None
    if largest < SMALL_DEGREES and largest % 5:
        return None
    return "axis.lower" if LEAST <= abs(lower) <= MOST_DEGREES else "axis.upper"


def _describe_limits(lower: float, upper: float) -> str:
    """A range in words; a limit out of the way is none."""
    if abs(lower) > MOST_DEGREES:
        return f"to {upper:.5g}"
    return f"from {lower:.5g}" if abs(upper) > MOST_DEGREES else f"from {lower:.5g} to {upper:.5g}"


def check_mass_units(context: CheckContext) -> None:
    """Reports moments of inertia and masses that no body of this size has, and that one has in another unit."""
    for link in context.description.links:
        inertial = link.made_inertial
        if inertial is None:
            continue
        mass, moment = inertial.mass, max(inertial.moments[:3])
        if not mass >= LEAST_MASS or not moment > 0.0 or inertial.element is None:
            continue
        square = moment / mass
        if is_far(square):
            _check_moments(link, inertial, sqrt(square), context)
        elif is_heavy(mass, square):
            _check_mass(link, inertial, context)


def _size(link: LinkRecord, inertial: InertialRecord, context: CheckContext) -> float:
    """The size of a body, as far as it is known: of its shapes, or of the steps between links where that is more."""
    least = context.largest_offset(link.scope)
    return max(least, hypot(*inertial.pose[:3]), reach_of(link, context.options.files))


def _known_lengths(link: LinkRecord, context: CheckContext) -> Iterator[float]:
    """What the size of a body is at least, for which no records of shapes are made: where shapes are is left out.

    One by one, since the first is nearly always enough.
    """
    yield context.largest_offset(link.scope)
    for geometry in link.find_geometries():
        length = length_of(geometry, context.options.files)
        if isfinite(length):
            yield length


def _check_moments(link: LinkRecord, inertial: InertialRecord, far: float, context: CheckContext) -> None:
    least = far / FARTHEST
    for length in _known_lengths(link, context):
        if length >= least:
            return
    size = _size(link, inertial, context)
    if not (0.0 < size < least and far <= FARTHEST_IN_G_MM2 * size) or _is_placeholder(inertial):
        return
    mass, moment = inertial.mass, max(inertial.moments[:3])
    unit, factor = ("kg mm²", KG_MM2) if far < FARTHEST_IN_KG_MM2 * size else ("g mm²", G_MM2)
    context.report(
        rules.MOMENTS_IN_OTHER_UNIT,
        inertial.element,
        "inertial.moments",
        name=plain_name(link),
        mass=mass,
        moment=moment,
        far=far,
        unit=unit,
        meant=moment * factor,
    )


def _is_placeholder(inertial: InertialRecord) -> bool:
    """Whether all moments are powers of ten, which stand for some number."""
    return all(not moment or abs(log10(abs(moment)) % 1.0 - 0.5) > 0.499999 for moment in inertial.moments)


def _cube(length: float) -> float:
    """The third power, infinite where it is too large for a number."""
    return length * length * length


def _check_mass(link: LinkRecord, inertial: InertialRecord, context: CheckContext) -> None:
    mass = inertial.mass
    low, high = NARROW
    far = sqrt(max(inertial.moments[:3]) / mass)
    if any(low * length >= far or mass < DENSEST_OF_MANY * _cube(length) for length in _known_lengths(link, context)):
        return
    size = _size(link, inertial, context)
    if not low * size < far < high * size or mass < DENSEST_OF_MANY * _cube(size):
        return
    if mass < DENSEST * _cube(size):
        from statistics import median  # with much that only this needs

        links = context.description.links
        others = [each.inertial.mass for each in links if each.scope == link.scope and each is not link]
        masses = [other for other in others if other > 0]
        if len(masses) < 2 or mass < HEAVIEST * median(masses):
            return
    context.report(
        rules.MASS_IN_GRAMS,
        inertial.element,
        "inertial.mass",
        name=plain_name(link),
        mass=mass,
        meant=mass * GRAM,
        size=size,
    )
