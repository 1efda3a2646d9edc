"""Pages in a real browser, driven by Playwright."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from bodyplan.cli.browsers import browsers
from bodyplan.cli.main import main
from numpy.typing import NDArray

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

SIZE = (800, 600)
SECONDS = 120
"""How long anything may take: machines that draw by the processor, with other work beside it, are slow."""

Picture = NDArray[np.bool_]
Camera = tuple[tuple[float, float, float], tuple[float, float, float], float]
"""Where it stands, what it looks at, and the vertical angle that it sees, rad; up is z."""


@contextmanager
def a_browser() -> Iterator[Browser]:
    """A browser without a window; skips where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (the extra browser)")
    program = next(browsers(), None)
    if program is None:
        pytest.skip("there is no Chromium, Chrome or Edge on the path")
    with playwright.sync_playwright() as driver:
        options = ["--no-sandbox", "--enable-unsafe-swiftshader", "--force-device-scale-factor=1"]
        browser = driver.chromium.launch(executable_path=program, args=options)
        yield browser
        browser.close()


def until(answer: Callable[[], Any], page: Page, what: str = "it") -> None:
    """Waits until the answer is yes."""
    for _ in range(SECONDS * 20):
        if answer():
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{what} did not come true in {SECONDS} seconds")


class Opened:
    """A page that is open; what it complained of is in ``told``."""

    def __init__(self, browser: Browser, address: str, *, size: tuple[int, int] = SIZE) -> None:
        self._context = browser.new_context(viewport={"width": size[0], "height": size[1]})
        self._context.set_default_timeout(SECONDS * 1000)
        if address.startswith("file:"):
            self._context.set_offline(True)
        self.page = self._context.new_page()
        self.told: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda error: self.told.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("dialog", self._dismiss)
        self.page.goto(address)
        self.wait("() => document.documentElement.dataset.ready === 'true'")

    def _note(self, kind: str, text: str) -> None:
        # a machine without a graphics card draws by its processor, of which the browser warns
        if kind in ("error", "warning") and "GPU stall" not in text and "swiftshader" not in text.lower():
            self.told.append(f"{kind}: {text}")

    def ask(self, script: str, argument: Any = None) -> Any:
        """What a script in the page answers."""
        return self.page.evaluate(script, argument)

    def _dismiss(self, dialog: Dialog) -> None:
        self.told.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def wait(self, script: str, argument: Any = None) -> None:
        """Until a script in the page answers that it is so; the page lets no text be run that asks by itself."""
        until(lambda: self.ask(script, argument), self.page, script)

    def draw(self) -> None:
        """Until what was asked of the page so far is drawn."""
        self.ask("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def set(self, values: dict[str, Any]) -> None:
        self.ask("values => window.bodyplan.set(values)", values)

    def pose(self, link: str) -> NDArray[np.float64]:
        """Where a link is in the world."""
        return np.array(self.ask("link => window.bodyplan.pose(link)", link), dtype=np.float64)

    def silhouette(self, camera: Camera) -> Picture:
        """Where the camera sees a visual."""
        position, target, angle = camera
        url = self.ask(
            "([position, target, angle]) => { window.bodyplan.look(position, target, [0, 0, 1], angle);"
            " return window.bodyplan.silhouette(); }",
            [position, target, angle],
        )
        image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
        read = image.open(io.BytesIO(base64.b64decode(url.partition("base64,")[2]))).convert("L")
        window = self.page.viewport_size
        if window is not None and read.size != (window["width"], window["height"]):
            # a machine that draws slowly draws fewer pixels
            read = read.resize((window["width"], window["height"]), image.NEAREST)
        seen: Picture = np.asarray(read) < 128
        return seen

    def close(self) -> None:
        self._context.close()


def page_of(folder: Path, document: Path, *more: str) -> str:
    """The address of the page that the command writes of a document."""
    page = folder / f"{document.name}.html"
    assert main(["view", str(document), "-o", str(page), *more]) in (0, 1)
    return page.as_uri()


def overlap(one: Picture, other: Picture) -> float:
    """How much of what either shows both show."""
    assert one.shape == other.shape
    return float((one & other).sum() / max(1, (one | other).sum()))
