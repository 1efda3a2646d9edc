"""``python -m tests.differential.reads READER FORMAT``: what the installed reader does with each part of a format."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .deciding import Reader, decided
from .parts import places


def main(reader: str, format: str, version: str = "", only: str = "") -> None:
    """Prints a line for each part."""
    with TemporaryDirectory() as folder:
        program = Reader(f"{reader}_dump", format, Path(folder), version)
        chosen = (place for place in places(format) if place.path.startswith(only))
        decided(program, chosen, lambda line: print(line, flush=True))
        program.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
