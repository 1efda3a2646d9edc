"""``bodyplan completion``: what makes a shell complete commands, options, codes and names of files."""

from __future__ import annotations

import argparse
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any

from .messages import WrongCall
from .status import OK

SHELLS = ("bash", "zsh", "fish", "tcsh")
FILES = frozenset({"FILE", "PATH", "A", "B", "OTHER", "F.md", "F.rst", "F.txt", "DIR|FILE", "FILE|PACKAGE", "OUT"})
"""What arguments that are files are called in the help."""
FOLDERS = frozenset({"DIR"})
CODES = frozenset({"CODE", "CODE | ELEMENT"})


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"one of {', '.join(SHELLS)}")


def run(arguments: Namespace) -> int:
    """Prints the script.

    Raises:
        WrongCall: the extra ``completion`` is not installed, or its shtab does not know the shell.
    """
    try:
        import shtab
    except ModuleNotFoundError:
        raise WrongCall("this needs shtab; install the extra: pip install 'bodyplan[completion]'") from None
    if arguments.shell not in shtab.SUPPORTED_SHELLS:
        raise WrongCall(f"this version of shtab does not support {arguments.shell}; pip install --upgrade shtab")
    sys.stdout.write(shtab.complete(build_full_parser(shtab), shell=arguments.shell).rstrip("\n") + "\n")
    return OK


def build_full_parser(shtab: Any) -> ArgumentParser:
    """The parser of all commands with all their arguments, which say what completes them."""
    from .main import COMMANDS, parser_of

    parser = parser_of(COMMANDS)
    codes = _codes()
    for action in _actions(parser):
        shown = action.metavar if isinstance(action.metavar, str) else ""
        if shown in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif shown in FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif shown in CODES:
            action.choices = codes
    return parser


def _codes() -> list[str]:
    from ..diagnostics.families import family_of
    from ..diagnostics.registry import REGISTRY

    rules = REGISTRY
    return sorted({*(family_of(code) for code in rules), *rules})


def _actions(parser: ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)
