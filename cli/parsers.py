"""The parsers of the program and its commands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from ..diagnostics.render.printable import printable
from ..runtime.patterns import compile_pattern
from .messages import nearest
from .output_file import add_result
from .overview import example_of, overview
from .status import UNUSABLE
from .terminal import add_colour

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


def make_parser(commands: Mapping[str, str], called: Container[str | None]) -> CommandParser:
    """The parser of all commands, in which only those that are called have their arguments.

    Args:
        commands: what each does.
        called: those that are called.
    """
    parser = _MainParser(commands, prog="bodyplan")
    parser.add_argument("--version", action=_Version, help="show the version of bodyplan and exit")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=CommandParser)
    for name, summary in commands.items():
        is_called = name in called
        description = f"{summary[0].upper()}{summary[1:]}."
        command = subparsers.add_parser(name, help=summary, description=description, add_help=is_called)
        if is_called:
            module = import_module(f".{name.replace('-', '_')}", __package__)
            module.add_arguments(command)
            for action in command.actions():
                _add_common_options(action)
            command.set_defaults(run=module.run, parser=command)
    return parser


_ANY_WIDTH = 1000
_NEGATIVE = compile_pattern(r"-(?:\.?\d|inf)")
NO_RESULT = ("init", "trust", "lsp")
"""Commands that print nothing that would go into a file."""


def _add_common_options(parser: CommandParser) -> None:
    """Adds ``--color``, and ``--output`` where a command prints its result and has no other way to put it into a file."""
    add_colour(parser)
    if "--output" not in parser.options() and parser.prog.partition(" ")[2] not in NO_RESULT:
        add_result(parser)


class CommandParser(argparse.ArgumentParser):
    """Does not hide that its help cannot be written, and takes every number for a value."""

    def __init__(self, *given: Any, **options: Any) -> None:
        if not options.get("add_help", True):  # it is not called: no more than its name is needed
            self._actions = []
            return
        super().__init__(*given, **options)
        self._negative_number_matcher = _NEGATIVE  # argparse does not know -1e-3

    _is_shown = False
    """Whether its help is made."""

    def format_help(self) -> str:
        """The help, with an example."""
        self._is_shown = True
        return super().format_help() + example_of(self.prog.partition(" ")[2])

    def _get_formatter(self) -> argparse.HelpFormatter:
        # argparse has one for each argument look at the number of its values, and each asks for the terminal's width: for that
        # modules are imported that copy files and compress them
        return super()._get_formatter() if self._is_shown else argparse.HelpFormatter(self.prog, width=_ANY_WIDTH)

    def error(self, message: str) -> NoReturn:
        """Ends the call with one line; the usage of a command can have many."""
        self.exit(UNUSABLE, f"{self.prog}: error: {printable(message)}; see {self.prog} --help\n")

    def actions(self) -> Iterator[CommandParser]:
        """The parsers of what the command does: its own, or those of the words behind it."""
        below = [action for action in self._actions if isinstance(action, argparse._SubParsersAction)]
        for action in below:
            for parser in action.choices.values():
                yield from parser.actions()
        if not below:
            yield self

    def options(self) -> list[str]:
        """The options that there are, as they are written."""
        return [option for action in self._actions for option in action.option_strings]

    def options_with_values(self) -> Iterator[str]:
        """The options behind which a value stands, those of the commands below included."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                for below in action.choices.values():
                    yield from below.options_with_values()
            elif action.nargs != 0:
                yield from action.option_strings

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Leaves a word behind an option whose value may be left out to others where it is no value of the option."""
        defaults = {
            option: action
            for action in self._actions
            for option in action.option_strings
            if action.nargs == "?" and action.choices is not None
        }
        given = list(sys.argv[1:] if args is None else args)
        for at, word in enumerate(given):
            action = defaults.get(word)
            if action is not None and action.choices is not None and given[at + 1 : at + 2] != ["--"]:
                following = given[at + 1] if at + 1 < len(given) else None
                if following not in action.choices:
                    given[at] = f"{word}={action.const}"
        return super().parse_known_args(given, namespace)

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        if arg_strings == ["--"] and action.nargs is None:  # as a value; argparse takes it for what ends the options
            value = self._get_value(action, "--")
            self._check_value(action, value)
            return value
        return super()._get_values(action, arg_strings)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            what = "command" if isinstance(action, argparse._SubParsersAction) else "choice"
            if what == "command" and os.path.exists(value):
                raise argparse.ArgumentError(None, f"what is to be done with {value!r}? bodyplan check {value}")
            raise argparse.ArgumentError(
                None if what == "command" else action,
                f"there is no {what} {value!r}{nearest(str(value), known) or '; there are ' + ', '.join(known)}",
            )

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        (file or sys.stderr).write(message)


class _MainParser(CommandParser):
    """The parser of all commands: its help has them in groups."""

    def __init__(self, commands: Mapping[str, str], **options: Any) -> None:
        super().__init__(**options)
        self._commands = commands

    def format_help(self) -> str:
        return overview(self._commands)


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from .version import version

        print(f"bodyplan {version() or '(not installed)'}")
        parser.exit()
