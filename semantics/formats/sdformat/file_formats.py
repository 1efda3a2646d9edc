"""What format an included file is in: by its ending, or by its first element where the ending does not tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.files import Unreadable
from ..registry import FORMATS, by_tag, root_tags

if TYPE_CHECKING:
    from pathlib import Path

    from ....runtime.files import Files

HEAD_BYTES = 4096
"""How many bytes of a file are looked at."""


def is_sdformat(path: Path, files: Files) -> bool:
    """Whether a file is SDFormat."""
    own = FORMATS["sdformat"]
    return path.suffix.lower() in own.endings or by_tag(root_tag_of(path, files)) is own


def root_tag_of(path: Path, files: Files) -> str | None:
    """Which root element of any format comes first in a file; None for a file that cannot be read, or has none."""
    try:
        head = files.head(path, HEAD_BYTES)
    except Unreadable:
        return None
    places = {tag: at for tag in root_tags() if (at := _first_tag(head, tag)) >= 0}
    return min(places, key=places.__getitem__, default=None)


def _first_tag(head: bytes, tag: str) -> int:
    found = [at for end in (b" ", b">", b"\n", b"\r", b"\t") if (at := head.find(b"<" + tag.encode() + end)) >= 0]
    return min(found, default=-1)
