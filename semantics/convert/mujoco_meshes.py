"""What the files of meshes are to MuJoCo, which refuses some of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...runtime.budget import LIMITS, OverBudget
from ...runtime.contents import Contents
from ...runtime.files import Unreadable
from ..formats.mjcf.mesh_files import Surface, UnreadableMesh, read_surface
from ..formats.mjcf.mesh_solids import make_solid
from ..spatial.hull import convex_hull
from ..spatial.raw_pose import NO_ROTATION

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ..core.options import Options
    from ..spatial.raw_pose import Vector

NOT_FOUND = "its file is not there, and MuJoCo refuses a document that names one that is not"


class MeshFitness(NamedTuple):
    """What a mesh is to MuJoCo at some scale."""

    fault: str | None = None
    """Why it is refused; None where it is not."""
    is_flat: bool = False
    """Whether it has no hull."""
    has_volume: bool = True


class MeshFiles:
    """Judges meshes, each once."""

    def __init__(self, options: Options, sink: Sink) -> None:
        self._options = options
        self._contents = Contents(sink.budget)
        self._fitness: dict[tuple[str, Vector], MeshFitness] = {}
        self._surfaces: dict[str, Surface | str] = {}

    def judge(self, path: str, scale: Vector) -> MeshFitness:
        """What the mesh in a file is to MuJoCo."""
        key = path, scale
        if key not in self._fitness:
            surface = self._surface_of(path)
            self._fitness[key] = MeshFitness(surface) if isinstance(surface, str) else _judge(surface, scale)
        return self._fitness[key]

    def _surface_of(self, path: str) -> Surface | str:
        """The surface in a file, or why there is none."""
        if path not in self._surfaces:
            try:
                data = self._contents.read(path, LIMITS["bytes of one mesh"], self._options.files)
                self._surfaces[path] = read_surface(data, os.path.splitext(path)[1].lower())
            except UnreadableMesh as fault:
                self._surfaces[path] = f"its file {fault}"
            except OverBudget:
                self._surfaces[path] = "its file is too much to read"
            except (Unreadable, OSError):
                self._surfaces[path] = NOT_FOUND
        return self._surfaces[path]


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
        return MeshFitness(f"its file {fault}")
    return MeshFitness(is_flat=convex_hull(surface.corners) is None, has_volume=False)
