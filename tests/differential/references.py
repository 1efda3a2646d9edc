"""What pinocchio and MuJoCo make of a robot, and Drake of the SDFormat document made of it: one mechanism, or what is different.

``python -m tests.differential.references [PATH…]`` prints that for every URDF below the paths that they load.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
from lxml import etree

from .conversion import plant_of
from .mechanisms import CONFIGURATIONS, MASS_MATRIX, POSE
from .plants import Refused


def of_pinocchio(text: str, converted: str) -> Iterator[str]:
    """What pinocchio makes otherwise of a URDF than Drake of what was made of it; the root stands still in both.

    Raises:
        Refused: one of them loads not.
    """
    import pinocchio as pin

    try:
        model = pin.buildModelFromXML(text)
    except (RuntimeError, ValueError, TypeError) as error:
        raise Refused(str(error)) from error
    data, drake = model.createData(), _Drake(converted, children=_children(text))
    before = _Drake(text, "urdf", _children(text))  # it puts other moments in place of those that no body has
    names = [name for name in model.names[1:] if drake.has(name)]
    if model.nv != len(names):
        yield f"joints: {model.nv} coordinates and {len(names)} joints of these names"
        return
    mass, moved = pin.computeTotalMass(model), drake.mass_of(_moved(text))
    if abs(mass - moved) > 1e-9 * max(1.0, mass) and moved != before.mass_of(_moved(text)):
        yield f"mass of what moves: {mass} before, {moved} after"
    numbers, root = np.random.default_rng(0), _root(text)
    for _ in range(CONFIGURATIONS):
        values = dict(zip(names, numbers.uniform(-1.0, 1.0, len(names))))
        q = pin.neutral(model)
        for name, value in values.items():
            joint = model.joints[model.getJointId(name)]
            q[joint.idx_q : joint.idx_q + joint.nq] = (np.cos(value), np.sin(value)) if joint.nq == 2 else value
        drake.set(values)
        before.set(values)
        pin.framesForwardKinematics(model, data, q)
        origin = data.oMf[model.getFrameId(root, pin.FrameType.BODY)].homogeneous
        for link in _links(text):
            there = np.linalg.inv(origin) @ data.oMf[model.getFrameId(link, pin.FrameType.BODY)].homogeneous
            yield from _apart(link, there, drake.pose(link, root))
        if names:
            there = pin.crba(model, data, q)
            there = np.triu(there) + np.triu(there, 1).T
            order = [model.joints[model.getJointId(name)].idx_v for name in names]
            here, there = drake.mass_matrix(names), there[np.ix_(order, order)]
            if not _is_same(here, there) and _is_same(before.mass_matrix(names), there):
                yield f"mass matrix: {np.abs(here - there).max():.3g} apart"
    for name in names:
        joint = model.joints[model.getJointId(name)]
        limits = (model.lowerPositionLimit[joint.idx_q], model.upperPositionLimit[joint.idx_q])
        if joint.nq == 1 and not np.allclose(limits, drake.limits(name)):
            yield f"limits of {name}: {limits} before, {drake.limits(name)} after"


def of_mujoco(text: str, converted: str) -> Iterator[str]:
    """The same for MuJoCo, to which bodies stay apart; masses are those that are written, and meshes are left out.

    Raises:
        Refused: one of them loads not.
    """
    import mujoco

    try:
        model = mujoco.MjModel.from_xml_string(_for_mujoco(text))
    except ValueError as error:
        raise Refused(str(error)) from error
    data, drake = mujoco.MjData(model), _Drake(converted, children=_children(text))
    joints = [model.joint(number) for number in range(model.njnt)]
    if not all(drake.has(joint.name) for joint in joints):
        yield f"joints that are gone: {', '.join(joint.name for joint in joints if not drake.has(joint.name))}"
        return
    bodies = {model.body(number).name: number for number in range(1, model.nbody)}
    numbers, root = np.random.default_rng(0), _root(text)
    for _ in range(CONFIGURATIONS):
        values = dict(zip((joint.name for joint in joints), numbers.uniform(-1.0, 1.0, len(joints))))
        data.qpos[:] = [values[joint.name] for joint in joints]
        mujoco.mj_kinematics(model, data)
        drake.set(values)
        for link, number in bodies.items():
            pose = np.eye(4)
            pose[:3, :3], pose[:3, 3] = data.xmat[number].reshape(3, 3), data.xpos[number]
            yield from _apart(link, pose, drake.pose(link, root))
    for joint in joints:
        if (
            joint.type[0] in (2, 3)
            and model.jnt_limited[joint.id]
            and not np.allclose(joint.range, drake.limits(joint.name))
        ):
            yield f"limits of {joint.name}: {joint.range} before, {drake.limits(joint.name)} after"


def of_drake(text: str, converted: str) -> Iterator[str]:
    """What else is different to Drake: limits, mimics, actuators, pairs of links that may touch (meshes left out)."""
    before, after = _Drake(text, "urdf"), _Drake(converted)
    for what in ("all_limits", "mimics", "actuators"):
        old, new = getattr(before, what)(), getattr(after, what)()
        if old != new:
            yield f"{what}: {sorted(set(old) ^ set(new))[:3]}"
    touching = _touching(text, "urdf"), _touching(converted, "sdf")
    if touching[0] != touching[1]:
        yield f"pairs that may touch: {sorted(touching[0] ^ touching[1])[:3]}"


def _touching(text: str, kind: str) -> set[tuple[str, ...]]:
    """Pairs of links with shapes that Drake looks at for contact."""
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import AddMultibodyPlantSceneGraph
    from pydrake.systems.framework import DiagramBuilder

    root = etree.fromstring(text.encode())
    for shape in [each for tag in ("visual", "collision") for each in root.iter(tag)]:
        if shape.tag == "visual" or shape.find(".//mesh") is not None:
            around = shape.getparent()
            assert around is not None, "it stands in a link"
            around.remove(shape)
    builder = DiagramBuilder()
    plant, scene = AddMultibodyPlantSceneGraph(builder, 0.0)
    try:
        Parser(plant).AddModelsFromString(etree.tostring(root, encoding="unicode"), kind)
    except RuntimeError as error:
        raise Refused(str(error)) from error
    plant.Finalize()
    inspector = scene.model_inspector()

    def link(shape: Any) -> str:
        return str(plant.GetBodyFromFrameId(inspector.GetFrameId(shape)).name())

    return {tuple(sorted((link(one), link(other)))) for one, other in inspector.GetCollisionCandidates()}


class _Drake:
    """A finished plant of one robot, whose joints are known by their children: names of joints may have to change.

    Args:
        text: the robot.
        kind: ``"sdf"`` or ``"urdf"``.
        children: those of joints by the names that they are asked for by.
    """

    def __init__(self, text: str, kind: str = "sdf", children: dict[str, str] | None = None) -> None:
        self._children = children or {}
        self._plant = plant_of(text, kind)
        self._context = self._plant.CreateDefaultContext()
        self._joints = {
            each.child_body().name(): each
            for each in map(self._plant.get_joint, self._plant.GetJointIndices())
            if each.num_positions() == 1
        }

    def _joint(self, name: str) -> Any:
        return self._joints[self._children.get(name, name)]

    def has(self, joint: str) -> bool:
        return self._children.get(joint, joint) in self._joints

    def set(self, values: dict[str, float]) -> None:
        q = self._plant.GetPositions(self._context)
        for name, value in values.items():
            q[self._joint(name).position_start()] = value
        self._plant.SetPositions(self._context, q)

    def mass_of(self, links: list[str]) -> float:
        return sum(float(self._plant.GetBodyByName(link).default_mass()) for link in links)

    def pose(self, link: str, root: str) -> Any:
        plant = self._plant
        frames = plant.GetFrameByName(link), plant.GetFrameByName(root)
        return frames[0].CalcPose(self._context, frames[1]).GetAsMatrix4()

    def mass_matrix(self, joints: list[str]) -> Any:
        places = [self._joint(name).velocity_start() for name in joints]
        return self._plant.CalcMassMatrix(self._context)[np.ix_(places, places)]

    def limits(self, joint: str) -> tuple[float, float]:
        found = self._joint(joint)
        return float(found.position_lower_limits()[0]), float(found.position_upper_limits()[0])

    def all_limits(self) -> list[tuple[Any, ...]]:
        return sorted(
            (name, *self.limits(name), float(each.velocity_upper_limits()[0]), float(each.default_damping_vector()[0]))
            for name, each in self._joints.items()
        )

    def mimics(self) -> list[tuple[Any, ...]]:
        plant = self._plant
        specs = plant.get_coupler_constraint_specs().values() if hasattr(plant, "get_coupler_constraint_specs") else ()
        return sorted(
            (
                plant.get_joint(each.joint0_index).child_body().name(),
                plant.get_joint(each.joint1_index).child_body().name(),
                each.gear_ratio,
                each.offset,
            )
            for each in specs
        )

    def actuators(self) -> list[tuple[Any, ...]]:
        plant = self._plant
        found = map(plant.get_joint_actuator, plant.GetJointActuatorIndices())
        return sorted(
            (each.joint().child_body().name(), each.effort_limit(), each.default_gear_ratio()) for each in found
        )


def _apart(link: str, there: Any, here: Any) -> Iterator[str]:
    apart = float(np.abs(there - here).max())
    if not apart <= POSE * max(1.0, float(np.abs(there).max())):
        yield f"pose of {link}: {apart:.3g} apart"


def _is_same(one: Any, other: Any) -> bool:
    return bool(np.abs(one - other).max() <= MASS_MATRIX * max(float(np.abs(other).max()), 1e-300))


def _links(text: str) -> list[str]:
    return [each.get("name", "") for each in etree.fromstring(text.encode()).iterchildren("link")]


def _children(text: str) -> dict[str, str]:
    joints = etree.fromstring(text.encode()).iterchildren("joint")
    return {each.get("name", ""): _end(each, "child") for each in joints}


def _end(joint: Any, tag: str) -> str:
    return str(joint.find(tag).get("link", ""))


def _root(text: str) -> str:
    children = {each.get("link") for each in etree.fromstring(text.encode()).iterfind("joint/child")}
    return next(name for name in _links(text) if name not in children)


def _moved(text: str) -> list[str]:
    """The links that are not fixed to the root."""
    joints = [each for each in etree.fromstring(text.encode()).iterchildren("joint") if each.get("type") == "fixed"]
    held = {_root(text)}
    for _ in joints:
        held |= {_end(each, "child") for each in joints if _end(each, "parent") in held}
    return [name for name in _links(text) if name not in held]


def without_shapes(text: str) -> str:
    """A robot whose links look like nothing and touch nothing: readers need no files for it."""
    root = etree.fromstring(text.encode())
    for link in root.iterchildren("link"):
        for shape in [*link.iterchildren("visual", "collision")]:
            link.remove(shape)
    return etree.tostring(root, encoding="unicode")


def _for_mujoco(text: str) -> str:
    root = etree.fromstring(without_shapes(text).encode())
    for old in [*root.iterchildren("mujoco")]:
        root.remove(old)
    etree.SubElement(etree.SubElement(root, "mujoco"), "compiler", fusestatic="false", balanceinertia="true")
    return etree.tostring(root, encoding="unicode")


def main(given: list[str]) -> int:
    """Prints what is different."""
    wrong = tried = 0
    for path in (
        file for root in map(Path, given) for file in ([root] if root.is_file() else sorted(root.rglob("*.urdf")))
    ):
        try:
            document = bodyplan.load(path)
            text, made = document.dumps(), bodyplan.convert(document, "sdformat", target="drake").document.dumps()
        except bodyplan.LoadError:
            continue
        for program in (of_pinocchio, of_mujoco, of_drake):
            try:
                found = next(program(text, made), None)
            except (Refused, RuntimeError):
                continue
            tried += 1
            if found is not None:
                wrong += 1
                print(f"{path}: {program.__name__.removeprefix('of_')}: {found}", flush=True)
    print(f"{tried} compared, {wrong} different")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
