"""Plants mistakes, checks what they are in, and judges what was found."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import bodyplan

from . import mjcf_kinds  # noqa: F401  # it adds its kinds
from .kinds import ENDINGS, KINDS, Kind
from .text import Text

EACH = 5
"""Mistakes of each kind."""


class Planted(NamedTuple):
    """A document with a mistake."""

    kind: Kind
    document: Path
    number: int
    text: str
    lines: frozenset[int]


class Outcome(NamedTuple):
    """What was found of a mistake."""

    planted: Planted
    verdict: str
    """``one``, ``missed``, ``several``, or ``elsewhere``: one, at another line."""
    found: tuple[bodyplan.Diagnostic, ...]


def plant(documents: list[Path], seed: int, each: int = EACH) -> Iterator[Planted]:
    """So many mistakes of every kind, in documents that the seed chooses."""
    texts = {path: path.read_text(encoding="utf-8") for path in documents}
    for kind in KINDS:
        chance = Random(zlib.crc32(kind.name.encode()) + seed)
        by_format = [[path for path in documents if path.name.endswith(ENDINGS[each])] for each in kind.formats]
        for paths in by_format:
            chance.shuffle(paths)
        # formats take turns
        ranked = sorted(
            (rank, number, path) for number, paths in enumerate(by_format) for rank, path in enumerate(paths)
        )
        made: set[str] = set()
        for attempt in range(4):
            for _, _, path in ranked:
                if len(made) == each:
                    break
                text = Text.parse(texts[path])
                dice = Random(f"{kind.name} {path.name} {attempt} {seed}")
                try:
                    if not kind.plant(text, dice):
                        continue
                except IndexError:  # a choice among no places
                    continue
                changed, lines = text.done()
                changed = changed.replace("THIS_FILE", path.name)
                if changed in made or changed == texts[path]:
                    continue
                made.add(changed)
                yield Planted(kind, path, len(made), changed, lines)


def judge(planted: Planted) -> Outcome:
    """Checks a document with its mistake in the place of the one without."""
    path = planted.document
    before = path.read_text(encoding="utf-8")
    path.write_text(planted.text, encoding="utf-8")
    try:
        report = check(path, plausible=planted.kind.plausible)
    finally:
        path.write_text(before, encoding="utf-8")
    found = report.diagnostics
    lines = [each.line for each in found if each.file is None or Path(each.file) == path]
    if not found:
        verdict = "missed"
    elif len(found) > 1:
        verdict = "several"
    else:
        verdict = "one" if lines and lines[0] in planted.lines else "elsewhere"
    return Outcome(planted, verdict, found)


def check(path: Path, *, plausible: bool = False) -> bodyplan.Report:
    """Checks a document of the package that it is in."""
    package = next(folder for folder in path.parents if (folder / "package.xml").is_file())
    return bodyplan.check(path, search_paths=[package, package / "models"], plausible=plausible)
