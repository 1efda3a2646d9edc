"""Poses at one configuration are those that many at once have."""

from __future__ import annotations

import bodyplan
import numpy as np
import pytest

ROBOT = """<robot name="r">
  <link name="base"/>
  {links}
</robot>"""
LINK = (
    '<link name="l{number}"/><joint name="j{number}" type="{type}"><parent link="{parent}"/><child link="l{number}"/>'
    '<origin xyz="0.1 -0.2 0.3" rpy="0.4 {number} 0.6"/><axis xyz="1 -2 0.5"/>'
    '<limit lower="-9" upper="9" effort="1" velocity="1"/></joint>'
)
SCREW = """<sdf version="1.9"><model name="m"><link name="a"/><link name="b"><pose>1 0 2 0.3 0 0</pose></link>
  <link name="c"><pose>0 1 2 0 0.3 0</pose></link>
  <joint name="first" type="screw"><parent>a</parent><child>b</child><axis><xyz>1 1 0</xyz></axis>
    <screw_thread_pitch>0.4</screw_thread_pitch></joint>
  <joint name="second" type="{type}"><parent>c</parent><child>b</child><axis><xyz>0 1 1</xyz></axis>
    <axis2><xyz>1 0 0</xyz></axis2></joint></model></sdf>"""


def _tree(types: list[tuple[str, str]]) -> str:
    links = [LINK.format(number=number, type=type, parent=parent) for number, (type, parent) in enumerate(types, 1)]
    return ROBOT.format(links="".join(links))


@pytest.mark.parametrize(
    "text",
    [
        _tree([("revolute", "base"), ("prismatic", "l1"), ("fixed", "l2"), ("continuous", "l2"), ("revolute", "base")]),
        _tree([("fixed", "base"), ("revolute", "l1"), ("planar", "l2"), ("revolute", "l3")]),
        _tree([("revolute", "base"), ("floating", "l1"), ("prismatic", "l2")]),
        SCREW.format(type="revolute"),
        SCREW.format(type="universal"),
        SCREW.format(type="ball"),
    ],
)
def test_one_configuration_is_as_one_of_many(text: str) -> None:
    scene = bodyplan.loads(text).scene
    generator = np.random.default_rng(5)
    # no quaternion has to be of length one for both to be the same, but all of one are more than none
    q = generator.uniform(-2.0, 2.0, scene.dofs) + 0.1
    once, twice = scene.forward_kinematics(q), scene.forward_kinematics(np.stack([q, q]))
    names = list(scene.links)
    np.testing.assert_allclose(once.stack(names), twice.stack(names)[:, 0], rtol=0, atol=1e-13)
    for name in names:
        np.testing.assert_allclose(scene.pose(name, q=q).matrix, once[name], rtol=0, atol=1e-13)


def test_neutral_poses_are_those_of_the_document() -> None:
    scene = bodyplan.loads(_tree([("revolute", "base"), ("prismatic", "l1"), ("fixed", "l2")])).scene
    neutral = scene.forward_kinematics()
    for name in scene.links:
        np.testing.assert_allclose(neutral[name], scene.pose(name).matrix, rtol=0, atol=1e-13)
