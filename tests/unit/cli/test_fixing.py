"""``bodyplan check --fix``, ``--diff`` and ``--unsafe-fixes``."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from bodyplan.cli.main import main

ROBOT = """\
<robot name="r">
  <link name="a"/>
  <link name="b"/>   <!-- the second -->
  <joint name="j" type="continous">
    <parent link="a"/>
    <child link="b"/>
    <axis xzy='0 0 1'/>
  </joint>
</robot>
"""


@pytest.fixture
def robot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("r.urdf").write_text(ROBOT, encoding="utf-8")
    return Path("r.urdf")


def check(*options: str) -> int:
    return main(["check", "--isolated", "--format", "concise", *options])


def test_what_is_safe_is_mended_and_nothing_else_changes(robot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("--fix", "r.urdf") == 0
    assert robot.read_text() == ROBOT.replace("continous", "continuous")
    out, err = capsys.readouterr()
    assert "BP107" not in out
    assert "BP202" in out
    assert "1 finding fixed; 1 more can be fixed with --unsafe-fixes" in err
    assert check("--fix", "--unsafe-fixes", "r.urdf") == 0
    assert robot.read_text() == ROBOT.replace("continous", "continuous").replace("xzy", "xyz")


def test_diff_changes_nothing_and_says_so_by_its_status(robot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("--diff", "r.urdf") == 1
    out, _ = capsys.readouterr()
    assert [line for line in out.splitlines() if line[:1] in "+-" and line[:3] not in ("---", "+++")] == [
        '-  <joint name="j" type="continous">',
        '+  <joint name="j" type="continuous">',
    ]
    assert robot.read_text() == ROBOT
    check("--fix", "r.urdf")
    capsys.readouterr()
    assert check("--diff", "r.urdf") == 0
    assert capsys.readouterr().out == ""


def test_what_is_not_shown_is_not_mended(robot: Path) -> None:
    for options in (["--ignore", "BP107"], ["--select", "BP2"]):
        check("--fix", *options, "r.urdf")
        assert robot.read_text() == ROBOT
    kept = ROBOT.replace("  <joint", "  <!-- bodyplan: ignore[BP107] a new type -->\n  <joint")
    robot.write_text(kept)
    check("--fix", "r.urdf")
    assert robot.read_text() == kept
    robot.write_text(ROBOT)
    check("--baseline", "known.json", "--write-baseline", "r.urdf")
    check("--fix", "--baseline", "known.json", "r.urdf")
    assert robot.read_text() == ROBOT


def test_a_known_finding_stays_where_one_like_it_is_mended(robot: Path) -> None:
    robot.write_text(ROBOT.replace("continous", "fixed").replace('  <link name="b"', '  text\n  <link name="b"'))
    check("--baseline", "known.json", "--write-baseline", "r.urdf")
    robot.write_text(
        robot.read_text().replace(
            "</robot>",
            "<joint name='k' type='fixd'><parent link='b'/><child link='c'/></joint><link name='c'/></robot>",
        )
    )
    check("--fix", "--unsafe-fixes", "--baseline", "known.json", "r.urdf")
    assert "type='fixed'" in robot.read_text()
    assert "xzy" in robot.read_text()
    assert "  text\n" in robot.read_text()


def test_unused_comments_go_with_their_lines(robot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clean = ROBOT.replace("continous", "continuous").replace("xzy", "xyz")
    robot.write_text(
        clean.replace("  <joint", "  <!-- bodyplan: ignore[BP201] once needed -->\n  <joint").replace(
            "<!-- the second -->", "<!-- the second --><!-- bodyplan: ignore[BP5] -->"
        )
    )
    assert check("--fix", "r.urdf") == 0
    assert robot.read_text() == clean
    robot.write_text(ROBOT.replace("  <joint", "  <!-- bodyplan: ignore[BP201, BP107,BP202] both -->\n  <joint"))
    check("--fix", "r.urdf")
    assert "<!-- bodyplan: ignore[BP107, BP202] both -->" in robot.read_text()
    assert capsys.readouterr().out == ""


def test_a_document_in_xacro_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("xacro")
    monkeypatch.chdir(tmp_path)
    text = ROBOT.replace('"r">', '"r" xmlns:xacro="http://www.ros.org/wiki/xacro">').replace(
        "  <joint", "  <!-- bodyplan: ignore[BP201] once needed -->\n  <joint"
    )
    Path("r.urdf.xacro").write_text(text, encoding="utf-8")
    assert check("--fix", "r.urdf.xacro") == 1
    assert Path("r.urdf.xacro").read_text(encoding="utf-8") == text
    out, _ = capsys.readouterr()
    assert "BP107" in out


def test_other_files_are_not_touched(tmp_path: Path, robot: Path) -> None:
    part = '<sdf version="1.12"><model name="part"><link name="a"/><joint name="j" type="fixd"><parent>world</parent><child>a</child></joint></model></sdf>'
    (tmp_path / "part.sdf").write_text(part)
    (tmp_path / "whole.sdf").write_text(
        '<sdf version="1.12"><world name="w"><include><uri>part.sdf</uri></include></world></sdf>'
    )
    check("--fix", "whole.sdf")
    assert (tmp_path / "part.sdf").read_text() == part
    check("--fix", "whole.sdf", "part.sdf")
    assert (tmp_path / "part.sdf").read_text() == part.replace("fixd", "fixed")


def test_standard_input_goes_to_standard_output(
    robot: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(ROBOT.encode())))
    check("--fix", "--stdin-filename", "r.urdf", "-")
    out, err = capsysbinary.readouterr()
    assert out.decode() == ROBOT.replace("continous", "continuous")
    assert b"r.urdf:7:11: warning BP202" in err
    assert robot.read_text() == ROBOT  # the name says what it is called, not where it is written


def test_findings_carry_their_fixes(robot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--isolated", "--format", "json", "r.urdf"])
    (report,) = json.loads(capsys.readouterr().out)
    fixes = {d["code"]: d.get("fix") for d in report["diagnostics"]}
    assert fixes["BP107"]["safe"]
    assert not fixes["BP202"]["safe"]
    (edit,) = fixes["BP107"]["edits"]
    assert (edit["line"], edit["text"]) == (4, "continuous")
    main(["check", "--isolated", "--format", "sarif", "r.urdf"])
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert [len(result.get("fixes", [])) for result in run["results"]] == [1, 1]
    main(["check", "--isolated", "--statistics", "r.urdf"])
    assert "[*]" in capsys.readouterr().out
