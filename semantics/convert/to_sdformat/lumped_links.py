"""Links of a model that is made, which are fixed to each other and become one body, as Gazebo's converter has it; frames stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.field_tables import parts_of
from ....runtime.poses import EulerPose
from ....runtime.unknown_elements import is_generic
from ...spatial.raw_pose import IDENTITY, compose, pose_from_rpy
from ...targets.libsdformat.gazebo_blocks import read_blocks
from ...targets.libsdformat.lumped_inertia import combine_exactly
from ...targets.libsdformat.lumping import LUMP, find_bodies
from ...targets.libsdformat.plugin_offsets import LumpedStep
from ...targets.libsdformat.robot import MOMENTS, Inertial
from ...targets.libsdformat.shape_settings import JOINT_ENDS, POSED
from ..element_builder import bare, numbers_in, tidy
from .free_names import UsedNames

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from ...spatial.raw_pose import RawPose
    from ..coverage.ledger import Ledger
    from .gazebo_blocks import GazeboBlocks
    from .model_writer import ModelWriter

SHAPES = ("visual", "collision")
OWN_FIELDS = {"name", "pose", "inertial", *SHAPES, "any_elements", "any_attributes"}
"""What a link has of its own; all else is said by blocks about it."""


class LinkLumper:
    """Lumps the links of one model."""

    def __init__(self, writer: ModelWriter, ledger: Ledger, robot: Any, stored: bool) -> None:
        self._blocks: GazeboBlocks
        self._stored = stored
        self._writer = writer
        self._ledger = ledger
        self._kept = read_blocks(robot.source_element)
        self._asked = {each.name for each in robot.joint if "dont_collapse" in vars(each) and each.dont_collapse}
        self._elements: dict[int, list[Any]] = {}
        """What links and joints were made of, by their ``id``."""
        for element, made in (*writer.links, *writer.joints):
            self._elements.setdefault(id(made), []).append(element)
        self._taken: dict[tuple[int, str], UsedNames] = {}

    def find_steps(self, model: Any) -> Mapping[str, LumpedStep]:
        """The links that will be lumped, by name."""
        fixed = self._find_fixed(model)
        links = {link.name: link for link in model.link}
        steps: dict[str, LumpedStep] = {}
        bodies = find_bodies({name: joint.parent for name, joint in fixed.items()})
        for number, name in enumerate(sorted(bodies, key=lambda each: bodies[each].depth)):
            parent, pose = fixed[name].parent, compose(_pose_of(fixed[name]), _pose_of(links[name]))
            above = steps[parent].pose_in_body if parent in steps else IDENTITY
            steps[name] = LumpedStep(-number, parent, pose, bodies[name].name, compose(above, pose))
        return steps

    def lump_fixed_links(self, model: Any, blocks: GazeboBlocks) -> None:
        """Lumps what is fixed in a model that was just made, with what blocks say of it; leaves first."""
        self._blocks = blocks
        links = {link.name: link for link in model.link}
        fixed = self._find_fixed(model)
        if not fixed:
            return
        lumped = find_bodies({name: joint.parent for name, joint in fixed.items()})
        bodies = {name: body.name for name, body in lumped.items()}
        for name in sorted(fixed, key=lambda each: -lumped[each].depth):
            self._lump(model, links[fixed[name].parent], links.pop(name), fixed[name], bodies[name])
        left = set(map(id, fixed.values()))
        model.joint = [joint for joint in model.joint if id(joint) not in left]
        model.link = [link for link in model.link if link.name in links]
        for joint in model.joint:
            joint.parent = bodies.get(joint.parent, joint.parent)
        for frame in model.frame:
            frame.attached_to = bodies.get(frame.attached_to, frame.attached_to)
        self._regroup(model, bodies)
        self._drop_joints_in_bodies(model, bodies)
        if vars(model).get("canonical_link") in bodies:
            model.canonical_link = bodies[model.canonical_link]

    def _find_fixed(self, model: Any) -> dict[str, Any]:
        """The joints that are lumped, by what they hold."""
        links = {link.name for link in model.link}
        return {joint.child: joint for joint in model.joint if self._is_lumped(joint, links)}

    def _is_lumped(self, joint: Any, links: Container[str]) -> bool:
        if joint.type != "fixed" or joint.parent not in links or joint.child not in links:
            return False
        sources = self._elements.get(id(joint))
        name = sources[0].name if sources else joint.name
        return self._kept.lumps(name) and name not in self._asked

    def _lump(self, model: Any, parent: Any, link: Any, joint: Any, body: str) -> None:
        pose = compose(_pose_of(joint), _pose_of(link))
        _add_inertial(parent.inertial, link.inertial, pose, self._writer.work.make)
        for tag in SHAPES:
            for shape in vars(link).get(tag, ()):
                taken = self._find_used_names(parent, tag)
                shape.name = taken.free(f"{parent.name}{LUMP}{shape.name.rpartition(LUMP)[2]}")
                taken.add(shape.name)
                self._place(shape, link.name)
                getattr(parent, tag).append(shape)
        for extra in vars(link).get("any_elements", ()):
            taken = self._find_used_names(parent, "any_elements")
            if is_generic(extra) and extra.qname in POSED:
                _place_generic(extra, link.name)
                extra.attributes["name"] = taken.free(extra.attributes.get("name") or extra.qname)
            if is_generic(extra):
                taken.add(str(extra.attributes.get("name")))
            if is_generic(extra) and extra.qname is not None and self._has_part(parent, extra.qname):
                origin = self._blocks.origin_of(extra)
                if origin is not None:
                    self._ledger.mark_rejected(origin, f"link {parent.name!r} has its own")
                continue
            parent.any_elements.append(extra)
        self._report_lumped(body, link, joint)
        self._merge_settings(parent, link, body)
        model.frame.extend((self._frame(joint, parent), self._frame(link, parent)))

    def _find_used_names(self, link: Any, field: str) -> UsedNames:
        """The names of what is in a field of a link, to which those of what is added are added."""
        taken = self._taken.get((id(link), field))
        if taken is None:
            held = vars(link).get(field, ())
            if field == "any_elements":
                taken = UsedNames(str(each.attributes.get("name")) for each in held if is_generic(each))
            else:
                taken = UsedNames(each.name for each in held)
            self._taken[id(link), field] = taken
        return taken

    def _frame(self, part: Any, parent: Any) -> Any:
        frame = self._writer.work.make("Frame", name=part.name, attached_to=parent.name)
        frame.pose = vars(part).get("pose")
        return frame

    def _place(self, shape: Any, link: str) -> None:
        pose = vars(shape).get("pose")
        if pose is None:
            shape.pose = pose = self._writer.work.make("Pose")
        if not pose.relative_to:
            pose.relative_to = link

    def _report_lumped(self, body: str, link: Any, joint: Any) -> None:
        ledger = self._ledger
        for element in self._elements.get(id(link), ()):
            ledger.report_representation(
                element, f"frame {link.name!r} of link {body!r}, which has its mass and shapes"
            )
        for element in self._elements.get(id(joint), ()):
            ledger.report_representation(element, f"frame {joint.name!r} of link {body!r}")

    def _merge_settings(self, parent: Any, link: Any, body: str) -> None:
        """What blocks say of a link is said of the one that it becomes part of, as Gazebo has it: of two the inner one counts."""
        for field in sorted(vars(link).keys() - OWN_FIELDS):
            value = vars(link)[field]
            if field.startswith("_") or value in (None, []):
                continue
            origins = self._blocks.pop_origins(link, field)
            if not origins:
                for element in self._elements.get(id(link), ()):
                    what, reason = f"<{field}> of link {link.name!r}", "it is no link any more"
                    self._ledger.report_lost(element, what, reason, self._stored)
                continue
            before = vars(parent).get(field)
            overruled = self._blocks.pop_origins(parent, field)
            if before is not None and before != value:
                for origin in overruled:
                    self._ledger.mark_rejected(
                        origin, f"link {link.name!r}, which becomes part of {parent.name!r}, says otherwise"
                    )
            setattr(parent, field, value)
            self._blocks.add_origins(parent, field, origins)
            for origin in origins if parent.name == body else ():
                self._ledger.report_representation(origin, f"what is said of link {body!r}")

    def _has_part(self, parent: Any, tag: str) -> bool:
        """Whether a link has a part of which there is one at most."""
        known = parts_of(type(parent)).by_place.get(tag)
        if known is None or known.repeats:
            return False
        return vars(parent).get(known.field) is not None or any(
            is_generic(each) and each.qname == tag for each in vars(parent).get("any_elements", ())
        )

    def _regroup(self, model: Any, bodies: dict[str, str]) -> None:
        """Members of groups for collision filters are links."""
        for group in vars(model).get("drake_collision_filter_group", ()):
            members = vars(group).get("drake_member")
            if members:
                group.drake_member = list(dict.fromkeys(bodies.get(each, each) for each in members))

    def _drop_joints_in_bodies(self, model: Any, bodies: dict[str, str]) -> None:
        """Leaves out joints of blocks whose ends are in one body now, which readers of SDFormat refuse."""
        left = []
        for extra in vars(model).get("any_elements", ()):
            if is_generic(extra) and extra.qname == "joint":
                texts = {each.qname: (each.text or "").strip() for each in extra.children if is_generic(each)}
                ends = [bodies.get(texts.get(tag, ""), texts.get(tag)) for tag in JOINT_ENDS]
                origin = self._blocks.origin_of(extra)
                if ends[0] == ends[1] and origin is not None:
                    self._ledger.mark_rejected(origin, f"both of its ends become part of link {ends[0]!r}")
                    continue
            left.append(extra)
        model.any_elements = left


def _place_generic(extra: Any, link: str) -> None:
    """A sensor stands where it stood in its link."""
    for child in extra.children:
        if is_generic(child) and child.qname == "pose":
            child.attributes.setdefault("relative_to", link)
            return
    from xsdata.formats.dataclass.models.generics import AnyElement

    extra.children.insert(0, AnyElement(qname="pose", text="", attributes={"relative_to": link}, children=[]))


def _add_inertial(one: Any, other: Any, pose: RawPose, make: Any) -> None:
    """Adds the mass of a link, whose pose in the other one is given, to that of the other one."""
    mine, added = _inertial(one), _inertial(other)
    if not added.mass and not any(added.moments):
        return
    both = combine_exactly(mine, added, pose)
    x, y, z = map(tidy, both.pose[:3])
    one.mass = tidy(both.mass)
    one.pose = make("InertialPose", value=EulerPose(x, y, z, 0.0, 0.0, 0.0)) if any(both.pose[:3]) else None
    one.inertia = bare(type(one.inertia))
    for name, value in zip(MOMENTS, map(tidy, both.moments)):
        if value or name in MOMENTS[:3]:
            setattr(one.inertia, name, value)


def _inertial(written: Any) -> Inertial:
    ixx, iyy, izz, ixy, ixz, iyz = (vars(written.inertia).get(name) or 0.0 for name in MOMENTS)
    return Inertial(written.mass, _pose_of(written), (ixx, iyy, izz, ixy, ixz, iyz))


def _pose_of(part: Any) -> RawPose:
    numbers = numbers_in(vars(part).get("pose"))
    return IDENTITY if numbers is None else pose_from_rpy(*numbers)
