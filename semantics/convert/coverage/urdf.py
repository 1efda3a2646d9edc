"""What writers took of a robot (URDF)."""

from __future__ import annotations

from math import inf, isfinite, isnan
from typing import TYPE_CHECKING, Any

from ....runtime.element import Element, written_fields
from ...ir.joints import Motion
from ...spatial.raw_pose import NO_ROTATION
from ..mass_properties import NO_MASS
from ..to_sdformat.axes import NO_LIMIT
from ..to_sdformat.shapes import shown_color
from .markers import MOTORLESS, CoverageMarker
from .unparsed_text import number_of

if TYPE_CHECKING:
    from ...ir.constraints import MimicRecord
    from ...ir.frames import FrameRecord, ModelRecord
    from ...ir.joints import JointRecord
    from ...ir.links import InertialRecord, LinkRecord, ShapeRecord
    from .ledger import Ledger

ORIGIN = ("xyz", "rpy", "quat_xyzw")
LIMITS = ("lower", "upper", "velocity", "effort")
ACCELERATIONS = ("acceleration", "{http://drake.mit.edu}acceleration", "drake:acceleration")
DRIVEN = (Motion.REVOLUTE, Motion.PRISMATIC)
TAGS = (
    "box",
    "sphere",
    "cylinder",
    "capsule",
    "mesh",
    "{http://drake.mit.edu}capsule",
    "{http://drake.mit.edu}ellipsoid",
)
SIZES = ("size", "radius", "length", "filename", "scale", "a", "b", "c")


class UrdfCoverage(CoverageMarker):
    """Takes links, joints and what stands in them."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self._named: set[Any] = set()

    def model(self, record: ModelRecord) -> None:
        """Its name."""
        self.ledger.mark(record.element, "name")
        self.ledger.without_effect(record.element, "it is the version of URDF", "version")

    def frame(self, record: FrameRecord) -> None:
        """Its name and its place."""
        self.ledger.mark(record.element, "name", "link", "xyz", "rpy")

    def link(self, record: LinkRecord) -> None:
        """Its name."""
        self.ledger.mark(record.element, "name")

    def inertial(self, record: InertialRecord) -> None:
        """All of it."""
        element: Any = record.element
        self.ledger.mark(element)
        self.ledger.mark(element.origin, *ORIGIN)
        self.ledger.mark(element.mass, "value")
        self.ledger.mark(element.inertia, "ixx", "ixy", "ixz", "iyy", "iyz", "izz")

    def mark_corrected_inertial(self, record: InertialRecord, how: str) -> None:
        """They stand in two elements: the mass is lost only with both."""
        element: Any = record.element
        if how == NO_MASS:
            self.ledger.approximate(element.mass, how)
        self.ledger.approximate(element.inertia, how)

    def written_inertial_pose(self, record: InertialRecord) -> Any:
        """Where the place of the centre of mass is written."""
        element: Any = record.element
        return None if element is None else element.origin

    def shape(self, record: ShapeRecord) -> None:
        """Its name, its place and its geometry."""
        element: Any = record.element
        self.ledger.mark(element, "name")
        self.ledger.mark(record.pose_element, *ORIGIN)
        geometry: Any = None if element is None else element.geometry
        there = None if geometry is None else geometry.source_element
        self.ledger.mark(there)
        typed = {} if there is None else _typed_in(geometry)
        for child in () if there is None else there:
            if child.tag in TAGS:
                self.ledger.mark(typed.get(child, child), *SIZES)
                for convex in child.iterchildren("{http://drake.mit.edu}declare_convex"):
                    self.ledger.mark_subtree(convex)
                break

    def look(self, record: ShapeRecord) -> None:
        """Its colour and texture."""
        written = getattr(record.element, "material", None)
        if written is not None:
            self.material(written)

    def material(self, written: Any) -> None:
        """A definition of a material is written where it is used; its name is told once."""
        ledger = self.ledger
        ledger.mark(written, "name")
        ledger.mark(written.color, "rgba")
        if written.color is not None and not written.color.source_element.attrib:
            ledger.without_effect(written.color, "it names no colour")
        color = None if written.color is None else vars(written.color).get("rgba")
        if color is not None and shown_color(color) != color:
            parts = " ".join(f"{part:.12g}" for part in shown_color(color))
            ledger.report_changed_value(written.color, "rgba", parts, "the parts of a colour lie between 0 and 1")
        if written.texture is not None and not written.texture.filename:
            ledger.without_effect(written.texture, "it names no file")
        ledger.mark(written.texture, "filename")
        there = written.source_element
        if written.name and len(there) and there not in self._named:
            self._named.add(there)
            ledger.report_representation(
                written, "colours of the visuals that use it: materials have no names in SDFormat"
            )

    def ends(self, record: JointRecord) -> None:
        """Its name, its type, its place and what it connects."""
        element: Any = record.element
        self.ledger.mark(element, "name", "type")
        self.ledger.mark(element.parent, "link")
        self.ledger.mark(element.child, "link")
        self.ledger.mark(element.origin, *ORIGIN)
        if "dont_collapse" in vars(element):
            self.ledger.without_effect(element, "joints that are fixed stay as they are", "dont_collapse")

    def axes(self, record: JointRecord) -> None:
        """What limits and resists its coordinates."""
        ledger, element = self.ledger, record.element
        written: Any = element
        if record.motion is Motion.FLOATING_RPY:
            self._without_use(record, "the joint leaves its link free")
            return
        if record.motion in (Motion.UNIVERSAL, Motion.BALL_RPY):
            if written.axis is not None:
                ledger.without_effect(written.axis, "the joint turns about axes of its own")
        else:
            ledger.mark(written.axis, "xyz")
        ledger.mark(written.dynamics, "damping", "friction")
        self._resistance(record)
        limit = written.limit
        if record.motion not in DRIVEN:
            return
        if limit is None:
            if record.type != "continuous":
                ledger.report_representation(
                    element, "one without limits, as Drake reads it; urdfdom refuses it without <limit>"
                )
            return
        self._report_unbounded(record, limit)
        if record.type == "continuous":
            ledger.without_effect(limit, "a continuous joint has no limits", *LIMITS[:2])
        ledger.mark(limit, "velocity", "effort", *(LIMITS[:2] if record.type != "continuous" else ()))
        axis = record.axes[0]
        for name in LIMITS if record.type != "continuous" else LIMITS[2:]:
            value, read = getattr(axis, name), getattr(limit, name)
            if abs(value) >= NO_LIMIT and name in vars(limit):
                ledger.without_effect(limit, "without it there is no limit in SDFormat", name)
            elif isnan(value):
                ledger.report_changed_value(limit, name, "nothing", "it is no number")
            elif value != read:
                ledger.report_changed_value(limit, name, f"{value:.12g}", "a largest value has no sign")
        if axis.acceleration != inf:
            ledger.mark(limit, *ACCELERATIONS)

    def _report_unbounded(self, record: JointRecord, limit: Any) -> None:
        """Tells of bounds that are not written, which readers of URDF take for different ones."""
        if record.type == "continuous":
            return
        absent = [
            name for name in LIMITS[:2] if (limit.source_element is not None and limit.source_element.get(name) is None)
        ]
        if absent and any(abs(getattr(record.axes[0], name)) >= NO_LIMIT for name in absent):
            self.ledger.report_representation(
                limit,
                f"one without {' and '.join(absent)}, as Drake reads it; urdfdom and pinocchio take 0 for what is not written",
            )

    def _resistance(self, record: JointRecord) -> None:
        """Tells of damping and friction that nothing has."""
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

    def motorless(self, record: JointRecord) -> None:
        """The limit of its effort, if there is any."""
        limit: Any = record.element.limit  # type: ignore[union-attr]
        if limit is not None and vars(limit).get("effort"):
            self.ledger.report_changed_value(
                limit, "effort", "0", "to Drake a joint with effort has an actuator, and this one has none"
            )
        else:
            self.ledger.report_representation(record.element, f"{MOTORLESS}, as in the URDF")

    def mark_unused_axes(self, record: JointRecord) -> None:
        """Nothing: a joint that does not move has no use for it."""
        self._without_use(record, "the joint is fixed")

    def _without_use(self, record: JointRecord, reason: str) -> None:
        element: Any = record.element
        for part in (element.axis, element.limit, element.dynamics):
            if part is not None and part.source_element is not None:
                self.ledger.without_effect(part, reason)

    def pitch(self, record: JointRecord, becomes: str = "") -> None:
        """How far a screw goes."""
        self.ledger.mark_subtree(getattr(record.element, "drake_screw_thread_pitch", None))

    def path(self, record: JointRecord) -> None:
        """Its axes; other tags are carried by themselves."""
        element: Any = record.element
        self.ledger.mark_attributes(element.dynamics, "damping")  # a number for each coordinate of a planar joint
        self._resistance(record)
        self.ledger.mark(element.axis, "xyz")
        if record.turned != NO_ROTATION:
            self.ledger.report_representation(element.axis or element, "a turn of the frames that the joint joins")

    def mimic(self, record: MimicRecord) -> None:
        """What is followed, and how."""
        self.ledger.mark(record.element, "joint", "multiplier", "offset")


def _typed_in(holder: Any) -> dict[Any, Any]:
    """The typed elements in one, by what they were read from."""
    values = [vars(holder).get(field) for field in written_fields(holder)]
    return {each.source_element: each for each in values if isinstance(each, Element)}
