"""Drake's constraints, force elements and collision filters, written in URDF and in SDFormat."""

from __future__ import annotations

from typing import Any

import bodyplan
import pytest
from bodyplan.semantics.formats.drake import tags as drake_tags
from bodyplan.semantics.formats.drake.tags import add_constraints
from bodyplan.semantics.ir.world import WorldIR

DRAKE = 'xmlns:drake="http://drake.mit.edu"'

URDF = f"""\
<robot name="m" {DRAKE}>
  <link name="a"/><link name="b"/><link name="c"/>
  <joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>
  <joint name="k" type="continuous"><parent link="b"/><child link="c"/></joint>
  <drake:ball_constraint>
    <drake:ball_constraint_body_A name="a"/><drake:ball_constraint_p_AP value="1 2 3"/>
    <drake:ball_constraint_body_B name="b"/><drake:ball_constraint_p_BQ value="4 5 6"/>
  </drake:ball_constraint>
  <drake:tendon_constraint>
    <drake:tendon_constraint_joint name="j" a="2"/><drake:tendon_constraint_joint name="k" a="-1"/>
    <drake:tendon_constraint_offset value="0.1"/><drake:tendon_constraint_lower_limit value="-1"/>
    <drake:tendon_constraint_upper_limit value="1"/><drake:tendon_constraint_stiffness value="100"/>
    <drake:tendon_constraint_damping value="0.5"/>
  </drake:tendon_constraint>
  <drake:linear_bushing_rpy>
    <drake:bushing_frameA name="a"/><drake:bushing_frameC name="c"/>
    <drake:bushing_torque_stiffness value="1 2 3"/><drake:bushing_torque_damping value="4 5 6"/>
    <drake:bushing_force_stiffness value="7 8 9"/><drake:bushing_force_damping value="10 11 12"/>
  </drake:linear_bushing_rpy>
  <drake:linear_spring_damper>
    <drake:linear_spring_damper_body_A name="a"/><drake:linear_spring_damper_p_AP value="1 2 3"/>
    <drake:linear_spring_damper_body_B name="b"/><drake:linear_spring_damper_p_BQ value="4 5 6"/>
    <drake:linear_spring_damper_free_length value="1"/><drake:linear_spring_damper_stiffness value="2"/>
    <drake:linear_spring_damper_damping value="3"/>
  </drake:linear_spring_damper>
  <drake:collision_filter_group name="g">
    <drake:member link="a"/><drake:member link="c"/>
    <drake:ignored_collision_filter_group name="g"/>
  </drake:collision_filter_group>
  <drake:collision_filter_group name="off" ignore="true"><drake:member link="b"/></drake:collision_filter_group>
</robot>
"""

SDFORMAT = f"""\
<sdf version="1.9" {DRAKE}><model name="m">
  <link name="a"/><link name="b"/><link name="c"/>
  <drake:ball_constraint>
    <drake:ball_constraint_body_A>a</drake:ball_constraint_body_A>
    <drake:ball_constraint_p_AP>1 2 3</drake:ball_constraint_p_AP>
    <drake:ball_constraint_body_B>b</drake:ball_constraint_body_B>
    <drake:ball_constraint_p_BQ>4 5 6</drake:ball_constraint_p_BQ>
  </drake:ball_constraint>
  <drake:linear_bushing_rpy>
    <drake:bushing_frameA>::a</drake:bushing_frameA><drake:bushing_frameC>c</drake:bushing_frameC>
    <drake:bushing_torque_stiffness>1 2 3</drake:bushing_torque_stiffness>
    <drake:bushing_torque_damping>4 5 6</drake:bushing_torque_damping>
    <drake:bushing_force_stiffness>7 8 9</drake:bushing_force_stiffness>
    <drake:bushing_force_damping>10 11 12</drake:bushing_force_damping>
  </drake:linear_bushing_rpy>
  <drake:collision_filter_group name="g">
    <drake:member>a</drake:member><drake:member>c</drake:member>
    <drake:ignored_collision_filter_group>g</drake:ignored_collision_filter_group>
  </drake:collision_filter_group>
</model></sdf>
"""


def records(text: str) -> WorldIR:
    root: Any = bodyplan.loads(text).root
    holder = root if text.startswith("<robot") else root.model if not isinstance(root.model, list) else root.model[0]
    description = WorldIR("test")
    add_constraints(holder, "m", description)
    drake_tags.add_collision_groups(holder, "m", description)
    return description


@pytest.mark.parametrize("text", [URDF, SDFORMAT], ids=["URDF", "SDFormat"])
def test_both_formats_give_the_same_records(text: str) -> None:
    found = records(text)
    ball: Any = found.constraints[0]
    assert (ball.scope, ball.body_a, ball.point_a, ball.body_b, ball.point_b) == ("m", "a", (1, 2, 3), "b", (4, 5, 6))
    bushing: Any = found.force_elements[0]
    assert (bushing.frame_a, bushing.frame_c) == ("a", "c")
    assert bushing.torque_stiffness == (1, 2, 3)
    assert bushing.torque_damping == (4, 5, 6)
    assert bushing.force_stiffness == (7, 8, 9)
    assert bushing.force_damping == (10, 11, 12)
    (group,) = found.collision_groups
    assert (group.name, group.members, group.member_groups, group.ignored) == ("m::g", ["a", "c"], [], ["g"])


def test_a_robot_with_all_of_them_makes_a_scene() -> None:
    scene = bodyplan.loads(URDF).scene
    assert len(scene.constraints) == 2
    assert len(scene.force_elements) == 2
    assert scene.collision_filter.excludes("m::a", "m::c")
    tendon: Any = records(URDF).constraints[1]
    assert tendon.joints == [("j", 2), ("k", -1)]
    assert (tendon.offset, tendon.lower, tendon.upper, tendon.stiffness, tendon.damping) == (0.1, -1, 1, 100, 0.5)
    spring: Any = records(URDF).force_elements[1]
    assert (spring.free_length, spring.stiffness, spring.damping) == (1, 2, 3)


def test_a_tag_that_lacks_a_part_makes_no_record() -> None:
    text = f"""<robot name="m" {DRAKE}><link name="a"/><link name="b"/>
      <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
      <drake:ball_constraint><drake:ball_constraint_body_A name="a"/></drake:ball_constraint></robot>"""
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text, target="drake")
    assert {finding.code for finding in caught.value.diagnostics} <= {"BP203", "BP213"}


@pytest.mark.parametrize(("written", "read"), [("::a::b", "a::b"), ("a::::b::", "a::b"), (" a ", "a")])
def test_scoped_names_are_cleaned(written: str, read: str) -> None:
    assert drake_tags.reference(written) == read


def test_a_tendon_names_a_joint_once() -> None:
    text = URDF.replace('name="k" a="-1"', 'name="j" a="-1"')
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text)
    assert [finding.code for finding in caught.value.diagnostics] == ["BP529"]


@pytest.mark.parametrize("namespace", ["https://drake.mit.edu", "drake.mit.edu", "x"])
def test_the_prefix_counts_whatever_it_is_bound_to(namespace: str) -> None:
    text = (
        '<robot name="r" xmlns:drake="http://drake.mit.edu"><link name="a"/><link name="b"/><link name="c"/>'
        '<joint name="k" type="revolute"><parent link="a"/><child link="c"/>'
        '<limit lower="0" upper="1" effort="1" velocity="1" drake:acceleration="5"/></joint>'
        '<drake:joint name="j" type="ball"><parent link="a"/><child link="b"/></drake:joint></robot>'
    )
    other = text.replace("http://drake.mit.edu", namespace)
    for version in (other, bodyplan.loads(other).dumps()):
        assert namespace in version
        joints = bodyplan.loads(version).scene.joints
        assert list(joints) == ["r::k", "r::j"]
        assert joints["r::k"].axes[0].acceleration == 5
