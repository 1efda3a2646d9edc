"""The folders of the user who runs bodyplan: caches, which can be made again, and configuration, which cannot."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

NAME = "bodyplan"
CACHE_VARIABLE = "BODYPLAN_CACHE_DIR"
"""Names the folder for caches, if set."""
CONFIG_VARIABLE = "BODYPLAN_CONFIG_DIR"
"""Names the folder for configuration, if set."""


def cache_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> str | None:
    """The folder for caches of this user; None where there is none.

    Args:
        environment: the variables.
        system: as ``sys.platform`` has it.
    """
    return _folder(
        environment, system, CACHE_VARIABLE, "LOCALAPPDATA", ("Library", "Caches"), "XDG_CACHE_HOME", ".cache"
    )


def config_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> str | None:
    """The folder for what this user decides: the configuration, trusted folders, the key of caches; None where there is none.

    Args:
        environment: the variables.
        system: as ``sys.platform`` has it.
    """
    library = ("Library", "Application Support")
    return _folder(environment, system, CONFIG_VARIABLE, "APPDATA", library, "XDG_CONFIG_HOME", ".config")


def _folder(
    environment: Mapping[str, str],
    system: str,
    variable: str,
    windows_variable: str,
    library: tuple[str, str],
    xdg_variable: str,
    xdg_default: str,
) -> str | None:
    named = environment.get(variable)
    if named:
        return os.path.abspath(named)
    home = os.path.expanduser("~")
    if system == "win32":
        default = "Local" if windows_variable == "LOCALAPPDATA" else "Roaming"
        base = environment.get(windows_variable) or os.path.join(home, "AppData", default)
    elif system == "darwin":
        base = os.path.join(home, *library)
    else:
        base = environment.get(xdg_variable) or ""
        if not os.path.isabs(base):  # others do not count, says the XDG base directory specification
            base = os.path.join(home, xdg_default)
    return os.path.join(base, NAME) if os.path.isabs(base) else None
