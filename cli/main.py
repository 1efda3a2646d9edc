"""The program ``bodyplan``: finds the command, runs it, answers its exit status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from .messages import WrongCall, complain
from .status import INTERRUPTED, PIPE_CLOSED, UNUSABLE

COMMANDS = {
    "check": "find what is wrong in documents",
    "resolve": "print the scene: frames, links, joints, constraints",
    "pose": "print where a frame is",
    "print": "print one plain document, up-converted and with includes expanded",
    "graph": "draw the frames, poses or joints of a document",
    "explain": "say what a diagnostic or an element means",
    "schema": "XSD for editors; what an element allows; what changed between versions",
    "codegen": "compile descriptions of formats into bindings",
}
"""Each command stands in the module of its name, which has ``add_arguments(parser)`` and ``run(arguments)``."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
        argv: the arguments, without the program's name; those of the process by default.

    Returns:
        0 nothing wrong, 1 problems found, 2 the call itself was wrong or a path cannot be read; 130 after Ctrl-C and
        141 when the reader of the output has gone, as shells have it.
    """
    given = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a name or message may hold what the terminal's encoding cannot write
            reconfigure(errors="backslashreplace")
    try:
        arguments, extra = _parser(given).parse_known_args(given)
        if extra:
            arguments.parser.error(f"unrecognized arguments: {' '.join(extra)}")
        status: int = arguments.run(arguments)
        sys.stdout.flush()
        return status
    except SystemExit as end:  # argparse leaves this way, after --help too
        return end.code if isinstance(end.code, int) else UNUSABLE
    except WrongCall as mistake:
        complain(str(mistake))
        return UNUSABLE
    except BrokenPipeError:
        _discard_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED


def _parser(given: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of all commands, in which only the command that is called has its arguments."""
    parser = argparse.ArgumentParser(
        prog="bodyplan", description="Checks and resolves robot descriptions: SDFormat, URDF and SKEL."
    )
    parser.add_argument("--version", action=_Version, help="show the version of bodyplan and exit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    called = next((word for word in given if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name == called:
            module = import_module(f".{name}", __package__)
            module.add_arguments(command)
            command.set_defaults(run=module.run, parser=command)
    return parser


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from .installed import version

        print(f"bodyplan {version() or '(not installed)'}")
        parser.exit()


def _discard_output() -> None:
    """Lets the interpreter's last flush go nowhere, where it would complain a second time."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
