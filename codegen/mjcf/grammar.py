"""The grammar of one release of MuJoCo, as records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

Count = tuple[int, int | None]
"""How many values there may be: least and most, None for any number."""

WORLD = "worldbody"
SAME_AS_BODY = ("frame", "replicate")
"""Elements that hold what a body holds, as the world does; a table of a release has the row of the body for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MjcfAttribute:
    """One attribute of an element."""

    name: str
    type: str = "string"
    """``double``, ``float``, ``int``, ``bool``, ``string`` or ``file``."""
    count: Count | None = None
    words: str | None = None
    """The name of the enumeration that it holds words of."""
    has_several_words: bool = False
    defines: str | None = None
    refers: str | None = None
    default: str | None = None
    is_required: bool = False
    is_unprojected: bool = False
    """Whether a class of defaults cannot have it."""
    minimum: str | None = None
    maximum: str | None = None
    above: str | None = None


class MjcfChild(NamedTuple):
    """What may be in an element."""

    key: str
    """Of the element's declaration."""
    occurs: str
    """``?``, ``!``, ``*`` or ``R``."""
    is_unprojected: bool = False
    """Whether a class of defaults cannot have it."""


@dataclass(slots=True, kw_only=True)
class MjcfElement:
    """One declaration of an element."""

    key: str
    tag: str
    attributes: dict[str, MjcfAttribute] = field(default_factory=dict)
    children: list[MjcfChild] = field(default_factory=list)
    presence: list[tuple[str, str]] = field(default_factory=list)
    """Kind of rule and its bundles, as ``exclusive`` and ``body frame``."""

    def copy(self) -> MjcfElement:
        """The same with lists of its own."""
        return replace(
            self, attributes=dict(self.attributes), children=list(self.children), presence=list(self.presence)
        )


@dataclass(slots=True, kw_only=True)
class MjcfGrammar:
    """All elements by their keys, and all enumerations by their names."""

    elements: dict[str, MjcfElement] = field(default_factory=dict)
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def child(self, parent: str, tag: str) -> str | None:
        """The key of what is called ``tag`` in an element."""
        found = self.elements.get(parent)
        keys = () if found is None else (each.key for each in found.children)
        return next((key for key in keys if self.elements[key].tag == tag), None)

    def places(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The rows of MuJoCo's own table: path of each element, and its attributes.

        What holds the same as a body has no rows of its own, nor has an element inside one of its kind.
        """
        yield from self._rows("mujoco", "mujoco", ())

    def _rows(self, key: str, path: str, around: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
        element = self.elements[key]
        in_default = bool(around) and around[-1] == "default"
        yield (
            path,
            tuple(
                sorted(each.name for each in element.attributes.values() if not (in_default and each.is_unprojected))
            ),
        )
        for child in element.children:
            if child.key in (*around, key, WORLD, *SAME_AS_BODY) or (in_default and child.is_unprojected):
                continue
            yield from self._rows(child.key, f"{path}/{self.elements[child.key].tag}", (*around, key))
