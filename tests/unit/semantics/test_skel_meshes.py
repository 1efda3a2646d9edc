"""The boxes around mesh files."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from bodyplan.semantics.formats.skel.masses import box_around, scale_box

FACETS = (((0, 0, 0), (1, 0, 0), (0, 2, 0)), ((0, 0, -1), (0.1, 0, 3), (0, 0, 0)))
SINGLE = struct.unpack("f", struct.pack("f", 0.1))[0]


def binary_stl() -> bytes:
    facets = (struct.pack("<12f", 0, 0, 1, *a, *b, *c) + bytes(2) for a, b, c in FACETS)
    return bytes(80) + struct.pack("<I", len(FACETS)) + b"".join(facets)


def text_stl() -> bytes:
    lines = (f"vertex {x} {y} {z}" for facet in FACETS for x, y, z in facet)
    return ("solid s\n" + "\n".join(lines) + "\nendsolid s\n").encode()


@pytest.mark.parametrize("content", [binary_stl(), text_stl()])
def test_stl(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "m.STL").write_bytes(content)
    assert box_around(tmp_path / "m.STL") == ((0, 0, -1), (1, 2, 3))


@pytest.mark.parametrize("faces", ["f 1 2 3", "f 1/1 2/2/2 3//3", "f -4 -3 -2", "f 1 2 \\\n3", "l 1 2\np 3"])
def test_obj_counts_points_of_faces_only(faces: str, tmp_path: Path) -> None:
    (tmp_path / "m.obj").write_text(f"# c\n\nv 0 0 0\nv 0.1 0 0 1\nv 0 2 -3\nv 9 9 9\nvn 1 1 1\n{faces}\n")
    assert box_around(tmp_path / "m.obj") == ((0, 0, -3), (SINGLE, 2, 0))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("m.obj", b""),
        ("m.obj", b"v 0 0 0"),
        ("m.obj", b"v 0 0\nf 1"),
        ("m.obj", b"v 0 0 x\nf 1"),
        ("m.obj", b"f 3"),
        ("m.obj", b"f x"),
        ("m.obj", b"v 1e99 0 0\nf 1"),
        ("m.obj", b"v inf 0 0\nf 1"),
        ("m.stl", b"solid"),
        ("m.stl", bytes(83)),
        ("m.dae", b"<COLLADA/>"),
    ],
)
def test_what_cannot_be_read_has_no_box(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    assert box_around(tmp_path / name) is None


def test_what_is_not_there_has_no_box(tmp_path: Path) -> None:
    assert box_around(tmp_path / "m.obj") is None


def test_scaling_turns_over() -> None:
    assert scale_box(((0, 1, 2), (1, 2, 4)), (2, -1, 0.5)) == ((0, -2, 1), (2, -1, 2))
