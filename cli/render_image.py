"""Drawings as PNG and PDF, by programs that draw: a browser, or Graphviz.

A browser draws the picture that ``svg`` is. Graphviz lays out and draws what ``dot`` is, with what it has for that.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ..runtime.atomic_write import write_atomically
from ..runtime.files import FILES
from .browsers import browsers, call_of
from .executables import find_executable
from .messages import WrongCall

if TYPE_CHECKING:
    from ..semantics.diagrams.diagram import Diagram

SCALE, LARGEST = 2.0, 16000
"""Pixels of a picture to one of its own, and the most that browsers draw on one side."""
DPI = 144
"""Pixels per inch of pictures that Graphviz draws."""
PAGE = (297.0, 210.0)
"""Lying A4, mm."""
MM = 25.4 / 96
"""Of a CSS pixel."""
MOST_BYTES = 1 << 30
"""Of a picture."""
TIME = 120
"""Seconds that a program may take."""


def paint(drawing: Diagram, format: str, output: str) -> None:
    """Writes a drawing as ``png`` or ``pdf``.

    Raises:
        WrongCall: there is neither, or what there is fails.
    """
    browser = next(browsers(), None)
    with tempfile.TemporaryDirectory(prefix="bodyplan-") as folder:
        made = Path(folder) / f"picture.{format}"
        if browser is not None:
            from ..semantics.diagrams.svg import render as render_svg

            _by_browser(browser, render_svg(drawing), made)
        elif (program := find_executable("dot")) is not None:
            from ..semantics.diagrams.dot import render as render_dot

            size = [f"-Gdpi={DPI}"] if format == "png" else []
            _run_tool([program, f"-T{format}", *size, "-o", str(made)], made, render_dot(drawing))
        else:
            raise WrongCall(
                f"{format} is drawn by Chromium, Chrome, Edge or Graphviz, and none of these is installed; "
                "-o robot.svg needs nothing"
            )
        write_atomically(output, FILES.read(str(made), MOST_BYTES))


def _by_browser(browser: str, picture: str, made: Path) -> None:
    wide, high = _measure_picture(picture)
    command = [*call_of(browser, made.parent / "profile"), "--headless", "--disable-gpu"]
    page = made.with_name("page.html")
    if made.suffix == ".png":
        scale = min(SCALE, LARGEST / max(wide, high))
        command += [f"--window-size={wide},{high}", f"--force-device-scale-factor={scale:.4f}", f"--screenshot={made}"]
        style = f"body{{margin:0}}svg{{display:block;width:{wide}px;height:{high}px}}"
    else:
        width, height, scale = _page(wide, high)
        command += [f"--print-to-pdf={made}", "--no-pdf-header-footer", "--print-to-pdf-no-header"]
        style = f"@page{{size:{width:.1f}mm {height:.1f}mm;margin:0}}body{{margin:0}}svg{{display:block;width:{wide * scale:.1f}px;height:{high * scale:.1f}px;margin:auto}}"
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="only light"><style>{style}</style>{picture}',
        encoding="utf-8",
    )
    _run_tool([*command, page.as_uri()], made)


def _measure_picture(picture: str) -> tuple[int, int]:
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', picture)
    assert size is not None
    return int(size[1]), int(size[2])


def _page(wide: int, high: int) -> tuple[float, float, float]:
    """Width and height of a page in mm, lying or standing, and the scale at which a picture fits it.

    A picture that would have to be too small for A4 gets a larger page.
    """
    from ..semantics.diagrams.svg import SMALLEST

    width, height = PAGE if wide >= high else PAGE[::-1]
    scale = min(width / MM / wide, height / MM / high, 1.0)
    if scale < SMALLEST:
        grown = SMALLEST / scale
        return width * grown, height * grown, SMALLEST * 0.998
    return width, height, scale * 0.998


def _run_tool(command: list[str], made: Path, text: str | None = None) -> None:
    name = Path(command[0]).name
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, encoding="utf-8", errors="replace", check=False, timeout=TIME
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise WrongCall(f"{name}: {error}") from None
    if done.returncode or not made.exists():
        told = done.stderr.strip().splitlines()
        raise WrongCall(f"{name} failed to draw the picture{': ' + told[-1] if told else ''}")
