"""``<gazebo>`` blocks of a robot (URDF): what SDFormat says beyond links and joints, as Gazebo's converter reads it there."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....runtime.element import Element
from ....runtime.field_tables import kind_of, parts_of
from ....runtime.source import literal_tag
from ....runtime.unknown_elements import any_element
from ...frames.graph import NO_INDEX
from ...spatial.raw_pose import IDENTITY, compose
from ...targets.facts import facts_of
from ...targets.libsdformat.lumping import LUMP
from ..coverage.ledger import PATCH_TAG
from ..element_builder import euler_of, knows_path
from ..plugin_names import rename_in_plugins
from ..round_trip.node_paths import digest
from ..sdformat_extensions import is_unlit
from ..to_sdformat.free_names import OWNER
from ..urdf_extensions import NAME, find_links_with_mass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lxml.etree import _Element

    from ...ir.frames import AttachmentRecord
    from ...spatial.raw_pose import RawPose
    from .writer import RobotWriter

TRUE = ("true", "1")
LOST = {
    "model": ("include", "model", "link", "joint", "frame", "gripper", "static", "pose"),
    "link": ("inertial", "visual", "collision"),
    "joint": ("axis", "axis2", "gearbox_ratio", "gearbox_reference_body", "thread_pitch", "screw_thread_pitch"),
}
"""What no block says in Gazebo as it is, by what it is in."""
SHAPES = ("visual", "collision")
OF_SHAPE = ("geometry", "pose")


class BlockWriter:
    """Makes the blocks of one robot, whose writer has made links and joints."""

    def __init__(self, writer: RobotWriter) -> None:
        self._writer = writer
        self._ledger = writer.work.ledger
        self._own: Any = facts_of("libsdformat").own["gazebo"]
        self._blocks: dict[str, Any] = {}
        self._named: set[str] = set()
        """What stands alone in a text of an element in a block: names of links and joints among it."""
        self._posed: dict[_Element, AttachmentRecord] = {}
        self._names_in = cache(writer.new_names)
        """New names, by the model that they stood in."""
        self._parts_of_shapes = cache(self._find_parts_of_shapes)
        self._rest_of = cache(self._find_rest)
        """What of an element no link has, which is said of each link that was read from it: files can be included more than once."""

    def pose_of(self, attachments: Iterable[AttachmentRecord]) -> None:
        """Learns where sensors, lights and the like are."""
        for each in attachments:
            element = each.element
            if isinstance(element, Element) and element.source_element is not None:
                self._posed[element.source_element] = each

    def place_model(self, written: Iterable[_Element], pose: RawPose) -> None:
        """Says where the robot stands, where that is not the origin.

        Args:
            written: elements that say it of the model.
            pose: of its first link.
        """
        if pose != IDENTITY:
            numbers = " ".join(f"{each:.12g}" for each in euler_of(pose, None))
            self._append_setting("", "pose", numbers)
            reader = None if self._writer.work.target.reads_blocks else "Gazebo"
            for each in written:
                self._ledger.report_representation(each, f"{numbers} in a <gazebo> block", reader=reader)

    def model(self, element: Any, scope: str) -> None:
        """What is in a model beside links, joints and frames."""
        self._copy_rest("model", element, "", scope)

    def link(self, element: Any, name: str, shift: RawPose, scope: str) -> None:
        """What is in a link beside its mass and its shapes.

        Args:
            element: of SDFormat.
            name: of the link of the robot.
            shift: where the link's own frame is in it.
            scope: full name of its model.
        """
        there = element.source_element
        if there is None:
            return
        for tag, (path,) in self._own["link"].items():
            for child in there.iterchildren(path):
                value = ((child.text or "").strip().lower() in TRUE) != (tag == "turnGravityOff")
                self.add_setting(name, tag, "true" if value else "false", child)
        decay = there.find("velocity_decay")
        numbers = set() if decay is None else {(decay.findtext(tag) or "0").strip() for tag in ("linear", "angular")}
        if decay is not None and not len(decay):
            self._ledger.without_effect(decay, "it is empty")
        elif decay is not None and len(numbers) == 1:
            self.add_setting(name, "dampingFactor", numbers.pop(), decay)
        for said in self._parts_of_shapes(there):
            self._block(name).any_elements.append(deepcopy(said))
        self._copy_rest("link", element, name, scope, shift)

    def joint(self, element: Any, name: str, scope: str) -> None:
        """What is in a joint beside its axes; see ``link``."""
        there = element.source_element
        if there is None:
            return
        for tag, (value, parts) in self._find_settings(there, element).items():
            self._append_setting(name, tag, value)
            for part in parts:
                self._mark_with_ancestors(part, there)
                self._report_change(part, tag)
        self._copy_rest("joint", element, name, scope)

    def _find_settings(self, there: _Element, element: Any) -> dict[str, tuple[str, list[_Element]]]:
        """The settings that say what is in a joint, with their values and what they say; of what a block says as a whole none."""
        found: dict[str, tuple[str, list[_Element]]] = {}
        for tag, paths in self._own["joint"].items():
            parts = [next(there.iterfind(path), None) for path in paths if knows_path(type(element), path)]
            values = {None if part is None else (part.text or "").strip() for part in parts}
            if len(values) == 1 and None not in values:  # the setting says all of them
                found[tag] = values.pop() or "", [part for part in parts if part is not None]
        covered = {part for _, parts in found.values() for part in parts}
        whole = {
            child
            for child in _children(there)
            if literal_tag(child) not in LOST["joint"]
            and any(not len(leaf) and leaf not in covered for leaf in child.iter("*"))
        }
        return {
            tag: (value, parts)
            for tag, (value, parts) in found.items()
            if whole.isdisjoint(around for part in parts for around in (part, *part.iterancestors()))
        }

    def add_setting(self, name: str, tag: str, value: str, place: Any) -> None:
        """Says a setting that another format has, too."""
        self._append_setting(name, tag, value)
        self._ledger.mark_subtree(place)
        self._report_change(place, tag)

    def spring(self, name: str, stiffness: float, rest_position: float) -> None:
        """Says the spring of a joint of another format."""
        self._append_setting(name, "springStiffness", f"{stiffness:.12g}")
        if rest_position:
            self._append_setting(name, "springReference", f"{rest_position:.12g}")

    def keep_fixed_joints(self, robot: Any, *, are_lumped: bool) -> None:
        """Says of joints that are fixed that they stay, where Gazebo would make one link of two and something speaks of these.

        A link without mass goes with its joint, whatever is said of that.

        Args:
            robot: has the joints.
            are_lumped: whether the document says that Gazebo makes one link of such, where no reader in particular is asked for.
        """
        target = self._writer.work.target
        if not target.reads_blocks or (are_lumped and not target.is_gazebo):
            return
        heavy = find_links_with_mass(robot)
        for joint in robot.joint:
            ends = {joint.parent.link, joint.child.link}
            is_named = {joint.name, joint.child.link} & (self._blocks.keys() | self._named)
            if joint.type == "fixed" and ends <= heavy and (target.is_gazebo or is_named):
                self._append_setting(joint.name, "preserveFixedJoint", "true")

    def name_shapes(self, robot: Any) -> None:
        """Gives shapes names by which Gazebo knows whose they are: only to such ones it applies what a block says of a link."""
        elements = {id(made): element for element, made in self._writer.shapes}
        is_gazebo = self._writer.work.target.is_gazebo
        name_of = _name_for_gazebo if is_gazebo else _name_with_owner
        told = {"visual": {"visual", "material"}, "collision": {"collision", *self._own["collision"]}}
        for link in robot.link:
            block = self._blocks.get(link.name)
            said = set() if block is None else {each.qname for each in block.any_elements}
            new: dict[str, str] = {}
            for tag in [tag for tag in SHAPES if is_gazebo or said & (told[tag] | {"sensor"})]:
                for number, shape in enumerate(vars(link).get(tag, ())):
                    if shape.name is None:
                        continue
                    written = shape.name
                    if is_gazebo or said & told[tag]:
                        shape.name = name_of(shape.name, link.name, tag, number)
                    called = f"{shape.name or link.name}_{tag}" + (f"_{number}" if number else "")
                    if shape.name != written and id(shape) in elements:
                        becomes = f"{shape.name!r}: Gazebo knows by the name of a shape whose it is"
                        if shape.name is None:
                            becomes = f"no name: Gazebo calls it {called!r} by itself"
                        self._ledger.report_representation(elements[id(shape)], becomes, attribute="name")
                    if tag == "collision":
                        new[written] = called
            for sensor in () if block is None else (each for each in block.any_elements if each.qname == "sensor"):
                _rename_collisions(sensor, new)

    def write(self, robot: Any) -> None:
        """Puts all blocks into the robot."""
        robot.gazebo.extend(self._blocks.values())

    # parts

    def _copy_rest(self, kind: str, element: Any, name: str, scope: str, shift: RawPose = IDENTITY) -> None:
        """Copies what is in a model, link or joint and has no place yet, unless no block says it."""
        there = element.source_element
        for child in () if there is None else self._rest_of(there, kind):
            self._copy_element(name, child, element, scope, shift)

    def _find_rest(self, there: _Element, kind: str) -> list[_Element]:
        return [
            child
            for child in _children(there)
            if not (self._ledger.is_marked(child) or literal_tag(child) in LOST[kind] or _is_drakes(child))
        ]

    def _find_parts_of_shapes(self, there: _Element) -> list[Any]:
        """What a block says of the shapes of a link."""
        written = {
            tag: [each for each in there.iterchildren(tag) if not self._ledger.is_rejected(each)] for tag in SHAPES
        }
        said = self._contacts(written["collision"])
        for tag, of_link in written.items():
            shapes = [each for each in of_link if self._ledger.is_marked(each)]
            if shapes and len(shapes) == len(of_link):
                said += self._rest_of_shapes(shapes, tag)
            self._report_ambient(shapes)
        return said

    def _contacts(self, collisions: list[_Element]) -> list[Any]:
        """What all collisions of a link say alike is said of the link."""
        said = []
        for tag, (path,) in self._own["collision"].items():
            found = [collision.find(path) for collision in collisions]
            texts = {" ".join((part.text or "").split()) for part in found if part is not None}
            if len(texts) != 1 or any(part is None or self._ledger.is_subtree_covered(part) for part in found):
                continue
            said.append(_make_setting(tag, texts.pop()))
            for part, collision in zip(found, collisions):
                if part is not None:
                    self._mark_with_ancestors(part, collision)
                    self._report_change(part, tag)
        return said

    def _rest_of_shapes(self, shapes: list[_Element], tag: str) -> list[Any]:
        """What all visuals or collisions of a link say alike beside their shapes."""
        said = []
        holder = etree.Element(tag)
        for child in _children(shapes[0]):
            inside = literal_tag(child)
            script = self._find_script(child)
            twins = [found for shape in shapes if (found := next(shape.iterchildren(str(child.tag)), None)) is not None]
            if inside in OF_SHAPE or _is_drakes(child) or not self._is_left(child, inside):
                continue
            if len(twins) < len(shapes) or any(digest(each) != digest(child) for each in twins):
                continue
            if script is None:
                holder.append(self._copy_left(child, whole=inside == "material"))
            else:
                said.append(_make_setting("material", script))
            for each in twins:
                self._ledger.mark_subtree(each)
                self._report_change(each, f"<{tag}>" if script is None else "<material>")
        if len(holder):
            said.append(any_element(holder))
        return said

    def _find_script(self, material: _Element) -> str | None:
        """The name of a material of Gazebo's own that a visual has, and that is all that it says of its material."""
        parts = [*material.iterchildren("*")] if literal_tag(material) == "material" else []
        words = {literal_tag(each): (each.text or "").strip() for part in parts for each in part.iterchildren("*")}
        others = [part for part in parts if literal_tag(part) != "script"]
        is_own = words == {"uri": self._own["script"], "name": words.get("name")}
        return words["name"] if is_own and not any(map(self._has_more, others)) else None

    def _report_ambient(self, shapes: list[_Element]) -> None:
        """Reports colours of visuals that have none in ambient light, where that is in no block."""
        for material in (found for shape in shapes for found in shape.iterchildren("material")):
            if is_unlit(material) and not self._ledger.is_subtree_covered(material):
                self._ledger.report_representation(material, "one colour, which is that in ambient light, too")

    def _copy_left(self, element: _Element, *, whole: bool) -> _Element:
        """A copy of an element, without what has its place already unless it is to be whole."""
        copy = deepcopy(element)
        copy.tail = None
        for twin, child in () if whole else list(zip(copy, element)):
            copy.remove(twin)
            if isinstance(child.tag, str) and self._has_more(child):
                copy.append(self._copy_left(child, whole=self._ledger.is_marked(child) is False))
        return copy

    def _is_left(self, child: _Element, tag: str) -> bool:
        """Whether a part of a shape has to be said in a block: what has no place, and colours that Gazebo shows otherwise."""
        is_other_colour = tag == "material" and (self._writer.work.target.is_gazebo or is_unlit(child))
        return is_other_colour or self._has_more(child)

    def _has_more(self, element: _Element) -> bool:
        """Whether anything in an element has no place yet."""
        if not self._ledger.is_marked(element):
            return True
        return any(
            not self._ledger.is_subtree_covered(element) and self._has_more(child) for child in _children(element)
        )

    def _copy_element(self, name: str, child: _Element, holder: Any, scope: str, shift: RawPose = IDENTITY) -> None:
        """Puts an element into a block as it is, placed in the robot's link."""
        copy = deepcopy(child)
        copy.tail = None
        if not any(
            ":" in name and name[0] != "{" for each in copy.iter("*") for name in map(str, (each.tag, *each.attrib))
        ):
            _arrange_attributes(copy, type(holder))  # all of its prefixes are declared
        rename_in_plugins(copy, child, self._names_in(scope), self._ledger)
        if NAME in copy.attrib:  # SDFormat, which takes each name once, had another one
            copy.set("name", str(copy.attrib.pop(NAME)))
        self._named.update((each.text or "").strip() for each in copy.iter("*"))
        pose = self._pose(child, shift)
        if pose is not None:
            self._place(copy, pose)
            for written in child.iterchildren("pose"):
                self._ledger.report_representation(written, "where it is in its link of URDF")
        self._block(name).any_elements.append(any_element(copy))
        self._ledger.mark_subtree(child)
        self._report_change(child, f"<{literal_tag(child)}>")

    def _pose(self, child: _Element, shift: RawPose) -> RawPose | None:
        """Where an element with a pose is in the robot's link; None where it says that itself."""
        record = self._posed.get(child)
        if record is None or (shift == IDENTITY and record.relative_to is None):
            return None
        writer, base = self._writer, shift
        if record.relative_to is not None:
            graph = writer.work.graph
            found, owner = graph.find(record.relative_to, record.scope), graph.index.get(record.owner, NO_INDEX)
            if found != NO_INDEX and owner != NO_INDEX:
                inner, _ = writer.work.places.compute_pose(found, owner)
                base = compose(shift, inner)
        return compose(base, record.pose)

    def _place(self, copy: _Element, pose: RawPose) -> None:
        for old in copy.findall("pose"):
            copy.remove(old)
        if pose != IDENTITY:
            made = etree.Element("pose")
            made.text = " ".join(f"{each:.12g}" for each in euler_of(pose, None))
            copy.insert(0, made)

    def _mark_with_ancestors(self, part: _Element, top: _Element) -> None:
        """Takes an element and those around it, up to one."""
        self._ledger.mark_subtree(part)
        around = part.getparent()
        while around is not None and around is not top:
            self._ledger.mark(around)
            around = around.getparent()

    def _block(self, name: str) -> Any:
        block = self._blocks.get(name)
        if block is None:
            block = self._blocks[name] = self._writer.work.make("Gazebo", reference=name or None)
        return block

    def _append_setting(self, name: str, tag: str, text: str) -> None:
        self._block(name).any_elements.append(_make_setting(tag, text))

    def _report_change(self, place: Any, becomes: str) -> None:
        if not self._writer.work.target.reads_blocks:
            self._ledger.report_representation(place, f"{becomes} in a <gazebo> block", reader="Gazebo")


def _make_setting(tag: str, text: str) -> Any:
    element = etree.Element(tag)
    element.text = text
    return any_element(element)


def _name_for_gazebo(name: str, link: str, tag: str, number: int) -> str | None:
    """The name of a shape of which Gazebo makes the one it has, or one that begins with that of its link."""
    name = name.replace(LUMP, "_")  # to the converter that is a shape of another link
    ending = f"_{tag}" + (f"_{number}" if number else "")
    if name.startswith(link) and name.endswith(ending):
        own = name.removesuffix(ending)
        return None if own == link else own
    return _name_with_owner(name, link, tag, number)


def _name_with_owner(name: str, link: str, tag: str, number: int) -> str | None:
    """The name of a shape, or one that begins with that of its link, by which Gazebo knows whose it is.

    None for the first of a link that has the name which those without one get; of one that is named Gazebo's has an ending more.
    """
    if not number and name == f"{link}_{tag}":
        return None
    return name if name.startswith(link) else f"{link}{OWNER}{name}"


def _rename_collisions(sensor: Any, new: Mapping[str, str]) -> None:
    """Lets a sensor for contacts speak of collisions by their new names."""
    for contact in (each for each in sensor.children if each.qname == "contact"):
        for part in contact.children:
            if part.qname == "collision":
                part.text = new.get((part.text or "").strip(), part.text)


def _children(element: _Element) -> list[_Element]:
    return [child for child in element if isinstance(child.tag, str) and child.tag != PATCH_TAG]


def _is_drakes(element: _Element) -> bool:
    return literal_tag(element).startswith("drake:") or "drake.mit.edu" in str(element.tag)


def _arrange_attributes(element: _Element, holder: Any) -> None:
    """Puts the attributes of an element of SDFormat, and of those in it, into the order of the description."""
    part = parts_of(holder).by_place.get(literal_tag(element))
    kind = None if part is None else kind_of(part.owner, part.field)
    if kind is None or not issubclass(kind, Element):
        return
    written = dict(element.attrib)
    known = [name for name in (each.tag for each in parts_of(kind).by_field.values()) if name in written]
    if len(known) and len(written) > 1:
        element.attrib.clear()
        element.attrib.update({name: written[name] for name in (*known, *written)})
    for child in element.iterchildren("*"):
        _arrange_attributes(child, kind)
