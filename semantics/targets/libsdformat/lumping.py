"""Fixed joints: what hangs on one becomes part of the link above, and frames stay where joint and link were.

Chains of fixed joints can be long: every link is looked at once, and never by way of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics.records import NamedTuple, dataclass, field, replace
from ...spatial.raw_pose import IDENTITY, compose
from .lumped_inertia import combine_inertials
from .robot import WORLD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...spatial.raw_pose import RawPose
    from .gazebo_blocks import Block, Blocks
    from .robot import Robot, UrdfdomLink, UrdfdomShape

LUMP = "_fixed_joint_lump__"
"""Stands in the name of a shape between the link that it is part of and where it comes from."""
MOST_STEPS = 20
"""Links of a fixed chain that are gone along one by one, in order to round as libsdformat does."""


class LeftBehind(NamedTuple):
    """A link that was lumped, and the link that it was part of before: frames remain of it and its joint."""

    link: UrdfdomLink
    parent: UrdfdomLink


@dataclass(slots=True)
class LumpedLinks:
    """What became of the links that were lumped."""

    left_behind: list[LeftBehind] = field(default_factory=list)
    """In the order in which libsdformat notes their frames."""
    into: dict[str, UrdfdomLink] = field(default_factory=dict)
    """The link that each is part of now."""
    pose: dict[str, RawPose] = field(default_factory=dict)
    """Its frame in that."""
    blocks: dict[str, list[Block]] = field(default_factory=dict)
    """What is said about each link that is left, with what was said about those that are part of it."""

    def express_pose(self, pose: RawPose, link: UrdfdomLink) -> RawPose:
        """A pose in a link that was lumped, in what that is part of now.

        libsdformat goes from link to link; near a pitch of a quarter turn the last digit of each step shows.
        """
        current: UrdfdomLink | None = link
        for _ in range(MOST_STEPS):
            if current is None or current.name not in self.into or current.joint is None:
                return pose
            pose = compose(current.joint.pose, pose)
            current = current.parent
        return pose if current is None or current.name not in self.pose else compose(self.pose[current.name], pose)


def is_lumped(link: UrdfdomLink, blocks: Blocks) -> bool:
    """Whether a link becomes part of the one above; nothing becomes part of the world."""
    return link.parent is not None and link.parent.name != WORLD and hangs_fixed(link, blocks)


def hangs_fixed(link: UrdfdomLink, blocks: Blocks) -> bool:
    """Whether a link hangs on a fixed joint that is to be lumped."""
    return link.joint is not None and link.joint.type == "fixed" and blocks.lumps(link.joint.name)


def lump(robot: Robot, blocks: Blocks) -> LumpedLinks:
    """Lumps all links that hang on fixed joints; changes inertials, shapes, and the joints of what hangs on them."""
    found = LumpedLinks()
    fixed = {
        name: link.parent.name
        for name, link in robot.links.items()
        if link.parent is not None and is_lumped(link, blocks)
    }
    found.into = {name: robot.links[body.name] for name, body in find_bodies(fixed).items()}
    for link in _in_order(robot.root, blocks):
        if link.name in fixed and link.parent is not None:
            found.left_behind.append(LeftBehind(link, link.parent))
            if link.inertial is not None and link.joint is not None:
                link.parent.inertial = combine_inertials(link.parent.inertial, link.inertial, link.joint.pose)
    for link in robot.links.values():
        if link.name not in fixed:
            _gather(link, blocks, found)
    for link in robot.links.values():
        above = link.parent
        if link.name not in fixed and above is not None and above.name in found.into and link.joint is not None:
            link.joint.pose = found.express_pose(link.joint.pose, above)
            link.parent = found.into[above.name]
    return found


class LumpedBody(NamedTuple):
    """The link that a lumped one is part of in the end, and how many joints are between."""

    name: str
    depth: int


def find_bodies(fixed: Mapping[str, str]) -> dict[str, LumpedBody]:
    """What lumped links become part of; those in a circle, and those below one, become part of nothing.

    Args:
        fixed: names of the links, each with that of the link right above.
    """
    found: dict[str, LumpedBody | None] = {}
    for name in fixed:
        below: dict[str, None] = {}
        at = name
        while at in fixed and at not in found and at not in below:
            below[at] = None
            at = fixed[at]
        body = None if at in below else found.get(at, LumpedBody(at, 0))
        for number, each in enumerate(reversed(below), 1):
            found[each] = None if body is None else LumpedBody(body.name, body.depth + number)
    return {name: body for name, body in found.items() if body is not None}


def _in_order(root: UrdfdomLink, blocks: Blocks) -> list[UrdfdomLink]:
    """All links, each after what hangs fixed on it and before the rest of what hangs on it."""
    found: list[UrdfdomLink] = []
    todo = [(root, False)]
    while todo:
        link, entered = todo.pop()
        fixed = [child for child in link.children if hangs_fixed(child, blocks)]
        if not entered:
            todo.append((link, True))
            todo += [(child, False) for child in reversed(fixed)]
            continue
        found.append(link)
        held = {id(child) for child in fixed}
        todo += [(child, False) for child in reversed(link.children) if id(child) not in held]
    return found


def _gather(top: UrdfdomLink, blocks: Blocks, found: LumpedLinks) -> None:
    """Gives a link the shapes and blocks of all that is part of it."""
    about = list(blocks.about(top.name))
    todo = [(child, IDENTITY) for child in reversed(top.children) if child.name in found.into]
    while todo:
        link, above = todo.pop()
        pose = compose(above, link.joint.pose if link.joint is not None else IDENTITY)
        found.pose[link.name] = pose
        top.visuals += [_move_shape(shape, link, found) for shape in link.visuals]
        top.collisions += [_move_shape(shape, link, found) for shape in link.collisions]
        about += blocks.about(link.name)
        todo += [(child, pose) for child in reversed(link.children) if child.name in found.into]
    found.blocks[top.name] = about


def _move_shape(shape: UrdfdomShape, link: UrdfdomLink, found: LumpedLinks) -> UrdfdomShape:
    """A shape in the link that its own is part of now, under a name that says where it comes from."""
    return replace(shape, name=shape.name or link.name, pose=found.express_pose(shape.pose, link))
