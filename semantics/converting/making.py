"""Typed elements of the format that is made: by their class's name, and by paths of tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.element import Element
from ...runtime.generic import any_element
from ...runtime.parts import kind_of, parts_of
from ...runtime.poses import EulerPose, QuaternionPose
from ..bindings import bindings_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

    from ...runtime.parts import Part
    from ..description.poses import RawPose

DUST = 1e-16
"""Numbers below are what rounding left of 0."""
YES = ("true", "1", "yes")


class NotSaid(ValueError):
    """A text that is no value of the part that it is for."""


def maker(format: str) -> Callable[..., Any]:
    """What makes an element of the newest version of a format: ``make("Link", name="base")``; what is None is not there."""
    types = bindings_of(format).types

    def make(kind: str, **fields: Any) -> Any:
        made = bare(types[kind])
        for name, value in fields.items():
            if value is not None:
                setattr(made, name, value)
        return made

    return make


def bare(kind: Any) -> Any:
    """An element with nothing in it yet, not even what it has to have."""
    made = kind.implied()
    vars(made)["_origin"] = None
    return made


def put(holder: Any, path: str, text: str) -> Any:
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
        raise NotSaid(str(error)) from error
    return value


def _part(holder: Any, tag: str) -> Part:
    part = parts_of(type(holder)).by_place.get(tag)
    if part is None:
        raise NotSaid(f"there is no <{tag}> there")
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
        raise NotSaid(str(error)) from error


def take_in(holder: Any, part: _Element) -> None:
    """Puts an XML element into a typed one, as plain data, which is typed when the text is read again."""
    copy = any_element(part)
    copy.tail = None
    holder.any_elements.append(copy)


def euler_of(pose: RawPose, written: Any) -> EulerPose:
    """A pose as six numbers: those that were written, where that was in angles.

    Args:
        pose: from the description.
        written: the typed element that gives it; one with ``xyz`` and ``rpy`` gives the numbers as they are.
    """
    origin: Any = written
    if isinstance(written, Element) and "quat_xyzw" not in vars(written) and hasattr(written, "rpy"):
        return EulerPose(*origin.xyz, *origin.rpy)
    x, y, z, qw, qx, qy, qz = pose
    turned = QuaternionPose(x, y, z, qx, qy, qz, qw).to_euler()
    return EulerPose(*(number if abs(number) > DUST else 0.0 for number in turned))
