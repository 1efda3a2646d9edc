"""What brings what a URI names: ``--fetch fuel``, or a program of the user's, ``--fetch COMMAND``."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from .executables import find_executable
from .messages import WrongCall
from .optional_deps import needs

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .settings.settings import Settings

SECONDS = 120
"""How long a program may take for one URI."""


class CommandFailed(Exception):
    """The program did not do what it was asked for; the text says why."""


class FetchCommand:
    """Calls a program with a URI; it prints the path of the file or folder that it has made of it, or nothing.

    Args:
        command: the program and its arguments, quoted as for a shell; none reads them.
        seconds: how long it may take.

    Raises:
        ValueError: the quotes do not match, there is no program, or a null character.
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        import shlex  # most calls have no command

        self._words = shlex.split(command)
        self._seconds = seconds
        if not self._words:
            raise ValueError("there is no program")
        if "\0" in command:
            raise ValueError("there is a null character")

    def __call__(self, uri: str) -> Path | None:
        """The local path; None where the program prints nothing.

        Raises:
            CommandFailed: there is no such program, it takes too long, or ends with another status than 0.
        """
        import subprocess
        from pathlib import Path

        if "\0" in uri:
            raise CommandFailed("the URI holds a null character")
        name = self._words[0]
        program = name if os.path.dirname(name) else find_executable(name)
        if program is None:
            raise CommandFailed(f"{name} cannot be called: there is no such program on the path")
        try:
            done = subprocess.run(
                [program, *self._words[1:], uri],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=self._seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise CommandFailed(f"{name} took more than {self._seconds:g} seconds") from None
        except OSError as error:
            raise CommandFailed(f"{name} cannot be called: {error.strerror}") from None
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise CommandFailed(f"{name} ended with status {done.returncode}{': ' + said[-1] if said else ''}")
        lines = os.fsdecode(done.stdout).splitlines()
        path = lines[0].strip() if lines else ""
        return Path(path) if path else None


def fetcher_of(settings: Settings) -> Callable[[str], Path | None] | None:
    """What fetches, as the settings say; None where nothing does.

    Raises:
        WrongCall: the extra that downloads is not installed.
    """
    if not settings.fetch:
        return None
    from .fuel.servers import servers_of  # most calls fetch nothing

    return FetchCommand(settings.fetch) if servers_of(settings.fetch) is None else fuel_fetcher(settings.fetch)


@cache  # what failed is remembered from one document to the next
def fuel_fetcher(command: str) -> Callable[[str], Path | None]:
    """What downloads from the servers that a command names.

    Raises:
        WrongCall: the extra is not installed.
    """
    if find_spec("requests") is None:
        raise WrongCall(needs("requests", "fuel"))
    from .fuel.fetcher import FuelFetcher
    from .fuel.servers import servers_of

    return FuelFetcher(servers_of(command) or {})


def add_fetch(parser: ArgumentParser) -> None:
    """Adds ``--fetch``."""
    parser.add_argument(
        "--fetch",
        metavar="COMMAND",
        type=checked_command,
        help="'fuel' downloads models of Gazebo Fuel that are not in its cache; anything else is a command that is run with "
        "each URI that is not found otherwise, and prints its local path (default: nothing is fetched)",
    )


def checked_command(text: str) -> str:
    """A command whose words can be separated.

    Raises:
        ValueError: they cannot.
    """
    from .fuel.servers import servers_of

    FetchCommand(text)
    servers_of(text)
    return text
