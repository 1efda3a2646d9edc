"""Keyframes: states of the whole model that are written down.

Spec: MJCF reference, ``keyframe``.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.frames import KeyframeRecord
from .context import describe
from .joints import VELOCITIES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .context import MjcfContext
    from .model import MjcfPart

UNTURNED = (1.0, 0.0, 0.0, 0.0)
COORDINATES = {"free": 7, "ball": 4}
"""How many coordinates joints have that do not have one."""
SHORTEST = 1e-14
MOST_ANNOUNCED = 1000
"""Keyframes beyond those that are written; who asks for more gets these."""


def add_keyframes(context: MjcfContext) -> None:
    """Adds all keyframes."""
    parts = context.model.sections.get("keyframe", ())
    announced = _count_announced(context)
    if not parts and not announced:
        return
    joints, bodies = context.all_joints, context.all_bodies
    first, turned = _first_positions(context), _turned_at(context)
    mocap = sum(1 for body in bodies if body.part is not None and body.part.get("mocap"))
    sizes: dict[str, int | None] = {
        "qvel": sum(VELOCITIES[joint.kind] for joint in joints),
        "act": context.activations,
        "ctrl": context.controls,
        "mpos": 3 * mocap,
        "mquat": 4 * mocap,
        "plastic": sum(1 for joint in joints if joint.record.properties.get("springyield")),
    }
    for part in parts:
        positions = _positions(part, first, context)
        for at in turned:
            positions[at : at + 4] = _unit(positions[at : at + 4])
        still = {field: _numbers(part, field, size, (), context) for field, size in sizes.items()}
        time = vars(part.element).get("time") or 0.0
        _add(context, part, time, positions, still)
    rest = {field: (0.0,) * (size or 0) for field, size in sizes.items()}
    for _ in range(announced - len(parts)):
        _add(context, None, 0.0, first, rest)


def _add(
    context: MjcfContext,
    part: MjcfPart | None,
    time: float,
    positions: Sequence[float],
    rest: Mapping[str, tuple[float, ...]],
) -> None:
    record = KeyframeRecord("", time, tuple(positions), rest["qvel"], rest["act"], rest["ctrl"])
    if part is not None:
        record.name, record.element = part.name, part.element
        written = vars(part.element)
        record.properties = {field: rest[field] for field in ("mpos", "mquat", "plastic") if field in written}
    context.description.keyframes.append(record)


def _count_announced(context: MjcfContext) -> int:
    """How many keyframes there are at least, by ``size/nkey``; more than are written are as the model is at first."""
    written = [vars(part.element).get("nkey") or 0 for part in context.model.sections.get("size", ())]
    return min(written[-1], MOST_ANNOUNCED) if written else 0


def _first_positions(context: MjcfContext) -> list[float]:
    """All coordinates in the pose that the document describes."""
    positions: list[float] = []
    for joint in context.all_joints:
        if joint.kind == "free":
            positions += context.pose_of_body(joint.body)
        elif joint.kind == "ball":
            positions += UNTURNED
        else:
            positions.append(joint.reference)
    return positions


def _positions(part: MjcfPart, first: Sequence[float], context: MjcfContext) -> list[float]:
    """The coordinates of a keyframe; one of an attached document says those of the joints that came with it."""
    own = [joint for joint in context.all_joints if joint.part.prefix.startswith(part.prefix)]
    if len(own) == len(context.all_joints):
        return list(_numbers(part, "qpos", len(first), first, context))
    places: list[int] = []
    at = 0
    kept = set(map(id, own))
    for joint in context.all_joints:
        count = COORDINATES.get(joint.kind, 1)
        if id(joint) in kept:
            places += range(at, at + count)
        at += count
    values = _numbers(part, "qpos", len(places), [first[place] for place in places], context)
    positions = list(first)
    for place, value in zip(places, values):
        positions[place] = value
    return positions


def _turned_at(context: MjcfContext) -> list[int]:
    """Where quaternions begin among the coordinates."""
    found, at = [], 0
    for joint in context.all_joints:
        if joint.kind == "free":
            found.append(at + 3)
        elif joint.kind == "ball":
            found.append(at)
        at += COORDINATES.get(joint.kind, 1)
    return found


def _unit(quaternion: list[float]) -> tuple[float, ...]:
    length = sqrt(sum(each * each for each in quaternion))
    return UNTURNED if length < SHORTEST else tuple(each / length for each in quaternion)


def _numbers(
    part: MjcfPart, field: str, size: int | None, otherwise: Sequence[float], context: MjcfContext
) -> tuple[float, ...]:
    """The numbers of a keyframe, those that are not written as they are at first, or 0; reports too many of them."""
    written = tuple(vars(part.element).get(field) or ())
    if size is None:
        return written
    if len(written) > size:
        about = {"what": field, "owner": describe(part, "keyframe"), "count": len(written), "expected": size}
        context.report(rules.KEYFRAME_SIZE, part, field, **about)
    missing = otherwise[len(written) :] if otherwise else (0.0,) * (size - len(written))
    return (*written[:size], *missing)
