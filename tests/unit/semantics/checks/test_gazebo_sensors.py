"""Sensors in the ``<gazebo>`` blocks of a robot are held to what those of SDFormat are held to."""

from __future__ import annotations

from typing import Literal

import bodyplan
import pytest

ROBOT = """<robot name="r"><link name="a"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><gazebo{}><sensor name="s" type="{}">

{}
</sensor></gazebo></robot>"""
MODEL = """<sdf version="1.11"><model name="r"><link name="a"><sensor name="s" type="{}">
{}
</sensor></link></model></sdf>"""
CASES = [
    ("lidar", "<lidar><range><min>3</min><max>3</max></range></lidar>", ["BP601"]),
    ("ray", "<ray><range><min>3</min><max>1</max></range></ray>", ["BP601"]),
    ("camera", "<camera><clip><near>10</near><far>1</far></clip></camera>", ["BP601"]),
    (
        "ray",
        "<ray><scan><horizontal><min_angle>1</min_angle><max_angle>-1</max_angle></horizontal></scan></ray>",
        ["BP601"],
    ),
    ("imu", "<update_rate>-5</update_rate>", ["BP106"]),
    ("camera", "<camera><horizontal_fov>1.5</horizontal_fov></camera>", []),
    ("imu", "<update_rate>0</update_rate>", []),
    ("lidar", "<lidar><range><min>0.1</min><max>3</max></range></lidar>", []),
    ("lidar", "<lidar><range><min>3</min></range></lidar>", []),
    (
        "ray",
        "<ray><scan><horizontal><min_angle>0</min_angle><max_angle>0</max_angle></horizontal></scan></ray>",
        [],
    ),
]


OUT_OF_BOUNDS = [
    ("camera", "<camera><horizontal_fov>-1</horizontal_fov></camera>"),
    ("camera", "<camera><horizontal_fov>90</horizontal_fov></camera>"),
    ("camera", "<camera><clip><near>-0.1</near><far>10</far></clip></camera>"),
    (
        "imu",
        '<imu><angular_velocity><x><noise type="gaussian"><stddev>-1</stddev></noise></x></angular_velocity></imu>',
    ),
]


def found(text: str, target: Literal["libsdformat"] | None = None) -> list[bodyplan.Diagnostic]:
    diagnostics = bodyplan.loads(text, target=target).diagnostics
    return [each for each in diagnostics if each.code in ("BP601", "BP106")]


@pytest.mark.parametrize("target", [None, "libsdformat"])
@pytest.mark.parametrize("about", ["", ' reference="a"'], ids=["robot", "link"])
@pytest.mark.parametrize(("type", "content", "codes"), CASES)
def test_sensor_in_a_block_is_checked_once_at_its_place(
    type: str, content: str, codes: list[str], about: str, target: Literal["libsdformat"] | None
) -> None:
    findings = found(ROBOT.format(about, type, content), target)
    assert [(each.code, each.severity, each.line) for each in findings] == [(code, "warning", 4) for code in codes]


@pytest.mark.parametrize(("type", "content"), OUT_OF_BOUNDS)
def test_numbers_out_of_the_bounds_of_sdformat_are_reported(type: str, content: str) -> None:
    robot = ROBOT.format(' reference="a"', type, content)
    assert [(each.code, each.severity, each.line) for each in found(robot)] == [("BP106", "warning", 4)]
    # libsdformat puts the block into its model, and refuses it
    with pytest.raises(bodyplan.LoadError) as raised:
        bodyplan.loads(robot, target="libsdformat")
    assert [each.code for each in raised.value.diagnostics if each.severity == "error"] == ["BP701"]


@pytest.mark.parametrize(("type", "content"), [each[:2] for each in CASES if each[2]])
def test_it_is_said_as_of_a_sensor_of_sdformat(type: str, content: str) -> None:
    (ours,), (theirs,) = found(ROBOT.format("", type, content)), found(MODEL.format(type, content))
    assert (ours.code, ours.message, ours.column) == (theirs.code, theirs.message, theirs.column)


def test_text_that_is_no_number_is_compared_with_nothing() -> None:
    for text in ("three", "nan", ""):
        content = f"<lidar><range><min>{text}</min><max>-3</max></range></lidar>"
        assert found(ROBOT.format("", "lidar", content)) == []
