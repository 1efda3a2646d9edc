"""What the files of meshes are to MuJoCo, which refuses some of them."""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING

from ....diagnostics.records import NamedTuple
from ....runtime.budget import LIMITS, OverBudget
from ....runtime.contents import Contents
from ....runtime.files import Unreadable
from ...spatial.hull import convex_hull
from ...spatial.raw_pose import NO_ROTATION
from .flat_meshes import are_in_one_plane
from .mesh_files import FACET, HEADER_SIZE, Surface, UnreadableMesh, read_surface
from .mesh_solids import make_solid

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...spatial.raw_pose import Vector

FIRST_FACES = 64
FIRST_BYTES = 1 << 13
"""Of a file, whose corners show of nearly every mesh that it is not flat: the rest need not be read."""


class MeshFitness(NamedTuple):
    """What a mesh is to MuJoCo at some scale."""

    fault: str | None = None
    """Why its file is refused, to be read after what it is called; None where it is not."""
    is_flat: bool = False
    """Whether it has no hull."""
    has_volume: bool = True


class MeshFiles:
    """Judges meshes, each once."""

    def __init__(self, options: Options, sink: Sink) -> None:
        self._files = options.files
        self._contents = Contents(sink.budget)
        self._fitness: dict[tuple[str, Vector], MeshFitness] = {}
        self._surfaces: dict[str, Surface] = {}

    def judge(self, path: str, scale: Vector) -> MeshFitness:
        """What the mesh in a file is to MuJoCo.

        Raises:
            OverBudget: it is too much to read.
            Unreadable: it is not there, or may not be read.
        """
        key = path, scale
        if key not in self._fitness:
            try:
                self._fitness[key] = _judge(self._read(path), scale)
            except UnreadableMesh as fault:
                self._fitness[key] = MeshFitness(str(fault))
        return self._fitness[key]

    def glance(self, path: str, scale: Vector) -> MeshFitness | None:
        """The same by the beginning of the file, where that is enough; None where it cannot be read.

        What is wrong behind the beginning is not found then.
        """
        try:
            if 0 not in scale and _is_solid_at_first(self._files.head(path, FIRST_BYTES), _ending_of(path)):
                return MeshFitness()
            return self.judge(path, scale)
        except (OverBudget, Unreadable, OSError):
            return None

    def _read(self, path: str) -> Surface:
        if path not in self._surfaces:
            data = self._contents.read(path, LIMITS["bytes of one mesh"], self._files)
            self._surfaces[path] = read_surface(data, _ending_of(path))
        return self._surfaces[path]


def _ending_of(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _judge(surface: Surface, scale: Vector) -> MeshFitness:
    try:
        make_solid(surface, scale, None, NO_ROTATION, "legacy")
    except UnreadableMesh:
        pass
    else:
        return MeshFitness()
    try:
        make_solid(surface, scale, None, NO_ROTATION, "shell")
    except UnreadableMesh as fault:
        return MeshFitness(str(fault))
    return MeshFitness(is_flat=convex_hull(surface.corners) is None, has_volume=False)


def _is_solid_at_first(data: bytes, ending: str) -> bool:
    """Whether the corners at the beginning of a file are not in one plane."""
    numbers: list[float] = []
    if ending == ".obj":
        for line in data.rpartition(b"\n")[0].splitlines():
            words = line.split()
            if words and words[0] == b"v":
                try:
                    numbers += map(float, words[1:4])
                except ValueError:
                    return False
    elif ending == ".stl" and data[:5] != b"solid":
        count = min(FIRST_FACES, (len(data) - HEADER_SIZE) // FACET.itemsize)
        for face in range(count):
            numbers += struct.unpack_from("<9f", data, HEADER_SIZE + FACET.itemsize * face + 12)
    return not are_in_one_plane(numbers)
