"""What pinocchio and MuJoCo make of a robot, and Drake of the SDFormat document made of it: one mechanism, or what is different.

``python -m tests.differential.references PROGRAM [PATH…]`` prints that for every URDF of the corpus, or below the paths, that both
load; the program is ``pinocchio`` or ``mujoco``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from lxml import etree

from .conversion import plant_of
from .converting import converted
from .mechanisms import CONFIGURATIONS, MASS_MATRIX, NO_LIMIT, POSE
from .one_by_one import campaign
from .plants import Refused
from .telling import verdict


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
        if joint.nq == 1 and not _are_same_limits(limits, drake.limits(name)):
            yield f"limits of {name}: {limits} before, {drake.limits(name)} after"


def of_mujoco(text: str, converted: str) -> Iterator[str]:
    """The same for MuJoCo, to which bodies stay apart; masses are those that are written, and shapes are left out.

    Raises:
        Refused: one of them loads not.
    """
    import mujoco

    try:
        model = mujoco.MjModel.from_xml_string(for_mujoco(text))
    except ValueError as error:
        raise Refused(str(error)) from error
    data, drake = mujoco.MjData(model), _Drake(converted, children=_children(text))
    before = _Drake(text, "urdf", _children(text))  # it puts other moments in place of those that no body has
    joints = [model.joint(number) for number in range(model.njnt)]
    if not all(drake.has(joint.name) for joint in joints):
        yield f"joints that are gone: {', '.join(joint.name for joint in joints if not drake.has(joint.name))}"
        return
    bodies = {model.body(number).name: number for number in range(1, model.nbody)}
    numbers, root = np.random.default_rng(0), _root(text)
    for _ in range(CONFIGURATIONS):
        values = dict(zip((joint.name for joint in joints), numbers.uniform(-1.0, 1.0, len(joints))))
        data.qpos[:] = [values[joint.name] for joint in joints]
        mujoco.mj_forward(model, data)
        drake.set(values)
        before.set(values)
        for link, number in bodies.items():
            pose = np.eye(4)
            pose[:3, :3], pose[:3, 3] = data.xmat[number].reshape(3, 3), data.xpos[number]
            yield from _apart(link, pose, drake.pose(link, root))
        if values:
            there, here = np.zeros((model.nv, model.nv)), drake.mass_matrix(list(values))
            mujoco.mj_fullM(model, data, there)
            if not _is_same(here, there) and _is_same(before.mass_matrix(list(values)), there):
                yield f"mass matrix: {np.abs(here - there).max():.3g} apart"
    for joint in joints:
        if (
            joint.type[0] in (2, 3)
            and model.jnt_limited[joint.id]
            and not _are_same_limits(joint.range, drake.limits(joint.name))
        ):
            yield f"limits of {joint.name}: {joint.range} before, {drake.limits(joint.name)} after"


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


def _apart(link: str, there: Any, here: Any) -> Iterator[str]:
    apart = float(np.abs(there - here).max())
    if not apart <= POSE * max(1.0, float(np.abs(there).max())):
        yield f"pose of {link}: {apart:.3g} apart"


def _is_same(one: Any, other: Any) -> bool:
    return bool(np.abs(one - other).max() <= MASS_MATRIX * max(float(np.abs(other).max()), 1e-300))


def _are_same_limits(one: Any, other: Any) -> bool:
    return bool(np.allclose(np.clip(one, -NO_LIMIT, NO_LIMIT), np.clip(other, -NO_LIMIT, NO_LIMIT)))


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


def for_mujoco(text: str) -> str:
    """A robot without shapes, whose bodies MuJoCo keeps apart."""
    root = etree.fromstring(without_shapes(text).encode())
    for old in [*root.iterchildren("mujoco")]:
        root.remove(old)
    etree.SubElement(etree.SubElement(root, "mujoco"), "compiler", fusestatic="false", balanceinertia="true")
    return etree.tostring(root, encoding="unicode")


def stages(path: Path, program: str) -> Iterator[str]:
    """``same``, ``refused`` by our reader, the program or Drake, or what is different."""
    found = yield from converted(path, "sdformat", target="drake")
    if found is None:
        return
    document, made = found
    yield f"refused by {program} or Drake"
    if any(joint.dofs > 1 for joint in document.scene.joints.values()) or "<drake:joint" in document.dumps():
        yield "other joints"
        return
    try:
        yield verdict(PROGRAMS[program](document.dumps(), made.document.dumps()), made, "same")
    except (Refused, etree.XMLSyntaxError):
        return


PROGRAMS = {"pinocchio": of_pinocchio, "mujoco": of_mujoco}


def main(given: list[str]) -> int:
    """Prints what is different."""
    program, *paths = given
    return campaign(
        stages, paths, [".urdf"], ("same", "refused", "other joints", f"refused by {program} or Drake"), program
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
