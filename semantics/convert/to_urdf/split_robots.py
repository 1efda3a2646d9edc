"""Joints of several coordinates as joints of one each, with links of almost no mass between them."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from ....runtime.element import Element
from ...ir.frames import FrameRecord
from ...ir.joints import JointRecord, Motion
from ...ir.links import InertialRecord, LinkRecord
from ...ir.scoped_names import make_scoped_name
from ...spatial.raw_pose import NO_ROTATION, rotate
from ..element_builder import tidy
from ..to_sdformat.free_names import free_name
from .chains import chain_of

if TYPE_CHECKING:
    from ...ir.world import WorldIR
    from ..coverage.ledger import Ledger
    from ..targets import ConversionTarget
    from .chains import ChainStep

NEGLIGIBLE_INERTIAL = InertialRecord(1e-6, moments=(1e-9, 1e-9, 1e-9, 0.0, 0.0, 0.0))
ZERO_INERTIAL = InertialRecord(0.0, moments=(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
SPLIT = (Motion.EULER, Motion.TRANSLATIONAL, Motion.TRANSLATIONAL_2D, Motion.PLANAR)
"""Motions that SDFormat has not itself."""


def split_joints(description: WorldIR, ledger: Ledger, target: ConversionTarget) -> WorldIR:
    """The description with chains in the place of joints that SDFormat has not."""
    frames, links = list(description.frames), list(description.links)
    joints: list[JointRecord] = []
    taken = {frame.name for frame in frames} | {joint.name for joint in description.joints}
    places = {frame.name: frame for frame in frames}
    moved: dict[tuple[str, str], str] = {}
    for record in description.joints:
        steps = chain_of(record) if record.motion in SPLIT else None
        if steps is None:
            joints.append(record)
            continue
        frame = places[record.frame or record.name]
        frames.remove(frame)
        own = record.name.removeprefix(make_scoped_name("", record.scope))
        names = [
            free_name(make_scoped_name(f"{own}_{number}", record.scope), taken) for number in range(1, len(steps) + 1)
        ]
        inner = [f"{own}_link_{number}" for number in range(1, len(steps))]
        for link in inner:
            full = make_scoped_name(link, record.scope)
            base = frame.relative_to or record.child
            frames.append(FrameRecord(full, "link", record.scope, None, base, frame.pose))
            inertial = ZERO_INERTIAL if target.speaks_drake else NEGLIGIBLE_INERTIAL
            links.append(LinkRecord(full, record.scope, replace(inertial)))
        last_of = names[-1].removeprefix(make_scoped_name("", record.scope))
        moved |= {
            (record.scope, said): last_of
            for said in (own, record.frame.removeprefix(make_scoped_name("", record.scope)))
        }
        ends = [record.parent, *inner, record.child]
        for number, (name, step) in enumerate(zip(names, steps)):
            last = number == len(steps) - 1
            place = replace(frame, name=name) if last else FrameRecord(name, "joint", record.scope, inner[number])
            frames.append(place)
            joints.append(_joint(record, name, step, ends[number], ends[number + 1], number == 0))
        what = f"{len(names)} joints {own + '_1'!r} to {own + f'_{len(names)}'!r}"
        axis = getattr(record.element, "axis", None)
        if record.turned != NO_ROTATION and isinstance(axis, Element):
            ledger.report_representation(
                axis, "the directions in which the joints of the chain slide, and about which they turn"
            )
        if target.speaks_drake:
            ledger.report_representation(record.element, f"{what}, with links without mass between them")
        else:
            ledger.approximate(record.element, f"{what}, with links of almost no mass between them")
    frames = [
        replace(each, relative_to=moved.get((each.scope, each.relative_to or ""), each.relative_to)) for each in frames
    ]
    return replace(description, frames=frames, links=links, joints=joints)


def _joint(record: JointRecord, name: str, step: ChainStep, parent: str, child: str, first: bool) -> JointRecord:
    x, y, z = step.xyz if record.turned == NO_ROTATION else map(tidy, rotate(record.turned, step.xyz))
    axis = replace(step.axis, xyz=(x, y, z))
    kind = step.motion.value
    if step.motion is Motion.REVOLUTE and (axis.lower, axis.upper) == (-inf, inf):
        kind = "continuous"
    return JointRecord(
        name,
        record.scope,
        kind,
        step.motion,
        parent,
        child,
        [axis],
        own_world=record.own_world if first and record.own_world == "parent" else None,
        frame=name,
        element=record.element,
    )
