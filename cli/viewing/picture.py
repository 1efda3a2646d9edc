"""Pictures of a page, taken by a browser that shows no window."""

from __future__ import annotations

import base64
import sys
import tempfile
import time
from pathlib import Path

from ..browsers import EXECUTABLES, browsers, call_of
from ..messages import WrongCall
from .devtools import BrowserFailed, PipedBrowser

RENDER_SECONDS = 180
"""Seconds that a browser may take, which draws by the processor alone on many machines."""
OPTIONS = (
    "--headless=new",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-extensions",
    "--enable-unsafe-swiftshader",
    "--force-device-scale-factor=1",
)
READY = "document.documentElement.dataset.ready === 'true' && window.bodyplan?.resting() !== false"
"""Whether everything is loaded and drawn with all pixels, or cannot be."""


def save_picture(page: str, path: str, size: tuple[int, int]) -> None:
    """Writes a picture of what a page shows, without its panels.

    Args:
        page: the page.
        path: where the picture goes.
        size: pixels across and down.

    Raises:
        WrongCall: there is no browser, or it takes no picture.
        OSError: the picture cannot be written.
    """
    from ...runtime.atomic_write import write_atomically

    write_atomically(path, render_picture(page, size, "bare&background=white"))


def render_picture(page: str, size: tuple[int, int], options: str) -> bytes:
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
            "--png requires a browser: install Chromium (apt install chromium, brew install --cask chromium) or Google "
            f"Chrome; looked for on the path: {', '.join(EXECUTABLES)}"
        )
    with tempfile.TemporaryDirectory(prefix="bodyplan-", ignore_cleanup_errors=True) as folder:
        written = Path(folder) / "page.html"
        written.write_text(page, encoding="utf-8")
        call = [*call_of(program, f"{folder}/profile"), *OPTIONS, f"--window-size={size[0]},{size[1]}"]
        try:
            with PipedBrowser(call, RENDER_SECONDS) as browser:
                return _capture_page(browser, f"{written.as_uri()}#{options}", size)
        except BrowserFailed as problem:
            raise WrongCall(f"{program} failed to take the picture: {problem}") from None


def _capture_page(browser: PipedBrowser, address: str, size: tuple[int, int]) -> bytes:
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
