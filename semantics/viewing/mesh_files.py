"""Mesh files as a browser reads them: one text or block of bytes each, with the pictures that it names beside it."""

from __future__ import annotations

import base64
import json
import os
import re
import struct
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ...runtime.files import TooLarge, Unreadable
from ..assets.inside_files import names_in
from . import colour_pictures

if TYPE_CHECKING:
    from ...runtime.files import Files

MOST_BYTES = 256 << 20
"""Longest file that is read."""
MOST_FACETS = 3_000_000
"""Triangles of one file at most: a browser takes seconds for as many."""
MOST_MATERIALS = 8 << 20
"""Longest file of materials."""

FORMATS = {".stl": "stl", ".stlb": "stl", ".obj": "obj", ".gltf": "gltf", ".glb": "glb", ".dae": "dae"}
PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".bmp": "image/bmp",
    ".webp": "image/webp",
}
"""Kinds of pictures that browsers show and that hold no scripts, by the ending of the file."""

_PARTS = re.compile(
    rb"<(?:\w+:)?(?:triangles|polylist|polygons|trifans|tristrips)\b[^>]{0,200}?\bcount\s*=\s*[\"']\s*(\d{1,12})"
)
_FACE = re.compile(rb"(?:^|[\n\r])[ \t]*f[ \t]")


class MeshFile(NamedTuple):
    """A mesh file that was looked at."""

    format: str
    data: bytes
    materials: str | None
    """The text of all files of materials that a Wavefront file names."""
    pictures: dict[str, str]
    """Pictures of colours by their names in the file or its materials, with their paths."""
    facets: int


class NotShown(Exception):
    """A mesh is not shown; the text says why."""


def mesh_file(path: str, files: Files) -> MeshFile:
    """A mesh file.

    Args:
        path: the file.
        files: what may be read.

    Raises:
        NotShown: it cannot be read, is of a kind that is not shown, or is too large.
    """
    format = FORMATS.get(os.path.splitext(path)[1].lower())
    if format is None:
        raise NotShown(f"files of this kind are not shown; those that are end in {', '.join(sorted(FORMATS))}")
    try:
        data = files.read(path, MOST_BYTES)
    except TooLarge as large:
        raise NotShown(f"it has {large.size >> 20} MB; at most {large.limit >> 20} MB are shown") from None
    except Unreadable as problem:
        raise NotShown(str(problem)) from None
    if not data:
        raise NotShown("it is empty")
    if format == "dae" and b"<!ENTITY" in data:
        raise NotShown("it declares entities")
    facets = _COUNTS[format](data)
    if facets > MOST_FACETS:
        raise NotShown(f"it has {facets:,} facets; at most {MOST_FACETS:,} are shown")
    materials = _materials(path, data, files) if format == "obj" else None
    pictures: dict[str, str] = {}
    if format == "dae":
        pictures = names_in(path, colour_pictures.of_collada(data), files)
    for other, looks in materials or ():
        pictures |= names_in(other, colour_pictures.of_materials(looks), files)
    if format in ("gltf", "glb"):
        data = _whole(path, data, format, files)
    text = b"\n".join(looks for _, looks in materials).decode("utf-8", "replace") if materials else None
    return MeshFile(format, data, text, pictures, facets)


def picture(path: str, files: Files) -> tuple[str, bytes] | None:
    """What a picture is, for a browser, and what it holds; None where it is none that can be shown."""
    kind = PICTURES.get(os.path.splitext(path)[1].lower())
    try:
        return None if kind is None else (kind, files.read(path, MOST_BYTES))
    except Unreadable:
        return None


def data_url(kind: str, data: bytes) -> str:
    """A file as an address that holds it."""
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"


def _materials(path: str, data: bytes, files: Files) -> list[tuple[str, bytes]]:
    found = []
    for other in names_in(path, data, files).values():
        if other.lower().endswith(".mtl"):
            try:
                found.append((other, files.read(other, MOST_MATERIALS)))
            except Unreadable:
                continue  # the shape is there without its colours
    return found


def _stl_facets(data: bytes) -> int:
    count: int = struct.unpack_from("<I", data, 80)[0] if len(data) >= 84 else 0
    if data[:5] == b"solid" and len(data) != 84 + 50 * count:
        return data.count(b"endfacet")
    return min(count, max(len(data) - 84, 0) // 50)


def _obj_facets(data: bytes) -> int:
    return sum(1 for _ in _FACE.finditer(data))


def _dae_facets(data: bytes) -> int:
    return sum(int(match[1]) for match in _PARTS.finditer(data))


def _gltf_facets(data: bytes) -> int:
    try:
        described = json.loads(data)
        counts = [int(accessor.get("count", 0)) for accessor in described.get("accessors", ())]
        total = 0
        for mesh in described.get("meshes", ()):
            for primitive in mesh.get("primitives", ()):
                accessor = primitive.get("indices", primitive.get("attributes", {}).get("POSITION"))
                total += counts[accessor] // 3 if isinstance(accessor, int) else 0
    except (ValueError, AttributeError, TypeError, IndexError, OverflowError, RecursionError):
        raise NotShown("its description is no glTF") from None
    return total


def _glb_facets(data: bytes) -> int:
    return _gltf_facets(_glb_parts(data)[0])


def _glb_parts(data: bytes) -> tuple[bytes, bytes]:
    """The description in a binary file, and all that follows it."""
    if len(data) < 20 or data[:4] != b"glTF" or data[16:20] != b"JSON":
        raise NotShown("it is no binary glTF")
    (length,) = struct.unpack_from("<I", data, 12)
    return data[20 : 20 + length], data[20 + length :]


def _whole(path: str, data: bytes, format: str, files: Files) -> bytes:
    """A glTF file that names no others: what it names is put into it."""
    text, rest = _glb_parts(data) if format == "glb" else (data, b"")
    described: dict[str, Any] = json.loads(text)  # as when its facets were counted
    paths = names_in(path, data, files)
    changed = False
    for named in _naming(described):
        uri = named["uri"]
        if uri.startswith("data:"):
            continue
        changed = True
        there = paths.get(uri.strip())
        if there is None:
            raise NotShown(f"it names {uri!r}, which is not looked up")
        kind = PICTURES.get(os.path.splitext(there)[1].lower(), "application/octet-stream")
        try:
            named["uri"] = data_url(kind, files.read(there, MOST_BYTES))
        except Unreadable as problem:
            raise NotShown(f"it names {uri!r}: {problem}") from None
    if not changed:
        return data
    made = json.dumps(described).encode("utf-8")
    if format == "gltf":
        return made
    made += b" " * (-len(made) % 4)
    size = 20 + len(made) + len(rest)
    return b"glTF" + struct.pack("<III", 2, size, len(made)) + b"JSON" + made + rest


def _naming(described: Any) -> Iterator[dict[str, Any]]:
    """The parts of a glTF file that name others."""
    for key in ("buffers", "images"):
        parts = described.get(key)
        for each in parts if isinstance(parts, list) else ():
            if isinstance(each, dict) and isinstance(each.get("uri"), str):
                yield each


_COUNTS: dict[str, Callable[[bytes], int]] = {
    "stl": _stl_facets,
    "obj": _obj_facets,
    "dae": _dae_facets,
    "gltf": _gltf_facets,
    "glb": _glb_facets,
}
