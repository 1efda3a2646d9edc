"""Where a user keeps what can be made again."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

NAME = "bodyplan"
VARIABLE = "BODYPLAN_CACHE_DIR"
"""Names the folder, if set."""


def user_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> str | None:
    """The folder of this user; None where there is none.

    Args:
        environment: the variables.
        system: as ``sys.platform`` has it.
    """
    named = environment.get(VARIABLE)
    if named:
        return os.path.abspath(named)
    home = os.path.expanduser("~")
    if system == "win32":
        base = environment.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif system == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = environment.get("XDG_CACHE_HOME") or ""
        if not os.path.isabs(base):  # others do not count, says the XDG base directory specification
            base = os.path.join(home, ".cache")
    return os.path.join(base, NAME) if os.path.isabs(base) else None
