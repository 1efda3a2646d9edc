"""What a link's ``<inertial>`` says: written out, or computed from the collisions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from ....diagnostics import rules
from ....runtime.element import is_written
from ...frames import graph as frame_graph
from ...frames.graph import NO_INDEX
from ...ir.geometry import Mesh
from ...ir.links import InertialRecord
from ...ir.scoped_names import SEPARATOR, WORLD
from ...ir.solids import SolidMass, combine_solids, solid_of, transform_solid
from ...spatial.mass_units import is_ordinary
from ...spatial.raw_pose import IDENTITY, compose, inverse
from .poses import raw_pose

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...frames.graph import FrameGraph
    from ...ir import links as records
    from ...ir.links import LinkRecord, ShapeRecord
    from ...spatial.raw_pose import RawPose
    from .context import SdformatContext
    from .elements import Inertial, Link

DENSITY = 1000.0
"""kg/m³, where nothing says otherwise: water."""


def inertial_of(link: Link, is_static: bool, *, may_wait: bool = True) -> records.Inertial:
    """The mass properties of a link as far as they are written.

    Args:
        link: typed.
        is_static: whether its model is.
        may_wait: whether the answer may be what makes them, where no check has anything to say of them.
    """
    inertial = link.inertial
    if inertial is None:
        return InertialRecord()
    if is_computed(inertial, is_static):
        return InertialRecord(element=inertial, is_computed=True)
    mass, written, pose = inertial.mass, inertial.inertia, inertial.pose
    if written is None:
        moments = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    else:
        moments = (written.ixx, written.iyy, written.izz, written.ixy, written.ixz, written.iyz)
    # the first moment is enough to refuse most that are not ordinary
    if may_wait and moments[0] < mass and is_ordinary(mass, moments):
        return _WRITTEN
    return InertialRecord(mass, IDENTITY if pose is None else raw_pose(pose), None, moments, inertial)


_WRITTEN: Callable[[Any], Any] = partial(inertial_of, is_static=True, may_wait=False)
"""Makes the mass properties of a link that are written."""


def is_computed(inertial: Inertial, is_static: bool) -> bool:
    """Whether mass properties are to follow from the collisions."""
    return bool(inertial.auto) and not is_static


def compute_inertials(context: SdformatContext) -> None:
    """Fills in the mass properties that follow from collisions, once all frames of the description are known."""
    graph: FrameGraph | None = None
    for record in context.auto_inertials:
        if any(shape.relative_to for shape in record.collisions):
            graph = graph or frame_graph.build(context.description)
        _compute(context, record, graph)
    context.auto_inertials.clear()


def _compute(context: SdformatContext, record: LinkRecord, graph: FrameGraph | None) -> None:
    name, collisions = record.name, record.collisions
    link = cast("Link", record.element)
    inertial = cast("Inertial", link.inertial)
    for tag in ("pose", "inertia"):
        if is_written(inertial, tag):
            context.sink.report(rules.AUTO_POSE_IGNORED, getattr(inertial, tag), name=name, tag=tag)
    if not collisions:
        context.sink.report(rules.AUTO_WITHOUT_COLLISION, inertial, name=name)
        return
    common = inertial.density if is_written(inertial, "density") else DENSITY
    solids = []
    for collision, shape in zip(link.collision, collisions):
        density = collision.density if is_written(collision, "density") else common
        solid = _solid(shape, density, context)
        if isinstance(solid, str):
            kind = type(shape.geometry).__name__
            context.sink.report(
                rules.AUTO_UNSUPPORTED, collision, name=name, collision=collision.name, kind=kind, reason=solid
            )
        else:
            solids.append(transform_solid(solid, _pose_in_link(shape, name, graph)))
    body = combine_solids(solids)
    if body is None:
        return
    if is_written(inertial, "mass"):
        body = body.scale_density(inertial.mass / body.mass)
    x, y, z = body.com
    made = record.inertial
    made.mass, made.moments, made.pose = body.mass, body.moments, (x, y, z, 1.0, 0.0, 0.0, 0.0)


def _solid(shape: ShapeRecord, density: float, context: SdformatContext) -> SolidMass | str:
    """What a shape encloses, or why that is not known."""
    if isinstance(shape.geometry, Mesh):
        from ..meshes import solid_of_mesh

        return solid_of_mesh(shape.geometry, density, context.surfaces)
    return solid_of(shape.geometry, density) or f"a {type(shape.geometry).__name__.lower()} has no volume"


def _pose_in_link(shape: ShapeRecord, link: str, graph: FrameGraph | None) -> RawPose:
    if shape.relative_to is not None and graph is not None:
        frame = graph.find(shape.relative_to, link.rpartition(SEPARATOR)[0] or WORLD)
        if frame != NO_INDEX:
            return compose(inverse(graph.pose_of(graph.index[link])), compose(graph.pose_of(frame), shape.pose))
    return shape.pose
