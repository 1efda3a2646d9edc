"""Every command on small documents, in processes of its own or in this one."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.sdformat import NEWEST

URDF = """\
<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/>
    <child link="upper"/>
    <origin xyz="0 0 1"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" effort="3" velocity="4"/>
  </joint>
  <joint name="wrist" type="continuous">
    <parent link="upper"/>
    <child link="hand"/>
    <origin xyz="1 0 0"/>
    <axis xyz="0 0 1"/>
  </joint>
  <link name="hand"/>
</robot>
"""

SDF = """\
<?xml version="1.0"?>
<sdf version="1.9">
  <model name="m">
    <link name="l">
      <pose>1 2 3 0 0 0</pose>
    </link>
    <frame name="f" attached_to="l">
      <pose>0 0 1 0 0 0</pose>
    </frame>
  </model>
</sdf>
"""

FAULTY = URDF.replace('type="continuous"', 'type="spin"')

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*argv: object) -> tuple[int, str, str]:
        status = main([str(word) for word in argv])
        output = capsys.readouterr()
        return status, output.out, output.err

    return call


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    path = tmp_path / "arm.urdf"
    path.write_text(URDF, encoding="utf-8")
    return path


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "m.sdf"
    path.write_text(SDF, encoding="utf-8")
    return path


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "faulty.urdf"
    path.write_text(FAULTY, encoding="utf-8")
    return path


def test_check_of_documents_in_order(run: Run, arm: Path, model: Path) -> None:
    assert run("check", arm, model)[:2] == (0, "")
    assert run("check", "--strict", model)[0] == 0


def test_check_says_place_and_code(run: Run, faulty: Path) -> None:
    status, out, _ = run("check", faulty)
    assert status == 1
    assert out.startswith(f"{faulty}:13:23: error BP107: ")


def test_check_of_a_folder_finds_the_faulty_document(run: Run, faulty: Path, arm: Path, tmp_path: Path) -> None:
    status, out, err = run("check", tmp_path, "--format", "json")
    assert status == 1
    assert {item["path"]: item["ok"] for item in json.loads(out)} == {str(arm): True, str(faulty): False}
    assert err.startswith("2 files checked: ")


def test_json_is_what_reports_say(run: Run, faulty: Path) -> None:
    _, out, _ = run("check", "--format", "json", faulty)
    assert json.loads(out) == [json.loads(json.dumps(bodyplan.check(faulty, strict=False).to_dict()))]


@pytest.mark.parametrize(
    "command", [["check"], ["resolve"], ["pose", "world"], ["print"], ["graph"], ["tree"], ["inertia"]]
)
def test_missing_file_is_status_2(run: Run, tmp_path: Path, command: list[str]) -> None:
    gone = tmp_path / "gone.sdf"
    status, out, err = run(command[0], gone, *command[1:])
    assert status == 2
    assert str(gone) in (out if command == ["check"] else err)


def test_jobs_give_the_same_output(run: Run, faulty: Path, arm: Path, model: Path) -> None:
    paths = [faulty, arm, model]
    assert run("check", *paths, "--jobs", "2") == run("check", *paths)


@pytest.mark.parametrize("command", [["resolve"], ["print"], ["graph"], ["tree"], ["inertia"], ["pose", "arm::hand"]])
def test_document_with_errors_has_no_result(run: Run, faulty: Path, command: list[str]) -> None:
    status, out, err = run(command[0], faulty, *command[1:])
    assert (status, out) == (1, "")
    assert "error BP107" in err


@pytest.mark.parametrize("command", [["resolve"], ["print"], ["graph"], ["tree"], ["inertia"], ["pose", "world"]])
def test_commands_about_one_document_read_it_as_a_target_does(run: Run, tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "two.urdf"
    path.write_text('<robot name="r"><link name="a"/><link name="b"/></robot>', encoding="utf-8")
    statuses = [run(command[0], path, *command[1:], "--target", target)[0] for target in ("drake", "urdfdom")]
    assert statuses == [0, 1]


def test_resolve_as_text(run: Run, arm: Path) -> None:
    status, out, _ = run("resolve", arm)
    assert status == 0
    assert "frames (" in out
    assert "links (3)" in out
    assert "joints (2)" in out


def test_resolve_as_json(run: Run, arm: Path) -> None:
    status, out, _ = run("resolve", arm, "--format", "json")
    scene = json.loads(out)
    assert status == 0
    assert scene["frames"]["arm::hand"] == {
        "name": "arm::hand",
        "kind": "link",
        "pose": [1, 0, 1, 1, 0, 0, 0],
        "attached_to": "arm::hand",
    }
    assert scene["links"]["arm::upper"]["mass"] == 2
    shoulder = scene["joints"]["arm::shoulder"]
    assert (shoulder["parent"], shoulder["child"], shoulder["dofs"]) == ("arm::base", "arm::upper", 1)
    assert shoulder["axes"][0]["xyz"] == [0, 1, 0]
    assert (shoulder["axes"][0]["lower"], shoulder["axes"][0]["upper"]) == (-1, 2)
    assert scene["joints"]["arm::wrist"]["axes"][0]["upper"] == "inf"
    assert scene["joints"]["arm::wrist"]["X_PF"] == [1, 0, 0, 1, 0, 0, 0]


def test_pose(run: Run, arm: Path) -> None:
    status, out, _ = run("pose", arm, "arm::hand", "--format", "json", "-q", f"arm::shoulder={math.pi / 2}")
    assert status == 0
    assert json.loads(out)["pose"] == pytest.approx([0, 0, 0, math.sqrt(0.5), 0, math.sqrt(0.5), 0], abs=1e-12)


def test_pose_as_text(run: Run, model: Path) -> None:
    assert run("pose", model, "m::f", "--relative-to", "m::l") == (
        0,
        "x y z           0 0 1\nroll pitch yaw  0 0 0\nqw qx qy qz     1 0 0 0\n",
        "",
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["arm::hnd"], "there is no frame 'arm::hnd'; did you mean 'arm::hand'?"),
        (["arm::hand", "-q", "arm::wrst=1"], "there is no joint 'arm::wrst'; did you mean 'arm::wrist'?"),
        (["arm::hand", "-q", "arm::wrist"], "not of the form JOINT=VALUE"),
        (["arm::hand", "-q", "arm::wrist=fast"], "'fast' is not a number"),
        (["arm::hand", "-q", "arm::wrist=1,2"], "has 1 coordinate; -q gives 2"),
    ],
)
def test_pose_of_what_there_is_not(run: Run, arm: Path, words: list[str], message: str) -> None:
    status, out, err = run("pose", arm, *words)
    assert (status, out) == (2, "")
    assert message in err


def test_printed_document_means_the_same(run: Run, model: Path, tmp_path: Path) -> None:
    status, out, _ = run("print", model, "--expand")
    assert status == 0
    again = tmp_path / "again.sdf"
    again.write_text(out, encoding="utf-8")
    assert run("resolve", again)[1] == run("resolve", model)[1]
    assert f'version="{NEWEST}"' in out


@pytest.mark.parametrize("kind", ["frames", "poses", "joints"])
@pytest.mark.parametrize("format", ["dot", "mermaid"])
def test_graphs_name_what_is_in_the_document(run: Run, arm: Path, kind: str, format: str) -> None:
    status, out, _ = run("graph", arm, "--kind", kind, "--format", format)
    assert status == 0
    assert "upper" in out


@pytest.mark.parametrize("version", ["1.3", "1.99", "new"])
def test_print_of_a_version_that_is_not_written(run: Run, model: Path, version: str) -> None:
    status, out, err = run("print", model, "--version", version)
    assert (status, out) == (2, "")
    assert f"not '{version}'" in err


def test_print_of_an_older_version(run: Run, model: Path) -> None:
    status, out, _ = run("print", model, "--version", "1.8")
    assert status == 0
    assert '<sdf version="1.8">' in out


def test_explain_a_diagnostic_by_code_and_by_name(run: Run) -> None:
    status, out, _ = run("explain", "bp107")
    assert status == 0
    assert out.startswith("# BP107: not-allowed\n")
    assert run("explain", "not-allowed")[1] == out
    assert out.endswith("/rules/BP107-not-allowed/\n")


def test_explain_is_in_colour_at_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("explain", "BP107")[1]
    assert "## Why it matters\n" in plain
    assert "```xml\n" in plain
    monkeypatch.setattr("bodyplan.cli.explain.supports_colour", lambda stream: True)
    status, out, _ = run("explain", "BP107")
    assert status == 0
    assert "\x1b[1mWhy it matters\x1b[0m\n" in out
    assert "\x1b[34m<robot\x1b[0m \x1b[36mname\x1b[0m=" in out
    assert "door.urdf:4:23: \x1b[1;31merror BP107\x1b[0m: " in out


def test_explain_an_element(run: Run) -> None:
    status, out, _ = run("explain", "//joint/axis/limit")
    assert status == 0
    assert "lower" in out
    assert "/reference/sdformat/joint/#AxisLimit\n" in out
    assert "/reference/skel/joint_axis/#Limit.lower\n" in run("explain", "//axis/limit/lower")[1]


def test_explain_an_element_by_its_name_alone(run: Run) -> None:
    status, out, _ = run("explain", "mimic")
    assert status == 0
    assert "//axis/mimic, //axis2/mimic  (sdformat 1.11 to 1.12)\n" in out
    assert "//joint/mimic, //drake:joint/mimic  (urdf 1.0 to 1.2)\n" in out
    assert "m/rad or rad/m" in out
    assert out.count("/reference/urdf/joint/#Mimic\n") == 1


def test_explain_a_name_by_all_versions_that_describe_it_alike(run: Run) -> None:
    out = run("explain", "effort")[1]
    assert "//limit/effort  (sdformat 1.3 to 1.9)\n" in out
    assert "default '-1'" in out
    assert "//limit/@effort  (urdf 1.2)\n" in out, "URDF has an attribute of that name only"


@pytest.mark.parametrize(
    ("subject", "suggested"), [("mimik", "mimic"), ("//joint/mimik", "mimic"), ("not-alowed", "not-allowed")]
)
def test_explain_suggests_the_nearest_element_or_rule(run: Run, subject: str, suggested: str) -> None:
    status, out, err = run("explain", subject)
    assert (status, out) == (2, "")
    assert err.endswith(f"did you mean {suggested!r}?\n")


@pytest.mark.parametrize("subject", ["BP199", "//no/such/element", "not-alowed"])
def test_explain_what_there_is_not(run: Run, subject: str) -> None:
    status, out, err = run("explain", subject)
    assert (status, out) == (2, "")
    assert subject in err


def test_small_check_loads_nothing_that_it_does_not_need(arm: Path) -> None:
    code = (
        "import sys\n"
        "from bodyplan.cli.main import main\n"
        f"status = main(['check', {str(arm)!r}])\n"
        "print(status, *sorted(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    status, *modules = done.stdout.split()
    assert status == "0"
    unwanted = ("numpy", "jinja2", "json", "concurrent.futures", "multiprocessing", "bodyplan.codegen", "ruamel")
    assert [name for name in modules if name.startswith(unwanted)] == []
    assert [name for name in modules if name.startswith(("bodyplan.sdformat", "bodyplan.skel"))] == []
