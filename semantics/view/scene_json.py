"""Scene JSON: what a page shows, as docs/scene-json.md describes it and ``scene.schema.json`` beside this module."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .document_data import document_data
from .meshes import MeshTable

if TYPE_CHECKING:
    from ..kinematics.configuration import Configuration
    from ..scene.scene import Scene
    from .documents import OpenedDocument
    from .meshes import PageAssets

FORMAT: Final = "bodyplan-scene"
VERSION: Final = 1
SCHEMA: Final = Path(__file__).with_name("scene.schema.json")
"""The schema of what pages are told."""

_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def opened_data(opened: OpenedDocument, keeping: PageAssets, q: Configuration | None = None) -> dict[str, Any]:
    """The first world of a document that was opened, as a page shows it.

    Args:
        opened: the document.
        keeping: what becomes of its meshes.
        q: where its joints are; None: where the document says that they start.
    """
    return _world_data(opened, opened.scene, keeping, q)


def worlds_data(opened: OpenedDocument, keeping: PageAssets) -> dict[str, Any]:
    """A document that was opened with all of its worlds, between which a page has a choice."""
    first, *others = (_world_data(opened, scene, keeping) for scene in opened.scenes or (None,))
    if others:
        for row, scene in zip((first, *others), opened.scenes):
            row["world"] = scene.world_name
        first["others"] = others
    return first


def _world_data(
    opened: OpenedDocument, scene: Scene | None, keeping: PageAssets, q: Configuration | None = None
) -> dict[str, Any]:
    meshes = MeshTable(opened.options, keeping)
    return document_data(opened.name, opened.format, scene, opened.findings, meshes, q)


def scene_data(title: str, *documents: Mapping[str, Any]) -> dict[str, Any]:
    """What one page shows: a document, or two over each other."""
    return {"format": FORMAT, "version": VERSION, "title": title, "documents": list(documents)}


def scene_text(data: Mapping[str, Any]) -> str:
    """The data as JSON that can stand in a page: no name in it ends the element that it is in."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text = text.encode("utf-8", "replace").decode("utf-8")  # a name may hold half a character
    for character, escaped in _ESCAPED.items():
        text = text.replace(character, escaped)
    return text
