"""Bodies of a model as links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.links import InertialRecord
from ...ir.scoped_names import WORLD
from ...spatial.raw_pose import IDENTITY, compose, inverse
from .adapter import PLAIN
from .geoms import Geoms
from .inertials import Inertials
from .meshes import Meshes
from .orientation import pose_in_body
from .reductions import BodyContent, discard_visuals, fuse_static_bodies

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...ir.world import WorldIR
    from .model import MjcfBody, MjcfModel

NAME = "MuJoCo Model"
"""What a model is called that says no name."""
NAMED_LIKE_THE_WORLD = f"{WORLD}_"
"""What a model is called whose name means what is around it."""
PROPERTIES = ("gravcomp", "mocap")
"""Attributes of bodies that become properties of the same name where they are written."""


def add_bodies(model: MjcfModel, description: WorldIR, sink: Sink, options: Options) -> None:
    """Adds the model and its bodies to the description, with shapes and mass properties."""
    scope = model.root.model or NAME
    if scope == WORLD:
        scope = NAMED_LIKE_THE_WORLD
    bodies = list(model.bodies())
    meshes = Meshes(model, sink, options)
    meshes.check()
    geoms = Geoms(model, meshes, sink)
    inertials = Inertials(geoms, meshes, sink)
    reduces, total = options.adapter("mjcf", PLAIN).reduces, model.settings.get("settotalmass")
    discards, fuses = (reduces and bool(model.settings.get(name)) for name in ("discardvisual", "fusestatic"))
    may_wait = not (discards or fuses or total > 0)  # which ask for the mass of all bodies
    contents = [_read(body, geoms, inertials, sink, may_wait=may_wait) for body in bodies]
    inertials.check_moving(bodies)
    if discards:
        discard_visuals(contents, model, inertials)
    if fuses:
        contents = fuse_static_bodies(contents, model, inertials)
    if total > 0:
        inertials.scale_total(total)
    description.add_model(scope, static=len(contents) == 1, element=model.root)
    for content in contents:
        _add_link(content, scope, geoms, description)


def _read(body: MjcfBody, geoms: Geoms, inertials: Inertials, sink: Sink, *, may_wait: bool) -> BodyContent:
    made = geoms.of(body)
    if body.part is None or body.parent is None:
        return BodyContent(body, made, InertialRecord(), IDENTITY)
    if not _is_aligned(body):
        inertial = inertials.inertial_of(body, made, may_wait=may_wait)
        return BodyContent(body, made, inertial, pose_in_body(body.part, sink))
    weighed, pose = inertials.make(body, made), pose_in_body(body.part, sink)
    frame = inertials.principal_frame_of(body)
    pose, back = compose(pose, frame), inverse(frame)
    weighed.pose = compose(back, weighed.pose)
    made = [geom._replace(pose=compose(back, geom.pose)) for geom in made]
    for part in (*body.sites, *body.cameras, *body.lights):
        part.frame = compose(back, part.frame)
    return BodyContent(body, made, weighed, pose)


def _add_link(content: BodyContent, scope: str, geoms: Geoms, description: WorldIR) -> None:
    body, made = content.body, content.geoms
    around = body.parent
    if body.part is None or around is None:
        if made:
            visuals, collisions, geometries = geoms.shapes_of(made)
            link = description.add_world_link(visuals=visuals, collisions=collisions, element=description.element)
            link.geometries = geometries
        return
    visuals, collisions, geometries = geoms.shapes_of(made)
    link = description.add_link(
        body.label,
        scope=scope,
        inertial=content.inertial,
        visuals=visuals,
        collisions=collisions,
        pose=content.pose,
        relative_to=None if around.part is None else around.label,
        element=body.part.element,
    )
    link.geometries = geometries
    link.properties.update((name, body.part.get(name)) for name in PROPERTIES if body.part.is_written(name))


def _is_aligned(body: MjcfBody) -> bool:
    """Whether the frame of a body is moved to its centre of mass and principal axes, as that of one that moves freely may be."""
    if body.part is None or body.bodies or len(body.joints) != 1:
        return False
    joint = body.joints[0]
    if joint.tag != "freejoint" and joint.get("type") != "free":
        return False
    asked = getattr(joint.element, "align", None)
    return asked == "true" or (asked in (None, "auto") and bool(body.part.settings.get("alignfree")))
