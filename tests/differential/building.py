"""Programs of C++ that ask the installed libsdformat."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

SERIES = range(20, 11, -1)
"""Releases of libsdformat whose headers are looked for, the newest first."""


class CannotBuild(Exception):
    """There is no compiler, or no libsdformat; the text says which."""


def series() -> int:
    """The newest installed release of libsdformat.

    Raises:
        CannotBuild: there is none, or nothing to build with.
    """
    if shutil.which("c++") is None or shutil.which("pkg-config") is None:
        raise CannotBuild("there is no C++ compiler, or no pkg-config")
    for number in SERIES:
        if subprocess.run(["pkg-config", "--exists", f"sdformat{number}"], check=False).returncode == 0:
            return number
    raise CannotBuild("libsdformat's headers are not installed")


def built(source: Path, program: Path) -> Path:
    """Builds a program with the newest installed libsdformat.

    Raises:
        CannotBuild: see ``series``.
        subprocess.CalledProcessError: it does not compile.
    """
    words = ["pkg-config", "--cflags", "--libs", f"sdformat{series()}"]
    flags = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    subprocess.run(
        ["c++", "-O1", "-std=c++17", str(source), "-o", str(program), *flags], check=True, capture_output=True
    )
    return program
