"""What writers took of SKEL."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ...ir.joints import Motion
from ..mass_properties import LIGHT, NO_MASS
from .markers import CoverageMarker, mark_paths
from .unparsed_text import describe_value, number_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...ir.frames import ModelRecord
    from ...ir.joints import ActuatorRecord, JointRecord
    from ...ir.links import InertialRecord, LinkRecord, ShapeRecord

AXES = ("axis", "axis2", "axis3")
RESISTS = ("damping", "dynamics/damping", "dynamics/friction", "limit/lower", "limit/upper", "limit/effort")
OF_DOF = ("@local_index", "damping", "friction")
SPRINGS = ("spring_stiffness", "spring_rest_position", "sprint_stiffness", "sprint_rest_position")
SIZES = {"size": "size", "radius": "radius", "height": "length"}
"""What sizes are called in the description."""
MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
DRAWING_TAGS = ("num_slices", "num_stacks", "color")
"""Parts of shapes that no other format has."""
RANGES = ("position", "velocity", "force")
FREE = (Motion.FREE_ROTATION_VECTOR, Motion.FLOATING_RPY)


class SkelCoverage(CoverageMarker):
    """Takes skeletons, bodies, joints and shapes."""

    def model(self, record: ModelRecord) -> None:
        """Its name and its place; that it moves."""
        mark_paths(
            self.ledger, record.element, "@name", *(("mobile", "immobile") if record.properties["mobile"] else ())
        )
        self._report_turned_angles(record.element)

    def link(self, record: LinkRecord) -> None:
        """Its name and its place."""
        mark_paths(self.ledger, record.element, "@name", "transformation")
        self._report_turned_angles(record.element)

    def _report_turned_angles(self, element: Any) -> None:
        """Tells angles that are others in other formats: here each turns about an axis that the ones before have turned."""
        there = element.source_element if isinstance(element, Element) else None
        for each in () if there is None else there.iterchildren("transformation"):
            numbers = [number_of(word) for word in (each.text or "").split()[3:]]
            if sum(1 for number in numbers if number) > 1:
                self.ledger.report_representation(each, "the same place, by angles about axes that stand still")

    def _other(self, element: _Element, value: float, reason: str) -> None:
        """Tells a number that is not the one that is written."""
        written = element.text or ""
        if number_of(written.strip()) != value:
            self.ledger.read_as(element, written, f"{value:.12g}", reason)

    def inertial(self, record: InertialRecord) -> None:
        """All of it."""
        element: Any = record.element
        inertia: Any = getattr(element, "inertia", element)
        self._report_turned_angles(inertia)
        there = inertia.source_element if isinstance(inertia, Element) else None
        for each in () if there is None else there.iterchildren("mass"):
            self._other(each, record.mass, "DART takes no such mass")
        mark_paths(self.ledger, inertia, "mass", "offset", "transformation", "moment_of_inertia/**")
        if inertia is not None and getattr(inertia, "moment_of_inertia", None) is None:
            self.ledger.report_representation(inertia, "the moments that follow from the shapes")

    def mark_corrected_inertial(self, record: InertialRecord, how: str) -> None:
        """They stand in several elements."""
        inertia: Any = getattr(record.element, "inertia", record.element)
        self.ledger.approximate(inertia, how)
        there = inertia.source_element
        tags = "mass", *MOMENTS
        for each in () if there is None else there.iter(*tags):
            if how == NO_MASS or (each.tag == "mass") == (how == LIGHT):
                self.ledger.report_representation(each, "one that a body has")

    def written_inertial_pose(self, record: InertialRecord) -> Any:
        """Where the place of the centre of mass is written."""
        return None if record.element is None else getattr(record.element, "inertia", record.element)

    def shape(self, record: ShapeRecord) -> None:
        """Its place and its geometry."""
        mark_paths(self.ledger, record.element, "transformation", "geometry/**")
        for each in _there(record, "geometry/ellipsoid/size"):
            self.ledger.report_representation(each, "lengths from the centre")
        for each in _there(record, "geometry/*/*"):
            numbers = [number_of(word) for word in (each.text or "").split()]
            value = getattr(record.geometry, SIZES.get(str(each.tag), ""), None)
            if value is not None and not all(number is not None and 0 < number < inf for number in numbers):
                self.ledger.read_as(each, each.text or "", describe_value(value), "sizes are positive and finite")
        for each in _there(record, "geometry/*/*") + _there(record, "geometry/color"):
            if each.tag in DRAWING_TAGS:
                self.ledger.mark_rejected(each, "it says how DART draws the shape")
        self._report_turned_angles(record.element)

    def look(self, record: ShapeRecord) -> None:
        """Its colour."""
        mark_paths(self.ledger, record.element, "color")

    def ends(self, record: JointRecord) -> None:
        """Its name, its type, its place and what it connects."""
        mark_paths(self.ledger, record.element, "@name", "@type", "parent", "child", "transformation")
        self._report_turned_angles(record.element)
        there = record.element.source_element if isinstance(record.element, Element) else None
        name = record.name.rpartition("::")[2]
        # that of a body without a joint is written nowhere
        if there is not None and there.tag == "joint" and there.get("name") not in (None, name):
            self.ledger.report_representation(
                record.element, f"joint {name!r}: DART takes each name once", attribute="name"
            )

    def axes(self, record: JointRecord) -> None:
        """What limits and resists its coordinates."""
        for tag in AXES:
            mark_paths(self.ledger, record.element, f"{tag}/xyz", *(f"{tag}/{path}" for path in RESISTS))
            mark_paths(self.ledger, record.element, f"{tag}/limit/velocity")
        for tag, axis in zip(AXES, record.axes):
            for name in ("damping", "friction"):
                for each in _there(record, f"{tag}/dynamics/{name}"):
                    self._other(each, getattr(axis, name), "nothing drives a joint by resisting it")
        if record.motion is Motion.BALL_ROTATION_VECTOR:
            for each in _there(record, "axis"):
                self.ledger.without_effect(each, "the joint turns about axes of its own")
        mark_paths(self.ledger, record.element, "plane/**", "axis_order", *(f"dof/{path}" for path in OF_DOF))
        for each in _there(record, "plane"):
            self.ledger.report_representation(
                each, "the axes of the joints that it slides and turns with", attribute="type"
            )
        for each in _there(record, "axis_order"):
            self.ledger.report_representation(each, "the order of joints about one axis each")
        for each in _there(record, "parent") if record.motion in FREE else ():
            self.ledger.without_effect(each, "nothing holds a link that is free")
        for each in _there(record, "transformation") if record.motion in FREE else ():
            around = each.getparent()
            if around is None or around.tag != "joint":
                continue
            self.ledger.without_effect(each, "the link is free, and stands where it says itself")
        for name in RANGES[1:]:
            for each in _there(record, f"dof/{name}"):
                if each.get("lower") is not None:
                    self.ledger.report_representation(each, "a largest value without a sign", attribute="lower")
        for name in RANGES:
            mark_paths(self.ledger, record.element, *(f"dof/{name}/@{end}" for end in ("lower", "upper")))

    def acceleration(self, record: JointRecord) -> None:
        """Its limits of acceleration."""
        mark_paths(self.ledger, record.element, *(f"dof/acceleration/@{end}" for end in ("lower", "upper")))
        for each in _there(record, "dof/acceleration"):
            if each.get("lower") is not None:
                self.ledger.report_representation(each, "a largest value without a sign", attribute="lower")

    def springs(self, record: JointRecord) -> None:
        """Its springs."""
        mark_paths(self.ledger, record.element, *(f"{tag}/dynamics/{name}" for tag in AXES for name in SPRINGS))
        for tag, axis in zip(AXES, record.axes):
            for each in _there(record, f"{tag}/dynamics/spring_stiffness"):
                self._other(each, axis.stiffness, "DART takes no such stiffness")
        mark_paths(self.ledger, record.element, *(f"dof/{name}" for name in SPRINGS[:2]))

    def actuator(self, record: ActuatorRecord) -> None:
        """Its motor."""
        mark_paths(self.ledger, record.element, "@actuator")

    def mark_unused_axes(self, record: JointRecord) -> None:
        """Nothing: a joint that does not move has no use for it."""
        element: Any = record.element
        for tag in (*AXES, "dof"):
            for part in [] if element.source_element is None else element.source_element.iterchildren(tag):
                self.ledger.without_effect(part, "the joint is fixed")

    def pitch(self, record: JointRecord, becomes: str = "") -> None:
        """How far a screw goes."""
        mark_paths(self.ledger, record.element, "axis/pitch")
        for each in _there(record, "axis/pitch") if becomes else ():
            self.ledger.report_representation(each, becomes)


def _there(record: JointRecord | ShapeRecord, path: str) -> list[_Element]:
    """The elements below that of a record."""
    there = record.element.source_element if isinstance(record.element, Element) else None
    return [] if there is None else there.findall(path)
