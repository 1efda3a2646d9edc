"""Surfaces in files as MuJoCo reads them: binary STL, Wavefront OBJ, and its own MSH.

Spec: MJCF reference, ``asset/mesh``. Corners have single precision, as MuJoCo keeps them.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ....diagnostics.records import NamedTuple
from ....runtime.float_errors import silent

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...spatial.so3 import Array

MOST_STL_FACES = 200_000
FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
"""One face of a binary STL file."""
TRIANGLE = 3
"""Corners of one."""
HEADER_SIZE = 84
"""Bytes before the first."""


class UnreadableMesh(Exception):
    """MuJoCo does not take a mesh; the text says why."""


class Surface(NamedTuple):
    """Corners and faces."""

    corners: Array
    """Shape (n, 3)."""
    faces: NDArray[np.intp]
    """Shape (m, 3), numbers of corners; none where only corners are said."""


def read_surface(data: bytes, ending: str) -> Surface:
    """The surface that a file holds.

    Args:
        data: what is in the file.
        ending: of its name, in lower case.

    Raises:
        UnreadableMesh: MuJoCo does not read it.
    """
    reader = _READERS.get(ending)
    if reader is None:
        raise UnreadableMesh("is of a kind that MuJoCo does not read; it reads .stl, .obj and .msh")
    try:
        return reader(data)
    except (ValueError, IndexError, struct.error) as error:
        raise UnreadableMesh("holds no mesh that could be read") from error


@silent
def make_surface(vertex: tuple[float, ...], face: tuple[int, ...]) -> Surface:
    """The surface that the attributes of those names say."""
    corners = np.array(vertex, dtype=np.float32).astype(np.float64).reshape(-1, 3)
    return Surface(corners, np.array(face, dtype=np.intp).reshape(-1, 3))


def _read_stl(data: bytes) -> Surface:
    count = struct.unpack_from("<i", data, 80)[0] if len(data) >= HEADER_SIZE else 0
    if not 1 <= count <= MOST_STL_FACES or len(data) != HEADER_SIZE + FACET.itemsize * count:
        if data[:5] == b"solid":
            raise UnreadableMesh("is an STL file of text; MuJoCo reads binary ones")
        raise UnreadableMesh(f"is no binary STL file of 1 to {MOST_STL_FACES} faces")
    triangles = np.frombuffer(data, dtype=FACET, offset=HEADER_SIZE)["corners"].astype(np.float64)
    return Surface(triangles.reshape(-1, 3), np.arange(3 * count, dtype=np.intp).reshape(-1, 3))


def _read_obj(data: bytes) -> Surface:
    """All corners, and the faces of the first object that has some: MuJoCo takes no other."""
    numbers: list[bytes] = []
    faces: list[tuple[int, ...]] = []
    count = 0
    is_first = True
    for line in data.replace(b"\\\n", b" ").splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == b"v":
            numbers += words[1:4]
            count += 1
        elif words[0] in (b"o", b"g"):
            is_first = is_first and not faces
        elif words[0] == b"f" and is_first:
            corners = [int(word.partition(b"/")[0]) for word in words[1:]]
            faces.append(tuple(number - 1 if number > 0 else count + number for number in corners))
    places = np.array(numbers, dtype=np.float32).astype(np.float64).reshape(-1, 3)
    triangles = [triangle for face in faces for triangle in _divide(face, places)]
    return Surface(places, np.array(triangles, dtype=np.intp).reshape(-1, 3))


def _divide(face: tuple[int, ...], places: Array) -> list[tuple[int, ...]]:
    """A face as triangles; one of four corners is cut along its shorter diagonal."""
    if len(face) == TRIANGLE:
        return [face]
    if len(face) == TRIANGLE + 1:
        a, b, c, d = face
        one, other = places[a] - places[c], places[b] - places[d]
        return [(a, b, c), (a, c, d)] if one @ one < other @ other else [(a, b, d), (b, c, d)]
    return [(face[0], b, c) for b, c in pairwise(face[1:])]


def _read_msh(data: bytes) -> Surface:
    """Four counts, of corners, normals, texture coordinates and faces, then these."""
    corners, normals, textures, faces = struct.unpack_from("<4i", data)
    if min(corners - 4, normals, textures, faces) < 0:
        raise UnreadableMesh("is no MSH file")
    if len(data) != 16 + 4 * (3 * corners + 3 * normals + 2 * textures + 3 * faces):
        raise UnreadableMesh("is no MSH file of the size that it says")
    at = 16 + 4 * (3 * corners + 3 * normals + 2 * textures)
    places = np.frombuffer(data, dtype="<f4", count=3 * corners, offset=16).astype(np.float64)
    numbers = np.frombuffer(data, dtype="<i4", count=3 * faces, offset=at).astype(np.intp)
    return Surface(places.reshape(-1, 3), numbers.reshape(-1, 3))


_READERS: dict[str, Callable[[bytes], Surface]] = {".stl": _read_stl, ".obj": _read_obj, ".msh": _read_msh}
