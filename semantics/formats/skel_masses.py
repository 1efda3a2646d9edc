"""The mass properties of a SKEL body: those written, and the moment that follows from its shapes where none is."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from ...runtime.diagnostics import rules_skel as rules
from ...runtime.element import is_written
from ..scene.description import InertialRecord
from .sdf.inertia import fault_of
from .skel_inertia import PlacedSolid, inertia_from_shapes
from .skel_inertia import mesh as solid_of_mesh
from .skel_reading import part, pose_of

if TYPE_CHECKING:
    from ... import skel
    from ..scene.poses import RawPose
    from .skel_reading import Reading
    from .skel_shapes import Shapes


def inertial_of(body: skel.Body, name: str, shapes: Shapes, reading: Reading) -> InertialRecord:
    """Mass properties of a body; one without ``inertia`` has mass 1 and the identity as moment, whatever its shapes."""
    inertia = body.inertia
    if inertia is None:
        return InertialRecord(element=body)
    mass = inertia.mass
    if not (mass > 0 and isfinite(mass)):
        reading.sink.report(rules.BAD_MASS, part(inertia, "mass"), name=name, mass=mass)
    if not isfinite(mass):
        mass = 1.0
    pose = _place(inertia)
    written = inertia.moment_of_inertia
    if written is None:
        solids = shapes.solids + _meshes(shapes, name, reading) if mass > 0 else []
        moments = inertia_from_shapes(mass, pose[:3], solids)
        return InertialRecord(mass, (*pose[:3], 1.0, 0.0, 0.0, 0.0), None, moments, inertia)
    moments = (written.ixx, written.iyy, written.izz, written.ixy, written.ixz, written.iyz)
    reason = fault_of(abs(mass), moments)
    if reason is not None:
        reading.sink.report(rules.IMPOSSIBLE_INERTIA, written, name=name, reason=reason)
    return InertialRecord(mass, pose, None, moments, inertia)


def _meshes(shapes: Shapes, name: str, reading: Reading) -> list[PlacedSolid]:
    """What the meshes of a body weigh: as much as the boxes around them. Those that are not known are left out."""
    from .skel_meshes import box_around, scaled

    found = []
    for mesh, pose in shapes.meshes:
        box = None if mesh.path is None else box_around(mesh.path)
        if box is None:
            reading.sink.report(rules.MESH_UNKNOWN, shapes.body, name=name, uri=mesh.uri)
        else:
            found.append(PlacedSolid(solid=solid_of_mesh(*scaled(box, mesh.scale)), pose=pose))
    return found


def _place(inertia: skel.Inertia) -> RawPose:
    """Where the moment is taken: at ``offset``, or at the ``transformation`` of the format's old text."""
    if inertia.transformation is not None and not is_written(inertia, "offset"):
        return pose_of(inertia.transformation)
    x, y, z = inertia.offset
    return (x, y, z, 1.0, 0.0, 0.0, 0.0)
