"""Pieces of the documents in examples/, to show how elements are used."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import bodyplan

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SOURCES = {
    "sdformat": ["arm.sdf", "composition/nested.sdf"],
    "urdf": ["arm.urdf"],
    "skel": ["pendulum.skel"],
}
LONGEST = 18
"""Lines that a piece may have."""


def of_examples(format: str) -> dict[str, str]:
    """Name of a class to the longest piece with one, of those that are not too long."""
    found: dict[str, str] = {}
    for source in SOURCES.get(format, ()):
        path = EXAMPLES / source
        lines = path.read_text(encoding="utf-8").splitlines()
        document = bodyplan.load(path)
        for _, element in bodyplan.walk(document):
            name = type(element).__name__
            place = bodyplan.location_of(element)
            if place.end_line - place.line < LONGEST:
                first, *rest = lines[place.line - 1 : place.end_line]
                rest = dedent("\n".join([" " * (place.column - 1) + "<>", *rest])).splitlines()[1:]
                one_line = first[place.column - 1 : place.end_column - 1] if not rest else first[place.column - 1 :]
                piece = "\n".join([one_line, *rest])
                if name not in found or len(rest) > found[name].count("\n"):
                    found[name] = piece
    return found
