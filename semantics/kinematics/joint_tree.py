"""The tree that joints make of bodies, for formats that know no other, and which joints are left over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import dataclass, field
from ..frames.graph import ROOT
from ..ir.graph_search import DisjointSets
from ..ir.joints import Motion

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .connections import Connection

FREE = (Motion.FLOATING_RPY, Motion.FREE_ROTATION_VECTOR, Motion.FREE_QUATERNION)
"""Motions that hold nothing."""
CAN_TURN = (Motion.FIXED, Motion.REVOLUTE, Motion.PRISMATIC, Motion.SCREW)
"""Those that are the same seen from the other body, about the opposite axis."""


@dataclass(slots=True)
class JointBranch:
    """The joint that holds a body."""

    connection: Connection
    parent: int
    """Body."""
    child: int
    """Body."""
    turned: bool = False
    """Whether the joint names them the other way round."""

    @property
    def on_parent(self) -> int:
        """Frame of the joint on what is the parent here."""
        return self.connection.on_child if self.turned else self.connection.on_parent

    @property
    def on_child(self) -> int:
        """Frame of the joint on what is the child here."""
        return self.connection.on_parent if self.turned else self.connection.on_child


@dataclass(slots=True)
class JointTree:
    """Bodies and the joints that hold them. Vertices are those of the frame graph."""

    bodies: list[int]
    """In document order."""
    branches: dict[int, JointBranch] = field(default_factory=dict)
    """By body that a joint holds on another, or on the world."""
    free: dict[int, Connection] = field(default_factory=dict)
    """Joints that say of a body that it is free."""
    left: list[Connection] = field(default_factory=list)
    """Joints that close loops, and those that join nothing."""
    _sets: DisjointSets[int] = field(default_factory=DisjointSets[int])
    """Each known by its root."""

    def attach(self, branch: JointBranch) -> None:
        """Adds the joint that holds a body, which none holds yet."""
        self.branches[branch.child] = branch
        self._sets.join(branch.child, branch.parent)

    def root_of(self, body: int) -> int:
        """The body, or the world, at the top of the tree that one is in."""
        return self._sets.find(body)

    @property
    def roots(self) -> list[int]:
        """Bodies that no joint holds."""
        return [body for body in self.bodies if body not in self.branches]

    def count_parts(self) -> int:
        """How many sets of bodies there are that are not joined, not even through the world: at least those that are free."""
        return len({root for body in self.bodies if (root := self.root_of(body)) != ROOT}) + self.is_held

    @property
    def is_held(self) -> bool:
        """Whether a joint holds anything on the world."""
        return any(branch.parent == ROOT for branch in self.branches.values())


def tree_of(bodies: Iterable[int], connections: Iterable[Connection]) -> JointTree:
    """The tree: joints in document order as long as they fit, then those that fit the other way round."""
    tree = JointTree(list(bodies))
    known = {*tree.bodies, ROOT}
    waiting = []
    for connection in connections:
        motion, parent, child = connection.record.motion, connection.parent, connection.child
        if not connection.valid or motion is Motion.GEARBOX or parent not in known or child not in known:
            tree.left.append(connection)
        elif motion in FREE and parent == ROOT:
            tree.free.setdefault(child, connection)
        elif child in tree.branches or tree.root_of(parent) == child:
            waiting.append(connection)
        else:
            tree.attach(JointBranch(connection, parent, child))
    for connection in waiting:
        parent, child = connection.parent, connection.child
        can = parent != ROOT and parent not in tree.branches and tree.root_of(child) != parent
        if can and connection.record.motion in CAN_TURN:
            tree.attach(JointBranch(connection, child, parent, turned=True))
        else:
            tree.left.append(connection)
    return tree
