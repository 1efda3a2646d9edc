"""Typed elements of the format that is made: by their class's name, and by paths of tags."""

from __future__ import annotations

from functools import cache
from math import isnan, radians
from typing import TYPE_CHECKING, Any

from lxml import etree

from ...runtime.element import Element, make_bare
from ...runtime.field_tables import kind_of, parts_of
from ...runtime.poses import EulerPose, QuaternionPose
from ...runtime.unknown_elements import any_element, is_generic
from ...runtime.values import Color
from ..core.bindings import bindings_of
from ..spatial.raw_pose import pose_from_rpy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lxml.etree import _Element

    from ...runtime.field_tables import FieldPart
    from ..spatial.raw_pose import Quaternion, RawPose

NOISE = 4e-15
"""How far rounding may take a number of a pose from what was meant."""
TURNS = ("quat", "axisangle", "xyaxes", "zaxis", "euler", "fromto", "dir")
"""Attributes beside a position that say a rotation otherwise than by angles about x, y and z."""
YES = ("true", "1", "yes")


class InvalidPartText(ValueError):
    """A text that is no value of the part that it is for."""


@cache
def maker(format: str) -> Callable[..., Any]:
    """What makes an element of the newest version of a format: ``make("Link", name="base")``; what is None is not there."""
    types: Mapping[str, Any] = bindings_of(format).types

    def make(kind: str, **fields: Any) -> Any:
        return make_bare(types[kind], fields)

    return make


def empty_sdformat() -> Any:
    """The root of a document of the newest version with nothing in it."""
    return maker("sdformat")("Sdf", version=bindings_of("sdformat").version)


def bare(kind: Any) -> Any:
    """An element with nothing in it yet, not even what it has to have."""
    return make_bare(kind, {})


def set_path(holder: Any, path: str, text: str) -> Any:
    """Sets a value deep inside an element, and answers it; what stands around it is made where it is missing.

    Args:
        holder: the element.
        path: of tags, such as ``surface/friction/ode/mu``.
        text: as it is written in XML.

    Raises:
        NotSaid: there is no such part, or the text is no value of it; what is around it may have been made.
    """
    *around, last = path.split("/")
    for tag in around:
        part = _part(holder, tag)
        inner = vars(holder).get(part.field)
        if inner is None:
            inner = bare(kind_of(part.owner, part.field))
            setattr(holder, part.field, inner)
        holder = inner
    part = _part(holder, last)
    value = value_of(kind_of(part.owner, part.field), text)
    try:
        setattr(holder, part.field, [value] if part.repeats else value)
    except (TypeError, ValueError) as error:
        raise InvalidPartText(str(error)) from error
    return value


def knows_path(kind: type[Any], path: str) -> bool:
    """Whether elements of a type have a part at a path of tags."""
    for tag in path.split("/"):
        part = parts_of(kind).by_place.get(tag)
        if part is None:
            return False
        kind = kind_of(part.owner, part.field)
    return True


def _part(holder: Any, tag: str) -> FieldPart:
    part = parts_of(type(holder)).by_place.get(tag)
    if part is None:
        raise InvalidPartText(f"there is no <{tag}> there")
    return part


def value_of(kind: type, text: str) -> Any:
    """A value of a scalar or tuple type.

    Raises:
        NotSaid: the text is none.
    """
    try:
        if kind is bool:
            return text.strip().lower() in YES
        if kind is int:
            return int(float(text))
        if kind is float or kind is str:
            return kind(text)
        return tuple(map(float, text.split()))
    except (ValueError, OverflowError) as error:
        raise InvalidPartText(str(error)) from error


def append_generic(holder: Any, part: _Element) -> None:
    """Puts an XML element into a typed one, as plain data, which is typed when the text is read again."""
    copy = any_element(part)
    copy.tail = None
    holder.any_elements.append(copy)


def set_generic_path(holder: Any, path: str, text: str) -> None:
    """Sets a text deep inside plain data; see ``set_path``."""
    for tag in path.split("/"):
        inner = next((each for each in holder.children if is_generic(each) and each.qname == tag), None)
        if inner is None:
            inner = any_element(etree.Element(tag))
            holder.children.append(inner)
        holder = inner
    holder.text = text


def euler_of(pose: RawPose, written: Any) -> EulerPose:
    """A pose as six numbers: those that were written, where these give it; the angles that were, where these do.

    Args:
        pose: from the description.
        written: the typed element that gives it or its rotation, if there is one.
    """
    numbers = numbers_in(written)
    x, y, z, qw, qx, qy, qz = pose
    if numbers is not None and _is_same(pose_from_rpy(*numbers)[3:], pose[3:]):
        roll, pitch, yaw = numbers[3:]
        here = numbers[:3] == (x, y, z)
        return EulerPose(*numbers) if here else EulerPose(tidy(x), tidy(y), tidy(z), roll, pitch, yaw)
    turned = QuaternionPose(x, y, z, qx, qy, qz, qw).to_euler()
    return EulerPose(*map(tidy, turned))


def numbers_in(written: Any) -> tuple[float, float, float, float, float, float] | None:
    """The six numbers in an element, its angles in rad: an origin of URDF, a pose of SDFormat, what is placed in SKEL, a position of MJCF."""
    if not isinstance(written, Element):
        return None
    origin: Any = written
    if hasattr(written, "rpy") and hasattr(written, "xyz"):
        return (*origin.xyz, *origin.rpy)
    found = getattr(written, "value", None)
    if isinstance(found, EulerPose):
        turned = (found.roll, found.pitch, found.yaw)
        roll, pitch, yaw = map(radians, turned) if getattr(written, "degrees", False) else turned
        return (found.x, found.y, found.z, roll, pitch, yaw)
    placed = getattr(written, "transformation", None)
    offset = vars(written).get("offset")
    if placed is None and offset is not None and len(offset) == 3:
        return (*offset, 0.0, 0.0, 0.0)
    if placed is None and hasattr(written, "pos"):
        parts = vars(written)
        if any(parts.get(name) is not None for name in TURNS):
            return None
        x, y, z = parts.get("pos") or (0.0, 0.0, 0.0)
        return (x, y, z, 0.0, 0.0, 0.0)
    return None if placed is None else tuple(placed[:6])


def _is_same(one: Quaternion, other: Quaternion) -> bool:
    if one == other:
        return True
    sign = 1.0 if sum(a * b for a, b in zip(one, other)) > 0 else -1.0
    return all(abs(a - sign * b) <= NOISE for a, b in zip(one, other))


def tidy(number: float) -> float:
    """A number that was calculated without what rounding left in its last digits."""
    short = float(f"{number:.12g}")
    if abs(short) <= NOISE / 10:
        return 0.0
    return short if abs(short - number) <= NOISE * max(1.0, abs(number)) else number


def make_pose(pose: RawPose, written: Any, relative_to: str | None = None) -> Any:
    """A pose of SDFormat, with the angles of the typed element that says it; None for one that says nothing."""
    numbers = euler_of(pose, written)
    if not any(numbers) and relative_to is None:
        return None
    return maker("sdformat")("Pose", value=numbers if any(numbers) else None, relative_to=relative_to)


def shown_color(color: Any) -> Color:
    """A colour whose parts readers take: each lies between 0 and 1."""
    color = (*color, 1.0)[:4]
    return Color(*(0.0 if isnan(part) else min(max(part, 0.0), 1.0) for part in color))
