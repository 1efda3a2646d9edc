"""What a link's ``<inertial>`` says: written out, or computed from the collisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules_sdformat as rules
from ....runtime.element import is_written
from ...scene.description import InertialRecord
from ...scene.geometry import Mesh
from .inertia import fault_of
from .poses import raw_pose
from .solids import Solid, moved, solid_of, united

if TYPE_CHECKING:
    from ...scene.description import ShapeRecord
    from .reader import Reader

DENSITY = 1000.0
"""kg/m³, where nothing says otherwise: water."""


def inertial_of(reader: Reader, link: Any, name: str, collisions: list[ShapeRecord], is_static: bool) -> InertialRecord:
    """The mass properties of a link; impossible ones are reported and kept.

    Args:
        reader: where findings go.
        link: the typed link.
        name: its full name.
        collisions: its collisions, in the order of ``link.collision``.
        is_static: whether its model does not move; then nothing is computed.
    """
    inertial = link.inertial
    if inertial is None:
        return InertialRecord()
    if inertial.auto and not is_static:
        return _computed(reader, link, name, collisions)
    written = inertial.inertia
    if written is None:
        moments = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    else:
        moments = (written.ixx, written.iyy, written.izz, written.ixy, written.ixz, written.iyz)
    mass = inertial.mass
    reason = fault_of(mass, moments)
    if reason is not None:
        reader.sink.report(rules.INERTIA_INVALID, inertial, name=name, reason=reason)
    return InertialRecord(mass, raw_pose(inertial.pose), None, moments, inertial)


def _computed(reader: Reader, link: Any, name: str, shapes: list[ShapeRecord]) -> InertialRecord:
    inertial = link.inertial
    for tag in ("pose", "inertia"):
        if is_written(inertial, tag):
            reader.sink.report(rules.AUTO_POSE_IGNORED, getattr(inertial, tag), name=name, tag=tag)
    if not shapes:
        reader.sink.report(rules.AUTO_WITHOUT_COLLISION, inertial, name=name)
        return InertialRecord(element=inertial)
    common = inertial.density if is_written(inertial, "density") else DENSITY
    solids = []
    for collision, shape in zip(link.collision, shapes):
        density = collision.density if is_written(collision, "density") else common
        solid = solid_of(shape.geometry, density)
        if solid is None:
            kind = type(shape.geometry).__name__.lower()
            reason = "the mesh is not looked into" if isinstance(shape.geometry, Mesh) else f"a {kind} has no volume"
            reader.sink.report(rules.AUTO_UNSUPPORTED, collision, name=name, collision=collision.name, reason=reason)
        else:
            solids.append(moved(solid, shape.pose))
    body = united(solids)
    if body is None:
        return InertialRecord(element=inertial)
    if is_written(inertial, "mass"):
        body = body.scaled(inertial.mass / body.mass)
    return _record(body, inertial)


def _record(body: Solid, inertial: Any) -> InertialRecord:
    x, y, z = body.com
    return InertialRecord(body.mass, (x, y, z, 1.0, 0.0, 0.0, 0.0), None, body.moments, inertial)
