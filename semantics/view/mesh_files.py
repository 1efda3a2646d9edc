"""Mesh files as a browser reads them: one text or block of bytes each, with the pictures that it names beside it."""

from __future__ import annotations

import base64
import json
import os
import re
import struct
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from ...diagnostics.records import NamedTuple
from ...runtime.budget import LIMITS, Budget, OverBudget
from ...runtime.contents import Contents
from ...runtime.files import Files, Path, TooLarge, Unreadable
from ...runtime.patterns import compile_pattern
from ..assets.mesh_references import Reach, names_in, reach_of
from ..formats.mesh_facets import FACET_COUNTS

MOST_BYTES = LIMITS["bytes of one mesh"]
MOST_FACETS = LIMITS["facets of one mesh"]
"""A browser takes seconds for as many."""
MOST_MATERIALS = LIMITS["bytes of one file of materials"]
MOST_COUNTED = 10**12
"""What a larger number of anything in a file is taken for."""

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

NO_PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEANl9ngAAAAABJRU5ErkJggg=="
)
"""White, for a picture that is not shown."""

_SIGNATURE = compile_pattern(
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0|RIFF.{4}WEBP|\xabKTX |DDS ",
    re.DOTALL,
)
"""How pictures begin; the last two are of graphics cards."""
_NO_TEXT = compile_pattern(rb"[\0-\x08\x0e-\x1f]")
_MATERIAL = compile_pattern(rb"(?:^|[\n\r])[ \t]*newmtl[ \t]")
_DIFFUSE_MAP = compile_pattern(rb"^[ \t]*map_Kd[ \t].*$", re.MULTILINE | re.IGNORECASE)


class MeshFile(NamedTuple):
    """A mesh file that was looked at."""

    format: str
    data: bytes
    materials: str | None
    """The text of all files of materials that a Wavefront file names."""
    pictures: dict[str, str]
    """Pictures of colours by their names in the file or its materials, with their paths."""
    facets: int
    refused: tuple[str, ...] = ()
    """What it names and may not name, or is no picture or material as it should be."""


class NotShown(Exception):
    """A mesh is not shown; the text says why."""


class ForbiddenReference(NotShown):
    """A mesh names a file that it may not name."""

    def __init__(self, uri: str) -> None:
        super().__init__(
            f"it names {uri!r}, which leads out of the folders around it and the document, and of the search paths"
        )
        self.uri = uri


def mesh_file(path: str, files: Files, folders: Iterable[Path | None] = (), budget: Budget | None = None) -> MeshFile:
    """A mesh file; those that it names may be around it and in ``folders`` (see ``reach_of``).

    Raises:
        NotShown: it cannot be read, is of a kind that is not shown, is too large, or names what it may not.
    """
    format = FORMATS.get(os.path.splitext(path)[1].lower())
    if format is None:
        raise NotShown(f"files of this kind are not shown; those that are end in {', '.join(sorted(FORMATS))}")
    contents = Contents(budget or Budget())
    try:
        return _look(path, format, contents.read(path, MOST_BYTES, files), reach_of(path, files, folders), contents)
    except TooLarge as large:
        raise NotShown(f"it has {large.size >> 20} MB; at most {large.limit >> 20} MB are shown") from None
    except Unreadable as problem:
        raise NotShown(str(problem)) from None
    except OverBudget as over:
        raise NotShown(f"with it the page takes more than {over.limit} {over.what}") from None


def _look(path: str, format: str, data: bytes, reach: Reach, contents: Contents) -> MeshFile:
    if not data:
        raise NotShown("it is empty")
    if format == "dae" and b"<!ENTITY" in data:
        raise NotShown("it declares entities")
    facets = _COUNTS[format](data)
    if facets > MOST_FACETS:
        raise NotShown(f"it has {min(facets, MOST_COUNTED):,} facets; at most {MOST_FACETS:,} are shown")
    refused: list[str] = []
    materials = _materials(path, data, reach, refused, contents) if format == "obj" else None
    named: dict[str, str] = {}
    if format == "dae":
        named = names_in(path, of_collada(data), reach)
    for other, looks in materials or ():
        named |= names_in(other, b"\n".join(_DIFFUSE_MAP.findall(looks)), reach)
    pictures = {name: there for name, there in named.items() if reach.has(there)}
    refused += named.keys() - pictures.keys()
    if format in ("gltf", "glb"):
        data, pictures = _embed_references(path, data, format, reach, refused, contents)
    text = b"\n".join(looks for _, looks in materials).decode("utf-8", "replace") if materials else None
    return MeshFile(format, data, text, pictures, facets, tuple(refused))


def picture(path: str, files: Files, budget: Budget) -> tuple[str, bytes] | None:
    """What a picture is, for a browser, and what it holds; None where it is none that can be shown."""
    kind = PICTURES.get(os.path.splitext(path)[1].lower())
    try:
        data = b"" if kind is None else Contents(budget).read(path, MOST_BYTES, files)
    except (Unreadable, OverBudget):
        return None
    return (kind, data) if kind is not None and _SIGNATURE.match(data) else None


def data_url(kind: str, data: bytes) -> str:
    """A file as an address that holds it."""
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"


def _materials(path: str, data: bytes, reach: Reach, refused: list[str], contents: Contents) -> list[tuple[str, bytes]]:
    """The files of materials that a Wavefront file names, each once."""
    found: list[tuple[str, bytes]] = []
    seen: set[str] = set()
    for name, other in names_in(path, data, reach).items():
        if not reach.has(other):
            refused.append(name)
        elif other.lower().endswith(".mtl") and (real := reach.looks.real(other)) not in seen:
            seen.add(real)
            try:
                looks = contents.read(other, MOST_MATERIALS, reach.looks)
            except Unreadable:
                continue  # the shape is there without its colours
            if _MATERIAL.search(looks) and not _NO_TEXT.search(looks):
                found.append((other, looks))
            else:
                refused.append(name)
    return found


def _gltf_facets(data: bytes) -> int:
    try:
        described = json.loads(data)
        # a number of thousands of digits is one that Python does not write out
        counts = [min(int(accessor.get("count", 0)), MOST_COUNTED) for accessor in described.get("accessors", ())]
        total = 0
        for mesh in described.get("meshes", ()):
            for primitive in mesh.get("primitives", ()):
                accessor = primitive.get("indices", primitive.get("attributes", {}).get("POSITION"))
                total += counts[accessor] // 3 if isinstance(accessor, int) else 0
    except (ValueError, AttributeError, TypeError, IndexError, OverflowError, RecursionError):
        raise NotShown("its description is no glTF") from None
    return total


def _glb_parts(data: bytes) -> tuple[bytes, bytes]:
    """The description in a binary file, and all that follows it."""
    if len(data) < 20 or data[:4] != b"glTF" or data[16:20] != b"JSON":
        raise NotShown("it is no binary glTF")
    (length,) = struct.unpack_from("<I", data, 12)
    return data[20 : 20 + length], data[20 + length :]


def _embed_references(
    path: str, data: bytes, format: str, reach: Reach, refused: list[str], contents: Contents
) -> tuple[bytes, dict[str, str]]:
    """A glTF file with the buffers that it names in it, and its pictures of colours, which it names as they are here."""
    text, rest = _glb_parts(data) if format == "glb" else (data, b"")
    described: dict[str, Any] = json.loads(text)  # as when its facets were counted
    paths = names_in(path, data, reach)
    changed = False
    real = {name: reach.files(there).real(there) for name, there in paths.items() if reach.has(there)}
    for parts, holders, key in (("buffers", "bufferViews", "buffer"), ("images", "textures", "source")):
        _merge(described, parts, holders, key, real)
    colors = _colors(described)
    pictures: dict[str, str] = {}
    for named, is_picture in _iter_references(described):
        uri = named["uri"]
        if uri.startswith("data:"):
            continue
        changed = True
        there = paths.get(uri.strip())
        if there is None:
            raise NotShown(f"it names {uri!r}, which is not looked up")
        if not reach.has(there):
            raise ForbiddenReference(uri)
        kind = PICTURES.get(os.path.splitext(there)[1].lower(), "application/octet-stream")
        try:
            content = contents.read(there, MOST_BYTES, reach.files(there))
        except Unreadable as problem:
            raise NotShown(f"it names {uri!r}: {problem}") from None
        if is_picture:
            known = _SIGNATURE.match(content) is not None
            if not known:
                refused.append(uri)
            if known and kind.startswith("image/") and any(named is color for color in colors):
                pictures[uri.strip()] = there
                named["uri"] = quote(uri.strip(), safe="")  # a page takes what stands here as an address
            else:
                named["uri"] = NO_PICTURE
            continue
        size = named.get("byteLength")
        if not is_picture and isinstance(size, int) and len(content) < size:
            raise NotShown(f"it names {uri!r}, which has {len(content)} of {size} bytes")
        named["uri"] = data_url(kind, content)
    if not changed:
        return data, pictures
    made = json.dumps(described).encode("utf-8")
    if format == "gltf":
        return made, pictures
    made += b" " * (-len(made) % 4)
    size = 20 + len(made) + len(rest)
    return b"glTF" + struct.pack("<III", 2, size, len(made)) + b"JSON" + made + rest, pictures


def _colors(described: dict[str, Any]) -> list[dict[str, Any]]:
    """The images that are drawn as the colours of a material."""
    images, textures = _rows(described, "images"), _rows(described, "textures")
    found: list[dict[str, Any]] = []
    for material in _rows(described, "materials"):
        color: Any = material
        for key in ("pbrMetallicRoughness", "baseColorTexture", "index"):
            color = color.get(key) if isinstance(color, dict) else None
        texture = textures[color] if isinstance(color, int) and 0 <= color < len(textures) else {}
        source = texture.get("source")
        if isinstance(source, int) and 0 <= source < len(images):
            found.append(images[source])
    return found


def _rows(described: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """A list of objects; what is none of these is an empty one."""
    rows = described.get(key)
    return [row if isinstance(row, dict) else {} for row in rows] if isinstance(rows, list) else []


def _merge(described: dict[str, Any], parts: str, holders: str, key: str, real: dict[str, str]) -> None:
    """Makes one part of those that are one file; ``described[holders]`` have the numbers of ``described[parts]`` as ``key``."""
    listed, users = described.get(parts), described.get(holders)
    if not isinstance(listed, list) or not isinstance(users, list) or "extensions" in described:
        return  # extensions may number the parts, too
    numbers: list[int] = []
    kept: list[Any] = []
    known: dict[str, int] = {}
    for part in listed:
        uri = part.get("uri") if isinstance(part, dict) else None
        file = real.get(uri.strip()) if isinstance(uri, str) else None
        number = len(kept) if file is None else known.setdefault(file, len(kept))
        numbers.append(number)
        if number == len(kept):
            kept.append(part)
        elif isinstance(part.get("byteLength"), int) and isinstance(kept[number].get("byteLength"), int):
            kept[number]["byteLength"] = max(kept[number]["byteLength"], part["byteLength"])
    described[parts] = kept
    waiting = [user for user in users if isinstance(user, dict)]
    while waiting:
        user = waiting.pop()
        used = user.get(key)
        if isinstance(used, int) and 0 <= used < len(numbers):
            user[key] = numbers[used]
        waiting += [inner for inner in user.values() if isinstance(inner, dict)]


def _iter_references(described: Any) -> Iterator[tuple[dict[str, Any], bool]]:
    """The parts of a glTF file that name others, each with whether it is a picture."""
    for key in ("buffers", "images"):
        parts = described.get(key)
        for each in parts if isinstance(parts, list) else ():
            if isinstance(each, dict) and isinstance(each.get("uri"), str):
                yield each, key == "images"


_COUNTS: dict[str, Callable[[bytes], int]] = {
    **FACET_COUNTS,
    "gltf": _gltf_facets,
    "glb": lambda data: _gltf_facets(_glb_parts(data)[0]),
}


def of_collada(data: bytes) -> bytes:
    """The images of a COLLADA file that its effects use as diffuse colours; the whole file where that is not clear."""
    try:
        images, effects = _library(data, b"library_images"), _library(data, b"library_effects")
    except ElementTree.ParseError:
        return data
    known = {image.get("id"): image for image in images}
    shown = {}
    for effect in effects:
        leads_to = dict(_parameters(effect))
        for colour in effect.iter():
            for texture in colour if _tag(colour) == "diffuse" else ():
                if _tag(texture) != "texture":
                    continue
                name = texture.get("texture")
                sampled = leads_to.get(name, name)
                image = leads_to.get(sampled, sampled)
                if image not in known:
                    return data
                shown[image] = known[image]
    return b"\n".join(ElementTree.tostring(image) for image in shown.values())


def _library(data: bytes, name: bytes) -> ElementTree.Element:
    """The only library of a kind, empty where there is none; a ParseError where it is broken or there are several."""
    start, end = data.find(b"<" + name), data.rfind(b"</" + name)
    return ElementTree.fromstring(data[start:end] + b"</" + name + b">" if 0 <= start < end else b"<none/>")


def _parameters(effect: ElementTree.Element) -> Iterator[tuple[str | None, str | None]]:
    """What the samplers and surfaces of an effect lead to, by their names."""
    for parameter in effect.iter():
        for kind in parameter if _tag(parameter) == "newparam" else ():
            for part in kind:
                if _tag(part) in ("source", "init_from"):
                    yield parameter.get("sid"), (part.text or "").strip()
                elif _tag(part) == "instance_image":
                    yield parameter.get("sid"), part.get("url", "").removeprefix("#")


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]
