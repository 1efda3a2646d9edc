"""Whether what DART makes of a skeleton (SKEL) and Drake of the robot or model made of it is the same mechanism.

Robots are made for no reader in particular, so that in URDF every coordinate of DART's is a joint of its own; those with limits
that Drake refuses are told as ``crossed``. SDFormat has joints of two and three coordinates, too; a rotation vector becomes three
angles. DART stops where it cannot read a joint, which is told as ``dart``.

``python -m tests.differential.skeletons FORMAT [PATH…]`` tries every document of the corpus that DART loads; the exit status is 1
if anything is different.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .converting import converted
from .mechanisms import MASS_MATRIX, POSE
from .one_by_one import campaign, last
from .plants import Refused, of_text
from .telling import verdict as verdict_on

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
    """What is different in a skeleton and the model of its name in a plant."""
    context = plant.CreateDefaultContext()
    model = plant.GetModelInstanceByName(skeleton.getName())
    bodies = [skeleton.getBodyNode(number) for number in range(skeleton.getNumBodyNodes())]
    gone = [body.getName() for body in bodies if not plant.HasBodyNamed(body.getName(), model)]
    if gone:
        yield f"bodies that are gone: {', '.join(gone)}"
        return
    mass = (skeleton.getMass(), plant.CalcTotalMass(context, [model]))
    if abs(mass[0] - mass[1]) > 1e-12 * max(1.0, mass[0]):
        yield f"mass: {mass[0]} before, {mass[1]} after"
    numbers = np.random.default_rng(0)
    offsets: dict[str, Any] = {}
    columns = _columns(skeleton, plant, model)
    for number in range(CONFIGURATIONS + 1):
        q = numbers.uniform(-1.0, 1.0, skeleton.getNumDofs()) * bool(number)
        skeleton.setPositions(q)
        plant.SetPositions(context, model, np.zeros(plant.num_positions(model)))
        for free in plant.GetFloatingBaseBodies():
            plant.SetFreeBodyPose(context, plant.get_body(free), _identity())
        for joint in (skeleton.getJoint(each) for each in range(skeleton.getNumJoints())):
            _set(joint, plant, model, context)
        for body in bodies:
            name = body.getName()
            where = np.asarray(body.getWorldTransform().matrix())
            here = plant.GetBodyByName(name, model).EvalPoseInWorld(context).GetAsMatrix4()
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


def _set(joint: Any, plant: Any, model: Any, context: Any) -> None:
    """Moves the joints that one of DART's became to where that is."""
    from pydrake.math import RigidTransform, RollPitchYaw, RotationMatrix

    kind, count = joint.getType(), joint.getNumDofs()
    if not count:
        return
    if kind == FREE:
        body = joint.getChildBodyNode()
        place = RigidTransform(np.asarray(body.getWorldTransform().matrix()))
        if body.getParentBodyNode() is None:
            plant.SetFreeBodyPose(context, plant.GetBodyByName(body.getName(), model), place)
        return
    values = [joint.getPosition(number) for number in range(count)]
    one = _one(joint, plant, model)
    if kind == BALL:
        angle = float(np.linalg.norm(values))
        axis = np.array(values) / angle if angle else np.array([1.0, 0, 0])
        from pydrake.common.eigen_geometry import AngleAxis

        matrix = RotationMatrix(AngleAxis(angle, axis))
        if one is not None:
            values = list(RollPitchYaw(matrix).vector())
        else:
            rpy = RollPitchYaw(matrix.inverse())  # R = Rx(a) Ry(b) Rz(c), so that the inverse is Rz(-c) Ry(-b) Rx(-a)
            values = [-rpy.roll_angle(), -rpy.pitch_angle(), -rpy.yaw_angle()]
    positions = plant.GetPositions(context)
    made = [one] if one is not None else [plant.GetJointByName(name, model) for name in _names(joint)]
    for each, part in zip(made, [values] if one is not None else [[value] for value in values]):
        positions[each.position_start() :][: len(part)] = part
    plant.SetPositions(context, positions)


def _columns(skeleton: Any, plant: Any, model: Any) -> list[int]:
    """Velocities of the plant for those of the skeleton; none where they are of different kinds."""
    found: list[int] = []
    for joint in (skeleton.getJoint(each) for each in range(skeleton.getNumJoints())):
        if joint.getType() in (FREE, BALL) or joint.getType() == "ScrewJoint":
            return []
        one = _one(joint, plant, model)
        made = [one] if one is not None else [plant.GetJointByName(name, model) for name in _names(joint)]
        for each in made if joint.getNumDofs() else ():
            found += range(each.velocity_start(), each.velocity_start() + each.num_velocities())
    return found


@cache
def _one(joint: Any, plant: Any, model: Any) -> Any:
    """The joint with all coordinates of one of DART's: in SDFormat it has another name where a link has its; None: a chain."""
    count, child = joint.getNumDofs(), joint.getChildBodyNode().getName()
    found = [plant.get_joint(index) for index in plant.GetJointIndices(model)]
    alike = [each for each in found if each.child_body().name() == child and each.num_positions() == count]
    return alike[0] if alike else None


def stages(path: Path, format: str) -> Iterator[str]:
    """Up to one line: ``same``, ``dart``: it loads it not, or a part, ``refused`` by our reader, or what is different.

    Args:
        path: of the document.
        format: that it becomes: ``"urdf"`` or ``"sdformat"``.
    """
    # links between joints of a chain have no mass at all for Drake
    found = yield from converted(path, format, target="drake" if format == "sdformat" else None, read_as="dart")
    if found is None:
        return
    document, made = found
    root = made.document.root
    models = [root] if format == "urdf" else [model for world in root.world for model in world.model]
    crossed = any(axis.lower > axis.upper for joint in document.scene.joints.values() for axis in joint.axes)
    if format == "urdf" and crossed:
        yield "crossed"
        return
    yield "not loaded: the process ends"
    try:
        plant = of_text(made.document.dumps(), "urdf" if format == "urdf" else "sdf").plant
    except Refused as refusal:
        yield f"not loaded: {refusal}"
        return
    yield "dart: it aborts"
    for model in models:
        try:
            skeleton = skeleton_of(path, model.name)
        except Refused as refusal:
            yield f"dart: {refusal}"
            return
        written = sum(len(each.body) for each in document.root.world.skeleton if each.name == model.name)
        if skeleton.getNumBodyNodes() < written:
            yield "dart: it loads a part"
            return
        found = verdict_on(differences(skeleton, plant), made, "same")
        if found != "same":
            yield found
            return
    yield "same"


def verdict(path: Path, format: str) -> str:
    """The last of the stages."""
    return last(stages(path, format))


def main(given: list[str]) -> int:
    """Prints verdicts."""
    format, *paths = given
    return campaign(stages, paths, [".skel"], ("same", "dart", "refused", "several", "crossed"), format)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
