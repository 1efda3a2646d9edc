"""Links that programs put where they want them, for formats in which nothing does: they stay where the document places them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import replace
from ..ir.constraints import BallRecord, WeldRecord
from ..ir.joints import Motion
from ..ir.scoped_names import SEPARATOR, WORLD, joint_frame_name
from .to_sdformat.free_names import free_name

if TYPE_CHECKING:
    from ..ir.constraints import ConstraintRecord
    from ..ir.world import WorldIR
    from .coverage.ledger import Ledger

PROPERTY = "mocap"


def hold_mocap_links(description: WorldIR, ledger: Ledger) -> WorldIR:
    """The description with such links fixed to the world, and without what ties others to them."""
    loose = {link.name: link for link in description.links if link.properties.get(PROPERTY)}
    held = {joint.child for joint in description.joints}
    plain = {name: name.rpartition(SEPARATOR)[2] for name in loose}
    if not loose:
        return description
    made = replace(description, frames=list(description.frames), joints=list(description.joints))
    frames = {frame.name.rpartition(SEPARATOR)[2] for frame in made.frames}
    joints = {joint.name.rpartition(SEPARATOR)[2] for joint in made.joints}
    for full, link in loose.items():
        if plain[full] in held:
            continue
        name = free_name(f"{plain[full]}_fixed", joints)
        joints.add(name)
        made.add_joint(
            name,
            scope=link.scope,
            type="fixed",
            motion=Motion.FIXED,
            parent=WORLD,
            child=plain[full],
            frame=joint_frame_name(name, frames) if name in frames else None,
            element=link.element,
        )
        frames.add(made.joints[-1].frame.rpartition(SEPARATOR)[2])
        ledger.mark(link.element, PROPERTY)
        ledger.report_representation(
            link.element, "a joint that fixes it to the world: nothing else puts it anywhere", attribute=PROPERTY
        )
    names = set(plain.values())
    made.constraints = [each for each in description.constraints if not _ties(each, names)]
    return made


def _ties(record: ConstraintRecord, names: set[str]) -> bool:
    """Whether a constraint ties something to one of these links."""
    if isinstance(record, WeldRecord):
        return record.frame_a in names or record.frame_b in names
    return isinstance(record, BallRecord) and (record.body_a in names or record.body_b in names)
