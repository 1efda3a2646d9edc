"""Positions and orientations as MJCF writes them.

Spec: MJCF modeling guide, frame orientations; MJCF reference, ``compiler/angle``, ``compiler/eulerseq``, ``geom/fromto``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, hypot, radians
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple
from ...spatial.raw_pose import (
    IDENTITY,
    NO_ROTATION,
    Quaternion,
    RawPose,
    Vector,
    compose,
    cross,
    dot,
    multiply,
    normalize_quaternion,
    quaternion_from_axis_angle,
    quaternion_from_matrix,
    shortest_rotation,
    turn,
    unit,
)

if TYPE_CHECKING:
    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from .model import MjcfPart
    from .settings import CompilerSettings

COUNTS = {"quat": 4, "axisangle": 4, "xyaxes": 6, "zaxis": 3, "euler": 3}
"""The attributes that say an orientation, each in its way, and how many numbers each has."""
SPELLINGS = frozenset(COUNTS)
SHORTEST = 1e-7
"""A direction has to be longer than this."""
DEFAULT_SEQUENCE = "xyz"
AXES = frozenset("xyzXYZ")
"""The letters of ``eulerseq``: axes that have moved along, and those that stay."""
NO_PLACE: Vector = (0.0, 0.0, 0.0)
Z: Vector = (0.0, 0.0, 1.0)


class Span(NamedTuple):
    """A shape that is said by the two points that it reaches from and to."""

    pose: RawPose
    """Of its middle; z points from the second to the first."""
    half_length: float


def pose_of(part: MjcfPart, sink: Sink) -> RawPose:
    """The pose that a part says, in the frame that it is in; reports one that is no rotation."""
    x, y, z = part.get("pos") or NO_PLACE
    return (x, y, z, *_rotation_of(part, sink))


def pose_in_body(part: MjcfPart, sink: Sink) -> RawPose:
    """The pose of a part in the body that it is in, or of a body in that around it: with the frames between them."""
    own = pose_of(part, sink)
    return own if part.frame == IDENTITY else compose(part.frame, own)


def span_of(part: MjcfPart) -> Span | None:
    """The span that ``fromto`` says, in the frame that a part is in; None where it says none, or one without length."""
    points = part.get("fromto")
    if points is None or len(points) != 6:
        return None
    start, end = points[:3], points[3:]
    length = dist(start, end)
    if not length >= SHORTEST:
        return None
    x, y, z = ((a + b) / 2 for a, b in zip(start, end))
    direction = (start[0] - end[0], start[1] - end[1], start[2] - end[2])
    return Span((x, y, z, *shortest_rotation(Z, direction)), length / 2)


def turn_by(angles: Sequence[float], settings: CompilerSettings) -> Quaternion:
    """The rotation by angles about the axes of ``eulerseq``, up to a letter that is no axis."""
    rotation = NO_ROTATION
    for letter, angle in zip(settings.get("eulerseq") or DEFAULT_SEQUENCE, angles):
        if letter not in AXES:
            break
        step = turn("xyz".index(letter.lower()), _in_radians(angle, settings))
        # about an axis that has moved along, or about one that stays
        rotation = multiply(rotation, step) if letter.islower() else multiply(step, rotation)
    return normalize_quaternion(rotation)


def _rotation_of(part: MjcfPart, sink: Sink) -> Quaternion:
    """What counts is written nearest: what a class says holds only where the element says no orientation at all."""
    if not part.are_written(SPELLINGS):
        return NO_ROTATION
    for element in (part.element, *part.given.layers):
        written = vars(element)
        for spelling, count in COUNTS.items():
            if len(written.get(spelling) or ()) == count:
                return _ROTATIONS[spelling](written[spelling], part, element, sink)
    return NO_ROTATION


def _from_quaternion(numbers: Sequence[float], part: MjcfPart, element: Element, sink: Sink) -> Quaternion:
    w, x, y, z = numbers
    if not (w or x or y or z):
        _report_no_direction("quat", numbers, part, element, sink)
    return normalize_quaternion((w, x, y, z))


def _from_axis_and_angle(numbers: Sequence[float], part: MjcfPart, element: Element, sink: Sink) -> Quaternion:
    x, y, z, angle = numbers
    if _is_short((x, y, z)):
        return _report_no_direction("axisangle", (x, y, z), part, element, sink)
    return quaternion_from_axis_angle(unit((x, y, z)), _in_radians(angle, part.settings))


def _from_axes(numbers: Sequence[float], part: MjcfPart, element: Element, sink: Sink) -> Quaternion:
    x, y = (numbers[0], numbers[1], numbers[2]), (numbers[3], numbers[4], numbers[5])
    if _is_short(x):
        return _report_no_direction("xyaxes", x, part, element, sink)
    x = unit(x)
    along = dot(x, y)
    across = (y[0] - along * x[0], y[1] - along * x[1], y[2] - along * x[2])
    if _is_short(across):
        return _report_no_direction("xyaxes", y, part, element, sink)
    y = unit(across)
    return quaternion_from_matrix(tuple(zip(x, y, cross(x, y))))


def _from_z_axis(numbers: Sequence[float], part: MjcfPart, element: Element, sink: Sink) -> Quaternion:
    x, y, z = numbers
    if _is_short((x, y, z)):
        return _report_no_direction("zaxis", numbers, part, element, sink)
    return shortest_rotation(Z, (x, y, z))


def _from_euler(numbers: Sequence[float], part: MjcfPart, element: Element, sink: Sink) -> Quaternion:
    sequence = part.settings.get("eulerseq") or DEFAULT_SEQUENCE
    if len(sequence) != len(numbers) or not set(sequence) <= AXES:
        holder = part.settings.holder("eulerseq")
        sink.report(rules.EULER_SEQUENCE, holder, attribute="eulerseq", sequence=sequence)
        return NO_ROTATION
    return turn_by(numbers, part.settings)


_ROTATIONS = {
    "quat": _from_quaternion,
    "axisangle": _from_axis_and_angle,
    "xyaxes": _from_axes,
    "zaxis": _from_z_axis,
    "euler": _from_euler,
}


def _in_radians(angle: float, settings: CompilerSettings) -> float:
    return radians(angle) if settings.get("angle") == "degree" else angle


def _is_short(vector: Vector) -> bool:
    return hypot(*vector) <= SHORTEST


def _report_no_direction(
    spelling: str, numbers: Sequence[float], part: MjcfPart, element: Element, sink: Sink
) -> Quaternion:
    values = " ".join(f"{number:g}" for number in numbers)
    sink.report(rules.NO_DIRECTION, element, attribute=spelling, tag=part.tag, spelling=spelling, values=values)
    return NO_ROTATION
