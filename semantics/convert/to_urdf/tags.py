"""Drake's tags in a robot (URDF): those of models, links and shapes, with the names that things have there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ....runtime.source import literal_tag
from ...ir.scoped_names import SEPARATOR
from ..drake_tags import carry
from .names import JOINER
from .points import move_points

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...ir.world import WorldIR
    from ..coverage.ledger import Ledger
    from .writer import RobotWriter

NOT_CARRIED = ("drake_joint", "drake_mimic", "drake_visual")
"""Drake's tags that the description has in another way."""
GROUPS = (
    "drake_collision_filter_group",
    "drake_linear_bushing_rpy",
    "drake_linear_spring_damper",
    "drake_ball_constraint",
    "drake_distance_constraint",
    "drake_tendon_constraint",
)
"""Drake's tags of a model that may appear in several models."""
OF_GROUPS = ("DrakeCollisionFilterGroup", "DrakeMemberGroup", "DrakeIgnoredCollisionFilterGroup")
"""Tags with the name of a group."""
REFERENCES = ("name", "link", "joint")
"""Where they name links, frames and joints."""


def carry_drakes(description: WorldIR, robot: Any, writer: RobotWriter, ledger: Ledger) -> None:
    """Carries Drake's tags, with the names that links have in the robot."""
    for model in description.models:
        if isinstance(model.element, Element):
            before = {name: list(vars(robot).get(name, ())) for name in GROUPS}
            carry(model.element, robot, ledger, without=NOT_CARRIED)
            for name, old in before.items():
                new = vars(robot).get(name, [])
                if old and new != old:
                    getattr(robot, name)[:0] = old
                for tag, made in zip(vars(model.element).get(name, ()), vars(robot).get(name, [])[len(old) :]):
                    move_points(tag, made, model.name, robot, writer, ledger)
            counts = {name: len(old) for name, old in before.items()}
            _rename(robot, counts, model.element, model.name, writer, ledger)
    _add_groups(description, robot, writer, ledger)
    for pairs in (writer.links, writer.shapes):
        for element, made in pairs:
            if isinstance(element, Element):
                carry(element, made, ledger, without=NOT_CARRIED)


def _rename(robot: Any, old: dict[str, int], model: Any, scope: str, writer: RobotWriter, ledger: Ledger) -> None:
    """Gives references in tags of a model the names of the robot.

    Args:
        robot: has the tags.
        old: by field, how many tags of models before there are.
        model: has them in the source.
        scope: full name of the model.
        writer: knows the names.
        ledger: learns what has another name.
    """
    names = writer.work.names
    new: dict[str, str] = {}
    ahead = [each for field in GROUPS for each in vars(robot).get(field, ())[old[field] :]]
    while ahead:
        element = ahead.pop()
        if type(element).__name__ in OF_GROUPS:
            said = element.name
            element.name = names.inner(f"{scope}{SEPARATOR}{said}").replace(SEPARATOR, JOINER)
            if element.name != said:
                new[said] = element.name
        for field, value in list(vars(element).items()):
            if field in REFERENCES and isinstance(value, str):
                full = f"{scope}{SEPARATOR}{value}"
                setattr(element, field, names.link.get(full) or names.joint.get(full) or value)
            ahead += [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, Element)]
    for group in vars(model).get("drake_collision_filter_group", ()) if new else ():
        _report_group_names(group.source_element, new, ledger)


def _report_group_names(group: _Element | None, new: dict[str, str], ledger: Ledger) -> None:
    """Tells names of groups that are others in the robot: of a group itself, and where it refers to others."""
    if group is None:
        return
    name = group.get("name")
    if name in new:
        ledger.report_representation(group, f"group {new[name]!r}: URDF has no nested models", attribute="name")
    for each in group.iterchildren("*"):
        text = (each.text or "").strip()
        if text in new and literal_tag(each) != "drake:member":
            ledger.report_representation(each, f"group {new[text]!r}")


def _add_groups(description: WorldIR, robot: Any, writer: RobotWriter, ledger: Ledger) -> None:
    """Collision filter groups of directives, whose names are those of the whole."""
    make = writer.work.make
    for record in description.collision_groups:
        if isinstance(record.element, Element):
            continue
        group = make("DrakeCollisionFilterGroup", name=record.name)
        group.drake_member = [
            make("DrakeMember", link=writer.work.names.link.get(name, name)) for name in record.members
        ]
        for field, kind, found in (
            ("drake_member_group", "DrakeMemberGroup", record.member_groups),
            ("drake_ignored_collision_filter_group", "DrakeIgnoredCollisionFilterGroup", record.ignored),
        ):
            setattr(group, field, [make(kind, name=name) for name in found])
        robot.drake_collision_filter_group.append(group)
        ledger.mark_subtree(record.element)
