"""The machine of a victim: a Python in which bodyplan is installed and watched, a home, and what a program did there."""

from __future__ import annotations

import ast
import os
import resource
import signal
import site
import subprocess
import sysconfig
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parents[2]
WATCH = Path(__file__).with_name("watch")
SECRET = "SENTINEL-of-the-environment"
"""The value of a variable that nothing may show."""
MEMORY = 2 << 30
PROCESSOR_SECONDS = 120
ENDS_WAITING = 600
"""Seconds after which what waits for ever is ended; nothing is measured by it."""

SCRIPT = """#!{python}
import sys
from {module} import {function}
if __name__ == "__main__":
    sys.exit({function}())
"""
"""What pip makes of an entry point."""

Effect = tuple[str, str]
"""A kind, such as ``read``, and what it is about."""


class Done(NamedTuple):
    """What a program did."""

    status: int
    out: bytes
    effects: tuple[Effect, ...]


class Machine:
    """A machine in a folder.

    Args:
        root: the folder; ``home``, ``temporary`` and ``python`` are made in it.
        log: the file in which the watch notes what programs do.
    """

    def __init__(self, root: Path, log: Path) -> None:
        self.root = root
        self.home, self.temporary, self.python_home = root / "home", root / "temporary", root / "python"
        for folder in (self.home, self.temporary):
            folder.mkdir(parents=True)
        self.log = log
        venv.create(self.python_home, with_pip=False, symlinks=True)
        self.bin = self.python_home / "bin"
        self.python = self.bin / "python"
        packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(self.python_home)}))
        (packages / "watched.pth").write_text(watched(), encoding="utf-8")
        for name, module, function in (("bodyplan", "bodyplan.cli.main", "main"), ("pytest", "pytest", "console_main")):
            script = self.bin / name
            script.write_text(SCRIPT.format(python=self.python, module=module, function=function), encoding="utf-8")
            script.chmod(0o755)

    def environment(self, **more: str) -> dict[str, str]:
        """The variables of programs on this machine: none of whoever runs the tests."""
        return {
            "PATH": f"{self.bin}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.home),
            "TMPDIR": str(self.temporary),
            "LANG": "C.UTF-8",
            "SECRET": SECRET,
            "PYTHONDONTWRITEBYTECODE": "1",
            "BODYPLAN_AUDIT_LOG": str(self.log),
            **more,
        }

    def run(
        self, words: Sequence[str], folder: Path, *, stdin: bytes = b"", environment: Mapping[str, str] | None = None
    ) -> Done:
        """Runs a program in a folder, within bounds of memory and of the processor."""
        self.log.write_bytes(b"")
        done = subprocess.run(
            list(words),
            cwd=folder,
            env={**self.environment(), **(environment or {})},
            input=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            preexec_fn=limit,
        )
        return Done(done.returncode, done.stdout, self.effects())

    def effects(self) -> tuple[Effect, ...]:
        """What was noted since the log was emptied, in the order of its first time."""
        found: dict[Effect, None] = {}
        for line in self.log.read_text(encoding="utf-8").splitlines():
            kind, _, what = line.partition("\t")
            found.setdefault((kind, ast.literal_eval(what)))
        return tuple(found)

    def state(self, folder: Path) -> dict[str, tuple[int, ...]]:
        """Everything below a folder: what it is, how large, and when it was last changed; no program can set that back."""
        found: dict[str, tuple[int, ...]] = {}
        below = [str(folder)]
        while below:
            with os.scandir(below.pop()) as entries:
                for entry in entries:
                    status = entry.stat(follow_symlinks=False)
                    if entry.is_dir(follow_symlinks=False):
                        below.append(entry.path)
                        found[entry.path] = (status.st_mode, status.st_ino)  # what is in it says whether it changed
                    else:
                        found[entry.path] = (status.st_mode, status.st_ino, status.st_size, status.st_ctime_ns)
        return found


def watched() -> str:
    """A ``.pth`` file: the packages of the Python that runs the tests, bodyplan, and the watch."""
    paths = [*site.getsitepackages(), str(CHECKOUT / "editable"), str(WATCH)]
    return "\n".join([*paths, "import audit_log", ""])


def limit() -> None:
    """Bounds for the process that is about to start."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.alarm(ENDS_WAITING)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # who starts tests in the background has it ignored
