"""Robots before and after conversion, loaded with Drake: whether both are the same mechanism.

``python -m tests.differential.conversion [PATH…]`` tries every URDF of the corpus that Drake loads, or those below the
paths, each in a process that may abort, and prints what is different; the exit status is 1 if anything is.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np

from .one_by_one import in_a_process

CONFIGURATIONS = 20
POSE = 1e-9
"""How far entries of poses may be apart, m or 1."""
MASS_MATRIX = 1e-9
"""How far entries of mass matrices may be apart, measured by the largest entry."""
ONE = '<robot name="r"><link name="a"><visual><geometry><sphere radius="1"/></geometry></visual></link></robot>'


class Refused(Exception):
    """Drake does not load a document."""


def plant_of(text: str, format: str, name: str = "") -> Any:
    """A finished plant with what Drake makes of a text.

    Raises:
        Refused: it makes nothing of it.
    """
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant

    plant = MultibodyPlant(0.0)
    try:
        Parser(plant).AddModelsFromString(text, format)
        plant.Finalize()
    except (RuntimeError, ValueError) as error:
        raise Refused(str(error).splitlines()[0]) from error
    return plant


def differences(text: str, converted: str) -> Iterator[str]:
    """What Drake makes otherwise of a URDF and of the SDFormat document made of it.

    Raises:
        Refused: Drake loads one of the two not.
    """
    yield from plant_differences(plant_of(text, "urdf"), plant_of(converted, "sdf"))


def plant_differences(old: Any, new: Any) -> Iterator[str]:
    """What is different in two plants with one robot each, of the same names."""
    if old.num_positions() != new.num_positions() or old.num_velocities() != new.num_velocities():
        yield f"coordinates: {old.num_positions()} before, {new.num_positions()} after"
        return
    bodies = [old.get_body(index).name() for index in old.GetBodyIndices(_model(old))]
    gone = [name for name in bodies if not new.HasBodyNamed(name, _model(new))]
    if gone:
        yield f"bodies that are gone: {', '.join(gone)}"
        return
    pairs = [
        (joint, _same_joint(joint, new)) for joint in map(old.get_joint, old.GetJointIndices()) if joint.num_positions()
    ]
    if any(other is None for _, other in pairs):
        yield f"joints that are gone: {', '.join(joint.name() for joint, other in pairs if other is None)}"
        return
    before, after = old.CreateDefaultContext(), new.CreateDefaultContext()
    mass = [plant.CalcTotalMass(context) for plant, context in ((old, before), (new, after))]
    if abs(mass[0] - mass[1]) > 1e-12 * max(1.0, abs(mass[0])):
        yield f"mass: {mass[0]} before, {mass[1]} after"
    columns = np.zeros(old.num_velocities(), dtype=int)
    for joint, other in pairs:
        columns[joint.velocity_start() : joint.velocity_start() + joint.num_velocities()] = range(
            other.velocity_start(), other.velocity_start() + other.num_velocities()
        )
    numbers = np.random.default_rng(0)
    for _ in range(CONFIGURATIONS):
        q, other_q = np.zeros(old.num_positions()), np.zeros(new.num_positions())
        for joint, other in pairs:
            part = numbers.uniform(-1.0, 1.0, joint.num_positions())
            if joint.num_positions() == 7:
                part[:4] /= np.linalg.norm(part[:4])
            q[joint.position_start() :][: len(part)] = part
            other_q[other.position_start() :][: len(part)] = part
        old.SetPositions(before, q)
        new.SetPositions(after, other_q)
        yield from _differences_there(old, before, new, after, bodies, columns)


def _differences_there(
    old: Any, before: Any, new: Any, after: Any, bodies: Iterable[str], columns: Any
) -> Iterator[str]:
    for name in bodies:
        there = old.GetBodyByName(name, _model(old)).EvalPoseInWorld(before).GetAsMatrix4()
        here = new.GetBodyByName(name, _model(new)).EvalPoseInWorld(after).GetAsMatrix4()
        apart = float(np.abs(there - here).max())
        if not apart <= POSE * max(1.0, float(np.abs(there).max())):
            yield f"pose of {name}: {apart:.3g} apart"
    if not len(columns):
        return
    there = old.CalcMassMatrix(before)
    here = new.CalcMassMatrix(after)[np.ix_(columns, columns)]
    apart = float(np.abs(there - here).max())
    if not apart <= MASS_MATRIX * max(float(np.abs(there).max()), 1e-300):
        yield f"mass matrix: {apart:.3g} apart, of {np.abs(there).max():.3g}"


def _model(plant: Any) -> Any:
    from pydrake.multibody.tree import ModelInstanceIndex

    return ModelInstanceIndex(2)


def _same_joint(joint: Any, plant: Any) -> Any:
    """The joint of the same child: where a link has a joint's name, that gets another."""
    child = joint.child_body().name()
    found = [each for each in map(plant.get_joint, plant.GetJointIndices()) if each.child_body().name() == child]
    return found[0] if found else None


def verdict(path: Path) -> str:
    """One line: ``same``, ``drake``: it loads neither, ``refused`` by our reader, or what is different."""
    try:
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        old = plant_of(text, "urdf")
    except (Refused, UnicodeError, OSError):
        return "drake"
    document = None
    for target in (None, "drake"):
        try:
            document = bodyplan.load(path, target=target)
            break
        except bodyplan.LoadError as error:
            refused = f"refused: {next(each.code for each in error.diagnostics if each.severity == 'error')}"
    if document is None:
        return refused
    made = bodyplan.convert(document, "sdformat", target="drake")
    # what a plant without a scene graph does not read, Drake refuses in the robot, too
    own = {each.code for each in bodyplan.check(path, target="drake").diagnostics if each.severity == "error"}
    errors = [str(each) for each in made.document.diagnostics if each.severity == "error" and each.code not in own]
    if errors:
        return f"error: {errors[0]}"
    try:
        new = plant_of(made.document.dumps(), "sdf")
    except Refused as refusal:
        return f"not loaded: {refusal}"
    return next(plant_differences(old, new), "same")


def main(given: list[str]) -> int:
    """Prints verdicts."""
    roots = [Path(each) for each in given] or [Path(__file__).resolve().parents[3] / "shared" / "corpus"]
    files = sorted(file for root in roots for file in ([root] if root.is_file() else root.rglob("*.urdf")))
    counts: Counter[str] = Counter()
    bodyplan.convert(
        bodyplan.loads(ONE), "sdformat", target="drake"
    )  # what is imported by then is there in each process
    for file in files:
        found = in_a_process(verdict, "drake", file)
        counts[found.partition(":")[0]] += 1
        if found not in ("same", "drake"):
            print(f"{file}: {found}", flush=True)
    print(dict(counts))
    return int(any(kind not in ("same", "drake", "refused") for kind in counts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
