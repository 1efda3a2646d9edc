"""What commands take for granted: the current folder, the format that a name says; and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodyplan.cli.main import main

ROBOT = '<robot name="r"><link name="l"/></robot>'
DOUBTFUL = '<robot name="r"><link name="l"><colour/></link></robot>'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BODYPLAN_NO_CACHE", "1")
    (tmp_path / "good.urdf").write_text(ROBOT)
    return tmp_path


def test_without_a_path_the_current_folder_is_checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "models").mkdir()
    (folder / "models" / "bad.urdf").write_text("<robot>")
    assert main(["check"]) == 1
    assert "models/bad.urdf:1" in capsys.readouterr().out
    assert main(["check", "--confine"]) == 1


def test_an_empty_folder_is_no_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "good.urdf").unlink()
    assert main(["check"]) == 2
    assert "no document in this folder" in capsys.readouterr().err


@pytest.mark.parametrize(("most", "status"), [("2", 0), ("1", 1), ("0", 1)])
def test_warnings_may_be_counted(most: str, status: int, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b"):
        (folder / f"{name}.urdf").write_text(DOUBTFUL)
    assert main(["check"]) == 0
    assert main(["check", "--max-warnings", most]) == status
    assert ("more than" in capsys.readouterr().err) == bool(status)
    assert main(["check", "--max-warnings", most, "--exit-zero"]) == 0


@pytest.mark.parametrize("text", ["-1", "many", "9" * 99])
def test_a_number_of_warnings_is_one(text: str) -> None:
    assert main(["check", f"--max-warnings={text}"]) == 2


@pytest.mark.parametrize("words", [["-o", "made.sdf"], ["--to", "sdf"], ["--to", "sdf", "-o", "made.txt"]])
def test_the_format_is_what_the_name_says(words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "good.urdf", *words]) == 0
    out = capsys.readouterr().out
    made = (folder / words[-1]).read_text() if "-o" in words else out
    assert "<sdf version=" in made


@pytest.mark.parametrize("words", [[], ["-o", "made.txt"]])
def test_a_format_has_to_be_known(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "good.urdf", *words]) == 2
    assert "--to" in capsys.readouterr().err


def test_nothing_is_written_over_its_source(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "link.urdf").symlink_to("good.urdf")
    for name in ("good.urdf", "./good.urdf", "link.urdf"):
        assert main(["convert", "good.urdf", "--to", "sdf", "-o", name]) == 2
    assert (folder / "good.urdf").read_text() == ROBOT
    assert "--force" in capsys.readouterr().err
    assert main(["convert", "good.urdf", "--to", "sdf", "-o", "good.urdf", "--force"]) == 0
    assert "<sdf" in (folder / "good.urdf").read_text()
