"""Pairs of links that an SRDF beside a robot says do not collide: the part of MoveIt's descriptions that is read here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....runtime.files import Unreadable
from ...resources.model_config import ConfigProblem, read_small_xml
from ...resources.packages import packages_around

if TYPE_CHECKING:
    from pathlib import Path as FilePath

    from ....runtime.files import Files

ENDING = ".srdf"
FOLDERS = ("", "config", "srdf")
"""Folders below that of the document, the one around it and those of its package in which such files are."""
MOST_FILES = 50
"""Of these that are looked into."""


def read_disabled_pairs(folder: str, files: Files) -> dict[str, set[frozenset[str]]]:
    """Name of each robot that an SRDF around the folder of a document speaks of, with the pairs of links, by plain name."""
    found: dict[str, set[frozenset[str]]] = {}
    for number, path in enumerate(_iter_files(folder, files)):
        if number == MOST_FILES:
            break
        try:
            root = read_small_xml(path, files)
        except ConfigProblem:
            continue
        pairs = found.setdefault(root.get("name") or "", set())
        for disabled in root.iter("disable_collisions"):
            pairs.add(frozenset((disabled.get("link1") or "", disabled.get("link2") or "")))
    return found


def _iter_files(folder: str, files: Files) -> Iterator[FilePath]:
    from pathlib import Path  # with the first robot that is looked at

    here = Path(os.path.abspath(folder))
    around = dict.fromkeys([here, here.parent, *packages_around(here, files)])
    for each in around:
        for name in FOLDERS:
            try:
                inside = files.inside(each / name)
            except Unreadable:
                continue
            yield from (
                each / name / file for file, is_folder in inside.items() if file.endswith(ENDING) and not is_folder
            )
