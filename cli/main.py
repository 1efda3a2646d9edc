"""The program ``bodyplan``: finds the command, runs it, returns its exit status."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Container, Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from ..diagnostics.render.printable import printable
from .messages import WrongCall, complain, nearest
from .overview import example_of, overview
from .status import INTERRUPTED, UNUSABLE

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS = {
    "check": "check documents for problems",
    "config": "show the settings that apply to a document and where they come from",
    "resolve": "print the resolved scene: frames, links, joints, constraints",
    "pose": "print the pose of a frame",
    "print": "print a document in canonical form, upgraded and optionally with includes expanded",
    "format": "format documents consistently, keeping comments and everything else",
    "upgrade": "convert a document to the newest or another version of its format",
    "convert": "convert a document to another format and report everything that is lost",
    "set": "set one value in a document",
    "rename": "rename an element and update all references to it",
    "attach": "attach one robot to a link of another",
    "diff": "compare what two documents mean",
    "inertia": "compare mass, density and moments of links with those of their shapes",
    "tree": "print links and joints as a tree, with types, limits and masses",
    "graph": "draw a graph of frames, poses or joints",
    "view": "show a robot or world in the browser, as a page or live while you edit it",
    "xacro": "expand a xacro document, or trace where part of the expansion comes from",
    "support": "show how each target treats the elements that a document uses",
    "explain": "explain a diagnostic or an element",
    "explain-uri": "show where a URI is looked up and why it is not found",
    "assets": "list the files that a document references, or copy them into one folder",
    "schema": "show and export the schemas of formats",
    "codegen": "generate typed bindings from format descriptions",
    "trust": "allow the configuration in a folder to run programs and access files outside it",
    "completion": "print a completion script for a shell",
    "doctor": "show what is installed and configured, and report problems with it",
}
"""Each command is in the module of its name, with _ for -, which has ``add_arguments(parser)`` and ``run(arguments)``."""

FORCE_EXCLUDE = "--force-exclude"
"""The option of calls in which a program puts names of files behind, as hooks do."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
        argv: the arguments, without the program's name; those of the process by default.

    Returns:
        0 nothing wrong, 1 problems found, 2 the call itself was wrong, a path cannot be read or the output cannot be
        written; 130 after Ctrl-C, as shells have it.
    """
    given = list(sys.argv[1:] if argv is None else argv)
    if sys.stderr is None:  # it was closed; ``print`` would take standard output in its place
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for as long as the process lives
    if sys.stdout is None:
        complain("standard output is closed")
        return UNUSABLE
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a name or message may hold what the terminal's encoding cannot write
            reconfigure(errors="backslashreplace")
    try:
        status = _run_command(given)
        sys.stdout.flush()
        return status
    except OSError as error:  # about output: whatever a document's file does is a finding
        return _without_output(error)


def _run_command(given: Sequence[str]) -> int:
    if not given:
        sys.stderr.write(overview(COMMANDS))
        return UNUSABLE
    try:
        if FORCE_EXCLUDE in given:
            from .checking.discovery import with_files_last

            given = with_files_last(given)
        called = next((word for word in given if not word.startswith("-")), None)
        arguments, extra = parser_of([called]).parse_known_args(given)
        if extra:
            options = arguments.parser.options()
            told = [f"{word}{nearest(word.partition('=')[0], options)}" for word in extra]
            arguments.parser.error(f"there is no argument {', '.join(told)}")
        status: int = arguments.run(arguments)
        return status
    except SystemExit as end:  # argparse leaves this way, after --help too
        return end.code if isinstance(end.code, int) else UNUSABLE
    except WrongCall as mistake:
        complain(str(mistake))
        return UNUSABLE
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except ValueError as error:
        from ..diagnostics.errors import UnreadableResult

        if not isinstance(error, UnreadableResult):
            raise
        complain(str(error))
        return UNUSABLE


def parser_of(called: Container[str | None]) -> argparse.ArgumentParser:
    """The parser of all commands, in which only those that are called have their arguments."""
    parser = _MainParser(prog="bodyplan")
    parser.add_argument("--version", action=_Version, help="show the version of bodyplan and exit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name in called:
            module = import_module(f".{name.replace('-', '_')}", __package__)
            module.add_arguments(command)
            command.set_defaults(run=module.run, parser=command)
    return parser


class _Parser(argparse.ArgumentParser):
    """Does not hide that its help cannot be written, and takes every number for a value."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._negative_number_matcher = re.compile(r"-(?:\.?\d|inf)")  # argparse does not know -1e-3

    def format_help(self) -> str:
        return super().format_help() + example_of(self.prog.partition(" ")[2])

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))

    def options(self) -> list[str]:
        """The options that there are, as they are written."""
        return [option for action in self._actions for option in action.option_strings]

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


class _MainParser(_Parser):
    """The parser of all commands: its help has them in groups."""

    def format_help(self) -> str:
        return overview(COMMANDS)


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from .version import version

        print(f"bodyplan {version() or '(not installed)'}")
        parser.exit()


def _without_output(error: OSError) -> int:
    """Says in one line what cannot be written; the interpreter's last flush, which would complain again, is left out."""
    with suppress(OSError):
        place = "cannot write to standard output" if error.filename is None else str(error.filename)
        complain(f"{place}: {error.strerror or error}")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
    return UNUSABLE


if __name__ == "__main__":
    sys.exit(main())
