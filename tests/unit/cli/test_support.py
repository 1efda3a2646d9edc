"""``bodyplan support``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bodyplan.cli.main import main


@pytest.fixture
def robot(tmp_path: Path) -> str:
    file = tmp_path / "r.urdf"
    file.write_text(
        "<robot name='r'><link name='a'/><link name='b'/><joint name='q' type='revolute'><parent link='a'/>"
        "<child link='b'/><limit effort='1' velocity='2'/><safety_controller k_velocity='1'/></joint></robot>"
    )
    return str(file)


def test_what_all_use_is_one_line_unless_it_is_asked_for(robot: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["support", robot]) == 0
    short = capsys.readouterr().out
    assert "  safety_controller …" in short
    assert "other kinds of elements and attributes" in short
    assert main(["support", robot, "--verbose"]) == 0
    long = capsys.readouterr().out
    assert "@k_velocity" in long
    assert "@effort" in long
    assert "@effort" not in short


def test_columns_and_rows_are_chosen(robot: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["support", robot, "--target", "mujoco", "--only", "ignores"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["count", "mujoco"]
    assert [line.split()[-1] for line in lines if line.startswith("  @velocity")] == ["ignores"]
    assert not any("urdfdom" in line for line in lines)


def test_json_and_markdown(robot: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["support", robot, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (row,) = [each for each in found["elements"] if each["path"] == "robot/joint/limit/@velocity"]
    assert row["readers"]["mujoco"]["verdict"] == "ignores"
    assert row["readers"]["pinocchio"] == {"verdict": "uses", "counts": {"uses": 1}, "words": None}
    assert main(["support", robot, "--format", "markdown"]) == 0
    assert "| `robot/joint/limit/@velocity` | 1 |" in capsys.readouterr().out


def test_colours_are_asked_for(robot: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["support", robot, "--color", "always"])
    assert "\x1b[" in capsys.readouterr().out
    main(["support", robot])
    assert "\x1b[" not in capsys.readouterr().out


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["support", str(tmp_path / "none.urdf")]) == 2
    assert "BP" in capsys.readouterr().err
