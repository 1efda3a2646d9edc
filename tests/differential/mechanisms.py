"""Whether what Drake makes of a document and of the robot or model made of it is the same mechanism, whatever links are called
and, in robots, where on them their frames are.

Worlds of several models are passed over where one of them became the robot.

``python -m tests.differential.mechanisms FORMAT [PATH…]`` tries every document of a corpus that Drake loads, each in a
process that may abort, and prints what is different; the exit status is 1 if anything is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .converting import converted
from .one_by_one import campaign
from .plants import Contacts, Plant, Refused, after_a_step, bodies_of, contacts_of, moving_pairs, of_file, of_text
from .telling import verdict

CONFIGURATIONS = 20
POSE = 1e-9
"""How far entries of poses may be apart, m or 1."""
MASS_MATRIX = 1e-9
"""How far entries of mass matrices may be apart, measured by the largest entry."""
STEPPED = 1e-6
"""How far velocities after a step may be apart, measured by the largest: they come from an iteration."""
NO_LIMIT = 1e15
ENDINGS = {"sdformat": (".sdf", ".world"), "dmd": (".dmd.yaml",)}
FINE = ("same", "same without shapes", "drake", "refused", "several", "part")
NO_FILE = "BP401"
NUMBERS = (
    "position_lower_limits",
    "position_upper_limits",
    "velocity_upper_limits",
    "acceleration_upper_limits",
    "default_damping_vector",
)
ACTUATORS = ("effort_limit", "default_gear_ratio", "default_rotor_inertia")


def differences(old: Plant, new: Plant, *, exact: bool = False, friction: bool = True) -> Iterator[str]:
    """What is different in two plants with one robot each.

    Args:
        old: the first.
        new: the second.
        exact: bodies have to have the same frames; otherwise these may differ by what stays.
        friction: compare it, too.
    """
    before, after = old.plant, new.plant
    if (before.num_positions(), before.num_velocities()) != (after.num_positions(), after.num_velocities()):
        yield f"coordinates: {before.num_positions()} before, {after.num_positions()} after"
        return
    there = bodies_of(after)
    bodies = bodies_of(before, there)
    gone = [name for name in bodies if name not in there]
    if gone:
        yield f"bodies that are gone: {', '.join(gone)}"
        return
    pairs = list(moving_pairs(before, after))
    if any(other is None for _, other in pairs):
        yield f"joints that are gone: {', '.join(joint.name() for joint, other in pairs if other is None)}"
        return
    mass = [plant.CalcTotalMass(plant.CreateDefaultContext()) for plant in (before, after)]
    if abs(mass[0] - mass[1]) > 1e-12 * max(1.0, abs(mass[0])):
        yield f"mass: {mass[0]} before, {mass[1]} after"
    yield from _motions(before, after, pairs, exact)
    yield from _numbers(before, after, pairs)
    if old.scene is not None and new.scene is not None:
        contacts = contacts_of(old, bodies), contacts_of(new, {name: there[name] for name in bodies})
        yield from _shapes(*contacts, friction)
    if before.num_constraints() or after.num_constraints():
        yield from _constraints(old, new, pairs)


def _motions(old: Any, new: Any, pairs: list[tuple[Any, Any]], exact: bool) -> Iterator[str]:
    before, after = old.CreateDefaultContext(), new.CreateDefaultContext()
    there = bodies_of(new)
    bodies = bodies_of(old, there)
    columns = np.zeros(old.num_velocities(), dtype=int)
    for joint, other in pairs:
        columns[joint.velocity_start() : joint.velocity_start() + joint.num_velocities()] = range(
            other.velocity_start(), other.velocity_start() + other.num_velocities()
        )
    numbers = np.random.default_rng(0)
    offsets: dict[str, Any] = {}
    for number in range(CONFIGURATIONS + 1):
        q, other_q = np.zeros(old.num_positions()), np.zeros(new.num_positions())
        for joint, other in pairs:
            part = numbers.uniform(-1.0, 1.0, joint.num_positions()) * bool(number)
            if joint.num_positions() == 7:
                part[:4] = part[:4] / np.linalg.norm(part[:4]) if number else (1, 0, 0, 0)
            q[joint.position_start() :][: len(part)] = part
            other_q[other.position_start() :][: len(part)] = part
        old.SetPositions(before, q)
        new.SetPositions(after, other_q)
        for name, body in bodies.items():
            where = body.EvalPoseInWorld(before).GetAsMatrix4()
            here = there[name].EvalPoseInWorld(after).GetAsMatrix4()
            if not number:
                offsets[name] = np.eye(4) if exact else np.linalg.inv(here) @ where
            apart = float(np.abs(where - here @ offsets[name]).max())
            if (number or exact) and not apart <= POSE * max(1.0, float(np.abs(where).max())):
                yield f"pose of {name}: {apart:.3g} apart"
        if number and len(columns):
            where = old.CalcMassMatrix(before)
            here = new.CalcMassMatrix(after)[np.ix_(columns, columns)]
            apart = float(np.abs(where - here).max())
            if not apart <= MASS_MATRIX * max(float(np.abs(where).max()), 1e-300):
                yield f"mass matrix: {apart:.3g} apart, of {np.abs(where).max():.3g}"


def _numbers(old: Any, new: Any, pairs: list[tuple[Any, Any]]) -> Iterator[str]:
    """Limits, damping, actuators."""
    for joint, other in pairs:
        for what in NUMBERS:
            was, now = (np.clip(getattr(each, what)(), -NO_LIMIT, NO_LIMIT) for each in (joint, other))
            if not np.array_equal(was, now):
                yield f"{what} of {joint.name()}: {was} before, {now} after"
    was_driven, now_driven = (
        sorted(
            (
                names[actuator.joint().index()],
                *(float(getattr(actuator, what)()) for what in ACTUATORS),
                _gains(actuator),
            )
            for actuator in map(plant.get_joint_actuator, plant.GetJointActuatorIndices())
        )
        for plant, names in (
            (old, {joint.index(): joint.name() for joint, _ in pairs}),
            (new, {other.index(): joint.name() for joint, other in pairs}),
        )
    )
    for was in (each for each in was_driven if each not in now_driven):
        now = next((each for each in now_driven if each[0] == was[0]), None)
        yield f"actuator: {was} before, {now} after"
    for now in (each for each in now_driven if each[0] not in {was[0] for was in was_driven}):
        yield f"actuator: none before, {now} after"


def _gains(actuator: Any) -> tuple[float, ...]:
    if not actuator.has_controller():
        return ()
    gains = actuator.get_controller_gains()
    return (gains.p, gains.d)


def _shapes(before: Contacts, after: Contacts, friction: bool) -> Iterator[str]:
    if before.friction.keys() != after.friction.keys():
        yield f"bodies with shapes: {sorted(before.friction.keys() ^ after.friction.keys())[:3]}"
    elif before.apart is not None and after.apart is not None and before.apart != after.apart:
        yield f"pairs that cannot touch: {sorted(before.apart ^ after.apart)[:3]}"
    for name, was in before.friction.items() if friction else ():
        if (now := after.friction.get(name, was)) != was:
            yield f"friction of {name}: {was} before, {now} after"


def _constraints(old: Plant, new: Plant, pairs: list[tuple[Any, Any]]) -> Iterator[str]:
    """What follows what, by what a step makes of velocities: Drake does not tell it in Python."""
    if old.plant.num_constraints() != new.plant.num_constraints():
        yield f"constraints: {old.plant.num_constraints()} before, {new.plant.num_constraints()} after"
        return
    before = after_a_step(old, {joint.index(): joint.name() for joint, _ in pairs})
    after = after_a_step(new, {other.index(): joint.name() for joint, other in pairs})
    if before is None:
        return
    if after is None:
        yield "no step after, one before"
        return
    most = max([1.0, *(float(np.abs(each).max()) for each in before.values())])
    for name, was in before.items():
        if not (apart := float(np.abs(was - after[name]).max())) <= STEPPED * most:
            yield f"velocity of {name} after a step: {apart:.3g} apart"


def stages(path: Path, format: str) -> Iterator[str]:
    """Up to one line: ``same``, ``drake``: it loads it not, ``refused`` by our reader, or what is different."""
    yield "drake"
    try:
        old = of_file(path)
    except (Refused, OSError, UnicodeError):
        return
    found = yield from converted(path, "urdf", target="drake", read_as="drake", search_paths=[path.parent])
    if found is None:
        return
    document, made = found
    if parts_of(old.plant, made.document.root.name) > 1:
        yield "part"
        return
    # files that are not there are no fault of what names them
    errors = [str(each) for each in made.document.diagnostics if each.severity == "error" and each.code != NO_FILE]
    if errors:
        yield f"error: {errors[0]}"
        return
    yield "not loaded: the process ends"
    try:
        new = of_text(made.document.dumps(), "urdf", shapes=old.scene is not None)
    except Refused as refusal:
        yield f"not loaded: {refusal}"
        return
    yield "not compared: the process ends"
    yield verdict(
        differences(old, new), made, "same" if old.scene is not None else "same without shapes", document.diagnostics
    )


def parts_of(plant: Any, name: str) -> int:
    """How many models there are where one of them is the robot."""
    from pydrake.multibody.tree import ModelInstanceIndex

    names = [
        plant.GetModelInstanceName(ModelInstanceIndex(index)).partition("::")[0]
        for index in range(2, plant.num_model_instances())
    ]
    return len(set(names)) if name in names else 1


def main(given: list[str]) -> int:
    """Prints verdicts."""
    format, *paths = given
    return campaign(stages, paths, ENDINGS[format], FINE, format)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
