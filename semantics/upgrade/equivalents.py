"""The same thing in the words of an older version, where a number has to be computed for it.

Conversion rules only move and rename, so these have none; going to a newer version needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, hypot, pi, radians
from typing import TYPE_CHECKING

from ..description.poses import normalized
from .tree import Editor, first, retag, set_text, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element


def pose_in_radians(pose: _Element) -> bool:
    """Writes a pose as metres and roll, pitch, yaw in rad, without the attributes that say otherwise."""
    text = text_of(pose)
    is_quaternion = pose.get("rotation_format") == "quat_xyzw"
    # a pose without numbers is the identity however its numbers would be read
    numbers = _numbers(text) if text else [0.0] * (7 if is_quaternion else 6)
    if numbers is None or len(numbers) != (7 if is_quaternion else 6):
        return False
    position, rotation = numbers[:3], numbers[3:]
    if is_quaternion:
        x, y, z, w = rotation
        rotation = _rpy(w, x, y, z)
    elif (pose.get("degrees") or "").lower() in ("true", "1"):
        rotation = [radians(angle) for angle in rotation]
    if text:
        set_text(pose, " ".join(_number(value) for value in (*position, *rotation)))
    for name in ("rotation_format", "degrees"):
        pose.attrib.pop(name, None)
    return True


def thread_pitch_in_radians(pitch: _Element, editor: Editor) -> bool:
    """Turns metres per revolution into the older quantity, radians per metre with the other sign."""
    numbers = _numbers(text_of(pitch) or "")
    parent = pitch.getparent()
    if numbers is None or len(numbers) != 1 or numbers[0] == 0.0 or parent is None:
        return False
    older = first(parent, "thread_pitch")
    if older is not None:
        editor.delete(older)
    retag(pitch, "thread_pitch")
    set_text(pitch, _number(-2 * pi / numbers[0]))
    return True


ATTRIBUTES: dict[tuple[str, str], Callable[[_Element], bool]] = {
    ("pose", "degrees"): pose_in_radians,
    ("pose", "rotation_format"): pose_in_radians,
}
"""By element and attribute: says the same without the attribute, or answers False."""

ELEMENTS: dict[tuple[str, str], Callable[[_Element, Editor], bool]] = {
    ("joint", "screw_thread_pitch"): thread_pitch_in_radians,
}
"""By parent and element: says the same with an older element, or answers False."""


def _rpy(w: float, x: float, y: float, z: float) -> list[float]:
    w, x, y, z = normalized((w, x, y, z))
    cosine = hypot(1 - 2 * (y * y + z * z), 2 * (x * y + w * z))
    pitch = atan2(2 * (w * y - x * z), cosine)
    if cosine < 1e-9:  # roll and yaw turn about one axis: all of it is yaw
        return [0.0, pitch, atan2(2 * (w * z - x * y), 1 - 2 * (x * x + z * z))]
    roll = atan2(2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    return [roll, pitch, atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z))]


def _numbers(text: str) -> list[float] | None:
    try:
        return [float(part) for part in text.split()]
    except ValueError:
        return None


def _number(value: float) -> str:
    return repr(value).removesuffix(".0")
