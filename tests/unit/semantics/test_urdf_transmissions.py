"""Transmissions: which of them become actuators, and what they, sensors and Gazebo's blocks refer to."""

from __future__ import annotations

from math import inf

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic


def text_of(*parts: str, effort: str = "30") -> str:
    """Three links; j is revolute, f is fixed. The first part stands on line 5."""
    limit = f'<limit lower="-1" upper="2" effort="{effort}" velocity="4"/>'
    return "\n".join(
        (
            '<robot name="r" xmlns:drake="http://drake.mit.edu">',
            '<link name="a"/><link name="b"/><link name="c"/>',
            f'<joint name="j" type="revolute"><parent link="a"/><child link="b"/>{limit}</joint>',
            '<joint name="f" type="fixed"><parent link="b"/><child link="c"/></joint>',
            *parts,
            "</robot>",
        )
    )


def transmission(inner: str, kind: str = "transmission_interface/SimpleTransmission", name: str = "t") -> str:
    return f'<transmission name="{name}"><type>{kind}</type>{inner}</transmission>'


def findings(text: str, **options: str) -> list[Diagnostic]:
    try:
        return list(bodyplan.loads(text, **options).diagnostics)  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return list(error.diagnostics)


WRIST = (
    '<transmission name="t" type="WristTransmission"><rightActuator name="r" mechanicalReduction="1"/>'
    '<leftActuator name="l" mechanicalReduction="1"/><flexJoint name="j" mechanicalReduction="1"/>'
    '<rollJoint name="f" mechanicalReduction="1"/></transmission>'
)
DRIVE = '<joint name="j"/><actuator name="m"/>'


@pytest.mark.parametrize(
    "text",
    [
        transmission(DRIVE),
        transmission(DRIVE, "SimpleTransmission"),
        f'<transmission name="t" type="SimpleTransmission">{DRIVE}</transmission>',
        f'<transmission name="t" type="pr2_mechanism_model/SimpleTransmission">{DRIVE}</transmission>',
        transmission(DRIVE + '<joint name="f"/><actuator name="n"/>'),
    ],
    ids=["ros_control", "bare", "PR2", "PR2 with package", "two of each"],
)
def test_a_simple_transmission_becomes_an_actuator(text: str) -> None:
    (actuator,) = bodyplan.loads(text_of(text)).scene.actuators
    assert (actuator.joint, actuator.effort_limit, actuator.gear_ratio, actuator.rotor_inertia) == ("r::j", 30, 1, 0)
    assert actuator.gains is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        transmission(DRIVE, "transmission_interface/DifferentialTransmission"),
        WRIST,
    ],
)
def test_other_transmissions_make_none(text: str) -> None:
    assert bodyplan.loads(text_of(text)).scene.actuators == ()


def test_drakes_parts_of_an_actuator() -> None:
    inner = (
        '<joint name="j"/><actuator name="m"><drake:gear_ratio value="20"/><drake:rotor_inertia value="0.1"/>'
        '<drake:controller_gains p="100" d="5"/></actuator>'
    )
    (actuator,) = bodyplan.loads(text_of(transmission(inner))).scene.actuators
    assert (actuator.gear_ratio, actuator.rotor_inertia, actuator.gains) == (20, 0.1, (100, 5))


def test_an_unlimited_joint_has_an_unlimited_actuator() -> None:
    text = (
        '<robot name="r"><link name="a"/><link name="b"/>'
        '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
        f"{transmission(DRIVE)}</robot>"
    )
    assert bodyplan.loads(text).scene.actuators[0].effort_limit == inf


@pytest.mark.parametrize(
    ("part", "code", "severity", "in_drake"),
    [
        (transmission('<joint name="x"/><actuator name="m"/>'), "BP570", "warning", "error"),
        (transmission(DRIVE + '<passive_joint name="x"/>'), "BP570", "warning", "warning"),
        (transmission('<joint name="x"/><actuator name="m"/>', "Other"), "BP570", "warning", "warning"),
        (transmission('<actuator name="m"/>'), "BP571", "warning", "error"),
        (transmission('<joint name="j"/>'), "BP571", "warning", "error"),
        (f'<transmission name="t">{DRIVE}</transmission>', "BP571", "warning", "error"),
        (transmission('<joint name="f"/><actuator name="m"/>'), "BP575", "warning", "warning"),
    ],
)
def test_what_cannot_drive(part: str, code: str, severity: str, in_drake: str) -> None:
    for target, expected in ((None, severity), ("drake", in_drake)):
        found = {finding.code: finding for finding in findings(text_of(part), **({"target": target} if target else {}))}
        assert found[code].severity == expected
        assert found[code].line == 5


def test_no_effort_means_no_actuator() -> None:
    text = text_of(transmission(DRIVE), effort="0")
    assert [finding.code for finding in findings(text)] == ["BP576"]
    assert bodyplan.loads(text).scene.actuators == ()


def test_names_that_are_there_twice() -> None:
    found = findings(text_of(transmission(DRIVE), transmission(DRIVE)))
    assert [(finding.code, finding.line, finding.related[0].line) for finding in found] == [
        ("BP573", 6, 5),
    ]


def test_blocks_for_gazebo_are_kept_and_what_they_are_about_is_there() -> None:
    text = text_of('<gazebo reference="b"><mu1>0.5</mu1></gazebo>', '<gazebo reference="bb"/>', "<gazebo><x/></gazebo>")
    (finding,) = findings(text)
    assert (finding.code, finding.severity, finding.line) == ("BP580", "warning", 6)
    assert "<mu1>0.5</mu1>" in bodyplan.loads(text).dumps()


def test_a_sensor_stands_on_its_link() -> None:
    text = text_of('<sensor name="s"><parent link="b"/><origin xyz="1 2 3"/></sensor>')
    (sensor,) = bodyplan.loads(text).scene.attachments.values()
    assert (sensor.kind, sensor.pose.translation.tolist()) == ("sensor", [1, 2, 3])


def test_a_sensor_sits_on_what_is_there() -> None:
    text = text_of('<sensor name="s"><parent link="nowhere"/></sensor>')
    assert [(finding.code, finding.line) for finding in findings(text)] == [("BP581", 5)]


def test_hardware_drives_joints_that_are_there() -> None:
    text = text_of(
        '<ros2_control name="h" type="system">',
        '<hardware><plugin>x</plugin></hardware><joint name="j"/>',
        '<joint name="jj"/></ros2_control>',
    )
    assert [(finding.code, finding.severity, finding.line) for finding in findings(text)] == [("BP582", "warning", 7)]


def test_a_type_that_is_given_twice_counts_once() -> None:
    twice = (
        '<transmission name="t" type="SimpleTransmission"><type>transmission_interface/SimpleTransmission</type>'
        '<actuator name="m"/><joint name="j"/></transmission>'
    )
    assert "BP572" in [finding.code for finding in findings(text_of(twice))]


def test_sensors_of_joints_and_of_links_that_are_not_there_have_no_place() -> None:
    text = text_of(
        '<sensor name="s"><parent link="b"/></sensor><sensor name="t"><parent joint="j"/></sensor>'
        '<sensor name="u"><parent link="nowhere"/></sensor><sensor name="v"/>'
    )
    assert [attachment.owner for attachment in bodyplan.loads(text).scene.attachments.values()] == ["r::b"]


@pytest.mark.parametrize(
    "text",
    [
        transmission('<joint name="j"/><actuator name="m"><mechanicalReduction>0</mechanicalReduction></actuator>'),
        transmission('<joint name="j"><mechanicalReduction>0.0</mechanicalReduction></joint><actuator name="m"/>'),
        transmission(DRIVE + "<mechanicalReduction>0</mechanicalReduction>"),
        WRIST.replace('flexJoint name="j" mechanicalReduction="1"', 'flexJoint name="j" mechanicalReduction="0"'),
    ],
    ids=["actuator", "joint", "transmission", "wrist"],
)
def test_a_reduction_of_zero_is_reported(text: str) -> None:
    (found,) = [each for each in findings(text_of(text)) if each.code == "BP577"]
    assert (found.severity, found.line) == ("warning", 5)


@pytest.mark.parametrize("reduction", ["1", "-1", "0.07", "160"])
def test_other_reductions_are_not(reduction: str) -> None:
    actuator = f'<actuator name="m"><mechanicalReduction>{reduction}</mechanicalReduction></actuator>'
    assert findings(text_of(transmission(f'<joint name="j"/>{actuator}'))) == []


def test_a_reduction_that_is_not_written_is_not_zero() -> None:
    missing = WRIST.replace('flexJoint name="j" mechanicalReduction="1"', 'flexJoint name="j"')
    assert "BP577" not in [each.code for each in findings(text_of(missing))]


@pytest.mark.parametrize(("ratio", "codes"), [("0", ["BP106"]), ("-2", ["BP106"]), ("12.5", [])])
def test_a_gear_ratio_is_above_zero(ratio: str, codes: list[str]) -> None:
    actuator = f'<actuator name="m"><drake:gear_ratio value="{ratio}"/></actuator>'
    found = findings(text_of(transmission(f'<joint name="j"/>{actuator}')))
    assert [each.code for each in found] == codes


def test_drake_looks_at_the_first_joint_of_a_simple_transmission() -> None:
    first = transmission('<joint name="gone"/><actuator name="m"/>')
    second = transmission('<joint name="j"/><joint name="gone"/><actuator name="m"/>')
    for text, severity in ((first, "error"), (second, "warning")):
        (found,) = [each for each in findings(text_of(text), target="drake") if each.code == "BP570"]
        assert found.severity == severity
