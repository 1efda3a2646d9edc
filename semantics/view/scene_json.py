"""Scene JSON: what a page shows, as docs/scene-json.md describes it and ``scene.schema.json`` beside this module."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from math import hypot, inf
from pathlib import Path
from typing import Any, Final

from ...runtime.float_errors import silent
from ..core.garbage_collection import collector_paused
from ..ir.world import WorldIR
from ..kinematics.configuration import Configuration
from ..scene.scene import Scene, build
from .documents import OpenedDocument
from .findings import finding_data
from .joint_data import coordinates, couplings, gearboxes, joints, loops, tendons
from .json_data import sizes
from .json_text import value_text
from .link_rows import LinkRows, exclusion_data
from .marks import frames_text, lights, marks
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


def worlds_data(opened: OpenedDocument, assets: PageAssets) -> dict[str, Any]:
    """A document with all of its worlds, between which a page has a choice."""
    with collector_paused():  # nothing of what is made here is garbage yet
        first, *others = (document_rows(opened, assets, world) for world in range(len(opened.scenes) or 1))
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
    text = value_text(data)
    text = text.encode("utf-8", "replace").decode("utf-8")  # a name may hold half a character
    for character, escaped in _ESCAPED.items():
        text = text.replace(character, escaped)
    return text


def plain_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data without any that is text already."""
    plain: dict[str, Any] = json.loads(value_text(data))
    return plain


def document_data(
    opened: OpenedDocument, assets: PageAssets, world: int = 0, q: Configuration | None = None
) -> dict[str, Any]:
    """What ``document_rows`` has, without any that is text already."""
    return plain_data(document_rows(opened, assets, world, q))


@silent
def document_rows(
    opened: OpenedDocument, assets: PageAssets, world: int = 0, q: Configuration | None = None
) -> dict[str, Any]:
    """One world of a document as Scene JSON has it, of which links and frames are text; of a document that has no meaning an empty one.

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
    links = LinkRows(page, materials, meshes)
    rows: dict[str, Any] = {
        "name": os.path.basename(name) or name,
        "format": FORMATS.get(format, format),
        "up": _up(scene),
        "links": links.write(),
        "joints": list(joints(page)),
        "coordinates": list(coordinates(page, values)),
        "couplings": list(couplings(page)),
        "loops": list(loops(page)),
        "gearboxes": list(gearboxes(page)),
        "tendons": list(tendons(page)),
        "frames": frames_text(page),
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
    exclusions = exclusion_data(page, links.colliding)
    if exclusions is not None:
        rows["exclusions"] = exclusions
    if meshes.picture_rows:
        rows["pictures"] = meshes.picture_rows
    return {**rows, "files": page.files, "meshes": meshes.rows}


def _up(scene: Scene) -> list[float]:
    x, y, z = sizes(scene.gravity or ())[:3] or (0.0, 0.0, 0.0)
    length = hypot(x, y, z)
    return [-x / length + 0.0, -y / length + 0.0, -z / length + 0.0] if 0.0 < length < inf else UP
