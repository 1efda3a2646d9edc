"""``material``: looks that visuals define, or refer to by name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.spelling import SpellingIndex
from .context import is_stated, similar

if TYPE_CHECKING:
    from ....urdf.newest import Material, Robot
    from .context import UrdfContext

SAME_COLOUR = 1e-10
"""How far two colours may be apart and still count as one."""


class Materials:
    """The materials that are known so far: those of the robot, then those that visuals define."""

    def __init__(self, robot: Robot, context: UrdfContext) -> None:
        self._context = context
        self._known: dict[str, tuple[dict[str, Any], Material]] = {}
        self._names = SpellingIndex(self._known)
        for material in robot.material:
            first = self._known.get(material.name)
            if first is not None:
                context.sink.report(
                    rules.DUPLICATE_MATERIAL,
                    material,
                    attribute="name",
                    related=(("first defined here", first[1]),),
                    name=material.name,
                )
                continue
            look = _look(material)
            if not look and material.name and not _is_unreadable(material):
                place = material if material.color is None else material.color
                context.sink.report(rules.MATERIAL_EMPTY, place, name=material.name)
            self._known[material.name] = (look, material)

    def look_of(self, material: Material | None) -> dict[str, Any]:
        """What a visual's material says: ``material``, ``diffuse`` and ``diffuse_map``, as far as it is given."""
        if material is None:
            return {}
        name, look = material.name, _look(material)
        if not name:
            return look
        known = self._known.get(name)
        if known is None:
            if look:
                self._known[name] = (look, material)
            else:
                self._context.sink.report(
                    rules.MATERIAL_UNDEFINED,
                    material,
                    attribute="name",
                    name=name,
                    advice=partial(similar, name, self._names),
                )
        elif not look:
            look = known[0]
        elif look != known[0] and not _same(look, known[0]):
            self._context.sink.report(
                rules.MATERIAL_REDEFINED,
                material,
                attribute="name",
                related=(("first defined here", known[1]),),
                name=name,
            )
        return {"material": name, **look}


def _look(material: Material) -> dict[str, Any]:
    look: dict[str, Any] = {}
    color, texture = material.color, material.texture
    rgba = color.rgba if color is not None else None
    if rgba is not None:
        look["diffuse"] = tuple(rgba)
    if texture is not None and texture.filename:
        look["diffuse_map"] = texture.filename
    return look


def _is_unreadable(material: Material) -> bool:
    """Whether a colour is written that could not be read, which has been reported."""
    return material.color is not None and is_stated(material.color, "rgba")


def _same(look: dict[str, Any], other: dict[str, Any]) -> bool:
    if look.get("diffuse_map") != other.get("diffuse_map"):
        return False
    colour, known = look.get("diffuse"), other.get("diffuse")
    if colour is None or known is None:
        return colour is known
    return all(abs(a - b) <= SAME_COLOUR for a, b in zip(colour, known))
