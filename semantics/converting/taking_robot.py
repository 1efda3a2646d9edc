"""What writers took of a robot (URDF)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ..description.joints import Motion
from .taking import Taking

if TYPE_CHECKING:
    from ..description.constraints import MimicRecord
    from ..description.frames import FrameRecord, ModelRecord
    from ..description.joints import JointRecord
    from ..description.links import InertialRecord, LinkRecord, ShapeRecord
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


class TakingRobot(Taking):
    """Takes links, joints and what stands in them."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self._named: set[Any] = set()

    def model(self, record: ModelRecord) -> None:
        """Its name."""
        self.ledger.take(record.element, "name", "version")

    def frame(self, record: FrameRecord) -> None:
        """Its name and its place."""
        self.ledger.take(record.element, "name", "link", "xyz", "rpy")

    def link(self, record: LinkRecord) -> None:
        """Its name."""
        self.ledger.take(record.element, "name")

    def inertial(self, record: InertialRecord) -> None:
        """All of it."""
        element: Any = record.element
        self.ledger.take(element)
        self.ledger.take(element.origin, *ORIGIN)
        self.ledger.take(element.mass, "value")
        self.ledger.take(element.inertia, "ixx", "ixy", "ixz", "iyy", "iyz", "izz")

    def written_inertial_pose(self, record: InertialRecord) -> Any:
        """Where the place of the centre of mass is written."""
        element: Any = record.element
        return None if element is None else element.origin

    def shape(self, record: ShapeRecord) -> None:
        """Its name, its place and its geometry."""
        element: Any = record.element
        self.ledger.take(element, "name")
        self.ledger.take(record.pose_element, *ORIGIN)
        there = None if element is None else element.geometry.source_element
        self.ledger.take(there)
        for child in () if there is None else there:
            if child.tag in TAGS:
                self.ledger.take(child, *SIZES)
                for convex in child.iterchildren("{http://drake.mit.edu}declare_convex"):
                    self.ledger.take_whole(convex)
                break

    def look(self, record: ShapeRecord) -> None:
        """Its colour and texture."""
        written = getattr(record.element, "material", None)
        if written is not None:
            self.material(written)

    def material(self, written: Any) -> None:
        """A definition of a material is written where it is used; its name is told once."""
        ledger = self.ledger
        ledger.take(written, "name")
        ledger.take(written.color, "rgba")
        if written.texture is not None and not written.texture.filename:
            ledger.without_effect(written.texture, "it names no file")
        ledger.take(written.texture, "filename")
        there = written.source_element
        if written.name and len(there) and there not in self._named:
            self._named.add(there)
            ledger.change(written, "colours of the visuals that use it: materials have no names in SDFormat")

    def ends(self, record: JointRecord) -> None:
        """Its name, its type, its place and what it connects."""
        element: Any = record.element
        self.ledger.take(element, "name", "type")
        self.ledger.take(element.parent, "link")
        self.ledger.take(element.child, "link")
        self.ledger.take(element.origin, *ORIGIN)
        if "dont_collapse" in vars(element):
            self.ledger.without_effect(element, "joints that are fixed stay as they are", "dont_collapse")

    def axes(self, record: JointRecord) -> None:
        """What limits and resists its coordinates."""
        ledger, element = self.ledger, record.element
        written: Any = element
        if record.motion in (Motion.UNIVERSAL, Motion.BALL_RPY):
            if written.axis is not None:
                ledger.without_effect(written.axis, "the joint turns about axes of its own")
        else:
            ledger.take(written.axis, "xyz")
        ledger.take(written.dynamics, "damping", "friction")
        limit = written.limit
        if limit is None or record.motion not in DRIVEN:
            return
        ledger.take(limit, "velocity", "effort", *(LIMITS[:2] if record.type != "continuous" else ()))
        if record.type == "continuous":
            ledger.without_effect(limit, "a continuous joint has no limits", *LIMITS[:2])
        if record.axes[0].acceleration != inf:
            ledger.take(limit, *ACCELERATIONS)

    def unmoved(self, record: JointRecord) -> None:
        """Nothing: a joint that does not move has no use for it."""
        element: Any = record.element
        for part in (element.axis, element.limit, element.dynamics):
            if part is not None and part.source_element is not None:
                self.ledger.without_effect(part, "the joint is fixed")

    def pitch(self, record: JointRecord) -> None:
        """How far a screw goes."""
        self.ledger.take_whole(getattr(record.element, "drake_screw_thread_pitch", None))

    def path(self, record: JointRecord) -> None:
        """Its axes; other tags are carried by themselves."""
        element: Any = record.element
        self.ledger.take(element.dynamics, "damping")
        self.ledger.take(element.axis, "xyz")

    def mimic(self, record: MimicRecord) -> None:
        """What is followed, and how."""
        self.ledger.take(record.element, "joint", "multiplier", "offset")
