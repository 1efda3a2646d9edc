"""``<gazebo>`` in a robot: what it says about the robot, a link or a joint, sorted as libsdformat sorts it.

Some of its elements have names of their own and become something else; all others are SDFormat already, and are put
into the model, link or joint as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics.records import dataclass, field
from ....runtime.numbers import C_DECIMAL
from ....runtime.source import literal_tag
from ...spatial.raw_pose import RawPose, pose_from_rpy
from ..children import children_of
from ..facts import facts_of
from ..registry import LIBSDFORMAT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ...ir.world import WorldIR

YES = frozenset({"true", "yes", "1"})
NO = frozenset({"false", "no", "0"})


@dataclass(slots=True)
class Block:
    """One ``<gazebo>``."""

    about: str
    """The link or joint that it is about, as it was written; empty for the robot."""
    settings: dict[str, tuple[str, _Element]] = field(default_factory=dict)
    """What becomes something else, by name, as SDFormat writes it, and where it stands; the last of a name counts."""
    material: str = ""
    parts: list[_Element] = field(default_factory=list)
    """What is SDFormat already."""
    in_visuals: list[_Element] = field(default_factory=list)
    in_collisions: list[_Element] = field(default_factory=list)

    def settings_of(self, part: str) -> Iterator[tuple[tuple[str, ...], str, _Element]]:
        """What the block sets in a ``"link"``, ``"joint"`` or ``"collision"``: at which paths, as SDFormat writes it, and
        where it is written.
        """
        if not self.settings:
            return
        for name, paths in facts_of(LIBSDFORMAT.name).own["gazebo"][part].items():
            if name in self.settings:
                yield tuple(paths), *self.settings[name]


@dataclass(slots=True)
class Blocks:
    """All of them."""

    by_reference: dict[str, list[Block]] = field(default_factory=dict)
    revolute: set[str] = field(default_factory=set)
    """Fixed joints that become revolute ones without play (``disableFixedJointLumping``)."""
    fixed: set[str] = field(default_factory=set)
    """Fixed joints that stay (``preserveFixedJoint``)."""
    unreadable: list[_Element] = field(default_factory=list)
    """Elements without the number that they should hold, which end libsdformat."""

    def about(self, reference: str) -> list[Block]:
        """Those about a link or a joint, or the robot (an empty name)."""
        return self.by_reference.get(reference, [])

    def lumps(self, joint: str) -> bool:
        """Whether a fixed joint of that name is one that libsdformat lumps."""
        return joint not in self.revolute and joint not in self.fixed


def read_blocks(robot: _Element) -> Blocks:
    """The blocks of a robot, in document order."""
    found = Blocks()
    for element in children_of(robot, "gazebo"):
        read_block(element, found)
    found.revolute -= found.fixed
    return found


def read_block(element: _Element, found: Blocks) -> Block:
    """One block, which is added to those that were found."""
    block = Block(element.get("reference") or "")
    found.by_reference.setdefault(block.about, []).append(block)
    for child in element:
        _read_child(child, block, found)
    return block


def value_of(element: _Element) -> str:
    """What is in an attribute ``value``, or inside."""
    written = element.get("value")
    return (written if written is not None else element.text or "").strip()


def pose_of(element: _Element) -> RawPose | None:
    """The pose that six numbers inside an element give; None where they do not stand there."""
    try:
        x, y, z, roll, pitch, yaw = map(float, (element.text or "").split())
    except ValueError:
        return None
    return pose_from_rpy(x, y, z, roll, pitch, yaw)


def _read_child(element: _Element, block: Block, found: Blocks) -> None:
    tag = literal_tag(element)
    own = facts_of(LIBSDFORMAT.name).own["gazebo"]
    if tag == "material":
        block.material = value_of(element)
    elif tag == "collision":
        block.in_collisions.extend(element)
    elif tag == "visual":
        block.in_visuals.extend(element)
    elif tag in ("disableFixedJointLumping", "preserveFixedJoint"):
        if value_of(element).lower() in YES:
            (found.fixed if tag == "preserveFixedJoint" else found.revolute).add(block.about)
    elif tag in own["numbers"]:
        number = C_DECIMAL.match(value_of(element))
        if number is None:
            found.unreadable.append(element)
        else:
            block.settings[tag] = number[1], element
    elif tag in own["flags"]:
        block.settings[own["flags"][tag]] = ("true" if value_of(element).lower() in YES else "false"), element
    elif tag == "turnGravityOff":
        block.settings[tag] = ("true" if value_of(element).lower() in NO else "false"), element
    elif tag == "fdir1":
        block.settings[tag] = value_of(element), element
    elif tag not in own["nothing"]:
        block.parts.append(element)


def place_robot(description: WorldIR, blocks: Blocks) -> None:
    """Puts a robot that stays as it is where its blocks have it, and lets it stand still if they say so."""
    model = description.models[0]
    frame = next(frame for frame in description.frames if frame.name == model.name)
    for block in blocks.about(""):
        if "static" in block.settings:
            model.static = block.settings["static"][0] == "true"
        for part in block.parts:
            if literal_tag(part) == "pose":
                frame.pose = pose_of(part) or frame.pose
