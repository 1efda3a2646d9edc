"""What shapes look like: colours and textures of every format, and the materials that Gazebo knows by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from lxml.etree import _Element

from ...diagnostics.records import NamedTuple
from ..ir.links import ShapeRecord
from .json_data import number
from .meshes import MeshTable

TABLE = Path(__file__).with_name("gazebo_materials.toml")


class _Look(NamedTuple):
    name: str | None
    color: tuple[float, ...]
    emissive: tuple[float, ...] | None
    texture: tuple[str, str | None] | None
    """As written, and the file that says so."""
    surface: tuple[tuple[str, float], ...] = ()
    """``metalness`` and ``roughness``, where PBR says them."""


class MaterialTable:
    """Every look once; ``meshes`` keep the pictures."""

    def __init__(self, meshes: MeshTable) -> None:
        self._meshes = meshes
        self._numbers: dict[_Look, int] = {}
        self._blocks: dict[_Element, dict[str, str]] = {}
        self.rows: list[dict[str, Any]] = []

    def add(self, shape: ShapeRecord, link: str, beside: str | None) -> int | None:
        """The number of the look of a visual of ``link`` (a plain name); None where the document says nothing of it."""
        look = _look(shape, beside) or self._in_block(shape, link)
        if look is None:
            return None
        known = self._numbers.get(look)
        if known is None:
            known = self._numbers[look] = len(self.rows)
            texture = None if look.texture is None else self._meshes.picture(*look.texture)
            emissive = None if look.emissive is None else list(look.emissive)
            color = list(look.color)
            self.rows.append(
                {"name": look.name, "color": color, "emissive": emissive, "texture": texture, **dict(look.surface)}
            )
        return known

    def _in_block(self, shape: ShapeRecord, link: str) -> _Look | None:
        """What a robot's block for Gazebo says of its link."""
        element: Any = shape.element
        there = getattr(element, "source_element", None)
        if there is None:
            return None
        root = there.getroottree().getroot()
        if root not in self._blocks:
            found = self._blocks[root] = {}
            for block in root.iterchildren("gazebo"):
                name = block.findtext("material")
                if block.get("reference") and name and name.strip():
                    found[str(block.get("reference"))] = str(name).strip()
        name = self._blocks[root].get(link)
        return None if name is None else _find_gazebo_look(name)


def _look(shape: ShapeRecord, beside: str | None) -> _Look | None:
    said = shape.find_properties()
    material: Any = getattr(shape.element, "material", None)
    script = getattr(material, "script", None)
    name = getattr(script, "name", None) or getattr(material, "name", None) or None
    known = _find_gazebo_look(name) if script is not None and name else None
    color = said.get("diffuse", said.get("color"))
    texture = _texture(material, said)
    if color is None and known is None and "ambient" in said:
        color = said["ambient"]
    emissive: Any = said.get("emissive")
    glow = _rgb(emissive) if emissive is not None and any(part > 0 for part in emissive[:3]) else None
    if color is None and texture is None and glow is None:
        return known
    mixed = (1.0, 1.0, 1.0, 1.0) if known is None else known.color
    return _Look(
        name,
        mixed if color is None else _rgba(color),
        glow or (None if known is None else known.emissive),
        None if texture is None else (texture, beside),
        _surface(material),
    )


def _surface(material: Any) -> tuple[tuple[str, float], ...]:
    """What PBR says of a surface, from 0 to 1, by its names."""
    pbr = getattr(material, "pbr", None)
    if pbr is None:
        return ()
    metal = getattr(pbr, "metal", None)
    written = ((name, getattr(metal, name, None)) for name in ("metalness", "roughness"))
    found = ((name, number(value)) for name, value in written if value is not None)
    return tuple((name, min(max(value, 0.0), 1.0)) for name, value in found if value is not None)


def _texture(material: Any, said: Mapping[str, Any]) -> str | None:
    written = said.get("diffuse_map")
    if isinstance(written, str) and written.strip():
        return written.strip()
    pbr = getattr(material, "pbr", None)
    if pbr is None:
        return None
    for workflow in (getattr(pbr, "metal", None), getattr(pbr, "specular", None)):
        found = getattr(workflow, "albedo_map", None)
        if isinstance(found, str) and found.strip() not in ("", "__default__"):
            return found.strip()
    return None


def _find_gazebo_look(name: str) -> _Look | None:
    colors, glows = gazebo_materials()
    color = colors.get(name.strip())
    if color is None:
        return None
    glow = glows.get(name.strip())
    return _Look(name.strip(), _rgba(color), None if glow is None else _rgb(glow), None)


@cache
def gazebo_materials() -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """The colours of the materials that Gazebo knows by name, and what those send out that shine."""
    from ...runtime import toml

    table = toml.loads(TABLE.read_text(encoding="utf-8"))
    return table["color"], table["glow"]


def _rgba(color: Sequence[float]) -> tuple[float, ...]:
    return _limit(tuple(color))


@lru_cache(1024)
def _limit(color: tuple[float, ...]) -> tuple[float, ...]:
    """The same for a colour that many things have."""
    parts = [*color, 1.0][:4] if len(color) == 3 else list(color)[:4]
    return tuple(min(max(number(part) or 0.0, 0.0), 1.0) for part in parts)


def _rgb(color: Sequence[float]) -> tuple[float, ...]:
    return _rgba(color)[:3]
