"""What a conversion to URDF says so that the way back knows it, without anything stored."""

from __future__ import annotations

import bodyplan
import pytest

MODEL = """
<sdf version="1.12">
  <model name="post">
    <static>true</static>
    {placed}
    <link name="base">
      <inertial><mass>2</mass></inertial>
      <collision name="skin">
        <geometry><box><size>1 1 1</size></box></geometry>
        <surface><friction><ode><mu>0.5</mu><mu2>0.25</mu2></ode></friction></surface>
      </collision>
      <visual name="visual">
        <geometry><box><size>1 1 1</size></box></geometry>
      </visual>
      <sensor name="bump" type="contact">
        <contact><collision>skin</collision></contact>
        <update_rate>15</update_rate>
      </sensor>
    </link>
    {more}
  </model>
</sdf>
"""


@pytest.mark.parametrize(
    ("placed", "more"),
    [
        ("", ""),
        ("<pose>1 0 0.5 0 0 0.25</pose>", ""),
        ("", '<link name="other"><pose>0 2 0 0 0 0</pose><inertial><mass>1</mass></inertial></link>'),
    ],
)
def test_static_models_and_names_of_shapes_come_back(placed: str, more: str) -> None:
    document = bodyplan.loads(MODEL.format(placed=placed, more=more))
    there = bodyplan.convert(document, "urdf")
    assert "<collision>base__skin_collision</collision>" in there.document.dumps()  # as Gazebo calls it
    assert bodyplan.diff(document, bodyplan.convert(there.document, "sdformat").document) == ()


def test_joint_of_another_name_stays_in_a_static_model() -> None:
    robot = """
    <robot name="r">
      <link name="world"/>
      <link name="base"/>
      <joint name="bolt" type="fixed"><parent link="world"/><child link="base"/></joint>
      <gazebo><static>true</static></gazebo>
    </robot>
    """
    made = bodyplan.convert(bodyplan.loads(robot), "sdformat").document
    assert made.scene.models["r"].static
    assert list(made.scene.joints) == ["r::bolt"]


@pytest.mark.parametrize(
    ("called", "number"), [("base_skin_collision", 0), ("base_collision_1", 1), ("base_skin", 0), ("elsewhere", None)]
)
def test_sensor_for_contacts_names_the_collision_as_it_is_called_in_the_result(called: str, number: int | None) -> None:
    robot = f"""
    <robot name="r">
      <link name="base">
        <collision name="base_skin"><geometry><box size="1 1 1"/></geometry></collision>
        <collision><geometry><box size="1 1 1"/></geometry></collision>
      </link>
      <gazebo reference="base">
        <sensor name="bump" type="contact"><contact><collision>{called}</collision></contact></sensor>
      </gazebo>
    </robot>
    """
    link = bodyplan.convert(bodyplan.loads(robot), "sdformat").document.root.model.link[0]
    expected = called if number is None else link.collision[number].name
    assert link.sensor[0].contact.collision == expected


def test_comment_with_hyphens_above_the_root_is_there_once() -> None:
    text = '<!-- a -- b -->\n<robot name="r"><link name="a"/></robot>\n'
    made = bodyplan.convert(bodyplan.loads(text), "sdformat").document.dumps()
    assert made.count("<!--") == 1
    assert "<!-- a - - b -->" in made
