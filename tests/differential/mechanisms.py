"""Whether what Drake makes of a document and of the robot made of it is the same mechanism, whatever links are called and
where on them their frames are.

Worlds of several models are passed over where one of them became the robot.

``python -m tests.differential.mechanisms FORMAT [PATH…]`` tries every document of a corpus that Drake loads, each in a
process that may abort, and prints what is different; the exit status is 1 if anything is.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Container, Iterator
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np

from .one_by_one import in_a_process

CONFIGURATIONS = 20
POSE = 1e-9
MASS_MATRIX = 1e-9
NO_LIMIT = 1e15
SUFFIXES = {"sdformat": ("*.sdf", "*.world"), "dmd": ("*.dmd.yaml",), "skel": ("*.skel",)}


class Refused(Exception):
    """Drake does not load a document."""


def plant_of(add: Callable[[Any], Any]) -> Any:
    """A finished plant with what a parser was told to add.

    Raises:
        Refused: it makes nothing of it.
    """
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant

    plant = MultibodyPlant(0.0)
    parser = Parser(plant)
    parser.SetAutoRenaming(True)
    try:
        add(parser)
        plant.Finalize()
    except (RuntimeError, ValueError) as error:
        raise Refused(str(error).splitlines()[0]) from error
    return plant


def of_text(text: str, kind: str) -> Any:
    """The plant of a text: ``"sdf"``, ``"urdf"`` or ``"dmd.yaml"``."""
    return plant_of(lambda parser: parser.AddModelsFromString(text, kind))


def of_file(path: Path) -> Any:
    """The plant of a file, with what it includes; the folder that it stands in may be a package."""

    def add(parser: Any) -> None:
        parser.package_map().PopulateFromFolder(str(path.parent))
        parser.AddModels(str(path))

    return plant_of(add)


def differences(old: Any, new: Any) -> Iterator[str]:
    """What is different in two plants with one robot each; frames of bodies may differ by what stays."""
    if old.num_positions() != new.num_positions() or old.num_velocities() != new.num_velocities():
        yield f"coordinates: {old.num_positions()} before, {new.num_positions()} after"
        return
    there = _bodies(new)
    bodies = _bodies(old, there)
    gone = [name for name in bodies if name not in there]
    if gone:
        yield f"bodies that are gone: {', '.join(gone)}"
        return
    pairs = list(_joints(old, new))
    if any(other is None for _, other in pairs):
        yield f"joints that are gone: {', '.join(joint.name() for joint, other in pairs if other is None)}"
        return
    before, after = old.CreateDefaultContext(), new.CreateDefaultContext()
    mass = [plant.CalcTotalMass(context) for plant, context in ((old, before), (new, after))]
    if abs(mass[0] - mass[1]) > 1e-12 * max(1.0, abs(mass[0])):
        yield f"mass: {mass[0]} before, {mass[1]} after"
    yield from _numbers(old, new, pairs)
    yield from _motions(old, before, new, after, pairs)


def _motions(old: Any, before: Any, new: Any, after: Any, pairs: list[tuple[Any, Any]]) -> Iterator[str]:
    there = _bodies(new)
    bodies = _bodies(old, there)
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
                offsets[name] = np.linalg.inv(here) @ where
                continue
            apart = float(np.abs(where - here @ offsets[name]).max())
            if not apart <= POSE * max(1.0, float(np.abs(where).max())):
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
        for what in ("position_lower_limits", "position_upper_limits", "velocity_upper_limits"):
            was, now = (np.clip(getattr(each, what)(), -NO_LIMIT, NO_LIMIT) for each in (joint, other))
            if not np.array_equal(was, now) and joint.num_positions() == 1:
                yield f"{what} of {joint.name()}: {was} before, {now} after"
        if not np.array_equal(joint.default_damping_vector(), other.default_damping_vector()):
            yield f"damping of {joint.name()}"
    was_driven, now_driven = (
        sorted(
            (names[plant.get_joint_actuator(index).joint().index()], plant.get_joint_actuator(index).effort_limit())
            for index in plant.GetJointActuatorIndices()
        )
        for plant, names in (
            (old, {joint.index(): joint.name() for joint, _ in pairs}),
            (new, {other.index(): joint.name() for joint, other in pairs}),
        )
    )
    if was_driven != now_driven:
        yield f"actuators: {was_driven} before, {now_driven} after"


def _full(plant: Any, each: Any, known: Container[str] = ()) -> str:
    """The name of a body or joint as robots have it: that of the outermost model is in it only where there are several."""
    instance = plant.GetModelInstanceName(each.model_instance())
    name = "_".join((*instance.split("::")[1:], each.name())).replace("::", "_")
    return name if name in known else _longer(instance, each.name(), known) or name


def _longer(instance: str, name: str, known: Container[str]) -> str | None:
    longer = f"{instance}_{name}".replace("::", "_")
    return longer if longer in known else None


def _bodies(plant: Any, known: Container[str] = ()) -> dict[str, Any]:
    from pydrake.multibody.tree import BodyIndex

    found = [plant.get_body(BodyIndex(index)) for index in range(1, plant.num_bodies())]
    return {_full(plant, body, known): body for body in found}


def _joints(old: Any, new: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of joints that move; a free body's are those of its child."""
    by_name = {_full(new, joint): joint for joint in map(new.get_joint, new.GetJointIndices())}
    by_child = {_full(new, joint.child_body()): joint for joint in by_name.values()}
    for joint in map(old.get_joint, old.GetJointIndices()):
        if joint.num_positions():
            free = joint.num_positions() == 7
            child = by_child.get(_full(old, joint.child_body(), by_child))
            yield joint, child if free else _named(_full(old, joint, by_name), joint.name(), by_name)


def _named(full: str, name: str, known: dict[str, Any]) -> Any:
    """A joint by its full name; by its own where Drake counts it to another model than the document."""
    alike = [joint for each, joint in known.items() if each == name or each.endswith(f"_{name}")]
    return known.get(full) or (alike[0] if len(alike) == 1 else None)


def verdict(path: Path, format: str) -> str:
    """One line: ``same``, ``drake``: it loads it not, ``refused`` by our reader, or what is different."""
    try:
        old = of_file(path)
    except (Refused, OSError):
        return "drake"
    try:
        document = bodyplan.load(path, target="drake", search_paths=[path.parent])
        made = bodyplan.convert(document, "urdf", target="drake")
    except bodyplan.LoadError as error:
        return f"refused: {next(each.code for each in error.diagnostics if each.severity == 'error')}"
    except ValueError as error:
        return f"several: {error}"
    if _parts(old, made.document.root.name) > 1:
        return "part"
    errors = [str(each) for each in made.document.diagnostics if each.severity == "error"]
    if errors:
        return f"error: {errors[0]}"
    try:
        new = of_text(made.document.dumps(), "urdf")
    except Refused as refusal:
        return f"not loaded: {refusal}"
    return next(differences(old, new), "same")


def _parts(plant: Any, name: str) -> int:
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
    roots = [Path(each) for each in paths] or [Path(__file__).resolve().parents[3] / "shared" / "corpus"]
    files = sorted(
        file
        for root in roots
        for file in ([root] if root.is_file() else [each for end in SUFFIXES[format] for each in root.rglob(end)])
    )
    counts: Counter[str] = Counter()
    for file in files:
        found = in_a_process(verdict, "drake", file, format)
        counts[found.partition(":")[0]] += 1
        if found not in ("same", "drake", "part") and not found.startswith("several"):
            print(f"{file}: {found}", flush=True)
    print(dict(counts))
    return int(any(kind not in ("same", "drake", "refused", "several", "part") for kind in counts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
