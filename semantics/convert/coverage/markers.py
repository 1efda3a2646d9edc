"""Which elements of a source a conversion was written from, and which of their values are others in the result."""

from __future__ import annotations

import os
from math import inf, isfinite, isnan
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple, replace
from ....runtime.numbers import STRICT
from ....runtime.source import literal_tag
from ...formats.schema_tables import read_schema_table
from ...ir.geometry import Empty, Mesh
from ...ir.joints import Motion
from ...kinematics.coordinates import COUNT
from ...spatial.raw_pose import NO_ROTATION
from ..element_builder import shown_color
from ..mass_properties import LIGHT, NO_MASS
from ..to_sdformat.axes import NO_LIMIT
from .ledger import xml_of
from .tables import FILE, find_nodes, mark_paths, tag_of_step
from .unparsed_text import describe_value, number_of

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from lxml.etree import _Element

    from ...ir.constraints import MimicRecord
    from ...ir.frames import ModelRecord
    from ...ir.geometry import Geometry
    from ...ir.joints import JointRecord
    from ...ir.links import InertialRecord, LinkRecord, ShapeRecord
    from .ledger import Ledger

BY_ROOT = {
    "robot": "urdf",
    "directives_file": "drake",
    "sdf": "sdformat",
    "skel": "skel",
    "mujoco": "mjcf",
    "mujocoinclude": "mjcf",
}
"""Whose table applies, by the root of the document that an element is in."""
MOTORLESS = "a joint of effort 0: to Drake it has no actuator"
DRIVEN = (Motion.REVOLUTE, Motion.PRISMATIC)
LIMITS = ("lower", "upper", "velocity", "effort")


class AspectRows(NamedTuple):
    """The rows of a table for one aspect of records, by its sections."""

    without_effect: Mapping[str, str]
    carried: Sequence[str]
    represented: Mapping[str, str]
    rejected: Mapping[str, str]


class CoverageMarker:
    """Marks in the ledger which elements a record was written from, and what of them is said in another way.

    Args:
        ledger: learns what has its place.
        table: of the format that the elements belong to.
    """

    def __init__(self, ledger: Ledger, table: Mapping[str, Any]) -> None:
        self.ledger = ledger
        self._table = table
        self._named: set[Any] = set()
        self._aspects: dict[str, AspectRows] = {}

    def _rows(self, section: str, aspect: str) -> Any:
        return self._table.get(section, {}).get(aspect, {})

    def mark(self, aspect: str, element: Any) -> None:
        """Applies the rows of the table for one aspect of a record to the element that it was read from."""
        rows = self._aspects.get(aspect)
        if rows is None:
            rows = self._aspects[aspect] = AspectRows(*(self._rows(section, aspect) for section in AspectRows._fields))
        for path, reason in rows.without_effect.items():
            for node in find_nodes(element, path):
                self.ledger.without_effect(node.element, reason, *([] if node.attribute is None else [node.attribute]))
        if rows.carried:
            mark_paths(self.ledger, element, *rows.carried)
        for path, becomes in rows.represented.items():
            for node in find_nodes(element, path):
                self.ledger.report_representation(node.element, becomes, attribute=node.attribute)
        for path, reason in rows.rejected.items():
            for node in find_nodes(element, path):
                self.ledger.mark_rejected(xml_of(node.element), reason)

    def read_number(self, name: str, element: Any) -> float | None:
        """A number that stands at the place that the table names; None where there is none."""
        path = self._rows("numbers", name)
        texts = [xml_of(node.element).text or "" for node in find_nodes(element, path)] if path else []
        return number_of(texts[0].strip()) if texts else None

    def resolves(self) -> bool:
        """Whether documents of the format have parts that are no records, and are found again in others."""
        return "resolved" in self._table

    def resolve(self, root: _Element, used: Mapping[str, Container[str]], section: str = "resolved") -> None:
        """Takes elements that are no records and are found again in others, wherever they are in a document.

        Args:
            root: of the document.
            used: names in all documents, by the attribute that says them.
            section: of the table.
        """
        rows: Mapping[str, Any] = self._table.get(section, {})
        for each in root.iter("*") if rows else ():
            around = each.getparent()
            row = rows.get(literal_tag(each)) if around is None else _find_row(rows, around, each)
            if row is None:
                continue
            if "used_by" in row and _name_of(each) not in used.get(row["used_by"], ()):
                self.ledger.without_effect(each, row["unused"])
                continue
            self.ledger.mark(each, *row["attributes"])
            if "becomes" in row:
                self.ledger.report_representation(each, row["becomes"])

    def _compare_values(self, aspect: str, element: Any, record: Any) -> None:
        """Reports numbers that are not those of a record."""
        for path, row in self._rows("values", aspect).items():
            for node in find_nodes(element, path):
                text, value = xml_of(node.element).text or "", getattr(record, row["field"])
                if number_of(text.strip()) != value:
                    self.ledger.read_as(xml_of(node.element), text, f"{value:.12g}", row["reason"])

    def _report_turned_angles(self, element: Any) -> None:
        """Reports angles that are others elsewhere, since each turns about an axis that the ones before have turned."""
        path = self._rows("angles", "turned")
        for node in find_nodes(element, path) if path else ():
            numbers = [number_of(word) for word in (xml_of(node.element).text or "").split()[3:]]
            if sum(1 for number in numbers if number) > 1:
                self.ledger.report_representation(node.element, "the same place, by angles about axes that stand still")

    def model(self, record: ModelRecord) -> None:
        """A model has its name and says whether it moves; where it stands is asked for by itself."""
        self.mark("model", record.element)
        if record.properties.get("mobile"):
            self.mark("mobile_model", record.element)
        self._report_turned_angles(record.element)

    def link(self, record: LinkRecord) -> None:
        """A link has its name and its place."""
        self.mark("link", record.element)
        self._report_turned_angles(record.element)

    def _inertial_element(self, record: InertialRecord) -> Any:
        holder = self._rows("inertial", "holder")
        return getattr(record.element, holder, record.element) if holder else record.element

    def inertial(self, record: InertialRecord) -> None:
        """Mass, moments and their frame are said; what follows from shapes is reported."""
        element = self._inertial_element(record)
        self._report_turned_angles(element)
        self._compare_values("inertial", element, record)
        self.mark("inertial", element)
        if getattr(element, "auto", False):
            self.mark("auto_inertial", element)
        if getattr(element, "moment_of_inertia", "") is None:
            self.ledger.report_representation(element, "the moments that follow from the shapes")

    def mark_corrected_inertial(self, record: InertialRecord, how: str) -> None:
        """Mass or moments are not those that are said."""
        element = self._inertial_element(record)
        fields = self._rows("inertial", "mass" if how == NO_MASS else "moments")
        for part in [getattr(element, field) for field in fields] or [element]:
            self.ledger.approximate(part, how)
        for path in self._rows("inertial", "numbers"):
            for node in find_nodes(element, path):
                if how == NO_MASS or (path == "mass") == (how == LIGHT):
                    self.ledger.report_representation(node.element, "one that a body has")

    def written_inertial_pose(self, record: InertialRecord) -> Any:
        """The typed element that the pose of an inertial frame is written in; None where there is none."""
        field, element = self._rows("inertial", "pose"), self._inertial_element(record)
        if not field or element is None:
            return None
        return element if field == "." else getattr(element, field)

    def shape(self, record: ShapeRecord, *, has_masks: bool = False) -> None:
        """A visual or collision has its name, its place and its geometry; with ``has_masks`` what it touches, too."""
        self.mark("shape", record.element)
        if record.contact_masks not in (None, (1, 1)) and not has_masks:
            self.ledger.approximate(record.element, "a shape that touches all others, whatever their masks of contacts")
        self._mark_one_shape(record)
        sizes = self._rows("geometry", "sizes")
        for node in find_nodes(record.element, "geometry/*/*") if sizes else ():
            text = node.element.text or ""
            numbers = [number_of(word) for word in text.split()]
            value = getattr(record.geometry, sizes.get(str(node.element.tag), ""), None)
            if value is not None and not all(number is not None and 0 < number < inf for number in numbers):
                self.ledger.read_as(node.element, text, describe_value(value), "sizes are positive and finite")
        self._report_turned_angles(record.element)

    def _mark_one_shape(self, record: ShapeRecord) -> None:
        """Of several shapes where there is to be one, only one is read."""
        tags, reason = [tag_of_step(tag) for tag in self._rows("geometry", "tags")], self._rows("geometry", "other")
        shapes = [
            child
            for holder in find_nodes(record.element, "geometry")
            for child in xml_of(holder.element).iterchildren(*tags)
            if tags
        ]
        if not reason:
            for child in shapes[:1]:
                mark_paths(self.ledger, child, *self._rows("carried", "one_shape"))
            return
        kind = type(record.geometry).__name__.lower()
        read = [each for each in shapes if literal_tag(each).removeprefix("drake:") in kind]
        for child in shapes:
            if child is not (read or shapes)[0]:
                self.ledger.mark_rejected(child, reason)

    def locate(self, shape: Geometry, folder: Path | None) -> Geometry:
        """A shape whose file, if it has one, is named as it is found from a folder, that of the document.

        Args:
            shape: as it is described.
            folder: None where the document has none.
        """
        if not isinstance(shape, Mesh) or not self._rows("geometry", "in_folders"):
            return shape
        if not shape.uri:
            return Empty("unknown")
        if shape.path is None or folder is None:
            return shape
        return replace(shape, uri=Path(os.path.relpath(shape.path, folder)).as_posix())

    def reason_without_file(self, shape: Geometry) -> str | None:
        """Why a mesh without a file has no place, where the format has such; None for other shapes."""
        is_inline = isinstance(shape, Mesh) and not shape.uri
        return (is_inline and self._rows("geometry", "without_file")) or None

    def look(self, record: ShapeRecord) -> None:
        """A visual has its colour and texture; ambient light of the same colour is no other."""
        material = getattr(record.element, "material", None)
        if hasattr(material, "texture"):
            self.material(material)
            return
        self.mark("look", record.element)
        properties = record.find_properties()
        if properties.get("ambient") == properties.get("diffuse"):
            self.mark("lit_look", record.element)

    def material(self, written: Any) -> None:
        """A definition of a material is written where it is used; its name is reported once."""
        ledger = self.ledger
        self.mark("material", written)
        if written.color is not None and not written.color.source_element.attrib:
            ledger.without_effect(written.color, "it names no colour")
        color = None if written.color is None else vars(written.color).get("rgba")
        if color is not None and shown_color(color) != color:
            parts = " ".join(f"{part:.12g}" for part in shown_color(color))
            ledger.report_changed_value(written.color, "rgba", parts, "colours run from 0 to 1")
        if written.texture is not None and not written.texture.filename:
            ledger.without_effect(written.texture, "it names no file")
        there = written.source_element
        if written.name and len(there) and there not in self._named:
            self._named.add(there)
            ledger.report_representation(
                written, f"colours of the visuals that use it: materials have no names in {ledger.format}"
            )

    def ends(self, record: JointRecord) -> None:
        """A joint has its name, its type, its place, parent and child."""
        self.mark("ends", record.element)
        self._report_turned_angles(record.element)
        there, name, reason = xml_of(record.element), record.name.rpartition("::")[2], self._rows("names", "joint")
        # that of a body without a joint is written nowhere
        if reason and there is not None and there.tag == "joint" and there.get("name") not in (None, name):
            self.ledger.report_representation(record.element, f"joint {name!r}: {reason}", attribute="name")

    def axes(self, record: JointRecord) -> None:
        """The axes of a joint that moves are said, with what limits and resists them."""
        element: Any = record.element
        there, count = xml_of(element), COUNT[record.motion]
        if there is not None and literal_tag(there).endswith("joint"):  # a body without a joint is free
            self.mark(record.motion.value, element)
        if count == 1:
            self.mark("one_axis", element)
        self.mark("axes", element)
        self._report_zeros(element)
        for axis in record.axes[: max(count, 1)]:
            self.mark("axis", axis.element)
            self._report_axis_limits(axis.element, record)
        for axis in record.axes:
            self._compare_values("axis", axis.element, axis)
        if hasattr(element, "dynamics") and record.motion is not Motion.FLOATING_RPY:
            self._report_resistance(record)
            if record.motion in DRIVEN:
                self._report_joint_limits(record)

    def _report_zeros(self, element: Any) -> None:
        """Numbers that are zero, as they are where nothing says them."""
        for path, reason in self._rows("zeros", "axes").items():
            for node in find_nodes(element, path):
                words = (xml_of(node.element).text or "").split()
                if words and all(number_of(word) == 0 for word in words):
                    self.ledger.without_effect(node.element, reason)

    def _report_axis_limits(self, axis: Any, record: JointRecord) -> None:
        """Limits that are elements of an axis."""
        reasons, there = self._table.get("limits", {}), xml_of(axis)
        for limit in there.iterchildren("limit") if reasons and there is not None else ():
            if not len(limit):
                self.ledger.without_effect(limit, reasons["empty"])
            self.ledger.mark(limit)
            for part in limit.iterchildren(*LIMITS):
                if record.type == "continuous" and part.tag in LIMITS[:2]:
                    self.ledger.without_effect(part, reasons["continuous"])
                elif is_no_limit(part):
                    self.ledger.without_effect(part, reasons["none"])
                self.ledger.mark(part)

    def _report_joint_limits(self, record: JointRecord) -> None:
        """Limits that are attributes beside the axis of a joint."""
        ledger, element, is_continuous = self.ledger, record.element, record.type == "continuous"
        limit: Any = element.limit  # type: ignore[union-attr]
        if limit is None:
            if not is_continuous:
                ledger.report_representation(
                    element, "one without limits, as Drake reads it; urdfdom refuses it without <limit>"
                )
            return
        self._report_unbounded(record, limit)
        self.mark("continuous" if is_continuous else "bounds", element)
        self.mark("limits", element)
        axis = record.axes[0]
        for name in LIMITS[2:] if is_continuous else LIMITS:
            value, read = getattr(axis, name), getattr(limit, name)
            if abs(value) >= NO_LIMIT and name in vars(limit):
                ledger.without_effect(limit, "it says that there is no limit", name)
            elif isnan(value):
                ledger.report_changed_value(limit, name, "nothing", "it is no number")
            elif value != read:
                ledger.report_changed_value(limit, name, f"{value:.12g}", "a largest value has no sign")
        if axis.acceleration != inf:
            self.mark("joint_acceleration", element)

    def _report_unbounded(self, record: JointRecord, limit: Any) -> None:
        """Reports bounds that are not written, which readers of URDF take for different ones."""
        there = limit.source_element
        if record.type == "continuous" or there is None:
            return
        absent = [name for name in LIMITS[:2] if there.get(name) is None]
        if any(abs(getattr(record.axes[0], name)) >= NO_LIMIT for name in absent):
            self.ledger.report_representation(
                limit,
                f"one without {' and '.join(absent)}, as Drake reads it; urdfdom and pinocchio take 0 for what is not written",
            )

    def _report_resistance(self, record: JointRecord) -> None:
        """Reports damping and friction that nothing has."""
        dynamics: Any = record.element.dynamics  # type: ignore[union-attr]
        if dynamics is None or not record.axes:
            return
        for name in ("damping", "friction"):
            written = (dynamics.source_element.get(name) or "").split() if dynamics.source_element is not None else []
            made = [max(getattr(axis, name), 0.0) for axis in record.axes]
            read = [number for each in written if (number := number_of(each)) is not None]
            if len(read) > 1 and read == made[: len(read)]:
                continue  # a damping for each coordinate of a planar joint
            if not all(map(isfinite, made)):
                self.ledger.report_changed_value(dynamics, name, "nothing", "it is no number that resists a joint")
            elif read and read[0] != made[0]:
                self.ledger.report_changed_value(
                    dynamics, name, f"{made[0]:.12g}", "nothing drives a joint by resisting it"
                )

    def acceleration(self, record: JointRecord) -> None:
        """The limits of acceleration are said."""
        self.mark("acceleration", record.element)
        for axis in record.axes:
            self.mark("unlimited_acceleration" if axis.acceleration == inf else "limited_acceleration", axis.element)

    def springs(self, record: JointRecord) -> None:
        """The springs of a joint are said."""
        self.mark("springs", record.element)
        for axis in record.axes:
            self.mark("axis_spring", axis.element)
            self._compare_values("spring", axis.element, axis)

    def motorless(self, record: JointRecord) -> None:
        """A joint gets effort 0, by which Drake knows that it has no motor."""
        limit = getattr(record.element, "limit", None)
        if limit is not None and vars(limit).get("effort"):
            self.ledger.report_changed_value(
                limit, "effort", "0", "to Drake a joint with effort has an actuator, and this one has none"
            )
        else:
            how = ", as in the URDF" if hasattr(record.element, "limit") else ""
            self.ledger.report_representation(record.element, f"{MOTORLESS}{how}")

    def pitch(self, record: JointRecord, becomes: str = "") -> None:
        """The pitch of a screw is said; ``becomes``: what in another way."""
        self.mark("pitch", record.element)
        for path in self._rows("pitch", "paths"):
            for node in find_nodes(record.element, path):
                if becomes or path in self._rows("pitch", "older"):
                    self.ledger.report_representation(node.element, becomes or f"{record.pitch:g} m for each turn")

    def path(self, record: JointRecord) -> None:
        """The axes of a joint of Drake's are said; its own tags are carried by themselves."""
        element: Any = record.element
        if hasattr(element, "dynamics"):
            self.ledger.mark_attributes(element.dynamics, "damping")  # a number for each coordinate of a planar joint
            self._report_resistance(record)
            if record.turned != NO_ROTATION:
                self.ledger.report_representation(element.axis or element, "a turn of the frames that the joint joins")
        self.mark("path", element)

    def mimic(self, record: MimicRecord) -> None:
        """What a joint follows is said."""
        self.mark("mimic", record.element)
        if record.reference:
            self.mark("shifted_mimic", record.element)


def is_no_limit(part: _Element) -> bool:
    """Whether an element of an axis, or of its limits, says that there is no limit, as it is where nothing says one."""
    if part.tag not in LIMITS:
        return part.tag == "limit" and not len(part)
    number = STRICT.match(part.text or "")
    value = float(number[1]) if number else 0.0
    return abs(value) >= NO_LIMIT or (value < 0 and part.tag in LIMITS[2:])


def _name_of(element: _Element) -> str:
    """The name of an element; one without has that of its file."""
    return element.get("name") or PurePath(element.get("file") or "").stem


def _find_row(rows: Mapping[str, Any], around: _Element, element: _Element) -> Any:
    tag = literal_tag(element)
    row = rows.get(f"{literal_tag(around)}/{tag}", rows.get(tag))
    if row is None and around.getparent() is None:
        # an included file may begin with what belongs into the element around its include
        named = (each for key, each in rows.items() if key.endswith(f"/{tag}") and "used_by" in each)
        return next(named, None)
    return row


class CoverageMarkers:
    """Markers, each for the document that an element is in: one may include others of other formats."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._made: dict[str, CoverageMarker] = {}

    def of(self, element: Any) -> CoverageMarker:
        """That of an element; one that marks nothing for what is not written."""
        there = xml_of(element)
        format = "" if there is None else BY_ROOT.get(literal_tag(there.getroottree().getroot()), "")
        if format not in self._made:
            self._made[format] = CoverageMarker(self._ledger, read_schema_table(format, FILE))
        return self._made[format]
