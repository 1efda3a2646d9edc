"""``<gazebo>`` blocks of a robot into the model, as Gazebo's own converter reads them.

What they mean is known once, for judging: the blocks and the table of their settings are those of that room.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....runtime.element import Element
from ....runtime.field_tables import kind_of, parts_of
from ....runtime.poses import EulerPose
from ....runtime.source import literal_tag
from ....runtime.unknown_elements import is_generic
from ...spatial.raw_pose import IDENTITY, compose, inverse
from ...targets.children import children_of
from ...targets.facts import facts_of
from ...targets.libsdformat.gazebo_blocks import NO, YES, Blocks, pose_of, read_block, value_of
from ...targets.libsdformat.lumping import LUMP
from ...targets.libsdformat.plugin_offsets import move_plugin
from ...targets.registry import LIBSDFORMAT
from ..coverage.unparsed_text import describe_value, equals_text
from ..element_builder import InvalidPartText, append_generic, euler_of, knows_path, set_generic_path, set_path
from ..plugin_names import rename_in_plugins
from ..sdformat_extensions import read_frame
from ..urdf_extensions import NAME
from ..validation import refusal
from .free_names import free_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lxml.etree import _Element

    from ...targets.libsdformat.gazebo_blocks import Block
    from ...targets.libsdformat.plugin_offsets import LumpedStep
    from ..coverage.ledger import Ledger
    from ..targets import ConversionRequest
    from .model_writer import ModelWriter

LUMPING = ("disableFixedJointLumping", "preserveFixedJoint")
MECHANISM = ("static", "pose", "link", "joint", "frame", "model", "include")
"""What a block of the robot may say of how it moves, which is no part of it to Drake."""
NOT_FOR_DRAKE = "Drake reads no <gazebo> blocks, and the mechanism would be another one with it"
OF_OTHER_NAMES = "Gazebo applies it to shapes that have no name, or one that begins with the link's"
STRUCTURAL_TAGS = ("pose", "inertial", "parent", "child", "name", "type")
"""What a link or joint has from the robot, and no block may say again."""


class GazeboBlocks:
    """Applies the blocks of one robot.

    Args:
        writer: has made the model.
        ledger: learns what has its place.
        wanted: how it is to be made.
        steps: links that will be lumped, by name, which plugins name otherwise then.
    """

    def __init__(
        self, writer: ModelWriter, ledger: Ledger, wanted: ConversionRequest, steps: Mapping[str, LumpedStep]
    ) -> None:
        self._steps = steps
        self._for_drake = wanted.target.speaks_drake
        self._for_gazebo = (wanted.target.profile or "").startswith(LIBSDFORMAT.name)
        self._options = wanted.options
        self._has_extensions = wanted.has_extensions
        self._writer = writer
        written = ((made, getattr(element, "name", None)) for element, made in writer.shapes)
        self._written_names = {id(made): f" {name}" if LUMP in name else name for made, name in written if name}
        """Of shapes; those of lumped links belong to others."""
        self._origins: dict[tuple[int, str], list[_Element]] = {}
        self._imported: dict[int, _Element] = {}
        self._frames = {id(made): read_frame(element) for element, made in writer.links}
        """Where links of SDFormat have their frames in those of the robot."""
        self._ledger = ledger
        self._own = facts_of("libsdformat").own["gazebo"]
        self._new_names = writer.new_names()

    def apply(self, robot: _Element, model: Any) -> None:
        """Puts all blocks where they belong."""
        for element in children_of(robot, "gazebo"):
            about = element.get("reference") or ""
            link, joint = self._writer.link_named(about), self._writer.joint_named(about)
            if about and link is None and joint is None:
                if self._writer.is_joint(about):
                    self._mark_lumping(element)
                continue
            self._ledger.mark(element, "reference")
            self._mark_lumping(element)
            if not len(element) and not (element.text or "").strip():
                self._ledger.without_effect(element, "the block is empty")
            block = read_block(element, Blocks())
            if not about:
                self._to_model(block, model)
            if link is not None:
                self._to_link(block, element, link)
            if joint is not None:
                self._to_joint(block, joint)

    def pop_origins(self, holder: Any, field: str) -> list[_Element]:
        """What in blocks said a field of a link; it says that no more."""
        return self._origins.pop((id(holder), field), [])

    def add_origins(self, holder: Any, field: str, origins: Iterable[_Element]) -> None:
        """Notes what in blocks says a field of a link now."""
        self._origins.setdefault((id(holder), field), []).extend(origins)

    def origin_of(self, part: Any) -> _Element | None:
        """The part of a block that was taken in as it is; None for any other."""
        return self._imported.get(id(part))

    def _mark_lumping(self, element: _Element) -> None:
        for child in element:
            if literal_tag(child) in LUMPING:
                self._ledger.mark(element, "reference")
                self._ledger.without_effect(child, "joints that are fixed stay as they are")

    def _to_model(self, block: Block, model: Any) -> None:
        for tag, path in (("static", "static"), ("selfCollide", "self_collide")):
            if tag in block.settings:
                text, origin = block.settings[tag]
                if self._for_drake and tag in MECHANISM:
                    self._ledger.mark_rejected(origin, NOT_FOR_DRAKE)
                else:
                    self._set_value(model, path, text, origin)
        for part in block.parts:
            if self._for_drake and literal_tag(part) in MECHANISM:
                self._ledger.mark_rejected(part, NOT_FOR_DRAKE)
                continue
            if literal_tag(part) == "pose" and pose_of(part) is not None:
                numbers = map(float, (part.text or "").split())
                model.pose = self._writer.work.make("Pose", value=EulerPose(*numbers))
                self._ledger.mark_subtree(part)
            else:
                self._import_part(model, part)

    def _to_link(self, block: Block, element: _Element, link: Any) -> None:
        for paths, text, origin in block.settings_of("link"):
            for path in paths:
                self._set_value(link, path, text, origin)
        if "dampingFactor" in block.settings:
            text, origin = block.settings["dampingFactor"]
            for path in ("velocity_decay/linear", "velocity_decay/angular"):
                self._set_value(link, path, text, origin)
        for child in element:
            tag = literal_tag(child)
            shapes = self._find_shapes(link, tag) if tag in ("visual", "collision") else ()
            if shapes:
                self._ledger.mark(child, *child.attrib)
            for part in child if shapes else ():
                for shape in shapes:
                    self._replace(shape, literal_tag(part))
                    self._import_part(shape, part)
            if tag == "material" and block.material and (visuals := self._find_shapes(link, "visual")):
                for visual in visuals:
                    set_path(visual, "material/script/uri", self._own["script"])
                    set_path(visual, "material/script/name", block.material)
                self._ledger.mark_subtree(child)
        for paths, text, origin in block.settings_of("collision"):
            collisions = self._find_shapes(link, "collision")
            if not collisions and vars(link).get("collision"):
                self._ledger.mark_rejected(origin, OF_OTHER_NAMES)
            for collision in collisions:
                for path in paths:
                    self._set_value(collision, path, text, origin)
        if self._for_drake and "mu1" in block.settings:
            self._lower_friction(vars(link).get("collision", ()), block.settings["mu1"][1])
        for part in block.parts:
            self._import_part(link, part)

    def _find_shapes(self, link: Any, tag: str) -> list[Any]:
        """The shapes of a link that a block about it is for: to Gazebo those that have no name, or one that begins with the link's."""
        shapes = vars(link).get(tag, ())
        if not self._for_gazebo:
            return list(shapes)
        return [each for each in shapes if self._written_names.get(id(each), link.name).startswith(link.name)]

    def _lower_friction(self, collisions: Iterable[Any], origin: _Element) -> None:
        """To Drake the second coefficient is that in motion, which it refuses where it is larger than that at rest."""
        lowered = False
        for collision in collisions:
            surface = vars(collision).get("surface")
            ode = None if surface is None or surface.friction is None else surface.friction.ode
            if ode is not None and ode.mu2 > ode.mu:
                ode.mu2, lowered = ode.mu, True
        if lowered:
            self._ledger.report_representation(origin, "both coefficients: Drake refuses a second one that is larger")

    def _to_joint(self, block: Block, joint: Any) -> None:
        for paths, text, origin in block.settings_of("joint"):
            if self._for_drake and any("dynamics" in path for path in paths):
                self._ledger.mark_rejected(origin, NOT_FOR_DRAKE)
                continue
            for path in (path for path in paths if knows_path(type(joint), path)):
                if not path.startswith("axis/") or vars(joint).get("axis") is not None:
                    self._set_value(joint, path, text, origin)
        for part in block.parts:
            self._import_part(joint, part)

    def _set_value(self, holder: Any, path: str, text: str, origin: _Element) -> None:
        first, _, rest = path.partition("/")
        for extra in vars(holder).get("any_elements", ()):
            if rest and is_generic(extra) and extra.qname == first:  # a block has said it as a whole
                set_generic_path(extra, rest, text)
                self._ledger.mark_subtree(origin)
                return
        try:
            read = set_path(holder, path, text)
        except InvalidPartText as mistake:
            if not self._ledger.is_subtree_covered(origin):  # it is said in several places, and there may be one more
                self._ledger.mark_rejected(origin, f"its value has no place there: {mistake}")
            return
        self._ledger.mark_subtree(origin)
        written = value_of(origin)
        is_said = written.lower() in YES | NO if isinstance(read, bool) else equals_text(read, written)
        if not is_said:
            self._ledger.read_as(origin, written, describe_value(read))
        self._origins.setdefault((id(holder), path.split("/")[0]), []).append(origin)

    def _replace(self, shape: Any, tag: str) -> None:
        """Takes out of a shape what a block says anew, and reports it."""
        if vars(shape).pop(tag, None) is None:
            return
        gone = self._origins.get((id(shape), tag), [])
        if tag == "material":
            gone += [element.material.source_element for element, made in self._writer.shapes if made is shape]
        for origin in gone:
            self._ledger.mark_rejected(origin, "a <gazebo> block says it anew")

    def _import_part(self, holder: Any, part: _Element) -> None:
        """Takes in what is SDFormat already, where that has a place for it that is not taken."""
        tag = literal_tag(part)
        known = parts_of(type(holder)).by_place.get(tag)
        if known is None or tag in STRUCTURAL_TAGS:
            return
        extra = [getattr(each, "qname", None) for each in vars(holder).get("any_elements", ())]
        if not known.repeats and (vars(holder).get(known.field) is not None or tag in extra):
            return
        copy = deepcopy(part) if tag == "plugin" else self._copy_valid_part(type(holder), part)
        if copy is None:
            return
        self._move(copy, holder)
        rename_in_plugins(copy, part, self._new_names, self._ledger)
        if tag == "plugin":
            self._move_plugin(copy, part, holder)
        self._rename_collisions(copy, part, holder)
        self._ledger.mark_subtree(part)
        name, taken = part.get("name"), _names_in(holder, tag)
        if name in taken and tag != "plugin":
            copy.set("name", free_name(f"{name}_1", taken))
            if self._has_extensions:
                copy.set(NAME, str(name))
            self._ledger.report_representation(
                part, f"{copy.get('name')!r}: SDFormat takes each name once", attribute="name"
            )
        append_generic(holder, copy)
        self._imported[id(vars(holder)["any_elements"][-1])] = part

    def _move(self, copy: _Element, holder: Any) -> None:
        """Places a part in the frame that its link has here, where it has a place."""
        shift, known = self._frames.get(id(holder), IDENTITY), parts_of(type(holder)).by_place[literal_tag(copy)]
        kind = kind_of(known.owner, known.field)
        if shift == IDENTITY or not issubclass(kind, Element) or "pose" not in parts_of(kind).by_place:
            return
        written = copy.find("pose")
        pose = IDENTITY if written is None else pose_of(written)
        if pose is None or (written is not None and written.get("relative_to")):
            return
        if written is not None:
            copy.remove(written)
        moved = compose(inverse(shift), pose)
        if moved != IDENTITY:
            made = etree.Element("pose")
            made.text = " ".join(f"{each:.12g}" for each in euler_of(moved, None))
            copy.insert(0, made)

    def _move_plugin(self, copy: _Element, part: _Element, holder: Any) -> None:
        """Lets a plugin speak of the link that the one it names becomes part of, as Gazebo's converter has it."""

        def add(tag: str, text: str) -> None:
            etree.SubElement(copy, tag).text = text

        origins = dict(zip(copy.iter(), part.iter()))
        for child in move_plugin(copy, holder.name if holder.name in self._steps else "", self._steps, add):
            what = f"{child.text!r}, with the offset there of what becomes part of that link"
            self._ledger.report_representation(origins[child], what)

    def _rename_collisions(self, copy: _Element, part: _Element, link: Any) -> None:
        """Lets a sensor for contacts speak of collisions by the names that they have here, rather than by those that Gazebo gives them."""
        called: dict[str, str] = {}
        for number, made in enumerate(vars(link).get("collision") or ()):
            written = self._written_names.get(id(made), link.name)
            called[f"{written}_collision" + (f"_{number}" if number else "")] = made.name
        own = set(called.values())
        for place, origin in zip(copy.iterfind("contact/collision"), part.iterfind("contact/collision")):
            name = (place.text or "").strip()
            if name not in own and name in called:
                place.text = called[name]
                self._ledger.report_representation(origin, f"{place.text!r}, as the collision is called here")

    def _copy_valid_part(self, kind: type[Any], part: _Element) -> _Element | None:
        """A copy of a part without what SDFormat refuses in it, which is reported; None where it refuses the part."""
        copy = deepcopy(part)
        copy.tail = None
        origins = dict(zip(copy.iter(), part.iter()))
        while (refused := refusal(kind, copy, self._options)) is not None:
            inside, reason = refused
            around = inside.getparent()
            if around is None or inside not in origins:
                self._ledger.mark_rejected(part, reason)
                return None
            self._ledger.mark_rejected(origins[inside], reason)
            around.remove(inside)
        return copy


def _names_in(holder: Any, tag: str) -> set[str]:
    """Names of what is in an element with a tag."""
    typed = vars(holder).get(parts_of(type(holder)).by_place[tag].field) or ()
    extra = [each for each in vars(holder).get("any_elements", ()) if getattr(each, "qname", None) == tag]
    names = {getattr(each, "name", None) for each in typed} if isinstance(typed, list) else set()
    return {name for name in (*names, *(each.attributes.get("name") for each in extra)) if name}
