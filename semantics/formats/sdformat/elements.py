"""The generated classes of the newest version, which every document has when it is described; for annotations only."""

from __future__ import annotations

from typing import TypeAlias

from ....sdformat.newest import (
    Actor,
    AudioSource,
    Axis,
    Axis2,
    Box,
    Capsule,
    Collision,
    Cone,
    Cylinder,
    DrakeCapsule,
    DrakeEllipsoid,
    DrakeJoint,
    Ellipsoid,
    Empty,
    Frame,
    Geometry,
    Gripper,
    Heightmap,
    Image,
    Inertial,
    InertialPose,
    Joint,
    Light,
    Link,
    MaterialScript,
    Mesh,
    Model,
    ModelInclude,
    ParticleEmitter,
    Physics,
    Plane,
    Polyline,
    Population,
    Pose,
    Projector,
    Road,
    Sdf,
    Sensor,
    Sphere,
    Visual,
    World,
    WorldInclude,
)

__all__ = [
    "Actor",
    "Attached",
    "AudioSource",
    "Axis",
    "Axis2",
    "Box",
    "Capsule",
    "Collision",
    "Cone",
    "Cylinder",
    "DrakeCapsule",
    "DrakeEllipsoid",
    "DrakeJoint",
    "Ellipsoid",
    "Empty",
    "Frame",
    "Framed",
    "Geometry",
    "Gripper",
    "Heightmap",
    "Image",
    "Includable",
    "Include",
    "Inertial",
    "InertialPose",
    "Joint",
    "Light",
    "Link",
    "MaterialScript",
    "Mesh",
    "Model",
    "Named",
    "ParticleEmitter",
    "Physics",
    "Plane",
    "Polyline",
    "Population",
    "Pose",
    "Posed",
    "Projector",
    "Road",
    "Sdf",
    "Sensor",
    "Shape",
    "Sphere",
    "Visual",
    "World",
]

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
