"""The processes that are timed: started once, asked in turns."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from readers import LIBSDFORMAT

HERE = Path(__file__).parent
SERIES = range(20, 8, -1)
"""Major versions of libsdformat that are looked for, the newest first."""


class Missing(Exception):
    """A library is not installed."""


class Process:
    """One reader in a process of its own; started anew where a file made it end."""

    def __init__(self, name: str, command: list[str], keep_heap: bool) -> None:
        self.name = name
        self._keep_heap = keep_heap
        self._command = command
        self._running: subprocess.Popen[str] | None = None
        self.version = ""
        self._start()

    def ask(self, path: Path, seconds: float = 0.0) -> dict[str, Any]:
        """Times of one file; see ``worker.py``."""
        try:
            self._write({"path": str(path), "seconds": seconds})
            return self._answer()
        except (EOFError, BrokenPipeError):
            self.close()
            self._start()
            return {"status": "the process ended", "times": [], "peak": 0, "rss": 0}

    def close(self) -> None:
        """Ends the process."""
        if self._running is not None:
            with contextlib.suppress(BrokenPipeError):
                self._running.communicate()
            self._running = None

    def _start(self) -> None:
        self._running = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(keep_heap=self._keep_heap),
        )
        try:
            hello = self._answer()
        except EOFError:
            hello = {"missing": "its process does not start"}
        if "missing" in hello:
            self.close()
            raise Missing(hello["missing"])
        self.version = hello["version"]

    def _write(self, message: dict[str, Any]) -> None:
        if self._running is None or self._running.stdin is None:
            raise EOFError
        self._running.stdin.write(json.dumps(message) + "\n")
        self._running.stdin.flush()

    def _answer(self) -> dict[str, Any]:
        line = self._running.stdout.readline() if self._running is not None and self._running.stdout is not None else ""
        if not line:
            raise EOFError
        answer: dict[str, Any] = json.loads(line)
        return answer


def environment(*, keep_heap: bool = False) -> dict[str, str]:
    """The environment of what is timed: compiled modules are kept, as they are for users.

    Args:
        keep_heap: do not give memory back to the system between two runs. Otherwise a reader that frees all it had
            pays for the same pages again in each run, and one that keeps a little does not, which says nothing of either.
    """
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    if keep_heap:
        kept |= {"MALLOC_TRIM_THRESHOLD_": str(1 << 40), "MALLOC_MMAP_THRESHOLD_": str(1 << 40)}
    return kept


def start(name: str, interpreters: list[str], *, keep_heap: bool = True) -> Process:
    """A process of a reader, in the first interpreter that has the library.

    Raises:
        Missing: none has it.
    """
    if name == LIBSDFORMAT:
        return Process(name, [str(_driver())], keep_heap)
    reasons = []
    for interpreter in interpreters:
        try:
            return Process(name, [interpreter, str(HERE / "worker.py"), name], keep_heap)
        except Missing as error:
            reasons.append(str(error))
    raise Missing("; ".join(dict.fromkeys(reasons)))


_built: list[Path] = []


def _driver() -> Path:
    """The driver of libsdformat, built where it was not yet.

    Raises:
        Missing: no compiler, no library, or they do not go together.
    """
    if _built:
        return _built[0]
    compiler, finder = shutil.which("c++"), shutil.which("pkg-config")
    if compiler is None or finder is None:
        raise Missing("needs c++ and pkg-config")
    for series in SERIES:
        found = subprocess.run(
            [finder, "--cflags", "--libs", f"sdformat{series}"], capture_output=True, text=True, check=False
        )
        if found.returncode == 0:
            break
    else:
        raise Missing("libsdformat-dev is not installed")
    target = Path(tempfile.mkdtemp(prefix="bodyplan-bench-")) / "driver"
    source = str(HERE / "libsdformat_driver.cc")
    built = subprocess.run(
        [compiler, "-O2", "-std=c++17", source, "-o", str(target), *found.stdout.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode != 0:
        raise Missing(f"its driver does not build: {built.stderr.strip().splitlines()[0]}")
    _built.append(target)
    return target
