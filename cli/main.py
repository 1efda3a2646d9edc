"""The commands of ``bodyplan``: finds the one that is called, runs it, returns its exit status."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Container, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ..runtime.patterns import compile_pattern
from .messages import WrongCall, complain, nearest
from .overview import overview
from .status import INTERRUPTED, UNREAD, UNUSABLE

if TYPE_CHECKING:
    from argparse import Namespace

    from .parsers import CommandParser

COMMANDS = {
    "check": "check documents for problems",
    "example": "write an example document, to try the other commands with",
    "init": "write a configuration for what is found in a folder",
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
    "extract": "make the part of a robot below a link a robot of its own",
    "merge": "add everything in one SDFormat document to another",
    "lump": "merge links of a robot that are joined by fixed joints",
    "reroot": "make another link the root of a robot",
    "remove": "remove elements from a document",
    "expand": "expand includes and xacro in a document",
    "diff": "compare what two documents mean",
    "review": "show what a range of commits changes about robots",
    "inertia": "compare mass, density and moments of links with those of their shapes",
    "srdf": "write a first SRDF for a robot: the pairs of links that planners need not compare",
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
    "lsp": "answer an editor as a language server, over standard input and output",
    "completion": "print a completion script for a shell",
    "doctor": "show what is installed and configured, and report problems with it",
}
"""Each command is in the module of its name, with _ for -, which has ``add_arguments(parser)`` and ``run(arguments)``."""

FORCE_EXCLUDE = "--force-exclude"
"""The option of calls in which a program puts names of files behind, as hooks do."""

HELP = ("-h", "--help")
PROCESS_THRESHOLD = (50_000, 10, 10)
"""How often Python looks for cycles in the process of the program. Modules and classes are no garbage, nor is anything that the
process ends with: to look for it among them took a twelfth of all instructions in a check of one small file."""
ARGUMENT = "--arg"
_NAMED_VALUE = compile_pattern(r"[A-Za-z_][\w.-]*:=")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
        argv: the arguments, without the program's name; those of the process by default.

    Returns:
        0 nothing wrong, 1 problems found, 2 the call itself was wrong, a path cannot be read or the output cannot be
        written; 130 after Ctrl-C, as shells have it.
    """
    if argv is not None:
        return _run_words(list(argv))
    gc.set_threshold(*PROCESS_THRESHOLD)
    status = _run_words(sys.argv[1:])
    gc.freeze()
    return status


def _run_words(given: list[str]) -> int:
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
    if len(given) == 1 and given[0] in HELP:
        sys.stdout.write(overview(COMMANDS))
        return 0
    try:
        if FORCE_EXCLUDE in given:
            from .checking.discovery import with_files_last

            given = with_files_last(given)
        called = next((word for word in given if not word.startswith("-")), None)
        parser = parser_of([called])
        if any(":=" in word and _NAMED_VALUE.match(word) for word in given):
            given = _with_arguments_as_options(given, parser)
        arguments, extra = parser.parse_known_args(given)
        if extra:
            options = arguments.parser.options()
            told = [f"{word}{nearest(word.partition('=')[0], options)}" for word in extra]
            arguments.parser.error(f"there is no argument {', '.join(told)}")
        return _run(arguments)
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


def _run(arguments: Namespace) -> int:
    from .elapsed_time import show_elapsed_time
    from .output_file import collect_result
    from .terminal import choose_colour

    named = getattr(arguments, "file", None)
    document = named if isinstance(named, str) else None
    is_confined = bool(getattr(arguments, "confine", False))
    with (
        show_elapsed_time(arguments.parser.prog),
        choose_colour(arguments.color),
        collect_result(getattr(arguments, "result", None), document, confine=is_confined) as result,
    ):
        result.status = arguments.run(arguments)
    return result.status


def _with_arguments_as_options(given: Sequence[str], parser: CommandParser) -> list[str]:
    """The words of a call, in which ``name:=value`` alone, as xacro takes it, is a value of ``--arg``; not behind ``--``."""
    end = given.index("--") if "--" in given else len(given)
    made: list[str] = []
    with_values = set(parser.options_with_values())
    for at, word in enumerate(given):
        is_value = at > 0 and given[at - 1] in with_values
        made += [f"{ARGUMENT}={word}"] if at < end and not is_value and _NAMED_VALUE.match(word) else [word]
    _, extra = parser.parse_known_args(made)
    # a command that takes no arguments says so of the word itself
    return list(given) if any(word.startswith(ARGUMENT) for word in extra) else made


def parser_of(called: Container[str | None]) -> CommandParser:
    """The parser of all commands, in which only those that are called have their arguments."""
    from .parsers import make_parser  # with argparse, which what most people ask for first does without

    return make_parser(COMMANDS, called)


def _without_output(error: OSError) -> int:
    """Says in one line what cannot be written, but for a reader that went away; the interpreter's last flush, which would complain again, is left out."""
    is_unread = isinstance(error, BrokenPipeError) and error.filename is None
    if not is_unread:  # who reads no further, as `head` does, wants to hear nothing
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
    return UNREAD if is_unread else UNUSABLE


if __name__ == "__main__":
    sys.exit(main())
