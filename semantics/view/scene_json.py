"""Scene JSON: what a page shows, as docs/scene-json.md describes it and ``scene.schema.json`` beside this module."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from .document_data import document_data
from .documents import OpenedDocument
from .meshes import PageAssets

FORMAT: Final = "bodyplan-scene"
VERSION: Final = 1
SCHEMA: Final = Path(__file__).with_name("scene.schema.json")
"""The schema of what pages are given."""

_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def worlds_data(opened: OpenedDocument, assets: PageAssets) -> dict[str, Any]:
    """A document with all of its worlds, between which a page has a choice."""
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
