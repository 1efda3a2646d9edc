"""Coordinates that follow others: mimics, checked and put into an order in which they can be evaluated. No numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.records import dataclass
from ..frames.frame_names import describe_unresolved
from ..frames.graph import NO_INDEX
from ..ir.graph_search import begin_at_first, find_cycles
from .connections import find_joint
from .coordinates import QUATERNIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.sink import Sink
    from ..frames.frame_names import ScopedNames
    from ..ir.constraints import MimicRecord
    from ..ir.source_ref import Place
    from .connections import Connection


@dataclass(frozen=True, slots=True)
class Coupling:
    """``q[follower] = multiplier · q[leader] + offset``; coordinates are (joint number, index within the joint)."""

    follower: tuple[int, int]
    leader: tuple[int, int]
    multiplier: float
    offset: float


def mimic_coupling(
    record: MimicRecord,
    connections: Sequence[Connection],
    joints: dict[str, int],
    names: ScopedNames,
    sink: Sink,
) -> Coupling | None:
    """The coupling that ``record`` asks for, None where it cannot be."""
    follower = find_joint(record.joint, record.scope, joints)
    leader = find_joint(record.leader, record.scope, joints)
    if follower == NO_INDEX or leader == NO_INDEX:
        unknown = record.joint if follower == NO_INDEX else record.leader
        said = {"name": record.joint, **describe_unresolved(unknown, record.scope, names)}
        sink.report(rules.UNKNOWN_LEADER, record.element, attribute="joint", severity=record.reference_severity, **said)
        return None
    for number, axis in ((follower, record.axis), (leader, record.leader_axis)):
        connection = connections[number]
        if not 0 <= axis < connection.dofs or connection.record.motion in QUATERNIONS:
            said = {"name": connections[number].record.name, "number": axis + 1}
            sink.report(rules.MIMIC_WITHOUT_COORDINATE, record.element, severity=record.reference_severity, **said)
            return None
    return Coupling(
        (follower, record.axis),
        (leader, record.leader_axis),
        record.multiplier,
        record.offset - record.multiplier * record.reference,
    )


def sorted_couplings(
    couplings: list[tuple[Coupling, MimicRecord | None]], connections: Sequence[Connection], sink: Sink
) -> list[Coupling]:
    """The couplings in an order in which each leader is known before its followers.

    Of two for one follower the first counts, and of a cycle the first in the document is left out; both are reported,
    unless their records are equations.
    """
    by_follower: dict[tuple[int, int], tuple[Coupling, MimicRecord | None]] = {}
    for coupling, record in couplings:
        if coupling.follower in by_follower:
            if record is None or not record.is_equation:
                number, axis = coupling.follower
                related = (("follows this one", _place_of(by_follower[coupling.follower][1])),)
                name = connections[number].record.name
                sink.report(rules.MIMIC_CONFLICT, _place_of(record), related=related, name=name, number=axis + 1)
            continue
        by_follower[coupling.follower] = (coupling, record)
    ordered = list(by_follower)
    position = {follower: i for i, follower in enumerate(ordered)}
    edges = [position.get(by_follower[follower][0].leader, NO_INDEX) for follower in ordered]
    for cycle in map(begin_at_first, find_cycles(edges)):
        start = cycle[0]
        names = [connections[ordered[i][0]].record.name for i in [*cycle, start]]
        _, record = by_follower.pop(ordered[start])
        edges[start] = NO_INDEX
        if record is None or not record.is_equation:
            sink.report(rules.MIMIC_CYCLE, _place_of(record), name=names[0], path=" -> ".join(names))
    result: list[Coupling] = []
    done: set[tuple[int, int]] = set()
    for follower in ordered:
        chain = []
        current = follower
        while current in by_follower and current not in done:
            chain.append(current)
            done.add(current)
            current = by_follower[current][0].leader
        result.extend(by_follower[member][0] for member in reversed(chain))
    return result


def _place_of(record: MimicRecord | None) -> Place:
    return None if record is None else record.element
