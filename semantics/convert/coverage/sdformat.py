"""What writers took of SDFormat."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ....runtime.numbers import STRICT
from ....runtime.source import literal_tag
from ...ir.joints import Motion
from ...kinematics.coordinates import COUNT
from .markers import CoverageMarker, mark_paths

if TYPE_CHECKING:
    from ...ir.constraints import MimicRecord
    from ...ir.frames import FrameRecord, ModelRecord
    from ...ir.joints import ActuatorRecord, JointRecord
    from ...ir.links import InertialRecord, LinkRecord, ShapeRecord

MOMENTS = tuple(f"inertia/{name}" for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
PLACE = ("@name", "pose/**")
DRAKE = "{http://drake.mit.edu}"
SHAPES = (
    "box/size",
    "sphere/radius",
    "cylinder/radius",
    "cylinder/length",
    "capsule/radius",
    "capsule/length",
    "ellipsoid/radii",
    "mesh/uri",
    "mesh/scale",
    f"mesh/{DRAKE}declare_convex/**",
    f"{DRAKE}capsule/**",
    f"{DRAKE}ellipsoid/**",
)
NAMES = {path.partition("/")[0].replace(DRAKE, "drake:") for path in SHAPES}
LIMITS = ("lower", "upper", "effort", "velocity")
NO_LIMIT = 1e16
"""A bound as large as this says that there is none, and so does a negative effort or velocity."""
OLDER = ("use_parent_model_frame", "initial_position")
"""Parts of an axis of older versions."""


class SdformatCoverage(CoverageMarker):
    """Takes models, links, joints, frames and what stands in them."""

    def model(self, record: ModelRecord) -> None:
        """Its name; that it is static or nested is said in another way."""
        element: Any = record.element
        mark_paths(self.ledger, element, "@name")
        self.ledger.without_effect(element, "a tree of links begins with its root", "canonical_link")

    def frame(self, record: FrameRecord) -> None:
        """Its name, its place and what it is attached to."""
        mark_paths(self.ledger, record.element, *PLACE, "@attached_to")

    def link(self, record: LinkRecord) -> None:
        """Its name and its place."""
        mark_paths(self.ledger, record.element, *PLACE)

    def inertial(self, record: InertialRecord) -> None:
        """All but what is said of fluids around it; what follows from collisions is told."""
        mark_paths(self.ledger, record.element, "mass", "pose/**", *MOMENTS)
        element: Any = record.element
        if element.auto:
            mark_paths(self.ledger, element, "@auto", "density", "auto_inertia_params/**")
            self.ledger.report_representation(element, "the numbers that follow from the collisions")
            there = element.source_element
            for each in () if there is None else there.iterchildren("mass", "density"):
                self.ledger.report_representation(each, "a part of the numbers that follow from the collisions")

    def written_inertial_pose(self, record: InertialRecord) -> Any:
        """Where the place of the centre of mass is written."""
        return None if record.element is None else record.element.pose  # type: ignore[union-attr]

    def shape(self, record: ShapeRecord) -> None:
        """Its name, its place and its geometry."""
        mark_paths(self.ledger, record.element, *PLACE, *(f"geometry/{path}" for path in SHAPES))
        geometry: Any = getattr(record.element, "geometry", None)
        there = None if geometry is None else geometry.source_element
        shapes = [] if there is None else [each for each in there.iterchildren("*") if literal_tag(each) in NAMES]
        kind = type(record.geometry).__name__.lower()
        if len(shapes) > 1:
            read = next((each for each in shapes if literal_tag(each).removeprefix("drake:") in kind), shapes[0])
            for each in shapes:
                if each is not read:
                    self.ledger.mark_rejected(each, "a shape is one of them, and another one is read")

    def look(self, record: ShapeRecord) -> None:
        """Its colour and texture; ambient light of the same colour is no other."""
        material: Any = getattr(record.element, "material", None)
        if material is None:
            return
        mark_paths(self.ledger, material, "diffuse", f"{DRAKE}diffuse_map")
        said = record.find_properties()
        if said.get("ambient") == said.get("diffuse"):
            mark_paths(self.ledger, material, "ambient")

    def ends(self, record: JointRecord) -> None:
        """Its name, its type, its place and what it connects."""
        mark_paths(self.ledger, record.element, *PLACE, "@type", "parent", "child", f"{DRAKE}parent", f"{DRAKE}child")

    def axes(self, record: JointRecord) -> None:
        """What limits and resists its coordinates."""
        element: Any = record.element
        if COUNT[record.motion] == 1 and getattr(element, "axis2", None) is not None:
            self.ledger.without_effect(element.axis2, "the joint has one axis")
        if record.motion in (Motion.BALL_RPY, Motion.BALL_ROTATION_VECTOR):
            there = element.source_element
            for each in () if there is None else there.iterfind("axis/xyz"):
                self.ledger.without_effect(each, "the joint turns about all axes")
        for axis in record.axes[: max(COUNT[record.motion], 1)]:
            older = [f"{name}/**" for name in OLDER[:1]]
            mark_paths(self.ledger, axis.element, "xyz/**", *older, "dynamics/damping", "dynamics/friction")
            there = axis.element.source_element if isinstance(axis.element, Element) else None
            for limit in () if there is None else there.iterchildren("limit"):
                if not len(limit):
                    self.ledger.without_effect(limit, "it is empty")
                self.ledger.mark(limit)
                for part in limit.iterchildren(*LIMITS):
                    number = STRICT.match(part.text or "")
                    value = float(number[1]) if number else 0.0
                    if record.type == "continuous" and part.tag in LIMITS[:2]:
                        self.ledger.without_effect(part, "a continuous joint has no limits")
                    elif abs(value) >= NO_LIMIT or (value < 0 and part.tag in LIMITS[2:]):
                        self.ledger.without_effect(part, "it says that there is no limit")
                    self.ledger.mark(part)

    def acceleration(self, record: JointRecord) -> None:
        """Its limits of acceleration."""
        for axis in record.axes:
            there = axis.element.source_element if isinstance(axis.element, Element) else None
            for part in there.iterfind(f"limit/{DRAKE}acceleration") if there is not None else ():
                if axis.acceleration == inf:
                    self.ledger.without_effect(part, "it says that there is no limit")
            mark_paths(self.ledger, axis.element, f"limit/{DRAKE}acceleration")

    def springs(self, record: JointRecord) -> None:
        """Its springs."""
        for axis in record.axes:
            mark_paths(self.ledger, axis.element, "dynamics/spring_stiffness", "dynamics/spring_reference")

    def actuator(self, record: ActuatorRecord) -> None:
        """What Drake knows of its motor."""
        for tag in ("gear_ratio", "rotor_inertia", "controller_gains"):
            mark_paths(self.ledger, record.element, f"{DRAKE}{tag}/**")

    def no_motor(self, record: JointRecord) -> None:
        """Its effort."""
        for axis in record.axes[:1]:
            there = axis.element.source_element if isinstance(axis.element, Element) else None
            for part in () if there is None else there.iterfind("limit/effort"):
                self.ledger.report_representation(part, "nothing: a joint without a transmission has no motor in URDF")

    def mark_unused_axes(self, record: JointRecord) -> None:
        """Nothing: a joint that does not move has no use for it."""
        element: Any = record.element
        for tag in ("axis", "axis2"):
            axis = getattr(element, tag, None)
            if axis is not None and axis.source_element is not None:
                self.ledger.without_effect(axis, "the joint is fixed")

    def pitch(self, record: JointRecord, becomes: str = "") -> None:
        """How far a screw goes."""
        element: Any = record.element
        mark_paths(self.ledger, element, "screw_thread_pitch", "thread_pitch")
        there = element.source_element
        for each in () if there is None else there.iterchildren("screw_thread_pitch", "thread_pitch"):
            if becomes or each.tag == "thread_pitch":
                self.ledger.report_representation(each, becomes or f"{record.pitch:g} m for each turn")

    def path(self, record: JointRecord) -> None:
        """Its damping; other tags are carried by themselves."""
        mark_paths(self.ledger, record.element, f"{DRAKE}damping/**")

    def mimic(self, record: MimicRecord) -> None:
        """What is followed, and how."""
        self.ledger.without_effect(record.element, "joints of URDF have one axis", "axis")
        mark_paths(self.ledger, record.element, "@joint", "multiplier", "offset", "reference", f"{DRAKE}joint")
        if record.reference:
            element: Any = record.element
            for each in element.source_element.iterchildren("reference", "offset"):
                self.ledger.report_representation(each, "a part of the offset")
