"""The SRDF documents around a robot: those in its folder and in its package."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ....runtime.files import Unreadable
from ...resources.project import packages_around

if TYPE_CHECKING:
    from ....runtime.files import Files

ENDINGS = (".srdf", ".srdf.xacro")
FOLDERS = ("", "config", "srdf")
"""Folders below that of the robot, the one around it and those of its package in which such files are."""
MOST_FILES = 50
"""Of these that are looked into."""


def iter_srdf_files(folder: str | os.PathLike[str], files: Files) -> Iterator[str]:
    """The SRDF documents for robots in a folder, nearest first; those that are written in xacro, too."""
    here = Path(os.path.abspath(folder))
    around = dict.fromkeys([here, here.parent, *packages_around(here, files)])
    given = 0
    for each in dict.fromkeys(each / name for each in around for name in FOLDERS):
        try:
            inside = files.inside(each)
        except Unreadable:
            continue
        for file, is_folder in inside.items():
            if file.endswith(ENDINGS) and not is_folder:
                given += 1
                if given > MOST_FILES:
                    return
                yield str(each / file)
