"""Where things stand in the links of a robot (URDF), and what of the poses that are written is told to be another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ...frames.graph import ROOT
from ...ir.scoped_names import SEPARATOR, WORLD
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, compose
from ..element_builder import euler_of, numbers_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...spatial.raw_pose import RawPose
    from ..workspace import RobotWorkspace

A_PART = "a part of the origins of joints"
"""What the place of something becomes that no origin gives by itself."""


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
        """An origin; None for one that says nothing. That other numbers are written somewhere is told."""
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
        """Tells what became of poses of links and joints that no origin gives, or that say what they are relative to.

        Args:
            is_apart: whether a body is one of several that nothing places.
        """
        self._report_missing_origins(is_apart)
        self._report_bases()

    def _report_missing_origins(self, is_apart: Callable[[int], bool]) -> None:
        """Tells poses of links and joints that no origin gives by itself."""
        for frame in self._work.description.frames:
            place = frame.pose_element
            element = frame.element
            is_placed = isinstance(element, Element) and hasattr(element, "transformation")
            if is_placed and frame.pose != IDENTITY and frame.kind != "model":
                self._work.ledger.report_representation(_where(element), A_PART)
            if (
                frame.kind not in ("link", "joint", "model")
                or frame.name == self._work.scope
                or not isinstance(place, Element)
                or id(place) in self._said
                or id(place) in self._told
            ):
                continue
            is_inside = self._work.scope == WORLD or frame.name.startswith(self._work.scope + SEPARATOR)
            if is_inside and place.source_element is not None and (frame.pose != IDENTITY or frame.relative_to):
                apart = frame.kind == "link" and is_apart(self._work.graph.index[frame.name])
                becomes = "nothing: without a joint it starts where the world does" if apart else A_PART
                self._work.ledger.report_representation(place, becomes)

    def _report_bases(self) -> None:
        """Tells what poses are relative to where they are said as they are: an origin has no such words."""
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
