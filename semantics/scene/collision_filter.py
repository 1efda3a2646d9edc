"""Which links do not collide with which."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from ...runtime.spelling import counted
from ..constraints.references import reached
from ..description.joints import Motion
from ..description.names import WORLD
from ..errors import NameNotFound
from ..frames.graph import ROOT

if TYPE_CHECKING:
    from ..constraints.references import References
    from ..joints.kinematics import Kinematics

FLOATING = frozenset({Motion.FLOATING_RPY, Motion.FREE_ROTATION_VECTOR})


class CollisionFilter:
    """Pairs of links that do not collide.

    Those of the document's collision groups, links joined by a joint (other than a floating one, or one whose parent
    is the world), and links welded together, directly or over others; what is welded to the world is one with it.

    Spec: Drake's notes on parsing, ``drake:collision_filter_group``; what joints exclude is as Drake's ``MultibodyPlant`` has it.

    Example:
        >>> collisions = bodyplan.load("examples/arm.sdf").scene.collision_filter
        >>> collisions.excludes("arm::left_finger", "arm::right_finger"), collisions.excludes("arm::base", "arm::forearm")
        (True, False)
    """

    def __init__(self, kinematics: Kinematics, references: References) -> None:
        self._kinematics = kinematics
        self._welded = welded_sets(kinematics)
        self._number = {body: i for i, members in enumerate(self._welded) for body in members}
        self._joined: set[frozenset[int]] = set()
        for connection in kinematics.connections:
            pair = frozenset((connection.parent, connection.child))
            floating = connection.record.motion in FLOATING
            if connection.valid and connection.parent != ROOT and not floating and pair <= self._number.keys():
                self._joined.add(pair)
        self._groups = references.groups
        self._ignored = references.ignored
        self._pairs: set[frozenset[str]] | None = None

    def excludes(self, link_a: str, link_b: str) -> bool:
        """Whether two links, by scoped name, do not collide; a link never collides with itself.

        Args:
            link_a: scoped name of a link.
            link_b: that of another.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such link.
        """
        a, b = self._body(link_a), self._body(link_b)
        if a == b or self._number[a] == self._number[b] or frozenset((a, b)) in self._joined:
            return True
        if not self._ignored:
            return False
        of_a, of_b = self._groups_of(a), self._groups_of(b)
        return any((one in of_a and other in of_b) or (one in of_b and other in of_a) for one, other in self._ignored)

    @property
    def pairs(self) -> set[frozenset[str]]:
        """All pairs of scoped link names (or ``"world"``) that do not collide."""
        if self._pairs is None:
            records = self._kinematics.graph.records
            found = set(self._joined)
            for members in self._welded:
                found.update(frozenset(pair) for pair in combinations(members, 2))
            bodies = {name: self._groups.bodies(name) for pair in self._ignored for name in pair}
            for one, other in self._ignored:
                found.update(frozenset((a, b)) for a in bodies[one] for b in bodies[other] if a != b)
            self._pairs = {frozenset(records[body].name for body in pair) for pair in found}
        return self._pairs

    def __repr__(self) -> str:
        welded = sum(len(members) > 1 for members in self._welded)
        parts = (len(self._joined), "jointed pair"), (welded, "welded set"), (len(self._ignored), "group pair")
        return f"<CollisionFilter: {', '.join(counted(count, what) for count, what in parts)}>"

    @cached_property
    def _groups_with(self) -> dict[int, list[str]]:
        """The collision groups that name each body."""
        found: dict[int, list[str]] = {}
        for name, bodies in self._groups.direct.items():
            for body in bodies:
                found.setdefault(body, []).append(name)
        return found

    @cached_property
    def _outer(self) -> dict[str, list[str]]:
        return self._groups.outer()

    def _groups_of(self, body: int) -> set[str]:
        """All collision groups that a body belongs to."""
        return reached(self._groups_with.get(body, ()), self._outer)

    def _body(self, name: str) -> int:
        vertex = self._kinematics.graph.index.get(name)
        if vertex is None or (vertex not in self._number and name != WORLD):
            raise NameNotFound(f"there is no link {name!r}")
        return vertex


def welded_sets(kinematics: Kinematics) -> list[list[int]]:
    """The links that fixed joints hold together, each set in document order; those of static models with the world."""
    bodies = sorted(kinematics.tree.order)
    leader = {body: body for body in bodies}

    def find(body: int) -> int:
        while leader[body] != body:
            leader[body] = leader[leader[body]]
            body = leader[body]
        return body

    def join(a: int, b: int) -> None:
        first, second = sorted((find(a), find(b)))
        leader[second] = first

    for connection in kinematics.connections:
        if connection.valid and connection.record.motion is Motion.FIXED:
            join(connection.parent, connection.child)
    static = {model.name for model in kinematics.description.models if model.static}
    for link in kinematics.description.links:
        if link.scope in static:
            join(ROOT, kinematics.graph.index[link.name])
    for name in static:
        vertex = kinematics.graph.index[name]
        if kinematics.graph.body[vertex] == vertex:
            join(ROOT, vertex)
    sets: dict[int, list[int]] = {}
    for body in bodies:
        if kinematics.graph.records[body].kind != "model":
            sets.setdefault(find(body), []).append(body)
    return list(sets.values())
