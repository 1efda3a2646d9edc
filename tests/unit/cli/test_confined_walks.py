"""Under ``--confine`` no link and no name in a project leads out of it: not for reading, not for writing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from bodyplan.cli.main import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links take a privilege on Windows")

SECRET = '<sdf version="1.9"><model name="m"><link name="l"/><secret/></model></sdf>'
NAMED = "<model><name>m</name><sdf version='1.9'>{}</sdf></model>"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout in the working directory, with links that lead out of it."""
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    (project / ".git").mkdir(parents=True)
    (project / "robots").mkdir()
    (elsewhere / "model").mkdir(parents=True)
    (elsewhere / "secret.sdf").write_text(SECRET)
    (elsewhere / "model" / "model.sdf").write_text(SECRET)
    (elsewhere / "model" / "model.config").write_text(NAMED.format("model.sdf"))
    (project / "own.sdf").write_text(SECRET.replace("secret", "own"))
    (project / "robots" / "file.sdf").symlink_to("../../elsewhere/secret.sdf")
    (project / "folder").symlink_to("../elsewhere")
    (project / "circle").symlink_to(".")
    (project / "robots" / "model.config").write_text(NAMED.format("../../elsewhere/secret.sdf"))
    monkeypatch.chdir(project)
    return project


@pytest.fixture(params=["robots/file.sdf", "folder/secret.sdf", "folder/model/model.config", "robots/model.config"])
def outside(request: pytest.FixtureRequest, project: Path) -> str:
    """A name that leads out of the project."""
    name: str = request.param
    return name


WAYS = ["folder", "folder/model", "folder/*.sdf", "folder/**/*.sdf", "./*/../folder"]


def test_a_document_outside_is_a_finding(outside: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--isolated", "--confine", "--format", "json", outside]) in (1, 2)
    output = capsys.readouterr().out
    assert "BP407" in output
    assert "secret>" not in output
    assert main(["check", "--isolated", "--format", "json", outside]) == 0
    assert "<secret>" in capsys.readouterr().out


def test_a_document_in_a_search_path_is_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["check", "--isolated", "--confine", "--search-path", "../elsewhere", "robots/file.sdf"]
    assert main(call) == 0
    assert "<secret>" in capsys.readouterr().out


@pytest.mark.parametrize("way", WAYS)
def test_a_folder_outside_is_not_walked(way: str, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--isolated", "--confine", way]) == 2
    output = capsys.readouterr()
    assert "leads out of the project" in output.err
    assert "secret" not in output.out


def test_a_pattern_does_not_follow_links(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(20):  # each of which would double what is looked at
        (project / "robots" / f"{number}").symlink_to(project)
    (project / "robots" / "arm").mkdir()
    (project / "robots" / "arm" / "arm.sdf").write_text(SECRET.replace("secret", "arm"))
    assert main(["check", "--isolated", "--confine", "--format", "concise", "**/*.sdf"]) == 1
    files = {line.partition(":")[0] for line in capsys.readouterr().out.splitlines()}
    assert files == {"own.sdf", "robots/file.sdf", "robots/arm/arm.sdf"}
    assert main(["check", "--isolated", "**/arm.sdf"]) == 0  # links in circles are no more followed where more is read
    for pattern in ("*.sdf", str(project / "[no]*.sdf"), "./robots/../*.sdf", "rob*/**/ar?.sdf"):
        assert main(["check", "--isolated", "--confine", pattern]) == 0, pattern


@pytest.mark.parametrize("is_confined", [True, False])
def test_format_leaves_documents_outside(
    is_confined: bool, outside: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "bodyplan.toml").write_text(f"confine = {str(is_confined).lower()}\n")
    assert main(["format", outside]) == (2 if is_confined else 0)
    assert ("leads out of the project" in capsys.readouterr().err) == is_confined
    assert ({*texts_of(project.parent / "elsewhere")} == {SECRET}) == is_confined


def texts_of(folder: Path) -> list[str]:
    return [file.read_text() for file in folder.rglob("*.sdf")]


def test_fixes_are_not_written_through_links(outside: str, project: Path) -> None:
    assert main(["check", "--isolated", "--confine", "--fix", "--unsafe-fixes", outside]) in (1, 2)
    assert {*texts_of(project.parent / "elsewhere")} == {SECRET}


def test_findings_are_not_written_through_links(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "out.json").symlink_to("../elsewhere/out.json")
    call = ["check", "--isolated", "own.sdf", "--format", "json"]
    assert main([*call, "--confine", "--output-file", "out.json"]) == 2
    assert main([*call, "--confine", "--output-file", "folder/out.json"]) == 2
    assert "leads out of the project" in capsys.readouterr().err
    assert not (project.parent / "elsewhere" / "out.json").exists()
    assert main([*call, "--confine", "--output-file", "../elsewhere/out.json"]) == 0  # as the call says


def test_files_that_are_read_on_the_way_are_regular_and_in_the_project(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / ".gitignore").symlink_to("../elsewhere/ignored")
    (project.parent / "elsewhere" / "ignored").write_text("own.sdf\n")
    os.mkfifo(project / "robots" / ".gitignore")
    os.mkfifo(project / "robots" / "pipe.urdf")
    os.mkfifo(project / "robots" / "pipe.urdf.xacro")
    (project / "robots" / "model.config").unlink()
    os.mkfifo(project / "robots" / "model.config")
    assert main(["check", "--isolated", "--confine", "--format", "concise", "."]) in (1, 2)
    assert "own.sdf" in capsys.readouterr().out
    assert main(["check", "--isolated", "--format", "concise", "."]) in (1, 2)
    assert "own.sdf" not in capsys.readouterr().out


@pytest.fixture
def like_options(project: Path) -> list[str]:
    """Documents whose names look like options."""
    names = ["-x.urdf", "--fetch=./evil.urdf", "--config=./model.config", "--exit-zero=.sdf"]
    for name in names:
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text('<robot name="r"/>')
    return names


@pytest.mark.parametrize("command", ["check", "format"])
def test_no_name_of_a_file_is_an_option(
    command: str, like_options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [name for name in like_options if command == "check" or not name.endswith("config")]
    assert main([command, "--force-exclude", "own.sdf", *paths]) in (0, 1)
    count = len(paths) + 1
    verb = "checked" if command == "check" else "looked at"
    assert f"{count} files {verb}" in capsys.readouterr().err
