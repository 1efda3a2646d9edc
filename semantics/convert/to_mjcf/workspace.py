"""What the writers of one MJCF document have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.records import dataclass, field
from ...frames import graph as frame_graph
from ...spatial.raw_pose import NO_ROTATION, compose, pose_from_rpy
from ..element_builder import euler_of
from ..frame_poses import FramePoses
from ..to_sdformat.free_names import UsedNames
from ..to_urdf.names import RobotNames
from ..workspace import Workspace

if TYPE_CHECKING:
    from ...frames.graph import FrameGraph
    from ...spatial.raw_pose import Quaternion, RawPose

ROUNDING = 1e-12
"""How far angles may turn things from where they were."""


@dataclass(slots=True, kw_only=True)
class MjcfWorkspace(Workspace):
    """One MJCF document that is being made.

    Attributes:
        scope: full name of the model that it is; ``"world"`` where it holds several.
        names: of bodies and joints.
        graph, places: of the frames of the description.
    """

    format: str = "mjcf"
    scope: str
    names: RobotNames = field(init=False)
    graph: FrameGraph = field(init=False)
    places: FramePoses = field(init=False)
    _taken: dict[str, UsedNames] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        Workspace.__post_init__(self)
        self.names = RobotNames(self.description, self.scope)
        self.graph = frame_graph.build(self.description)
        self.places = FramePoses(self.graph)

    def new_name(self, kind: str, wanted: str, *others: str) -> str:
        """A name of a kind other than bodies and joints: the first one that is free, or the last one with a number."""
        taken = self._taken.setdefault(kind, UsedNames())
        ways = [wanted or kind, *others]
        name = next((each for each in ways if each not in taken), None) or taken.free(ways[-1])
        taken.add(name)
        return name

    def compute_place(self, body: int, base: int, pose: RawPose, place: Any) -> dict[str, tuple[float, ...]]:
        """Position and angles of what stands at a pose in the frame ``base``, as seen from a body.

        Args:
            body, base: vertices.
            pose: in ``base``.
            place: the typed element that gives the pose, if there is one.
        """
        outer, written = self.places.compute_pose(base, body)
        if outer[3:] == NO_ROTATION:
            return place_of(compose(outer, pose), place)
        return place_of(compose(outer, pose), written if pose[3:] == NO_ROTATION else None)


def place_of(pose: RawPose, written: Any) -> dict[str, tuple[float, ...]]:
    """The attributes that say a pose, none that say nothing: angles, as they are written where these say it, or a quaternion."""
    numbers = euler_of(pose, written)
    said = {"pos": tuple(numbers[:3]), "euler": tuple(numbers[3:])}
    if not _is_same_rotation(pose_from_rpy(*numbers)[3:], pose[3:]):  # two angles of three turn about the same axis
        said = {"pos": said["pos"], "quat": pose[3:]}
    return {name: value for name, value in said.items() if any(value)}


def _is_same_rotation(one: Quaternion, other: Quaternion) -> bool:
    return min(max(abs(a - sign * b) for a, b in zip(one, other)) for sign in (1.0, -1.0)) <= ROUNDING
