"""Meshes packed by Draco, with the extra ``draco``: a tenth of what their files take."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable
from math import ceil, log2
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from ...diagnostics.records import NamedTuple
from .mesh_precision import STEPS, reach_of, round_mesh, stl_corners

MODULE = "DracoPy"
LEVEL = 7
"""Of compression; the highest, 10, takes twice the time for 2 % less."""
NORMAL_BITS = 10
"""Of directions: a step is 0.1 degrees."""
PICTURE_BITS = 16
"""Of places in pictures: a sixteenth of a pixel of 4096."""
MOST_WORK = 200
"""Of what Draco looks at for each face: about 20 for usual surfaces, and as many as there are where all meet in one corner."""
LEAST_WORK = 10_000_000
"""What it may look at in any case, which takes less than a second."""
MOST_BITS = 21
"""Of coordinates: three of them are one number of 64 bits."""
LEAST_BYTES = 60_000
"""Of a file that is packed: below that little is saved, and a page needs the decoder, of 160 kB, for all of them."""
MOST_SIDES = 1000
"""Of a polygon."""
HOLE = "\0"
"""What is around the name of what is put in place of it; no XML holds it."""

_POLYGONS = ("triangles", "polylist")
_LINES = ("lines", "linestrips")
"""Nothing draws them."""

Triangles = NDArray[np.intp]
Rows = NDArray[np.float64]


class DracoMesh(NamedTuple):
    """A file with its surfaces apart."""

    text: str
    """The rest of the file, with holes: ``KIND:FIRST:LAST``, of blocks by their numbers."""
    blocks: list[bytes]
    """Surfaces as Draco has them."""


class _Unfit(Exception):
    """Draco has no place for something in the file."""


def is_installed() -> bool:
    """Whether the extra is there."""
    return importlib.util.find_spec(MODULE) is not None


def pack_mesh(format: str, data: bytes) -> DracoMesh | None:
    """Packs the surfaces of a mesh file; coordinates are in steps of at most 1/32768 of its size.

    Args:
        format: as ``mesh_files.FORMATS`` names it.
        data: the file.

    Returns:
        None without the extra, for other kinds and small files, and where something would be lost: colours of corners, skins, numbers that
        are none, a few corners so far away that all others would be one.
    """
    packing = _PACKINGS.get(format)
    if packing is None or len(data) < LEAST_BYTES or not is_installed():
        return None
    try:
        return packing(data)
    except _Unfit:
        return None


def _pack_stl(data: bytes) -> DracoMesh:
    corners = stl_corners(data)
    if corners is None:
        raise _Unfit
    points = corners.reshape(-1, 3)
    return DracoMesh("", [_encode(points, points, np.arange(len(points)), None, None)])


def _pack_collada(data: bytes) -> DracoMesh:
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        raise _Unfit from None
    for element in root.iter():
        if isinstance(element.tag, str):
            element.tag = element.tag.rpartition("}")[2]
    if root.find("library_controllers/controller") is not None:
        raise _Unfit
    blocks: list[bytes] = []
    for mesh in root.iter("mesh"):
        _pack_surface(mesh, blocks)
    if not blocks:
        raise _Unfit
    text = round_mesh("dae", ElementTree.tostring(root, encoding="utf-8")).decode("utf-8")
    return DracoMesh(text, blocks)


def _pack_surface(mesh: ElementTree.Element, blocks: list[bytes]) -> None:
    """Takes the numbers of one mesh apart. Its positions are those of all its parts, one after the other, as parts of it share them."""
    for part in list(mesh):
        if part.tag in _LINES:
            mesh.remove(part)
    vertices = {each.get("semantic", ""): each for each in mesh.findall("vertices/input")}
    parts = [part for part in mesh if part.tag not in ("source", "vertices", "extra")]
    kinds = {part.tag for part in parts}
    if not kinds:
        return
    homes = mesh.findall("vertices")
    if len(homes) != 1 or "POSITION" not in vertices or len(kinds) != 1 or not kinds.issubset(_POLYGONS):
        raise _Unfit
    shared = vertices.pop("POSITION")
    _move_inputs(homes[0], vertices.values(), parts)
    sources = {f"#{source.get('id')}": source for source in mesh.findall("source")}
    place = shared.get("source", "")
    positions = _numbers(sources, place, 3)
    first = len(blocks)
    made = []
    for number, part in enumerate(parts, first):
        inputs = _inputs(part)
        corners = _corners(part, max(offset for _, _, offset in inputs.values()) + 1)
        of_kind = {
            kind: _pick_rows(
                positions if kind == "VERTEX" else _numbers(sources, source, 2 if kind == "TEXCOORD" else 3),
                corners[:, at],
            )
            for kind, (_, source, at) in inputs.items()
        }
        blocks.append(
            _encode(
                positions, of_kind["VERTEX"], np.arange(len(corners)), of_kind.get("NORMAL"), of_kind.get("TEXCOORD")
            )
        )
        made.append((part, inputs, number))
    for source in sources.values():
        mesh.remove(source)
    for part, inputs, number in made:
        _hollow(part, inputs, first, number)
        for kind in inputs.keys() - {"VERTEX"}:
            mesh.insert(0, _source(f"{kind}-{number}", f"{kind}:{number}:{number}", 2 if kind == "TEXCOORD" else 3))
    mesh.insert(0, _source(place.removeprefix("#"), f"VERTEX:{first}:{len(blocks) - 1}", 3))


def _move_inputs(
    home: ElementTree.Element, inputs: Iterable[ElementTree.Element], parts: list[ElementTree.Element]
) -> None:
    """What is said of all corners of a mesh together becomes what each part says of its own."""
    for each in inputs:
        home.remove(each)
        for part in parts:
            offset = next(
                (one.get("offset", "") for one in part.findall("input") if one.get("semantic") == "VERTEX"), ""
            )
            part.append(ElementTree.Element("input", {**each.attrib, "offset": offset}))


def _inputs(part: ElementTree.Element) -> dict[str, tuple[ElementTree.Element, str, int]]:
    """What a part says of its corners: element, source and offset of each kind that is drawn."""
    found: dict[str, tuple[ElementTree.Element, str, int]] = {}
    for each in part.findall("input"):
        kind = each.get("semantic", "")
        try:
            at, number = int(each.get("offset", "")), int(each.get("set") or 0)
        except ValueError:
            raise _Unfit from None
        if at < 0 or kind == "COLOR" or (kind in found and number <= 0):
            raise _Unfit
        if kind in ("VERTEX", "NORMAL") or (kind == "TEXCOORD" and number <= 0):
            found[kind] = each, each.get("source", ""), at
    if "VERTEX" not in found:
        raise _Unfit
    return found


def _corners(part: ElementTree.Element, width: int) -> Triangles:
    """The corners of a part's triangles, a row each: larger polygons become fans, quadrangles as a browser cuts them."""
    strides = [int(offset) + 1 for each in part.findall("input") if (offset := each.get("offset", "")).isdigit()]
    width = max(width, *strides)
    lists = part.findall("p")
    if len(lists) != 1:
        raise _Unfit
    numbers = _integers(lists[0].text)
    rows = numbers[: len(numbers) - len(numbers) % width].reshape(-1, width)
    if part.tag == "triangles":
        return rows[: len(rows) - len(rows) % 3]
    counts = _integers(part.findtext("vcount"))
    if ((counts < 3) | (counts > MOST_SIDES)).any() or counts.sum() > len(rows):
        raise _Unfit
    starts = np.cumsum(counts) - counts
    fans = [
        np.stack([start, start + k, start + k + 1], 1)
        for k in range(1, int(counts.max(initial=2)) - 1)
        for start in (starts[(counts > k + 1) & (counts != 4)],)
        if len(start)
    ]
    four = starts[counts == 4]
    fans += [np.stack([four + a, four + b, four + c], 1) for a, b, c in ((0, 1, 3), (1, 2, 3))]
    found: Triangles = rows[np.concatenate(fans).reshape(-1)]
    return found


def _integers(text: str | None) -> NDArray[np.intp]:
    try:
        return np.array((text or "").split(), dtype=np.intp)
    except (ValueError, OverflowError):
        raise _Unfit from None


def _numbers(sources: dict[str, ElementTree.Element], name: str, width: int) -> Rows:
    """The numbers of a source, in rows as wide as its accessor says, of which the first are used."""
    source = sources.get(name)
    accessor = None if source is None else source.find("technique_common/accessor")
    try:
        if source is None or accessor is None or accessor.get("offset", "0") != "0":
            raise _Unfit
        stride = int(accessor.get("stride", "1"))
        numbers = np.array((source.findtext("float_array") or "").split(), dtype=np.float64)
    except ValueError:
        raise _Unfit from None
    if stride < width or stride > 4 or (width == 3 and stride != 3) or not np.isfinite(numbers).all():
        raise _Unfit
    return numbers[: len(numbers) - len(numbers) % stride].reshape(-1, stride)[:, :width]


def _pick_rows(rows: Rows, numbers: NDArray[np.intp]) -> Rows:
    if len(numbers) and not 0 <= numbers.min() <= numbers.max() < len(rows):
        raise _Unfit
    return rows[numbers]


def _hollow(
    part: ElementTree.Element, inputs: dict[str, tuple[ElementTree.Element, str, int]], first: int, number: int
) -> None:
    """Leaves holes for the numbers of a part, which is one of triangles from now on."""
    part.tag = "triangles"
    part.set("count", f"{HOLE}COUNT:{number}:{number}{HOLE}")
    kept = [element for element, _, _ in inputs.values()]
    for child in list(part):
        if child.tag in ("input", "vcount") and child not in kept:
            part.remove(child)
    for kind, (element, _, _) in inputs.items():
        element.set("offset", "0" if kind == "VERTEX" else "1")
        if kind != "VERTEX":
            element.set("source", f"#{kind}-{number}")
    corners = part.find("p")
    if corners is not None:
        corners.text = f"{HOLE}{'CORNERS' if len(inputs) > 1 else 'PLACES'}:{first}:{number}{HOLE}"


def _source(name: str, hole: str, width: int) -> ElementTree.Element:
    source = ElementTree.Element("source", {"id": name})
    ElementTree.SubElement(source, "float_array").text = f"{HOLE}{hole}{HOLE}"
    common = ElementTree.SubElement(source, "technique_common")
    ElementTree.SubElement(common, "accessor", {"stride": str(width)})
    return source


def _find_work(faces: NDArray[np.unsignedinteger[Any]]) -> int:
    """How many faces Draco looks at to find which lie beside each other: for each of a corner all that meet there."""
    meeting = np.bincount(faces.reshape(-1)).astype(np.int64)
    return int((meeting * meeting).sum())


def _encode(whole: Rows, positions: Rows, corners: Triangles, normals: Rows | None, places: Rows | None) -> bytes:
    """One surface; corners that are the same in all that is said of them are one. ``whole`` has the size that steps are of."""
    reach = reach_of(whole)
    if not reach or not len(positions) or not np.isfinite(positions).all():
        raise _Unfit
    origin = positions.min(axis=0)
    step = reach / STEPS
    size = float((positions.max(axis=0) - origin).max())
    bits = max(1, ceil(log2(size / step + 2)))
    if bits > MOST_BITS:
        raise _Unfit
    at = np.round((positions - origin) / step).astype(np.int64)
    keys = [(at[:, 0] << (2 * MOST_BITS)) | (at[:, 1] << MOST_BITS) | at[:, 2]]
    if normals is not None:
        lengths = np.linalg.norm(normals, axis=1)
        if not ((lengths > 0.5) & (lengths < 1.5)).all():
            raise _Unfit
        rounded = np.round(normals * 500).astype(np.int64) + 1000
        keys.append((rounded[:, 0] << 22) | (rounded[:, 1] << 11) | rounded[:, 2])
    if places is not None:
        if np.abs(places).max(initial=0) > 1000:
            raise _Unfit
        rounded = np.round(places * (1 << PICTURE_BITS)).astype(np.int64)
        keys.append((rounded[:, 0] << 32) + rounded[:, 1])
    kept, merged = _unique(keys)
    given: dict[str, Any] = {}
    if normals is not None:
        given |= {"normals": normals[kept].astype(np.float64), "normal_quantization_bits": NORMAL_BITS}
    if places is not None:
        given |= {"tex_coord": places[kept].astype(np.float64), "tex_coord_quantization_bits": PICTURE_BITS}
    faces = merged[corners].reshape(-1, 3).astype(np.uint32)
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    if not len(faces) or _find_work(faces) > MOST_WORK * len(faces) + LEAST_WORK:
        raise _Unfit
    encode: Callable[..., bytes] = importlib.import_module(MODULE).encode
    try:
        return encode(
            origin + at[kept] * step,
            faces,
            quantization_bits=bits,
            compression_level=LEVEL,
            quantization_range=step * ((1 << bits) - 1),
            quantization_origin=origin,
            **given,
        )
    except Exception as error:  # of the library, which has no class of its own for it
        raise _Unfit from error


def _unique(keys: list[NDArray[np.int64]]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """One row of each kind, and which of these each row is."""
    numbers = np.zeros(len(keys[0]), dtype=np.intp)
    kept = numbers[:0]
    for key in keys:
        _, one = np.unique(key, return_inverse=True)
        _, kept, numbers = np.unique(
            numbers * (int(one.max(initial=0)) + 1) + one, return_index=True, return_inverse=True
        )
    return kept, numbers


_PACKINGS: dict[str, Callable[[bytes], DracoMesh]] = {"stl": _pack_stl, "dae": _pack_collada}
