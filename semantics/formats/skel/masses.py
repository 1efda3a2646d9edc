"""The mass properties of a SKEL body: those written, and the moment that follows from its shapes where none is.

A mesh weighs as much as the box around it. Wavefront OBJ and STL are read, as far as the box needs it. Only points that
belong to a face count, and numbers have single precision, as DART keeps them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.budget import LIMITS, Budget
from ....runtime.contents import Contents
from ....runtime.files import FILES, Files, Unreadable
from ...ir.geometry import Mesh
from ...ir.links import InertialRecord
from ...ir.solids import DART_SOLIDS, UNIT_MOMENTS, PlacedSolid, box, inertia_from_shapes
from ...spatial.raw_pose import IDENTITY
from .context import pose_of

if TYPE_CHECKING:
    from ....skel import newest as skel
    from ...ir.geometry import Geometry
    from ...spatial.raw_pose import RawPose
    from .context import Box, SkelContext
    from .shapes import BodyShapes


def inertial_of(bodies: Sequence[skel.Body], name: str, shapes: BodyShapes, context: SkelContext) -> InertialRecord:
    """Mass properties of a body.

    Without ``inertia`` it has mass 1 and the identity as moment, whatever its shapes. Of several elements of one name
    the first has the mass; any of them can ask for a moment that follows from the shapes.
    """
    inertia = bodies[0].inertia
    mass, pose, moments = 1.0, IDENTITY, UNIT_MOMENTS
    written: dict[str, float] | None = None
    if inertia is not None:
        mass, pose = inertia.mass, _place(inertia)
        if not isfinite(mass):
            written, mass = {"mass": mass}, 1.0
    if shapes.weighed is not None:
        solids = _solids(bodies[0], name, shapes.weighed, context) if mass > 0 else []
        moments = inertia_from_shapes(mass, pose[:3], solids)
        pose = (*pose[:3], 1.0, 0.0, 0.0, 0.0)
    elif inertia is not None and inertia.moment_of_inertia is not None:
        own = inertia.moment_of_inertia
        moments = (own.ixx, own.iyy, own.izz, own.ixy, own.ixz, own.iyz)
    place = inertia if inertia is not None else bodies[0]
    is_computed = shapes.weighed is not None
    return InertialRecord(mass, pose, None, moments, place, written, is_computed, may_be_massless=True)


def _solids(
    body: skel.Body, name: str, weighed: list[tuple[Geometry, RawPose]], context: SkelContext
) -> list[PlacedSolid]:
    """Shapes as solids, meshes last: they weigh as much as the boxes around them. What is not known is left out."""
    found, files = [], context.options.files
    for geometry, pose in sorted(weighed, key=lambda placed: isinstance(placed[0], Mesh)):
        if not isinstance(geometry, Mesh):
            if type(geometry) in DART_SOLIDS:
                found.append(PlacedSolid(solid=DART_SOLIDS[type(geometry)](geometry, 1.0), pose=pose))
            continue
        around = None
        if geometry.path is not None:
            real = files.real(geometry.path)
            if real not in context.boxes:
                context.boxes[real] = box_around(geometry.path, files, context.sink.budget)
            around = context.boxes[real]
        if around is None:
            context.sink.report(rules.MESH_UNKNOWN, body, name=name, uri=geometry.uri)
        else:
            size = [high - low for low, high in zip(*scale_box(around, geometry.scale))]
            found.append(PlacedSolid(solid=box(size), pose=pose))
    return found


def _place(inertia: skel.Inertia) -> RawPose:
    """Where the moment is taken: at ``offset``, or at the ``transformation`` of the format's old text."""
    if inertia.transformation is not None and "offset" not in vars(inertia):
        return pose_of(inertia.transformation)
    x, y, z = inertia.offset
    return (x, y, z, 1.0, 0.0, 0.0, 0.0)


def box_around(path: str | Path, files: Files = FILES, budget: Budget | None = None) -> Box | None:
    """The box around all faces of a mesh file, None where the file cannot be read or is of another kind.

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
