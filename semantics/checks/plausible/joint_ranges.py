"""What is odd about limits of joints: zero outside of them, nothing that may move, more turns than one means."""

from __future__ import annotations

from math import isfinite, pi
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.joints import AxisRecord, Motion
from ...ir.source_ref import place_of
from ...kinematics.coordinates import UNITS

if TYPE_CHECKING:
    from ...kinematics.connections import Connection
    from ...kinematics.coupling import Coupling
    from ..context import CheckContext

FARTHEST = 4 * pi
"""rad; a hinge that turns farther than twice around has no limits, or is a joint of another kind."""
UNLIMITED = 1e15
"""What is written in the place of no limit."""
SLACK = 0.01
"""Of the range of a follower: how far it may go beyond its limits, since they are rounded."""
MOST_DEGREES = 1080.0
"""A round limit below that is one in degrees."""


def check_joint_ranges(context: CheckContext) -> None:
    """Reports odd limits of every joint."""
    couplings = context.world.references.couplings
    followers = {coupling.follower for coupling in couplings}
    without_effort = {
        each.arguments["joint"] for each in context.sink.found if each.code == rules.ACTUATOR_WITHOUT_EFFORT.code
    }
    for number, connection in enumerate(context.world.connections):
        if not connection.valid or not connection.record.axes:
            continue
        for index, axis in enumerate(connection.record.axes[: connection.dofs]):
            if axis.lower <= axis.upper:  # otherwise that is what is wrong with it
                _check_zero(context, connection, axis, index)
                _check_width(context, connection, axis)
                if (number, index) not in followers:
                    _check_blocked(context, connection, axis, _plain_name(connection) in without_effort)
    for coupling in couplings:
        _check_follower(context, coupling)


def _check_zero(context: CheckContext, connection: Connection, axis: AxisRecord, index: int) -> None:
    start = connection.record.default_position
    if axis.lower <= 0 <= axis.upper or axis.reference or (start is not None and index < len(start) and start[index]):
        return
    below = axis.lower > 0
    unit = _unit_of(connection)
    context.report(
        rules.ZERO_OUTSIDE_LIMITS,
        place_of(axis.element, connection.record.element),
        "axis.lower" if below else "axis.upper",
        name=_plain_name(connection),
        lower=axis.lower,
        upper=axis.upper,
        unit=unit,
    )


def _check_blocked(context: CheckContext, connection: Connection, axis: AxisRecord, is_effort_reported: bool) -> None:
    """A limit of zero on a speed or a force, on what is free to move.

    No force, at any speed, is a note: for Drake such a joint has no motor. ``is_effort_reported``: it was said of the actuator
    that drives the joint.
    """
    if not axis.lower < axis.upper:
        return
    limits = ("velocity",) if is_effort_reported else ("velocity", "effort")
    blocked = [which for which in limits if getattr(axis, which) == 0]
    if blocked:
        context.report(
            rules.LIMIT_OF_ZERO,
            place_of(axis.element, connection.record.element),
            f"axis.{blocked[0]}",
            severity="note" if blocked == ["effort"] else None,
            name=_plain_name(connection),
            which=" and ".join(blocked),
        )


def _check_width(context: CheckContext, connection: Connection, axis: AxisRecord) -> None:
    """More turns than a hinge has."""
    record = connection.record
    bounds = axis.lower, axis.upper
    farthest = max(map(abs, bounds))
    if record.motion is not Motion.REVOLUTE or not FARTHEST < farthest < UNLIMITED or any(map(_is_in_degrees, bounds)):
        return
    which = "lower" if -axis.lower > axis.upper else "upper"
    context.report(
        rules.RANGE_OF_MANY_TURNS,
        place_of(axis.element, record.element),
        f"axis.{which}",
        name=_plain_name(connection),
        lower=axis.lower,
        upper=axis.upper,
        turns=(axis.upper - axis.lower) / (2 * pi),
    )


def _check_follower(context: CheckContext, coupling: Coupling) -> None:
    """A follower that is led beyond its limits."""
    connections = context.world.connections
    follower, leader = connections[coupling.follower[0]], connections[coupling.leader[0]]
    own, led = _axis_at(follower, coupling.follower[1]), _axis_at(leader, coupling.leader[1])
    if own is None or led is None or not own.lower <= own.upper or not led.lower <= led.upper:
        return
    ends = sorted(coupling.multiplier * end + coupling.offset for end in (led.lower, led.upper))
    if not all(isfinite(end) and abs(end) < UNLIMITED for end in ends):
        return
    beyond = max(own.lower - ends[0], ends[1] - own.upper)
    width = own.upper - own.lower
    if not beyond > SLACK * max(ends[1] - ends[0], width if isfinite(width) else 0.0):
        return
    element = next(
        (
            resolved.record.element
            for resolved in context.world.references.constraints
            if resolved.joints == (coupling.follower[0], coupling.leader[0])
        ),
        None,
    )
    context.report(
        rules.FOLLOWER_BEYOND_LIMITS,
        place_of(element, own.element, follower.record.element),
        "mimic.multiplier",
        related=((f"limits of {_plain_name(leader)!r}", place_of(led.element, leader.record.element)),),
        name=_plain_name(follower),
        leader=_plain_name(leader),
        reached=ends[0] if own.lower - ends[0] >= ends[1] - own.upper else ends[1],
        lower=own.lower,
        upper=own.upper,
        unit=_unit_of(follower),
    )


def _axis_at(connection: Connection, index: int) -> AxisRecord | None:
    axes = connection.record.axes
    return axes[index] if index < len(axes) else None


def _is_in_degrees(bound: float) -> bool:
    """Whether a limit is one in degrees, which is another mistake."""
    return bound != 0 and abs(bound) <= MOST_DEGREES and bound == round(bound) and bound % 5 == 0


def _unit_of(connection: Connection) -> str:
    return UNITS[connection.record.motion][0]


def _plain_name(connection: Connection) -> str:
    return connection.record.name.rpartition("::")[2]
