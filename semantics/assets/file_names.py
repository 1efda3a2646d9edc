"""Names of files in a bundle: safe on every system, and each given once."""

from __future__ import annotations

import hashlib
import os
import re

LONGEST = 100
"""Characters of the longest name."""

_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\ud800-\udfff]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


def safe(name: str) -> str:
    """A name that every system takes for that of one file, the same where it is one."""
    made = _UNSAFE.sub("_", name).rstrip(". ")
    if made.strip(".") == "" or _RESERVED.fullmatch(made):
        made = f"_{made.strip('.')}"
    if len(made) > LONGEST or len(made.encode()) > 2 * LONGEST:
        stem, ending = os.path.splitext(made)
        ending = ending if len(ending) < 12 else ""
        made = f"{stem[: LONGEST // 3]}_{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:12]}{ending}"
    return made


class UniqueFileNames:
    """Gives each name once; upper and lower case count as one."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def free(self, name: str) -> str:
        """A safe name like this one that was not given yet."""
        stem, ending = os.path.splitext(safe(name))
        made, number = stem + ending, 1
        while made.casefold() in self._taken:
            number += 1
            made = f"{stem}_{number}{ending}"
        self._taken.add(made.casefold())
        return made
