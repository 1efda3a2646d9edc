"""Scenes written by hand, as the page takes them, and pages of them."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

from bodyplan.semantics.view.page import page_text

Data = dict[str, Any]

HERE = [0, 0, 0, 1, 0, 0, 0]


def shape(geometry: Data, *, name: str = "shape", pose: list[Any] | None = None, material: int | None = 0) -> Data:
    return {
        "name": name, "place": {"file": 0, "line": 7}, "pose": pose or HERE, "material": material, "transparency": 0,
        "geometry": geometry,
    }  # fmt: skip


def box(*size: float) -> Data:
    return shape({"type": "box", "size": list(size)})


def mesh(index: int) -> Data:
    return shape({"type": "mesh", "mesh": index, "scale": [1, 1, 1], "submesh": None, "center": False}, material=None)


def link(
    name: str, parent: int | None, *, joint: int | None = None, pose: list[float] | None = None, **more: Any
) -> Data:
    return {
        "name": name, "short": name, "model": "m", "place": {"file": 0, "line": 3}, "parent": parent, "joint": joint,
        "pose": pose or HERE, "mass": 1.5, "com": [0, 0, 0.1], "inertia_pose": HERE, "inertia_box": [0.1, 0.1, 0.1],
        "visuals": [], "collisions": [], "static": False, **more,
    }  # fmt: skip


def joint(name: str, parent: int, child: int, motion: list[Data], **more: Any) -> Data:
    return {
        "name": name, "short": name, "place": {"file": 0, "line": 5}, "type": "revolute", "parent": parent, "child": child,
        "closes_loop": False, "X_PF": HERE, "X_BM": HERE, "motion": motion, **more,
    }  # fmt: skip


def turn(coordinate: int) -> Data:
    return {"kind": "rotation", "axis": [0, 1, 0], "coordinate": coordinate}


def coordinate(name: str, of: int, lower: float | None, upper: float | None, **more: Any) -> Data:
    return {
        "joint": of, "axis": 0, "name": name, "unit": "rad", "lower": lower, "upper": upper, "value": 0, "driven": False,
        **more,
    }  # fmt: skip


def document(links: list[Data], **more: Any) -> Data:
    return {
        "name": "m.urdf", "format": "urdf", "files": ["folder/m.urdf"], "up": [0, 0, 1], "links": [link("world", None, mass=0, inertia_box=None), *links],
        "joints": [], "coordinates": [], "couplings": [], "loops": [], "frames": [], "marks": [], "lights": [], "findings": [],
        "materials": [{"name": "paint", "color": [0.8, 0.3, 0.1, 1], "emissive": None, "texture": None}], "meshes": [], **more,
    }  # fmt: skip


def arm() -> Data:
    """Two links that turn, a third that follows the second, and a finding."""
    return document(
        [
            link("base", 0, visuals=[box(0.4, 0.4, 0.2)], collisions=[box(0.5, 0.5, 0.2)]),
            link("upper", 1, joint=0, visuals=[shape({"type": "cylinder", "radius": 0.1, "length": 1}, pose=[0, 0, 0.5, 1, 0, 0, 0])]),
            link("lower", 2, joint=1, visuals=[shape({"type": "sphere", "radius": 0.15}, pose=[0, 0, 0.8, 1, 0, 0, 0])]),
            link("hand", 3, joint=2),
        ],
        joints=[
            joint("shoulder", 1, 2, [turn(0)], X_PF=[0, 0, 0.1, 1, 0, 0, 0]),
            joint("elbow", 2, 3, [turn(1)], X_PF=[0, 0, 1, 1, 0, 0, 0]),
            joint("wrist", 3, 4, [turn(2)], X_PF=[0, 0, 0.8, 1, 0, 0, 0]),
        ],
        coordinates=[
            coordinate("shoulder", 0, -1, 1),
            coordinate("elbow", 1, None, None),
            coordinate("wrist", 2, -4, 4, driven=True),
        ],
        couplings=[{"follower": 2, "leader": 1, "multiplier": -2, "offset": 0.1}],
        frames=[{"name": "m::tip", "short": "tip", "place": None, "link": 4, "pose": [0, 0, 0.2, 1, 0, 0, 0], "kind": "frame"}],
        findings=[
            {"code": "BP999", "severity": "warning", "message": "the upper arm is odd", "hint": None,
             "place": {"file": 0, "line": 9}, "column": 2, "link": 2},
        ],
    )  # fmt: skip


def embedded(data: bytes, ending: str, **more: Any) -> Data:
    """A mesh whose file is in the page."""
    return {
        "uri": f"package://p/meshes/part.{ending}", "format": ending, "data": base64.b64encode(data).decode(), "href": None,
        "missing": None, "mtl": None, "textures": {}, "facets": None, **more,
    }  # fmt: skip


def stl(*facets: tuple[float, ...]) -> bytes:
    """Each facet is nine numbers."""
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *facet, 0) for facet in facets)
    return b"\0" * 80 + struct.pack("<I", len(facets)) + body


def page(folder: Path, *documents: Data, title: str = "a title") -> Path:
    """Writes the page of a scene."""
    scene = json.dumps({"format": "bodyplan-scene", "version": 1, "title": title, "documents": documents})
    for sign in "<>&\u2028\u2029":
        scene = scene.replace(sign, f"\\u{ord(sign):04x}")
    path = folder / "page.html"
    path.write_text(page_text(title, scene), encoding="utf-8")
    return path
