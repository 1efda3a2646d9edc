"""What ``--help`` says of each argument: what it does, and what holds without it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pytest
from bodyplan.cli.main import COMMANDS, parser_of


def arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from arguments(inner)
        elif action.help is not argparse.SUPPRESS:
            yield action


def of_command(name: str) -> list[argparse.Action]:
    whole = next(a for a in parser_of([name])._actions if isinstance(a, argparse._SubParsersAction))
    return list(arguments(whole.choices[name]))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_is_explained(name: str) -> None:
    assert [action.option_strings or action.dest for action in of_command(name) if not action.help] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_defaults_are_told(name: str) -> None:
    silent = []
    for action in of_command(name):
        has_one = action.default not in (None, False, "", []) and action.default is not argparse.SUPPRESS
        if has_one and "default" not in str(action.help) and str(action.default) not in str(action.help):
            silent.append(action.option_strings or action.dest)
    assert silent == []
