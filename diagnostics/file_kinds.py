"""What a file that is no robot description is most likely instead.

Such files come by a wrong path, a wrong ending or a step that was left out; saying what they are says what to do.
"""

from __future__ import annotations

import re
from typing import Final

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
_STL = 84
"""Bytes before the first triangle of a binary mesh."""


def kind_of(data: bytes | str) -> str | None:
    """What a file that does not begin with a tag is; None where that is not known."""
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
