"""The generated classes of the newest version, which every document has when it is described; for annotations only."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
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
