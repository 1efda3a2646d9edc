"""Pictures of a page, taken by a browser that shows no window."""

from __future__ import annotations

import base64
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from ..messages import WrongCall
from .devtools import BrowserFailed, Piped

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
}
"""Where they stand on systems that do not put programs on the path."""

PATIENCE = 180
"""Seconds that a browser may take, which draws by the processor alone on many machines."""
OPTIONS = (
    "--headless=new",
    "--hide-scrollbars",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-extensions",
    "--enable-unsafe-swiftshader",
    "--force-device-scale-factor=1",
)
READY = "document.documentElement.dataset.ready === 'true'"
"""Whether everything is loaded and drawn."""


def browsers() -> Iterator[str]:
    """The browsers of this machine that can take pictures."""
    for name in PROGRAMS:
        found = shutil.which(name)
        if found is not None:
            yield found
    yield from (place for place in PLACES.get(sys.platform, ()) if os.path.isfile(place))


def take(page: str, path: str, size: tuple[int, int]) -> None:
    """Writes a picture of what a page shows, without its panels.

    Args:
        page: the page.
        path: where the picture goes.
        size: pixels across and down.

    Raises:
        WrongCall: there is no browser, or it takes no picture.
        OSError: the picture cannot be written.
    """
    from ...runtime.atomic_writing import write_whole

    write_whole(path, photographed(page, size, "bare&background=white"))


def photographed(page: str, size: tuple[int, int], options: str) -> bytes:
    """A picture of a page, as PNG.

    Args:
        page: the page.
        size: pixels across and down.
        options: what stands behind ``#`` in its address; see docs/viewing.md.

    Raises:
        WrongCall: there is no browser, or it takes no picture.
    """
    program = next(browsers(), None)
    if sys.platform == "win32":
        raise WrongCall("--png is for Linux and macOS; on Windows, write a page with -o and open it")
    if program is None:
        raise WrongCall(
            "--png takes a browser: install Chromium (apt install chromium, brew install --cask chromium) or Google "
            f"Chrome; looked for on the path: {', '.join(PROGRAMS)}"
        )
    with tempfile.TemporaryDirectory(prefix="bodyplan-", ignore_cleanup_errors=True) as folder:
        written = Path(folder) / "page.html"
        written.write_text(page, encoding="utf-8")
        # as root, in containers, browsers refuse to run in their sandbox
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        call = [
            program,
            *OPTIONS,
            *(["--no-sandbox"] if is_root else []),
            f"--user-data-dir={folder}/profile",
            f"--window-size={size[0]},{size[1]}",
        ]
        try:
            with Piped(call, PATIENCE) as browser:
                return _taken(browser, f"{written.as_uri()}#{options}", size)
        except BrowserFailed as problem:
            raise WrongCall(f"{program} takes no picture: {problem}") from None


def _taken(browser: Piped, address: str, size: tuple[int, int]) -> bytes:
    target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
    session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    width, height = size
    browser.ask(
        "Emulation.setDeviceMetricsOverride", session, width=width, height=height, deviceScaleFactor=1, mobile=False
    )
    browser.ask("Page.enable", session)
    browser.ask("Page.navigate", session, url=address)
    while not browser.ask("Runtime.evaluate", session, expression=READY)["result"].get("value"):
        time.sleep(0.05)
    return base64.b64decode(browser.ask("Page.captureScreenshot", session, format="png")["data"])
