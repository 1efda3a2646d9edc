"""Plugins of Gazebo classic that become those of gz-sim, and fixes of the names of plugins."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.runtime.source import Source
from bodyplan.semantics.fix.classic_plugins import upgrade_plugins
from bodyplan.semantics.formats.plugin_tables import classic_plugins, find_plugin, library_of

ROBOT = """<robot name="r">
  <link name="base"/><link name="wheel"/>
  <joint name="left" type="continuous"><parent link="base"/><child link="wheel"/></joint>
  <gazebo>
    {plugin}
  </gazebo>
</robot>
"""
SIM = 'filename="gz-sim-diff-drive-system" name="gz::sim::systems::DiffDrive"'


def upgraded(plugin: str) -> tuple[str, list[str]]:
    made = upgrade_plugins(Source(None, ROBOT.format(plugin=plugin)))
    before, after = ROBOT.split("{plugin}")
    assert made.text.startswith(before)
    assert made.text.endswith(after)
    return made.text[len(before) : -len(after)], [note.text for note in made.notes]


def test_a_drive_of_classic_becomes_that_of_gz_sim() -> None:
    text, notes = upgraded(
        '<plugin name="d" filename="libgazebo_ros_diff_drive.so"><leftJoint>left</leftJoint><!-- wide -->'
        "<wheelDiameter>0.3</wheelDiameter><ros/></plugin>"
    )
    assert text == (
        '<plugin name="gz::sim::systems::DiffDrive" filename="gz-sim-diff-drive-system"><left_joint>left</left_joint>'
        "<!-- wide --><wheel_radius>0.15</wheel_radius><ros/></plugin>"
    )
    assert notes == [
        "libgazebo_ros_diff_drive.so is now gz-sim-diff-drive-system",
        "<ros> has no counterpart in DiffDrive, which does not read it",
    ]


@pytest.mark.parametrize(
    ("plugin", "note"),
    [
        (
            "<plugin name='c' filename='libgazebo_ros_camera.so'/>",
            "libgazebo_ros_camera.so is left as it is; gz-sim has",
        ),
        ("<plugin name='o' filename='libmy_own.so'/>", ""),
        (f"<plugin {SIM}><left_joint>left</left_joint></plugin>", ""),
    ],
)
def test_what_has_no_counterpart_stays(plugin: str, note: str) -> None:
    text, notes = upgraded(plugin)
    assert text == plugin
    assert [each.startswith(note) for each in notes] == [True] * bool(note)


def test_wheels_at_four_corners_become_those_of_two_sides() -> None:
    text, notes = upgraded(
        "<plugin name='d' filename='libgazebo_ros_skid_steer_drive.so'><leftFrontJoint>left</leftFrontJoint>"
        "<leftRearJoint>right</leftRearJoint><wheelDiameter>0.4</wheelDiameter><torque>5</torque></plugin>"
    )
    assert "<left_joint>left</left_joint><left_joint>right</left_joint><wheel_radius>0.2</wheel_radius>" in text
    assert [each.rpartition("<")[2] for each in notes if "no counterpart" in each] == [
        "torque> has no counterpart in DiffDrive, which does not read it"
    ]


def test_parameters_of_classic_lead_to_parameters_that_there_are() -> None:
    for library, classic in classic_plugins().items():
        plugin = find_plugin(library_of(classic.instead) or "", f"gz::sim::systems::{classic.name}")
        names = [*classic.renamed.values(), *(name for name, _ in classic.scaled.values())]
        assert (plugin is not None) == bool(classic.name), library
        assert plugin is None or not [name for name in names if plugin.find(name) is None], library


def test_values_that_are_computed_stay() -> None:
    text, notes = upgraded(
        "<plugin name='d' filename='libgazebo_ros_diff_drive.so'><wheelDiameter>${2 * r}</wheelDiameter></plugin>"
    )
    assert "<wheelDiameter>${2 * r}</wheelDiameter>" in text
    assert notes[1] == "<wheelDiameter> stays, for its value is no number; <wheel_radius> is 0.5 of it"


def test_a_parameter_that_is_there_under_both_names_stays() -> None:
    text, notes = upgraded(
        "<plugin name='d' filename='libgazebo_ros_diff_drive.so'><topic>a</topic><commandTopic>b</commandTopic></plugin>"
    )
    assert "<topic>a</topic><commandTopic>b</commandTopic>" in text
    assert notes[1] == "<commandTopic> stays, for <topic> is there already"


def test_names_of_ignition_and_hardware_of_ros2_control() -> None:
    text, _ = upgraded(
        '<plugin filename="ignition-gazebo-diff-drive-system" name="ignition::gazebo::systems::DiffDrive"/>'
        '<plugin filename="libgazebo_ros2_control.so" name="c"><parameters>a.yaml</parameters></plugin></gazebo>'
        '<ros2_control name="c" type="system"><hardware><plugin>gazebo_ros2_control/GazeboSystem</plugin></hardware>'
        "</ros2_control><gazebo>"
    )
    assert text.startswith(f"<plugin {SIM}/>")
    assert 'filename="gz_ros2_control-system" name="gz_ros2_control::GazeboSimROS2ControlPlugin"' in text
    assert "<plugin>gz_ros2_control/GazeboSimSystem</plugin>" in text


def test_the_command_shows_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "r.urdf"
    plugin = "<plugin name='d' filename='libgazebo_ros_diff_drive.so'><leftJoint>left</leftJoint></plugin>"
    file.write_text(ROBOT.format(plugin=plugin), encoding="utf-8")
    assert main(["upgrade", "--gazebo", "classic-to-sim", str(file)]) == 0
    shown = capsys.readouterr()
    assert "+    <plugin name='gz::sim::systems::DiffDrive'" in shown.out
    assert f"{file}:5:5: libgazebo_ros_diff_drive.so is now" in shown.err
    assert "leftJoint" in file.read_text(encoding="utf-8")
    assert main(["upgrade", "--gazebo", "classic-to-sim", "--in-place", str(file)]) == 0
    assert main(["check", "--strict", str(file)]) == 0
    assert main(["upgrade", "--gazebo", "classic-to-sim", "--version", "1.0", str(file)]) == 2


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("gz-sim-dif-drive-system", "gz-sim-diff-drive-system"),
        ("gz::sim::systems::DifDrive", "gz::sim::systems::DiffDrive"),
        ("<left_jont>", "<left_joint>"),
    ],
)
def test_misspelt_names_are_put_right(wrong: str, right: str) -> None:
    fine = ROBOT.format(plugin=f"<plugin {SIM}><left_joint>left</left_joint></plugin>")
    text = fine.replace(right, wrong).replace(
        "</left_joint>", wrong.replace("<", "</") if "<" in wrong else "</left_joint>"
    )
    assert bodyplan.fix_text(text).text is None
    assert bodyplan.fix_text(text, unsafe=True).text == fine
