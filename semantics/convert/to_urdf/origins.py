"""Where things stand in the links of a robot (URDF), and its frames: as Drake has them, or links without mass on fixed joints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ...frames.graph import NO_INDEX, ROOT
from ...ir.scoped_names import SEPARATOR, WORLD, is_reserved
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, compose
from ..element_builder import euler_of, numbers_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir.frames import FrameRecord
    from ...spatial.raw_pose import RawPose
    from ..workspace import RobotWorkspace
    from .motions import MotionWriter

OF_OTHERS = ("Link", "Joint", "DrakeJoint")
"""Elements with frames that the document does not give them."""
A_PART = "a part of the origins of joints"
"""What the place of something becomes that no origin gives by itself."""


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
            or is_reserved(frame.name.rpartition(SEPARATOR)[2])
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
        # of one name, by which the way back knows what is nothing but a frame; Gazebo takes each name once
        called = f"{name}_joint" if self._work.target.is_gazebo else name
        joint = self._motions.joint("Joint", self._work.names.new("joint", called), "fixed", holder, name)
        joint.origin = origin
        robot.joint.append(joint)
        return joint

    def _is_named(self, frame: FrameRecord) -> bool:
        """Whether a frame of the model is one of the document's own; a link ``world`` of URDF has one, too, and joints may."""
        inside = self._work.scope == WORLD or frame.name.startswith(self._work.scope + SEPARATOR)
        is_of_weld = getattr(frame.element, "tag", None) == "add_weld"
        return inside and frame.element is not None and type(frame.element).__name__ not in OF_OTHERS and not is_of_weld


class Origins:
    """Makes origins.

    Attributes:
        at: of each body, by vertex, the frame that the link is at in the robot, and where it is in that.
    """

    def __init__(self, work: RobotWorkspace) -> None:
        self.at: dict[int, tuple[int, RawPose]] = {ROOT: (ROOT, IDENTITY)}
        self._work = work
        self._said: set[int] = set()
        """Elements of poses that an origin gives as they are."""
        self._told: set[int] = set()
        """Those that were reported."""

    def shift(self, body: int) -> RawPose:
        """Where a body's own frame is in its link of the robot."""
        frame, turned = self.at[body]
        pose, _ = self._work.places.compute_pose(body, frame)
        return pose if turned == IDENTITY else compose(turned, pose)

    def of(self, pose: RawPose, written: Any, place: Any = None) -> Any:
        """An origin; None for one that says nothing. That other numbers are written somewhere is reported."""
        numbers = euler_of(pose, written)
        place = written if place is None else place
        if written is not None and numbers_in(written) == tuple(numbers):
            self._said.add(id(written))
        same = numbers_in(place) == tuple(numbers) and not getattr(place, "degrees", False)
        if isinstance(place, Element) and place.source_element is not None and not same:
            self._told.add(id(place))
            self._work.ledger.report_representation(
                _where(place), f"{' '.join(f'{each:g}' for each in numbers)}: where it is in its link of URDF"
            )
        if not any(numbers):
            return None
        xyz, rpy = tuple(numbers[:3]), tuple(numbers[3:])
        return self._work.make("Origin", xyz=xyz if any(xyz) else None, rpy=rpy if any(rpy) else None)

    def place_origin(self, body: int, base: int, pose: RawPose, place: Any) -> Any:
        """The origin of what stands on a body, at a pose in the frame ``base``."""
        frame, turned = self.at[body]
        outer, _ = self._work.places.compute_pose(base, frame)
        if turned != IDENTITY:
            outer = compose(turned, outer)
        if outer == IDENTITY:
            return self.of(pose, place)
        return self.of(compose(outer, pose), place if outer[3:] == NO_ROTATION else None, place)

    def of_another(self, pose: RawPose, written: Any, place: Any) -> Any:
        """An origin of something else than what stands where it is written."""
        said = set(self._said)
        made = self.of(pose, written, place)
        self._said = said
        return made

    def report_poses(self, is_apart: Callable[[int], bool]) -> None:
        """Reports what became of poses of links and joints that no origin gives, or that say what they are relative to.

        Args:
            is_apart: whether a body is one of several that nothing places.
        """
        self._report_missing_origins(is_apart)
        self._report_bases()

    def _report_missing_origins(self, is_apart: Callable[[int], bool]) -> None:
        """Reports poses of links and joints that no origin gives by itself."""
        for frame in self._work.description.frames:
            place = frame.pose_element
            element = frame.element
            is_placed = isinstance(element, Element) and hasattr(element, "transformation")
            is_inside = self._work.scope == WORLD or frame.name.startswith(self._work.scope + SEPARATOR)
            if is_placed and is_inside and frame.pose != IDENTITY and frame.kind != "model":
                self._work.ledger.report_representation(_where(element), A_PART)
            if (
                frame.kind not in ("link", "joint", "model")
                or frame.name == self._work.scope
                or not isinstance(place, Element)
                or id(place) in self._said
                or id(place) in self._told
            ):
                continue
            if is_inside and place.source_element is not None and (frame.pose != IDENTITY or frame.relative_to):
                apart = frame.kind == "link" and is_apart(self._work.graph.index[frame.name])
                becomes = "nothing: without a joint it starts where the world does" if apart else A_PART
                self._work.ledger.report_representation(place, becomes)

    def _report_bases(self) -> None:
        """Reports what poses are relative to where they are said as they are: an origin has no such words."""
        for frame in self._work.description.frames:
            place: Any = frame.pose_element
            if (
                id(place) in self._said
                and id(place) not in self._told
                and getattr(place, "relative_to", None)
                and place.source_element is not None
            ):
                self._work.ledger.report_representation(
                    place, "the frame of the parent, to which it is the same", attribute="relative_to"
                )


def _where(element: Any) -> Any:
    """What a place is written in: the typed element itself, or what it has for that (SKEL)."""
    there = element.source_element
    parts = [] if there is None else list(there.iterchildren("transformation", "offset"))
    return parts[0] if parts and hasattr(element, "transformation") else element
