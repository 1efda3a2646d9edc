"""Which links do not collide with which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import LoadError, NameNotFound
from ...diagnostics.records import NamedTuple
from ...runtime.budget import Budget
from ...runtime.sink import Sink
from ...runtime.spelling import format_count
from ..frames.graph import NO_INDEX, ROOT
from ..ir.graph_search import DisjointSets, collect_sets, find_reachable
from ..ir.joints import Motion
from ..ir.scoped_names import WORLD
from ..kinematics.joint_tree import FREE

if TYPE_CHECKING:
    from ..constraints.references import References
    from ..ir.links import ContactRules
    from ..kinematics.forward_kinematics import Kinematics

Links = frozenset[str]
"""Scoped names."""


class CollisionFilter:
    """Which links do not collide with which, kept as groups: a thousand links that are one body are one group.

    Those of the document's collision groups, links joined by a joint (other than a floating one, or one whose parent
    is the world), and links welded together, directly or over others; what is welded to the world is one with it.

    Where the format has masks (MJCF), those of which no two collision shapes match, those that the document excludes, and
    of links that a joint joins all that is welded to either. Pairs of shapes that a document names one by one
    (``contact_pairs``) touch in spite of that: the filter is about links.

    Spec: Drake's notes on parsing, ``drake:collision_filter_group``; what joints exclude is as Drake's ``MultibodyPlant`` has it.
    MuJoCo's documentation, Computation, Collision detection, Selection.

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
        """Pairs of bodies."""
        self._joined_sets: dict[int, set[int]] = {}
        """Numbers of welded sets that do not collide, by the numbers of others."""
        self._masks = ContactMasks(kinematics)
        rules = kinematics.description.contact_rules
        if rules is None:
            self._join_by_joints()
        else:
            self._join_by_rules(rules)
        self._groups = references.groups
        self._ignored = {tuple(sorted(pair)): None for pair in references.ignored}

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
        if self._number[b] in self._joined_sets.get(self._number[a], ()) or self._masks.exclude(a, b):
            return True
        if not self._ignored:
            return False
        of_b = self._groups_of(b)
        return any(not of_b.isdisjoint(self._ignored_groups.get(name, ())) for name in self._groups_of(a))

    @property
    def contact_pairs(self) -> tuple[ContactPair, ...]:
        """Pairs of collision shapes that touch whatever the filter says of their links, in document order."""
        graph, rules = self._kinematics.graph, self._kinematics.description.contact_rules
        found = []
        for pair in () if rules is None else rules.pairs:
            a, b = (graph.find(link, pair.scope, world=True) for link in (pair.link_a, pair.link_b))
            if NO_INDEX not in (a, b):
                found.append(ContactPair(graph.records[a].name, pair.shape_a, graph.records[b].name, pair.shape_b))
        return tuple(found)

    @property
    def pairs(self) -> AbstractSet[Links]:
        """All pairs of scoped link names (or ``"world"``) that do not collide, as a set that makes them as it is asked."""
        return LinkPairs(self)

    @property
    def groups(self) -> tuple[Links, ...]:
        """Sets of three links and more (``"world"`` may be one) of which no two collide.

        Raises:
            LoadError: the collision groups of the document amount to too much with the groups that they hold (BP015).
        """
        return self._parts.groups

    @property
    def group_pairs(self) -> tuple[tuple[Links, Links], ...]:
        """Pairs of sets of which no link of one collides with a link of the other; see ``groups``."""
        return self._parts.group_pairs

    @property
    def single_pairs(self) -> tuple[Links, ...]:
        """Pairs of links that do not collide, besides what the groups say; see ``groups``."""
        return self._parts.single_pairs

    def __repr__(self) -> str:
        welded = sum(len(members) > 1 for members in self._welded)
        parts = (len(self._joined), "jointed pair"), (welded, "welded set"), (len(self._ignored), "group pair")
        return f"<CollisionFilter: {', '.join(format_count(count, what) for count, what in parts)}>"

    def _join_by_joints(self) -> None:
        """Links that a joint joins do not collide."""
        for connection in self._kinematics.connections:
            pair = frozenset((connection.parent, connection.child))
            floating = connection.record.motion in FREE
            if connection.valid and connection.parent != ROOT and not floating and pair <= self._number.keys():
                self._joined.add(pair)

    def _join_by_rules(self, rules: ContactRules) -> None:
        """Those that the document excludes, and what is welded to a link and to the one that a joint joins it to."""
        kinematics = self._kinematics
        index, graph = kinematics.graph.index, kinematics.graph
        for pair in rules.excludes:
            found = frozenset(graph.find(link, pair.scope, world=True) for link in (pair.link_a, pair.link_b))
            if len(found) == 2 and found <= self._number.keys():
                self._joined.add(found)
        if not rules.filters_parents:
            return
        virtual = {index[link.name] for link in kinematics.description.links if link.virtual}
        above = {
            connection.child: connection.parent
            for connection in kinematics.connections
            if connection.valid and connection.record.motion is not Motion.FIXED
        }
        for child, parent in above.items():
            while parent in virtual and parent in above:
                parent = above[parent]
            one, other = self._number.get(child), self._number.get(parent)
            if child in virtual or one is None or other is None or one == other or self._number[ROOT] in (one, other):
                continue
            self._joined_sets.setdefault(one, set()).add(other)
            self._joined_sets.setdefault(other, set()).add(one)

    @cached_property
    def _parts(self) -> _FilterParts:
        sink, budget = Sink(), Budget()
        with sink.within_budget():
            return self._divide(budget)
        raise LoadError(sink.finish_later())

    def _divide(self, budget: Budget) -> _FilterParts:
        """The groups and the pairs; all links that groups of the document hold are counted."""
        held: dict[str, frozenset[int]] = {}
        for name in dict.fromkeys(name for pair in self._ignored for name in pair):
            inner = find_reachable([name], self._groups.inner)
            budget.spend("links of collision groups", len(inner))
            held[name] = frozenset(body for each in inner for body in self._groups.direct[each])
            budget.spend("links of collision groups", len(held[name]))
        whole = dict.fromkeys(map(frozenset, self._welded))
        crossed: dict[tuple[frozenset[int], frozenset[int]], None] = {}
        single = set(self._joined)
        apart = [(held[one], held[other]) for one, other in self._ignored]
        apart += [
            (frozenset(self._welded[one]), frozenset(self._welded[other]))
            for one, others in self._joined_sets.items()
            for other in others
            if one < other
        ]
        for a, b in (*apart, *self._masks.apart()):
            if a == b:
                whole[a] = None
            elif len(a) == len(b) == 1:
                single.add(a | b)
            elif a and b and (b, a) not in crossed:
                crossed[a, b] = None
        single |= {group for group in whole if len(group) == 2}
        groups = [group for group in whole if len(group) > 2]
        within = collect_sets((body, number) for number, group in enumerate(groups) for body in group)
        rest = (pair for pair in single if not set.intersection(*(within.get(body, set()) for body in pair)))
        return _FilterParts(
            tuple(map(self._links, groups)),
            tuple((self._links(a), self._links(b)) for a, b in crossed),
            tuple(map(self._links, sorted(rest, key=sorted))),
        )

    def _links(self, bodies: Iterable[int]) -> Links:
        return frozenset(self._kinematics.graph.records[body].name for body in bodies)

    def _alike(self) -> Iterator[tuple[list[int], set[int]]]:
        """Links that do not collide with the same ones but for what joints say of each; with these, themselves included."""
        alike: dict[tuple[int, frozenset[str], Masks], list[int]] = {}
        for body, number in self._number.items():
            groups = frozenset(self._groups_of(body)) if self._ignored else frozenset()
            alike.setdefault((number, groups, self._masks.of.get(body, NO_MASKS)), []).append(body)
        for (number, groups, masks), bodies in alike.items():
            others = {other for name in groups for other in self._ignored_groups.get(name, ())}
            joined = (self._welded[other] for other in self._joined_sets.get(number, ()))
            apart = set(self._welded[number]).union(*map(self._groups.bodies, others), *joined)
            yield bodies, apart | self._masks.bodies_apart(masks)

    @cached_property
    def _joined_with(self) -> dict[int, set[int]]:
        return collect_sets((a, b) for pair in self._joined for a, b in permutations(pair))

    @cached_property
    def _ignored_groups(self) -> dict[str, set[str]]:
        """The collision groups that each collision group does not collide with."""
        return collect_sets(ends for one, other in self._ignored for ends in ((one, other), (other, one)))

    @cached_property
    def _groups_with(self) -> dict[int, set[str]]:
        """The collision groups that name each body."""
        return collect_sets((body, name) for name, bodies in self._groups.direct.items() for body in bodies)

    @cached_property
    def _outer(self) -> dict[str, set[str]]:
        """The groups that each group is a member of."""
        return collect_sets((member, name) for name, members in self._groups.inner.items() for member in members)

    def _groups_of(self, body: int) -> set[str]:
        """All collision groups that a body belongs to."""
        return find_reachable(self._groups_with.get(body, ()), self._outer)

    def _body(self, name: str) -> int:
        vertex = self._kinematics.graph.index.get(name)
        if vertex is None or (vertex not in self._number and name != WORLD):
            raise NameNotFound(f"there is no link {name!r}")
        return vertex


class ContactPair(NamedTuple):
    """Two collision shapes that a document names as touching each other.

    Attributes:
        link_a: scoped name.
        shape_a: name of one of its collision shapes.
        link_b: scoped name of the other link.
        shape_b: name of one of its collision shapes.

    Example:
        >>> bodyplan.load("examples/arm.urdf").scene.collision_filter.contact_pairs
        ()
    """

    link_a: str
    shape_a: str
    link_b: str
    shape_b: str


Masks = frozenset[tuple[int, int]]
"""Of the collision shapes of a link: what each is, and what it touches."""
NO_MASKS: Masks = frozenset()


class ContactMasks:
    """Which links have collision shapes of which no two match; links without any are not meant."""

    def __init__(self, kinematics: Kinematics) -> None:
        self.of: dict[int, Masks] = {}
        """The masks of each body with collision shapes; empty for formats without masks."""
        if kinematics.description.contact_rules is not None:
            for link in kinematics.description.links:
                masks = frozenset(shape.contact_masks or ALL_BITS for shape in link.collisions)
                if masks:
                    self.of[kinematics.graph.index[link.name]] = masks
        self._alike: dict[Masks, frozenset[int]] = {
            masks: frozenset(bodies)
            for masks, bodies in collect_sets((masks, body) for body, masks in self.of.items()).items()
        }
        self._apart: dict[Masks, list[Masks]] = {
            masks: [other for other in self._alike if not _match(masks, other)] for masks in self._alike
        }

    def exclude(self, a: int, b: int) -> bool:
        """Whether no shape of one body matches one of the other."""
        return a in self.of and b in self.of and self.of[b] in self._apart[self.of[a]]

    def apart(self) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
        """Two sets of bodies at a time of which none of one matches one of the other, or one set twice."""
        done: set[Masks] = set()
        for masks, others in self._apart.items():
            for other in others:
                if other not in done:
                    yield self._alike[masks], self._alike[other]
            done.add(masks)

    def bodies_apart(self, masks: Masks) -> set[int]:
        """The bodies that none with these masks matches."""
        return set().union(*(self._alike[other] for other in self._apart.get(masks, ())))


ALL_BITS = (-1, -1)


def _match(one: Masks, other: Masks) -> bool:
    return any(is_a & touches_b or is_b & touches_a for is_a, touches_a in one for is_b, touches_b in other)


class _FilterParts(NamedTuple):
    groups: tuple[Links, ...]
    group_pairs: tuple[tuple[Links, Links], ...]
    single_pairs: tuple[Links, ...]


class LinkPairs(AbstractSet[Links]):
    """The pairs of a filter, equal to a ``set`` of them; none is kept."""

    __slots__ = ("_filter",)

    def __init__(self, of: CollisionFilter) -> None:
        self._filter = of

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> set[Any]:  # what is made of several is a set
        return set(it)

    def __contains__(self, pair: object) -> bool:
        if not isinstance(pair, (set, frozenset)) or len(pair) != 2:
            return False
        try:
            return self._filter.excludes(*pair)
        except NameNotFound:
            return False

    def __iter__(self) -> Iterator[Links]:
        of = self._filter
        for bodies, others in of._alike():
            for body in bodies:
                for other in others | of._joined_with.get(body, set()):
                    if body < other:
                        yield of._links((body, other))

    def __len__(self) -> int:
        of, ends = self._filter, 0
        for bodies, others in of._alike():
            for body in bodies:
                ends += len(others) - (body in others) + len(of._joined_with.get(body, set()) - others)
        return ends // 2

    def __repr__(self) -> str:
        return f"<LinkPairs: {format_count(len(self), 'pair')}>"


def welded_sets(kinematics: Kinematics) -> list[list[int]]:
    """The links that fixed joints hold together, each set in document order; those of static models with the world."""
    bodies = sorted(kinematics.tree.order)
    welded = DisjointSets[int]()
    for connection in kinematics.connections:
        if connection.valid and connection.record.motion is Motion.FIXED:
            welded.join(connection.parent, connection.child)
    static = {model.name for model in kinematics.description.models if model.static}
    for link in kinematics.description.links:
        if link.scope in static:
            welded.join(kinematics.graph.index[link.name], ROOT)
    for name in static:
        vertex = kinematics.graph.index[name]
        if kinematics.graph.body[vertex] == vertex:
            welded.join(vertex, ROOT)
    sets: dict[int, list[int]] = {}
    for body in bodies:
        if kinematics.graph.records[body].kind != "model":
            sets.setdefault(welded.find(body), []).append(body)
    return list(sets.values())
