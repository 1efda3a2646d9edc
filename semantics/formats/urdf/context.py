"""What the parts of the URDF front end share while one robot is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple, dataclass, field
from ....runtime.element import unread_element
from ....runtime.poses import quaternion_from_rpy
from ....runtime.spelling import SpellingIndex
from ...spatial.raw_pose import IDENTITY, pose_from_quaternion

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....diagnostics.rule import Rule, Severity
    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from ....urdf.newest import DrakeJoint, Joint, Link, Origin
    from ...core.options import Options
    from ...ir.world import WorldIR
    from ...resources.named_files import NamedFiles, Where
    from ...spatial.raw_pose import RawPose

    AnyJoint = Joint | DrakeJoint


class UrdfAdapter(NamedTuple):
    """Where targets differ about what a robot means; by default the plain meaning, as ROS has it."""

    free_types: frozenset[str] = frozenset()
    """Types of joints that are no part of the description: their links are free."""
    checks_loose_joints: bool = True
    """Whether a joint that is no part of the description is checked."""
    has_world: bool = False
    """Whether a joint may name the world as its parent without a link of that name."""
    owns_world_frames: bool = True
    """Whether a frame on the world is in the robot's scope."""
    knows_acceleration: bool = True
    """Whether limits have an acceleration without a prefix from 1.2 on."""
    nonnegative_limits: tuple[str, ...] = ("effort", "velocity")
    """Limits that are reported where they are negative."""
    reports_whole_inertial: bool = False
    """Whether what is wrong with mass properties is reported at all of them and not at a part."""
    has_default_sizes: bool = False
    """Whether a length or file that a shape does not name counts as zero or empty; otherwise there is no shape."""
    couples_any_joints: bool = False
    """Whether a mimic counts between joints that do not move, and after one that is no part of the description."""
    severity_of: Callable[[Rule, dict[str, Any]], Severity | None] = lambda rule, about: None
    """How bad a fault is, by what it is about; None: as bad as the rule has it."""


PLAIN = UrdfAdapter()


@dataclass(slots=True)
class UrdfContext:
    """The robot that is being described, and what its parts need to know of each other."""

    description: WorldIR
    scope: str
    """Full name of the robot's model."""
    version: str
    """Of URDF, as the document is read."""
    sink: Sink
    options: Options
    links: dict[str, Link] = field(default_factory=dict)
    """The first link of each name."""
    joints: dict[str, AnyJoint] = field(default_factory=dict)
    """The first joint of each name."""
    made_up: dict[int, str] = field(default_factory=dict)
    """Of further joints without a name, by identity, names that no other joint has."""
    dofs: dict[str, int] = field(default_factory=dict)
    """Number of coordinates of each joint that is part of the description."""
    adapter: UrdfAdapter = field(init=False)
    """What the target makes of the document where targets differ."""
    link_names: SpellingIndex = field(init=False)
    joint_names: SpellingIndex = field(init=False)
    files: NamedFiles | None = None
    """Looks up files, as soon as the robot names one."""

    def __post_init__(self) -> None:
        self.adapter = self.options.adapter("urdf", PLAIN)
        self.link_names, self.joint_names = SpellingIndex(self.links), SpellingIndex(self.joints)

    def name_of(self, joint: AnyJoint) -> str:
        """The name of a joint in the description."""
        return self.made_up.get(id(joint), joint.name)

    def find_file(self, uri: str, where: Where) -> str | None:
        """The path of a file that the robot names as ``filename``; one that is missing is reported."""
        if self.files is None:
            from ...resources.named_files import NamedFiles  # of no use to a robot that names none

            folder = self.options.base_dir
            self.files = NamedFiles(self.options, () if folder is None else (folder,), self.sink)
        return self.files.find(uri, where, "filename")

    def report_unknown(
        self, rule: Rule, at: _Element | Element, attribute: str, reference: str, names: SpellingIndex, **about: Any
    ) -> None:
        """Reports a reference to what is not among ``names``, with a hint that names what was probably meant."""
        advice = names.advise_later(reference)
        self.sink.report(rule, at, attribute=attribute, **about, reference=reference, advice=advice)

    def report_duplicate(self, rule: Rule, at: Element, first: Element, **about: Any) -> None:
        """Reports an element whose name another one has already."""
        self.sink.report(rule, at, attribute="name", related=(("first defined here", first),), **about)


def is_stated(element: Element, name: str) -> bool:
    """Whether an attribute is in the document, also one whose text could not be read and has been reported."""
    if name in vars(element):
        return True
    source = unread_element(element)
    return source is not None and source.get(name) is not None


def pose_of(origin: Origin | None, context: UrdfContext) -> RawPose:
    """The pose that an ``origin`` gives, none at all being the identity; reports one with two rotations."""
    if origin is None:
        return IDENTITY
    knows_quaternions = context.version > "1.0"
    if knows_quaternions:
        check_rotation(origin, context)
    return raw_pose(origin, knows_quaternions)


def check_rotation(origin: Origin, context: UrdfContext) -> None:
    """Reports an ``origin`` that has angles and a quaternion, or a quaternion that is no rotation."""
    written = vars(origin)
    if "quat_xyzw" in written:
        if "rpy" in written:
            context.sink.report(rules.TWO_ROTATIONS, origin, attribute="quat_xyzw")
        if not any(origin.quat_xyzw):
            context.sink.report(rules.DEGENERATE_QUATERNION, origin, attribute="quat_xyzw")


def raw_pose(origin: Origin, knows_quaternions: bool) -> RawPose:
    """The pose that an ``origin`` gives.

    From version 1.1 on a quaternion, its real part last, may stand for the angles.
    """
    x, y, z = origin.xyz
    if knows_quaternions and "quat_xyzw" in vars(origin):
        qx, qy, qz, qw = origin.quat_xyzw
        return pose_from_quaternion(x, y, z, qw, qx, qy, qz)
    roll, pitch, yaw = origin.rpy
    if roll or pitch or yaw:
        return (x, y, z, *quaternion_from_rpy(roll, pitch, yaw))
    return (x, y, z, 1.0, 0.0, 0.0, 0.0)
