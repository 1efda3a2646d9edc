"""Hardware components in a robot, judged as ros2_control's own parser judges them.

Each case is named after the test of ``hardware_interface/test/test_component_parser.cpp`` (ros2_control, commit 53b9999d1) whose
verdict it has; what that parser takes without a word, though a part has no effect, is a case of its own.
"""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan import urdf

ROBOT = """<robot name="r"><link name="world"/><link name="a"/><link name="b"/><link name="c"/><link name="tool"/>
<joint name="j1" type="revolute"><parent link="world"/><child link="a"/><axis xyz="0 0 1"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="j2" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
<joint name="j3" type="revolute"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/>{mimic}</joint>
<joint name="tool_joint" type="fixed"><parent link="c"/><child link="tool"/></joint>
{control}</robot>"""
HARDWARE = '<hardware><plugin>p/P</plugin><param name="n">2</param></hardware>'
MIMIC = '<mimic joint="j1"/>'
LEADER = '<joint name="j1"><command_interface name="effort"/><state_interface name="position"/></joint>'


def component(inside: str, attributes: str = 'name="c" type="system"') -> str:
    return f"<ros2_control {attributes}>{HARDWARE}{inside}</ros2_control>"


def joint(inside: str, name: str = "j1", more: str = "") -> str:
    return component(f'<joint name="{name}"{more}>{inside}</joint>')


def follower(inside: str, more: str = "") -> str:
    return component(f'{LEADER}<joint name="j3"{more}>{inside}<state_interface name="position"/></joint>')


def transmission(inside: str, more: str = "") -> str:
    return component(f'<joint name="j1"/>{more}<transmission name="t">{inside}</transmission>')


def ranged(low: str, high: str, first: str = "0", kind: str = "position") -> str:
    return joint(
        f'<command_interface name="{kind}"><param name="min">{low}</param><param name="max">{high}</param>'
        f'<param name="initial_value">{first}</param></command_interface>'
    )


SIMPLE = "<plugin>transmission_interface/SimpleTransmission</plugin>"
TWO_JOINTS = '<joint name="j1" role="joint1"/><joint name="j2" role="joint2"/>'
REFUSED = {
    "invalid_child": ("", '<ros2_control name="c" type="system"><hardwarert/></ros2_control>', "BP201"),
    "missing_attribute": ("", component("", 'type="system"'), "BP204"),
    "parameter_missing_name": ("", component("<joint name='j1'><param>2</param></joint>"), "BP204"),
    "component_interface_type_empty": ("", joint("<state_interface></state_interface>"), "BP204"),
    "with_command_fixed_joint": ("", joint('<command_interface name="position"/>', "tool_joint"), "BP583"),
    "async_invalid_thread_priority": (
        "",
        component("", 'name="c" type="actuator" is_async="true" thread_priority="-30"'),
        "BP101",
    ),
    "negative_size": ("", component('<gpio name="g"><command_interface name="o" size="-4"/></gpio>'), "BP106"),
    "noninteger_size": ("", component('<gpio name="g"><command_interface name="o" size="many"/></gpio>'), "BP101"),
    "transmission_and_component_joint_mismatch": (
        "",
        transmission(f'{SIMPLE}<joint name="j9" role="joint1"/>'),
        "BP585",
    ),
    "transmission_given_too_many_joints": (
        "",
        transmission(f'{SIMPLE}<joint name="j1" role="joint1"/><joint name="j2" role="joint2"/>'),
        "BP585",
    ),
    "negative_rw_rates": ("", component("", 'name="c" type="actuator" rw_rate="-50"'), "BP106"),
    "invalid_rw_rates": ("", component("", 'name="c" type="actuator" rw_rate="d 50"'), "BP101"),
    "invalid_rw_rates_out_of_range": ("", component("", 'name="c" type="actuator" rw_rate="12345678901"'), "BP105"),
    "gripper_mimic_with_unknown_joint": (MIMIC, component('<joint name="j3"/>'), "BP584"),
    "gripper_mimic_true_without_mimic_info": ("", follower("", ' mimic="true"'), "BP584"),
    "gripper_mimic_true_invalid_config": (
        MIMIC,
        follower('<command_interface name="effort"/>', ' mimic="true"'),
        "BP584",
    ),
    "missing_hardware_plugin_tag": ("", '<ros2_control name="c" type="system"><hardware/></ros2_control>', "BP203"),
    "joint not in the robot": ("", component('<joint name="j9"/>'), "BP582"),
    "transmission without a plugin": ("", transmission('<joint name="j1" role="joint1"/>'), "BP203"),
    "transmission's joint without a role": ("", transmission(f'{SIMPLE}<joint name="j1"/>'), "BP204"),
    "urdf_two_root_links": ("", component('<joint name="gone"/>'), "BP582"),
    "duplicated_component (resource manager)": ("", component("") * 2, "BP323"),
    "without_hardware_plugin (controller manager)": ("", '<ros2_control name="c" type="system"/>', "BP203"),
    "two command interfaces of one key (resource manager)": (
        "",
        joint('<command_interface name="position"/><command_interface name="position"/>'),
        "BP323",
    ),
    "transmission of two joints in an actuator": (
        "",
        transmission(f"{SIMPLE}{TWO_JOINTS}", more='<joint name="j2"/>').replace('"system"', '"actuator"'),
        "BP585",
    ),
    "limits that are neither on nor off": ("", joint('<limits enable="maybe"/>'), "BP101"),
}
TAKEN = {
    "system_one_interface": ("", joint('<command_interface name="position"/><state_interface name="position"/>')),
    "system_multi_interface": ("", ranged("-1", "1", "0.5")),
    "locale_independent_double": ("", ranged("-1.5e0", ".5")),
    "system_robot_with_sensor": (
        "",
        component('<sensor name="s"><state_interface name="fx"/><param name="frame_id">t</param></sensor>'),
    ),
    "system_multi_joints_transmission": (
        "",
        transmission(
            f'{SIMPLE}<joint name="j1" role="joint1"><mechanical_reduction>10</mechanical_reduction><offset>0.5</offset>'
            '</joint><actuator name="m" role="actuator1"/><param name="p">1</param>'
        ),
    ),
    "system_robot_with_gpio": (
        "",
        component('<gpio name="g"><command_interface name="o" data_type="bool" size="2"/></gpio>'),
    ),
    "disabled_interface_limits": ("", joint('<limits enable="False"/><command_interface name="velocity"/>')),
    "async_components": ("", component("", 'name="c" type="system" is_async="true" thread_priority="30"')),
    "async properties": (
        "",
        component(
            '<properties><async affinity="[2, 4]" scheduling_policy="detached" print_warnings="true"/></properties>'
        ),
    ),
    "parameter_empty": ("", component('<joint name="j1"><param name="p"></param></joint>')),
    "gripper_mimic_true_valid_config": (MIMIC, follower("", ' mimic="true"')),
    "gripper_no_mimic_valid_config": (MIMIC, follower("")),
    "gripper_mimic_false_valid_config": (MIMIC, follower('<command_interface name="effort"/>', ' mimic="false"')),
    "valid_rw_rate": ("", component("", 'name="c" type="actuator" rw_rate="50"')),
    "continuous_missing_limits": ("", joint('<command_interface name="position"/>', "j2")),
    "multi_interface_custom_interface_parameters": (
        "",
        joint(
            '<command_interface name="position"><param name="min">-1</param><param name="register">4</param></command_interface>'
        ),
    ),
    "system_robot_with_external_sensor": (
        "",
        joint('<state_interface name="position"/>')
        + '<ros2_control name="f" type="sensor"><hardware><plugin>p/F</plugin></hardware><sensor name="tcp">'
        '<state_interface name="fx"/></sensor></ros2_control>',
    ),
    "actuator_modular_robot": (
        "",
        "".join(
            component(
                f'<joint name="{name}"><command_interface name="position"/></joint>', f'name="{name}" type="actuator"'
            )
            for name in ("j1", "j2")
        ),
    ),
    "actuator_modular_robot_with_sensors": (
        "",
        component(
            f'<joint name="j1"/><transmission name="t">{SIMPLE}<joint name="j1" role="joint1"/></transmission>',
            'name="c" type="actuator"',
        )
        + component('<joint name="j1"><state_interface name="position"/></joint>', 'name="s" type="sensor"'),
    ),
    "sensor_only": ("", component('<sensor name="s"><state_interface name="fx"/></sensor>', 'name="c" type="sensor"')),
    "size_and_data_type_on_joint_sensor_and_gpio": (
        "",
        component(
            '<joint name="j1"><state_interface name="on" data_type="bool"/></joint>'
            '<sensor name="s"><state_interface name="on" data_type="bool"/></sensor>'
            '<gpio name="g"><command_interface name="v" data_type="double" size="5"/></gpio>'
        ),
    ),
    "differential transmission": (
        "",
        transmission(
            f"<plugin>transmission_interface/DifferentialTransmission</plugin>{TWO_JOINTS}"
            '<actuator name="m1" role="actuator1"/><actuator name="m2" role="actuator2"/>',
            more='<joint name="j2"/>',
        ),
    ),
    "hardware that is not there": ("", joint("").replace(HARDWARE, "")),
    "an interface of one's own": ("", joint('<command_interface name="max_velocity"/>')),
}
PASSED_OVER = {
    "plugin misspelt": (
        '<ros2_control name="c" type="system"><hardware><plugn>p</plugn></hardware></ros2_control>',
        "BP201",
    ),
    "interface misspelt": (joint('<command_interfce name="position"/>'), "BP201"),
    "attribute misspelt": (joint('<command_interface nmae="position"/>'), "BP202"),
    "name of an interface misspelt": (joint('<command_interface name="postion"/>'), "BP587"),
    "another reduction": (
        transmission(f'{SIMPLE}<joint name="j1" role="r"><mechanicalReduction>2</mechanicalReduction></joint>'),
        "BP201",
    ),
    "range crossed": (ranged("1", "-1"), "BP586"),
    "range outside of the limits": (ranged("4", "5", "4.5"), "BP586"),
    "first value outside of the limits": (ranged("-9", "9", "4"), "BP586"),
    "range outside of the speed": (ranged("2", "5", "3", "velocity"), "BP586"),
    "parameter of an interface misspelt": (
        joint('<state_interface name="position"><param name="intial_value">0</param></state_interface>'),
        "BP588",
    ),
    "transmission misspelt, as in actuator_modular_robot_sensors": (
        transmission('<plugin>transmission_interface/SimpleTansmission</plugin><joint name="j1" role="joint1"/>'),
        "BP247",
    ),
    "hardware misspelt": (component("").replace("p/P", "mock_components/GenericSytem"), "BP247"),
    "first value as an attribute, as in voltage_sensor_only": (
        joint('<state_interface name="voltage" initial_value="0"/>'),
        "BP202",
    ),
    "two sensors of one name": (component('<sensor name="s"/><sensor name="s"/>'), "BP323"),
    "differential transmission of one joint": (
        transmission(
            '<plugin>transmission_interface/DifferentialTransmission</plugin><joint name="j1" role="joint1"/>'
            '<actuator name="m1" role="actuator1"/><actuator name="m2" role="actuator2"/>'
        ),
        "BP585",
    ),
    "bound that is no number, as in system_multi_interface": (ranged("low", "1"), "BP101"),
}


def found(control: str, mimic: str = "", severities: tuple[str, ...] = ("warning", "error")) -> list[str]:
    diagnostics = bodyplan.loads(ROBOT.format(control=control, mimic=mimic)).diagnostics
    return [finding.code for finding in diagnostics if finding.severity in severities]


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_parser_refuses_is_found(name: str) -> None:
    mimic, control, code = REFUSED[name]
    assert found(control, mimic) == [code]


@pytest.mark.parametrize("name", TAKEN)
def test_what_the_parser_takes_is_clean(name: str) -> None:
    mimic, control = TAKEN[name]
    assert found(control, mimic) == []


@pytest.mark.parametrize("name", PASSED_OVER)
def test_what_has_no_effect_is_found_once(name: str) -> None:
    control, code = PASSED_OVER[name]
    assert found(control) == [code]


def test_joints_without_hardware_are_a_note() -> None:
    assert found(joint("").replace(HARDWARE, ""), severities=("note",)) == ["BP203"]


def test_a_first_value_that_is_cut_to_the_range_is_a_note() -> None:
    assert found(ranged("-1", "1", "1.2")) == []
    assert found(ranged("-1", "1", "1.2"), severities=("note",)) == ["BP586"]


def test_hardware_in_sdformat_is_for_another_reader() -> None:
    text = f'<sdf version="1.11"><model name="m"><link name="l"/>{component("")}</model></sdf>'
    assert [(finding.code, finding.severity) for finding in bodyplan.loads(text).diagnostics] == [("BP214", "note")]


def test_an_interface_with_an_empty_name_is_said_to_have_one() -> None:
    text = ROBOT.format(mimic="", control=joint('<command_interface name=""/><state_interface name="position"/>'))
    found = [each for each in bodyplan.read_lenient(text, "r.urdf").diagnostics if each.code == "BP109"]
    assert [each.message for each in found] == ["attribute 'name' of <command_interface> is empty"]


def hardware(plugin: str, name: str, value: str) -> str:
    inside = f'<hardware><plugin>{plugin}</plugin><param name="{name}">{value}</param></hardware>'
    return f'<ros2_control name="c" type="system">{inside}</ros2_control>'


MOCK = "mock_components/GenericSystem"


@pytest.mark.parametrize(
    ("plugin", "name", "value", "expected"),
    [
        (MOCK, "mock_sensor_commands", "True", []),
        (MOCK, "position_state_following_offset", "-0.5", []),
        (MOCK, "mock_sensor_comands", "true", ["warning BP588"]),
        (MOCK, "robot_ip", "10.0.0.1", ["note BP588"]),
        (MOCK, "calculate_dynamics", "yes", ["warning BP101"]),
        ("topic_based_ros2_control/TopicBasedSystem", "trigger_joint_command_threshold", "small", ["warning BP101"]),
        ("topic_based_ros2_control/TopicBasedSystem", "joint_commands_topic", "/commands", []),
        (
            "joint_state_topic_hardware_interface/JointStateTopicSystem",
            "joint_state_topic",
            "/states",
            ["warning BP588"],
        ),
        ("gz_ros2_control/GazeboSimSystem", "hold_joints", "true", ["note BP588"]),
        ("own/Hardware", "mock_sensor_comands", "maybe", []),
    ],
)
def test_parameters_of_hardware_that_is_known(plugin: str, name: str, value: str, expected: list[str]) -> None:
    text = ROBOT.format(mimic="", control=hardware(plugin, name, value))
    assert [f"{each.severity} {each.code}" for each in bodyplan.loads(text).diagnostics] == expected


def test_components_are_typed() -> None:
    text = ROBOT.format(mimic="", control=follower('<param name="mimic">j1</param>', ' mimic="true"'))
    doc = urdf.loads(text)
    leader, joint = doc.root.ros2_control[0].joint
    assert (leader.command_interface[0].name, leader.state_interface[0].size, joint.mimic) == ("effort", 1, True)
    bodyplan.rename(doc, "j1", "shoulder")
    assert (leader.name, joint.param[0].value) == ("shoulder", "shoulder")
    joint.mimic = False
    assert doc.dumps() == text.replace('"j1"', '"shoulder"').replace(">j1<", ">shoulder<").replace(
        'mimic="true"', 'mimic="false"'
    )
