"""One skeleton as a model: its bodies, the joints that hold them, and free joints where none are written."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.element import unread_element
from ....runtime.spelling import SpellingIndex
from ...ir.frames import AttachmentRecord
from ...ir.joints import ActuatorRecord, AxisRecord, JointRecord
from ...ir.scoped_names import WORLD, joint_frame_name, make_scoped_name
from ...ir.source_ref import place_of, place_of_child
from ...spatial.raw_pose import IDENTITY
from ..text_order import child_element, rank_in
from ..tokens import format_enum
from .context import SkelContext, pose_of
from .joints import ACTUATED, COORDINATE_NAMES, MOTIONS, complete_joint
from .masses import inertial_of
from .shapes import shapes_of
from .tree import JOINT_DOFS, BuildStep, UnusedReason, build_order, tree_joints, unique_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....diagnostics.rule import Rule
    from ....runtime.element import Element
    from ....skel import newest as skel

FREE_JOINT = "root"
"""What the joint is called that a body gets when none is written."""


UNUSABLE = (
    UnusedReason.UNKNOWN_TYPE,
    UnusedReason.UNKNOWN_PARENT,
    UnusedReason.UNKNOWN_CHILD,
    UnusedReason.SECOND_FOR_CHILD,
)
"""Why joints are not in the tree that are part of no loop."""


class SkeletonModel:
    """Describes one skeleton as a model."""

    def __init__(self, skeleton: skel.Skeleton, name: str, context: SkelContext) -> None:
        self.skeleton = skeleton
        self.name = name
        self.context = context
        self.sink = context.sink
        self.joints: Sequence[skel.Joint] = vars(skeleton).get("joint", ())
        self.bodies = self._named_bodies()
        self.body_names = SpellingIndex(self.bodies)
        self.ends = tree_joints(self.joints, self.bodies, context.adapter)
        """What each joint says that it connects."""
        self.order = build_order(self.ends, self.bodies, stop_at=context.adapter.unbuilt_types)
        self.joint_of: dict[str, tuple[str, int | None, str | None]] = {}
        """Of each body that has one: the joint's name, its number where it is written, and its parent body."""

    def add(self) -> None:
        """Adds the skeleton to the description."""
        skeleton, description = self.skeleton, self.context.description
        has_unbuilt = self.context.adapter.has_unbuilt
        model = description.add_model(self.name, pose=pose_of(skeleton.transformation), element=skeleton)
        model.needs_link = False
        model.properties["mobile"] = self._mobile()
        self._check_order()
        if has_unbuilt:
            self._check_joints()
        self._name_joints()
        if not self.bodies:
            self.sink.report(rules.EMPTY_SKELETON, skeleton, name=self.name)
        built = {step.body for step in self.order.steps}
        for name, bodies in self.bodies.items():
            if name in built or has_unbuilt:
                self._add_body(name, bodies)
        self._add_joints()
        for index in self.order.unused if has_unbuilt else ():
            self._check_unused(self.joints[index])

    def _check_unused(self, joint: skel.Joint) -> None:
        """Reports what else is wrong with a joint that is not part of the tree."""
        if format_enum(joint.type) not in JOINT_DOFS:
            return
        name, type = make_scoped_name(joint.name, self.name), format_enum(joint.type)
        record = JointRecord(name, self.name, type, MOTIONS[type], "", "")
        complete_joint(record, joint, joint.name, self.context)
        for number, axis in enumerate(record.axes, 1):
            if axis.xyz is not None and not any(axis.xyz) and not record.unscaled:
                place = place_of(axis.xyz_element, axis.element, joint)
                self.sink.report(rules.ZERO_AXIS, place_of_child(place, "xyz"), name=name, number=number)

    def _named_bodies(self) -> dict[str, list[skel.Body]]:
        """Bodies by name in document order; of several with one name the first counts, with the shapes of all."""
        found: dict[str, list[skel.Body]] = {}
        unnamed = 0
        for body in vars(self.skeleton).get("body", ()):
            name = body.name or ""
            if not name:
                self.sink.report(rules.UNNAMED_BODY, body)
                if not self.context.adapter.has_unbuilt:
                    continue
                name = "body"
                while name in found:
                    unnamed += 1
                    name = f"body({unnamed})"
            same = found.setdefault(name, [])
            if same:
                self.sink.report(
                    rules.DUPLICATE_BODY,
                    body,
                    attribute="name",
                    related=(("first defined here", same[0]),),
                    skeleton=self.name,
                    name=name,
                )
            same.append(body)
        return found

    def _mobile(self) -> bool:
        skeleton = self.skeleton
        if "mobile" not in vars(skeleton):
            return not skeleton.immobile
        if "immobile" in vars(skeleton) and skeleton.mobile == skeleton.immobile:
            self.sink.report(rules.MOBILE_TWICE, child_element(skeleton, "immobile"), name=self.name)
        return skeleton.mobile

    def _check_order(self) -> None:
        """Reports why joints are not part of the tree."""
        joints = self.joints
        for index, reason in self.order.unused.items():
            joint = joints[index]
            if reason is UnusedReason.UNKNOWN_PARENT:
                self._report_unknown(joint, "parent", rules.UNKNOWN_PARENT)
            elif reason is UnusedReason.UNKNOWN_CHILD:
                self._report_unknown(joint, "child", rules.UNKNOWN_CHILD)
            elif reason is UnusedReason.SECOND_FOR_CHILD:
                self._report_second(joint, self.ends[index].child or "")
        for loop in self.order.loops:
            names = [joints[index].name for index in (*loop[::-1], loop[-1])]
            others = tuple((f"{joints[index].name!r} is part of the loop", joints[index]) for index in sorted(loop)[1:])
            self.sink.report(rules.LOOP, joints[min(loop)], related=others, path=" -> ".join(map(repr, names)))

    def _report_unknown(self, joint: skel.Joint, end: str, rule: Rule) -> None:
        reference = vars(joint).get(end)
        if reference is not None:
            place, scope = child_element(joint, end), f"skeleton {self.name!r}"
            advice = self.body_names.advise_later(reference)
            self.sink.report(rule, place, name=joint.name, reference=reference, scope=scope, advice=advice)

    def _report_second(self, joint: skel.Joint, child: str) -> None:
        holding = (index for index, ends in enumerate(self.ends) if ends.child == child)
        first = next(self.joints[index] for index in holding if self.order.unused.get(index) not in UNUSABLE)
        related = (("the joint that it hangs on", first),)
        place = child_element(joint, "child")
        self.sink.report(rules.SECOND_JOINT, place, related=related, body=child, first=first.name, name=joint.name)

    def _check_joints(self) -> None:
        """Reports what is odd about how joints name bodies."""
        rank = self._rank()
        for joint, ends in zip(self.joints, self.ends):
            if rank is None and ends.parent == joint.parent and ends.child == joint.child:
                continue
            for end, name in (("parent", ends.parent), ("child", ends.child)):
                if name is None:
                    continue
                written = getattr(joint, end)
                if name != written:
                    self.sink.report(rules.PADDED_NAME, child_element(joint, end), tag=end, text=written)
                body = self.bodies[name][0] if name in self.bodies else None
                if rank is not None and body is not None and rank(joint) < rank(body) < inf:
                    place, related = child_element(joint, end), (("the body", body),)
                    self.sink.report(
                        rules.JOINT_BEFORE_BODY, place, related=related, name=joint.name, end=end, body=name
                    )

    def _rank(self) -> Callable[[Element], float] | None:
        """The places of bodies and joints in the skeleton; None where no body comes after a joint."""
        if not self.joints:
            return None
        first = unread_element(self.joints[0])
        if first is not None and next(first.itersiblings("body"), None) is None:
            return None
        return rank_in(self.skeleton)

    def _name_joints(self) -> None:
        """Gives every body that is held its joint, and every joint a name of its own."""
        joints, steps = self.joints, self.order.steps
        if self.context.adapter.has_unbuilt:
            held = {self.ends[index].child for index, why in self.order.unused.items() if why not in UNUSABLE}
            steps += tuple(BuildStep(name, None, None) for name in self.order.unbuilt if name not in held)
        wanted = [FREE_JOINT if step.joint is None else joints[step.joint].name for step in steps]
        for (body, parent, index), wish, name in zip(steps, wanted, unique_names(wanted)):
            self.joint_of[body] = (name, index, parent)
            if index is None:
                self.sink.report(rules.FREE_BODY, self.bodies[body][0], name=body, joint=name)
            elif name != wish and wish:
                self.sink.report(rules.RENAMED, joints[index], attribute="name", kind="joint", name=wish, given=name)

    def _add_body(self, name: str, bodies: list[skel.Body]) -> None:
        body, description = bodies[0], self.context.description
        shapes = shapes_of(bodies, name, self.context)
        link = description.add_link(
            name,
            scope=self.name,
            inertial=inertial_of(bodies, name, shapes, self.context),
            visuals=shapes.visuals,
            collisions=shapes.collisions,
            pose=pose_of(body.transformation),
            element=body,
        )
        link.geometries = shapes.geometries
        link.properties["gravity"] = body.gravity
        if body.soft_shape is not None and not self.context.adapter.keeps_soft_markers:
            return
        for number, marker in enumerate(body.__dict__.get("marker", ()), 1):
            x, y, z = marker.offset
            full = make_scoped_name(marker.name or f"marker{number}", link.name)
            pose = (x, y, z, 1.0, 0.0, 0.0, 0.0)
            description.attachments.append(AttachmentRecord(full, "marker", self.name, link.name, pose, element=marker))

    def _add_joints(self) -> None:
        """Adds the joints in document order, then those that are not written."""
        end = len(self.joints)
        held = sorted(self.joint_of.items(), key=lambda item: end if item[1][1] is None else item[1][1])
        taken = {*self.bodies, *(name for name, _, _ in self.joint_of.values())}
        for body, (name, index, parent) in held:
            frame = joint_frame_name(name, taken) if name in self.bodies else None
            taken.update(filter(None, [frame]))
            self._add_joint(body, name, frame, None if index is None else self.joints[index], parent)

    def _add_joint(self, body: str, name: str, frame: str | None, joint: skel.Joint | None, parent: str | None) -> None:
        description = self.context.description
        type = "free" if joint is None else format_enum(joint.type)
        record = description.add_joint(
            name,
            scope=self.name,
            type=type,
            motion=MOTIONS[type],
            parent=parent or WORLD,
            child=body,
            own_world="parent" if parent == WORLD else "child" if body == WORLD else None,
            frame=frame,
            pose=IDENTITY if joint is None else pose_of(joint.transformation),
            element=self.bodies[body][0] if joint is None else joint,
        )
        if joint is None:
            record.axes = [AxisRecord() for _ in COORDINATE_NAMES[type]]
            record.properties["coordinates"] = tuple(name + ending for ending in COORDINATE_NAMES[type])
            return
        complete_joint(record, joint, name, self.context)
        if "actuator" in joint.__dict__ and record.axes and format_enum(joint.actuator) in ACTUATED:
            limit = min(axis.effort for axis in record.axes)
            actuator = ActuatorRecord(record.name, self.name, name, effort_limit=limit, element=joint)
            description.actuators.append(actuator)
