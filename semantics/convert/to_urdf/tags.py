"""Drake's tags in a robot (URDF): those of models, links and shapes, with the names and places that things have there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ....runtime.source import literal_tag
from ...frames.graph import NO_INDEX, ROOT
from ...ir.scoped_names import SEPARATOR
from ...spatial.raw_pose import IDENTITY, compose
from ..drake_tags import PREFIX, carry
from ..sdformat_extensions import JOINER

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...spatial.raw_pose import RawPose
    from ..coverage.ledger import Ledger
    from ..workspace import RobotWorkspace
    from .writer import RobotWriter

COEFFICIENTS = {"mu": "mu_static", "mu2": "mu_dynamic"}
"""What Drake takes each coefficient of SDFormat for."""
POINTS = (("body_a", "p_ap"), ("body_b", "p_bq"))
"""How names of fields end that name a link, and that have a point on it."""
FRAMES = ("drake_bushing_frame_a", "drake_bushing_frame_c")
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


def carry_drakes(robot: Any, writer: RobotWriter) -> None:
    """Carries Drake's tags, with the names that links have in the robot."""
    work = writer.work
    for model in work.description.models:
        if isinstance(model.element, Element):
            own = work.make("Robot")
            carry(model.element, own, work.ledger, without=NOT_CARRIED)
            for name in GROUPS:
                for tag, made in zip(vars(model.element).get(name, ()), vars(own).get(name, ())):
                    _move_points(tag, made, model.name, robot, writer)
            _rename(own, model.element, model.name, work)
            for name, value in vars(own).items():
                if name in GROUPS:
                    getattr(robot, name).extend(value)
                elif name.startswith(PREFIX):
                    setattr(robot, name, value)
    _add_groups(robot, work)
    for element, made in (*writer.links, *writer.shapes):
        if isinstance(element, Element):
            carry(element, made, work.ledger, without=NOT_CARRIED)


def _rename(robot: Any, model: Any, scope: str, work: RobotWorkspace) -> None:
    """Gives references in tags that were those of a model, whose full name is ``scope``, the names of the robot."""
    names = work.names
    new: dict[str, str] = {}
    ahead = [each for field in GROUPS for each in vars(robot).get(field, ())]
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
        _report_group_names(group.source_element, new, work.ledger)


def _report_group_names(group: _Element | None, new: dict[str, str], ledger: Ledger) -> None:
    """Reports names of groups that are others in the robot: of a group itself, and where it refers to others."""
    if group is None:
        return
    name = group.get("name")
    if name in new:
        ledger.report_representation(group, f"group {new[name]!r}: URDF has no nested models", attribute="name")
    for each in group.iterchildren("*"):
        text = (each.text or "").strip()
        if text in new and literal_tag(each) != "drake:member":
            ledger.report_representation(each, f"group {new[text]!r}")


def _add_groups(robot: Any, work: RobotWorkspace) -> None:
    """Collision filter groups of directives, whose names are those of the whole."""
    make = work.make
    for record in work.description.collision_groups:
        if isinstance(record.element, Element):
            continue
        group = make("DrakeCollisionFilterGroup", name=record.name)
        group.drake_member = [make("DrakeMember", link=work.names.link.get(name, name)) for name in record.members]
        for field, kind, found in (
            ("drake_member_group", "DrakeMemberGroup", record.member_groups),
            ("drake_ignored_collision_filter_group", "DrakeIgnoredCollisionFilterGroup", record.ignored),
        ):
            setattr(group, field, [make(kind, name=name) for name in found])
        robot.drake_collision_filter_group.append(group)
        work.ledger.mark_subtree(record.element)


def _move_points(source: Any, made: Any, scope: str, robot: Any, writer: RobotWriter) -> None:
    """Gives points of a tag of a model where they are on the links of the robot, and bushings frames that are there."""
    fields = set(vars(made))
    for body, point in POINTS:
        for name in [each for each in fields if each.endswith(f"_{body}")]:
            other = f"{name.removesuffix(body)}{point}"
            shift = _shift(writer, scope, getattr(made, name).name)
            if shift == IDENTITY or other not in fields:
                continue
            held = getattr(made, other)
            x, y, z = held.value
            held.value = compose(shift, (x, y, z, *IDENTITY[3:]))[:3]
            numbers = " ".join(f"{each:g}" for each in held.value)
            _report_change(source, other, f"{numbers}: where it is in its link of URDF", writer.work.ledger)
    for name in FRAMES:
        if name in fields and (shift := _shift(writer, scope, getattr(made, name).name)) != IDENTITY:
            link = getattr(made, name).name
            getattr(made, name).name = frame = writer.add_place(robot, f"{scope}{SEPARATOR}{link}", shift)
            _report_change(source, name, f"frame {frame!r}, where that of its link was", writer.work.ledger)


def _shift(writer: RobotWriter, scope: str, name: str) -> RawPose:
    """Where the own frame of a link is in the robot; the identity for anything else."""
    body = writer.work.graph.index.get(f"{scope}{SEPARATOR}{name}", NO_INDEX)
    is_link = writer.link_named(f"{scope}{SEPARATOR}{name}") is not None
    return writer.shift(body) if is_link and body not in (NO_INDEX, ROOT) else IDENTITY


def _report_change(source: Any, field: str, what: str, ledger: Ledger) -> None:
    there = source.source_element
    for child in () if there is None else there.iterchildren("*"):
        if child.tag.rpartition("}")[2].lower() == field.removeprefix("drake_").replace("frame_", "frame"):
            ledger.report_representation(child, what)


def add_friction(writer: RobotWriter) -> None:
    """Gives collisions the coefficients of ``surface/friction/ode``; both, since Drake takes one alone for both."""
    make, ledger = writer.work.make, writer.work.ledger
    by_element = {id(shape.element): shape for link in writer.work.description.links for shape in link.collisions}
    for element, made in writer.shapes:
        there = element.source_element if isinstance(element, Element) else None
        ode = None if there is None or id(element) not in by_element else there.find("surface/friction/ode")
        written = [] if ode is None else list(ode.iterchildren(*COEFFICIENTS))
        if not written or ode is None:
            continue
        tag = vars(made).get("drake_proximity_properties")
        if tag is not None and (tag.drake_mu_static is not None or tag.drake_mu_dynamic is not None):
            continue  # it has coefficients for Drake, which count there
        friction: Any = by_element[id(element)].find_properties()["friction"]
        made.drake_proximity_properties = tag = tag if tag is not None else make("DrakeProximityProperties")
        tag.drake_mu_static = make("DrakeMuStatic", value=friction[0])
        tag.drake_mu_dynamic = make("DrakeMuDynamic", value=friction[1])
        for each in written:
            ledger.mark_subtree(each)
            ledger.report_representation(each, f"<drake:{COEFFICIENTS[literal_tag(each)]}>", reader="Drake")
        ledger.mark(ode)
        for around in ode.iterancestors("friction", "surface"):
            ledger.mark(around)
