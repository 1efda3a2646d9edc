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
            name = material.name
            if name in self._known:
                context.report_duplicate(rules.DUPLICATE_MATERIAL, material, self._known[name][1], name=name)
                continue
            look, color = _look(material), material.color
            # a colour that could not be read has been reported
            if not look and name and not (color is not None and is_stated(color, "rgba")):
                context.sink.report(rules.MATERIAL_EMPTY, material if color is None else color, name=name)
            self._known[name] = (look, material)

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
                advice = partial(similar, name, self._names)
                self._context.sink.report(
                    rules.MATERIAL_UNDEFINED, material, attribute="name", name=name, advice=advice
                )
        elif not look:
            look = known[0]
        elif look != known[0] and not _same(look, known[0]):
            self._context.report_duplicate(rules.MATERIAL_REDEFINED, material, known[1], name=name)
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


def _same(look: dict[str, Any], other: dict[str, Any]) -> bool:
    if look.get("diffuse_map") != other.get("diffuse_map"):
        return False
    colour, known = look.get("diffuse"), other.get("diffuse")
    if colour is None or known is None:
        return colour is known
    return all(abs(a - b) <= SAME_COLOUR for a, b in zip(colour, known))
