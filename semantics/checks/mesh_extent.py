"""How large a mesh is at least, from a few parts of its file: whoever has metres in mind need not know it closer."""

from __future__ import annotations

import os
import re
import struct
from itertools import chain
from math import hypot, isfinite
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..spatial.raw_pose import Vector

SAMPLES = 4
"""Parts of a file that are looked at, spread evenly from its beginning to its end."""
TRIANGLES = 4
"""Of a binary STL file, in each part."""
TEXT = 768
"""Bytes of a file of text in each part."""

_HEAD = 84
_TRIANGLE = 50
_PART = struct.Struct("<" + TRIANGLES * "12x9f2x")
_NUMBER = rb"[ \t]+([-+.eE\d]+)"
_VERTEX = {
    ".stl": re.compile(rb"^[ \t]*vertex" + 3 * _NUMBER + rb"\s", re.MULTILINE),
    ".obj": re.compile(rb"^v" + 3 * _NUMBER + rb"\s", re.MULTILINE),
}
"""A corner, in files of text."""

COLLADA_START = 16384
"""Bytes from the beginning of a COLLADA file in which its unit is, and the first of its corners."""
COLLADA_END = 6144
"""Bytes to its end in which the scene is, which scales what is drawn."""
LEAST_SCALE = 0.5
"""Whoever scales by less has thought of units."""
_UNIT = re.compile(rb"<unit\b[^>]*\bmeter\s*=\s*[\"']([^\"']*)[\"']")
_COORDINATES = re.compile(rb"<float_array\b[^>]*\bcount\s*=\s*[\"'](\d{1,9})[\"'][^>]*>")
_SCALING = re.compile(rb"<(matrix|scale)\b[^>]*>([^<]*)<")


def least_extent(path: str) -> Vector | None:
    """Lengths along x, y, z that a mesh of STL, OBJ or COLLADA has at least, as readers take them in m.

    None where they cannot be told; of COLLADA with a unit of its own, or a scene that makes it smaller, they are not.
    """
    ending = path[-4:].lower()
    if ending not in _VERTEX and ending != ".dae":
        return None
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return None
    try:
        size = os.lseek(file, 0, os.SEEK_END)
        if ending == ".dae":
            return _extent(_read_collada(file, size))
        numbers = _read_binary(file, size) if ending == ".stl" else ()
        return _extent(numbers or _read_text(file, size, ending))
    except OSError:
        return None
    finally:
        os.close(file)


def _read(file: int, start: int, size: int) -> bytes:
    """Some bytes of a file. A file object takes several times as long to open as to read this much from."""
    os.lseek(file, start, os.SEEK_SET)
    return os.read(file, size)


def _read_binary(file: int, size: int) -> tuple[float, ...]:
    """Coordinates of some triangles of a binary STL file; none of a file that is not one, or has only a few."""
    head = _read(file, 0, _HEAD)
    count = int.from_bytes(head[80:], "little")
    if len(head) < _HEAD or size != _HEAD + count * _TRIANGLE or count < TRIANGLES:
        return ()
    parts = []
    for number in range(SAMPLES):
        part = _read(file, _HEAD + (count - TRIANGLES) * number // (SAMPLES - 1) * _TRIANGLE, _PART.size)
        if len(part) == _PART.size:
            parts.append(_PART.unpack(part))
    return tuple(chain.from_iterable(parts))


def _read_text(file: int, size: int, ending: str) -> tuple[float, ...]:
    """Coordinates of the corners that stand in some parts of a file of text."""
    step = max(TEXT, (size - TEXT) // (SAMPLES - 1))
    corners: list[tuple[bytes, ...]] = []
    for start in range(0, min(size, SAMPLES * step), step):
        corners += _VERTEX[ending].findall(_read(file, start, TEXT))
    return _numbers(chain.from_iterable(corners))


def _read_collada(file: int, size: int) -> tuple[float, ...]:
    """Coordinates of some corners of the first mesh of a COLLADA file that is in metres as it is; none of another."""
    start = _read(file, 0, COLLADA_START)
    array = _COORDINATES.search(start)
    end = _read(file, max(0, size - COLLADA_END), COLLADA_END)
    unit = _UNIT.search(start)
    if array is None or b"<visual_scene" not in end or (unit is not None and _numbers(unit[1].split()) != (1.0,)):
        return ()
    if any(_least_factor(found[1], _numbers(found[2].split())) < LEAST_SCALE for found in _SCALING.finditer(end)):
        return ()
    numbers = _numbers(start[array.end() : array.end() + TEXT].rpartition(b" ")[0].partition(b"<")[0].split())
    return numbers[: min(int(array[1]), len(numbers)) // 3 * 3]


def _least_factor(tag: bytes, numbers: tuple[float, ...]) -> float:
    """By how much a scale or a matrix makes the least of the axes longer; 0 where that cannot be told."""
    if tag == b"scale" and len(numbers) == 3:
        return min(map(abs, numbers))
    if tag == b"matrix" and len(numbers) == 16:
        return min(hypot(*numbers[column:12:4]) for column in range(3))
    return 0.0


def _numbers(words: Iterable[bytes]) -> tuple[float, ...]:
    """The numbers that words are, if all are such."""
    try:
        return tuple(map(float, words))
    except ValueError:
        return ()


def _extent(numbers: tuple[float, ...]) -> Vector | None:
    """Lengths of the box around some corners, whose coordinates follow each other."""
    if not numbers:
        return None
    x, y, z = (max(along) - min(along) for along in (numbers[0::3], numbers[1::3], numbers[2::3]))
    return (x, y, z) if isfinite(x + y + z) else None
