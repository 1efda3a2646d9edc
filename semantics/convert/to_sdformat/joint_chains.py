"""Joints of several coordinates in SDFormat, of which a robot (URDF) has chains: those that say so are one joint again."""

from __future__ import annotations

from math import inf, pi
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import replace
from ...formats.extension_names import SDFORMAT
from ...ir.constraints import MimicRecord
from ...ir.joints import JointRecord, Motion
from ...ir.scoped_names import make_scoped_name, plain_name
from ...spatial.raw_pose import IDENTITY
from ..coverage.ledger import xml_of
from ..sdformat_extensions import CHAIN, FULL_NAME, join_name
from ..to_urdf.chains import chain_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...ir.joints import AxisRecord
    from ...ir.world import WorldIR
    from ..coverage.ledger import Ledger

MOTIONS = {
    "ball": Motion.BALL_RPY,
    "revolute2": Motion.UNIVERSAL,
    "screw": Motion.SCREW,
    "universal": Motion.UNIVERSAL,
}
"""How joints of SDFormat move that become chains, by their type."""
SAME = 1e-9
"""How far numbers of a chain may be from those that its joint becomes."""


def join_chains(description: WorldIR, ledger: Ledger) -> WorldIR:
    """The description with one joint in the place of each chain that says that it is one, where it still moves like that."""
    for chain in list(_find_chains(description)):
        joint = _make_joint(chain, description)
        if joint is not None:
            description = _replace_chain(description, chain, joint, ledger)
    return description


def _read_attribute(record: Any, name: str) -> str | None:
    there = xml_of(record.element)
    return None if there is None else there.get(name)


def _find_chains(description: WorldIR) -> Iterator[list[JointRecord]]:
    """Joints one after the other, the first of which says of which joint of SDFormat all of them are made."""
    following = {
        each.parent: each
        for each in description.joints
        if _read_attribute(each, CHAIN) and not _read_attribute(each, FULL_NAME)
    }
    for first in description.joints:
        if _read_attribute(first, CHAIN) and _read_attribute(first, FULL_NAME):
            chain = [first]
            while (then := following.get(chain[-1].child)) is not None and then not in chain:
                chain.append(then)
            if len(chain) > 1:
                yield chain


def _make_joint(chain: list[JointRecord], description: WorldIR) -> JointRecord | None:
    """The joint that becomes a chain; None where that is another one by now."""
    first, last = chain[0], chain[-1]
    word = _read_attribute(first, CHAIN) or ""
    motion = MOTIONS.get(word, Motion.FIXED)
    name = make_scoped_name(join_name(_read_attribute(first, FULL_NAME) or ""), first.scope)
    if any(frame.name == name for frame in description.frames) or not _is_bare(chain, description):
        return None
    joint = replace(first, name=name, type=word, motion=motion, child=last.child, frame="", axes=[])
    steps = chain_of(joint)
    if steps is None or len(steps) != len(chain):
        return None
    axes: dict[int, AxisRecord] = {
        step.coordinate: each.axes[0] for step, each in zip(steps, chain) if step.coordinate is not None and each.axes
    }
    joint.axes = [axes[number] for number in sorted(axes)]
    if motion is Motion.BALL_RPY:
        if any(axis.lower > -inf or axis.upper < inf for axis in joint.axes):
            return None  # a ball has no limits
        joint.axes = [replace(axis, xyz=_written_axis(first)) for axis in joint.axes]
    if motion is Motion.SCREW:
        joint.pitch = 2 * pi * _multiplier(last, description)
    made = chain_of(joint) or []
    is_same = all(
        step.motion is each.motion and each.axes and _is_near(step.xyz, each.axes[0].xyz or (0.0, 0.0, 1.0))
        for step, each in zip(made, chain)
    )
    return joint if is_same else None


def _written_axis(joint: JointRecord) -> tuple[float, float, float] | None:
    """The direction that a ball has in SDFormat, where it says nothing."""
    there = xml_of(joint.element).find(f"{SDFORMAT.qualify('axis')}/xyz")
    try:
        x, y, z = map(float, ("" if there is None else there.text or "").split())
    except ValueError:
        return None
    return x, y, z


def _multiplier(joint: JointRecord, description: WorldIR) -> float:
    plain = plain_name(joint.name)
    mimics = (each for each in description.constraints if isinstance(each, MimicRecord) and each.joint == plain)
    return next((each.multiplier for each in mimics), 0.0)


def _is_near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= SAME for a, b in zip(one, other))


def _is_bare(chain: list[JointRecord], description: WorldIR) -> bool:
    """Whether nothing is on the links of a chain, and no joints but its own are on them, all in one place."""
    inner = {each.child for each in chain[:-1]}
    names = {make_scoped_name(each, chain[0].scope) for each in inner}
    links = [each for each in description.links if each.name in names]
    frames = {each.name: each for each in description.frames}
    return (
        not any(each.visuals or each.collisions or each.inertial.mass for each in links)
        and sum(1 for each in description.joints if each.parent in inner) == len(inner)
        and all(frames[each.name].pose == IDENTITY for each in chain[1:])
        and all(frames[name].pose == IDENTITY for name in names)
    )


def _replace_chain(description: WorldIR, chain: list[JointRecord], joint: JointRecord, ledger: Ledger) -> WorldIR:
    first, scope = chain[0], chain[0].scope
    gone = {each.name for each in chain[1:]} | {make_scoped_name(each.child, scope) for each in chain[:-1]}
    new = dict.fromkeys((plain_name(each.name) for each in chain), plain_name(joint.name))
    frames = [
        replace(each, name=joint.name, attached_to=joint.child)
        if each.name == first.name
        else replace(each, relative_to=new.get(each.relative_to or "", each.relative_to))
        for each in description.frames
        if each.name not in gone
    ]
    for link in (each for each in description.links if each.name in gone):
        ledger.mark_subtree(link.element)
        ledger.report_representation(link.element, f"nothing: joint {plain_name(joint.name)!r} has no links in between")
    for each in chain[1:]:
        ledger.mark_subtree(each.element)
        ledger.report_representation(each.element, f"a part of joint {plain_name(joint.name)!r}")
    ledger.mark_subtree(first.element)
    return replace(
        description,
        frames=frames,
        links=[each for each in description.links if each.name not in gone],
        joints=[joint if each is first else each for each in description.joints if each not in chain[1:]],
        constraints=[
            each
            for each in description.constraints
            if not (isinstance(each, MimicRecord) and each.joint in map(plain_name, (one.name for one in chain[1:])))
        ],
    )
