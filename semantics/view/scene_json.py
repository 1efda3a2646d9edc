"""Scene JSON: what a page shows, as docs/scene-json.md describes it and ``scene.schema.json`` beside this module."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from math import hypot, inf
from pathlib import Path
from typing import Any, Final

import numpy as np

from ...runtime.float_errors import silent
from ..core.garbage_collection import collector_paused
from ..ir.links import LinkRecord, ShapeRecord
from ..ir.scoped_names import SEPARATOR
from ..ir.world import WorldIR
from ..kinematics.configuration import Configuration
from ..scene.links import Link
from ..scene.scene import Scene, build
from ..spatial.inertia import principal_axes
from ..spatial.transform import Transform
from .documents import OpenedDocument
from .exclusions import exclusion_data
from .findings import finding_data
from .geometries import geometry_data
from .joint_data import coordinates, couplings, gearboxes, joints, link_places, loops, tendons
from .json_data import IDENTITY_POSE, number, pose, sizes
from .marks import frames, lights, marks
from .materials import MaterialTable
from .meshes import MeshTable, PageAssets
from .page_scene import PageScene
from .states import group_states, keyframe_states

FORMAT: Final = "bodyplan-scene"
VERSION: Final = 1
SCHEMA: Final = Path(__file__).with_name("scene.schema.json")
"""The schema of what pages are given."""

_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
UP = [0.0, 0.0, 1.0]
"""The direction of up in documents that do not say where gravity pulls."""
FORMATS = {"dmd": "directives"}
"""Formats that are called otherwise in a page."""
SLACK = 1e-6
"""By which part of the largest moment one may be larger than the sum of the others, as rounding leaves it."""


def worlds_data(opened: OpenedDocument, assets: PageAssets) -> dict[str, Any]:
    """A document with all of its worlds, between which a page has a choice."""
    with collector_paused():  # nothing of what is made here is garbage yet
        first, *others = (document_data(opened, assets, world) for world in range(len(opened.scenes) or 1))
    if others:
        for row, scene in zip((first, *others), opened.scenes):
            row["world"] = scene.world_name
        first["others"] = others
    return first


def scene_data(title: str, *documents: Mapping[str, Any]) -> dict[str, Any]:
    """What one page shows: a document, or two over each other."""
    return {"format": FORMAT, "version": VERSION, "title": title, "documents": list(documents)}


def scene_text(data: Mapping[str, Any]) -> str:
    """The data as JSON that can be put in a page: no name in it ends the element that it is in."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text = text.encode("utf-8", "replace").decode("utf-8")  # a name may hold half a character
    for character, escaped in _ESCAPED.items():
        text = text.replace(character, escaped)
    return text


@silent
def document_data(
    opened: OpenedDocument, assets: PageAssets, world: int = 0, q: Configuration | None = None
) -> dict[str, Any]:
    """One world of a document as Scene JSON has it; of a document that has no meaning an empty one.

    Joints are where ``q`` says; where that is None, where the document says that they start.

    Raises:
        KeyError: ``q`` names a joint that there is not.
        ValueError: ``q`` holds several configurations, or numbers of the wrong shape.
    """
    name, format, meshes = opened.name, opened.format, MeshTable(opened.options, assets)
    scene = opened.scenes[world] if opened.scenes else build(WorldIR(format))
    page, materials = PageScene(scene), MaterialTable(meshes)
    values = scene.vector(scene.default_configuration if q is None else q)
    if values.ndim != 1:
        raise ValueError("q holds many configurations; a picture shows one")
    rows: dict[str, Any] = {
        "name": os.path.basename(name) or name,
        "format": FORMATS.get(format, format),
        "up": _up(scene),
        "links": _links(page, materials, meshes),
        "joints": list(joints(page)),
        "coordinates": list(coordinates(page, values)),
        "couplings": list(couplings(page)),
        "loops": list(loops(page)),
        "gearboxes": list(gearboxes(page)),
        "tendons": list(tendons(page)),
        "frames": list(frames(page)),
        "marks": list(marks(page)),
        "lights": list(lights(page)),
        "findings": finding_data(opened.findings, page) if opened.findings else [],
        "materials": materials.rows,
    }
    states = list(keyframe_states(page))
    if opened.semantics is not None:
        states += group_states(opened.semantics, rows)
    if states:
        rows["states"] = states
    exclusions = exclusion_data(page, rows["links"])
    if exclusions is not None:
        rows["exclusions"] = exclusions
    if meshes.picture_rows:
        rows["pictures"] = meshes.picture_rows
    return {**rows, "files": page.files, "meshes": meshes.rows}


def _up(scene: Scene) -> list[float]:
    x, y, z = sizes(scene.gravity or ())[:3] or (0.0, 0.0, 0.0)
    length = hypot(x, y, z)
    return [-x / length + 0.0, -y / length + 0.0, -z / length + 0.0] if 0.0 < length < inf else UP


def _links(page: PageScene, materials: MaterialTable, meshes: MeshTable) -> list[dict[str, Any]]:
    """The links, the world first, with their shapes and masses."""
    records, description = page.kinematics.graph.records, page.kinematics.description
    static = {model.name for model in description.models if model.static}
    by_name: dict[str, list[tuple[int, LinkRecord]]] = {}
    for i, link_record in enumerate(description.links):
        by_name.setdefault(link_record.name, []).append((i, link_record))
    masses: dict[Any, dict[str, Any]] = {}
    rows = []
    for body, placed in zip(page.bodies, link_places(page)):
        record = records[body]
        row: dict[str, Any] = {
            "name": record.name,
            "short": page.short_name(record.name),
            "model": "",
            "place": page.place_of(record.element),
            **placed,
            "mass": 0,
            "com": [0, 0, 0],
            "inertia_pose": IDENTITY_POSE,
            "inertia_box": None,
            "visuals": [],
            "collisions": [],
            "static": True,
        }
        same_name = by_name.get(record.name) if record.kind in ("link", "world") else None
        if same_name:  # each of several links of one name is there
            number_of_link, link = same_name.pop(0)
            if record.kind == "link":
                inertial = link.inertial
                key = inertial.mass, inertial.pose, inertial.moments, inertial.relative_to and record.name
                if key not in masses:  # bodies of a world are often equal
                    masses[key] = mass_data(Link(page.kinematics, number_of_link))
                row |= {"model": record.scope, "static": record.scope in static, **masses[key]}
            row["visuals"] = _shapes(page, link, link.visuals, meshes, materials)
            row["collisions"] = _shapes(page, link, link.collisions, meshes)
        rows.append(row)
    return rows


def _shapes(
    page: PageScene,
    link: LinkRecord,
    shapes: Sequence[ShapeRecord],
    meshes: MeshTable,
    materials: MaterialTable | None = None,
) -> list[dict[str, Any]]:
    rows = []
    for shape in shapes:
        element: Any = shape.element
        beside, place = page.locate(element)
        geometry, inside = geometry_data(shape.geometry, meshes, beside)
        placed = page.place_in_link(shape, link, inside)
        if placed is None:
            continue
        look, transparency = None, 0.0
        if materials is not None:
            look = materials.add(shape, link.name.rpartition(SEPARATOR)[2], beside)
            transparency = number(getattr(element, "transparency", 0.0) or 0.0) or 0.0
        rows.append(
            {
                "name": shape.name,
                "place": place,
                "pose": placed,
                "material": look,
                "transparency": min(max(transparency, 0.0), 1.0) or 0,
                "geometry": geometry,
            }
        )
    return rows


@silent
def mass_data(link: Link) -> dict[str, Any]:
    """Mass, centre of mass, principal axes and box of a link."""
    com = link.com
    found: dict[str, Any] = {
        "mass": number(link.mass),
        "com": sizes(com),
        "inertia_pose": [*sizes(com), *IDENTITY_POSE[3:]],
        "inertia_box": None,
    }
    inertia = link.inertia
    if not (np.isfinite(inertia).all() and np.isfinite(com).all() and 0 < link.mass < np.inf):
        return found
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tolist()
    principal, axes = principal_axes((xx, yy, zz, xy, xz, yz))
    moments = np.array(principal)
    placed = np.eye(4)
    placed[:3, :3], placed[:3, 3] = np.transpose(axes), com
    if np.linalg.det(placed) < 0:
        placed[:3, 2] *= -1
    squares = 6 / link.mass * (moments.sum() - 2 * moments)
    largest = float(np.abs(moments).max())
    axes_pose = pose(Transform(placed))
    if axes_pose is not None and np.all(squares >= -6 / link.mass * SLACK * largest):
        found["inertia_pose"] = axes_pose
        found["inertia_box"] = sizes(np.sqrt(np.maximum(squares, 0.0)))
    return found
