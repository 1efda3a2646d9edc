"""Mass properties of what a mesh encloses, with the ``trimesh`` extra."""

from __future__ import annotations

import importlib
import importlib.util
import os
from functools import lru_cache
from io import BytesIO
from typing import Any

from ....runtime.files import FILES, Files, Unreadable, is_in
from ...description.geometry import Mesh
from .solids import Solid

LARGEST = 1 << 28
"""Bytes; larger files are not looked into."""

_ARCHIVES = (b"PK\3\4", b"\x1f\x8b\x08\x00", b"\x1f\x8b\x08\x08")
"""How files begin that can be much larger than they look."""


class _Beside:
    """The files that a mesh names, for ``trimesh``: those in its folder."""

    def __init__(self, path: str, files: Files) -> None:
        self._folder = os.path.dirname(path)
        self._files = files

    def get(self, name: str) -> bytes:
        """What such a file holds."""
        path = os.path.normpath(os.path.join(self._folder, name.strip().replace("\\", "/")))
        if not is_in(path, self._folder):
            raise Unreadable(f"{name!r} leads out of the folder of the mesh")
        return self._files.read(path, LARGEST)


def solid_of_mesh(mesh: Mesh, density: float, files: Files = FILES) -> Solid | str:
    """The solid that a mesh encloses, in its own frame; why there is none where that cannot be told."""
    if mesh.path is None:
        return f"{mesh.uri!r} is not found"
    if importlib.util.find_spec("trimesh") is None:
        return "meshes are looked into only where trimesh is installed (the extra bodyplan[trimesh])"
    try:
        surface = _surface(mesh.path, mesh.submesh, files)
    except Exception as error:  # noqa: BLE001 - readers of meshes raise whatever a broken file makes them
        return f"{mesh.uri!r} cannot be read ({type(error).__name__}: {error})"
    if surface is None:
        return f"{mesh.uri!r} has no part {mesh.submesh!r}"
    x, y, z = mesh.scale
    scaled = surface.copy()
    if mesh.submesh is not None and mesh.center_submesh:
        scaled.apply_translation(-scaled.bounds.mean(axis=0))
    scaled.apply_transform([[x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0], [0, 0, 0, 1]])
    if not scaled.is_watertight:
        return f"the surface in {mesh.uri!r} is not closed"
    scaled.density = density
    found = scaled.mass_properties
    com, inertia = found["center_mass"], found["inertia"]
    (ixx, ixy, ixz), (_, iyy, iyz), (_, _, izz) = ([float(number) for number in row] for row in inertia)
    return Solid(float(found["mass"]), (float(com[0]), float(com[1]), float(com[2])), (ixx, iyy, izz, ixy, ixz, iyz))


@lru_cache(maxsize=64)
def _surface(path: str, part: str | None, files: Files) -> Any:
    """The whole mesh of a file, or the part of that name.

    Raises:
        Unreadable: it may not be read, or is larger than any that is looked into.
    """
    data, (_, ending) = files.read(path, LARGEST), os.path.splitext(path)
    if data[:4] in _ARCHIVES or b"<!ENTITY" in data:
        raise Unreadable("it is an archive, or has entities")
    trimesh = importlib.import_module("trimesh")
    scene = trimesh.load_scene(BytesIO(data), file_type=ending[1:].lower(), resolver=_Beside(path, files))
    if part is None:
        return scene.to_mesh()
    return scene.geometry.get(part)
