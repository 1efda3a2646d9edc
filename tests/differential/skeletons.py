"""Whether what DART makes of a skeleton (SKEL) and Drake of the robot made of it is the same mechanism.

Robots are made for no reader in particular, so that every coordinate of DART's is a joint of its own; a rotation vector
becomes three angles.

``python -m tests.differential.skeletons [PATH…]`` tries every document of the corpus that DART loads; the exit status is 1 if
anything is different.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np

from .mechanisms import MASS_MATRIX, PATIENCE, POSE, Refused, of_text

CONFIGURATIONS = 20
FREE = "FreeJoint"
BALL = "BallJoint"


def skeleton_of(path: Path, name: str) -> Any:
    """The skeleton of a name that DART loads from a file.

    Raises:
        Refused: it does not.
    """
    import dartpy

    world = (
        dartpy.io.SkelParser.readWorld(str(path))
        if hasattr(dartpy, "io")
        else dartpy.utils.SkelParser.readWorld(str(path))
    )
    found = None if world is None else world.getSkeleton(name)
    if found is None:
        raise Refused(f"no skeleton {name!r}")
    return found


def differences(skeleton: Any, plant: Any) -> Iterator[str]:
    """What is different in a skeleton and a plant with the robot that was made of it, for no reader in particular."""
    context = plant.CreateDefaultContext()
    bodies = [skeleton.getBodyNode(number) for number in range(skeleton.getNumBodyNodes())]
    gone = [body.getName() for body in bodies if not plant.HasBodyNamed(body.getName())]
    if gone:
        yield f"bodies that are gone: {', '.join(gone)}"
        return
    mass = (skeleton.getMass(), plant.CalcTotalMass(context))
    if abs(mass[0] - mass[1]) > 1e-12 * max(1.0, mass[0]):
        yield f"mass: {mass[0]} before, {mass[1]} after"
    numbers = np.random.default_rng(0)
    offsets: dict[str, Any] = {}
    columns = _columns(skeleton, plant)
    for number in range(CONFIGURATIONS + 1):
        q = numbers.uniform(-1.0, 1.0, skeleton.getNumDofs()) * bool(number)
        skeleton.setPositions(q)
        plant.SetPositions(context, np.zeros(plant.num_positions()))
        for free in plant.GetFloatingBaseBodies():
            plant.SetFreeBodyPose(context, plant.get_body(free), _identity())
        for joint in (skeleton.getJoint(each) for each in range(skeleton.getNumJoints())):
            _set(joint, plant, context)
        for body in bodies:
            name = body.getName()
            where = np.asarray(body.getWorldTransform().matrix())
            here = plant.GetBodyByName(name).EvalPoseInWorld(context).GetAsMatrix4()
            if not number:
                offsets[name] = np.linalg.inv(here) @ where
                continue
            apart = float(np.abs(where - here @ offsets[name]).max())
            if not apart <= POSE * max(1.0, float(np.abs(where).max())):
                yield f"pose of {name}: {apart:.3g} apart"
        if number and columns:
            where = np.asarray(skeleton.getMassMatrix())
            here = plant.CalcMassMatrix(context)[np.ix_(columns, columns)]
            apart = float(np.abs(where - here).max())
            if not apart <= MASS_MATRIX * max(float(np.abs(where).max()), 1e-300):
                yield f"mass matrix: {apart:.3g} apart, of {np.abs(where).max():.3g}"


def _identity() -> Any:
    from pydrake.math import RigidTransform

    return RigidTransform()


def _names(joint: Any) -> list[str]:
    count = joint.getNumDofs()
    return [joint.getName()] if count == 1 else [f"{joint.getName()}_{number}" for number in range(1, count + 1)]


def _set(joint: Any, plant: Any, context: Any) -> None:
    """Moves the joints that one of DART's became to where that is."""
    from pydrake.math import RigidTransform, RollPitchYaw, RotationMatrix

    kind, count = joint.getType(), joint.getNumDofs()
    if not count:
        return
    if kind == FREE:
        body = joint.getChildBodyNode()
        place = RigidTransform(np.asarray(body.getWorldTransform().matrix()))
        if body.getParentBodyNode() is None:
            plant.SetFreeBodyPose(context, plant.GetBodyByName(body.getName()), place)
        return
    values = [joint.getPosition(number) for number in range(count)]
    if kind == BALL:
        angle = float(np.linalg.norm(values))
        axis = np.array(values) / angle if angle else np.array([1.0, 0, 0])
        from pydrake.common.eigen_geometry import AngleAxis

        matrix = RotationMatrix(AngleAxis(angle, axis)).inverse()
        rpy = RollPitchYaw(matrix)  # R = Rx(a) Ry(b) Rz(c), so that the inverse is Rz(-c) Ry(-b) Rx(-a)
        values = [-rpy.roll_angle(), -rpy.pitch_angle(), -rpy.yaw_angle()]
    for name, value in zip(_names(joint), values):
        found = plant.GetJointByName(name)
        found.set_angle(context, value) if found.type_name() == "revolute" else found.set_translation(context, value)


def _columns(skeleton: Any, plant: Any) -> list[int]:
    """Velocities of the plant for those of the skeleton; none where they are of different kinds."""
    found: list[int] = []
    for joint in (skeleton.getJoint(each) for each in range(skeleton.getNumJoints())):
        if joint.getType() in (FREE, BALL) or joint.getType() == "ScrewJoint":
            return []
        if joint.getNumDofs():
            found += [plant.GetJointByName(name).velocity_start() for name in _names(joint)]
    return found


def verdict(path: Path) -> str:
    """One line: ``same``, ``dart``: it loads it not, ``refused`` by our reader, or what is different."""
    try:
        made = bodyplan.convert(bodyplan.load(path, target="dart"), "urdf")
    except bodyplan.LoadError:
        return "refused"
    except ValueError as error:
        return f"several: {error}"
    try:
        skeleton = skeleton_of(path, made.document.root.name)
    except Refused as refusal:
        return f"dart: {refusal}"
    try:
        plant = of_text(made.document.dumps(), "urdf")
    except Refused as refusal:
        return f"not loaded: {refusal}"
    return next(differences(skeleton, plant), "same")


def _work(path: Path, answer: Any) -> None:
    try:
        answer.send(verdict(path))
    except Exception as error:  # noqa: BLE001 - any of them is a finding
        answer.send(f"exception: {type(error).__name__}: {error}")


def in_a_process(path: Path) -> str:
    """The verdict on one document, which may end its process."""
    here, there = multiprocessing.Pipe(False)
    process = multiprocessing.get_context("fork").Process(target=_work, args=(path, there))
    process.start()
    there.close()
    try:
        return str(here.recv()) if here.poll(PATIENCE) else "no answer in time"
    except EOFError:
        return "dart: it aborts"
    finally:
        process.kill()
        process.join()


def main(given: list[str]) -> int:
    """Prints verdicts."""
    roots = [Path(each) for each in given] or [Path(__file__).resolve().parents[3] / "shared" / "corpus"]
    counts: Counter[str] = Counter()
    for file in sorted(file for root in roots for file in ([root] if root.is_file() else root.rglob("*.skel"))):
        found = in_a_process(file)
        counts[found.partition(":")[0]] += 1
        if found not in ("same", "refused") and not found.startswith(("several", "dart")):
            print(f"{file}: {found}", flush=True)
    print(dict(counts))
    return int(any(kind not in ("same", "dart", "refused", "several") for kind in counts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
