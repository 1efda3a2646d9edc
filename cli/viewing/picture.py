"""Pictures of a page, taken by a browser that shows no window."""

from __future__ import annotations

import base64
import json
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

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
READY = "document.documentElement?.dataset.ready === 'true' && window.bodyplan?.resting() !== false"
"""Whether everything is loaded and drawn with all pixels, or cannot be."""


def save_picture(page: str, path: str, size: tuple[int, int], state: str = "") -> None:
    """Writes a picture of what a page shows, without its panels.

    Args:
        page: the page.
        path: where the picture goes.
        size: pixels across and down.
        state: what the address of a page has behind ``#``.

    Raises:
        WrongCall: there is no browser, or it takes no picture.
        OSError: the picture cannot be written.
    """
    from ...runtime.atomic_write import write_atomically

    write_atomically(path, render_picture(page, size, _bare(state)))


def save_animation(
    page: str, path: str, size: tuple[int, int], state: str, recording: Mapping[str, Any], kind: str
) -> None:
    """Writes a moving picture of what a page shows while its camera goes around or joints move.

    Args:
        page: the page.
        path: where it goes.
        size: pixels across and down.
        state: see ``save_picture``.
        recording: what the page is asked for, as its functions ``gif`` and ``webm`` take it.
        kind: which of these two it is.

    Raises:
        WrongCall: there is no browser, or it takes no pictures.
        OSError: they cannot be written.
    """
    from ...runtime.atomic_write import write_atomically

    asked = json.dumps({**recording, "width": size[0]})

    def record(browser: PipedBrowser, session: str) -> bytes:
        return base64.b64decode(_evaluate(browser, session, f"bodyplan.{kind}({asked})"))

    write_atomically(path, _ask_page(page, size, _bare(state), record))


def render_picture(page: str, size: tuple[int, int], options: str) -> bytes:
    """A picture of a page, as PNG.

    Args:
        page: the page.
        size: pixels across and down.
        options: what stands behind ``#`` in its address; see docs/viewing.md.

    Raises:
        WrongCall: there is no browser, or it takes no picture.
    """

    def capture(browser: PipedBrowser, session: str) -> bytes:
        return base64.b64decode(browser.ask("Page.captureScreenshot", session, format="png")["data"])

    return _ask_page(page, size, options, capture)


def _bare(state: str) -> str:
    """Options of a picture alone; those of ``state`` go before."""
    given = quote(state.rpartition("#")[2], safe="%=&,:/+-._~")
    return "&".join(filter(None, (given, "bare&background=white")))


def _ask_page(page: str, size: tuple[int, int], options: str, ask: Callable[[PipedBrowser, str], bytes]) -> bytes:
    """What a page answers when everything is loaded and drawn."""
    program = next(browsers(), None)
    if sys.platform == "win32":
        raise WrongCall("pictures are for Linux and macOS; on Windows, write a page with -o and open it")
    if program is None:
        raise WrongCall(
            "pictures require a browser: install Chromium (apt install chromium, brew install --cask chromium) or Google "
            f"Chrome; looked for on the path: {', '.join(EXECUTABLES)}"
        )
    with tempfile.TemporaryDirectory(prefix="bodyplan-", ignore_cleanup_errors=True) as folder:
        written = Path(folder) / "page.html"
        written.write_text(page, encoding="utf-8")
        call = [*call_of(program, f"{folder}/profile"), *OPTIONS, f"--window-size={size[0]},{size[1]}"]
        try:
            with PipedBrowser(call, RENDER_SECONDS) as browser:
                return ask(browser, _open_page(browser, f"{written.as_uri()}#{options}", size))
        except BrowserFailed as problem:
            raise WrongCall(f"{program} failed to take the picture: {problem}") from None


def _open_page(browser: PipedBrowser, address: str, size: tuple[int, int]) -> str:
    """The session of a page in which everything is loaded and drawn."""
    target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
    session: str = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    width, height = size
    browser.ask(
        "Emulation.setDeviceMetricsOverride", session, width=width, height=height, deviceScaleFactor=1, mobile=False
    )
    browser.ask("Page.enable", session)
    browser.ask("Page.navigate", session, url=address)
    while not _evaluate(browser, session, READY):
        time.sleep(0.05)
    return session


def _evaluate(browser: PipedBrowser, session: str, script: str) -> Any:
    """What a script in the page answers.

    Raises:
        BrowserFailed: it fails.
    """
    found = browser.ask("Runtime.evaluate", session, expression=script, awaitPromise=True, returnByValue=True)
    if "exceptionDetails" in found:
        lines = str(found["exceptionDetails"].get("exception", {}).get("description", "")).splitlines() or [
            "a script failed"
        ]
        raise BrowserFailed(lines[0].removeprefix("Error: "))
    return found["result"].get("value")
