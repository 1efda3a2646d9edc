"""Meshes with as many digits as are seen, which compress to half: those that are put into pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import floor, log2, log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

STEPS = 1 << 15
"""Into how many steps at least the largest coordinate of a mesh is divided: 0.03 mm for 1 m."""
NORMAL_DIGITS = 3
"""Digits of directions behind the point: a step is less than a tenth of a degree."""

_STL = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_STL_HEAD = 84
_COLLADA_NUMBERS = re.compile(rb"(<float_array\b[^>]*>)([^<]*)(?=</float_array>)")


def round_mesh(format: str, data: bytes) -> bytes:
    """The same mesh with coordinates rounded to steps that no picture shows; a kind that is not known as it is.

    Args:
        format: as ``mesh_files.FORMATS`` names it.
        data: the file; one that is broken stays as it is.
    """
    rounding = _ROUNDINGS.get(format)
    return data if rounding is None else rounding(data)


def _round_stl(data: bytes) -> bytes:
    """Of a binary file: normals are zero, since they follow from the corners, which are multiples of a power of two."""
    facets = _stl_facets(data)
    if facets is None:
        return data
    corners = facets["corners"].astype(np.float64)
    reach = reach_of(corners)
    if not reach:
        return data
    step = 2.0 ** floor(log2(reach / STEPS))
    with np.errstate(all="ignore"):
        facets["corners"] = np.round(corners / step) * step + 0.0
    facets["normal"] = 0
    made: bytes = facets.tobytes()
    return data[:_STL_HEAD] + made


def stl_corners(data: bytes) -> NDArray[np.float64] | None:
    """The corners of a binary file, facets by 3 by 3; None where it is none, or has colours of facets."""
    facets = _stl_facets(data)
    if facets is None or facets["attribute"].any() or b"COLOR=" in data[:_STL_HEAD]:
        return None
    corners: NDArray[np.float64] = facets["corners"].astype(np.float64)
    return corners


def _stl_facets(data: bytes) -> NDArray[Any] | None:
    count = int.from_bytes(data[_STL_HEAD - 4 : _STL_HEAD], "little")
    if not count or len(data) != _STL_HEAD + count * _STL.itemsize:
        return None
    facets: NDArray[Any] = np.frombuffer(data, _STL, count, _STL_HEAD).copy()
    return facets


def _round_collada(data: bytes) -> bytes:
    return _COLLADA_NUMBERS.sub(lambda found: found[1] + _round_text(found[1], found[2]), data)


def _round_text(head: bytes, text: bytes) -> bytes:
    """Numbers with the digits that they need; ``head`` is what is before them, with the name of what they are."""
    try:
        numbers = np.array(list(map(float, text.split())))
    except ValueError:
        return text
    if not len(numbers) or not np.isfinite(numbers).all():
        return text
    digits = NORMAL_DIGITS if b"normal" in head.lower() else _digits_of(reach_of(numbers))
    made = " ".join(
        [f"{number:g}" if number.is_integer() else repr(number) for number in np.round(numbers, digits).tolist()]
    )
    return made.encode("ascii") if len(made) < len(text) else text


def reach_of(numbers: NDArray[np.float64]) -> float:
    """How far most of a mesh goes: a few corners far away are no reason to flatten all others. 0 for no number."""
    sizes = np.abs(numbers[np.isfinite(numbers) & (numbers != 0)])
    return float(min(sizes.max(), 2 * np.quantile(sizes, 0.9))) if len(sizes) else 0.0


def _digits_of(reach: float) -> int:
    return max(0, -floor(log10(reach / STEPS))) if reach > 0 else 0


_ROUNDINGS: dict[str, Callable[[bytes], bytes]] = {"stl": _round_stl, "dae": _round_collada}
