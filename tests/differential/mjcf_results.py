"""What MuJoCo makes of documents that were converted to MJCF, beside what the scenes of their sources say."""

from __future__ import annotations

import os
import random
from math import pi
from typing import Any

import bodyplan
import mujoco
import numpy as np

CLOSE = 1e-9
NO_LIMIT = 1e15
CHAINS = {"universal": 2, "planar": 3, "translational-2d": 2, "translational": 3, "euler": 3}
FREE = ("floating-rpy", "free-rotation-vector", "free-quaternion")
SHAPES = ("<visual>", "<collision>", "<visualization_shape>", "<collision_shape>", "<drake:visual>")
ALMOST_NOTHING = 1e-6
"""Mass that MuJoCo needs where there is none, kg."""


def compile_text(text: str, folder: str) -> Any:
    """The model of a text whose files are named from a folder.

    Raises:
        ValueError: MuJoCo refuses it.
    """
    spec = mujoco.MjSpec.from_string(text)
    spec.modelfiledir = spec.meshdir = spec.texturedir = os.path.abspath(folder)
    return spec.compile()


class Comparison:
    """One document beside the model that MuJoCo makes of its conversion."""

    def __init__(self, document: bodyplan.Document[Any], model: Any) -> None:
        self.scene = document.scene
        self.model = model
        self.data = mujoco.MjData(model)
        tops = [name for name in self.scene.models if "::" not in name]
        self._scope = f"{tops[0]}::" if len(tops) == 1 else ""
        bodies = {model.body(number).name: number for number in range(model.nbody)}
        self.bodies = {name: bodies.get(self.called(name)) for name in self.scene.links if name != "world"}
        self.joints = {model.joint(number).name: number for number in range(model.njnt)}
        self.static = {name for name, each in self.scene.models.items() if each.static}

    def called(self, name: str) -> str:
        """The name of a link or joint in the conversion, where nothing else has it."""
        plain = name.removeprefix(self._scope).replace("::", "_")
        return f"{plain}_" if plain == "world" else plain

    def find_differences(self) -> list[str]:
        """What is missing, moves or weighs otherwise."""
        found = [f"{name} is gone" for name, number in self.bodies.items() if number is None]
        if found:
            return found
        found += self._missing_joints()
        for seed in range(3):
            found += self._poses(random.Random(seed))
            if found:
                return found
        return found + self._masses() + self._limits()

    def tree_joints(self) -> dict[str, Any]:
        """Joints that move links in the tree, by scoped name."""
        return {
            name: joint
            for name, joint in self.scene.joints.items()
            if joint.motion.value not in ("fixed", "gearbox", "curvilinear")
            and not any(name.startswith(f"{model}::") for model in self.static)
        }

    def _names(self, name: str, joint: Any) -> list[str]:
        plain, motion = self.called(name), joint.motion.value
        count = CHAINS.get(motion, 2 if motion == "screw" else 0)
        if motion in FREE and self.called(name) not in self.joints:
            return []
        return [f"{plain}_{number}" for number in range(1, count + 1)] if count else [plain]

    def _missing_joints(self) -> list[str]:
        closing = {each.joint for each in self.scene.constraints if hasattr(each, "joint")}
        return [
            f"joint {own} is gone"
            for name, joint in self.tree_joints().items()
            for own in self._names(name, joint)
            if own not in self.joints and name not in closing
        ]

    def _poses(self, numbers: random.Random) -> list[str]:
        values: dict[str, Any] = {}
        qpos = self.model.qpos0.copy()
        followers = {each.joint for each in self.scene.constraints if type(each).__name__ == "MimicConstraint"}
        gears = any(type(each).__name__ == "GearboxConstraint" for each in self.scene.constraints)
        for name, joint in self.tree_joints().items():
            motion = joint.motion.value
            if motion in FREE or name in followers or gears:
                continue
            names = self._names(name, joint)
            if any(own not in self.joints for own in names):
                continue
            drawn = [numbers.uniform(-1, 1) for _ in range(3)]
            if motion in ("revolute", "prismatic", "screw"):
                values[name] = drawn[0]
                self._put(qpos, names[0], [drawn[0]])
                if motion == "screw":
                    self._put(qpos, names[1], [drawn[0] * joint.pitch / (2 * pi)])
            elif motion in CHAINS:
                values[name] = drawn[: len(names)]
                for own, value in zip(names, drawn):
                    self._put(qpos, own, [value])
            elif motion == "ball-rpy":
                values[name] = drawn
                self._put(qpos, names[0], _quaternion_of_angles(drawn))
            elif motion == "ball-rotation-vector":
                values[name] = drawn
                self._put(qpos, names[0], _quaternion_of_vector(drawn))
        poses = self.scene.forward_kinematics(values)
        self._follow(qpos)
        self.data.qpos[:] = qpos
        mujoco.mj_kinematics(self.model, self.data)
        found = []
        for name, number in self.bodies.items():
            at = np.eye(4)
            at[:3, 3] = self.data.xpos[number]
            at[:3, :3] = self.data.xmat[number].reshape(3, 3)
            gap = np.abs(np.asarray(poses[name]) - at).max()
            if not gap <= CLOSE * max(1.0, np.abs(at).max()):
                found.append(f"{name} is {gap:.2g} away")
        return found

    def _follow(self, qpos: Any) -> None:
        """Joints that follow others stand where those leave them."""
        for _ in self.scene.constraints:  # followers of followers
            for each in self.scene.constraints:
                if type(each).__name__ != "MimicConstraint":
                    continue
                names = self.called(each.joint), self.called(each.leader)
                if all(name in self.joints for name in names):
                    led = qpos[self.model.jnt_qposadr[self.joints[names[1]]]]
                    self._put(qpos, names[0], [each.multiplier * (led - each.reference) + each.offset])

    def _put(self, qpos: Any, name: str, values: Any) -> None:
        start = self.model.jnt_qposadr[self.joints[name]]
        for offset, value in enumerate(values):
            qpos[start + offset] = value

    def _is_fixed_without_mass(self, name: str) -> bool:
        """Whether a link does not move and its document says no mass, where SDFormat's default is 1 kg."""
        scope = name.rpartition("::")[0]
        element = self.scene.links[name].element
        return (
            scope in self.scene.models
            and self.scene.models[scope].static
            and element is not None
            and not bodyplan.is_written(element, "inertial")
        )

    def _masses(self) -> list[str]:
        found = []
        for name, number in self.bodies.items():
            link, model = self.scene.links[name], self.model
            if self._is_fixed_without_mass(name):
                if model.body_mass[number] != 0:
                    found.append(f"{name} of a static model says no mass, and has {model.body_mass[number]} kg")
                continue
            if abs(link.mass - model.body_mass[number]) > max(
                CLOSE * link.mass, 1.1 * ALMOST_NOTHING * (link.mass == 0)
            ):
                found.append(f"{name}: {link.mass} kg, and {model.body_mass[number]}")
            if not link.mass:
                continue
            if np.abs(np.asarray(link.com) - model.body_ipos[number]).max() > CLOSE:
                found.append(f"the centre of {name} is elsewhere")
            turned = np.zeros(9)
            mujoco.mju_quat2Mat(turned, model.body_iquat[number])
            turned = turned.reshape(3, 3)
            inertia = turned @ np.diag(model.body_inertia[number]) @ turned.T
            gap = np.abs(inertia - np.asarray(link.inertia)).max()
            if gap > CLOSE * max(1.0, np.abs(inertia).max()):
                found.append(f"{name} turns otherwise, by {gap:.2g}")
        return found

    def _limits(self) -> list[str]:
        found = []
        for name, joint in self.tree_joints().items():
            own = self.called(name)
            if joint.motion.value not in ("revolute", "prismatic") or own not in self.joints:
                continue
            axis, number = joint.axes[0], self.joints[own]
            is_limited = max(-axis.lower, axis.upper) > -NO_LIMIT and min(-axis.lower, axis.upper) < NO_LIMIT
            is_limited = is_limited and axis.lower < axis.upper
            if bool(self.model.jnt_limited[number]) != is_limited:
                found.append(f"{name}: limited {not is_limited}")
            elif is_limited:
                low, high = self.model.jnt_range[number]
                said = max(axis.lower, -10 * NO_LIMIT), min(axis.upper, 10 * NO_LIMIT)
                if max(abs(low - said[0]), abs(high - said[1])) > CLOSE * max(1.0, abs(low), abs(high)):
                    found.append(f"{name}: {said}, and {low, high}")
            dof = self.model.jnt_dofadr[number]
            for what, one, other in (
                ("damping", axis.damping, self.model.dof_damping[dof]),
                ("friction", axis.friction, self.model.dof_frictionloss[dof]),
            ):
                if abs(one - other) > CLOSE:
                    found.append(f"{name}: {what} {one}, and {other}")
        return found


def _quaternion_of_angles(angles: Any) -> Any:
    made = np.array([1.0, 0.0, 0.0, 0.0])
    for axis, angle in zip(np.eye(3)[::-1], angles[::-1]):
        turn, result = np.zeros(4), np.zeros(4)
        mujoco.mju_axisAngle2Quat(turn, axis, angle)
        mujoco.mju_mulQuat(result, made, turn)
        made = result
    return made


def _quaternion_of_vector(vector: Any) -> Any:
    made, angle = np.zeros(4), float(np.linalg.norm(vector))
    mujoco.mju_axisAngle2Quat(made, np.asarray(vector) / angle, angle)
    return made


def shape_differences(document: bodyplan.Document[Any], made: bodyplan.Conversion[Any]) -> list[str]:
    """Shapes of the conversion that the source does not have, and those that are missing and not among its losses."""
    before, after = document.scene, made.document.scene
    tops = [name for name in before.models if "::" not in name]
    scope = f"{tops[0]}::" if len(tops) == 1 else ""
    model = next(iter(after.models))
    found, missing = [], 0
    for name, link in before.links.items():
        own = f"{model}::{name.removeprefix(scope).replace('::', '_')}"
        if own not in after.links:
            continue
        for kind in ("visuals", "collisions"):
            ahead = [each for each in getattr(link, kind) if each.name != "placeholder"]  # of what was not fetched
            for shape in getattr(after.links[own], kind):
                same = next((each for each in ahead if _is_same_shape(each, shape)), None)
                if same is None:
                    found.append(f"{own}: {shape.name} is another shape")
                else:
                    ahead.remove(same)
            missing += len(ahead)
    lost = sum(each.message.startswith(SHAPES) for each in made.losses)
    lost += sum(each.message.startswith("<soft_shape>") for each in made.losses) * 2  # it is seen and touched
    return found + ([f"{missing} shapes are missing, and {lost} are told to be"] if missing > lost else [])


def _is_same_shape(one: Any, other: Any) -> bool:
    shape, made = one.geometry, other.geometry
    kinds = type(shape).__name__, type(made).__name__
    pose, moved = one.pose.matrix, other.pose.matrix
    if kinds == ("Plane", "Plane"):
        normal = moved[:3, :3] @ made.normal
        return bool(np.abs(normal - pose[:3, :3] @ np.asarray(shape.normal)).max() < CLOSE)
    if np.abs(pose - moved).max() > CLOSE:
        return False
    if kinds == ("Mesh", "Mesh"):
        return os.path.samefile(shape.path, made.path) and tuple(shape.scale) == tuple(made.scale)
    if kinds == ("Capsule", "Sphere"):
        return not shape.length and shape.radius == made.radius
    sizes = {field: getattr(shape, field) for field in ("size", "radius", "length", "radii") if hasattr(shape, field)}
    return kinds[0] == kinds[1] and all(
        np.allclose(value, getattr(made, field), rtol=CLOSE) for field, value in sizes.items()
    )
