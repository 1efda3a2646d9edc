"""How materials look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..references import NamesIn


def look_of(names: NamesIn, name: str) -> tuple[Any, Any] | None:
    """The colour and texture of a material of a robot; None where nothing says how it looks."""
    for definition in names.definitions:
        if definition.kind == "material" and definition.name == name:
            color, texture = definition.element.color, definition.element.texture
            if color is not None or texture is not None:
                return (None if color is None else tuple(color.rgba), None if texture is None else texture.filename)
    return None
