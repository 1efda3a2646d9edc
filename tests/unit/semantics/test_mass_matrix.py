"""The mass matrix of the joints: it gives the energy that links have by their own velocities, as pinocchio has it."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.scene.scene import Scene

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
INERTIAL = (
    "<inertial><pose>0.1 -0.2 {0} 0.3 0.2 0.1</pose><mass>{0}</mass><inertia><ixx>2</ixx><iyy>2.5</iyy><izz>3</izz>"
    "<ixy>0.1</ixy><ixz>-0.2</ixz><iyz>0.3</iyz></inertia></inertial>"
)
KINDS = ("revolute", "ball", "screw", "universal", "prismatic", "revolute2")


def chain() -> Scene:
    """Links on joints of all kinds, one after the other, and a branch."""
    links = [f'<link name="l0">{INERTIAL.format(1)}</link>']
    joints = ['<joint name="w" type="fixed"><parent>world</parent><child>l0</child></joint>']
    for number, kind in enumerate([*KINDS, "prismatic"], 1):
        before = 2 if number > len(KINDS) else number - 1
        links.append(
            f'<link name="l{number}"><pose>{0.3 * number} 0.1 0.2 0.1 {0.2 * number} 0.3</pose>{INERTIAL.format(number)}</link>'
        )
        axes = "<axis><xyz>0 0.6 0.8</xyz></axis><axis2><xyz>1 0 0</xyz></axis2>"
        wanted = {"ball": "", "universal": axes, "revolute2": axes}.get(kind, axes.partition("<axis2>")[0])
        pitch = "<screw_thread_pitch>0.5</screw_thread_pitch>" if kind == "screw" else ""
        joints.append(
            f'<joint name="j{number}" type="{kind}"><parent>l{before}</parent><child>l{number}</child>{wanted}{pitch}</joint>'
        )
    text = f'<sdf version="1.11"><model name="m">{"".join(links)}{"".join(joints)}</model></sdf>'
    return bodyplan.loads(text).scene


def energy(scene: Scene, q: Any, rates: Any) -> float:
    """The kinetic energy of all links by their Jacobians."""
    total = 0.0
    for name, link in scene.links.items():
        velocity = scene.jacobian(name, q) @ rates
        turned = scene.forward_kinematics(q)[name][:3, :3]
        slide = velocity[:3] + np.cross(velocity[3:], turned @ link.com)
        inertia = turned @ link.inertia @ turned.T
        total += link.mass * slide @ slide / 2 + velocity[3:] @ inertia @ velocity[3:] / 2
    return total


def scenes() -> list[Scene]:
    return [chain(), bodyplan.load(EXAMPLES / "arm.urdf").scene, bodyplan.load(EXAMPLES / "pendulum.skel").scene]


@pytest.mark.parametrize("scene", scenes(), ids=["chain", "arm", "pendulum"])
def test_the_matrix_gives_the_energy_of_the_links(scene: Scene) -> None:
    random = np.random.default_rng(0)
    q = scene.random_configuration(0)
    matrix = scene.mass_matrix(q)
    np.testing.assert_allclose(matrix, matrix.T, atol=1e-12)
    assert len(matrix) == len(scene.velocities) > 1
    for _ in range(5):
        rates = random.uniform(-1, 1, len(matrix))
        assert rates @ matrix @ rates / 2 == pytest.approx(energy(scene, q, rates), rel=1e-12)


def test_many_configurations_have_many_matrices() -> None:
    scene = chain()
    many = scene.random_configuration(1, 4)
    batch = scene.mass_matrix(many)
    assert batch.shape == (4, len(scene.velocities), len(scene.velocities))
    for number, vector in enumerate(scene.vector(many)):
        np.testing.assert_allclose(batch[number], scene.mass_matrix(vector), rtol=1e-12, atol=1e-14)


def test_what_follows_a_joint_is_counted_in() -> None:
    scene = bodyplan.load(EXAMPLES / "arm.urdf").scene
    whole, free = scene.mass_matrix(), scene.mass_matrix(independent=True)
    assert (len(whole), len(free)) == (4, len(scene.free_coordinates))
    assert free.shape == (3, 3)
    # both slides of the gripper move at the rate of one
    names = [each.joint for each in scene.velocities]
    left, right = names.index("arm::left_slide"), names.index("arm::right_slide")
    assert free[-1, -1] == pytest.approx(whole[left, left] + whole[right, right] + 2 * whole[left, right])


def test_a_robot_without_joints_or_masses_has_a_matrix() -> None:
    assert bodyplan.loads('<robot name="r"><link name="a"/></robot>').scene.mass_matrix().shape == (0, 0)
    text = '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>'
    assert bodyplan.loads(text).scene.mass_matrix().tolist() == [[0.0]]


def test_links_that_nothing_holds_and_loops_have_no_part() -> None:
    """A joint that closes a loop has no rates of its own in the tree."""
    text = f"""<sdf version="1.11"><model name="m"><link name="a">{INERTIAL.format(1)}</link><link name="b">{INERTIAL.format(2)}</link>
        <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>
        <joint name="k" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"""
    matrix = bodyplan.loads(text).scene.mass_matrix()
    assert matrix[0, 0] > 0
    assert not matrix[1].any()
    assert not matrix[:, 1].any()


def test_pinocchio_has_the_same_matrix() -> None:
    try:
        pinocchio: Any = importlib.import_module("pinocchio")
    except ImportError:
        pytest.skip("needs pinocchio")
    path = EXAMPLES / "arm.urdf"
    scene = bodyplan.load(path).scene
    model = pinocchio.buildModelFromUrdf(str(path))
    data = model.createData()
    rates = np.random.default_rng(0).uniform(-0.5, 0.5, scene.dofs)
    q, order = pinocchio.neutral(model), []
    for number, coordinate in enumerate(scene.coordinates):
        joint = model.joints[model.getJointId(coordinate.joint.rpartition("::")[2])]
        assert joint.nq == 1
        q[joint.idx_q] = rates[number]
        order.append(joint.idx_v)
    theirs = pinocchio.crba(model, data, q)
    theirs = (np.triu(theirs) + np.triu(theirs, 1).T)[np.ix_(order, order)]
    np.testing.assert_allclose(scene.mass_matrix(rates), theirs, rtol=0, atol=1e-12 * np.abs(theirs).max())
