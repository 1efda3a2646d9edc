"""What format an included file is in: by its ending, or by its first element where the ending does not tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...includes.interface import NEVER_OFFERED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

HEAD = 4096
"""How many bytes of a file are looked at."""


def is_sdformat(path: Path, root_tags: Mapping[str, str]) -> bool:
    """Whether a file is SDFormat.

    Args:
        path: the file.
        root_tags: root element to format, of all formats.
    """
    return path.suffix.lower() in NEVER_OFFERED or root_tags.get(root_tag_of(path, root_tags) or "") == "sdformat"


def root_tag_of(path: Path, known: Iterable[str]) -> str | None:
    """Which of the known root elements comes first in a file; None for a file that cannot be read, or has none."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return None
    places = {tag: at for tag in known if (at := _first_tag(head, tag)) >= 0}
    return min(places, key=places.__getitem__, default=None)


def _first_tag(head: bytes, tag: str) -> int:
    found = [at for end in (b" ", b">", b"\n", b"\r", b"\t") if (at := head.find(b"<" + tag.encode() + end)) >= 0]
    return min(found, default=-1)
