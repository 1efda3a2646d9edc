"""Five thousand calls of commands on mutated documents, and whether what looks at them would see anything; ``nox -s fuzz`` makes a million."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from bodyplan.cli import main as program
from bodyplan.cli.main import COMMANDS

from .attempts import CommandLines
from .command_judge import CommandJudge
from .command_lines import FORCED, KINDS, LEFT_OUT, RARE, WEIGHTS, Case, case_of, commands
from .forks import forked
from .running import Search, failures_in
from .seeds import CHECKOUT, Seed

COUNT = 5_000
ROBOT = Seed(b"<robot name='r'><link name='l'/></robot>", ".urdf")


@pytest.mark.slow
def test_nothing_fails_for_five_thousand_calls(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.fuzz", "commands", "--until", str(COUNT), "--jobs", "2", "--made-only"]
    done = subprocess.run(
        [*command, "--state", str(tmp_path)], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, f"{COUNT} commands, 0 classes of failures in {tmp_path}\n"), (
        done.stderr
    )


@pytest.mark.slow
def test_every_command_is_called_with_every_option() -> None:
    cases = [case_of(number, corpora=False) for number in range(COUNT)]
    assert cases[:50] == [case_of(number, corpora=False) for number in range(50)]
    assert {case.words[0] for case in cases} == {name for name in COMMANDS if WEIGHTS.get(name, 1.0)}
    called = {word.partition("=")[0] for case in cases for word in case.words if word.startswith("-")}
    frequent = [each for each in commands() if WEIGHTS.get(each.words[0], 1.0) >= 1]
    options = {tuple(action.option_strings) for each in frequent for action in each.actions} - {()}
    assert sorted(names for names in options if not called & set(names) and not LEFT_OUT.keys() & set(names)) == []


def test_rows_speak_of_what_there_is() -> None:
    words = {" ".join(each.words) for each in commands()}
    options = {name for each in commands() for action in each.actions for name in action.option_strings}
    assert sorted(FORCED.keys() - words) == []
    assert sorted(WEIGHTS.keys() - COMMANDS.keys()) == []
    assert sorted((LEFT_OUT.keys() | RARE.keys()) - options - {"--version"}) == []
    kinds = {(action.metavar, dest) for each in commands() for action in each.actions for dest in (None, action.dest)}
    assert sorted(str(kind) for kind in KINDS if kind not in kinds) == []


def _keys(change: Callable[[], None], words: tuple[str, ...], seed: Seed, begin: Callable[[int], None]) -> list[str]:
    change()
    with tempfile.TemporaryDirectory() as folder:
        return [failure.key for failure in CommandJudge(Path(folder)).failures(Case(seed, seed.ending, words))]


def keys(
    change: Callable[[], Any], words: tuple[str, ...] = ("check", "document.urdf"), seed: Seed = ROBOT
) -> list[str]:
    """The failures of a call after a change to the program, which is made in a process of its own."""
    (done,) = forked(partial(_keys, change, words, seed))
    assert done.result is not None, done
    return done.result


def replaced(main: Callable[[list[str]], int]) -> Callable[[], None]:
    return lambda: setattr(program, "main", main)


def said(text: str, status: int = 0, stream: str = "stdout") -> Callable[[], None]:
    def main(words: list[str]) -> int:
        getattr(sys, stream).write(text)
        return status

    return replaced(main)


def doing(action: Callable[[], Any]) -> Callable[[], None]:
    def main(words: list[str]) -> int:
        action()
        return 0

    return replaced(main)


def test_a_sound_call_has_no_failures() -> None:
    assert keys(lambda: None) == []
    assert keys(lambda: None, ("convert", "document.urdf", "--to", "sdformat", "-o", "out/made.sdf")) == []


@pytest.mark.parametrize(
    ("change", "words", "expected"),
    [
        (doing(lambda: {}["x"]), ("check", "document.urdf"), ["exception: KeyError in ?"]),
        (said("", 3), ("check", "document.urdf"), ["status: 3 of check"]),
        (said("a\x1b[2Jb"), ("tree", "document.urdf"), ["control: tree, text"]),
        (said("a\u202eb", 2, "stderr"), ("tree", "document.urdf"), ["control: tree, standard error"]),
        (said("{"), ("tree", "--format=json", "document.urdf"), ["output: json of tree cannot be read"]),
        (said("<a:b/>"), ("print", "document.urdf"), ["output: document of print cannot be read"]),
        (said("<robot/>"), ("print", "document.urdf"), ["written: print is refused: BP544"]),
        (said("Traceback (most recent call last)", 1, "stderr"), ("print", "document.urdf"), ["traceback: print"]),
        (
            doing(lambda: Path("stray").write_text("")),
            ("tree", "document.urdf"),
            ["stray: tree leaves or changes a file that it does not name"],
        ),
        (doing(lambda: os.mkdir("/nowhere-at-all/x", 0)), ("tree", "x"), ["effect: os.mkdir by tree", "exception: FileNotFoundError in ?"]),
        (doing(lambda: subprocess.run(["true"], check=False)), ("tree", "x"), ["effect: subprocess.Popen by tree"]),
        (doing(lambda: os.system("true")), ("tree", "x"), ["effect: os.system by tree"]),
        (doing(lambda: bytearray(600 << 20)), ("tree", "x"), ["memory: tree"]),
    ],
)  # fmt: skip
def test_what_fails_is_seen(change: Callable[[], None], words: tuple[str, ...], expected: list[str]) -> None:
    assert sorted(keys(change, words)) == sorted(expected)


def _ended(begin: Callable[[int], None]) -> int:
    begin(7)
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_call_that_ends_the_process_is_found_and_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert [done.died_at for done in forked(_ended)] == [7]
    monkeypatch.setattr("tests.fuzz.running.BLOCK", 4)
    make = CommandLines.make

    def with_crash(number: int, corpora: bool, salt: str) -> Any:
        if number == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return make(number, corpora, salt)

    monkeypatch.setattr(program, "main", lambda words: 0)
    monkeypatch.setattr(CommandLines, "make", staticmethod(with_crash))
    search = Search(tmp_path, False, "", CommandLines)
    blocks = search._blocks(8, jobs=2)
    assert [list(found) for found in blocks if found] == [["crash: SIGKILL"]]
    assert search.next == 8


def test_failures_are_the_same_each_time() -> None:
    def found(begin: Callable[[int], None]) -> dict[str, Any]:
        return failures_in(0, 60, False, "", CommandLines, begin)

    first, second = forked(found, [found])
    assert first.result is not None
    assert first.result == second.result
