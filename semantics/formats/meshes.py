"""Mass properties of what a mesh encloses, with the ``trimesh`` extra."""

from __future__ import annotations

import importlib
import importlib.util
import json
import logging
import os
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any

from ...runtime.budget import LIMITS, OverBudget
from ...runtime.contents import Contents
from ...runtime.files import Unreadable, is_in
from ...runtime.patterns import compile_pattern
from ..ir.geometry import Mesh
from ..ir.solids import SolidMass
from ..spatial.raw_pose import IDENTITY, rotate

if TYPE_CHECKING:
    from ...runtime.budget import Budget
    from ...runtime.files import Files
    from ..spatial.raw_pose import RawPose

MAX_MESH_BYTES = LIMITS["bytes of one mesh"]
CACHE_SIZE = 64
"""Surfaces that are remembered."""

KINDS = frozenset({".dae", ".glb", ".gltf", ".obj", ".off", ".ply", ".stl"})
"""Endings of files that are looked into: none of them is packed, or can be much larger than it looks."""
_PACKED = (b"PK\3\4", b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
"""How files begin that are, whatever they are called."""
_PLY_COUNT = compile_pattern(rb"^element[ \t]+\S+[ \t]+(\d+)", re.MULTILINE)
_SIZES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
_NUMBERS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


class _SiblingFiles:
    """The files that a mesh names, for ``trimesh``: those in its folder."""

    def __init__(self, path: str, contents: Contents, files: Files) -> None:
        self._folder = os.path.dirname(path)
        self._contents, self._files = contents, files

    def __getitem__(self, name: str) -> bytes:
        """What such a file holds."""
        path = os.path.normpath(os.path.join(self._folder, name.strip().replace("\\", "/")))
        if not is_in(path, self._folder):
            raise Unreadable(f"{name!r} leads out of the folder of the mesh")
        return self._contents.read(path, MAX_MESH_BYTES, self._files)

    get = __getitem__


class Surfaces:
    """The surfaces in mesh files, each file read once for all that name it."""

    def __init__(self, files: Files, budget: Budget) -> None:
        self._files, self._budget = files, budget
        self._known: dict[tuple[str, str | None], Any] = {}

    def find(self, path: str, part: str | None) -> Any:
        """The whole mesh of a file, or the part of that name; None where there is no such part.

        Raises:
            Unreadable: it may not be read, is of a kind that is not looked into, or is larger than any that is.
            OverBudget: with it too much is read.
        """
        key = self._files.real(path), part
        if key not in self._known:
            if len(self._known) >= CACHE_SIZE:
                del self._known[next(iter(self._known))]
            self._known[key] = _surface(path, part, Contents(self._budget), self._files)
        return self._known[key]


def find_surface(mesh: Mesh, surfaces: Surfaces) -> Any:
    """The surface of a mesh in its own frame, as ``trimesh`` has it, or the reason why that is not known.

    Raises:
        OverBudget: with the file of the mesh too much is read.
    """
    if mesh.path is None:
        return f"{mesh.uri!r} is not found"
    if importlib.util.find_spec("trimesh") is None:
        return "meshes are looked into only where trimesh is installed (the extra bodyplan[trimesh])"
    try:
        surface = surfaces.find(mesh.path, mesh.submesh)
    except OverBudget:
        raise
    except Exception as error:  # noqa: BLE001 - readers of meshes raise whatever a broken file makes them
        return f"{mesh.uri!r} cannot be read ({type(error).__name__}: {error})"
    if surface is None:
        return f"{mesh.uri!r} has no part {mesh.submesh!r}"
    x, y, z = mesh.scale
    scaled = surface.copy()
    scaled.merge_vertices(merge_tex=True, merge_norm=True)  # corners of other colours are the same corners
    if mesh.submesh is not None and mesh.center_submesh:
        scaled.apply_translation(-scaled.bounds.mean(axis=0))
    scaled.apply_transform([[x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0], [0, 0, 0, 1]])
    if mesh.placement != IDENTITY:
        scaled.apply_transform(_rows_of(mesh.placement))
    return scaled


def _rows_of(pose: RawPose) -> list[tuple[float, ...]]:
    """The rows of the matrix of a pose."""
    columns = [rotate(pose[3:], axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    rows = zip(*columns, pose[:3])
    return [*rows, (0.0, 0.0, 0.0, 1.0)]


def solid_of_mesh(mesh: Mesh, density: float, surfaces: Surfaces) -> SolidMass | str:
    """The solid that a mesh encloses, in its own frame, or the reason why that is not known.

    Raises:
        OverBudget: with the file of the mesh too much is read.
    """
    scaled = find_surface(mesh, surfaces)
    if isinstance(scaled, str):
        return scaled
    if not scaled.is_watertight:
        return f"the surface in {mesh.uri!r} is not closed"
    scaled.density = density
    found = scaled.mass_properties
    com, inertia = found["center_mass"], found["inertia"]
    (ixx, ixy, ixz), (_, iyy, iyz), (_, _, izz) = ([float(number) for number in row] for row in inertia)
    return SolidMass(
        float(found["mass"]), (float(com[0]), float(com[1]), float(com[2])), (ixx, iyy, izz, ixy, ixz, iyz)
    )


def _surface(path: str, part: str | None, contents: Contents, files: Files) -> Any:
    ending = os.path.splitext(path)[1].lower()
    if ending not in KINDS:
        raise Unreadable(f"files that end in {ending!r} are not looked into")
    data = contents.read(path, MAX_MESH_BYTES, files)
    if data.startswith(_PACKED) or b"<!ENTITY" in data:
        raise Unreadable("it is packed, or has entities")
    _check_counts(ending, data)
    trimesh = importlib.import_module("trimesh")
    log = logging.getLogger("trimesh")
    if (
        not log.handlers
    ):  # what it says of pictures that are missing is for those who ask for it, not for standard error
        log.addHandler(logging.NullHandler())
    beside = _SiblingFiles(path, contents, files)
    scene = trimesh.load_scene(BytesIO(data), file_type=ending[1:], resolver=beside, skip_materials=True)
    if part is not None:
        return scene.geometry.get(part)
    placed = (scene.geometry[scene.graph[node][1]] for node in scene.graph.nodes_geometry)
    contents.budget.expect("facets of one mesh", sum(len(getattr(each, "faces", ())) for each in placed))
    return scene.to_mesh()


def _check_counts(ending: str, data: bytes) -> None:
    """Makes sure that what a file says of its size is so, since room is made for that before anything is read.

    Raises:
        Unreadable: it is not.
    """
    if ending == ".ply":
        counts = _PLY_COUNT.findall(data[: data.find(b"end_header")])
        if any(len(count) > len(str(len(data))) or int(count) > len(data) for count in counts):
            raise Unreadable("it says that it has more elements than it has bytes")
    elif ending in (".gltf", ".glb"):
        described = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")] if ending == ".glb" else data)
        views = described.get("bufferViews", [])
        accessors = described.get("accessors", [])
        for accessor in accessors:
            size = _SIZES[accessor["componentType"]] * _NUMBERS[accessor["type"]]
            room = views[accessor["bufferView"]]["byteLength"] if "bufferView" in accessor else len(data)
            if accessor["count"] * size > room:
                raise Unreadable("an accessor has more elements than there are bytes for it")
        primitives = [each for mesh in described.get("meshes", []) for each in mesh["primitives"]]
        corners = sum(accessors[each.get("indices", each["attributes"]["POSITION"])]["count"] for each in primitives)
        if corners > 3 * LIMITS["facets of one mesh"]:
            raise Unreadable(f"it has more than {LIMITS['facets of one mesh']} facets")
