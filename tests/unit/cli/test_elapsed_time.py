"""What works for long says so at a terminal, and makes way for what is written."""

from __future__ import annotations

import io
import re
import sys
import threading

import pytest
from bodyplan.cli import elapsed_time
from bodyplan.cli.checking import progress


class Terminal(io.StringIO):
    """A terminal that says when something was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_written = threading.Event()

    def write(self, text: str) -> int:
        count = super().write(text)
        self.is_written.set()
        return count

    def isatty(self) -> bool:
        return True


def make_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    made = Terminal()
    monkeypatch.setattr(sys, "stdout", made)
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setattr(elapsed_time, "DELAY", 0.05)
    return made


def test_long_work_is_told_and_the_line_makes_way(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = make_terminal(monkeypatch)
    with elapsed_time.show_elapsed_time("bodyplan inertia"):
        assert terminal.is_written.wait(60)
        print("result")
    written = terminal.getvalue()
    assert re.match(r"\r\x1b\[Kbodyplan inertia: \d+ s", written)
    assert "\r\x1b[Kresult\n" in written
    assert sys.stdout is terminal


def test_short_work_and_what_has_a_bar_of_its_own_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = make_terminal(monkeypatch)
    with elapsed_time.show_elapsed_time("bodyplan check"):
        elapsed_time.end_elapsed_time()
        assert not terminal.is_written.wait(0.2)
        print("result")
    assert terminal.getvalue() == "result\n"


def test_nothing_is_told_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = make_terminal(monkeypatch)
    monkeypatch.setattr(stream, "isatty", lambda: False)
    with elapsed_time.show_elapsed_time("bodyplan tree"):
        assert not stream.is_written.wait(0.2)


def test_a_bar_says_how_far_a_run_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = make_terminal(monkeypatch)
    assert list(progress.Progress(2).over([1, 2])) == [1, 2]
    assert terminal.getvalue() == ""
    monkeypatch.setattr(progress, "DELAY", 0)
    assert list(progress.Progress(2, doing="comparing").over([1, 2])) == [1, 2]
    assert "comparing" in terminal.getvalue()


def test_a_bar_that_is_not_due_makes_no_way(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = make_terminal(monkeypatch)
    bar = progress.Progress(2)
    for _ in bar.over([1, 2]):
        with bar.aside():
            pass
    assert terminal.getvalue() == ""
