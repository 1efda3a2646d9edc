"""SRDF documents, alone and beside the robot that they are about."""

from __future__ import annotations

import random
import re
from pathlib import Path

import bodyplan
import pytest
from bodyplan import srdf

ARM = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="wrist_link"/>
  <link name="hand"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="finger"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="10" velocity="1"/>
  </joint>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="wrist_link"/><axis xyz="0 0 1"/></joint>
  <joint name="wrist" type="fixed"><parent link="wrist_link"/><child link="hand"/></joint>
  <joint name="grip" type="prismatic">
    <parent link="hand"/><child link="finger"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.04" effort="10" velocity="1"/>
  </joint>
</robot>
"""
WHOLE = """<?xml version="1.0"?>
<!-- What MoveIt is to know of the arm. -->
<robot name="arm">
  <virtual_joint name="stand" type="floating" parent_frame="world" child_link="base"/>
  <group name="arm">
    <chain base_link="base" tip_link="hand"/>
  </group>
  <group name="gripper">
    <joint name="grip"/>
  </group>
  <group name="all">
    <group name="arm"/>
    <group name="gripper"/>
    <joint name="stand"/>
  </group>
  <group_state name="home" group="arm">
    <joint name="shoulder" value="0.5"/>
    <joint name="elbow" value="3"/>
  </group_state>
  <group_state name="up" group="all">
    <joint name="stand" value="0 0 0.4 0 0 0 1"/>
    <joint name="grip" value="0.0401"/>
    <joint name="elbow" value="1 0"/>
  </group_state>
  <end_effector name="gripper" group="gripper" parent_link="hand" parent_group="arm"/>
  <passive_joint name="stand"/>
  <joint_property joint_name="elbow" property_name="angular_distance_weight" value="0.5"/>
  <link_sphere_approximation link="upper">
    <sphere center="0 0 0.1" radius="0.2"/>
  </link_sphere_approximation>
  <disable_default_collisions link="base"/>
  <enable_collisions link1="base" link2="hand"/>
  <disable_collisions link1="upper" link2="hand" reason="Adjacent"/>
  <disable_collisions link1="hand" link2="finger" reason="Adjacent"/>
  <rotor_params>
    <joint name="shoulder" mass="0.001" gear_ratio="100"/>
  </rotor_params>
</robot>
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with the arm."""
    folder = tmp_path / "src" / "arm_config"
    (folder / "config").mkdir(parents=True)
    (folder / "urdf").mkdir()
    (folder / "package.xml").write_text("<package format='3'><name>arm_config</name></package>", "utf-8")
    (folder / "urdf" / "robot.urdf").write_text(ARM, "utf-8")
    return folder


def codes(folder: Path, text: str, name: str = "arm.srdf", **options: bool) -> list[str]:
    """What is found in an SRDF of the package, with lines."""
    path = folder / "config" / name
    path.write_text(text, "utf-8")
    return [f"{each.line} {each.severity} {each.code}" for each in bodyplan.check(path, **options).diagnostics]


def test_a_document_of_every_part_is_typed_and_clean(package: Path) -> None:
    assert codes(package, WHOLE) == []
    document = bodyplan.load(package / "config" / "arm.srdf")
    assert document.format == "srdf"
    root = document.root
    assert isinstance(root, srdf.Robot)
    assert root.group[0].chain[0].tip_link == "hand"
    assert list(root.group_state[1].joint[0].value) == [0, 0, 0.4, 0, 0, 0, 1]
    assert document.dumps() == WHOLE
    assert document.scene.links == {}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('tip_link="hand"', 'tip_link="hnd"', "6 error BP350"),
        ('child_link="base"', 'child_link="bse"', "4 error BP350"),
        ('child_link="base"', 'child_link="upper"', "4 warning BP360"),
        ('type="floating"', 'type="loose"', "4 error BP107"),
        ('<joint name="grip"/>', '<joint name="grp"/>', "9 error BP350"),
        ('<group name="arm"/>', '<group name="arn"/>', "12 error BP311"),
        ('<group name="arm"/>', '<group name="all"/>', "12 error BP353"),
        ('group="arm">', 'group="leg">', "16 error BP311"),
        ('"shoulder" value="0.5"', '"shoulder" value="1.2"', "17 warning BP357"),
        ('"shoulder" value="0.5"', '"shoulder" value="0 1"', "17 error BP356"),
        ('"shoulder" value="0.5"', '"shoulder" value="half"', "17 error BP101"),
        ('"shoulder" value="0.5"', '"grip" value="0"', "17 warning BP355"),
        ('"0 0 0.4 0 0 0 1"', '"0 0 0.4"', "21 error BP356"),
        ('parent_link="hand"', 'parent_link="thumb"', "25 error BP350"),
        ('parent_link="hand"', 'parent_link="finger"', "25 note BP361"),
        ('parent_link="hand"', 'parent_link="base"', "25 warning BP352"),
        ('passive_joint name="stand"', 'passive_joint name="stnd"', "26 error BP350"),
        ('joint_name="elbow"', 'joint_name="elbw"', "27 error BP350"),
        ('approximation link="upper"', 'approximation link="uper"', "28 error BP350"),
        ('radius="0.2"', 'radius="-0.2"', "29 warning BP106"),
        ('collisions link="base"', 'collisions link="bse"', "31 warning BP350"),
        ('link1="hand"', 'link1="hnd"', "34 warning BP350"),
        ('link1="hand" link2="finger"', 'link1="hand" link2="upper"', "34 warning BP358"),
        ('joint name="shoulder" mass', 'joint name="sholder" mass', "36 error BP350"),
        ('<group name="gripper">\n    <joint name="grip"/>', '<group name="gripper">', "8 warning BP354"),
        ('<group name="all">', '<group name="arm">', "11 error BP323"),
        ('<joint name="elbow" value="3"/>', '<joint name="shoulder" value="0"/>', "18 warning BP323"),
        ("disable_default_collisions", "disable_default_collision", "31 warning BP201"),
    ],
)
def test_one_mistake_is_one_finding_at_its_line(package: Path, old: str, new: str, expected: str) -> None:
    assert codes(package, WHOLE.replace(old, new, 1))[:1] == [expected]


def test_a_robot_is_not_found_without_its_package_and_nothing_is_said_of_links(tmp_path: Path) -> None:
    (tmp_path / "alone" / "config").mkdir(parents=True)
    text = WHOLE.replace('tip_link="hand"', 'tip_link="hnd"')
    assert codes(tmp_path / "alone", text) == []
    assert bodyplan.loads(text, format="srdf").format == "srdf"


def test_the_note_of_the_assistant_names_the_robot(package: Path) -> None:
    other = package.parent / "leg_description"
    (other / "urdf").mkdir(parents=True)
    (other / "package.xml").write_text("<package format='3'><name>leg_description</name></package>", "utf-8")
    (other / "urdf" / "leg.urdf").write_text('<robot name="leg"><link name="thigh"/></robot>', "utf-8")
    note = "moveit_setup_assistant_config:\n  URDF:\n    package: leg_description\n    relative_path: urdf/leg.urdf\n"
    (package / ".setup_assistant").write_text(note + "  SRDF:\n    relative_path: config/arm.srdf\n", "utf-8")
    text = '<robot name="arm">\n<group name="a">\n<link name="base"/>\n<link name="thigh"/>\n</group>\n</robot>\n'
    assert codes(package, text) == ["1 warning BP351", "3 error BP350"]


def test_several_robots_of_one_name_are_taken_together(package: Path) -> None:
    variant = ARM.replace("finger", "claw").replace('upper="1"', 'upper="3"')
    (package / "urdf" / "variant.urdf").write_text(variant, "utf-8")
    text = '<robot name="arm"><group name="g"><link name="finger"/><link name="claw"/>\n<link name="thumb"/></group></robot>'
    assert codes(package, text) == ["2 error BP350"]


def test_xacro_of_robot_and_description(package: Path) -> None:
    pytest.importorskip("xacro", reason="the extra xacro is not installed")
    (package / "urdf" / "robot.urdf").unlink()
    robot = ARM.replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" ').replace("1.2", "${1 + 0.2}")
    (package / "urdf" / "arm.urdf.xacro").write_text(robot, "utf-8")
    described = (
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="arm">\n'
        '<xacro:macro name="groups" params="tip">\n'
        '<group name="arm"><chain base_link="base" tip_link="${tip}"/></group>\n'
        "</xacro:macro>\n"
        '<xacro:groups tip="hnd"/>\n'
        "</robot>\n"
    )
    assert codes(package, described, "arm.srdf.xacro") == ["5 error BP350"]


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ('<robot name="r"/>', "urdf"),
        ('<robot name="r"><group name="g"><link name="l"/></group></robot>', "srdf"),
        ('<robot name="r"><!-- <link name="l"/> --><disable_collisions link1="a" link2="b"/></robot>', "srdf"),
        ('<robot name="r"><link name="l"/><group name="g"/></robot>', "urdf"),
        ('<robot name="r"><material name="m"/><joint name="j" type="fixed"/></robot>', "urdf"),
    ],
)
@pytest.mark.parametrize("filling", ["", "<!--" + "x" * 600_000 + "-->"], ids=["small", "large"])
def test_the_parts_say_which_format_a_text_is_of(text: str, format: str, filling: str, tmp_path: Path) -> None:
    opened = text if text.endswith("</robot>") else text.replace("/>", "></robot>")
    found = {}
    for ending in ("xml", "urdf", "srdf"):
        path = tmp_path / f"robot.{ending}"
        path.write_text(opened.replace("</robot>", f"{filling}</robot>"), "utf-8")
        found[ending] = [each.format_words() for each in bodyplan.check(path).diagnostics]
    assert found["xml"] == found[format]
    assert found["urdf"] != found["srdf"]


def test_cycles_of_many_groups_end(package: Path) -> None:
    inner = "".join(f'<group name="g{n}"><group name="g{n + 1}"/></group>' for n in range(5000))
    text = f'<robot name="arm">{inner}<group name="g5000"><group name="g0"/></group></robot>'
    assert {each.split()[-1] for each in codes(package, text)} == {"BP353"}


def test_random_removals_never_raise(package: Path) -> None:
    generator = random.Random(3)
    names = re.findall(r'"[^"]*"', WHOLE)
    for _ in range(60):
        text = WHOLE.replace(generator.choice(names), generator.choice(['""', '" "', '"ö"', '"a::b"', '"0"']))
        for each in codes(package, text):
            assert re.fullmatch(r"\d+ (error|warning|note) BP\d+", each)


def test_a_variant_with_the_name_of_the_robot_may_be_meant(tmp_path: Path) -> None:
    joint = '<joint name="{}" type="continuous"><parent link="base"/><child link="{}"/></joint>'
    small = f'<robot name="dog"><link name="base"/><link name="leg"/>{joint.format("hip", "leg")}'
    large = f'<link name="tail"/>{joint.format("wag", "tail")}</robot>'
    (tmp_path / "dog.urdf").write_text(f"{small}</robot>", encoding="utf-8")
    (tmp_path / "dog_with_tail.urdf").write_text(small + large, encoding="utf-8")
    srdf = tmp_path / "dog.srdf"

    def found(name: str) -> list[str]:
        text = f'<robot name="dog"><group name="all"><joint name="hip"/><joint name="{name}"/></group></robot>'
        srdf.write_text(text, encoding="utf-8")
        return [each.message for each in bodyplan.check(srdf).diagnostics if each.severity == "error"]

    assert found("hip") == []
    assert found("wag") == []
    assert found("nod") == ["robot 'dog' has no joint 'nod'"]
