"""What documents mean differently, and what does not count."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan import urdf
from bodyplan.cli.main import main

ROBOT = """<robot name="r">
  <link name="a">
    <inertial><origin xyz="0 0 1"/><mass value="2"/><inertia ixx="1e-8" iyy="1e-8" izz="1e-8" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><box size="1 1 1"/></geometry></visual>
  </link>
  <link name="b"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="c"/>
  <joint name="j" type="revolute">
    <origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
    <limit lower="-1" upper="1" effort="3" velocity="4"/>
  </joint>
  <joint name="k" type="continuous"><parent link="b"/><child link="c"/><mimic joint="j" multiplier="2"/></joint>
</robot>
"""
MODEL = """<sdf version="1.11"><model name="r">
  <link name="a">
    <inertial><pose>0 0 1 0 0 0</pose><mass>2</mass><inertia><ixx>1e-8</ixx><iyy>1e-8</iyy><izz>1e-8</izz></inertia></inertial>
    <visual name="looks"><geometry><box><size>1 1 1</size></box></geometry></visual>
  </link>
  <joint name="j" type="revolute"><pose relative_to="a">0 0 1 0 0 1.5707963</pose><parent>a</parent><child>b</child>
    <axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>1</upper><effort>3</effort><velocity>4</velocity></limit></axis>
  </joint>
  <link name="b"><pose relative_to="j"/><inertial><mass>2</mass></inertial></link>
</model></sdf>
"""


def _told(a: bodyplan.AnyDocument, b: bodyplan.AnyDocument, tolerance: float = 1e-6) -> list[tuple[str, ...]]:
    return [
        tuple(filter(None, (each.kind, each.name, each.what or each.change))) for each in bodyplan.diff(a, b, tolerance)
    ]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("1e-8", "1.00001e-8", [("link", "a", "inertia")]),
        ('mass value="2"', 'mass value="2.1"', [("link", "a", "mass"), ("link", "b", "mass")]),
        ('xyz="0 0 1"/>', 'xyz="0 0 2"/>', [("link", "a", "com")]),
        ("box size", 'sphere radius="1" size', [("visual", "a::Box", "geometry")]),
        (
            'rpy="0 0 1.5707963267948966"',
            'rpy="0 0 0"',
            [("joint", "j", "pose"), ("joint", "j", "frame"), ("joint", "j", "axis")],
        ),
        ('upper="1"', 'upper="1.5"', [("joint", "j", "upper")]),
        ('axis xyz="1 0 0"', 'axis xyz="0 1 0"', [("joint", "j", "axis")]),
        ("continuous", "prismatic", [("joint", "k", "motion")]),
        ('multiplier="2"', 'multiplier="3"', [("MimicConstraint", "k", "multiplier")]),
        ('robot name="r"', 'robot name="s"', [("model", "r", "name")]),
        ("</robot>", '<frame name="f" link="b"/></robot>', [("frame", "f", "added")]),
        ('  <link name="a">', '<!-- a -->\n<link\nname="a">', []),
        ('xyz="0 0 1" rpy', 'xyz="0 0.0e3 1.00000001" rpy', []),
    ],
)
def test_each_difference_is_told_once(old: str, new: str, found: list[tuple[str, ...]]) -> None:
    assert old in ROBOT
    a, b = urdf.loads(ROBOT), urdf.loads(ROBOT.replace(old, new))
    if "prismatic" in new:
        b = urdf.loads(
            ROBOT.replace('type="continuous">', 'type="prismatic"><limit lower="0" upper="1" effort="1" velocity="1"/>')
        )
        assert ("joint", "k", "motion") in _told(a, b)
        return
    assert _told(a, b) == found
    assert len(_told(b, a)) == len(found)


def test_a_robot_is_the_same_in_another_format() -> None:
    text = ROBOT.replace('  <link name="c"/>\n', "")
    text = text[: text.index('  <joint name="k"')] + "</robot>"
    assert bodyplan.diff(urdf.loads(text), bodyplan.loads(MODEL)) == ()
    other = bodyplan.loads(MODEL.replace("<upper>1<", "<upper>2<").replace('model name="r"', 'model name="m"'))
    found = bodyplan.diff(urdf.loads(text), other)
    assert [(each.name, each.what, each.old, each.new) for each in found] == [
        ("r", "name", "r", "m"),
        ("j", "upper", 1, 2),
    ]


def test_the_tolerance_decides_and_places_are_told(tmp_path: Path) -> None:
    a, b = tmp_path / "a.urdf", tmp_path / "b.urdf"
    a.write_text(ROBOT, encoding="utf-8")
    b.write_text("\n" + ROBOT.replace('upper="1"', 'upper="1.01"'), encoding="utf-8")
    (found,) = bodyplan.diff(a, b)
    assert found.old_place == bodyplan.Location(str(a), 10, 5, 10, 58)
    assert found.new_place == bodyplan.Location(str(b), 11, 5, 11, 61)
    assert bodyplan.diff(a, b, tolerance=0.02) == ()


def test_what_only_one_has_is_told() -> None:
    a, b = urdf.loads(ROBOT), urdf.loads(ROBOT)
    bodyplan.remove(b.root.joint[1])
    bodyplan.remove(b.root.link[2])
    assert _told(a, b) == [
        ("link", "c", "removed"),
        ("joint", "k", "removed"),
        ("MimicConstraint", "k", "removed"),
    ]


REST = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <material name="steel"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="a"><visual><geometry><box size="1 1 1"/></geometry><material name="steel"/></visual></link>
  <link name="b"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit lower="-1" upper="1" effort="3" velocity="4"/>
    <safety_controller k_velocity="10"/></joint>
  <joint name="k" type="continuous"><parent link="b"/><child link="c"/><limit effort="1" velocity="1"/></joint>
  <link name="c"/>
  <gazebo reference="a"><mu1>0.5</mu1><sensor name="eye" type="camera"><update_rate>30</update_rate></sensor></gazebo>
  <gazebo><plugin name="p" filename="p.so"><rate>10.0</rate></plugin></gazebo>
  <transmission name="t"><type>x/Simple</type><joint name="j"><hardwareInterface>Effort</hardwareInterface></joint>
    <actuator name="m"><mechanicalReduction>50</mechanicalReduction></actuator></transmission>
  <ros2_control name="h" type="system"><joint name="j"><command_interface name="position"/></joint></ros2_control>
</robot>
"""


@pytest.mark.parametrize(
    ("old", "new", "kind", "what", "area"),
    [
        ("0.5 0.5 0.5 1", "0.5 0.5 0.6 1", "model", "material[steel]/color/@rgba", "visual"),
        ('k_velocity="10"', 'k_velocity="11"', "joint", "safety_controller/@k_velocity", "control"),
        ('<safety_controller k_velocity="10"/>', "", "joint", "safety_controller", "control"),
        ('<limit effort="1"', '<limit lower="-2" effort="1"', "joint", "lower", "limits"),
        (">0.5<", ">0.6<", "model", "gazebo[a]/mu1", "collision"),
        (">30<", ">31<", "model", "gazebo[a]/sensor[eye]/update_rate", "sensors"),
        (">10.0<", ">11<", "model", "gazebo/plugin[p]/rate", "control"),
        (">50<", ">51<", "model", "transmission[t]/actuator[m]/mechanicalReduction", "control"),
        ('interface name="position"', 'interface name="velocity"', "model", None, "control"),
    ],
)
def test_what_no_scene_says_is_compared_too(old: str, new: str, kind: str, what: str | None, area: str) -> None:
    assert old in REST
    found = bodyplan.diff(urdf.loads(REST), urdf.loads(REST.replace(old, new)))
    assert {(each.kind, each.area) for each in found} == {(kind, area)}
    if what is not None:
        assert [each.what for each in found] == [what]
    assert bodyplan.diff(urdf.loads(REST), urdf.loads(REST.replace(old, new)), only=["inertia"]) == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (">10.0<", "> 10 <"),
        ('k_velocity="10"', 'k_velocity="1e1" k_position="0"'),
        ("0.5 0.5 0.5 1", " .5 0.50 5e-1 1.0"),
        ('<link name="c"/>', ""),
        ('<gazebo reference="a">', '<!-- x --><gazebo   reference="a">'),
    ],
)
def test_another_spelling_or_order_is_no_difference(old: str, new: str) -> None:
    assert old in REST
    other = REST.replace(old, new)
    if not new:
        other = other.replace("</robot>", f"{old}</robot>")
    assert bodyplan.diff(urdf.loads(REST), urdf.loads(other)) == ()


def test_areas_are_known() -> None:
    with pytest.raises(ValueError, match="'colours' is no area; there are kinematics"):
        bodyplan.diff(urdf.loads(REST), urdf.loads(REST), only=["colours"])  # type: ignore[list-item]


def test_classes_of_mjcf_say_what_their_elements_have() -> None:
    text = '<mujoco><default><geom {0}/></default><worldbody><body><geom type="sphere" size="1" {1}/></body></worldbody></mujoco>'
    by_class, itself, other = (
        bodyplan.loads(text.format(*each), format="mjcf")
        for each in (('solmix="2"', ""), ("", 'solmix="2"'), ("", 'solmix="3"'))
    )
    assert bodyplan.diff(by_class, itself) == ()
    assert [each.what for each in bodyplan.diff(by_class, other)] == ["@solmix"]


def test_documents_are_compared_as_a_target_reads_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    joint = '<joint name="{}" type="continuous"><parent link="a"/><child link="{}"/>{}</joint>'
    robot = '<robot name="r"><link name="a"/><link name="b"/><link name="c"/>{}{}</robot>'
    for name, more in (("one", '<mimic joint="j"/>'), ("two", "")):
        text = robot.format(joint.format("j", "b", ""), joint.format("k", "c", more))
        (tmp_path / f"{name}.urdf").write_text(text, encoding="utf-8")
    call = ["diff", str(tmp_path / "one.urdf"), str(tmp_path / "two.urdf")]
    assert main(call) == 1
    assert "MimicConstraint" in capsys.readouterr().out
    assert main([*call, "--target", "libsdformat"]) == 1
    said = capsys.readouterr()
    assert (said.out, "libsdformat refuses the robot" in said.err) == ("", True)
    assert main([*call, "--target", "drakee"]) == 2
    assert "did you mean 'drake'?" in capsys.readouterr().err
