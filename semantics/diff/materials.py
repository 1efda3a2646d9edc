"""Materials that shapes share by name, in formats that have such: what shapes look like is said where the names lead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.element import Element

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..ir.source_ref import Place

MATERIAL = "material"


def find_named_material(shape: Place) -> Any:
    """The material of a shape, where it has one with a name."""
    material = vars(shape).get(MATERIAL) if isinstance(shape, Element) else None
    return material if isinstance(material, Element) and vars(material).get("name") is not None else None


def has_look(material: Any) -> bool:
    """Whether a material says itself what it looks like, rather than by its name alone."""
    return any(vars(material).get(name) is not None for name in ("color", "texture"))


def find_definitions(models: Iterable[Place]) -> dict[str, Any]:
    """Materials that models define for shapes to share, by name."""
    defined = (each for model in models if isinstance(model, Element) for each in vars(model).get(MATERIAL) or ())
    return {each.name: each for each in defined if has_look(each)}
