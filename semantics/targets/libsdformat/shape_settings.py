"""What ``<gazebo>`` says about the shapes of a link: contact, friction and materials, and what is SDFormat already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.source import literal_tag
from ..facts import facts_of
from ..registry import LIBSDFORMAT
from .gazebo_blocks import names_in
from .lumping import LUMP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from .gazebo_blocks import Block
    from .generated_source import GeneratedSource


class ShapeSettings:
    """Blocks about a link, for its shapes."""

    def __init__(self, link: str, blocks: list[Block], source: GeneratedSource) -> None:
        self._link = link
        self._blocks = [
            block
            for block in blocks
            if block.in_collisions or block.in_visuals or block.material or any(block.settings_of("collision"))
        ]
        self._numbers = names_in(self._blocks)
        self._source = source

    def set_collision(self, collision: _Element, name: str) -> None:
        """Puts into a collision what is said about it."""
        source = self._source
        for block in self._about(name, "_collision"):
            for part in block.in_collisions:
                if literal_tag(part) == "surface":
                    _remove(collision, "surface")
                source.copy(collision, part)
            for paths, text, origin in block.settings_of("collision"):
                for path in paths:
                    source.set_path(collision, path, origin, text)

    def set_visual(self, visual: _Element, name: str) -> None:
        """Puts into a visual what is said about it."""
        source = self._source
        for block in self._about(name, "_visual"):
            for part in block.in_visuals:
                if literal_tag(part) == "material":
                    _remove(visual, "material")
                source.copy(visual, part)
            if block.material:
                origin = source.origins[visual]
                source.set_path(visual, "material/script/name", origin, block.material)
                source.set_path(
                    visual, "material/script/uri", origin, facts_of(LIBSDFORMAT.name).own["gazebo"]["script"]
                )

    def _about(self, name: str, end: str) -> Iterable[Block]:
        """The blocks for a shape: those about the link for its own, those about another for what came from there."""
        if LUMP not in name:
            return [self._blocks[number] for number in self._numbers.get(self._link, ())]
        sources: set[str] = set()
        for rest in name.split(LUMP)[1:]:
            at = rest.find(end)
            while at >= 0:
                sources.add(rest[:at])
                at = rest.find(end, at + 1)
        sources.discard(self._link)
        numbers = sorted(number for source in sources for number in self._numbers.get(source, ()))
        return [self._blocks[number] for number in numbers]


def _remove(parent: _Element, tag: str) -> None:
    found = parent.find(tag)
    if found is not None:
        parent.remove(found)
