"""The files that meshes and material scripts name: where that is cheap to tell, without reading their geometry.

Wavefront: ``mtllib``, and the maps of materials. COLLADA: ``init_from`` of images. glTF: ``uri`` of buffers and images, in
the binary form too. Scripts of OGRE: ``texture`` in a folder of textures. What those name is relative to their own folder, and
is read near to them alone, whatever a document may name: who opens a mesh does not expect it to bring files from elsewhere.
"""

from __future__ import annotations

import json
import os
import re
import struct
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from ...diagnostics.records import NamedTuple
from ...runtime.budget import LIMITS
from ...runtime.contents import Contents
from ...runtime.files import Files, Path, Unreadable, is_in
from ...runtime.patterns import compile_pattern
from ..resources.project import PACKAGE_FILES

MOST_BYTES = LIMITS["bytes of one file that names others"]
MOST_NAMED = LIMITS["names in one file"]
LONGEST = 5000
"""Bytes of a line of materials that are looked at."""

LOOKS = (".mtl", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tga", ".tif", ".tiff", ".dds", ".ktx", ".ktx2")
"""Endings of materials and pictures."""
ROOTS = (*PACKAGE_FILES, ".git")
"""A folder with one of these is a package, a model or a project."""

# each of these goes over a text once: what stands around a name is taken off it afterwards
_MTLLIB = compile_pattern(rb"^[ \t]*mtllib[ \t]+(\S.*)$", re.MULTILINE)
_MAP = compile_pattern(rb"^[ \t]*(?:map_\w+|bump|disp|decal|refl|norm)[ \t]+(\S.*)$", re.MULTILINE | re.IGNORECASE)
_OPTION = compile_pattern(r"-(?:o|s|t)(?:\s+[-+.\deE]+){1,3}\s+|-mm(?:\s+[-+.\deE]+){2}\s+|-\w+\s+\S+\s+")
_INIT_FROM = compile_pattern(
    rb"<(?:\w{1,99}:)?init_from[^<>]{0,999}>([^<]*)<(?:(?:\w{1,99}:)?ref[^<>]{0,999}>([^<]*)<)?"
)
_TEXTURE = compile_pattern(rb"^[ \t]*texture[ \t]+([^\s{}]+)", re.MULTILINE)


class Reach(NamedTuple):
    """What a mesh or script may name."""

    own: Files
    """Its folder and those below, the packages, models and projects that it is in, and what a document may always name."""
    looks: Files
    """The same for materials and pictures; where it is in no package, those beside its folder, too."""

    def files(self, path: str) -> Files:
        """What may be read if a file is named."""
        return self.looks if path.lower().endswith(LOOKS) else self.own

    def has(self, path: str) -> bool:
        """Whether a file may be named."""
        return self.files(path).place_of(path) is not None


def reach_of(path: str, files: Files, folders: Iterable[Path | None]) -> Reach:
    """What a mesh or script may name, of ``files``: what is around it, and around the file if it is a link, or in ``folders``.

    Nothing outside of these folders may be named, also where links lead there.
    """
    given = [os.path.abspath(each) for each in folders if each is not None]
    near = list(dict.fromkeys(os.path.dirname(each) for each in (os.path.abspath(path), files.real(path))))
    roots = [root for folder in (*near, *given) for root in _roots(folder, files)]
    own = files.only_in([*near, *given, *roots])
    beside = [os.path.dirname(folder) for folder in near if not roots and not _holds_home(os.path.dirname(folder))]
    return Reach(own, files.only_in([*near, *given, *roots, *beside]))


def _roots(folder: str, files: Files) -> Iterator[str]:
    """The packages, models and projects around a folder."""
    while not _holds_home(folder):
        if any(files.exists(os.path.join(folder, name)) for name in ROOTS):
            yield folder
        folder = os.path.dirname(folder)


def _holds_home(folder: str) -> bool:
    """Whether a folder is one that all kinds of files are in."""
    return os.path.dirname(folder) == folder or is_in(os.path.expanduser("~"), folder)


def named_in(path: str, reach: Reach, contents: Contents) -> list[str]:
    """The absolute paths that a mesh or script names, whether or not they are there; none for other files."""
    if os.path.splitext(path)[1].lower() not in _LOOKS:
        return []
    try:
        data = contents.read(path, MOST_BYTES, reach.files(path))
    except Unreadable:
        return []
    return list(dict.fromkeys(names_in(path, data, reach).values()))


def names_in(path: str, data: bytes, reach: Reach) -> dict[str, str]:
    """The names in a file that holds ``data``, each with the path that it means, whether or not it may be named."""
    look = _LOOKS.get(os.path.splitext(path)[1].lower())
    found: dict[str, str] = {}
    folder = os.path.dirname(path)
    seen: set[str] = set()
    for name in look(data) if look is not None else ():
        text = name.strip().strip('"')
        if text in seen:
            continue
        seen.add(text)
        if text and "\0" not in text and "://" not in text and not text.startswith(("data:", "#")):
            is_there = reach.files(text).exists(os.path.join(folder, text))
            spelled = text if is_there else unquote(text).replace("\\", "/")
            found[text] = os.path.normpath(os.path.join(folder, spelled))
        if len(found) >= MOST_NAMED:
            break
    return found


def _wavefront(data: bytes) -> Iterator[str]:
    return (_decode(match[1]) for match in _MTLLIB.finditer(data))


def _materials(data: bytes) -> Iterator[str]:
    for match in _MAP.finditer(data):
        yield _OPTION.sub("", _decode(match[1][:LONGEST]) + " ").strip()


def _collada(data: bytes) -> Iterator[str]:
    for match in _INIT_FROM.finditer(data):
        name = _decode(match[1].strip() or match[2] or b"").strip()
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
    return (f"../textures/{_decode(match[1])}" for match in _TEXTURE.finditer(data))


def _decode(name: bytes) -> str:
    return name.decode("utf-8", "replace").rstrip(" \t\r")


_LOOKS = {
    ".obj": _wavefront,
    ".mtl": _materials,
    ".dae": _collada,
    ".gltf": _gltf,
    ".glb": _glb,
    ".material": _script,
}
"""What finds names in a text, by the ending of its file."""
