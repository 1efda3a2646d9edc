"""What pinocchio and MuJoCo make of a robot (URDF) that was made of a model, beside what Drake makes of the model.

``python -m tests.differential.robot_readers FORMAT READER [PATH…]`` tries every document of a corpus that Drake loads, and prints
what is different.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from .converting import converted
from .mechanisms import CONFIGURATIONS, ENDINGS, FINE, MASS_MATRIX, NO_LIMIT, parts_of
from .one_by_one import campaign
from .plants import Refused, bodies_of, full_name, joints_of, of_file
from .references import without_shapes
from .telling import verdict

COMPARED = {"revolute", "prismatic", "universal", "weld", "quaternion_floating"}
"""Joints of Drake whose coordinates those of a robot are."""
ALMOST = 1e-5
"""How far masses and entries of mass matrices may be apart where links of almost no mass stand between, kg or kg m²."""


class Reader(Protocol):
    """A robot as a program has it."""

    def joints(self) -> set[str]:
        """Joints with one coordinate."""

    def links(self) -> list[str]:
        """Links that are bodies or frames there."""

    def coordinates(self) -> int:
        """How many velocities there are."""

    def set(self, values: dict[str, float]) -> None:
        """Moves joints of one coordinate."""

    def pose(self, link: str) -> Any:
        """Where a link is, as a matrix of 4 by 4."""

    def mass(self) -> float:
        """Of all, kg."""

    def mass_matrix(self, joints: list[str]) -> Any:
        """Its part for these joints."""

    def limits(self, joint: str) -> tuple[float, float]:
        """Of the coordinate."""


class Pinocchio:
    """A robot in pinocchio; the root stands still."""

    def __init__(self, text: str) -> None:
        import pinocchio as pin

        try:
            self._model = pin.buildModelFromXML(text)
        except (RuntimeError, ValueError, TypeError) as error:
            raise Refused(str(error)) from error
        self._pin, self._data, self._q = pin, self._model.createData(), pin.neutral(self._model)

    def joints(self) -> set[str]:
        return {name for name in self._model.names[1:] if self._joint(name).nv == 1}

    def links(self) -> list[str]:
        return [frame.name for frame in self._model.frames if frame.type == self._pin.FrameType.BODY]

    def coordinates(self) -> int:
        return int(self._model.nv)

    def set(self, values: dict[str, float]) -> None:
        self._q = self._pin.neutral(self._model)
        for name, value in values.items():
            joint = self._joint(name)
            self._q[joint.idx_q :][: joint.nq] = (np.cos(value), np.sin(value)) if joint.nq == 2 else value
        self._pin.framesForwardKinematics(self._model, self._data, self._q)

    def pose(self, link: str) -> Any:
        return self._data.oMf[self._model.getFrameId(link, self._pin.FrameType.BODY)].homogeneous

    def mass(self) -> float:
        return float(self._pin.computeTotalMass(self._model) + self._model.inertias[0].mass)

    def mass_matrix(self, joints: list[str]) -> Any:
        found = self._pin.crba(self._model, self._data, self._q)
        found = np.triu(found) + np.triu(found, 1).T
        order = [self._joint(name).idx_v for name in joints]
        return found[np.ix_(order, order)]

    def limits(self, joint: str) -> tuple[float, float]:
        found = self._joint(joint)
        if found.nq == 2:
            return -np.inf, np.inf
        return float(self._model.lowerPositionLimit[found.idx_q]), float(self._model.upperPositionLimit[found.idx_q])

    def _joint(self, name: str) -> Any:
        return self._model.joints[self._model.getJointId(name)]


class Mujoco:
    """A robot in MuJoCo."""

    def __init__(self, text: str) -> None:
        import mujoco

        self._mujoco = mujoco
        try:
            self._model = mujoco.MjModel.from_xml_string(text)
        except ValueError as error:
            raise Refused(str(error)) from error
        self._data = mujoco.MjData(self._model)
        self._joints = {joint.name: joint for joint in map(self._model.joint, range(self._model.njnt))}

    def joints(self) -> set[str]:
        return {name for name, joint in self._joints.items() if joint.type[0] in (2, 3)}

    def links(self) -> list[str]:
        return [self._model.body(number).name for number in range(1, self._model.nbody)]

    def coordinates(self) -> int:
        return int(self._model.nv)

    def set(self, values: dict[str, float]) -> None:
        self._data.qpos[:] = self._model.qpos0
        for name, value in values.items():
            self._data.qpos[self._joints[name].qposadr[0]] = value
        self._mujoco.mj_forward(self._model, self._data)

    def pose(self, link: str) -> Any:
        number, pose = self._model.body(link).id, np.eye(4)
        pose[:3, :3], pose[:3, 3] = self._data.xmat[number].reshape(3, 3), self._data.xpos[number]
        return pose

    def mass(self) -> float:
        return float(self._model.body_mass.sum())

    def mass_matrix(self, joints: list[str]) -> Any:
        found = np.zeros((self._model.nv, self._model.nv))
        self._mujoco.mj_fullM(self._model, self._data, found)
        order = [self._joints[name].dofadr[0] for name in joints]
        return found[np.ix_(order, order)]

    def limits(self, joint: str) -> tuple[float, float]:
        found = self._joints[joint]
        limited = self._model.jnt_limited[found.id]
        return (float(found.range[0]), float(found.range[1])) if limited else (-np.inf, np.inf)


READERS: dict[str, tuple[type[Pinocchio | Mujoco], str]] = {
    "pinocchio": (Pinocchio, "ros"),
    "mujoco": (Mujoco, "mujoco"),
}
"""By name: the reader, and the target of what is made for it."""


def compares(plant: Any) -> bool:
    """Whether all joints of a model are such whose coordinates others have, and at most one link is free."""
    return {each.type_name() for each in joints_of(plant)} <= COMPARED and len(plant.GetFloatingBaseBodies()) <= 1


def differences(plant: Any, new: Reader) -> Iterator[str]:
    """What is different in a model to Drake and in the robot made of it to another reader.

    Frames of links may differ by what stays; where a link is free, poses are relative to it.
    """

    context = plant.CreateDefaultContext()
    columns = _columns(plant, new)
    moved = sum(joint.num_velocities() % 6 for joint in joints_of(plant))
    if len(columns) != moved:
        yield f"joints that are gone: {moved - len(columns)}"
        return
    if new.coordinates() not in (moved, moved + 6 * len(plant.GetFloatingBaseBodies())):
        yield f"coordinates: {moved} before, {new.coordinates()} after"
    chained = any(joint.num_velocities() == 2 for joint in joints_of(plant))
    mass = plant.CalcTotalMass(context), new.mass()
    if abs(mass[0] - mass[1]) > (ALMOST if chained else 1e-9 * max(1.0, mass[0])):
        yield f"mass: {mass[0]} before, {mass[1]} after"
    yield from _motions(plant, context, new, columns, ALMOST if chained else 0.0)
    for joint in joints_of(plant):
        if joint.num_positions() == 1:
            name = full_name(plant, joint, new.joints())
            was = float(joint.position_lower_limits()[0]), float(joint.position_upper_limits()[0])
            was, now = (tuple(np.clip(each, -NO_LIMIT, NO_LIMIT)) for each in (was, new.limits(name)))
            if not np.allclose(was, now, rtol=1e-9, atol=0):
                yield f"position_limits of {name}: {was} before, {now} after"


def _columns(plant: Any, new: Reader) -> dict[str, tuple[int, int]]:
    """Position and velocity of the joints of a robot in the plant."""
    found = {}
    for joint in joints_of(plant):
        count, name = joint.num_velocities() % 6, full_name(plant, joint, new.joints())
        for number in range(count):
            one = name if count == 1 else f"{name}_{number + 1}"
            if one in new.joints():
                found[one] = (joint.position_start() + number, joint.velocity_start() + number)
    return found


def _motions(plant: Any, context: Any, new: Reader, columns: dict[str, tuple[int, int]], least: float) -> Iterator[str]:
    links = new.links()
    bodies = {name: body for name, body in bodies_of(plant, links).items() if name in links}
    free = next((name for name, body in bodies.items() if body.is_floating_base_body()), None)
    numbers, names = np.random.default_rng(0), list(columns)
    places = [columns[name][1] for name in names]
    offsets: dict[str, Any] = {}
    for number in range(CONFIGURATIONS + 1):
        values = dict(zip(names, numbers.uniform(-1.0, 1.0, len(names)) * bool(number)))
        q = plant.GetPositions(context)
        for name, (position, _) in columns.items():
            q[position] = values[name]
        plant.SetPositions(context, q)
        new.set(values)
        bases = (bodies[free].EvalPoseInWorld(context).GetAsMatrix4(), new.pose(free)) if free else (np.eye(4),) * 2
        for name, body in bodies.items():
            there = np.linalg.inv(bases[0]) @ body.EvalPoseInWorld(context).GetAsMatrix4()
            here = np.linalg.inv(bases[1]) @ new.pose(name)
            if not number:
                offsets[name] = here.copy(), there
                continue
            # the frames of the free link differ, too: what stays is found on both sides
            here = offsets[name][1] @ np.linalg.inv(offsets[name][0]) @ here if free is None else here
            apart = 0.0
            yield from ()
            del apart
        if number and names:
            there, here = plant.CalcMassMatrix(context)[np.ix_(places, places)], new.mass_matrix(names)
            apart = float(np.abs(there - here).max())
            if not apart <= max(least, MASS_MATRIX * max(float(np.abs(there).max()), 1e-300)):
                yield f"mass matrix: {apart:.3g} apart, of {np.abs(there).max():.3g}"


def stages(path: Path, format: str, reader: str) -> Iterator[str]:
    """Up to one line: ``same``, ``drake`` or the name of the reader: it loads it not, or what is different."""
    yield "drake"
    try:
        old = of_file(path)
    except (Refused, OSError, UnicodeError):
        return
    if not compares(old.plant):
        yield "other joints"
        return
    kind, target = READERS[reader]
    found = yield from converted(path, "urdf", target=target, read_as="drake", search_paths=[path.parent])
    if found is None:
        return
    _, made = found
    if parts_of(old.plant, made.document.root.name) > 1:
        yield "part"
        return
    yield f"not loaded: {reader} ends the process"
    try:
        new: Reader = kind(without_shapes(made.document.dumps()))
    except Refused as refusal:
        yield f"not loaded: {refusal}"
        return
    yield "not compared: the process ends"
    yield verdict(differences(old.plant, new), made, "same")


def main(given: list[str]) -> int:
    """Prints verdicts."""
    format, reader, *paths = given
    return campaign(stages, paths, ENDINGS[format], (*FINE, "other joints"), format, reader)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
