"""The SDFormat document that libsdformat makes of a robot: one model, in the version that it writes."""

from __future__ import annotations

from functools import lru_cache
from math import hypot, isfinite, isnan
from typing import TYPE_CHECKING

from ....diagnostics.records import replace
from ....runtime.source import literal_tag
from ..children import child_of
from ..facts import facts_of
from ..registry import LIBSDFORMAT
from ..urdfdom.values import Values
from .angles import format_number, format_numbers, rotation_by_urdfdom, written_by_gz_math, written_by_urdfdom
from .generated_source import GeneratedSource
from .lumping import LUMP, hangs_fixed, lump
from .robot import MOMENTS, WORLD, read_robot
from .shape_settings import MovedParts, ShapeSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lxml.etree import _Element

    from ....runtime.plain_element import PlainElement
    from ....runtime.source import Source
    from .gazebo_blocks import Block, Blocks
    from .robot import Color, Robot, UrdfdomGeometry, UrdfdomJoint, UrdfdomLink, UrdfdomShape

KINDS = {"revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "fixed": "fixed"}
"""Types of joints by those of the URDF; of the other two libsdformat makes no joint."""
NEARLY_NO_AXIS = 1e-3
"""Length of an axis that is looked at, since it may have no direction."""
DIFFUSE, AMBIENT = 0.8, 0.8
"""What colours are divided by: that of an ambient light is taken half."""


class ModelOfRobot:
    """Makes the document of one robot.

    Args:
        original: the robot.
        blocks: of that.
        keeps_links: whether each link stays one, also where libsdformat lumps it or leaves it out.
        values: those of the robot, where they have been read.
        only_findings: whether nobody asks what the document describes. What is in order, and of what no check asks, is left
            out then, three tenths of all elements: where shapes and centres of mass are, colours, materials that other visuals
            have, how fast and strong joints are, and what resists them.
    """

    def __init__(
        self,
        original: Source,
        blocks: Blocks,
        *,
        keeps_links: bool = False,
        values: Values | None = None,
        only_findings: bool = False,
    ) -> None:
        self._values = values or Values(original)
        self.robot: Robot = read_robot(original, self._values)
        if keeps_links:
            fixed = (link.joint.name for link in self.robot.links.values() if link.joint is not None)
            blocks = replace(blocks, fixed={*fixed}, revolute=set())
        self._keeps_links = keeps_links
        self._only_findings = only_findings
        self.source = GeneratedSource(original, "sdf", self.robot.element)
        self.massless: list[UrdfdomLink] = []
        """Links that are left out, mostly with all that hangs on them: none of them stands on another."""
        self.unmade: list[UrdfdomLink] = []
        """Links that hang on a joint of which libsdformat makes none."""
        self.without_center: list[UrdfdomLink] = []
        """Links whose centre of mass is no number after lumping."""
        self._blocks = blocks
        self._lumped = lump(self.robot, blocks)
        self._gone: dict[str, str] = {}
        """Names of links that are left out, each with that of the one in ``massless`` that they are left out with."""
        self._missed: set[str] = set()
        self.source.set(self.source.top, "version", facts_of(LIBSDFORMAT.name).own["urdf_version"])
        self._model = self.source.add(self.source.top, "model", self.robot.element)
        self.source.set_name(self._model, self.robot.name)
        self._known_materials = set[str]() if only_findings else None
        self._moved = MovedParts(self._lumped, self.source)

    def make(self) -> GeneratedSource:
        """The document."""
        top = self.robot.root
        self._add_links(top.children if top.name == WORLD else [top])
        for block in self._blocks.about(""):
            if "static" in block.settings:
                text, origin = block.settings["static"]
                self.source.replace_child(self._model, "static", origin, text)
            for part in block.parts:
                self._moved.copy(self._model, part)
        for link, parent in self._lumped.left_behind:
            self._add_frames(link, parent)
        place = child_of(self.robot.element, "origin")
        if place is not None:
            rotation = rotation_by_urdfdom(*_three(place.get("rpy")))
            pose = written_by_urdfdom((*_three(place.get("xyz")), *rotation))
            self.source.replace_child(self._model, "pose", place, pose)
        self.source.finish()
        return self.source

    @property
    def missing_links(self) -> set[str]:
        """Names of those links in ``massless`` of which something that is left still speaks.

        The frames that remain of lumped links are attached to what these were lumped into. Under a link that is fixed to
        the world, joints remain.
        """
        lumped = (self._lumped.into[link.name].name for link, _ in self._lumped.left_behind)
        return self._missed | {self._gone[name] for name in lumped if name in self._gone}

    @property
    def is_empty(self) -> bool:
        """Whether no link is left, and nothing else that a model can stand on; one that is static needs nothing."""
        static = next(self._model.iterchildren("static"), None)
        return (static is None or static.text != "true") and not any(
            child.tag in ("link", "model", "include") for child in self._model
        )

    def _leaves_out(self, numbers: Iterable[float]) -> bool:
        """Whether numbers of which no check asks are left out: nothing can be said of those that are in order."""
        return self._only_findings and isfinite(sum(numbers))

    def _add_links(self, links: list[UrdfdomLink]) -> None:
        todo = list(reversed(links))
        while todo:
            link = todo.pop()
            fixed = hangs_fixed(link, self._blocks)
            if link.name != WORLD and link.is_massless and not (fixed or self._keeps_links):
                self._leave_out(link)
                continue
            is_left = not link.is_massless or (self._keeps_links and link.name != WORLD)
            if is_left and link.name not in self._lumped.into:
                self._add_link(link)
            elif link.name not in self._lumped.into and link.name != WORLD:
                # it hangs on the world; what hangs on it goes on
                self.massless.append(link)
                self._gone[link.name] = link.name
                if any(child.name not in self._lumped.into for child in link.children):
                    self._missed.add(link.name)
            todo += reversed(link.children)

    def _leave_out(self, top: UrdfdomLink) -> None:
        self.massless.append(top)
        todo = [top]
        while todo:
            link = todo.pop()
            self._gone[link.name] = top.name
            todo += link.children

    def _add_link(self, link: UrdfdomLink) -> None:
        source, element = self.source, link.element
        joint = link.joint
        if joint is not None and link.parent is not None:
            self._add_joint(joint, link, link.parent)
        made = source.add(self._model, "link", element)
        source.set_name(made, link.name)
        # a joint of the link's own name is refused for that
        if joint is not None and joint.type in KINDS and self._call_joint(joint.name) != link.name:
            source.set(source.add(made, "pose", joint.element), "relative_to", self._call_joint(joint.name))
        self._add_inertial(made, link)
        blocks = self._lumped.blocks.get(link.name, [])
        settings = ShapeSettings(link.name, blocks, source, self._known_materials)
        for number, shape in enumerate(link.collisions):
            self._add_shape(made, link, shape, number, settings.set_collision)
        for number, shape in enumerate(link.visuals):
            visual = self._add_shape(made, link, shape, number, settings.set_visual)
            if shape.color is not None:
                self._add_color(visual, shape.color, shape.element)
        self._set_link(made, blocks)

    def _set_link(self, made: PlainElement, blocks: list[Block]) -> None:
        """Puts in what blocks say about the link as a whole."""
        source = self.source
        for block in blocks:
            for paths, text, origin in block.settings_of("link"):
                for path in paths:
                    source.set_path(made, path, origin, text)
            if "dampingFactor" in block.settings:
                text, origin = block.settings["dampingFactor"]
                decay = source.add(made, "velocity_decay", origin)
                for tag in ("linear", "angular"):
                    source.doubt(source.add(decay, tag, origin, text))
            for part in block.parts:
                self._moved.copy(made, part, from_link=block.about)

    def _add_inertial(self, made: PlainElement, link: UrdfdomLink) -> None:
        inertial = link.inertial
        if inertial is None:
            return
        if any(map(isnan, inertial.pose)):
            self.without_center.append(link)
        origin = inertial.element if inertial.element is not None else link.element
        inside = self.source.add(made, "inertial", origin)
        if (inertial.mass or not self._keeps_links) and not self._leaves_out(inertial.pose):
            self.source.add(inside, "pose", origin, written_by_gz_math(inertial.pose))
        self.source.add(inside, "mass", origin, format_number(inertial.mass))
        place = child_of(origin, "inertia")
        if place is None:
            place = origin
        self.source.add_numbers(inside, "inertia", place, zip(MOMENTS, inertial.moments))

    def _add_shape(
        self,
        made: PlainElement,
        link: UrdfdomLink,
        shape: UrdfdomShape,
        number: int,
        set_up: Callable[[PlainElement, str], None],
    ) -> PlainElement:
        source, element = self.source, shape.element
        tag = literal_tag(element)
        name = f"{shape.name or link.name}_{tag}" + (f"_{number}" if number else "")
        if not name.startswith(link.name):
            name = f"{link.name}{LUMP}{name}"
        inside: PlainElement = source.add(made, tag, element)
        source.set_name(inside, name)
        if not self._leaves_out(shape.pose):
            source.add(inside, "pose", element, written_by_urdfdom(shape.pose))
        self._add_geometry(inside, shape.geometry)
        set_up(inside, name)
        return inside

    def _add_geometry(self, made: PlainElement, geometry: UrdfdomGeometry) -> None:
        source, place = self.source, geometry.element
        inside = source.add(source.add(made, "geometry", place), literal_tag(place), place)
        for name, text in geometry.parts:
            source.add_written(inside, name, place, text)

    def _add_color(self, visual: PlainElement, color: Color, origin: _Element) -> None:
        if self._leaves_out(color) and 0 <= color[3] <= 1:  # the other parts are made so
            return
        material = self.source.part(visual, "material", origin)
        if next(material.iterchildren("diffuse", "ambient"), None) is None:
            for tag, share in (("diffuse", DIFFUSE), ("ambient", AMBIENT)):
                self.source.add(material, tag, origin, _brighten(color, share))

    def _add_joint(self, joint: UrdfdomJoint, link: UrdfdomLink, parent: UrdfdomLink) -> None:
        kind = KINDS.get(joint.type)
        if kind is None:
            self.unmade.append(link)
            return
        source, element = self.source, joint.element
        made = source.add(self._model, "joint", element)
        turned = kind == "fixed" and joint.name in self._blocks.revolute
        source.set(made, "type", "revolute" if turned else kind)
        source.set_name(made, self._call_joint(joint.name))
        pose = source.add(made, "pose", element, written_by_gz_math(joint.pose))
        source.set(pose, "relative_to", "__model__" if parent.name == WORLD else parent.name)
        above, below = self._values.places_of_ends(element)
        source.add_written(made, "parent", above, parent.name)
        source.add_written(made, "child", below, link.name)
        if turned:
            axis = source.add(made, "axis", element)
            limit = source.add(axis, "limit", element)
            for tag in ("lower", "upper"):
                source.add(limit, tag, element, "0")
        elif kind != "fixed":
            self._add_axis(made, joint)
        self._set_joint(made, joint)

    def _call_joint(self, name: str) -> str:
        """The name of a joint; another one where a link has it that libsdformat would lump."""
        return f"{name}_joint" if self._keeps_links and name in self.robot.links else name

    def _add_axis(self, made: PlainElement, joint: UrdfdomJoint) -> None:
        source, element = self.source, joint.element
        values = self._values
        read = values.axis_of(element)
        place, xyz = (element, (1.0, 0.0, 0.0)) if read is None else read
        axis = source.add(made, "axis", place)
        direction = source.add(axis, "xyz", place, format_numbers(*xyz))
        if hypot(*xyz) < NEARLY_NO_AXIS:
            source.doubt(direction)
        mimic = values.numbers_of(element, "mimic")
        if mimic is not None:
            place, numbers = mimic
            ratio, offset = numbers.get("multiplier", 1.0), numbers.get("offset", 0.0)
            follows = source.add_numbers(axis, "mimic", place, zip(("multiplier", "offset"), (ratio, offset)))
            source.set_name(follows, self._call_joint(place.get("joint") or ""), "joint")
        limit = values.numbers_of(element, "limit")
        if limit is not None:
            place, numbers = limit
            most = numbers.get("effort", 0.0), numbers.get("velocity", 0.0)
            ends = () if joint.type == "continuous" else (numbers.get("lower", 0.0), numbers.get("upper", 0.0))
            named: list[tuple[str, float]] = [*zip(("lower", "upper"), sorted(ends))]
            if not self._leaves_out(most):
                named += zip(("effort", "velocity"), most)
            source.add_numbers(axis, "limit", place, named)
        dynamics = values.numbers_of(element, "dynamics")
        if dynamics is not None:
            place, numbers = dynamics
            losses = numbers.get("damping", 0.0), numbers.get("friction", 0.0)
            if not self._leaves_out(losses):
                source.add_numbers(axis, "dynamics", place, zip(("damping", "friction"), losses))

    def _set_joint(self, made: PlainElement, joint: UrdfdomJoint) -> None:
        """Puts in what blocks say about the joint."""
        if joint.name in self._lumped.into:
            return
        for block in self._lumped.blocks.get(joint.name) or self._blocks.about(joint.name):
            for paths, text, origin in block.settings_of("joint"):
                for path in paths:
                    self.source.set_path(made, path, origin, text)
            for part in block.parts:
                self._moved.copy(made, part)

    def _add_frames(self, link: UrdfdomLink, parent: UrdfdomLink) -> None:
        if link.joint is None:
            return
        element = link.joint.element
        frame = self.source.add(self._model, "frame", element)
        self.source.set_name(frame, link.joint.name)
        self.source.set(frame, "attached_to", parent.name)
        self.source.add(frame, "pose", element, written_by_gz_math(link.joint.pose))
        frame = self.source.add(self._model, "frame", link.element)
        self.source.set_name(frame, link.name)
        self.source.set(frame, "attached_to", link.joint.name)


def _three(text: str | None) -> tuple[float, float, float]:
    """Three numbers; nothing else counts."""
    try:
        x, y, z = map(float, (text or "").split())
    except ValueError:
        return 0.0, 0.0, 0.0
    return x, y, z


@lru_cache(256)  # most visuals of a robot have one of a few materials
def _brighten(color: Color, share: float) -> str:
    rgb = (min(max(part / share, 0.0), 1.0) for part in color[:3])
    return format_numbers(*rgb, color[3])
