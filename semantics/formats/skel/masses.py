"""The mass properties of a SKEL body: those written, and the moment that follows from its shapes where none is."""

from __future__ import annotations

from math import inf, isfinite
from typing import TYPE_CHECKING

from ....diagnostics import rules_skel as rules
from ...ir.geometry import Mesh
from ...ir.links import InertialRecord
from ...ir.solids import DART_SOLIDS, UNIT_MOMENTS, PlacedSolid, box, inertia_from_shapes
from ...spatial.inertia import find_inertia_fault
from ...spatial.raw_pose import IDENTITY
from ..text_order import child_element
from .context import pose_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....skel import newest as skel
    from ...ir.geometry import Geometry
    from ...spatial.raw_pose import RawPose
    from .context import SkelContext
    from .shapes import BodyShapes


def inertial_of(bodies: Sequence[skel.Body], name: str, shapes: BodyShapes, context: SkelContext) -> InertialRecord:
    """Mass properties of a body.

    Without ``inertia`` it has mass 1 and the identity as moment, whatever its shapes. Of several elements of one name
    the first has the mass; any of them can ask for a moment that follows from the shapes.
    """
    inertia = bodies[0].inertia
    mass, pose, moments = 1.0, IDENTITY, UNIT_MOMENTS
    if inertia is not None:
        mass = _mass(inertia, name, context)
        pose = _place(inertia)
    if shapes.weighed is not None:
        solids = _solids(bodies[0], name, shapes.weighed, context) if mass > 0 else []
        moments = inertia_from_shapes(mass, pose[:3], solids)
        pose = (*pose[:3], 1.0, 0.0, 0.0, 0.0)
    elif inertia is not None and inertia.moment_of_inertia is not None:
        written = inertia.moment_of_inertia
        moments = (written.ixx, written.iyy, written.izz, written.ixy, written.ixz, written.iyz)
        fault = find_inertia_fault(abs(mass), moments)
        if fault is not None:
            context.sink.report(rules.IMPOSSIBLE_INERTIA, written, name=name, case=fault.case, reason=fault.words)
    place = inertia if inertia is not None else bodies[0]
    return InertialRecord(mass, pose, None, moments, place, may_be_massless=True)


def _mass(inertia: skel.Inertia, name: str, context: SkelContext) -> float:
    mass = inertia.mass
    if 0 < mass < inf:
        return mass
    context.sink.report(rules.BAD_MASS, child_element(inertia, "mass"), name=name, mass=mass)
    return mass if isfinite(mass) else 1.0


def _solids(
    body: skel.Body, name: str, weighed: list[tuple[Geometry, RawPose]], context: SkelContext
) -> list[PlacedSolid]:
    """Shapes as solids, meshes last: they weigh as much as the boxes around them. What is not known is left out."""
    from .meshes import box_around, scale_box

    found, files = [], context.options.files
    for geometry, pose in sorted(weighed, key=lambda placed: isinstance(placed[0], Mesh)):
        if not isinstance(geometry, Mesh):
            if type(geometry) in DART_SOLIDS:
                found.append(PlacedSolid(solid=DART_SOLIDS[type(geometry)](geometry, 1.0), pose=pose))
            continue
        around = None
        if geometry.path is not None:
            real = files.real(geometry.path)
            if real not in context.boxes:
                context.boxes[real] = box_around(geometry.path, files, context.sink.budget)
            around = context.boxes[real]
        if around is None:
            context.sink.report(rules.MESH_UNKNOWN, body, name=name, uri=geometry.uri)
        else:
            size = [high - low for low, high in zip(*scale_box(around, geometry.scale))]
            found.append(PlacedSolid(solid=box(size), pose=pose))
    return found


def _place(inertia: skel.Inertia) -> RawPose:
    """Where the moment is taken: at ``offset``, or at the ``transformation`` of the format's old text."""
    if inertia.transformation is not None and "offset" not in vars(inertia):
        return pose_of(inertia.transformation)
    x, y, z = inertia.offset
    return (x, y, z, 1.0, 0.0, 0.0, 0.0)
