"""What a link's ``<inertial>`` says: written out, or computed from the collisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules_sdformat as rules
from ....runtime.element import is_written
from ...description.geometry import Mesh
from ...description.links import InertialRecord
from ...description.names import SEPARATOR, WORLD
from ...description.poses import compose, inverse
from ...frames import graph as frame_graph
from ...frames.graph import NOWHERE
from .chains import pose_of
from .inertia import fault_of
from .poses import raw_pose
from .solids import Solid, moved, solid_of, united

if TYPE_CHECKING:
    from ...description.links import ShapeRecord
    from ...description.poses import RawPose
    from ...frames.graph import FrameGraph
    from .reader import Computed, Reader

DENSITY = 1000.0
"""kg/m³, where nothing says otherwise: water."""


def inertial_of(reader: Reader, link: Any, name: str, is_static: bool) -> InertialRecord:
    """The mass properties of a link, as far as they are written; impossible ones are reported and kept.

    Args:
        reader: where findings go.
        link: the typed link.
        name: its full name.
        is_static: whether its model does not move; then nothing is computed.
    """
    inertial = link.inertial
    if inertial is None:
        return InertialRecord()
    if is_computed(inertial, is_static):
        return InertialRecord(element=inertial)
    written = inertial.inertia
    if written is None:
        moments = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    else:
        moments = (written.ixx, written.iyy, written.izz, written.ixy, written.ixz, written.iyz)
    mass = inertial.mass
    fault = fault_of(mass, moments)
    if fault is not None:
        reader.sink.report(rules.INERTIA_INVALID, inertial, name=name, case=fault.case, reason=fault.words)
    return InertialRecord(mass, raw_pose(inertial.pose), None, moments, inertial)


def is_computed(inertial: Any, is_static: bool) -> bool:
    """Whether mass properties are to follow from the collisions."""
    return bool(inertial.auto) and not is_static


def compute_inertials(reader: Reader) -> None:
    """Fills in the mass properties that follow from collisions, once all frames of the description are known."""
    graph: FrameGraph | None = None
    for computed in reader.computed:
        if any(shape.relative_to for shape in computed.record.collisions):
            graph = graph or frame_graph.build(reader.description)
        _compute(reader, computed, graph)
    reader.computed.clear()


def _compute(reader: Reader, computed: Computed, graph: FrameGraph | None) -> None:
    record, link, name = computed.record.inertial, computed.link, computed.record.name
    collisions, inertial = computed.record.collisions, link.inertial
    for tag in ("pose", "inertia"):
        if is_written(inertial, tag):
            reader.sink.report(rules.AUTO_POSE_IGNORED, getattr(inertial, tag), name=name, tag=tag)
    if not collisions:
        reader.sink.report(rules.AUTO_WITHOUT_COLLISION, inertial, name=name)
        return
    common = inertial.density if is_written(inertial, "density") else DENSITY
    solids = []
    for collision, shape in zip(link.collision, collisions):
        density = collision.density if is_written(collision, "density") else common
        solid = _solid(shape, density)
        if isinstance(solid, str):
            reader.sink.report(rules.AUTO_UNSUPPORTED, collision, name=name, collision=collision.name, reason=solid)
        else:
            solids.append(moved(solid, _pose_in_link(shape, name, graph)))
    body = united(solids)
    if body is None:
        return
    if is_written(inertial, "mass"):
        body = body.scaled(inertial.mass / body.mass)
    x, y, z = body.com
    record.mass, record.moments, record.pose = body.mass, body.moments, (x, y, z, 1.0, 0.0, 0.0, 0.0)


def _solid(shape: ShapeRecord, density: float) -> Solid | str:
    """What a shape encloses, or why that is not known."""
    if isinstance(shape.geometry, Mesh):
        from .meshes import solid_of_mesh

        return solid_of_mesh(shape.geometry, density)
    return solid_of(shape.geometry, density) or f"a {type(shape.geometry).__name__.lower()} has no volume"


def _pose_in_link(shape: ShapeRecord, link: str, graph: FrameGraph | None) -> RawPose:
    if shape.relative_to is None or graph is None:
        return shape.pose
    frame = graph.find(shape.relative_to, link.rpartition(SEPARATOR)[0] or WORLD)
    if frame == NOWHERE:
        return shape.pose
    return compose(inverse(pose_of(graph, graph.index[link])), compose(pose_of(graph, frame), shape.pose))
