"""How many facets a mesh file has, as far as that can be seen without reading all of it."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Final

from ...runtime.patterns import compile_pattern

_PARTS = compile_pattern(
    rb"<(?:\w+:)?(?:triangles|polylist|polygons|trifans|tristrips)\b[^>]{0,200}?\bcount\s*=\s*[\"']\s*(\d{1,12})"
)
_FACE = compile_pattern(rb"(?:^|[\n\r])[ \t]*f[ \t]")


def _stl_facets(data: bytes) -> int:
    count: int = struct.unpack_from("<I", data, 80)[0] if len(data) >= 84 else 0
    if data[:5] == b"solid" and len(data) != 84 + 50 * count:
        return data.count(b"endfacet")
    return min(count, max(len(data) - 84, 0) // 50)


FACET_COUNTS: Final[Mapping[str, Callable[[bytes], int]]] = {
    "stl": _stl_facets,
    "obj": lambda data: sum(1 for _ in _FACE.finditer(data)),
    "dae": lambda data: sum(int(match[1]) for match in _PARTS.finditer(data)),
}
"""What counts those of a file, by its ending. A facet with more than three corners counts once."""
