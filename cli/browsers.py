"""Browsers of this machine that draw pictures without a window."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from .executables import find_executable

EXECUTABLES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
    "microsoft-edge-stable",
)
"""Their names on the path."""
PLACES = {
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
    "win32": (
        "C:/Program Files/Google/Chrome/Application/chrome.exe",
        "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
    ),
}
"""Where they stand on systems that do not put programs on the path."""


def browsers() -> Iterator[str]:
    """The browsers of this machine that can draw pictures."""
    for name in EXECUTABLES:
        found = find_executable(name)
        if found is not None:
            yield found
    yield from (place for place in PLACES.get(sys.platform, ()) if os.path.isfile(place))


def call_of(program: str, profile: str | os.PathLike[str]) -> list[str]:
    """The beginning of a call of a browser that draws what we wrote.

    Args:
        program: the browser.
        profile: a folder of its own, so that it leaves what its user has open alone.
    """
    call = [program, "--hide-scrollbars", f"--user-data-dir={os.fspath(profile)}"]
    # as root, in containers, browsers refuse to run in their sandbox
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*call, "--no-sandbox"] if is_root else call
