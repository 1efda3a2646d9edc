"""Pictures of a page, taken by a browser that shows no window."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ..messages import WrongCall

PROGRAMS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
    "microsoft-edge-stable",
)
"""Names of browsers that can take pictures, on the path."""

PLACES = {
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
    "win32": (
        r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    ),
}
"""Where they stand on systems that do not put programs on the path."""

PATIENCE = 180
"""Seconds that a browser may take, which draws by the processor alone on many machines."""
OPTIONS = (
    "--headless=new",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-extensions",
    "--allow-file-access-from-files",
    "--enable-unsafe-swiftshader",
    "--virtual-time-budget=60000",
    "--force-device-scale-factor=1",
)


def browsers() -> Iterator[str]:
    """The browsers of this machine that can take pictures."""
    for name in PROGRAMS:
        found = shutil.which(name)
        if found is not None:
            yield found
    yield from (place for place in PLACES.get(sys.platform, ()) if os.path.isfile(place))


def take(page: str, path: str, size: tuple[int, int]) -> None:
    """Writes a picture of a page, as PNG.

    Args:
        page: the page.
        path: where the picture goes.
        size: pixels across and down.

    Raises:
        WrongCall: there is no browser, or it takes no picture.
        OSError: the picture cannot be written.
    """
    program = next(browsers(), None)
    if program is None:
        raise WrongCall(
            "--png takes a browser: install Chromium (apt install chromium, brew install --cask chromium) or Google "
            f"Chrome; looked for on the path: {', '.join(PROGRAMS)}"
        )
    with tempfile.TemporaryDirectory(prefix="bodyplan-") as folder:
        written, shot = Path(folder) / "page.html", Path(folder) / "shot.png"
        written.write_text(page, encoding="utf-8")
        # as root, in containers, browsers refuse to run in their sandbox
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        call = [
            program,
            *OPTIONS,
            *(["--no-sandbox"] if is_root else []),
            f"--user-data-dir={folder}/profile",
            f"--window-size={size[0]},{size[1]}",
            f"--screenshot={shot}",
            f"{written.as_uri()}#bare&background=white",
        ]
        said = _called(call)
        if not shot.is_file():
            raise WrongCall(f"{program} took no picture: {said}")
        data = shot.read_bytes()
    from ...runtime.atomic_writing import write_whole

    write_whole(path, data)


def _called(call: list[str]) -> str:
    """What a browser says for itself, the last lines of it."""
    try:
        done = subprocess.run(
            call,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            text=True,
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return f"it took more than {PATIENCE} seconds"
    except OSError as error:
        return error.strerror or str(error)
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return "; ".join(lines[-3:]) or f"it ended with status {done.returncode}"
