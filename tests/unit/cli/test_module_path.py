"""``python -m bodyplan`` imports nothing of the folder that it is called in."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest

MODEL = '<robot name="r"><link name="l"><visual><geometry><box size="1 1 1"/></geometry></visual></link></robot>'
EVIL = "import sys\nsys.stderr.write('IMPORTED ' + __name__ + '\\n')\n"
NAMES = "import sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
RUN = f"""
import runpy, sys
sys.argv[1:] = {{words!r}}
try:
    runpy.run_module("bodyplan", run_name="__main__", alter_sys=True)
except SystemExit:
    pass
{NAMES}
"""
CALLS = (
    ["check", "--no-cache", "r.urdf"],
    ["check", "--jobs", "2", "--no-cache", "r.urdf", "s.urdf"],
    ["tree", "r.urdf"],
    ["view", "r.urdf", "-o", "page.html"],
    ["convert", "r.urdf", "--to", "sdformat", "-o", "r.sdf"],
    ["doctor"],
    ["explain", "//link"],
    ["xacro", "x.urdf.xacro"],
)


def run(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env={**kept, **environment}, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Documents beside a module of the name of each that a run imports, but for those that Python itself has by then."""
    folder = tmp_path_factory.mktemp("evil")
    for name in ("r.urdf", "s.urdf"):
        (folder / name).write_text(MODEL)
    (folder / "x.urdf.xacro").write_text(MODEL.replace("<robot", '<robot xmlns:xacro="http://ros.org/wiki/xacro"'))
    (folder / "probe").mkdir()
    (folder / "probe" / "__init__.py").write_text(NAMES)
    (folder / "probe" / "__main__.py").write_text("")
    names = {"evilmod", "xacro"}  # which is loaded as copies that have other names
    for words in CALLS:
        printed = run(folder, "-c", RUN.replace("{words!r}", repr(words))).stdout
        names |= set(printed.splitlines()[-1].split())
    by_python = set(run(folder, "-m", "probe").stdout.split())
    names -= by_python | {"bodyplan", "probe", "__mp_main__"}
    assert {"argparse", "lxml", "numpy", "json", "typing", "xacro"} <= names
    for name in names:
        (folder / f"{name}.py").write_text(EVIL)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("words", CALLS, ids=" ".join)
@pytest.mark.parametrize("path", ["", os.pathsep, f"{os.pathsep}/nowhere"])
def test_no_module_of_the_current_folder_is_imported(words: list[str], path: str, folder: Path) -> None:
    done = run(folder, "-m", "bodyplan", *words, **({"PYTHONPATH": path} if path else {}))
    assert "IMPORTED" not in done.stderr
    assert done.returncode == 0 or words == ["doctor"], done.stderr


@pytest.mark.slow
def test_the_modules_would_be_imported_otherwise(folder: Path) -> None:
    assert "IMPORTED argparse" in run(folder, "-c", "import argparse").stderr


def test_packages_of_tags_are_not_looked_for_in_the_current_folder(folder: Path) -> None:
    done = run(folder, "-m", "bodyplan", "check", "--no-cache", "--extensions", "evilmod", "r.urdf")
    assert (done.returncode, "IMPORTED" in done.stderr) == (2, False)
    assert "there is no package 'evilmod'" in done.stderr
    named = run(
        folder, "-m", "bodyplan", "check", "--extensions", "evilmod", "r.urdf", PYTHONPATH=str(folder / "other")
    )
    assert "IMPORTED" not in named.stderr


def test_a_folder_that_the_user_names_stays(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(EVIL)
    (tmp_path / "r.urdf").write_text(MODEL)
    words = ("-m", "bodyplan", "check", "--no-cache", "--extensions", "mine", "r.urdf")
    for path in (str(tmp_path), ".", f"{os.pathsep}{tmp_path}"):
        assert "IMPORTED mine" in run(tmp_path, *words, PYTHONPATH=path).stderr, path


def test_importing_bodyplan_imports_nothing_else(tmp_path: Path) -> None:
    program = "import sys; before = set(sys.modules); import bodyplan; print(*sorted(set(sys.modules) - before))"
    assert run(tmp_path, "-c", program).stdout.split() == ["bodyplan"]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes_that_are_new_programs_import_nothing_of_the_current_folder(method: str, tmp_path: Path) -> None:
    if sys.version_info < (3, 11) or method not in multiprocessing.get_all_start_methods():
        pytest.skip("Python or the system begins no processes in this way, or cannot leave the folder out")
    for name in ("r.urdf", "s.urdf"):
        (tmp_path / name).write_text(MODEL)
    for name in ("multiprocessing", "signal", "selectors", "socket", "runpy", "threading", "lxml"):
        (tmp_path / f"{name}.py").write_text(EVIL)
    (tmp_path / "bring.sh").write_text('#!/bin/sh\necho "FETCH $PYTHONSAFEPATH" >> asked\n')
    (tmp_path / "bring.sh").chmod(0o755)
    mesh = MODEL.replace('<box size="1 1 1"/>', '<mesh filename="foo://x/y.obj"/>')
    (tmp_path / "t.urdf").write_text(mesh)
    program = (
        "import multiprocessing, sys; from bodyplan.cli.main import main;"
        f"multiprocessing.set_start_method({method!r});"
        "sys.exit(main(['check', '--no-cache', '--jobs', '2', '--fetch', './bring.sh', '.']))"
    )
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "program.py").write_text(f"if __name__ == '__main__':\n    {program}\n")
    done = run(tmp_path, "bin/program.py")
    assert (done.returncode, "IMPORTED" in done.stderr) == (0, False), done.stderr
    assert "3 files checked" in done.stderr
    assert set((tmp_path / "asked").read_text().splitlines()) == {"FETCH "}
