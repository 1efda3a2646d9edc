"""Follows the references of constraints, force elements, actuators and collision groups; free of numpy."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ..frames.frame_names import ScopedNames, describe_unresolved, full_name
from ..frames.graph import NO_INDEX
from ..ir.constraints import (
    BallRecord,
    BushingRecord,
    ConstraintRecord,
    DistanceRecord,
    ForceElementRecord,
    GearboxRecord,
    MimicRecord,
    SpringRecord,
    TendonRecord,
    WeldRecord,
)
from ..ir.joints import ActuatorRecord
from ..kinematics.connections import find_joint
from ..kinematics.coupling import Coupling, mimic_coupling, sorted_couplings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ...diagnostics.rule import Severity
    from ...runtime.sink import Sink
    from ..frames.graph import FrameGraph
    from ..ir.links import CollisionGroupRecord
    from ..ir.source_ref import Place
    from ..ir.world import WorldIR
    from ..kinematics.connections import Connection

    Record = ConstraintRecord | ForceElementRecord


@dataclass(slots=True)
class ResolvedConstraint:
    """A record with what its references mean."""

    record: ConstraintRecord | ForceElementRecord
    frames: tuple[int, ...] = ()
    """Vertices of the frame graph, in the order of the record's fields."""
    joints: tuple[int, ...] = ()
    """Numbers of joints, in the order of the record's fields."""
    coupling: Coupling | None = None


@dataclass(slots=True)
class Groups:
    """Collision groups, which may hold each other."""

    direct: dict[str, set[int]]
    """Bodies of each group, without those of its member groups."""
    inner: dict[str, set[str]]
    """Member groups of each."""

    def bodies(self, name: str) -> set[int]:
        """The bodies of a group with those of its member groups."""
        return set().union(*(self.direct[other] for other in find_reachable([name], self.inner)))

    def outer(self) -> dict[str, list[str]]:
        """The groups that each group is a member of."""
        found: dict[str, list[str]] = {}
        for name, members in self.inner.items():
            for member in members:
                found.setdefault(member, []).append(name)
        return found


def find_reachable(starts: Iterable[str], edges: Mapping[str, Iterable[str]]) -> set[str]:
    """What can be reached in a graph, with where it began."""
    found = set(starts)
    todo = list(found)
    while todo:
        for other in edges.get(todo.pop(), ()):
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


@dataclass(slots=True)
class References:
    """All records whose references could be followed."""

    constraints: list[ResolvedConstraint] = field(default_factory=list)
    force_elements: list[ResolvedConstraint] = field(default_factory=list)
    actuators: list[tuple[ActuatorRecord, int]] = field(default_factory=list)
    couplings: list[Coupling] = field(default_factory=list)
    """In an order in which each leader is known before its followers."""
    groups: Groups = field(default_factory=lambda: Groups({}, {}))
    """The collision groups."""
    ignored: list[tuple[str, str]] = field(default_factory=list)
    """Pairs of collision groups that do not collide."""


def follow(
    description: WorldIR, graph: FrameGraph, connections: Sequence[Connection], sink: Sink | None = None
) -> References:
    """Follows every reference; records with one that leads nowhere are reported to ``sink`` and left out."""
    return _ConstraintResolver(description, graph, connections, sink).follow()


class _ConstraintResolver:
    def __init__(
        self, description: WorldIR, graph: FrameGraph, connections: Sequence[Connection], sink: Sink | None
    ) -> None:
        self.description = description
        self.graph = graph
        self.connections = connections
        self.sink = sink
        self.joints: dict[str, int] = {}
        for number, joint in enumerate(description.joints):
            self.joints.setdefault(joint.name, number)
        self.frame_names, self.joint_names = ScopedNames(graph.index), ScopedNames(self.joints)

    def follow(self) -> References:
        result = References()
        couplings: list[tuple[Coupling, Place]] = []
        for record in self.description.constraints:
            followed = self._constraint(record)
            if followed is None:
                continue
            result.constraints.append(followed)
            if followed.coupling is not None:
                couplings.append((followed.coupling, record.element))
        for element in self.description.force_elements:
            ends = (
                (element.frame_a, element.frame_c)
                if isinstance(element, BushingRecord)
                else (element.body_a, element.body_b)
            )
            followed = self._resolve_endpoints(element, element.scope, ends)
            if followed is not None:
                result.force_elements.append(followed)
        for actuator in self.description.actuators:
            number = self._joint(f"actuator {actuator.name!r}", actuator.joint, actuator.scope, actuator.element)
            if number != NO_INDEX:
                result.actuators.append((actuator, number))
        result.couplings = sorted_couplings(couplings, self.connections, self.sink)
        self._groups(result)
        return result

    def _constraint(self, record: ConstraintRecord) -> ResolvedConstraint | None:
        if isinstance(record, MimicRecord):
            coupling = mimic_coupling(record, self.connections, self.joints, self.joint_names, self.sink)
            if coupling is None:
                return None
            return ResolvedConstraint(record, joints=(coupling.follower[0], coupling.leader[0]), coupling=coupling)
        if isinstance(record, GearboxRecord):
            return self._gearbox(record)
        if isinstance(record, TendonRecord):
            numbers = [self._joint(_what(record), name, record.scope, record.element) for name, _ in record.joints]
            for position, number in enumerate(numbers):
                if number in numbers[:position] and number != NO_INDEX and self.sink is not None:
                    name = record.joints[position][0]
                    self.sink.report(rules.JOINT_NAMED_TWICE, record.element, what=_what(record), name=name)
            return None if NO_INDEX in numbers else ResolvedConstraint(record, joints=tuple(numbers))
        ends = (record.frame_a, record.frame_b) if isinstance(record, WeldRecord) else (record.body_a, record.body_b)
        return self._resolve_endpoints(record, record.scope, ends)

    def _gearbox(self, record: GearboxRecord) -> ResolvedConstraint | None:
        number = self._joint(_what(record), record.joint, record.scope, record.element)
        vertex = self.graph.find(record.reference_body, record.scope, world=True)
        if vertex == NO_INDEX and self.sink is not None:
            self.sink.report(
                rules.UNKNOWN_GEARBOX_BODY,
                record.element,
                name=record.joint,
                **describe_unresolved(record.reference_body, record.scope, self.frame_names),
            )
        if number == NO_INDEX or vertex == NO_INDEX or not self.connections[number].valid:
            return None
        return ResolvedConstraint(record, (vertex,), (number,))

    def _resolve_endpoints(self, record: Record, scope: str, references: tuple[str, str]) -> ResolvedConstraint | None:
        # Welds and bushings are between frames, the others between links; of these, only welds may reach the world.
        of_frames = isinstance(record, (WeldRecord, BushingRecord))
        vertices = []
        for reference in references:
            vertex = self.graph.find(reference, scope, world=isinstance(record, WeldRecord))
            if vertex != NO_INDEX and not of_frames and self.graph.records[vertex].kind != "link":
                vertex = NO_INDEX
            if vertex == NO_INDEX and self.sink is not None:
                self.sink.report(
                    rules.UNKNOWN_CONSTRAINT_FRAME,
                    record.element,
                    what=_what(record),
                    **describe_unresolved(reference, scope, self.frame_names),
                )
            vertices.append(vertex)
        a, b = vertices
        if NO_INDEX in vertices:
            return None
        if self.graph.body[a] == self.graph.body[b] and not isinstance(record, BushingRecord):
            # A spring there is of no use, a constraint cannot hold.
            is_spring = isinstance(record, SpringRecord)
            if self.sink is not None:
                link = self.graph.body_name(a)
                severity: Severity | None = "warning" if is_spring else None
                self.sink.report(
                    rules.SAME_BODY_TWICE, record.element, severity=severity, what=_what(record), link=link
                )
            if not is_spring:
                return None
        return ResolvedConstraint(record, (a, b))

    def _joint(self, what: str, reference: str, scope: str, place: Place) -> int:
        number = find_joint(reference, scope, self.joints)
        if number == NO_INDEX and self.sink is not None:
            self.sink.report(
                rules.UNKNOWN_CONSTRAINT_JOINT,
                place,
                what=what,
                **describe_unresolved(reference, scope, self.joint_names),
            )
        return number

    def _groups(self, result: References) -> None:
        records: dict[str, list[CollisionGroupRecord]] = {}
        for record in self.description.collision_groups:
            records.setdefault(record.name, []).append(record)
        self.group_names = ScopedNames(records)
        direct: dict[str, set[int]] = {name: set() for name in records}
        inner: dict[str, set[str]] = {name: set() for name in records}
        for record in self.description.collision_groups:
            for reference in record.members:
                vertex = self.graph.find(reference, record.scope)
                if vertex == NO_INDEX or self.graph.records[vertex].kind != "link":
                    self._unknown_member(record, reference)
                else:
                    direct[record.name].add(vertex)
            members = (self._group(record, name, records) for name in record.member_groups)
            inner[record.name].update(name for name in members if name)
            for name in record.ignored:
                other = self._group(record, name, records)
                if other:
                    result.ignored.append((record.name, other))
        result.groups = Groups(direct, inner)

    def _group(self, record: CollisionGroupRecord, reference: str, known: dict[str, list[CollisionGroupRecord]]) -> str:
        name = full_name(reference, record.scope)
        if name is not None and name in known:
            return name
        if self.sink is not None:
            self.sink.report(
                rules.UNKNOWN_GROUP,
                record.element,
                name=record.name,
                reference=reference,
                advice=partial(self.group_names.advice, reference, record.scope),
            )
        return ""

    def _unknown_member(self, record: CollisionGroupRecord, reference: str) -> None:
        if self.sink is not None:
            self.sink.report(
                rules.UNKNOWN_GROUP_MEMBER,
                record.element,
                name=record.name,
                **describe_unresolved(reference, record.scope, self.frame_names),
            )


def _what(record: Record) -> str:
    """A record as messages call it."""
    words = {
        GearboxRecord: "a gearbox",
        BallRecord: "a ball constraint",
        WeldRecord: "a weld constraint",
        DistanceRecord: "a distance constraint",
        TendonRecord: "a tendon constraint",
        BushingRecord: "a linear bushing",
        SpringRecord: "a spring and damper",
        MimicRecord: "a mimic",
    }
    return words[type(record)]
