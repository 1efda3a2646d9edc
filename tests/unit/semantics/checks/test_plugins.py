"""Findings inside of plugins: parameters, values and names that gz-sim cannot use, and what is left alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bodyplan
import pytest

DRIVE = 'filename="gz-sim-diff-drive-system" name="gz::sim::systems::DiffDrive"'
MODEL = """<sdf version="1.11"><world name="w"><model name="car"><static>true</static>
<link name="body"/><link name="wheel"/>
<joint name="axle" type="fixed"><parent>body</parent><child>wheel</child></joint>
{}
</model>{}</world></sdf>"""
ROBOT = """<robot name="car"><link name="body"/><link name="wheel"/>
<joint name="axle" type="continuous"><parent link="body"/><child link="wheel"/><axis xyz="0 1 0"/></joint>
<gazebo>
{}
</gazebo></robot>"""


def codes(text: str, **options: Any) -> list[str]:
    return [
        finding.code
        for finding in bodyplan.loads(text, **options).diagnostics
        if finding.code in ("BP113", "BP345") or finding.code.startswith("BP24")
    ]


def in_model(plugin: str, *, world: str = "") -> list[str]:
    return codes(MODEL.format(plugin, world))


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<left_joint>axle</left_joint><wheel_radius>0.1</wheel_radius>", []),
        ("<left_jont>axle</left_jont>", ["BP241"]),
        ("<anything>1</anything>", ["BP241"]),
        ("<left_joint>axel</left_joint>", ["BP345"]),
        ("<left_joint>car::axle</left_joint>", []),
        ("<wheel_radius>wide</wheel_radius>", ["BP113"]),
        ("<wheel_radius>.5e-1</wheel_radius>", []),
        ("<wheel_radius>${radius}</wheel_radius>", []),
        ("<!-- <left_jont/> -->", []),
        ('<ros:remap xmlns:ros="http://ros.example">a</ros:remap>', []),
    ],
)
def test_parameters(inside: str, expected: list[str]) -> None:
    plugin = f"<plugin {DRIVE}>{inside}</plugin>"
    assert in_model(plugin) == expected
    assert codes(ROBOT.format(plugin)) == expected


@pytest.mark.parametrize(
    ("plugin", "expected"),
    [
        ('<plugin filename="gz-sim-dif-drive-system" name="gz::sim::systems::DiffDrive"/>', ["BP242"]),
        ('<plugin filename="libgz-sim10-diff-drive-system.so" name="gz::sim::systems::DiffDrive"/>', []),
        ('<plugin filename="gz-sim-my-own-thing-system" name="mine::Thing"><a/></plugin>', []),
        ('<plugin filename="gz-sim-diff-drive-system" name="gz::sim::systems::DifDrive"/>', ["BP243"]),
        ('<plugin filename="gz-sim-diff-drive-system" name="drive"/>', ["BP243"]),
        ('<plugin filename="libmine.so" name="gz::sim::systems::DiffDrive"><a/></plugin>', []),
        ('<plugin filename="ignition-gazebo-imu-system" name="ignition::gazebo::systems::Imu"/>', ["BP245", "BP245"]),
        (
            '<plugin filename="gz-sim-python-system-loader-system" name="gz::sim::systems::PythonSystemLoader"><a/></plugin>',
            [],
        ),
    ],
)
def test_libraries_and_classes(plugin: str, expected: list[str]) -> None:
    assert in_model(plugin) == expected


def test_a_plugin_of_a_model_in_a_world_is_misplaced() -> None:
    assert in_model("", world=f"<plugin {DRIVE}><left_jont/></plugin>") == ["BP244"]


def test_names_that_are_composed_in_code_are_known() -> None:
    plugin = '<plugin filename="gz-sim-hydrodynamics-system" name="gz::sim::systems::Hydrodynamics">{}</plugin>'
    inside = "<link_name>body</link_name><xDotU>-4</xDotU><xUabsU>-6</xUabsU><xU>0</xU><nRR>0</nRR>"
    assert in_model(plugin.format(inside)) == []
    assert in_model(plugin.format("<xDotX>1</xDotX>")) == ["BP241"]


def test_a_parameter_of_any_release_is_known() -> None:
    plugin = '<plugin filename="gz-sim-lift-drag-system" name="gz::sim::systems::LiftDrag"><reversible>1</reversible></plugin>'
    assert in_model(plugin) == []


def test_parameters_in_parameters() -> None:
    plugin = (
        '<plugin filename="gz-sim-wheel-slip-system" name="gz::sim::systems::WheelSlip">'
        '<wheel link_name="{}"><{}>1</{}></wheel></plugin>'
    )
    assert in_model(plugin.format("wheel", *2 * ["wheel_radius"])) == []
    assert in_model(plugin.format("weel", *2 * ["wheel_radius"])) == ["BP345"]
    assert in_model(plugin.format("wheel", *2 * ["wheel_radios"])) == ["BP241"]


def test_names_are_not_looked_for_in_a_part_of_a_robot() -> None:
    text = f'<robot name="part"><gazebo><plugin {DRIVE}><left_joint>other</left_joint></plugin></gazebo></robot>'
    assert codes(text) == []


def test_plugins_of_ones_own(tmp_path: Path) -> None:
    table = tmp_path / "mine.toml"
    table.write_text("""
[extension]
name = "mine"
prefix = "mine"
namespace = "http://mine.example"

[[plugin]]
library = "libmine.so"
at = ["model"]
complete = true
parameters = [
    { name = "wheel", type = "string", names = "joint", occurs = "*" },
    { name = "speed", type = "double" },
]
""")
    text = MODEL.format('<plugin filename="libmine.so" name="any">{}</plugin>', "")
    for inside, expected in {
        "<wheel>axle</wheel><speed>1</speed>": [],
        "<wheel>axel</wheel>": ["BP345"],
        "<sped>1</sped>": ["BP241"],
        "<speed>fast</speed>": ["BP113"],
    }.items():
        assert codes(text.format(inside), extensions=[table]) == expected


def test_frames_that_a_plugin_of_ones_own_names(tmp_path: Path) -> None:
    table = tmp_path / "mine.toml"
    table.write_text("""
[extension]
name = "mine"
prefix = "mine"
namespace = "http://mine.example"

[[plugin]]
library = "mine"
at = ["model"]
complete = true
parameters = [{ name = "at", names = "frame" }]
""")
    text = MODEL.format('<frame name="tip"/><plugin filename="mine" name="any"><at>{}</at></plugin>', "")
    found = {name: codes(text.format(name), extensions=[table]) for name in ("tip", "body", "axle", "__model__", "top")}
    assert found == {"tip": [], "body": [], "axle": [], "__model__": [], "top": ["BP345"]}


CONTROL = 'filename="libgz_ros2_control-system.so" name="gz_ros2_control::GazeboSimROS2ControlPlugin"'


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<parameters>a.yaml</parameters><ros><namespace>a</namespace><remapping>b:=c</remapping></ros>", []),
        ("<parametrs>a.yaml</parametrs>", ["BP241"]),
        ("<ros><remaping>b:=c</remaping></ros>", ["BP241"]),
        ("<hold_joints>maybe</hold_joints>", ["BP113"]),
    ],
)
def test_the_plugin_of_gz_ros2_control_is_known(inside: str, expected: list[str]) -> None:
    assert codes(ROBOT.format(f"<plugin {CONTROL}>{inside}</plugin>")) == expected


def test_an_older_name_of_a_parameter_is_a_note() -> None:
    motor = 'filename="gz-sim-multicopter-motor-model-system" name="gz::sim::systems::MulticopterMotorModel"'
    assert in_model(f"<plugin {motor}><motorNumber>1</motorNumber></plugin>") == ["BP248"]
    assert in_model(f"<plugin {motor}><actuator_number>1</actuator_number></plugin>") == []


PARTS = """<robot name="car"><link name="body"/><link name="wheel">{}</link>
<joint name="axle" type="continuous"><parent link="body"/><child link="wheel"/><axis xyz="0 1 0"/></joint>
{}</robot>"""


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ('<fixed_frame name="f"><parent link="body"/><origin xyz="0 0 1" rpy="0 0 0"/></fixed_frame>', []),
        ('<fixed_frame nam="f"><parent link="body"/></fixed_frame>', ["BP202"]),
        ('<fixed_frame name="f"><parent link="bodi"/></fixed_frame>', ["BP345"]),
        ('<fixed_frame name="f"><parent link="body"/><orign xyz="0 0 1"/></fixed_frame>', ["BP241"]),
        (
            '<loop_joint name="l" type="spherical"><link1 link="body" xyz="0 0"/><link2 link="wheel"/></loop_joint>',
            ["BP113"],
        ),
        ('<loop_joint name="l" type="revolute"><predecessor link="body"/><successor link="wheel"/></loop_joint>', []),
        (
            '<mujoco><compiler meshdir="m" balanceinertia="true"/><option timestep="0.01"/><size nuser_body="2"/></mujoco>',
            [],
        ),
        ('<mujoco><compiler meshdr="m"/></mujoco>', ["BP202"]),
        ('<mujoco><compilr meshdir="m"/></mujoco>', ["BP201"]),
        ("<mujoco><worldbody/></mujoco>", ["BP201"]),
        ('<mujoco><compiler angle="degre"/></mujoco>', ["BP107"]),
        ('<mujoco><option timestep="short"/></mujoco>', ["BP101"]),
    ],
)
def test_what_isaac_sim_and_mujoco_read_in_a_robot(part: str, expected: list[str]) -> None:
    diagnostics = bodyplan.loads(PARTS.format("", part)).diagnostics
    assert [each.code for each in diagnostics if each.severity != "note"] == expected


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ('<fem><density value="1000"/><youngs value="1e5"/><tetmesh filename="b.tet"/></fem>', []),
        ('<fem><yongs value="1e5"/></fem>', ["BP241"]),
        ('<fem><youngs value="soft"/></fem>', ["BP113"]),
    ],
)
def test_what_isaac_gym_reads_in_a_link(inside: str, expected: list[str]) -> None:
    assert [
        each.code for each in bodyplan.loads(PARTS.format(inside, "")).diagnostics if each.severity != "note"
    ] == expected


def test_a_plugin_of_classic_is_a_note_beside_plugins_of_gz_sim() -> None:
    classic = '<plugin filename="libgazebo_ros_p3d.so" name="truth"><bodyName>body</bodyName></plugin>'
    assert in_model(classic) == []
    world = '<plugin filename="gz-sim-physics-system" name="gz::sim::systems::Physics"/>'
    assert in_model(classic, world=world) == ["BP246"]


def test_a_name_of_classic_is_led_to_the_new_one() -> None:
    text = MODEL.format(f"<plugin {DRIVE}><commandTopic>cmd</commandTopic></plugin>", "")
    (finding,) = [each for each in bodyplan.loads(text).diagnostics if each.code == "BP241"]
    assert finding.arguments["suggested"] == "topic"


def test_misspelt_names_are_corrected_where_that_is_asked_for() -> None:
    text = MODEL.format(f"<plugin {DRIVE}><left_jont>axle</left_jont><right_joint>axel</right_joint></plugin>", "")
    fixed = bodyplan.fix_text(text, unsafe=True).text or ""
    assert "<left_joint>axle</left_joint><right_joint>axle</right_joint>" in fixed
    assert not bodyplan.fix_text(text).applied


def test_what_a_gui_shows_is_left_alone() -> None:
    text = '<sdf version="1.11"><world name="w"><gui><plugin filename="gz-sim-dif-drive-system" name="x"/></gui></world></sdf>'
    assert codes(text) == []
