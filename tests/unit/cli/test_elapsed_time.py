"""What works for long says so at a terminal, and makes way for what is written."""

from __future__ import annotations

import io
import sys
import time

import pytest
from bodyplan.cli import elapsed_time
from bodyplan.cli.checking import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def make_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    made = Terminal()
    monkeypatch.setattr(sys, "stdout", made)
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setattr(elapsed_time, "DELAY", 0.05)
    return made


def wait_for(terminal: Terminal, text: str) -> None:
    end = time.monotonic() + 10
    while text not in terminal.getvalue() and time.monotonic() < end:
        time.sleep(0.01)


def test_long_work_is_told_and_the_line_makes_way(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = make_terminal(monkeypatch)
    with elapsed_time.show_elapsed_time("bodyplan inertia"):
        wait_for(terminal, "bodyplan inertia: 0 s")
        print("result")
    written = terminal.getvalue()
    assert written.startswith("\r\x1b[Kbodyplan inertia: 0 s")
    assert "\r\x1b[Kresult\n" in written
    assert sys.stdout is terminal


def test_short_work_and_what_has_a_bar_of_its_own_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = make_terminal(monkeypatch)
    with elapsed_time.show_elapsed_time("bodyplan tree"):
        print("result")
    with elapsed_time.show_elapsed_time("bodyplan check"):
        elapsed_time.end_elapsed_time()
        time.sleep(0.2)
    assert terminal.getvalue() == "result\n"


def test_nothing_is_told_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(elapsed_time, "DELAY", 0.01)
    with elapsed_time.show_elapsed_time("bodyplan tree"):
        time.sleep(0.1)
    assert stream.getvalue() == ""


def test_a_bar_says_how_far_a_run_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = make_terminal(monkeypatch)
    assert list(progress.Progress(2).over([1, 2])) == [1, 2]
    assert terminal.getvalue() == ""
    monkeypatch.setattr(progress, "DELAY", 0)
    assert list(progress.Progress(2, doing="comparing").over([1, 2])) == [1, 2]
    assert "comparing" in terminal.getvalue()
