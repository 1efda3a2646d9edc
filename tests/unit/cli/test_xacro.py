"""``bodyplan xacro``, and files in xacro that are found in folders and given to other commands."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main

pytest.importorskip("xacro", reason="the extra xacro is not installed")

NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
ARM = f"""<robot name="arm" {NAMESPACE}>
  <xacro:arg name="side" default="left"/>
  <xacro:include filename="part.xacro"/>
  <xacro:part name="$(arg side)"/>
</robot>
"""
PART = f"""<robot {NAMESPACE}>
  <xacro:macro name="part" params="name">
    <link name="${{name}}"><xacro:attribute name="x" value="1"/></link>
  </xacro:macro>
</robot>
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("arm.urdf.xacro").write_text(ARM)
    Path("part.xacro").write_text(PART)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_expansion_is_printed_or_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["xacro", "arm.urdf.xacro", "--arg", "side:=right"]) == 0
    printed = capsys.readouterr()
    assert '<link name="right" x="1"/>' in printed.out
    assert printed.out.startswith('<?xml version="1.0" ?>\n<!-- ====')
    assert printed.err == ""
    assert main(["xacro", "arm.urdf.xacro", "--arg", "side:=right", "-o", "out/arm.urdf"]) == 0
    assert Path("out/arm.urdf").read_text() == printed.out


@pytest.mark.usefixtures("folder")
def test_a_faulty_source_is_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    Path("part.xacro").write_text(PART.replace("${name}", "${nam}"))
    assert main(["xacro", "arm.urdf.xacro"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "part.xacro:3:17: error BP440: there is no property 'nam' here; did you mean 'name'?\n"
    assert main(["xacro", "none.xacro"]) == 2


@pytest.mark.usefixtures("folder")
def test_a_trace_tells_where_something_comes_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["xacro", "arm.urdf.xacro", "--trace", "//link/@*"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        '/robot[@name="arm"]/link[@name="left"]/@name',
        "  arm.urdf.xacro:2:26: written here",
        "  part.xacro:3:11: used here",
        "  arm.urdf.xacro:4:15: passed on as name",
        "  arm.urdf.xacro:4:3: in this call of part",
        '/robot[@name="arm"]/link[@name="left"]/@x',
        "  part.xacro:3:26: written here",
        "  arm.urdf.xacro:4:3: in this call of part",
    ]
    assert main(["xacro", "arm.urdf.xacro", "--trace", "//nothing"]) == 2
    assert main(["xacro", "arm.urdf.xacro", "--trace", "///"]) == 2
    assert main(["xacro", "arm.urdf.xacro", "--trace", "count(//link)"]) == 2


@pytest.mark.usefixtures("folder")
def test_every_command_takes_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resolve", "arm.urdf.xacro", "--arg", "side:=up"]) == 0
    assert "arm::up" in capsys.readouterr().out
    assert main(["check", "arm.urdf.xacro", "--arg", "sied:=up"]) == 2
    assert "has no argument 'sied'; did you mean 'side'?" in capsys.readouterr().err
    assert main(["check", "arm.urdf.xacro", "--arg", "side=up"]) == 2
    assert main(["diff", "arm.urdf.xacro", "arm.urdf.xacro", "--arg", "side:=up"]) == 0


@pytest.mark.usefixtures("folder")
def test_arguments_of_a_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bodyplan.toml").write_text('[arguments]\nside = "down"\n')
    assert main(["print", "arm.urdf.xacro"]) == 0
    assert '<link name="down"' in capsys.readouterr().out
    assert main(["print", "arm.urdf.xacro", "--arg", "side:=up"]) == 0
    assert '<link name="up"' in capsys.readouterr().out
    assert main(["config", "show", "arm.urdf.xacro"]) == 0
    assert '{"side": "down"}' in capsys.readouterr().out
    Path("other.toml").write_text("arguments = 3\n")
    assert main(["check", "arm.urdf.xacro", "--config", "other.toml"]) == 2


@pytest.mark.usefixtures("folder")
def test_commands_that_change_documents_refuse_an_expansion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rename", "arm.urdf.xacro", "left", "other", "--in-place"]) == 2
    assert "is written in xacro" in capsys.readouterr().err
    assert Path("arm.urdf.xacro").read_text() == ARM


@pytest.mark.usefixtures("folder")
def test_nothing_is_fixed_in_what_xacro_makes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("arm.urdf.xacro").write_text(ARM.replace("</robot>", "<link nme='l'/></robot>"))
    before = Path("arm.urdf.xacro").read_text()
    main(["check", "--isolated", "--fix", "--unsafe-fixes", "arm.urdf.xacro"])
    assert "BP202" in capsys.readouterr().out
    assert Path("arm.urdf.xacro").read_text() == before


def test_a_folder_is_walked_for_what_describes_something(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inner = folder / "urdf"
    inner.mkdir()
    (inner / "lights.xacro").write_text(f'<robot name="x" {NAMESPACE}><link name="l"/><link name="m"/></robot>')
    (inner / "robot.xacro").write_text(
        f'<robot name="r" {NAMESPACE}><xacro:include filename="$(find robot)/urdf/lights.xacro"/></robot>'
    )
    (inner / "sizes.xacro").write_text(f'<robot {NAMESPACE}><xacro:property name="p" value="1"/></robot>')
    (inner / "r.srdf.xacro").write_text(f'<robot name="r" {NAMESPACE}><group name="arm"/></robot>')
    (inner / "menu.xacro").write_text(f"<launch {NAMESPACE}><node/></launch>")
    (folder / "package.xml").write_text("<package><name>robot</name></package>")
    assert main(["check", "--isolated", "."]) == 1
    printed = capsys.readouterr()
    assert "2 files checked" in printed.err
    assert {Path(line.split(":")[0]).name for line in printed.out.splitlines() if "error" in line} == {"lights.xacro"}


@pytest.mark.usefixtures("folder")
def test_without_the_package_files_in_xacro_are_passed_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bodyplan.semantics.xacro.engine.is_installed", lambda: False)
    Path("box.urdf").write_text('<robot name="box"><link name="l"/></robot>')
    assert main(["check", "--isolated", "."]) == 0
    printed = capsys.readouterr().err
    assert "1 file in xacro passed over" in printed
    assert "pip install 'bodyplan[xacro]'" in printed
    assert main(["xacro", "arm.urdf.xacro"]) == 2
    assert "pip install 'bodyplan[xacro]'" in capsys.readouterr().err


def test_several_processes_check_files_in_xacro(folder: Path) -> None:
    for number in range(4):
        (folder / f"r{number}.urdf.xacro").write_text(ARM)
    assert main(["check", "--isolated", "--jobs", "2", "--arg", "side:=up", "."]) == 0
    reports = bodyplan.check_many(sorted(folder.glob("r*.xacro")), jobs=2, arguments={"side": "up"})
    assert all(report.ok for report in reports)
