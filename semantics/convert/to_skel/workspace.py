"""What the writers of one document of SKEL have in common, and how places are said in it."""

from __future__ import annotations

from math import atan2, hypot
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import dataclass, field
from ....runtime.poses import EulerPose
from ...frames import graph as frame_graph
from ...spatial.raw_pose import IDENTITY, inverse, multiply, pose_from_moved_axes, rotate, turn
from ..element_builder import euler_of, tidy
from ..frame_poses import FramePoses
from ..workspace import Workspace

if TYPE_CHECKING:
    from ...frames.graph import FrameGraph
    from ...spatial.raw_pose import RawPose, Vector

NO_TURN = 1e-12
"""Cosine of the second angle below which the first and the third turn about the same axis."""
ROUNDING = 1e-15
"""How far three angles may turn things from where they were."""
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


@dataclass(slots=True, kw_only=True)
class SkelWorkspace(Workspace):
    """One document of SKEL that is being made.

    Attributes:
        graph, places: of the frames of the description.
    """

    format: str = "skel"
    graph: FrameGraph = field(init=False)
    places: FramePoses = field(init=False)

    def __post_init__(self) -> None:
        Workspace.__post_init__(self)
        self.graph = frame_graph.build(self.description)
        self.places = FramePoses(self.graph)


def make_transformation(pose: RawPose, written: Any) -> EulerPose | None:
    """A ``transformation``: a translation, then angles about x, the moved y and the twice moved z; None for none.

    Args:
        pose: from the description.
        written: the typed element that gives it or its rotation, if there is one.
    """
    if pose == IDENTITY:
        return None
    x, y, z, *angles = euler_of(pose, written)
    if sum(1 for angle in angles if angle) > 1:
        angles = [*_moved_angles(pose)]
    return EulerPose(x, y, z, *angles)


def _moved_angles(pose: RawPose) -> Vector:
    rotation = pose[3:]
    x, y, z = rotate(rotation, Z)
    about_y = atan2(x, hypot(y, z))
    about_x = atan2(-y, z) if hypot(y, z) > NO_TURN else 0.0
    # what is left of the rotation without the first turn says the third, however close to each other their axes are
    rest = multiply(turn(0, -about_x), rotation)
    found = about_x, about_y, atan2(rotate(rest, X)[1], rotate(rest, Y)[1])
    short = tidy(found[0]), tidy(found[1]), tidy(found[2])
    return short if _is_same(short, pose) else found


def _is_same(angles: Vector, pose: RawPose) -> bool:
    there = pose_from_moved_axes(0.0, 0.0, 0.0, *angles)[3:]
    difference = multiply(inverse((0.0, 0.0, 0.0, *pose[3:]))[3:], there)
    return max(map(abs, difference[1:])) <= ROUNDING
