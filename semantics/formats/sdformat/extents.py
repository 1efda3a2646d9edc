"""How much an included element amounts to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

if TYPE_CHECKING:
    from typing import Any

    from lxml.etree import _Element

    from ....runtime.budget import Budget

# counted by the XML library, since what is included can be large
_ELEMENTS = etree.XPath("count(descendant-or-self::*)")
_FRAMES = etree.XPath("count(.//model | .//link | .//joint | .//frame)")
_LINKS = etree.XPath("count(.//link)")


class Extent(NamedTuple):
    """Of an element, what it brings each time that it is included."""

    models: int
    """Elements that are included, in it and itself."""
    elements: int
    frames: int
    links: int

    def plus(self, other: Extent) -> Extent:
        """What both amount to."""
        return Extent(
            self.models + other.models,
            self.elements + other.elements,
            self.frames + other.frames,
            self.links + other.links,
        )

    def check(self, budget: Budget, at: Any) -> None:
        """Makes sure that a load may amount to that.

        Raises:
            OverBudget: it may not.
        """
        budget.expect("elements", self.elements, at)
        budget.expect("frames", self.frames, at)
        budget.expect("links", self.links, at)


def extent_of(element: _Element) -> Extent:
    """What an element brings, without what it includes."""
    return Extent(0, int(_ELEMENTS(element)), int(_FRAMES(element)) + 1, int(_LINKS(element)))
