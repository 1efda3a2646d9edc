"""What a robot (URDF) says of a model of SDFormat in names of that: the world around it, and where links had their own frames.

A link of URDF stands where its joint is. ``sdf:frame`` says where the link's frame is in that, so that it is right whatever is
changed: the way back measures from there again.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple

from lxml import etree

from ...diagnostics.records import replace
from ...runtime.unknown_elements import any_element
from ...runtime.values import format_value
from ..formats.extension_names import SDFORMAT
from ..ir.constraints import PointPairRecord, WeldRecord
from ..ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD, make_scoped_name
from ..spatial.raw_pose import IDENTITY, RawPose, compose, inverse, pose_from_rpy
from .coverage.ledger import xml_of
from .element_builder import euler_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.etree import _Element

    from ..ir.frames import FrameRecord
    from ..ir.world import WorldIR
    from .coverage.ledger import Ledger

JOINER = "_"
"""Stands between the name of a nested model and that of what is in it."""
FRAME = SDFORMAT.qualify("frame")
"""The attribute that says where the frame of a link of SDFormat is in the link: x y z, m, roll pitch yaw, rad."""
AMBIENT = f"{SDFORMAT.qualify('material')}/ambient"
"""Where a visual says the colour that it has in ambient light."""
BLACK = "0 0 0 1"
POINTED = (PointPairRecord, WeldRecord)
"""Constraints with points on links."""
FULL_NAME = SDFORMAT.qualify("name")
"""The attribute that says how a part of a nested model is called in the outermost one."""
PLACEHOLDER_TAG = SDFORMAT.qualify("placeholder")
"""What holds the include of a model that could not be had, for which a robot stands."""
CHAIN = SDFORMAT.qualify("chain")
"""The attribute that says of joints, one after the other, that they are one in SDFormat, and of which type; the first has its name."""
MODEL_FRAME_TAG = SDFORMAT.qualify("model_frame")
"""What says where the frame of a nested model is."""
CANONICAL = SDFORMAT.qualify("canonical_link")
"""The attribute that says which link of a robot its frame is attached to."""
WORLD_TAG = SDFORMAT.qualify("world")
"""What says which world the model is in."""


def join_name(inner: str) -> str:
    """How a part of a nested model is called in a robot, by its name in the outermost model."""
    return inner.replace(SEPARATOR + MODEL_FRAME, "").replace(SEPARATOR, JOINER)


class ModelFrame(NamedTuple):
    """Where the frame of a nested model is: in which link of the robot, and where in that."""

    name: str
    link: str
    pose: RawPose


def write_full_name(made: Any, inner: str) -> None:
    """Says in a part of a robot how it is called in SDFormat, if that is in a nested model."""
    if SEPARATOR in inner:
        made.any_attributes[FULL_NAME] = inner


def write_chain(joints: list[Any], inner: str, type: str) -> None:
    """Says in the joints of a chain that they are one in SDFormat."""
    joints[0].any_attributes[FULL_NAME] = inner
    for joint in joints:
        joint.any_attributes[CHAIN] = type


def read_full_name(part: Any) -> str | None:
    """How a part is called in the outermost model of SDFormat; None where it says nothing of a nested one."""
    there = xml_of(part)
    return None if there is None else there.get(FULL_NAME)


def write_model_frame(robot: Any, frame: ModelFrame) -> None:
    """Says where the frame of a nested model is."""
    made = etree.Element(MODEL_FRAME_TAG, name=frame.name, link=frame.link)
    made.text = _format_pose(frame.pose)
    robot.any_elements.append(any_element(made))


def read_model_frames(robot: Any, ledger: Ledger) -> Iterator[ModelFrame]:
    """Nested models of which a robot has the parts, each behind the one that it is in."""
    there = xml_of(robot)
    for each in () if there is None else there.iterchildren(MODEL_FRAME_TAG):
        ledger.mark_subtree(each)
        pose = _parse_pose(each.text)
        if pose is not None and each.get("name") and each.get("link"):
            yield ModelFrame(each.get("name"), each.get("link"), pose)


def write_placeholder(robot: Any, include: _Element) -> str:
    """Says in a robot which include it stands for, and answers how that is called."""
    made = etree.Element(PLACEHOLDER_TAG)
    made.append(deepcopy(include))
    robot.any_elements.append(any_element(made))
    return f"<{SDFORMAT.prefix}:placeholder>"


def read_placeholder(robot: Any) -> _Element | None:
    """The include that a robot stands for; None where it stands for none, or is another one by now."""
    there = xml_of(robot)
    include = None if there is None else there.find(f"{PLACEHOLDER_TAG}/include")
    links = [link for link in robot.link if link.name != WORLD]
    is_bare = len(links) == 1 and links[0].inertial is None and all(each.parent.link == WORLD for each in robot.joint)
    if include is None or not is_bare:
        return None
    shapes = [*links[0].visual, *links[0].collision]
    mesh = shapes[0].geometry.mesh if len(shapes) == 1 and shapes[0].geometry is not None else None
    return include if mesh is not None and mesh.filename == (include.findtext("uri") or "").strip() else None


def name_world(robot: Any) -> str | None:
    """The name of the world that a robot was in; None where it says nothing of one."""
    there = xml_of(robot)
    world = None if there is None else there.find(WORLD_TAG)
    return None if world is None else world.get("name") or ""


def read_canonical_link(robot: Any) -> str | None:
    """The link that the frame of a model is attached to, by its name in that; None where a robot does not say it."""
    there = xml_of(robot)
    return None if there is None else there.get(CANONICAL)


def has_ambient_color(visual: Any) -> bool:
    """Whether a visual says of itself which colour it has in ambient light; in URDF it has one colour."""
    there = xml_of(visual)
    return there is not None and there.find(AMBIENT) is not None


def write_ambient(shown: Any, material: _Element) -> None:
    """Says in a visual of URDF that it is black in ambient light, as one of SDFormat is that says no colour for that."""
    if is_unlit(material):
        made = etree.Element(SDFORMAT.qualify("material"))
        etree.SubElement(made, "ambient").text = BLACK
        shown.any_elements.append(any_element(made))


def is_unlit(material: _Element) -> bool:
    """Whether a material of SDFormat has a colour, and says none in ambient light, which is black then."""
    return material.find("diffuse") is not None and material.find("ambient") is None


def write_frame(made: Any, shift: RawPose) -> None:
    """Says in a link of URDF where the frame is that it had."""
    if shift != IDENTITY:
        made.any_attributes[FRAME] = _format_pose(shift)


def can_move_frames(description: WorldIR) -> bool:
    """Whether nothing in a robot is placed by points on its links but their own parts."""
    return not description.force_elements and not any(isinstance(each, POINTED) for each in description.constraints)


def read_frame(link: Any) -> RawPose:
    """Where the frame of a link of SDFormat is in the link of URDF that it became; where the link is if nothing else is said."""
    there = xml_of(link)
    return (None if there is None else _parse_pose(there.get(FRAME))) or IDENTITY


def _format_pose(pose: RawPose) -> str:
    return format_value(euler_of(pose, None))


def _parse_pose(text: str | None) -> RawPose | None:
    try:
        x, y, z, roll, pitch, yaw = map(float, (text or "").split())
    except ValueError:
        return None
    return pose_from_rpy(x, y, z, roll, pitch, yaw)


def move_frames(description: WorldIR, ledger: Ledger) -> WorldIR:
    """The description with links in their own frames, of which they speak in names of SDFormat; nothing is elsewhere for that."""
    shifts = {link.name: shift for link in description.links if (shift := read_frame(link.element)) != IDENTITY}
    if not shifts:
        return description
    for link in description.links:
        if link.name in shifts:
            ledger.mark(xml_of(link.element), FRAME)
    frames = [_move_frame(frame, shifts) for frame in description.frames]
    links = [
        link.shift_contents(inverse(shifts[link.name])) if link.name in shifts else link for link in description.links
    ]
    return replace(description, frames=frames, links=links)


def _move_frame(frame: FrameRecord, shifts: Mapping[str, RawPose]) -> FrameRecord:
    pose, place = frame.pose, frame.pose_element
    base = frame.relative_to or (frame.attached_to if frame.kind == "frame" else None)
    around = shifts.get(make_scoped_name(base, frame.scope)) if base is not None else None
    if around is not None:
        pose, place = compose(inverse(around), pose), None
    if frame.name in shifts:
        pose, place = compose(pose, shifts[frame.name]), None
    return replace(frame, _pose=pose, pose_element=place) if pose is not frame.pose else frame
