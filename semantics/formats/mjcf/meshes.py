"""Mesh assets: the surfaces that geoms are made of or fitted to.

Files are read, with numpy, only where the mass of a body depends on one, or a shape that is fitted to it is asked for.

Spec: MJCF reference, ``asset/mesh``; modeling guide, mesh fitting.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple
from ....runtime.budget import LIMITS
from ....runtime.contents import Contents
from ....runtime.files import Unreadable
from ...ir.geometry import Mesh
from ...spatial.raw_pose import IDENTITY, RawPose, Vector, normalize_quaternion, rotate
from .builtin_meshes import FEWEST_CORNERS, find_fault
from .files import path_of
from .flat_meshes import IN_ONE_PLANE, WITHOUT_VOLUME, is_flat
from .model import MjcfPart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....runtime.sink import Sink
    from ...core.options import Options
    from .mesh_solids import MeshSolid
    from .model import MjcfModel

ALL_CORNERS, LARGEST_FLAT_HULL = -1, 3
"""Of ``maxhullvert``: what stands for all corners, and the largest number of which no solid can be made."""
NUMBERS_EACH = {"normal": 3, "texcoord": 2}
"""How many numbers belong to each corner, by the attribute that has them."""


class Fitted(NamedTuple):
    """What takes the place of a mesh."""

    size: Vector
    """Half lengths."""
    pose: RawPose
    """In the frame of the mesh."""


def asset_of(model: MjcfModel, part: MjcfPart, kind: str) -> MjcfPart | None:
    """The asset that an attribute of that name refers to; None where it names none that is there."""
    found = model.find_referent(part, kind)
    return found if isinstance(found, MjcfPart) else None


class Meshes:
    """The meshes of one model, each read once."""

    def __init__(self, model: MjcfModel, sink: Sink, options: Options) -> None:
        self._model = model
        self._sink = sink
        self._options = options
        self._solids: dict[int, MeshSolid | None] = {}
        self._flat: dict[int, bool] = {}
        self._refused: set[int] = set()

    def check(self) -> None:
        """Reports meshes whose corners and faces, as the document has them, are none."""
        assets = [asset for asset in self._model.sections.get("asset", ()) if asset.tag == "mesh"]
        for asset in assets:
            self._check_numbers(asset)
        if self._options.target is not None and self._options.target.reads_meshes:
            self._check_files(assets)
        elements = [asset.element for asset in assets]
        for each in self._model.classes.by_name.values():
            elements += each.own.get("mesh", ())
        for element in {id(each): each for each in elements}.values():
            count = vars(element).get("maxhullvert")
            if count is not None and count != ALL_CORNERS and count <= LARGEST_FLAT_HULL:
                about = {"value": count, "case": "above", "limit": LARGEST_FLAT_HULL}
                self._sink.report(rules.OUT_OF_RANGE, element, attribute="maxhullvert", severity="error", **about)

    def geometry_of(self, asset: MjcfPart) -> Mesh:
        """The shape of a mesh, in its frame."""
        x, y, z = asset.get("scale")
        file: str = asset.get("file") or ""
        return Mesh(file, (x, y, z), self._path_of(asset), placement=_placement_of(asset))

    def is_flat(self, asset: MjcfPart) -> bool:
        """Whether the corners of a mesh are in one plane, as far as the document itself has them."""
        if id(asset) not in self._flat:
            self._flat[id(asset)] = is_flat(asset)
        return self._flat[id(asset)]

    def fit(self, asset: MjcfPart, geom: MjcfPart, kind: str) -> Fitted | None:
        """The primitive that MuJoCo puts in the place of a mesh; None where it cannot be read."""
        solid = self.solid_of(asset)
        if solid is None:
            return None
        factor: float = geom.get("fitscale")
        if self._model.settings.get("fitaabb"):
            x, y, z = (high - low for low, high in zip(solid.lower, solid.upper))
            middle = tuple((low + high) / 2 for low, high in zip(solid.lower, solid.upper))
            sizes = _around((x / 2, y / 2, z / 2), kind)
        else:
            sizes, middle = _alike(solid.box, kind), (0.0, 0.0, 0.0)
        a, b, c = (factor * size for size in sizes)
        moved = rotate(solid.rotation, (middle[0], middle[1], middle[2]))
        x, y, z = (at + by for at, by in zip(solid.centre, moved))
        return Fitted((a, b, c), (x, y, z, *solid.rotation))

    def solid_of(self, asset: MjcfPart) -> MeshSolid | None:
        """The body that a mesh is, at a density of one; None where it cannot be read, which is reported where MuJoCo refuses it."""
        if id(asset) not in self._solids:
            self._solids[id(asset)] = self._read(asset)
        return self._solids[id(asset)]

    def _read(self, asset: MjcfPart) -> MeshSolid | None:
        from .mesh_files import UnreadableMesh, make_surface, read_surface
        from .mesh_solids import make_builtin, make_solid

        file: str | None = asset.get("file")
        try:
            if asset.is_written("builtin"):
                if self.has_fault(asset):
                    return None
                surface = make_builtin(str(asset.get("builtin")), asset.get("params") or ())
            elif file:
                path = self._path_of(asset)
                if path is None or id(asset) in self._refused:
                    return None
                data = Contents(self._sink.budget).read(path, LIMITS["bytes of one mesh"], self._options.files)
                surface = read_surface(data, os.path.splitext(path)[1].lower())
            elif self.has_fault(asset) or asset.of("plugin"):
                return None
            else:
                surface = make_surface(asset.get("vertex") or (), asset.get("face") or ())
            if surface is None:
                return None
            return make_solid(
                surface, asset.get("scale"), asset.get("refpos"), asset.get("refquat"), str(asset.get("inertia"))
            )
        except UnreadableMesh as error:
            attribute = "file" if file else "inertia" if asset.is_written("inertia") else "vertex"
            self._refuse(asset, str(error), attribute)
        except Unreadable:
            pass  # that it is not there has been reported
        return None

    def has_fault(self, asset: MjcfPart) -> bool:
        """Whether a mesh was found to be none, or numbers of it cannot be read."""
        return bool(self._sink.about(asset.element, rules.MESH_IMPOSSIBLE, rules.NOT_A_VALUE, rules.TRAILING_TEXT))

    def _check_numbers(self, asset: MjcfPart) -> None:
        vertex, face, file = asset.get("vertex") or (), asset.get("face") or (), asset.get("file")
        if 0 in asset.get("scale") and str(asset.get("inertia")) != "shell":
            self._refuse(asset, "has a scale of 0, which leaves nothing of it", "scale")
        for field, count in NUMBERS_EACH.items():
            numbers = asset.get(field) or ()
            if len(numbers) % count:
                self._refuse(
                    asset, f"has {len(numbers)} numbers in {field}, which are not {count} for each corner", field
                )
        if asset.is_written("builtin"):
            fault = find_fault(str(asset.get("builtin")), asset.get("params") or ())
            if fault is not None and not self.has_fault(asset):
                self._refuse(asset, fault, "params" if asset.is_written("params") else "builtin")
            return
        if file or asset.of("plugin") or self.has_fault(asset):
            return
        if len(vertex) % 3:
            self._refuse(asset, f"has {len(vertex)} numbers in vertex, which make no corners of three each", "vertex")
        elif len(vertex) < 3 * FEWEST_CORNERS:
            self._refuse(asset, f"has {len(vertex) // 3} corners, and {FEWEST_CORNERS} are the least", "vertex")
        elif len(face) % 3:
            self._refuse(asset, f"has {len(face)} numbers in face, which make no faces of three each", "face")
        elif face and not (min(face) >= 0 and 3 * max(face) < len(vertex)):
            wrong = next(number for number in face if not 0 <= 3 * number < len(vertex))
            self._refuse(asset, f"has {len(vertex) // 3} corners, and a face with the corner {wrong}", "face")
        elif (places := len(asset.get("texcoord") or ())) and 3 * places != 2 * len(vertex):
            self._refuse(asset, f"has {len(vertex) // 3} corners, and {places // 2} places of a texture", "texcoord")
        elif self.is_flat(asset):
            inertia = str(asset.get("inertia"))
            if not face or inertia == "convex":
                self._refuse(asset, IN_ONE_PLANE, "vertex")
            elif inertia != "shell":
                self._refuse(asset, WITHOUT_VOLUME, "vertex")

    def _check_files(self, assets: Sequence[MjcfPart]) -> None:
        """Reports files that hold no mesh that MuJoCo takes."""
        from .mesh_fitness import MeshFiles

        files = MeshFiles(self._options, self._sink)
        for asset in assets:
            path = self._path_of(asset) if asset.get("file") and not asset.is_written("builtin") else None
            if path is None or asset.is_written("content_type") or self.has_fault(asset):
                continue
            read = files.glance(path, asset.get("scale"))
            if read is None:
                continue
            inertia = str(asset.get("inertia"))
            self._flat[id(asset)] = read.is_flat
            fault = IN_ONE_PLANE if read.is_flat and inertia == "convex" else read.fault
            if fault is None and not read.has_volume and inertia != "shell":
                fault = WITHOUT_VOLUME
            if fault is not None:
                self._refused.add(id(asset))
                self._refuse(asset, fault, "file")

    def _refuse(self, asset: MjcfPart, reason: str, attribute: str) -> None:
        is_written = attribute in vars(asset.element)
        place = attribute if is_written else None
        self._sink.report(rules.MESH_IMPOSSIBLE, asset.element, attribute=place, name=asset.name, reason=reason)

    def _path_of(self, asset: MjcfPart) -> str | None:
        """Where the file of a mesh is; None where there is none."""
        path = path_of(asset)
        return None if path is None or not self._options.files.is_file(path) else str(path)


def _placement_of(asset: MjcfPart) -> RawPose:
    """Where what a file holds is in the frame of the mesh, once it is scaled: ``refpos`` and ``refquat`` undone."""
    position, quaternion = asset.get("refpos"), asset.get("refquat")
    if position is None and tuple(quaternion) == IDENTITY[3:]:
        return IDENTITY
    w, x, y, z = normalize_quaternion(tuple(quaternion))
    back = (w, -x, -y, -z)
    x, y, z = position or IDENTITY[:3]
    moved = rotate(back, (x, y, z))
    a, b, c = (-factor * length for factor, length in zip(asset.get("scale"), moved))
    return (a, b, c, *back)


def _alike(box: Vector, kind: str) -> Vector:
    """Half lengths of the primitive that is as hard to turn as a box."""
    x, y, z = box
    width = (x + y) / 2
    if kind == "sphere":
        return ((x + y + z) / 3, 0.0, 0.0)
    if kind == "capsule":
        return (width, max(0.0, z - width / 2), 0.0)
    return (width, z, 0.0) if kind == "cylinder" else box


def _around(box: Vector, kind: str) -> Vector:
    """Half lengths of the smallest primitive whose own box holds another."""
    x, y, z = box
    width = max(x, y)
    if kind == "sphere":
        return (max(box), 0.0, 0.0)
    if kind == "capsule":
        return (width, z - width, 0.0)
    return (width, z, 0.0) if kind == "cylinder" else box
