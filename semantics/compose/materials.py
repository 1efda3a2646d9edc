"""How materials look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..core.references import NamesIn


def look_of(names: NamesIn, name: str) -> tuple[Any, Any] | None:
    """The colour and texture of a material of a robot; None where nothing says how it looks."""
    found = definition_of_look(names, name)
    if found is None:
        return None
    color, texture = found.color, found.texture
    return (None if color is None else tuple(color.rgba), None if texture is None else texture.filename)


def definition_of_look(names: NamesIn, name: str) -> Any:
    """The first element that says how a material looks; None where there is none."""
    for definition in names.definitions:
        if definition.kind == "material" and definition.name == name:
            element = definition.element
            if element.color is not None or element.texture is not None:
                return element
    return None
