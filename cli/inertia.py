"""``bodyplan inertia``: mass, density and moments of links beside those of their shapes."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .documents import add_document, first_scene, with_document
from .text_table import number, table

if TYPE_CHECKING:
    from ..semantics.checks.plausible.comparison import LinkInertia
    from ..semantics.document.document import Document

DIGITS = 3
LEAST_LENGTH = 1e-6
"""m; what is shorter is shown as zero."""
NOTHING = "-"
"""In the place of what is not known."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    add_document(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def run(arguments: Namespace) -> int:
    """Prints the links of the document, of the first world where there are several."""

    def write(document: Document) -> None:
        first_scene(arguments.file, document)
        links = document.inertia()
        if arguments.format == "json":
            print(json.dumps([link.to_dict() for link in links], indent=2))
        else:
            sys.stdout.write(text(links))

    return with_document(arguments, write, partial=True)


def text(links: Sequence[LinkInertia]) -> str:
    """A line for each link: what is written, and below the second heads what its shapes say."""
    heads = (
        "link",
        "mass kg",
        "com m",
        "moments kg m²",
        "of shapes: density kg/m³",
        "com m",
        "moments kg m²",
        "source",
    )
    total = ("total", number(sum(link.mass for link in links), DIGITS))
    return table([heads, *map(_cells, links), total], indent="")


def _cells(link: LinkInertia) -> tuple[str, ...]:
    own = (link.link, number(link.mass, DIGITS), _vector(link.com, LEAST_LENGTH), _vector(link.moments))
    shapes = link.shapes
    if shapes is None:
        return (*own, NOTHING, NOTHING, NOTHING, NOTHING)
    return (*own, _density(shapes.density), _vector(shapes.com, LEAST_LENGTH), _vector(shapes.moments), shapes.source)


def _density(value: float) -> str:
    return f"{value:.0f}" if 100 <= value < 1e9 else number(value, DIGITS)


def _vector(values: Sequence[float], least: float = 0.0) -> str:
    """Numbers, of which those below ``least`` or far below the largest are noise of computing."""
    noise = max(least, 1e-9 * max(map(abs, values)))
    return " ".join(number(0.0 if abs(value) < noise else value, DIGITS) for value in values)
