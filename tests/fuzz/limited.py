"""Programs that may not take long, nor much memory."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

GIGABYTE = 1 << 30
PROCESSOR_SECONDS = 120
ENDS_WAITING = 900
"""Seconds after which what waits for ever is ended; nothing is measured by it."""

PROGRAM = """
import json, signal, sys, warnings
signal.alarm(int(sys.argv[2]))
warnings.simplefilter("error")
import bodyplan
path, options = json.loads(sys.argv[1])
report = bodyplan.check(path, **{"strict": False, **options})
print(json.dumps([[d.code, d.severity, d.file, d.line, d.message] for d in report.diagnostics]))
"""


def _limit(memory: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))


def findings(path: Path, memory: int = 2 * GIGABYTE, **options: Any) -> list[list[Any]]:
    """Code, severity, file, line and message of what a check finds within bounds on memory and time."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps([str(path), options]), str(ENDS_WAITING)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: _limit(memory),
    )
    assert done.returncode == 0, done.stderr
    found: list[list[Any]] = json.loads(done.stdout)
    return found


def codes(path: Path, **options: Any) -> set[str]:
    """The codes of these findings."""
    return {code for code, *_ in findings(path, **options)}
