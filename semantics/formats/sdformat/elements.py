"""Typed elements of the newest version, whose classes every document has when it is described: aliases and copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar

from ....runtime.element import written_fields

if TYPE_CHECKING:
    from ....runtime.element import Element
    from ....sdformat import newest
    from ....sdformat.newest import *

    Include: TypeAlias = newest.WorldInclude | newest.ModelInclude
    """``<include>``, which has the same fields in a world and in a model."""

    Includable: TypeAlias = newest.Model | newest.Actor | newest.Light
    """What an include can stand for."""

    Shape: TypeAlias = newest.Visual | newest.Collision

    Framed: TypeAlias = newest.Model | newest.Link | newest.Joint | newest.Frame
    """What has a name, a pose and a frame."""

    Attached: TypeAlias = (
        newest.Sensor | newest.Light | newest.Projector | newest.ParticleEmitter | newest.AudioSource | newest.Actor
    )
    """What has a pose, but no frame."""

    Posed: TypeAlias = Framed | Shape | Attached | Include
    """What has a pose that may be relative to a frame."""

T = TypeVar("T", bound="Element")


def shallow(element: T) -> T:
    """A copy with lists of its own, whose members and other parts are those of ``element``; its place is the same."""
    cls = type(element)
    twin = cls.__new__(cls)
    # not set one by one: a value that was reported since it does not fit is held as it was read
    held = vars(twin)
    held["_origin"], held["_was_set"] = element._origin, True
    for name in written_fields(element):
        value = getattr(element, name)
        held[name] = type(value)(value) if type(value) in (list, dict) else value
    return twin
