"""Mass properties of what a mesh encloses, with the ``trimesh`` extra."""

from __future__ import annotations

import importlib
import importlib.util
from functools import lru_cache
from typing import Any

from ...description.geometry import Mesh
from .solids import Solid


def solid_of_mesh(mesh: Mesh, density: float) -> Solid | str:
    """The solid that a mesh encloses, in its own frame; why there is none where that cannot be told."""
    if mesh.path is None:
        return f"{mesh.uri!r} is not found"
    if importlib.util.find_spec("trimesh") is None:
        return "meshes are looked into only where trimesh is installed (the extra bodyplan[trimesh])"
    try:
        surface = _surface(mesh.path, mesh.submesh)
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
def _surface(path: str, part: str | None) -> Any:
    """The whole mesh of a file, or the part of that name."""
    trimesh = importlib.import_module("trimesh")
    scene = trimesh.load_scene(path)
    if part is None:
        return scene.to_mesh()
    return scene.geometry.get(part)
