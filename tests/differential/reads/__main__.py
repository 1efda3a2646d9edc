"""Finds out what readers do with each part of a format, and writes it down.

``python -m tests.differential.reads try READER FORMAT [VERSION [PATH]]`` prints a line for each part that the installed
reader was given, of documents of that version, and of those parts alone whose path begins
as the regular expression says. ``… write READER
FORMAT=FILE…`` makes ``schemas/<reader>/reads.toml`` of such lines and of ``about.toml``; several files of a format add up.
``… pages`` makes the pages of ``docs/support/`` of these.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .deciding import Reader, decided
from .pages import TITLES, page
from .parts import places
from .tables import Verdicts, document, from_lines

SCHEMAS = Path(__file__).resolve().parents[3] / "schemas"


def attempt(reader: str, format: str, version: str = "", only: str = "") -> None:
    """Prints a line for each part."""
    with TemporaryDirectory() as folder:
        program = Reader(reader, format, Path(folder), version)
        chosen = (place for place in places(format) if re.match(only, place.path))
        decided(program, chosen, lambda line: print(line, flush=True))
        program.close()


def write(reader: str, *given: str) -> None:
    """Writes the table of a reader."""
    tried: dict[str, Verdicts] = {}
    for each in given:
        format, _, file = each.partition("=")
        tried.setdefault(format, {}).update(from_lines(Path(file).read_text(encoding="utf-8").splitlines()))
    folder = SCHEMAS / reader
    folder.mkdir(exist_ok=True)
    (folder / "reads.toml").write_text(document(reader, tried), encoding="utf-8")


def pages() -> None:
    """Writes the pages of all formats."""
    folder = SCHEMAS.parent / "docs" / "support"
    folder.mkdir(exist_ok=True)
    for format in TITLES:
        (folder / f"{format}.md").write_text(page(format), encoding="utf-8")


if __name__ == "__main__":
    {"try": attempt, "write": write, "pages": pages}[sys.argv[1]](*sys.argv[2:])
