"""The files that meshes and material scripts name: where that is cheap to tell, without reading their geometry.

Wavefront: ``mtllib``, and the maps of materials. COLLADA: ``init_from`` of images. glTF: ``uri`` of buffers and images, in
the binary form too. Scripts of OGRE: ``texture`` in a folder of textures. What those name is relative to their own folder.
"""

from __future__ import annotations

import json
import os
import re
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from ...runtime.files import Unreadable

if TYPE_CHECKING:
    from ...runtime.files import Files

MOST_BYTES = 64 << 20
"""A longer text is not looked through."""
MOST_NAMED = 1000
"""How many files one of them may name."""

_MTLLIB = re.compile(rb"^[ \t]*mtllib[ \t]+(.+?)[ \t\r]*$", re.MULTILINE)
_MAP = re.compile(rb"^[ \t]*(?:map_\w+|bump|disp|decal|refl|norm)[ \t]+(.+?)[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
_OPTION = re.compile(r"-(?:o|s|t)(?:\s+[-+.\deE]+){1,3}\s+|-mm(?:\s+[-+.\deE]+){2}\s+|-\w+\s+\S+\s+")
_INIT_FROM = re.compile(rb"<(?:\w+:)?init_from[^>]*>\s*(?:<(?:\w+:)?ref[^>]*>)?\s*([^<]+?)\s*<")
_TEXTURE = re.compile(rb"^[ \t]*texture[ \t]+([^\s{}]+)", re.MULTILINE)


def named_in(path: str, files: Files) -> list[str]:
    """The paths that a file names, absolute, whether or not they are there; none where it is no such file."""
    if os.path.splitext(path)[1].lower() not in _LOOKS:
        return []
    try:
        data = files.read(path, MOST_BYTES)
    except Unreadable:
        return []
    return list(dict.fromkeys(names_in(path, data, files).values()))


def names_in(path: str, data: bytes, files: Files) -> dict[str, str]:
    """The names that stand in a file, each with the path that it means.

    Args:
        path: the file.
        data: what it holds.
        files: what may be looked at.
    """
    look = _LOOKS.get(os.path.splitext(path)[1].lower())
    found: dict[str, str] = {}
    folder = os.path.dirname(path)
    for name in look(data) if look is not None else ():
        text = name.strip().strip('"')
        if text and "\0" not in text and "://" not in text and not text.startswith(("data:", "#")):
            spelled = text if files.exists(os.path.join(folder, text)) else unquote(text).replace("\\", "/")
            found[text] = os.path.normpath(os.path.join(folder, spelled))
        if len(found) >= MOST_NAMED:
            break
    return found


def _wavefront(data: bytes) -> Iterator[str]:
    return (match[1].decode("utf-8", "replace") for match in _MTLLIB.finditer(data))


def _materials(data: bytes) -> Iterator[str]:
    for match in _MAP.finditer(data):
        yield _OPTION.sub("", match[1].decode("utf-8", "replace") + " ").strip()


def _collada(data: bytes) -> Iterator[str]:
    for match in _INIT_FROM.finditer(data):
        name = match[1].decode("utf-8", "replace")
        name = name.removeprefix("file://") if name.startswith("file:///") else name
        # surfaces say init_from of an image's id
        if "." in name or "/" in name:
            yield name


def _gltf(data: bytes) -> Iterator[str]:
    try:
        parts = json.loads(data)
        named = [*parts.get("buffers", ()), *parts.get("images", ())]
    except (ValueError, AttributeError, TypeError, RecursionError):
        return
    for each in named:
        uri = each.get("uri") if isinstance(each, dict) else None
        if isinstance(uri, str):
            yield uri


def _glb(data: bytes) -> Iterator[str]:
    if len(data) >= 20 and data[:4] == b"glTF":
        (length,) = struct.unpack_from("<I", data, 12)
        yield from _gltf(data[20 : 20 + length])


def _script(data: bytes) -> Iterator[str]:
    for match in _TEXTURE.finditer(data):
        name = match[1].decode("utf-8", "replace")
        yield f"../textures/{name}"


_LOOKS = {
    ".obj": _wavefront,
    ".mtl": _materials,
    ".dae": _collada,
    ".gltf": _gltf,
    ".glb": _glb,
    ".material": _script,
}
"""What finds names in a text, by the ending of its file."""
