"""The same thing in the words of an older version, where a number has to be computed for it.

Conversion rules only move and rename, so these have none; going to a newer version needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, hypot, pi, radians
from typing import TYPE_CHECKING

from ..spatial.raw_pose import normalize_quaternion
from .xml_tree import Editor, first, retag, set_text, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element


def pose_in_radians(pose: _Element) -> bool:
    """Writes a pose as metres and roll, pitch, yaw in rad, without the attributes that say otherwise."""
    found = pose_numbers(pose)
    if found is None:
        return False
    if len(found) == 7:
        x, y, z, w = found[3:]
        found[3:] = roll_pitch_yaw(w, x, y, z)
    write_pose(pose, found if text_of(pose) else ())
    return True


def pose_numbers(pose: _Element) -> list[float] | None:
    """A position in m with roll, pitch, yaw in rad, or with a quaternion x, y, z, w; None for other texts."""
    text = text_of(pose)
    count = 7 if pose.get("rotation_format") == "quat_xyzw" else 6
    # a pose without numbers is the identity however its numbers would be read
    found = numbers(text) if text else [0.0] * count
    if found is None or len(found) != count:
        return None
    if count == 6 and (pose.get("degrees") or "").lower() in ("true", "1"):
        found[3:] = map(radians, found[3:])
    return found


def write_pose(pose: _Element, values: Sequence[float]) -> None:
    """Writes metres and roll, pitch, yaw in rad, without attributes that say otherwise; no values: only that."""
    for name in ("rotation_format", "degrees"):
        pose.attrib.pop(name, None)
    if values:
        set_text(pose, " ".join(map(number, values)))


def origin_in_angles(origin: _Element) -> bool:
    """Writes the rotation of an origin of URDF as roll, pitch, yaw in rad."""
    found = numbers(origin.get("quat_xyzw") or "")
    if found is None or len(found) != 4:
        return False
    x, y, z, w = found
    del origin.attrib["quat_xyzw"]
    origin.set("rpy", " ".join(map(number, roll_pitch_yaw(w, x, y, z))))
    return True


def thread_pitch_in_radians(pitch: _Element, editor: Editor) -> bool:
    """Turns metres per revolution into the older quantity, radians per metre with the other sign."""
    found = numbers(text_of(pitch) or "")
    parent = pitch.getparent()
    if found is None or len(found) != 1 or found[0] == 0.0 or parent is None:
        return False
    older = first(parent, "thread_pitch")
    if older is not None:
        editor.delete(older)
    retag(pitch, "thread_pitch")
    set_text(pitch, number(-2 * pi / found[0]))
    return True


ATTRIBUTES: dict[tuple[str, str], Callable[[_Element], bool]] = {
    ("origin", "quat_xyzw"): origin_in_angles,
    ("pose", "degrees"): pose_in_radians,
    ("pose", "rotation_format"): pose_in_radians,
}
"""By element and attribute: says the same without the attribute, or answers False."""

ELEMENTS: dict[tuple[str, str], Callable[[_Element, Editor], bool]] = {
    ("joint", "screw_thread_pitch"): thread_pitch_in_radians,
}
"""By parent and element: says the same with an older element, or answers False."""


def roll_pitch_yaw(w: float, x: float, y: float, z: float) -> list[float]:
    """A rotation as angles about the fixed axes x, y, z, in rad."""
    w, x, y, z = normalize_quaternion((w, x, y, z))
    cosine = hypot(1 - 2 * (y * y + z * z), 2 * (x * y + w * z))
    pitch = atan2(2 * (w * y - x * z), cosine)
    if cosine < 1e-9:  # roll and yaw turn about one axis: all of it is yaw
        return [0.0, pitch, atan2(2 * (w * z - x * y), 1 - 2 * (x * x + z * z))]
    roll = atan2(2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    return [roll, pitch, atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z))]


def numbers(text: str) -> list[float] | None:
    """The numbers in a text; None where there is something else in it."""
    try:
        return [float(part) for part in text.split()]
    except ValueError:
        return None


def number(value: float) -> str:
    """A number as it is written."""
    return repr(value).removesuffix(".0")
