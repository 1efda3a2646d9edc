"""The documents that mutations begin with: real ones, where there are any beside the checkout, and made ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from .grammar import described
from .robots import robot

CHECKOUT = Path(__file__).resolve().parents[2]
ENDINGS = {
    ".sdf": "sdformat",
    ".world": "sdformat",
    ".urdf": "urdf",
    ".skel": "skel",
    ".mjcf": "mjcf",
    ".dmd.yaml": "dmd",
}
LARGEST = 24_000
"""Bytes of a document to begin with: larger ones cost more and say no more."""


class Seed(NamedTuple):
    """A document before it is mutated."""

    data: bytes
    ending: str

    @property
    def format(self) -> str:
        """The format that the ending stands for."""
        return ENDINGS[self.ending]


def ending_of(path: Path) -> str | None:
    """The ending of a document's name, or one that says its format; None for other files."""
    if path.suffix == ".xml" and path.stat().st_size <= LARGEST and b"<mujoco" in _read(path):
        return ".mjcf"
    return next((ending for ending in ENDINGS if path.name.endswith(ending)), None)


@cache
def found_files(folders: tuple[Path, ...]) -> tuple[tuple[Path, str], ...]:
    """Every document in some folders, in a fixed order, with its ending."""
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    known = ((path, ending_of(path)) for path in files)
    return tuple((path, ending) for path, ending in known if ending is not None and path.stat().st_size <= LARGEST)


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


def folders_of(corpora: bool) -> tuple[Path, ...]:
    """Where documents are: always the examples, with ``corpora`` also the collection of real files if it is there."""
    return (CHECKOUT / "examples", *([CHECKOUT.parent / "shared" / "corpus"] if corpora else []))


def seed(random: Random, corpora: bool) -> Seed:
    """A document to begin with."""
    files = found_files(folders_of(corpora))
    kind = random.random()
    if (kind < 0.5 and corpora) or kind < 0.05:
        path, ending = random.choice(files)
        return Seed(_read(path), ending)
    make = robot if kind < 0.75 else described
    text, ending = make(random)
    return Seed(text.encode(), ending)
