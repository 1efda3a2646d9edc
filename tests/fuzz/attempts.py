"""What a search tries: documents that are loaded and written, or command lines that are run on documents."""

from __future__ import annotations

import importlib
import pkgutil
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import bodyplan

from .command_judge import CommandJudge
from .command_lines import Case, case_of
from .judging import Choice, Failure, Judge, choice_of
from .mutating import document
from .seeds import Seed


def preload() -> None:
    """Imports all that commands import late, for processes that are forked afterwards."""
    for module in pkgutil.walk_packages(bodyplan.__path__, "bodyplan."):
        with suppress(ImportError):  # of an extra
            importlib.import_module(module.name)


class Attempt(NamedTuple):
    """One document, and what is done with it."""

    seed: Seed
    ending: str
    """Of the name of a file that holds it."""
    what: dict[str, Any]
    """The rest, as it is kept with a failure."""


class Attempts(Protocol):
    """Makes attempts and judges them, in a folder of its own and a process that may end with one.

    Args:
        folder: that folder.
    """

    def __init__(self, folder: Path) -> None: ...

    @staticmethod
    def make(number: int, corpora: bool, salt: str) -> Attempt:
        """The attempt of a number: always the same one."""
        ...

    def failures(self, attempt: Attempt) -> list[Failure]:
        """Everything that does not hold for it."""
        ...


class Documents:
    """Documents that are checked, loaded, and written again."""

    def __init__(self, folder: Path) -> None:
        self._judge = Judge(folder)

    @staticmethod
    def make(number: int, corpora: bool, salt: str) -> Attempt:
        seed = document(number, corpora, salt)
        return Attempt(seed, seed.ending, choice_of(number)._asdict())

    def failures(self, attempt: Attempt) -> list[Failure]:
        return self._judge.failures(attempt.seed, Choice(**attempt.what))


class CommandLines:
    """Documents that any command is run on, with any of its options."""

    def __init__(self, folder: Path) -> None:
        self._judge = CommandJudge(folder)

    @staticmethod
    def make(number: int, corpora: bool, salt: str) -> Attempt:
        case = case_of(number, corpora, salt)
        return Attempt(case.seed, case.ending, {"words": case.words})

    def failures(self, attempt: Attempt) -> list[Failure]:
        return self._judge.failures(Case(attempt.seed, attempt.ending, tuple(attempt.what["words"])))
