"""What is shown to people who do not know the program yet."""

from __future__ import annotations

import argparse
import shlex

import pytest
from bodyplan.cli.main import COMMANDS, main, parser_of
from bodyplan.cli.overview import EXAMPLES, GROUPS


def actions(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands of a parser, or the actions of a command."""
    choices = (each.choices for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    return dict(next(choices, {}))


def every_command() -> list[str]:
    commands = actions(parser_of(COMMANDS))
    return [*commands, *(f"{name} {action}" for name, command in commands.items() for action in actions(command))]


def test_every_command_is_in_one_group() -> None:
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(COMMANDS)


@pytest.mark.parametrize("name", every_command())
def test_help_ends_with_a_call(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*name.split(), "--help"]) == 0
    assert capsys.readouterr().out.endswith(f"\nexample: {EXAMPLES[name]}\n")


def test_every_example_is_of_a_command() -> None:
    assert sorted(EXAMPLES) == sorted(every_command())


@pytest.mark.parametrize("example", sorted(set(EXAMPLES.values())))
def test_examples_are_calls_that_are_understood(example: str) -> None:
    program, *words = shlex.split(example.partition(" > ")[0])
    assert program == "bodyplan"
    arguments, extra = parser_of([words[0]]).parse_known_args(words)
    assert extra == []
    assert callable(arguments.run)


def test_bodyplan_alone_shows_what_to_begin_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "    bodyplan check FILE-OR-FOLDER " in said.err
    assert all(f"\n{group}\n" in said.err for group in GROUPS)


def test_a_file_for_a_command_is_told_to_be_one(
    capsys: pytest.CaptureFixture[str], tmp_path: pytest.TempPathFactory
) -> None:
    assert main([str(tmp_path)]) == 2
    assert f"bodyplan check {tmp_path}" in capsys.readouterr().err
