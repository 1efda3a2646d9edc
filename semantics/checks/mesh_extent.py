"""How large a mesh is at least, from a few parts of its file: whoever has metres in mind need not know it closer."""

from __future__ import annotations

import re
import struct
from itertools import chain
from math import hypot, isfinite
from typing import TYPE_CHECKING

from ...runtime.files import Unreadable
from ...runtime.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...runtime.files import Files, Samples
    from ..spatial.raw_pose import Vector

PART_BYTES = {".stl": 150, ".obj": 384, ".dae": 5120}
"""How large the parts are that are looked at, by the ending of a file: binary STL takes a few triangles."""
COORDINATE_BYTES = 512
"""How much is read of the coordinates in a COLLADA file."""
LEAST_SCALE = 0.5
"""Whoever scales by less has thought of units."""

_HEAD = 84
_TRIANGLE = struct.Struct("<12x9f2x")
_NUMBER = rb"[ \t]+([-+.eE\d]+)"
_VERTEX = {
    ".stl": compile_pattern(rb"^[ \t]*vertex" + 3 * _NUMBER + rb"\s", re.MULTILINE),
    ".obj": compile_pattern(rb"^v" + 3 * _NUMBER + rb"\s", re.MULTILINE),
}
"""A corner, in files of text."""
_UNIT = compile_pattern(rb"<unit\b[^>]*\bmeter\s*=\s*[\"']([^\"']*)[\"']")
_COORDINATES = compile_pattern(rb"<float_array\b[^>]*\bcount\s*=\s*[\"'](\d{1,9})[\"'][^>]*>([^<]*)")
_SCALING = compile_pattern(rb"<(matrix|scale)\b[^>]*>([^<]*)<")


def least_extent(files: Files, path: str) -> Vector | None:
    """Lengths along x, y, z that a mesh of STL, OBJ or COLLADA has at least, as readers take them in m.

    None where they are not known, as of COLLADA with a unit of its own or a scene that makes it smaller.
    """
    ending = path[-4:].lower()
    if ending not in PART_BYTES:
        return None
    try:
        samples = files.samples(path, PART_BYTES[ending])
    except Unreadable:
        return None
    if ending == ".dae":
        return _extent(_read_collada(samples))
    return _extent((_read_binary(samples) if ending == ".stl" else ()) or _read_text(samples, ending))


def _read_binary(samples: Samples) -> tuple[float, ...]:
    """Coordinates of some triangles of a binary STL file; none of a file that is not one."""
    count = int.from_bytes(samples.parts[0][80:_HEAD], "little")
    if samples.size < _HEAD or samples.size != _HEAD + count * _TRIANGLE.size:
        return ()
    numbers: list[tuple[float, ...]] = []
    for start, part in zip(samples.starts, samples.parts):
        first = (_HEAD - start) % _TRIANGLE.size if start else _HEAD
        end = len(part) - (len(part) - first) % _TRIANGLE.size
        numbers += _TRIANGLE.iter_unpack(part[first:end])
    return tuple(chain.from_iterable(numbers))


def _read_text(samples: Samples, ending: str) -> tuple[float, ...]:
    """Coordinates of the corners in some parts of a file of text."""
    corners = chain.from_iterable(map(_VERTEX[ending].findall, samples.parts))
    return _numbers(chain.from_iterable(corners))


def _read_collada(samples: Samples) -> tuple[float, ...]:
    """Coordinates of some corners of the first mesh of a COLLADA file that is in metres as it is; none of another."""
    start, end = samples.parts[0], samples.parts[-1]
    array = next(filter(None, map(_COORDINATES.search, samples.parts)), None)
    unit = _UNIT.search(start)
    if array is None or b"<visual_scene" not in end or (unit is not None and _numbers(unit[1].split()) != (1.0,)):
        return ()
    if any(_least_factor(found[1], _numbers(found[2].split())) < LEAST_SCALE for found in _SCALING.finditer(end)):
        return ()
    numbers = _numbers(array[2][:COORDINATE_BYTES].split()[:-1])  # the last may be cut off
    return numbers[: min(int(array[1]), len(numbers)) // 3 * 3]


def _least_factor(tag: bytes, numbers: tuple[float, ...]) -> float:
    """By how much a scale or a matrix makes the least of the axes longer; 0 where that is not known."""
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
