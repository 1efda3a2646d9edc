"""The program as a whole: help, mistakes in the call, interruptions."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace

import pytest
from bodyplan.cli import check
from bodyplan.cli.main import COMMANDS, main


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    output = capsys.readouterr()
    listed = [line.split()[0] for line in output.out.splitlines() if line.startswith("    ") and line[4] != " "]
    assert sorted(set(listed) - {"bodyplan"}) == sorted(COMMANDS)  # calls to begin with stand above the commands
    assert output.err == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert f"usage: bodyplan {name}" in capsys.readouterr().out


@pytest.mark.parametrize("argv", [[], ["frobnicate"], ["--frobnicate"], ["tree"]])
def test_wrong_call_is_status_2_with_the_usage_on_standard_error(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert "usage: bodyplan" in output.err if not argv else output.err.count("\n") == 1


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("bodyplan ")


def test_interruption_is_said_without_a_trace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(arguments: Namespace) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "run", interrupted)
    assert main(["check", "a.sdf"]) == 130
    assert capsys.readouterr().err == "bodyplan: interrupted\n"


def test_a_reader_that_goes_away_hears_nothing() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "bodyplan.cli.main", "explain", "BP003"],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")
