"""How large a mesh is at least, from a few parts of its file."""

from __future__ import annotations

import re
import struct
from functools import lru_cache
from math import isfinite
from os import SEEK_END
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..spatial.raw_pose import Vector

SAMPLES = 8
"""Parts of a file that are looked at, spread evenly from its beginning to its end."""
TRIANGLES = 24
"""Of a binary STL file, in each part."""
TEXT = 2048
"""Bytes of a file of text in each part."""
MOST_REMEMBERED = 1024

_HEAD = 84
_TRIANGLE = struct.Struct("<12x9f2x")
_NUMBER = rb"[ \t]+([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
_VERTEX = {
    ".stl": re.compile(rb"^[ \t]*vertex" + 3 * _NUMBER + rb"\s", re.MULTILINE),
    ".obj": re.compile(rb"^v" + 3 * _NUMBER + rb"\s", re.MULTILINE),
}
"""A corner, in files of text."""


def least_extent(path: str) -> Vector | None:
    """Lengths along x, y, z that a mesh of STL or OBJ has at least, in its own unit; None where they cannot be told."""
    ending = path[-4:].lower()
    return _sample(path, ending) if ending in _VERTEX else None


@lru_cache(MOST_REMEMBERED)
def _sample(path: str, ending: str) -> Vector | None:
    try:
        with open(path, "rb") as file:
            size = file.seek(0, SEEK_END)
            corners = list(_binary_corners(file, size) if ending == ".stl" else ())
            return _extent(corners or list(_text_corners(file, size, ending)))
    except OSError:
        return None


def _binary_corners(file: BinaryIO, size: int) -> Iterable[tuple[float, ...]]:
    """Corners of some triangles of a binary STL file; none of a file that is not one."""
    file.seek(0)
    head = file.read(_HEAD)
    count = int.from_bytes(head[80:], "little")
    if len(head) < _HEAD or size != _HEAD + count * _TRIANGLE.size:
        return
    step = max(1, (count - TRIANGLES) / (SAMPLES - 1))
    starts = {int(step * number) for number in range(SAMPLES)}
    for start in sorted(starts):
        file.seek(_HEAD + start * _TRIANGLE.size)
        part = file.read(TRIANGLES * _TRIANGLE.size)
        for numbers in _TRIANGLE.iter_unpack(part[: len(part) // _TRIANGLE.size * _TRIANGLE.size]):
            yield numbers[:3]
            yield numbers[3:6]
            yield numbers[6:]


def _text_corners(file: BinaryIO, size: int, ending: str) -> Iterable[tuple[float, ...]]:
    """Corners that stand in some parts of a file of text."""
    step = max(TEXT, (size - TEXT) // (SAMPLES - 1))
    for number in range(SAMPLES):
        file.seek(step * number)
        part = file.read(TEXT)
        yield from (tuple(map(float, found)) for found in _VERTEX[ending].findall(part))


def _extent(corners: list[tuple[float, ...]]) -> Vector | None:
    """Lengths of the box around some corners."""
    finite = [corner for corner in corners if all(map(isfinite, corner))]
    if not finite:
        return None
    x, y, z = (max(numbers) - min(numbers) for numbers in zip(*finite))
    return x, y, z
