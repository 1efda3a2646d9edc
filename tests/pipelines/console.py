"""Runs what pages show of a shell."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from typing_extensions import Self

MARK = "\x1fended with "


class Shell:
    """One bash, in which one command after the other is run."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def __call__(self, command: str) -> tuple[int, str]:
        """The exit status of a command and what it prints."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        end = f'__status=$?; printf "{MARK}%d\\n" $__status; (exit $__status)'
        self._process.stdin.write(f"{{ {command}\n}} < /dev/null\n{end}\n")
        self._process.stdin.flush()
        said = ""
        for line in self._process.stdout:
            text, mark, status = line.partition(MARK)
            said += text
            if mark:
                return int(status), said
        raise AssertionError(f"{command}: the shell ended\n{said}")


def commands_of(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, which stand behind ``$``, each with what it prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


def is_as_shown(printed: str, shown: str) -> bool:
    """Whether what is printed is what is shown; ``…`` stands for any text, and on a line of its own for any lines."""
    lines = ["(?:.*\n)*?" if line == "…\n" else re.escape(line).replace("…", ".*") for line in shown.splitlines(True)]
    return re.fullmatch("".join(lines), printed) is not None
