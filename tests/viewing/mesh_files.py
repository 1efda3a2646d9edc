"""Small files of meshes."""

from __future__ import annotations

import base64
import json
import struct

import numpy as np
from numpy.typing import ArrayLike


def stl(corners: ArrayLike) -> bytes:
    """Binary STL of facets, shape (n, 3, 3)."""
    facets = np.asarray(corners, dtype="<f4")
    rows = np.zeros(len(facets), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    rows["corners"] = facets
    return b"\0" * 80 + struct.pack("<I", len(facets)) + rows.tobytes()


def wedge() -> str:
    """A pyramid that is turned and moved within its file, as glTF, whose up is y."""
    corners = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.2, 1.0, 0.0), (0.3, 0.3, 0.8)]
    faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    points = [corners[corner] for face in faces for corner in face]
    data = b"".join(struct.pack("<3f", *point) for point in points)
    sides = np.array(points)
    primitive = {"attributes": {"POSITION": 0, "NORMAL": 0}, "material": 0}
    return json.dumps(
        {
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0, "translation": [0.1, 0.2, 0], "rotation": [0, 0.38268343, 0, 0.92387953]}],
            "meshes": [{"primitives": [primitive]}],
            "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [0.8, 0.4, 0.2, 1]}, "doubleSided": True}],
            "buffers": [
                {
                    "byteLength": len(data),
                    "uri": f"data:application/octet-stream;base64,{base64.b64encode(data).decode()}",
                }
            ],
            "bufferViews": [{"buffer": 0, "byteLength": len(data)}],
            "accessors": [
                {
                    "bufferView": 0,
                    "componentType": 5126,
                    "count": len(points),
                    "type": "VEC3",
                    "min": sides.min(axis=0).tolist(),
                    "max": sides.max(axis=0).tolist(),
                }
            ],
        }
    )
