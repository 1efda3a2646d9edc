"""How the process of the command ends: with all that was printed and registered, and the status."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BEGINNING = "import atexit, sys, threading, time\nfrom bodyplan.cli.process import run_process\n"


def run(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", BEGINNING + code, *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("words", "status"), [((), 2), (("--help",), 0), (("check", "nowhere.urdf"), 2)])
def test_the_process_ends_with_the_status_of_the_command(words: tuple[str, ...], status: int) -> None:
    assert run("run_process()", *words).returncode == status


def test_what_is_registered_for_the_end_is_called_and_what_is_printed_is_written() -> None:
    done = run("atexit.register(print, 'last')\nprint('first', end=' ')\nrun_process()", "--help")
    assert done.stdout.startswith("first ")
    assert done.stdout.endswith("last\n")
    assert done.returncode == 0


def test_threads_are_waited_for() -> None:
    work = "threading.Thread(target=lambda: (time.sleep(0.3), print('worked'))).start()\nrun_process()"
    done = run(work, "--help")
    assert done.stdout.endswith("worked\n")
    assert done.returncode == 0


def test_a_profiler_still_reports(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(f"{BEGINNING}run_process()")
    done = subprocess.run(
        [sys.executable, "-m", "cProfile", str(script), "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "function calls" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="what a shell of POSIX does")
@pytest.mark.parametrize(
    ("redirected", "status"), [(">&-", 2), ("2>&-", 0), (">/dev/full", 2), ("| head -c 1 >/dev/null", 0)]
)
def test_output_that_cannot_be_written_is_told_without_a_traceback(redirected: str, status: int) -> None:
    done = subprocess.run(
        f'"{sys.executable}" -c "{BEGINNING}run_process()" --help {redirected}',
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
