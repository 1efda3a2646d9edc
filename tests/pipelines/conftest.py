"""The machine of a newcomer: the programs that a page or recipe calls."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.entry_points import entry_points
from tests.pipelines.repositories import git_environment

Environment = dict[str, str]
PIP = """#!/bin/sh
[ "$1" = install ] || { echo "pip: $*" >&2; exit 9; }
"""
"""Stands in for pip: what would be installed is there already."""


@pytest.fixture
def programs(tmp_path_factory: pytest.TempPathFactory, checkout: Path) -> Environment:
    """An environment in which ``bodyplan`` is that of the checkout, and ``pip`` installs nothing."""
    folder = tmp_path_factory.mktemp("programs")
    made = {
        "pip": PIP,
        "bodyplan": f'#!/bin/sh\nexec "{sys.executable}" -m bodyplan.cli.main "$@"\n',
        "pytest": f'#!/bin/sh\nexec "{sys.executable}" -m pytest "$@"\n',
    }
    for name, text in made.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    paths = [str(entry_points(checkout, tmp_path_factory.mktemp("site"))), os.environ.get("PYTHONPATH", "")]
    plain = {
        name: value for name, value in git_environment().items() if not name.startswith(("PYTEST_", "FORCE_COLOR"))
    }
    return {
        **plain,
        "PATH": os.pathsep.join([str(folder), plain["PATH"]]),
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory, checkout: Path) -> Path:
    """A folder with the wheel of the checkout, where pip finds it."""
    folder = tmp_path_factory.mktemp("wheels")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(checkout)]
    subprocess.run(command, capture_output=True, text=True, check=True)
    return folder


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory, wheels: Path) -> Callable[[], Environment]:
    """Makes environments with an empty Python, in which pip finds bodyplan and whatever the package index has."""

    def make(**settings: str) -> Environment:
        folder = tmp_path_factory.mktemp("machine") / "python"
        venv.create(folder, with_pip=True)
        plain = git_environment(**settings)
        for name in [
            name for name in plain if name.startswith(("PYTEST_", "PYTHONPATH", "VIRTUAL_ENV", "FORCE_COLOR"))
        ]:
            del plain[name]
        places = [str(wheels), os.environ.get("PIP_FIND_LINKS", "")]
        environment = {
            **plain,
            "PATH": os.pathsep.join([str(folder / "bin"), "/usr/local/bin", "/usr/bin", "/bin"]),
            "PIP_FIND_LINKS": " ".join(filter(None, places)),
            "PIP_QUIET": "2",
            "PRE_COMMIT_HOME": str(folder.parent / "hooks"),
        }
        tried = subprocess.run(
            ["pip", "install", "--dry-run", "bodyplan", "pre-commit"],
            env={**environment, "PIP_QUIET": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
        if tried.returncode:
            pytest.skip(f"the package index cannot be reached: {tried.stderr.strip().splitlines()[-1]}")
        return environment

    return make
