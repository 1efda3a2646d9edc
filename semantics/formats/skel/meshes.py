"""The box around a mesh file, which stands for the mesh where a moment of inertia follows from shapes.

Wavefront OBJ and STL are read, as far as the box needs it. Only points that belong to a face count, and numbers have
single precision, as DART keeps them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from math import isfinite
from pathlib import Path

from ....runtime.budget import LIMITS, Budget
from ....runtime.contents import Contents
from ....runtime.files import FILES, Files, Unreadable

Box = tuple[tuple[float, float, float], tuple[float, float, float]]
"""Smallest and largest coordinates."""


def box_around(path: str | Path, files: Files = FILES, budget: Budget | None = None) -> Box | None:
    """The box around all faces of a mesh file, None where the file cannot be read or is of another kind.

    Args:
        path: the file.
        files: what may be read.
        budget: of the load; None: one of its own.

    Raises:
        OverBudget: with it too much is read.
    """
    file, contents = Path(path), Contents(budget or Budget())
    reader = {".obj": _obj_points, ".stl": _stl_points}.get(file.suffix.lower())
    try:
        if reader is None:
            return None
        x, y, z = zip(*reader(contents.read(str(file), LIMITS["bytes of one mesh"], files)), strict=True)
        lower, upper = ([_single(pick(column)) for column in (x, y, z)] for pick in (min, max))
    except (Unreadable, ValueError, IndexError, OverflowError, struct.error):
        return None
    if not all(map(isfinite, (*lower, *upper))):
        return None
    return (lower[0], lower[1], lower[2]), (upper[0], upper[1], upper[2])


def _single(value: float) -> float:
    rounded: float = struct.unpack("f", struct.pack("f", value))[0]
    return rounded


def scale_box(box: Box, scale: Sequence[float]) -> Box:
    """The box with its sides multiplied; a negative factor turns it over."""
    pairs = [sorted((low * factor, high * factor)) for low, high, factor in zip(*box, scale, strict=True)]
    (x0, x1), (y0, y1), (z0, z1) = pairs
    return (x0, y0, z0), (x1, y1, z1)


def _obj_points(data: bytes) -> Iterable[tuple[float, ...]]:
    points: list[tuple[float, ...]] = []
    used: set[int] = set()
    text = data.decode("utf-8", "replace").replace("\\\n", " ")
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "v":
            points.append(tuple(map(float, words[1:4])))
        elif words[0] in ("f", "l", "p"):
            for word in words[1:]:
                number = int(word.partition("/")[0])
                used.add(number - 1 if number > 0 else len(points) + number)
    return [points[index] for index in sorted(used)]


def _stl_points(data: bytes) -> Iterable[tuple[float, ...]]:
    count = struct.unpack_from("<I", data, 80)[0] if len(data) >= 84 else -1
    if len(data) == 84 + 50 * count:
        for number in range(count):
            values = struct.unpack_from("<9f", data, 84 + 50 * number + 12)
            yield from (values[0:3], values[3:6], values[6:9])
        return
    for line in data.decode("utf-8", "replace").splitlines():
        words = line.split()
        if words and words[0].lower() == "vertex":
            yield tuple(map(float, words[1:4]))
