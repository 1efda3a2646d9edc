"""What ``<gazebo>`` says about links and their shapes, some of which were lumped: contact, friction, materials, and parts in SDFormat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.source import literal_tag
from ...formats.schema_tables import read_schema_table
from ...spatial.raw_pose import IDENTITY, compose
from ..facts import facts_of
from ..registry import LIBSDFORMAT
from .angles import format_numbers, rpy_by_urdfdom
from .gazebo_blocks import pose_of
from .lumping import LUMP
from .plugin_offsets import LumpedStep, move_plugin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ....runtime.plain_element import PlainElement
    from ...spatial.raw_pose import RawPose
    from .gazebo_blocks import Block
    from .generated_source import GeneratedSource
    from .lumping import LumpedLinks

POSED = frozenset({"light", "projector", "sensor"})
"""What is moved with the link that it was on."""
JOINT_ENDS = ("parent", "child")
DIGITS = 6
"""Of poses that were moved."""


class MovedParts:
    """Copies parts into the model, as lumping leaves them."""

    def __init__(self, lumped: LumpedLinks, source: GeneratedSource) -> None:
        self._lumped = lumped
        self._source = source
        self._steps = {
            link.name: LumpedStep(
                number, parent.name, link.joint.pose, lumped.into[link.name].name, lumped.pose[link.name]
            )
            for number, (link, parent) in enumerate(lumped.left_behind)
            if link.joint is not None and link.name in lumped.pose
        }

    def copy(self, parent: PlainElement, part: _Element, from_link: str = "") -> None:
        """Copies a part of a block about ``from_link``, or about a joint or the robot."""
        made = self._source.copy(parent, part)
        tag = literal_tag(part)
        moved = self._lumped.pose.get(from_link)
        if moved is not None and tag in POSED:
            self._move(made, moved)
        if tag == "plugin":
            origin = self._source.origins[made]
            move_plugin(made, from_link, self._steps, lambda tag, text: self._source.add(made, tag, origin, text))
        for name in JOINT_ENDS if tag == "joint" else ():
            end = made.find(name)
            into = self._lumped.into.get((end.text or "").strip()) if end is not None else None
            if end is not None and into is not None:
                end.text = into.name

    def _move(self, made: _Element, by: RawPose) -> None:
        written_pose = made.find("pose")
        pose = IDENTITY
        if written_pose is not None:
            if written_pose.get("relative_to") is not None:
                return
            there = pose_of(written_pose) if (written_pose.text or "").strip() else IDENTITY
            if there is None:
                return
            pose = there
        pose = compose(by, pose)
        origin = self._source.origins[made if written_pose is None else written_pose]
        text = format_numbers(*pose[:3], *rpy_by_urdfdom(pose[3:]), digits=DIGITS)
        self._source.replace_child(made, "pose", origin, text)


class ShapeSettings:
    """Blocks about a link, for its shapes.

    Args:
        link: its name.
        blocks: all that are about it, or about what was lumped into it.
        source: the document that the shapes are in.
        known: materials of Gazebo's own that the document has already, to be left out of further visuals: of these a check
            says nothing that it has not said of the first. Grows. None: each visual has its material.
    """

    def __init__(self, link: str, blocks: list[Block], source: GeneratedSource, known: set[str] | None) -> None:
        self._link = link
        self._known = known
        self._blocks = [
            block
            for block in blocks
            if block.in_collisions or block.in_visuals or block.material or any(block.settings_of("collision"))
        ]
        self._numbers: dict[str, list[int]] = {}
        """Of the blocks, by what they were about before lumping."""
        for number, block in enumerate(self._blocks):
            self._numbers.setdefault(block.about, []).append(number)
        self._source = source

    def set_collision(self, collision: PlainElement, name: str) -> None:
        """Puts into a collision what is said about it."""
        source = self._source
        for block in self._about(name, "_collision"):
            for part in block.in_collisions:
                if literal_tag(part) == "surface":
                    source.remove_child(collision, "surface")
                source.copy(collision, part)
            for paths, text, origin in block.settings_of("collision"):
                for path in paths:
                    source.set_path(collision, path, origin, text)

    def set_visual(self, visual: PlainElement, name: str) -> None:
        """Puts into a visual what is said about it."""
        source = self._source
        for block in self._about(name, "_visual"):
            for part in block.in_visuals:
                if literal_tag(part) == "material":
                    source.remove_child(visual, "material")
                    if self._known is not None:
                        self._known.clear()  # it may have been the first
                source.copy(visual, part)
            if block.material and not self._may_miss(block.material, visual):
                origin = visual.origin
                source.set_path(visual, "material/script/name", origin, block.material)
                source.set_path(
                    visual, "material/script/uri", origin, facts_of(LIBSDFORMAT.name).own["gazebo"]["script"]
                )

    def _may_miss(self, material: str, visual: PlainElement) -> bool:
        """Whether a material is left out of a visual, which is noted as one that has it otherwise."""
        known = self._known
        if known is None or material not in read_schema_table("sdformat", "gazebo.toml")["materials"]:
            return False
        if material in known:
            return next(visual.iterchildren("material"), None) is None
        known.add(material)
        return False

    def _about(self, name: str, end: str) -> Iterable[Block]:
        """The blocks for a shape: those about the link for its own, those about another for what came from there."""
        if LUMP not in name:
            return [self._blocks[number] for number in self._numbers.get(self._link, ())]
        sources: set[str] = set()
        for rest in name.split(LUMP)[1:]:
            at = rest.find(end)
            while at >= 0:
                sources.add(rest[:at])
                at = rest.find(end, at + 1)
        sources.discard(self._link)
        numbers = sorted(number for source in sources for number in self._numbers.get(source, ()))
        return [self._blocks[number] for number in numbers]
