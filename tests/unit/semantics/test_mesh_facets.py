"""How many facets a mesh file has."""

from __future__ import annotations

import struct

import pytest
from bodyplan.semantics.formats.mesh_facets import FACET_COUNTS

FACET = "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n"


def binary(count: int, facets: int, head: bytes = b"") -> bytes:
    return head.ljust(80, b"\0") + struct.pack("<I", count) + bytes(50 * facets)


@pytest.mark.parametrize(
    ("data", "count"),
    [
        (binary(3, 3), 3),
        (binary(3, 3, b"solid by a program that calls all of them so"), 3),
        (binary(9, 2), 2),
        (binary(2, 9), 2),
        (f"solid s\n{FACET * 4}endsolid s\n".encode(), 4),
        (b"solid", 0),
        (b"", 0),
    ],
)
def test_facets_of_stl(data: bytes, count: int) -> None:
    assert FACET_COUNTS["stl"](data) == count
