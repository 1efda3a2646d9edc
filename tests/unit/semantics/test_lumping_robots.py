"""Links that are fixed to each other as one, in a robot."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import numpy as np
import pytest

INERTIAL = (
    '<inertial><origin xyz="0.1 0.2 0.3" rpy="0.3 0.2 0.1"/><mass value="{}"/>'
    '<inertia ixx="0.1" ixy="0.01" ixz="0" iyy="0.2" iyz="0" izz="0.25"/></inertial>'
)


def robot(*, more: str = "", of_c: str = "") -> str:
    return f"""<robot name="r">
  <link name="a">{INERTIAL.format(1)}</link>
  <link name="b">{INERTIAL.format(2)}<collision><origin xyz="0 0 1"/><geometry><box size="1 2 3"/></geometry></collision></link>
  <link name="c">{INERTIAL.format(4)}{of_c}</link>
  <link name="d">{INERTIAL.format(8)}</link>
  <joint name="ab" type="fixed"><origin xyz="1 0 0" rpy="0 0 1"/><parent link="a"/><child link="b"/></joint>
  <joint name="bc" type="fixed"><origin xyz="0 1 0" rpy="1 0 0"/><parent link="b"/><child link="c"/></joint>
  <joint name="cd" type="continuous"><origin xyz="0 0 1"/><parent link="c"/><child link="d"/><axis xyz="0 1 0"/></joint>
  {more}
</robot>
"""


def mass_matrix_of(doc: bodyplan.AnyDocument) -> tuple[float, np.ndarray, np.ndarray]:
    """Mass, centre and moments about the origin of the whole robot."""
    total, first, second = 0.0, np.zeros(3), np.zeros((3, 3))
    poses = doc.scene.forward_kinematics(doc.scene.random_configuration(3))
    for name, link in doc.scene.links.items():
        X = poses[name]
        com = X[:3, :3] @ link.com + X[:3, 3]
        total, first = total + link.mass, first + link.mass * com
        second += X[:3, :3] @ link.inertia @ X[:3, :3].T + link.mass * (com @ com * np.eye(3) - np.outer(com, com))
    return total, first, second


def test_masses_shapes_and_joints_stay_where_they_are() -> None:
    before = bodyplan.loads(robot())
    made = bodyplan.lump(bodyplan.loads(robot()))
    after = bodyplan.loads(made.document.dumps())
    assert made.lumped == {"b": "a", "c": "a"}
    assert [*after.scene.links] == ["r::a", "r::d"]
    for old, new in zip(mass_matrix_of(before), mass_matrix_of(after)):
        assert np.allclose(old, new, rtol=1e-10, atol=1e-10)
    q = before.scene.random_configuration(1)
    one, other = before.scene.forward_kinematics(q), after.scene.forward_kinematics(q)
    assert np.allclose(one["r::d"], other["r::d"])
    (shape,) = after.scene.links["r::a"].collisions
    assert np.allclose(
        other["r::a"] @ shape.pose.matrix, one["r::b"] @ before.scene.links["r::b"].collisions[0].pose.matrix
    )


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ('<gazebo reference="bc"><preserveFixedJoint>true</preserveFixedJoint></gazebo>', "joint 'bc' is to stay"),
        ('<gazebo reference="c"><mu1>0.5</mu1></gazebo>', "<mu1>"),
        ('<gazebo><plugin name="p" filename="f.so"><body>c</body></plugin></gazebo>', "<body> names link 'c'"),
        (
            (
                '<gazebo reference="a"><selfCollide>0</selfCollide></gazebo>'
                '<gazebo reference="c"><selfCollide>1</selfCollide></gazebo>'
            ),
            "<selfCollide>",
        ),
    ],
)
def test_link_stays_where_something_is_said_of_it_alone(more: str, reason: str) -> None:
    made = bodyplan.lump(bodyplan.loads(robot(more=more)))
    assert made.lumped == {"b": "a"}
    assert reason in made.kept["c"]
    joint = next(each for each in made.document.root.joint if each.name == "bc")
    assert joint.parent.link == "a"


def test_sensor_is_placed_in_the_link_that_is_left() -> None:
    block = '<gazebo reference="c"><sensor name="s" type="imu"><pose>0 0 1 0 0 0</pose></sensor></gazebo>'
    before = bodyplan.loads(robot(more=block))
    made = bodyplan.lump(bodyplan.loads(robot(more=block)))
    poses = before.scene.forward_kinematics({})
    placed = bodyplan.convert(made.document, "sdformat").document.scene.attachments
    (sensor,) = placed.values()
    expected = np.linalg.inv(poses["r::a"]) @ poses["r::c"] @ [0, 0, 1, 1]
    assert np.allclose(sensor.pose.matrix[:, 3], expected)


def test_others_than_robots_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="robots"):
        bodyplan.lump(bodyplan.new("sdformat", name="w"))


def test_shapes_get_no_needless_names_and_none_twice() -> None:
    shape = "<visual{}><geometry><sphere radius='1'/></geometry></visual>"
    plain, named = shape.format(""), shape.format(" name='ball'")
    links = (
        f'<link name="a">{named}</link><link name="b">{plain}{named}</link>'
        '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
    )
    made = bodyplan.lump(bodyplan.loads(f'<robot name="r">{links}</robot>')).document.root
    assert [each.name for each in made.link[0].visual] == ["ball", None, "ball_1"]
    block = '<gazebo reference="a"><material>Gazebo/Red</material></gazebo>'
    told = bodyplan.lump(bodyplan.loads(f'<robot name="r">{links}{block}</robot>')).document.root
    assert [each.name for each in told.link[0].visual] == ["ball", "b_visual", "ball_1"]


@pytest.mark.parametrize("shape", ["", '<visual><geometry><box size="1 1 1"/></geometry></visual>'])
def test_comments_of_what_is_gone_stand_above_the_link_that_it_is_part_of(shape: str) -> None:
    text = f"""<robot name="r">
  <!-- the body -->
  <link name="a"/>
  <!-- the cover -->
  <link name="b"> <!-- of tin -->
    {shape}
    <inertial>
      <mass value="1"/> <!-- weighed -->
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <joint name="j" type="fixed"> <!-- four screws -->
    <parent link="a"/>
    <child link="b"/> <!-- rarely open -->
  </joint>
</robot>
"""
    written = bodyplan.lump(bodyplan.loads(text)).document.dumps()
    above, _, _ = written.partition('<link name="a"')
    told = ["the body", "the cover", "of tin", "weighed", "four screws", "rarely open"]
    assert [line.strip() for line in above.splitlines()[1:-1]] == [f"<!-- {each} -->" for each in told]
    assert written.count("<!--") == len(told)
