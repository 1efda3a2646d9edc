"""What an editor is told of what documents keep as it is, of numbers and colours, of xacro, SRDF and directives."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodyplan.cli.language_server.completion import complete
from bodyplan.cli.language_server.directive_keys import find_scalar, find_value
from bodyplan.cli.language_server.editor_settings import read_settings
from bodyplan.cli.language_server.hover import describe_place
from bodyplan.cli.language_server.links import list_links
from bodyplan.cli.language_server.navigation import find_definition, find_references, rename_at
from bodyplan.cli.language_server.semantic_tokens import list_tokens
from bodyplan.cli.language_server.snapshot import Snapshot
from bodyplan.cli.language_server.symbols import list_folds, list_symbols
from bodyplan.cli.language_server.written_values import convert_degrees, list_colours, list_degrees, write_colour
from bodyplan.semantics.core.options import Options

DRIVE = '<plugin filename="gz-sim-diff-drive-system" name="gz::sim::systems::DiffDrive">'
MODEL = (
    '<sdf version="1.9"><model name="m"><link name="l"/>'
    '<joint name="j" type="fixed"><parent>world</parent><child>l</child></joint>{}</model></sdf>'
)
ROBOT = '<robot name="r"><link name="a"/><joint name="q" type="fixed"/>{}</robot>'
XACRO = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="w" value="${2*3}"/>
  <xacro:macro name="leg" params="n">
    <link name="leg_${n}"><inertial><mass value="${w*n}"/></inertial></link>
  </xacro:macro>
  <xacro:leg n="1"/><xacro:leg n="2"/>
</robot>
"""


def read(text: str, path: str) -> Snapshot:
    return Snapshot(text, path, Options(base_dir=Path(path).parent))


def offered(text: str, path: str) -> list[str]:
    return [each.label for each in complete(read(text.replace("|", ""), path), text.index("|"))]


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        (f"{DRIVE}<|", {"left_joint", "wheel_radius", "odom_topic"}),
        (f"{DRIVE}<left_joint>|</left_joint></plugin>", {"j"}),
        ('<plugin filename="|"', {"gz-sim-diff-drive-system", "gz-sim-imu-system"}),
        ('<plugin filename="gz-sim-diff-drive-system" name="|"', {"gz::sim::systems::DiffDrive"}),
    ],
)
def test_plugins_are_completed_by_the_tables(written: str, labels: set[str]) -> None:
    assert labels <= set(offered(MODEL.format(written), "m.sdf"))


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        ('<ros2_control name="c" type="system"><|</ros2_control>', {"hardware", "joint", "sensor", "gpio"}),
        ('<ros2_control name="c" type="system"><joint name="|"/></ros2_control>', {"q"}),
        ('<ros2_control name="c" type="system"><joint name="q"><|</joint></ros2_control>', {"command_interface"}),
        ('<ros2_control name="c" type="system"><joint name="q"><state_interface name="|"/>', {"position", "effort"}),
        ('<gazebo reference="a"><|</gazebo>', {"sensor", "plugin", "mu1"}),
        (f"<gazebo>{DRIVE}<|</plugin></gazebo>", {"left_joint"}),
        ("<mujoco><|</mujoco>", {"compiler", "option", "size"}),
        ("<mujoco><compiler |/></mujoco>", {"meshdir", "balanceinertia"}),
        ('<gazebo><plugin filename="gz_ros2_control-system"><|</plugin></gazebo>', {"parameters", "hold_joints"}),
    ],
)
def test_the_inside_of_ros2_control_and_of_gazebo_is_completed(written: str, labels: set[str]) -> None:
    assert labels <= set(offered(ROBOT.format(written), "r.urdf"))


def test_a_parameter_of_a_plugin_is_described() -> None:
    text = MODEL.format(f"{DRIVE}<wheel_radius>0.1</wheel_radius></plugin>")
    said = describe_place(read(text, "m.sdf"), text.index("wheel_radius"))
    assert said is not None
    assert "`<wheel_radius>`" in said.text
    assert "unit: m" in said.text


@pytest.mark.parametrize(
    ("path", "text", "degrees"),
    [
        ("r.urdf", '<robot name="r"><link name="a"><visual><origin rpy="1.5707963 0 -0.5"/>', ["90°", "-28.65°"]),
        ("r.urdf", '<robot name="r"><joint name="j" type="revolute"><limit lower="-1"/>', ["-57.3°"]),
        ("r.urdf", '<robot name="r"><joint name="j" type="prismatic"><limit lower="-1"/>', []),
        ("m.sdf", '<sdf version="1.9"><model name="m"><pose>1 2 3 0 0 1</pose>', ["57.3°"]),
        ("m.sdf", '<sdf version="1.9"><model name="m"><pose degrees="true">1 2 3 0 0 90</pose>', []),
        ("m.sdf", '<sdf version="1.9"><model name="m"><pose>1 2 3 0 0 ${a}</pose>', []),
        ("m.xml", '<mujoco><compiler angle="radian"/><worldbody><body euler="0 0 1"/>', ["57.3°"]),
        ("m.xml", '<mujoco><worldbody><body euler="0 0 1"/>', []),
    ],
)
def test_degrees_are_told_beside_radians(path: str, text: str, degrees: list[str]) -> None:
    assert [words for _, words in list_degrees(read(text, path), 0, len(text))] == degrees


def test_degrees_are_converted_where_radians_are_meant() -> None:
    text = '<robot name="r"><link name="a"><visual><origin xyz="1 0 0" rpy="90 0 -45"/></visual></link></robot>'
    made = convert_degrees(read(text, "r.urdf"), text.index("90"), text.index("90"))
    assert made is not None
    assert made[0] == "1.57079633 0 -0.785398163"
    assert [each.text for each in made[1]] == ["1.57079633", "-0.785398163"]
    # a position has no angles, and neither has what is beside one
    assert convert_degrees(read(text, "r.urdf"), text.index("1 0 0"), text.index("1 0 0")) is None


def test_colours_are_found_and_written() -> None:
    text = (
        '<robot name="r"><material name="m"><color rgba="1 0 .5 1"/></material><material name="n"><color rgba="${c}"/>'
    )
    ((place, colour),) = list_colours(read(text, "r.urdf"))
    assert text[slice(*place)] == "1 0 .5 1"
    assert colour == (1.0, 0.0, 0.5, 1.0)
    assert write_colour((0.25, 1.0, 0.0, 1.0), "1 0 .5 1") == "0.25 1 0 1"
    assert write_colour((0.25, 1.0, 0.0, 1.0), "1 0 .5") == "0.25 1 0"


def test_names_are_told_by_what_they_are_names_of() -> None:
    text = MODEL.format("")
    found = [(text[slice(*each.range)], each.type, each.is_declaration) for each in list_tokens(read(text, "m.sdf"))]
    assert found == [
        ("m", "namespace", True),
        ("l", "class", True),
        ("j", "function", True),
        ("l", "class", False),
    ]


@pytest.mark.parametrize(("mark", "values"), [("2*3", ["6"]), ("w*n", ["6", "12"]), ("{n}", ["1", "2"])])
@pytest.mark.parametrize("rest", ["</robot>\n", "<link na"])
def test_expressions_have_values(mark: str, values: list[str], rest: str, tmp_path: Path) -> None:
    pytest.importorskip("xacro", reason="the extra xacro is not installed")
    text = XACRO.replace("</robot>\n", rest)
    said = describe_place(read(text, str(tmp_path / "r.urdf.xacro")), text.index(mark))
    assert said is not None
    told = said.text.split("\n\n")
    assert [each for each in told if each.startswith("=")] == [f"= `{value}`" for value in values]
    # what is named at the place is said as well
    assert any("property `w`" in each for each in told) == (mark == "w*n")


def test_macros_hold_what_is_around_them() -> None:
    text = XACRO.replace("<inertial>", "<|inertial>")
    labels = set(offered(text.replace("<inertial>", "<"), "r.urdf.xacro"))
    assert {"inertial", "visual"} <= labels


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "package.xml").write_text("<package><name>p</name></package>")
    (tmp_path / "a.sdf").write_text('<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>')
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>'
    )
    return tmp_path


DIRECTIVES = """directives:
- add_model:
    name: one
    file: package://p/a.sdf
- add_frame:
    name: one::f
    X_PF:
      base_frame: one::l
- add_weld:
    parent: world
    child: "one::f"
"""


def test_directives_are_known_as_well(package: Path) -> None:
    snapshot = read(DIRECTIVES, str(package / "x.dmd.yaml"))
    assert [each.name for each in list_symbols(snapshot)] == ["one", "one::f"]
    assert list_folds(snapshot) == [(2, 4), (7, 8), (5, 8), (9, 11)]
    assert [path for _, path in list_links(snapshot)] == [str(package / "a.sdf")]
    at = DIRECTIVES.index("one::l") + len("one::")
    home = find_definition(snapshot, at)
    assert home is not None
    assert home.file == str(package / "a.sdf")
    said = describe_place(snapshot, at)
    assert said is not None
    assert said.text.startswith("link `l` in ")
    places = find_references(snapshot, DIRECTIVES.index("one"))
    assert [each.line for each in places] == [3, 6, 8, 11]
    edits = rename_at(snapshot, DIRECTIVES.index("one"), "two")
    assert [(each.line, each.text) for each in edits] == [(3, "two"), (6, "two"), (8, "two"), (11, "two")]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("directives:\n- |", {"add_model", "add_weld"}),
        ("directives:\n- add_model:\n    name: one\n    |", {"file", "default_joint_positions"}),
        ("directives:\n- add_model:\n    file: package://|", {"package://p/a.sdf"}),
        ("directives:\n- add_frame:\n    name: g\n    X_PF:\n        |", {"base_frame", "translation"}),
        (f"{DIRECTIVES}- add_weld:\n    parent: |\n    child: one", {"one::l", "one::f", "world"}),
    ],
)
def test_directives_are_completed(text: str, labels: set[str], package: Path) -> None:
    assert labels <= set(offered(text, str(package / "x.dmd.yaml")))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("name: one  # so", "one"),
        ('name: "one two"', "one two"),
        ("name: 'one'", "one"),
        ("file: package://p/a.sdf", "package://p/a.sdf"),
        ("name:", None),
    ],
)
def test_values_of_keys_are_without_quotes(text: str, value: str | None) -> None:
    found = find_value(text, 0)
    assert (None if found is None else text[slice(*found)]) == value
    assert find_scalar("", 0) is None


def test_the_names_of_a_semantic_description_lead_to_its_robot(package: Path) -> None:
    text = '<robot name="r">\n<disable_collisions link1="a" link2="b" reason="never"/></robot>'
    snapshot = read(text, str(package / "r.srdf"))
    home = find_definition(snapshot, text.index('"b"') + 1)
    assert home is not None
    assert home.file == str(package / "r.urdf")
    assert {"a", "b"} <= set(offered(text.replace('"b"', '"|"'), str(package / "r.srdf")))
    robot = read((package / "r.urdf").read_text(), str(package / "r.urdf"))
    edits = rename_at(robot, robot.text.index('"a"') + 1, "base", [robot, snapshot])
    assert [(Path(each.file).name, each.text) for each in edits] == [
        ("r.urdf", "base"),
        ("r.urdf", "base"),
        ("r.srdf", "base"),
    ]


def test_settings_of_an_editor() -> None:
    made = read_settings({"bodyplan": {"inlayHints": {"degrees": True}, "targets": ["drake"], "plausible": False}})
    assert made.shows_degrees
    assert made.options == (("target", ["drake"]),)
    assert read_settings(None) == read_settings({"bodyplan": 3}) == read_settings({"inlayHints": "on"})


def test_what_macros_make_has_its_place_in_the_world() -> None:
    pytest.importorskip("xacro", reason="the extra xacro is not installed")
    said = describe_place(read(XACRO, "r.urdf.xacro"), XACRO.index("link name") + 1)
    assert said is not None
    # the robot has two roots, of which the last one counts
    assert "`r::leg_2`: mass 12 kg" in said.text
    assert "in the world: xyz" in said.text


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        ("- add|_model:", "Puts the one model of a file in"),
        ("base|_frame:", "Scoped name of the frame"),
        ("base_frame: f|", "frame `f`"),
        ("file: package://x/r|.urdf", "found at"),
    ],
)
def test_keys_files_and_names_of_directives_are_described(mark: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "package.xml").write_text("<package><name>x</name></package>")
    (tmp_path / "r.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    text = "directives:\n- add_model:\n    name: r\n    file: package://x/r.urdf\n- add_frame:\n    name: f\n"
    text += "    X_PF:\n      base_frame: r::a\n- add_frame:\n    name: g\n    X_PF:\n      base_frame: f\n"
    text = text.replace(mark.replace("|", ""), mark, 1)
    snapshot = read(text.replace("|", ""), str(tmp_path / "d.dmd.yaml"))
    found = describe_place(snapshot, text.index("|"))
    assert found is not None
    assert words in found.text
