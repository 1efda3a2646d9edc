"""What ``compiler`` lets MuJoCo leave out: geoms that are only seen, and bodies that never move in the one around.

Spec: MJCF reference, ``compiler/discardvisual``, ``compiler/fusestatic``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ref

from ....diagnostics.records import dataclass
from ...ir.links import InertialRecord
from ...ir.sizes import is_sound
from ...ir.solids import SolidMass, combine_solids, transform_solid
from ...spatial.inertia import find_inertia_fault
from ...spatial.raw_pose import NO_ROTATION, compose
from .joints import kind_of
from .model import PART_FIELDS, MjcfBody
from .name_uses import uses_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...ir.links import Inertial
    from ...spatial.raw_pose import RawPose
    from .geoms import Geom
    from .inertials import Inertials
    from .model import MjcfModel, MjcfPart

LEAST = 1e-15
"""Mass, kg, below which one is none."""
FLUID = ("density", "viscosity")
"""Options by which what is around bodies resists them, each as a whole."""
ONLY_SEEN = ("material", "texture")
"""Assets that do nothing but to be seen."""
FORCE_SENSORS = ("force", "torque")
"""Sensors that measure between the body of their site and the one around."""


@dataclass(slots=True, eq=False)
class BodyContent:
    """A body with what is known of it before it becomes a link."""

    body: MjcfBody
    geoms: list[Geom]
    inertial: Inertial
    """Of no meaning for the world."""
    pose: RawPose
    """In the body around."""

    @property
    def made_inertial(self) -> InertialRecord:
        """The same where bodies are reduced, for which none waits."""
        if not isinstance(self.inertial, InertialRecord):
            raise TypeError("mass properties of a body that is to be reduced are not made")
        return self.inertial


def discard_unweighed(model: MjcfModel) -> None:
    """Takes away, before anything is looked at, what is only seen and from which no mass comes.

    Geoms of the world, or of bodies that say their mass, that can touch nothing and that nothing names; all textures; materials;
    and meshes that are not used then.
    """
    named = _find_named(model)
    for body in model.bodies():
        body.geoms = [part for part in body.geoms if _touches(part) or id(part) in named or _may_give_mass(part, body)]
    assets = [part for part in model.sections.get("asset", ()) if part.tag not in ONLY_SEEN]
    model.sections["asset"] = assets
    used = _find_named(model)
    model.sections["asset"] = [part for part in assets if part.tag != "mesh" or id(part) in used]


def discard_visuals(contents: Iterable[BodyContent], model: MjcfModel, inertials: Inertials) -> None:
    """Takes away the other geoms that can touch nothing, unless something names them; what they weigh stays."""
    named = _find_named(model)
    for content in contents:
        gone = [
            geom
            for geom in content.geoms
            if not _touches(geom.part)
            and id(geom.part) not in named
            and (geom.shape is None or is_sound(geom.shape))  # what is no shape is reported where shapes are
        ]
        if gone:
            inertials.report_discarded(gone, content.body)
            parts = {id(geom.part) for geom in gone}
            content.geoms = [geom for geom in content.geoms if id(geom.part) not in parts]
            content.body.geoms = [part for part in content.body.geoms if id(part) not in parts]


def fuse_static_bodies(contents: list[BodyContent], model: MjcfModel, inertials: Inertials) -> list[BodyContent]:
    """Puts bodies without joints, unless something names them, into those around; answers those that are left."""
    kept = _find_named_bodies(model)
    by_body = {id(content.body): content for content in contents}
    left = []
    for content in contents:
        body, part = content.body, content.body.part
        around = body.parent
        if (
            part is None
            or around is None
            or id(body) in kept
            or body.joints
            or part.get("mocap")
            or not _is_in_order(content)
            or (around.part is not None and _is_felt(content, around.part, model))
        ):
            left.append(content)
            continue
        _put_into(by_body[id(around)], content)
        inertials.forget(body)
        for inner in body.bodies:
            fused = by_body[id(inner)]
            fused.pose = compose(content.pose, fused.pose)
    for number, content in enumerate(left):
        content.body.number = number
    model.all_bodies = model.world.tree()
    return left


def _touches(part: MjcfPart) -> bool:
    return bool(part.get("contype") or part.get("conaffinity"))


def _may_give_mass(part: MjcfPart, body: MjcfBody) -> bool:
    """Whether the mass of a body may come from one of its geoms."""
    if body.part is None:
        return False
    settings = body.part.settings
    use = str(settings.get("inertiafromgeom"))
    if use == "false" or (use != "true" and body.inertials):
        return False
    low, high = settings.get("inertiagrouprange")
    return bool(low <= (part.get("group") or 0) <= high)


def _find_referents(model: MjcfModel) -> Iterator[tuple[MjcfPart, MjcfBody | MjcfPart | None]]:
    """Everything that is named somewhere, with what names it."""
    for part in model.all_parts():
        for use in uses_in(part):
            yield part, model.look_up(part, use)[1]


def _find_named(model: MjcfModel) -> set[int]:
    """What something names, by identity."""
    return {id(thing) for _, thing in _find_referents(model)}


def _find_named_bodies(model: MjcfModel) -> set[int]:
    """Bodies, by identity, that something names, or that have a site at which a force or torque is measured."""
    flexible = (part for part in model.sections.get("deformable", ()) if part.tag == "flex")
    names = (name for part in flexible for name in (part.get("body") or "").split())
    found = {id(model.find("body", name)) for name in names}
    owners = {id(site): body for body in model.bodies() for site in body.sites}
    for part, thing in _find_referents(model):
        if isinstance(thing, MjcfBody):
            found.add(id(thing))
        elif part.tag in FORCE_SENSORS and id(thing) in owners:
            found.add(id(owners[id(thing)]))
    return found


def _is_felt(content: BodyContent, around: MjcfPart, model: MjcfModel) -> bool:
    """Whether forces act on a body otherwise than they would on it as a part of the body around."""
    part = content.body.part
    if content.made_inertial.mass < LEAST or part is None:
        return False
    if (part.get("gravcomp") or 0.0) != (around.get("gravcomp") or 0.0):
        return True
    holders = ((field, model.option(field)) for field in FLUID)
    return any(holder is not None and getattr(holder, field) for field, holder in holders)


def _is_in_order(content: BodyContent) -> bool:
    """Whether nothing is wrong with a body that would not be seen once it is gone."""
    if any(kind_of(joint) == "free" for inner in content.body.bodies for joint in inner.joints):
        return False
    inertial = content.made_inertial
    return not inertial.mass or find_inertia_fault(inertial.mass, inertial.moments) is None


def _put_into(outer: BodyContent, inner: BodyContent) -> None:
    pose, around, body = inner.pose, outer.body, inner.body
    for field in PART_FIELDS:
        if field != "inertials":
            parts = getattr(body, field)
            for part in parts:
                part.frame = compose(pose, part.frame)
            getattr(around, field).extend(parts)
    outer.geoms += [geom._replace(pose=compose(pose, geom.pose)) for geom in inner.geoms]
    if around.part is not None and inner.made_inertial.mass >= LEAST:
        _add_mass(outer.made_inertial, inner.made_inertial, pose)
    place = around.bodies.index(body)
    around.bodies[place : place + 1] = body.bodies
    for child in body.bodies:
        child.parent_reference = ref(around)
        if child.part is not None:
            child.part.frame = compose(pose, child.part.frame)


def _add_mass(into: InertialRecord, inertial: InertialRecord, pose: RawPose) -> None:
    solids = [
        transform_solid(SolidMass(each.mass, (0.0, 0.0, 0.0), each.moments), at)
        for each, at in ((into, into.pose), (inertial, compose(pose, inertial.pose)))
    ]
    together = combine_solids(solids)
    if together is not None:
        into.mass, into.pose, into.moments = together.mass, (*together.com, *NO_ROTATION), together.moments
