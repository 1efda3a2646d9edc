"""The files of a scaffold: what is written and what is changed, all of it or nothing."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path

from ..errors import SchemaError

CHECKOUT = Path(__file__).resolve().parents[2]


def write_files(checkout: Path, made: Mapping[str, str], changed: Mapping[str, str]) -> None:
    """Writes new files and changed ones, by their paths in the checkout.

    Raises:
        ValueError: there is a file where a new one would be.
    """
    for name in made:
        if (checkout / name).exists():
            raise ValueError(f"there is a {name} already")
    for name, text in {**made, **changed}.items():
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text(text, encoding="utf-8", newline="\n")


def insert_before(checkout: Path, name: str, mark: str, text: str) -> str:
    """The text of a file with something put before the first line that begins with ``mark``.

    Raises:
        ValueError: there is no such line.
    """
    head, found, tail = f"\n{(checkout / name).read_text(encoding='utf-8')}".partition(f"\n{mark}")
    if not found:
        raise ValueError(f"{name} has no line that begins with {mark!r}")
    return f"{head}\n{text}{found[1:]}{tail}".removeprefix("\n")


def next_version(checkout: Path) -> str:
    """The minor version after the one that the checkout has."""
    text = (checkout / "public.py").read_text(encoding="utf-8")
    said = re.search(r'^__version__ = "(\d+)\.(\d+)', text, re.MULTILINE)
    if said is None:
        raise ValueError("public.py says no version")
    return f"{said[1]}.{int(said[2]) + 1}"


def run_scaffold(parser: ArgumentParser, words: list[str], make: Callable[..., list[str]], rest: str) -> int:
    """Makes a scaffold in this checkout, and says which files were written and what is left to do.

    Args:
        parser: of the arguments of ``make``.
        words: what was given.
        make: takes the checkout and the arguments by name, and answers the files.
        rest: what is left to do, a template of the arguments and of the files ``made``.
    """
    given = vars(parser.parse_args(words))
    try:
        made = make(CHECKOUT, **given)
    except (ValueError, SchemaError) as error:
        parser.error(str(error))
    sys.stdout.write("".join(f"{name}\n" for name in made) + f"{rest.format(made=made, **given)}\n")
    return 0
