"""Follows the references of constraints, force elements, actuators and collision groups; free of numpy."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.records import dataclass, field
from ...runtime.sink import Sink
from ..frames.frame_names import ScopedNames, describe_unresolved, full_name
from ..frames.graph import NO_INDEX
from ..ir.constraints import (
    BallRecord,
    BushingRecord,
    ConstraintRecord,
    CouplingRecord,
    DistanceRecord,
    ForceElementRecord,
    GearboxRecord,
    MimicRecord,
    PointPairRecord,
    SpringRecord,
    TendonCouplingRecord,
    TendonRecord,
    WeldRecord,
)
from ..ir.graph_search import find_reachable
from ..ir.joints import ActuatorRecord
from ..ir.scoped_names import number_names
from ..ir.source_ref import place_of_name
from ..kinematics.connections import find_joint
from ..kinematics.coupling import Coupling, mimic_coupling, sorted_couplings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...diagnostics.rule import Severity
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


@dataclass(slots=True)
class References:
    """All records whose references could be followed."""

    constraints: list[ResolvedConstraint] = field(default_factory=list)
    force_elements: list[ResolvedConstraint] = field(default_factory=list)
    actuators: list[tuple[ActuatorRecord, int]] = field(default_factory=list)
    """With the number of the joint; NO_INDEX where they act on none."""
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
    return _ConstraintResolver(description, graph, connections, sink or Sink()).follow()


class _ConstraintResolver:
    def __init__(self, description: WorldIR, graph: FrameGraph, connections: Sequence[Connection], sink: Sink) -> None:
        self.description = description
        self.graph = graph
        self.connections = connections
        self.sink = sink
        self.joints = number_names(description.joints)
        self.frame_names, self.joint_names = ScopedNames(graph.index), ScopedNames(self.joints)

    def follow(self) -> References:
        result = References()
        couplings: list[tuple[Coupling, MimicRecord | None]] = []
        for record in self.description.constraints:
            if isinstance(record, MimicRecord):
                coupling = mimic_coupling(record, self.connections, self.joints, self.joint_names, self.sink)
                if coupling is not None:
                    if record.active:
                        couplings.append((coupling, record))
                    joints = coupling.follower[0], coupling.leader[0]
                    result.constraints.append(ResolvedConstraint(record, joints=joints))
            else:
                result.constraints += self._constraint(record)
        for element in self.description.force_elements:
            result.force_elements += self._between_frames(element)
        for actuator in self.description.actuators:
            if actuator.joint is None:
                result.actuators.append((actuator, NO_INDEX))
                continue
            number = self._joint(f"actuator {actuator.name!r}", actuator.joint, actuator.scope, actuator.element)
            if number != NO_INDEX:
                result.actuators.append((actuator, number))
        result.couplings = sorted_couplings(couplings, self.connections, self.sink)
        self._groups(result)
        return result

    def _constraint(self, record: ConstraintRecord) -> Iterator[ResolvedConstraint]:
        if isinstance(record, GearboxRecord):
            yield from self._gearbox(record)
        elif isinstance(record, TendonRecord):
            yield from self._tendons(record, record.joints)
        elif isinstance(record, TendonCouplingRecord):
            yield from self._tendons(record, record.joints, record.leaders)
        elif isinstance(record, CouplingRecord):
            names = [record.joint] if record.leader is None else [record.joint, record.leader]
            yield from self._between_coordinates(record, names)
        else:
            yield from self._between_frames(record)

    def _tendons(
        self, record: TendonRecord | TendonCouplingRecord, *tendons: list[tuple[str, float]]
    ) -> Iterator[ResolvedConstraint]:
        what, named = _WORDS[type(record)], self.joints
        for tendon in tendons:
            numbers = [find_joint(name, record.scope, named) for name, _ in tendon]
            for position, number in enumerate(numbers):
                if number in numbers[:position] and number != NO_INDEX:
                    self.sink.report(rules.JOINT_NAMED_TWICE, record.element, what=what, name=tendon[position][0])
        yield from self._between_coordinates(record, [name for tendon in tendons for name, _ in tendon])

    def _between_coordinates(
        self, record: TendonRecord | TendonCouplingRecord | CouplingRecord, names: Sequence[str]
    ) -> Iterator[ResolvedConstraint]:
        what = _WORDS[type(record)]
        numbers = [self._joint(what, name, record.scope, record.element) for name in names]
        if NO_INDEX not in numbers:
            yield ResolvedConstraint(record, joints=tuple(numbers))

    def _gearbox(self, record: GearboxRecord) -> Iterator[ResolvedConstraint]:
        number = self._joint(_WORDS[GearboxRecord], record.joint, record.scope, record.element)
        reference = record.reference_body
        vertex = self.graph.find(reference, record.scope, world=True)
        if vertex == NO_INDEX:
            said = describe_unresolved(reference, record.scope, self.frame_names)
            place = place_of_name(record.element, reference)
            self.sink.report(rules.UNKNOWN_GEARBOX_BODY, place, name=record.joint, **said)
        if number != NO_INDEX and vertex != NO_INDEX and self.connections[number].valid:
            yield ResolvedConstraint(record, (vertex,), (number,))

    def _between_frames(self, record: Record) -> Iterator[ResolvedConstraint]:
        # bushings and welds are between frames, the others are between links
        of_frames, what = isinstance(record, (BushingRecord, WeldRecord)), _WORDS[type(record)]
        may_be_world = isinstance(record, WeldRecord) or (isinstance(record, PointPairRecord) and record.may_be_world)
        kinds = ("link", "world") if may_be_world else ("link",)
        vertices = []
        for field_name in ends_of(record):
            reference = getattr(record, field_name)
            vertex = self.graph.find(reference, record.scope, world=may_be_world)
            if vertex != NO_INDEX and not of_frames and self.graph.records[vertex].kind not in kinds:
                vertex = NO_INDEX
            if vertex == NO_INDEX:
                said = describe_unresolved(reference, record.scope, self.frame_names)
                place = place_of_name(record.element, reference)
                self.sink.report(rules.UNKNOWN_CONSTRAINT_FRAME, place, what=what, **said)
            vertices.append(vertex)
        a, b = vertices
        if NO_INDEX in vertices:
            return
        if self.graph.body[a] == self.graph.body[b] and not of_frames:
            # A spring there is of no use, a constraint cannot hold.
            severity: Severity | None = "warning" if isinstance(record, SpringRecord) else None
            link = self.graph.body_name(a)
            self.sink.report(rules.SAME_BODY_TWICE, record.element, severity=severity, what=what, link=link)
            if severity is None:
                return
        yield ResolvedConstraint(record, (a, b))

    def _joint(self, what: str, reference: str, scope: str, place: Place) -> int:
        number = find_joint(reference, scope, self.joints)
        if number == NO_INDEX:
            said = describe_unresolved(reference, scope, self.joint_names)
            self.sink.report(rules.UNKNOWN_CONSTRAINT_JOINT, place_of_name(place, reference), what=what, **said)
        return number

    def _groups(self, result: References) -> None:
        names = ScopedNames({record.name: None for record in self.description.collision_groups})
        groups = result.groups
        for record in self.description.collision_groups:
            groups.direct.setdefault(record.name, set())
            groups.inner.setdefault(record.name, set())
        for record in self.description.collision_groups:
            for reference in record.members:
                vertex = self.graph.find(reference, record.scope)
                if vertex == NO_INDEX or self.graph.records[vertex].kind != "link":
                    said = describe_unresolved(reference, record.scope, self.frame_names)
                    place = place_of_name(record.element, reference)
                    self.sink.report(rules.UNKNOWN_GROUP_MEMBER, place, name=record.name, **said)
                else:
                    groups.direct[record.name].add(vertex)
            groups.inner[record.name].update(self._known_groups(record, record.member_groups, names))
            result.ignored += [(record.name, name) for name in self._known_groups(record, record.ignored, names)]

    def _known_groups(
        self, record: CollisionGroupRecord, references: Iterable[str], names: ScopedNames
    ) -> Iterator[str]:
        for reference in references:
            name = full_name(reference, record.scope)
            if name is not None and name in names:
                yield name
                continue
            self.sink.report(
                rules.UNKNOWN_GROUP,
                record.element,
                name=record.name,
                reference=reference,
                advice=partial(names.advice, reference, record.scope),
            )


_WORDS: dict[type, str] = {
    GearboxRecord: "a gearbox",
    BallRecord: "a ball constraint",
    DistanceRecord: "a distance constraint",
    TendonRecord: "a tendon constraint",
    TendonCouplingRecord: "a coupling of tendons",
    CouplingRecord: "a coupling",
    WeldRecord: "a weld constraint",
    BushingRecord: "a linear bushing",
    SpringRecord: "a spring and damper",
}
"""What messages call a record."""


def ends_of(record: Record) -> tuple[str, str]:
    """The fields that name what a record is between."""
    if isinstance(record, WeldRecord):
        return "frame_a", "frame_b"
    return ("frame_a", "frame_c") if isinstance(record, BushingRecord) else ("body_a", "body_b")
