"""``bodyplan check --watch``: documents are checked again when a file is changed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from bodyplan.cli.main import main

GOOD = '<robot name="r"><link name="a"/></robot>'
BAD = '<robot name="r"><link name="a"/><link name="a"/></robot>'
PROGRAM = (
    "import sys, signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from bodyplan.cli.main import main; sys.exit(main(['check', '--watch', *sys.argv[1:]]))"
)


@contextmanager
def watching(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read_check(process: subprocess.Popen[str]) -> str:
    """What is written until the next change is waited for."""
    said = ""
    assert process.stdout is not None
    while "Ctrl-C" not in said:
        line = process.stdout.readline()
        assert line, said
        said += line
    return said


def replace(file: Path, text: str) -> None:
    (new := file.with_suffix(".new")).write_text(text)
    new.replace(file)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C for one process")
def test_changed_and_new_documents_are_checked_again_until_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "a.urdf").write_text(GOOD)
    with watching(tmp_path) as process:
        assert "1 file checked: nothing found" in read_check(process)
        replace(tmp_path / "a.urdf", BAD)
        said = read_check(process)
        assert "a.urdf:1:" in said
        assert "1 error" in said
        replace(tmp_path / "b.urdf", GOOD)
        assert "2 files checked: 1 error" in read_check(process)
        replace(tmp_path / "bodyplan.toml", 'exclude = ["a.urdf"]\n')
        assert "1 file checked: nothing found" in read_check(process)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate()
        assert process.returncode == 130
    assert "interrupted" in rest
    assert "Traceback" not in rest


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C for one process")
def test_a_file_that_a_document_reads_is_watched(tmp_path: Path) -> None:
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "model.sdf").write_text('<sdf version="1.9"><model name="m"><link name="a"/></model></sdf>')
    world = '<sdf version="1.9"><world name="w"><include><uri>part/model.sdf</uri></include></world></sdf>'
    (tmp_path / "w.sdf").write_text(world)
    with watching(tmp_path, "w.sdf") as process:
        assert " error" not in read_check(process)
        replace(tmp_path / "part" / "model.sdf", '<sdf version="1.9"><model name="m"><link/></model></sdf>')
        assert " error" in read_check(process)


@pytest.mark.parametrize("words", [["--fix"], ["--diff"], ["--write-baseline"], ["--jobs", "2"], ["-"]])
def test_what_does_not_go_with_it_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--watch", *words]) == 2
    assert "--watch" in capsys.readouterr().err
