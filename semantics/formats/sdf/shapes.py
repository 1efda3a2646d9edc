"""Visuals and collisions: checked while a document is read, described once somebody asks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules_sdformat as rules
from ....runtime.element import is_written
from ...scene.description import ShapeRecord
from ...scene.geometry import Mesh
from ..drake_tags import proximity_properties, visual_roles
from .geometry import geometry_of
from .poses import check_pose, posed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....runtime.diagnostics.rule import Severity
    from ...scene.description import Shapes
    from .geometry import Locate
    from .reader import Reader

NO_TEXT = ("", "__default__")
"""What stands for a text that is missing; older tools wrote the second."""

LOOKS = ("diffuse", "ambient", "specular", "emissive")


def shape_records(
    reader: Reader, shapes: Sequence[Any], locate: Locate | None, properties: Callable[[Any], dict[str, Any]]
) -> Shapes:
    """The records of shapes, which are made once somebody asks, unless their poses refer to frames.

    Args:
        reader: where findings go.
        shapes: the typed visuals or collisions of a link.
        locate: finds the files that geometries name.
        properties: what else is said of a shape, found out once somebody asks for that.
    """
    refer = False
    for shape in shapes:
        pose = shape.pose
        if pose is not None:
            check_pose(reader, pose)
            refer = refer or bool(pose.relative_to)
        mesh = shape.geometry.mesh
        # part of a mesh has a name
        submesh = mesh.submesh if mesh is not None else None
        if submesh is not None and submesh.name in NO_TEXT and isinstance(geometry_of(shape.geometry), Mesh):
            reader.sink.report(rules.SUBMESH_WITHOUT_NAME, submesh)
    make = partial(_made, tuple(shapes), locate, properties, reader.unchecked)
    return make() if refer else make


def _made(
    shapes: Sequence[Any],
    locate: Locate | None,
    properties: Callable[[Any], dict[str, Any]],
    severity: Severity | None,
) -> list[ShapeRecord]:
    records = []
    for shape in shapes:
        pose, relative_to, place = posed(shape)
        geometry = geometry_of(shape.geometry, locate)
        looks = partial(properties, shape)
        records.append(ShapeRecord(shape.name, geometry, pose, relative_to, looks, shape, place, severity))
    return records


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
