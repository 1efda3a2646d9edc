"""What SRDF documents need to know of a robot: its links, how joints connect them, and what positions joints take."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from ....diagnostics.records import dataclass, field
from ...ir.joints import Motion
from ...ir.scoped_names import SEPARATOR, WORLD

if TYPE_CHECKING:
    from ...ir.links import LinkRecord
    from ...ir.world import WorldIR

VALUES: dict[Motion, tuple[int, ...]] = {
    Motion.FIXED: (0,),
    Motion.PLANAR: (3,),
    Motion.FLOATING_RPY: (7,),
    Motion.FREE_QUATERNION: (7,),
    Motion.BALL_QUATERNION: (4,),
}
"""How many numbers the position of a joint has in a state, as MoveIt and Pinocchio count them; else one."""
CONTINUOUS = (1, 2)
"""Those of a joint that turns without end: its angle or, for Pinocchio, the cosine and sine of that."""


@dataclass(slots=True)
class JointFacts:
    """A joint of a robot."""

    parent: str
    child: str
    counts: tuple[int, ...]
    """How many numbers its position may have."""
    limits: tuple[float, float] | None = None
    """Of its one coordinate."""


@dataclass(slots=True)
class RobotStructure:
    """A robot, by plain names."""

    name: str
    path: str
    links: dict[str, LinkRecord] = field(default_factory=dict)
    joints: dict[str, JointFacts] = field(default_factory=dict)
    above: dict[str, str] = field(default_factory=dict)
    """The joint above each link."""

    @classmethod
    def of(cls, description: WorldIR, path: str) -> RobotStructure | None:
        """The one robot of a description; None where there are several, or none."""
        if len(description.models) != 1:
            return None
        robot = cls(description.models[0].name, path)
        for link in description.links:
            robot.links[_plain(link.name)] = link
        for joint in description.joints:
            name, child = _plain(joint.name), _plain(joint.child)
            limits = None
            counts = VALUES.get(joint.motion, (1,))
            if counts == (1,) and len(joint.axes) == 1:
                limits = (joint.axes[0].lower, joint.axes[0].upper)
                if joint.motion is Motion.REVOLUTE and limits == (-inf, inf):
                    counts = CONTINUOUS
            robot.joints[name] = JointFacts(_plain(joint.parent), child, counts, limits)
            robot.above.setdefault(child, name)
        return robot

    def find_root(self) -> str | None:
        """The link that no joint is above; None where there are several."""
        roots = [link for link in self.links if link not in self.above and link != WORLD]
        return roots[0] if len(roots) == 1 else None

    def path_up(self, link: str) -> list[str]:
        """A link and those above it, up to the root."""
        found = [link]
        while found[-1] in self.above:
            parent = self.joints[self.above[found[-1]]].parent
            if parent in found:
                break
            found.append(parent)
        return found

    def find_chain(self, base: str, tip: str) -> list[str] | None:
        """The joints between two links, in both directions from the link that they have in common; None: there is none."""
        ways = self._ways_to_common(tip, base)
        return None if ways is None else [self.above[link] for way in ways for link in way[:-1]]

    def are_adjacent(self, first: str, second: str) -> bool:
        """Whether two links have a joint between them, or only links without shapes that collide."""
        ways = self._ways_to_common(first, second)
        return ways is not None and not self._touch(
            [link for way in ways for link in way if link not in (first, second)]
        )

    def _ways_to_common(self, first: str, second: str) -> tuple[list[str], list[str]] | None:
        """The links from each of two up to the first that they have in common; None where they have none."""
        ways = self.path_up(first), self.path_up(second)
        common = next((link for link in ways[0] if link in ways[1]), None)
        return None if common is None else (ways[0][: ways[0].index(common) + 1], ways[1][: ways[1].index(common) + 1])

    def _touch(self, links: list[str]) -> bool:
        """Whether any of these links has shapes that collide."""
        return any(link in self.links and self.links[link].collisions for link in links)


def _plain(name: str) -> str:
    return name.rpartition(SEPARATOR)[2]
