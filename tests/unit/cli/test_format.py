"""``bodyplan format``: which files change, and what is said of them."""

from __future__ import annotations

import io
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from bodyplan.cli.main import main

MESSY = b"<robot name='r'>\r\n<link name='l' />\r\n</robot>"
NEAT = b'<robot name="r">\r\n  <link name="l"/>\r\n</robot>\r\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "messy.urdf").write_bytes(MESSY)
    (tmp_path / "neat.urdf").write_bytes(NEAT)
    (tmp_path / "scene.dmd.yaml").write_text("directives: []\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder_is_formatted_in_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.chmod(folder / "messy.urdf", 0o640)
    before = (folder / "neat.urdf").stat()
    assert main(["format", "."]) == 0
    assert (folder / "messy.urdf").read_bytes() == NEAT
    assert (folder / "messy.urdf").stat().st_mode & 0o777 == 0o640
    assert (folder / "neat.urdf").stat() == before
    assert capsys.readouterr() == ("", "2 files looked at, 1 changed\n")
    assert main(["format", "--check", "."]) == 0


def test_check_names_the_files_that_would_change(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["format", "--check", "messy.urdf", "neat.urdf"]) == 1
    assert (folder / "messy.urdf").read_bytes() == MESSY
    assert capsys.readouterr() == ("messy.urdf\n", "2 files looked at, 1 would change\n")


def test_diff_shows_what_would_change(folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["format", "--diff", "messy.urdf"]) == 0
    assert (folder / "messy.urdf").read_bytes() == MESSY
    assert capsysbinary.readouterr().out == (
        b"--- messy.urdf\n+++ messy.urdf\n@@ -1,3 +1,3 @@\n-<robot name='r'>\r\n-<link name='l' />\r\n-</robot>\n"
        b'\\ No newline at end of file\n+<robot name="r">\r\n+  <link name="l"/>\r\n+</robot>\r\n'
    )
    assert main(["format", "--check", "--diff", "messy.urdf"]) == 1


def test_numbers_are_short_where_that_is_asked_for(folder: Path) -> None:
    (folder / "a.urdf").write_text(
        '<robot name="r"><link name="l"><inertial><mass value="1.50"/></inertial></link></robot>'
    )
    main(["format", "a.urdf"])
    assert 'value="1.50"' in (folder / "a.urdf").read_text()
    main(["format", "--numbers", "a.urdf"])
    assert 'value="1.5"' in (folder / "a.urdf").read_text()


def test_standard_input_goes_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(MESSY)))
    assert main(["format", "-"]) == 0
    assert capsysbinary.readouterr().out == NEAT


def test_what_cannot_be_formatted_does_not_keep_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "broken.urdf").write_text("<robot>")
    assert main(["format", "broken.urdf", "messy.urdf"]) == 1
    assert (folder / "messy.urdf").read_bytes() == NEAT
    assert "broken.urdf:1:1: error BP003" in capsys.readouterr().err
    assert main(["format", "missing.urdf", "neat.urdf"]) == 2
    assert "missing.urdf: error BP001" in capsys.readouterr().err
    assert main(["format", "scene.dmd.yaml"]) == 2
    assert "scene.dmd.yaml: Drake model directives are no XML" in capsys.readouterr().err


def test_differences_are_coloured_at_a_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    (folder / "escape.urdf").write_text("<robot name='\N{RIGHT-TO-LEFT OVERRIDE}r'/>\n")
    assert main(["format", "--diff", "escape.urdf"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3:] == [
        "\x1b[31m-<robot name='\\u202er'/>\x1b[0m",
        '\x1b[32m+<robot name="\\u202er"/>\x1b[0m',
    ]


def test_what_the_configuration_excludes_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "bodyplan.toml").write_text('exclude = ["old/"]\n')
    text = '<robot name="r"><link name="l"/></robot>\n'
    for name in ("a.urdf", "old/b.urdf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert main(["format", str(tmp_path)]) == 0
    assert main(["format", "--force-exclude", str(tmp_path / "old" / "b.urdf")]) == 0
    assert (tmp_path / "a.urdf").read_text() != text
    assert (tmp_path / "old" / "b.urdf").read_text() == text
    assert main(["format", str(tmp_path / "old" / "b.urdf")]) == 0
    assert (tmp_path / "old" / "b.urdf").read_text() != text
