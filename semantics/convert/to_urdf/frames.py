"""Frames in a robot (URDF): as Drake has them, or links without mass on fixed joints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...frames.graph import NO_INDEX, ROOT
from ...ir.scoped_names import SEPARATOR, WORLD
from ...spatial.raw_pose import IDENTITY, compose

if TYPE_CHECKING:
    from ...ir.frames import FrameRecord
    from ...spatial.raw_pose import RawPose
    from ..workspace import RobotWorkspace
    from .motions import MotionWriter
    from .origins import Origins

OF_OTHERS = ("Link", "Joint", "DrakeJoint")
"""Elements with frames that the document does not give them."""


class FrameWriter:
    """Makes frames.

    Attributes:
        frames: pairs of the typed element that something was made of, and what was made.
    """

    def __init__(self, work: RobotWorkspace, origins: Origins, motions: MotionWriter) -> None:
        self.frames: list[tuple[Any, Any]] = []
        self._work = work
        self._origins = origins
        self._motions = motions

    def add(self, robot: Any, frame: FrameRecord) -> None:
        """Adds a frame of the document's own to the robot, where its link is."""
        if frame.kind != "frame" or not self._is_named(frame):
            return
        vertex = self._work.graph.index.get(frame.name, NO_INDEX)
        if (
            vertex == NO_INDEX
            or self._work.graph.records[vertex] is not frame
            or self._work.names.is_made_up(frame.name)
        ):
            return
        body = self._work.graph.body[vertex]
        if body not in self._origins.at or (body == ROOT and not any(link.name == WORLD for link in robot.link)):
            return
        holder = WORLD if body == ROOT else self._work.names.link[self._work.graph.records[body].name]
        self._work.takings.of(frame.element).mark("frame", frame.element)
        name = self._work.names.add_frame(frame.name)
        at, turned = self._origins.at[body]
        pose, written = self._work.places.compute_pose(vertex, at)
        if turned != IDENTITY:
            pose, written = compose(turned, pose), None
        origin = self._origins.of(pose, written, frame.pose_element)
        self.frames.append((frame.element, self._frame(robot, name, holder, origin)))
        if self._work.target.speaks_drake:
            self._work.ledger.report_representation(frame.element, f"a <frame> {name!r}", reader="Drake")
        else:
            self._work.ledger.report_representation(frame.element, f"link {name!r} without mass on a fixed joint")

    def add_place(self, robot: Any, full: str, shift: RawPose) -> str:
        """Adds a frame where the own one of a link was.

        Args:
            robot: has the link.
            full: full name of the link.
            shift: where its own frame is in it.

        Returns:
            The name of the frame.
        """
        holder = self._work.names.link[full]
        name = self._work.names.new("link", f"{holder}_frame")
        self._frame(robot, name, holder, self._origins.of(shift, None))
        return name

    def _frame(self, robot: Any, name: str, holder: str, origin: Any) -> Any:
        """A frame of a link: as Drake has it, or the joint with a link in its place."""
        if self._work.target.speaks_drake:
            xyz, rpy = ((0.0, 0.0, 0.0),) * 2 if origin is None else (origin.xyz, origin.rpy)
            robot.frame.append(self._work.make("Frame", name=name, link=holder, xyz=xyz, rpy=rpy))
            return robot.frame[-1]
        robot.link.append(self._work.make("Link", name=name))
        joint = self._motions.joint("Joint", self._work.names.new("joint", f"{name}_joint"), "fixed", holder, name)
        joint.origin = origin
        robot.joint.append(joint)
        return joint

    def _is_named(self, frame: FrameRecord) -> bool:
        """Whether a frame of the model is one of the document's own; a link ``world`` of URDF has one, too, and joints may."""
        inside = self._work.scope == WORLD or frame.name.startswith(self._work.scope + SEPARATOR)
        is_of_weld = getattr(frame.element, "tag", None) == "add_weld"
        return inside and frame.element is not None and type(frame.element).__name__ not in OF_OTHERS and not is_of_weld
