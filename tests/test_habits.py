"""What holds for the tests and the sessions themselves."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

TIMED = re.compile(r"\bperf_counter|\bmonotonic\b|\bprocess_time|\btime\.time\b|\btimeit\b|\btimeout=|ITIMER_REAL")


def test_every_session_says_what_it_does(checkout: Path) -> None:
    pytest.importorskip("nox", reason="nox is part of the extra 'dev'")
    done = subprocess.run([sys.executable, "-m", "nox", "-l"], cwd=checkout, capture_output=True, text=True, check=True)
    sessions = dict(re.findall(r"^[*-] (\S+)(?: -> (.+))?$", done.stdout, re.MULTILINE))
    assert {"format", "lint", "mypy", "pyright", "generated", "tests", "quick", "new-rule", "generate"} <= set(sessions)
    assert [name for name, description in sessions.items() if not description] == []


def test_tests_measure_no_time(checkout: Path) -> None:
    files = [path for path in (checkout / "tests").rglob("*.py") if path != Path(__file__)]
    assert len(files) > 50
    assert [str(path) for path in files if TIMED.search(path.read_text(encoding="utf-8"))] == []
