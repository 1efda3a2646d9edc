"""Pages of ``bodyplan view`` in a browser: their size, how soon they are drawn, and how fluently they turn.

    python benchmarks/viewing.py [--write] [--rounds N] [--search-path DIR] [PATH …]

Every page is opened from disk, in turns with that of one box, by the browser that ``--png`` takes. `opened` is the time from
asking for the page until all of it was drawn; `beside one box` is the median of the rounds' ratios. Frames a second are those
of 120 frames, one after the other, while the camera goes around; no browser draws more than the screen has, 60 here. A
machine without a graphics card draws by its processor, and the table says so. Playwright is needed (the extra ``browser``).
"""

from __future__ import annotations

import argparse
import contextlib
import io
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.cli.browsers import browsers
from bodyplan.cli.main import main as bodyplan
from playwright.sync_api import sync_playwright  # pyright: ignore[reportMissingImports]
from staleness import write_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page  # pyright: ignore[reportMissingImports]

TABLE = Path(__file__).with_suffix(".md")
CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
FILES = [
    CORPUS / "example-robot-data" / "robots" / "pr2_description" / "urdf" / "pr2.urdf",
    CORPUS / "gz-sim" / "examples" / "worlds" / "3k_shapes.sdf",
]
BOX = '<robot name="box"><link name="box"><visual><geometry><box size="1 1 1"/></geometry></visual></link></robot>'
WINDOW = 1280, 800
PATIENCE = 60_000
FRAMES = 120


class Opened(NamedTuple):
    """What one opening of a page showed."""

    seconds: float
    shapes: int
    facets: int
    calls: int
    pace: float


def page_of(document: Path, folder: Path, search_paths: list[str]) -> Path:
    """The page of a document."""
    made = folder / f"{document.name}.html"
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        status = bodyplan(["view", str(document), "-o", str(made), "--embed", *search_paths])
    if status not in (0, 1):
        raise SystemExit(f"{document} has no page")
    return made


@contextlib.contextmanager
def _tab(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": WINDOW[0], "height": WINDOW[1]}, offline=True)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def opened(browser: Browser, made: Path, turning: bool) -> Opened:
    """Opens a page anew, and turns what it shows."""
    with _tab(browser) as page:
        start = time.perf_counter()
        page.goto(made.as_uri())
        page.locator("html[data-ready=true]").wait_for(state="attached")
        page.evaluate("() => 0")  # after the picture that was asked for
        seconds = time.perf_counter() - start
        found = page.evaluate("() => bodyplan.stats()")
        pace = page.evaluate("frames => bodyplan.pace(frames)", FRAMES) if turning else 0.0
    return Opened(seconds, found["shapes"], found["facets"], found["calls"], pace)


def renderer(browser: Browser) -> str:
    """What draws."""
    with _tab(browser) as page:
        name: str = page.evaluate(
            "() => { const gl = document.createElement('canvas').getContext('webgl2');"
            " const more = gl.getExtension('WEBGL_debug_renderer_info');"
            " return gl.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : gl.RENDERER); }"
        )
    return name


def table(files: list[Path], rounds: int, search_paths: list[str]) -> str:
    """The table of all documents."""
    program = next(browsers(), None)
    if program is None:
        raise SystemExit("there is no Chromium, Chrome or Edge on the path")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = Path(name)
        box = folder / "box.urdf"
        box.write_text(BOX)
        pages = {document: page_of(document, folder, search_paths) for document in (box, *files)}
        sizes = {document: page.stat().st_size for document, page in pages.items()}
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--enable-unsafe-swiftshader"])
        opened(browser, pages[box], turning=True)  # what the browser prepares once
        found = [{document: opened(browser, page, True) for document, page in pages.items()} for _ in range(rounds)]
        drawn_by = renderer(browser)
        browser.close()
    rows = [
        f"Drawn by {drawn_by}, {WINDOW[0]} × {WINDOW[1]} pixels.",
        "",
        "| document | page, kB | shapes | facets | draw calls | opened, s | beside one box | frames a second |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for document in pages:
        rounds_of = [each[document] for each in found]
        last = rounds_of[-1]
        seconds = statistics.median(each.seconds for each in rounds_of)
        ratio = statistics.median(each[document].seconds / each[box].seconds for each in found)
        pace = statistics.median(each.pace for each in rounds_of)
        rows.append(
            f"| {document.name} | {sizes[document] / 1000:.0f} | {last.shapes} | {last.facets} | {last.calls} |"
            f" {seconds:.2f} | {ratio:.1f} × | {pace:.0f} |"
        )
    return "\n".join(rows) + "\n"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, default=FILES)
    parser.add_argument("--write", action="store_true", help=f"write the table to {TABLE.name}")
    parser.add_argument("--rounds", type=int, default=5, help="how often each page is opened (default: 5)")
    parser.add_argument(
        "--search-path", action="append", default=[], metavar="DIR", help="where packages are looked up"
    )
    arguments = parser.parse_args()
    search_paths = [part for each in arguments.search_path for part in ("--search-path", each)]
    made = table(arguments.paths, arguments.rounds, search_paths)
    print(made)
    if arguments.write:
        write_page(TABLE, made)


if __name__ == "__main__":
    main()
