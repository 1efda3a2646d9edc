"""The generated classes of the newest version, which every document has when it is described; for annotations only."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ....sdformat.newest import *
    from ....sdformat.newest import (
        Actor,
        AudioSource,
        Collision,
        Frame,
        Gripper,
        Joint,
        Light,
        Link,
        Model,
        ModelInclude,
        ParticleEmitter,
        Physics,
        Population,
        Projector,
        Road,
        Sensor,
        Visual,
        World,
        WorldInclude,
    )

    Include: TypeAlias = WorldInclude | ModelInclude
    """``<include>``, which has the same fields in a world and in a model."""

    Includable: TypeAlias = Model | Actor | Light
    """What an include can stand for."""

    Shape: TypeAlias = Visual | Collision

    Framed: TypeAlias = Model | Link | Joint | Frame
    """What has a name, a pose and a frame."""

    Attached: TypeAlias = Sensor | Light | Projector | ParticleEmitter | AudioSource | Actor
    """What has a pose, but no frame."""

    Posed: TypeAlias = Framed | Shape | Attached | Include
    """What has a pose that may be relative to a frame."""

    Named: TypeAlias = (
        Framed
        | Shape
        | Sensor
        | Light
        | Projector
        | ParticleEmitter
        | Actor
        | World
        | Gripper
        | Physics
        | Road
        | Population
    )
    """What has a name."""
