"""Numbers in pictures and trees, rounded as people do: four digits that count, no noise, no exponents without need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import degrees, floor, isfinite, log10

from ..constraints.coordinates import MimicConstraint
from ..ir.joints import Motion
from ..kinematics.coordinates import UNITS
from ..scene.joints import Axis, Joint
from ..spatial.transform import Transform

NOISE = 1e-9
"""Sizes below which a number is what is left of a calculation that gives zero."""
DIGITS = 4
UNLIMITED = 1e10
"""From here on a limit says that there is none."""


def round_numbers(values: Iterable[float], noise: float = NOISE, finest: int = 12) -> list[str]:
    """Numbers that belong together, each as fine as the largest of them needs, with ``finest`` decimals at most."""
    numbers = [float(value) for value in values]
    largest = max((abs(number) for number in numbers if isfinite(number)), default=0.0)
    if largest < noise or not largest:
        return ["0" if isfinite(number) else f"{number:g}" for number in numbers]
    decimals = min(max(DIGITS - 1 - floor(log10(largest)), 0), finest)
    return [_format_number(number, decimals, largest) for number in numbers]


def _format_number(number: float, decimals: int, largest: float) -> str:
    if not isfinite(number) or largest >= 10 ** (DIGITS + 3):
        return f"{number + 0.0:.{DIGITS}g}"
    text = f"{number:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def format_pose(pose: Transform) -> tuple[str, ...]:
    """Position in m and roll, pitch, yaw in rad, each where it is not zero."""
    position, angles = round_numbers(pose.translation), round_numbers(pose.rpy, noise=0.5e-4, finest=4)
    parts = (("xyz", position), ("rpy", angles))
    return tuple(f"{word} {' '.join(numbers)}" for word, numbers in parts if set(numbers) != {"0"})


def format_mass(mass: float) -> str:
    """A mass in kg."""
    return f"{round_numbers([mass], noise=0.0 if mass else 1.0)[0]} kg"


def format_limits(joint: Joint) -> str:
    """Limits of a joint as a picture has them, angles in degrees; empty where there are none."""
    return ", ".join(
        _format_range(axis, unit, in_degrees=True) or "no limits" for axis, unit in _find_limited_axes(joint)
    )


def format_limits_long(joint: Joint) -> str:
    """Limits of a joint in rad and degrees, or in m; empty where there are none."""
    parts = []
    for axis, unit in _find_limited_axes(joint):
        exact = _format_range(axis, unit, in_degrees=False)
        more = f" ({_format_range(axis, unit, in_degrees=True)})" if exact and unit == "rad" else ""
        parts.append(f"{exact}{more}" or "no limits")
    return ", ".join(parts)


def format_joint_type(joint: Joint) -> str:
    """The type, with what it takes to understand it: the pitch of a screw."""
    if joint.motion is Motion.SCREW:
        return f"{joint.type} {round_numbers([joint.pitch])[0]} m/rev"
    return joint.type


def format_mimic(mimic: MimicConstraint, leader: str) -> str:
    """What a joint follows, such as ``mimics elbow × 0.5 + 0.1``."""
    factor, offset = (
        round_numbers([value], noise=0.0 if value else 1.0)[0] for value in (mimic.multiplier, mimic.offset)
    )
    words = f"mimics {leader}"
    if factor != "1":
        words += f" × {factor}"
    if offset != "0":
        words += f" - {offset[1:]}" if offset.startswith("-") else f" + {offset}"
    return words


def _find_limited_axes(joint: Joint) -> Sequence[tuple[Axis, str]]:
    """Axes with the units of their coordinates; none where no axis has a limit."""
    pairs = list(zip(joint.axes, UNITS[joint.motion]))
    return pairs if any(abs(end) < UNLIMITED for axis, _ in pairs for end in (axis.lower, axis.upper)) else []


def _format_range(axis: Axis, unit: str, *, in_degrees: bool) -> str:
    """The limits of an axis; empty where there are none."""
    ends: list[float | None] = [end if abs(end) < UNLIMITED else None for end in (axis.lower, axis.upper)]
    after, finest = f" {unit}", 12
    if unit == "rad" and in_degrees:
        ends = [None if end is None else degrees(end) for end in ends]
        after, finest = "°", 1 if any(abs(end or 0.0) >= 1 for end in ends) else 12
    lower, upper = round_numbers((end or 0.0 for end in ends), finest=finest)
    if ends[0] is None:
        return "" if ends[1] is None else f"≤ {upper}{after}"
    if ends[1] is None:
        return f"≥ {lower}{after}"
    return f"{lower}{after if after == '°' else ''} … {upper}{after}"
