"""Visuals and collisions: checked while a document is read, described once somebody asks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules_sdformat as rules
from ....runtime.element import is_written
from ...description.geometry import Mesh
from ...description.links import ShapeRecord
from ..drake.tags import proximity_properties, visual_roles
from .geometry import geometry_of
from .poses import check_pose, posed

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....runtime.diagnostics.rule import Severity
    from .geometry import Locate
    from .reader import Reader

NO_TEXT = ("", "__default__")
"""What stands for a text that is missing; older tools wrote the second."""

LOOKS = ("diffuse", "ambient", "specular", "emissive")


class ShapeMaker:
    """Makes the records of the shapes of links that are written in one file.

    Args:
        locate: finds the files that geometries name.
        severity: how bad it is that a pose refers to no frame; None: as bad as it is for everybody.
    """

    __slots__ = ("locate", "visuals", "collisions")

    def __init__(self, locate: Locate | None, severity: Severity | None) -> None:
        self.locate = locate
        # all links share these two: whatever is made for each of them counts in large worlds
        self.visuals = partial(_visuals, locate, severity)
        self.collisions = partial(_collisions, locate, severity)


def _visuals(locate: Locate | None, severity: Severity | None, link: Any) -> list[ShapeRecord]:
    return [_record(visual, looks_of, locate, severity) for visual in link.visual]


def _collisions(locate: Locate | None, severity: Severity | None, link: Any) -> list[ShapeRecord]:
    return [_record(collision, contact_of, locate, severity) for collision in link.collision]


def _record(
    shape: Any, properties: Callable[[Any], dict[str, Any]], locate: Locate | None, severity: Severity | None
) -> ShapeRecord:
    pose, relative_to, place = posed(shape)
    geometry = geometry_of(shape.geometry, locate)
    looks = partial(properties, shape)
    return ShapeRecord(shape.name, geometry, pose, relative_to, looks, shape, place, severity)


def check_shape(reader: Reader, shape: Any) -> bool:
    """Reports what is wrong with the pose and the geometry of a shape; whether its pose refers to a frame."""
    mesh = shape.geometry.mesh
    # part of a mesh has a name
    submesh = mesh.submesh if mesh is not None else None
    if submesh is not None and submesh.name in NO_TEXT and isinstance(geometry_of(shape.geometry), Mesh):
        reader.sink.report(rules.SUBMESH_WITHOUT_NAME, submesh)
    pose = shape.pose
    if pose is None:
        return False
    check_pose(reader, pose)
    return bool(pose.relative_to)


def looks_of(visual: Any) -> dict[str, Any]:
    """Colours of a visual, and who sees it."""
    properties = visual_roles(visual)
    material = visual.material
    if material is not None:
        for name in LOOKS:
            if is_written(material, name):
                properties[name] = tuple(getattr(material, name))
        if material.drake_diffuse_map:
            properties["diffuse_map"] = material.drake_diffuse_map.strip()
    return properties


def contact_of(collision: Any) -> dict[str, Any]:
    """Contact properties; without Drake's coefficients friction is that of ``surface/friction/ode``."""
    properties = proximity_properties(collision.drake_proximity_properties)
    properties["roles"] = ("proximity",)
    if "friction" not in properties:
        friction = collision.surface.friction if collision.surface is not None else None
        ode = friction.ode if friction is not None else None
        properties["friction"] = (1.0, 1.0) if ode is None else (float(ode.mu), float(ode.mu2))
    return properties
