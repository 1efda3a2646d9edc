"""Programs of this machine that are called by their names."""

from __future__ import annotations

import os
import sys


def find_executable(name: str) -> str | None:
    """Where a program stands that PATH leads to; None where there is none.

    What PATH names relative to the current folder, and that folder itself, which some systems search as well, is left
    out: it may be a stranger's.
    """
    endings = ("", *os.environ.get("PATHEXT", "").split(os.pathsep)) if sys.platform == "win32" else ("",)
    folders = filter(os.path.isabs, os.environ.get("PATH", os.defpath).split(os.pathsep))
    candidates = (os.path.join(folder, name + ending) for folder in folders for ending in endings)
    from shutil import which  # with all that compresses archives, which few calls need

    return next(filter(None, map(which, candidates)), None)
