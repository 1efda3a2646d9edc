"""Editors that open a file at a line."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from string import Formatter
from threading import Thread

from ..messages import WrongCall

KNOWN = {
    "code": "code --goto {file}:{line}:{column}",
    "codium": "codium --goto {file}:{line}:{column}",
    "cursor": "cursor --goto {file}:{line}:{column}",
    "zed": "zed {file}:{line}:{column}",
    "subl": "subl {file}:{line}:{column}",
    "kate": "kate --line {line} --column {column} {file}",
    "gedit": "gedit {file} +{line}:{column}",
    "idea": "idea --line {line} {file}",
    "gvim": "gvim +{line} {file}",
}
"""Editors with windows, and the words that have each open a line."""

Editor = Callable[[str, int, int], None]
"""Opens a file at a line and a column, each from 1."""


def find_editor(command: str | None) -> Editor | None:
    """What opens lines in the editor of a user, or in one that is installed where there are windows; None for no editor.

    Args:
        command: the words that open a line, with ``{file}``, ``{line}`` and ``{column}``.

    Raises:
        WrongCall: the command has another placeholder, has not that of the file, or is no words.
    """
    if command is None:
        has_windows = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
        wanted = [os.path.basename(os.environ.get(name, "").partition(" ")[0]) for name in ("VISUAL", "EDITOR")]
        found = next((name for name in (*wanted, *KNOWN) if name in KNOWN and shutil.which(name)), None)
        if found is None or not has_windows:
            return None
        command = KNOWN[found]
    try:
        words = shlex.split(command)
        named = {name for word in words for _, name, _, _ in Formatter().parse(word) if name is not None}
    except ValueError as mistake:
        raise WrongCall(f"--editor {command}: {mistake}") from None
    if "file" not in named or not named <= {"file", "line", "column"}:
        raise WrongCall(f"--editor {command}: it takes {{file}}, and may take {{line}} and {{column}}")
    program = shutil.which(words[0])
    if program is None:
        raise WrongCall(f"--editor {command}: there is no program {words[0]}")

    def open_line(file: str, line: int, column: int) -> None:
        filled = (word.format(file=file, line=line, column=column) for word in words[1:])
        process = subprocess.Popen(
            [program, *filled], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        Thread(target=process.wait, daemon=True).start()

    return open_line
