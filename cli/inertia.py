"""``bodyplan inertia``: mass, density and moments of links beside those of their shapes."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .documents import add_document, first_scene, with_document
from .text_table import number, table

if TYPE_CHECKING:
    from ..semantics.checks.plausible.comparison import LinkInertia
    from ..semantics.document.document import Document

DIGITS = 3
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

    return with_document(arguments, write)


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
    own = (link.link, number(link.mass, DIGITS), _vector(link.com), _vector(link.moments))
    shapes = link.shapes
    if shapes is None:
        return (*own, NOTHING, NOTHING, NOTHING, NOTHING)
    return (*own, _density(shapes.density), _vector(shapes.com), _vector(shapes.moments), shapes.source)


def _density(value: float) -> str:
    return f"{value:.0f}" if 100 <= value < 1e9 else number(value, DIGITS)


def _vector(values: Sequence[float]) -> str:
    return " ".join(_short(values))


def _short(values: Sequence[float]) -> Iterator[str]:
    """Numbers with as many digits as count beside the largest of them: the rest is noise of computing."""
    most = max(map(abs, values), default=0.0)
    for value in values:
        yield number(0.0 if abs(value) < 1e-9 * most else value, DIGITS)
