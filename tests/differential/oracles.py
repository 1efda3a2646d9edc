"""Reference implementations as the tests ask them: workers that read files, and rates of agreement with recorded answers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).parent
TOLERANCE = 1e-8


class Worker:
    """A program beside this file, a module, or a program that was built, in a process of its own that is started again where the implementation
    ends it.

    It takes a path in each line and answers with JSON in each line.
    """

    def __init__(self, program: str | Path) -> None:
        if isinstance(program, Path):
            self._command = [str(program)]
        else:
            named = (str(HERE / program),) if program.endswith(".py") else ("-m", program)
            self._command = [sys.executable, *named]
        self._process: subprocess.Popen[str] | None = None

    def read(self, path: Path) -> dict[str, Any]:
        """What the implementation makes of a file; its status is ``crash`` where the process ended."""
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(
                self._command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, cwd=HERE.parents[1]
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        self.close()
        return {"status": "crash"}

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            self._process = None


@contextmanager
def working(program: str) -> Iterator[Worker]:
    """A worker for the time of a ``with``."""
    worker = Worker(program)
    try:
        yield worker
    finally:
        worker.close()


def close(ours: object, theirs: object) -> bool:
    """Whether numbers of any shape agree; infinities and what is no number agree with themselves."""
    a, b = np.atleast_1d(np.asarray(ours, dtype=float)), np.atleast_1d(np.asarray(theirs, dtype=float))
    if a.shape != b.shape:
        return False
    scale = 1 + np.where(np.isfinite(b), np.abs(b), 0.0)
    with np.errstate(invalid="ignore"):
        return bool(np.all((a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= TOLERANCE * scale)))


def verdicts_differ(ok: bool, diagnostics: tuple[Any, ...], name: str, theirs: dict[str, Any]) -> list[str]:
    """What to say where one takes a file and the other refuses it."""
    if ok == (theirs["status"] == "ok"):
        return []
    errors = [str(finding) for finding in diagnostics if finding.severity == "error"]
    return [f"verdict: {ok}, {name} says {theirs['status']} {theirs.get('error', '')}; {errors[:2]}"]


def measured(target: str, shared: Path, folder: Path) -> dict[str, float]:
    """The share of each quantity that agrees over the collection of real files."""
    tool = shared / "tools" / "agree.py"
    if not tool.is_file() or not (shared / "expected" / target).is_dir():
        pytest.skip(f"../shared has no expected results of {target}")
    result = folder / "rates.json"
    command = [sys.executable, str(tool), target, "--json", str(result), "--show", "5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    rates: dict[str, float] = json.loads(result.read_text(encoding="utf-8"))
    return rates


def hold_floors(target: str, rates: dict[str, float], *, update: bool) -> None:
    """Fails where a rate is below that of ``floors_<target>.json``; ``update`` raises the floors, and fails."""
    file = HERE / f"floors_{target}.json"
    floors: dict[str, float] = json.loads(file.read_text(encoding="utf-8"))
    below = {name: (rates.get(name), floor) for name, floor in floors.items() if rates.get(name, 0.0) < floor}
    assert not below
    risen = {name: max(rate, floors.get(name, 0.0)) for name, rate in sorted(rates.items())}
    if update and risen != floors:
        file.write_text(json.dumps(risen, indent=1) + "\n", encoding="utf-8")
        pytest.fail("the floors were raised")
