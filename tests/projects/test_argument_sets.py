"""A package in xacro whose robots differ by arguments: each of them is checked in one run, and a part is no robot."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from bodyplan.cli.main import main

PACKAGE = "<package><name>arm_description</name></package>"
ROBOT = """\
<robot name="$(arg model)" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="model" default="none"/>
  <xacro:arg name="side" default="left"/>
  <xacro:include filename="$(find arm_description)/urdf/inc/joints.xacro"/>
  <link name="base"/>
  <link name="$(arg side)_arm"/>
</robot>
"""
PART = """\
<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="limits" value="${xacro.load_yaml('$(find arm_description)/config/$(arg model).yaml')}"/>
  <joint name="elbow" type="revolute">
    <parent link="base"/>
    <child link="$(arg side)_arm"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="10" velocity="${limits['velocity']}"/>
  </joint>
</robot>
"""
SETS = """\
[[arguments]]
name = "small"
model = "small"

[[arguments]]
name = "large"
model = "large"
side = "right"

[[arguments]]
name = "broken"
model = "broken"
"""
JOINTS = os.path.join("arm_description", "urdf", "inc", "joints.xacro")
ARM = os.path.join("arm_description", "urdf", "arm.urdf.xacro")


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BODYPLAN_NO_CACHE", "1")
    files = {"package.xml": PACKAGE, "urdf/arm.urdf.xacro": ROBOT, "urdf/inc/joints.xacro": PART}
    files |= {f"config/{name}.yaml": f"velocity: {value}\n" for name, value in (("small", 2), ("large", 1))}
    files["config/broken.yaml"] = "velocity: fast\n"
    for name, text in files.items():
        path = tmp_path / "arm_description" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str], str]:
    status = main(list(words))
    said = capsys.readouterr()
    return status, said.out.splitlines(), said.err


def test_each_set_is_checked_and_findings_name_those_that_have_them(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / "bodyplan.toml").write_text(SETS)
    status, [line], told = run(capsys, "check")
    assert status == 0
    assert line.startswith(f"{JOINTS}:7:")
    assert " warning BP" in line
    assert line.endswith(" (with broken)")
    assert "1 file checked: 1 warning" in told
    _, out, _ = run(capsys, "check", "--format", "json")
    [report] = json.loads("\n".join(out))
    assert [each["argument_sets"] for each in report["diagnostics"]] == [["broken"]]
    _, out, _ = run(capsys, "check", "--format", "sarif")
    [result] = json.loads("\n".join(out))["runs"][0]["results"]
    assert result["properties"]["argumentSets"] == ["broken"]


def test_what_all_sets_have_names_none(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / "bodyplan.toml").write_text(SETS)
    part = workspace / JOINTS
    part.write_text(part.read_text().replace("revolute", "revolut"))
    _, out, _ = run(capsys, "check", "--select", "BP107")
    assert len(out) == 1
    assert "'revolut'" in out[0]
    assert "(with" not in out[0]


def test_a_set_can_be_chosen(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / "bodyplan.toml").write_text(SETS)
    assert run(capsys, "check", "--matrix", "small", "--matrix", "large")[0] == 0
    status, _, told = run(capsys, "check", "--matrix", "smal")
    assert (status, told) == (
        2,
        "bodyplan: there is no set of arguments 'smal' in the configuration; did you mean 'small'?\n",
    )
    status, out, _ = run(capsys, "print", ARM, "--matrix", "large")
    assert status == 0
    assert '    <child link="right_arm"/>' in out


def test_a_document_that_is_shown_has_the_first_set(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / "bodyplan.toml").write_text(SETS)
    status, out, told = run(capsys, "xacro", ARM)
    assert status == 0
    assert "--matrix" in told
    assert any('velocity="2"' in line for line in out)


def test_sets_are_of_files_and_share_what_has_no_name(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = workspace / "arm_description" / "urdf" / "other.urdf.xacro"
    other.write_text(ROBOT.replace("_arm", "_hand"))
    (workspace / JOINTS).write_text(PART.replace("_arm", "_$(arg part)"))
    (workspace / "bodyplan.toml").write_text(
        '[[arguments]]\nfiles = ["**/arm.urdf.xacro"]\npart = "arm"\n'
        '[[arguments]]\nfiles = ["**/other.*"]\nvalues = { part = "hand", model = "large" }\n'
        '[[arguments]]\nname = "small"\nfiles = ["**/arm.urdf.xacro"]\nmodel = "small"\n'
    )
    status, out, told = run(capsys, "check")
    assert (status, out) == (0, []), told
    status, _, told = run(capsys, "config", "show")
    assert status == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[arguments]]\nname = 3\n", "bodyplan.toml:1: arguments says of its set"),
        ('[[arguments]]\nname = "a"\n[[arguments]]\nname = "a"\n', "has two sets 'a'"),
        ('[[arguments]]\nname = "a"\nfiles = "x"\n', "is wrong in its set 'a'"),
        ('[[arguments]]\nname = "a"\nmodel = ["x"]\n', "is wrong in its set 'a'"),
        ("arguments = [3]\n", "a list of such tables"),
    ],
)
def test_sets_that_are_none_are_refused(
    workspace: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    (workspace / "bodyplan.toml").write_text(text)
    status, _, said = run(capsys, "check")
    assert status == 2
    assert told in said


def test_arguments_stand_alone_as_in_xacro(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "print", ARM, "model:=large", "side:=right")
    assert status == 0
    assert '    <child link="right_arm"/>' in out
    assert run(capsys, "check", "model:=small", "arm_description")[0] == 0
    assert "there is no argument model:=small" in run(capsys, "doctor", "model:=small")[2]


def test_an_argument_that_no_document_has_is_refused(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, told = run(capsys, "tree", ARM, "modle:=small")
    assert (status, told) == (2, f"bodyplan: {ARM} has no argument 'modle'; did you mean 'model'?\n")
    status, _, told = run(capsys, "check", "model:=small", "hight:=3")
    assert (status, told) == (2, f"bodyplan: {ARM} has no argument 'hight'; there are model, side\n")
    (workspace / "arm_description" / "urdf" / "lamp.urdf.xacro").write_text(
        '<robot name="lamp" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="hight" default="1"/>'
        '<link name="l$(arg hight)"/></robot>'
    )
    status, out, told = run(capsys, "check", "model:=small", "hight:=3")
    assert (status, out) == (0, []), told


def test_an_argument_of_the_configuration_that_no_document_has_is_told(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / "arm_description" / "urdf" / "lamp.urdf.xacro").write_text(
        '<robot name="lamp" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="hight" default="1"/>'
        '<link name="l$(arg hight)"/></robot>'
    )
    (workspace / "bodyplan.toml").write_text('[arguments]\nmodel = "small"\nhight = 2\nwidth = 3\n')
    status, out, told = run(capsys, "check")
    assert (status, out) == (0, [])
    assert "no document has the argument 'width', which the configuration gives" in told


def test_a_part_that_is_named_stands_for_its_robots(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ((JOINTS,), ("--force-exclude", JOINTS), (JOINTS, ARM)):
        status, _, told = run(capsys, "check", "model:=small", *words)
        assert status == 0
        assert f"{JOINTS} is a part of {ARM}, checked in its place" in told
        assert "1 file checked" in told


def test_files_that_are_included_are_shown_as_from_here(capsys: pytest.CaptureFixture[str]) -> None:
    status, [line], _ = run(capsys, "check", "model:=absent")
    assert status == 1
    assert line.startswith(f"{JOINTS}:2:")
    assert repr(os.path.join("arm_description", "config", "absent.yaml")) in line


def test_what_a_package_installs_is_included_from_its_source(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = workspace / "arm_description"
    (package / "sources").mkdir()
    (package / "urdf" / "inc" / "joints.xacro").rename(package / "sources" / "joints.xacro")
    (package / "urdf" / "inc").rmdir()
    arm = package / "urdf" / "arm.urdf.xacro"
    arm.write_text(ROBOT.replace("/urdf/inc/", "/parts/"))
    (package / "CMakeLists.txt").write_text(
        "project(arm_description)\ninstall(DIRECTORY sources/ DESTINATION share/${PROJECT_NAME}/parts)\n"
    )
    status, out, told = run(capsys, "check", ARM, "model:=small")
    assert (status, out) == (0, []), told


def test_a_package_that_is_not_here_is_a_warning_where_it_is_a_dependency(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / ARM).write_text(ROBOT.replace("arm_description", "other_description"))
    status, [line], _ = run(capsys, "check", "model:=small")
    assert status == 1
    assert " error BP446: there is no package 'other_description'" in line
    depends = "<exec_depend>other_description</exec_depend></package>"
    (workspace / "arm_description" / "package.xml").write_text(PACKAGE.replace("</package>", depends))
    status, [line], _ = run(capsys, "check", "model:=small")
    assert status == 0
    assert " warning BP446: " in line
    assert run(capsys, "check", "--strict", "model:=small")[0] == 1


def test_parts_that_are_named_as_documents_are_not_judged(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = workspace / "arm_description" / "urdf"
    namespace = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
    files = {
        "arm.urdf": f'<robot name="arm" {namespace}><xacro:include filename="common.urdf"/><link name="l"/></robot>',
        "common.urdf": '<robot name="common"><material name="m"><color rgba="1 1 1 1"/></material></robot>',
        "colours.urdf": f'<robot name="colours" {namespace}><material name="m"/></robot>',
        "extra.urdf": "<robot/>",
        "more.xacro": f'<robot name="more" {namespace}><xacro:arg name="extra" default="$(optenv EXTRA extra.urdf)"/>'
        '<xacro:include filename="$(arg extra)"/><link name="l"/></robot>',
        "nameless.xacro": f"<robot {namespace}><gazebo/><joint/></robot>",
        "all.dmd.yaml": "directives:\n- add_directives:\n    file: package://arm_description/urdf/grippers.dmd.yaml\n",
        "grippers.dmd.yaml": "directives:\n- add_weld:\n    parent: a::b\n    child: c::d\n",
        "empty.urdf": "<robot name='empty'/>",
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    _, out, _ = run(capsys, "check", "--format", "json", "model:=small")
    checked = {Path(report["path"]).name for report in json.loads("\n".join(out))}
    assert checked == {"arm.urdf", "arm.urdf.xacro", "more.xacro", "all.dmd.yaml", "empty.urdf"}


def test_tables_of_targets_judge_the_expansion_alone(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / "colour.urdf.xacro").write_text(
        '<robot name="colour" xmlns:xacro="http://www.ros.org/wiki/xacro"><material name="m">'
        '<color rgba="${1 / 2} ${1 / 4} 0 1"/></material><link name="l"/></robot>'
    )
    assert run(capsys, "check", "--target", "drake", "--select", "BP701", "colour.urdf.xacro")[:2] == (0, [])
