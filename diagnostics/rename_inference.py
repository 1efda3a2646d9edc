"""What a file that is no robot description is most likely instead.

Such files come by a wrong path, a wrong ending or a step that was left out; saying what they are says what to do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

READ: Final = "SDFormat, URDF, SKEL and *.dmd.yaml are read"
STL: Final = "an STL mesh"
BEGINNINGS: Final = (
    (rb"solid\b", STL),
    (rb"PXR-USDC|#usda\b", "a USD stage"),
    (rb"glTF", "a glTF model"),
    (rb"ply\r?\n", "a PLY mesh"),
    (rb"Kaydara FBX Binary", "an FBX model"),
    (rb"PK\x03\x04", "a zip archive (or a USDZ package); unpack it first"),
    (rb"\x1f\x8b", "a compressed file; unpack it first"),
    (rb"\x89PNG|\xff\xd8\xff", "a picture"),
    (rb"%PDF-", "a PDF"),
    (rb"\x7fELF|MZ", "a program"),
    (rb"version https://git-lfs\.github\.com/spec/", "a pointer of Git LFS; `git lfs pull` brings the file"),
    (rb"(?s:.*?\n)?directives:\s", "a file of model directives; its name has to end in .dmd.yaml"),
    (rb"[\[{]", "JSON"),
)
"""How files of other kinds begin, and what they are."""
ROOTS: Final = {
    "mujoco": "MJCF, MuJoCo's own format, which is not read",
    "mujocoinclude": "a part of an MJCF document, MuJoCo's own format, which is not read",
    "COLLADA": "a COLLADA mesh; name the robot description that uses it",
    "package": "a ROS package; name a robot description in its folder",
    "openrave": "OpenRAVE's format, which is not read",
    "KinBody": "OpenRAVE's format, which is not read",
    "svg": "a picture",
    "html": "a web page: the address of a file's page was saved rather than the file",
    "HTML": "a web page: the address of a file's page was saved rather than the file",
    "link": "a part of a document; a whole one has it inside <robot> or <model>",
    "joint": "a part of a document; a whole one has it inside <robot> or <model>",
    "model": "a model without its <sdf>, or the model.config of one",
    "world": "a world without its <sdf>",
    "srdf": "SRDF, MoveIt's format, which is not read",
}
"""What documents of other formats are, by their root element."""
_STL = 84
"""Bytes before the first triangle of a binary mesh."""


def kind_of(data: bytes | str) -> str | None:
    """What a file that does not begin with a tag is; None where nothing tells."""
    beginning = data[:1000].encode("utf-8", "replace") if isinstance(data, str) else bytes(data[:1000])
    stripped = beginning.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not stripped:
        return "an empty file"
    if stripped[:1] == b"<":
        return None
    for pattern, kind in BEGINNINGS:
        if re.match(pattern, stripped):
            return kind
    return STL if _is_binary_mesh(data) else None


def _is_binary_mesh(data: bytes | str) -> bool:
    if not isinstance(data, bytes) or len(data) < _STL:
        return False
    return len(data) == _STL + 50 * int.from_bytes(data[_STL - 4 : _STL], "little")


def unreadable(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What to do about a file that cannot be read."""
    near = arguments.get("suggested")
    if near is not None:
        return {"advice": f"did you mean {near!r}?"}
    return {"advice": "name a file in it" if arguments["reason"] == "it is a folder" else ""}


def no_xml(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What a file without tags is."""
    kind = arguments.get("kind")
    if kind is None:
        return {"advice": ""}
    return {"advice": f"this looks like {kind}" + ("" if ";" in kind else f"; {READ}")}


def other_root(tag: str, attribute: str | None, arguments: Mapping[str, Any]) -> Mapping[str, object]:
    """What a document of another format is."""
    kind = ROOTS.get(arguments["tag"])
    return {"told": "" if kind is None else f"; this is {kind}"}
