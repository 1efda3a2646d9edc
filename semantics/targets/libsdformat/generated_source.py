"""The SDFormat document that libsdformat makes of a robot, as a source whose elements have the places of the URDF."""

from __future__ import annotations

from copy import copy, deepcopy
from functools import cache
from typing import TYPE_CHECKING

from lxml import etree

from ....runtime.source import Source
from .angles import format_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element


@cache
def _empty_element(tag: str, tags: tuple[str, ...]) -> _Element:
    """An element with children that hold nothing."""
    made: _Element = etree.Element(tag)
    for each in tags:
        etree.SubElement(made, each)
    return made


class GeneratedSource(Source):
    """A document that is made element by element; ``origins`` has the element of the URDF behind each.

    ``doubtful`` has those that hold what somebody wrote, in which there may be what libsdformat refuses; None where that
    may be any.
    """

    __slots__ = ("original", "doubtful")

    def __init__(self, original: Source, tag: str, origin: _Element) -> None:
        super().__init__(original.name)
        self.original = original
        self.doubtful: set[_Element] | None = set()
        root = etree.Element(tag)
        root.getroottree().docinfo.URL = self.key
        self.origins[root] = origin
        self.adopt(root)

    def add(self, parent: _Element, tag: str, origin: _Element, text: str | None = None) -> _Element:
        """A new last child, which stands where ``origin`` does."""
        made: _Element = etree.SubElement(parent, tag)
        if text is not None:
            made.text = text
            if not text or text.isspace():
                self.doubt(made)
        self.origins[made] = origin
        return made

    def add_numbers(
        self, parent: _Element, tag: str, origin: _Element, tags: tuple[str, ...], numbers: Iterable[float]
    ) -> _Element:
        """Several numbers in a new last child: a copy of one takes half of making each of its elements."""
        made, origins = copy(_empty_element(tag, tags)), self.origins
        parent.append(made)
        origins[made] = origin
        for child, number in zip(made, numbers):
            child.text = format_number(number)
            origins[child] = origin
        return made

    def doubt(self, element: _Element) -> None:
        """Notes that something in or about an element may be refused."""
        if self.doubtful is not None:
            self.doubtful.add(element)

    def set_name(self, element: _Element, name: str, attribute: str = "name") -> None:
        """Gives an element the name that it has to have, or that of what it is about."""
        element.set(attribute, name)
        if not name:
            self.doubt(element)

    def replace_child(self, parent: _Element, tag: str, origin: _Element, text: str) -> _Element:
        """The same in the place of a child of that name, if there is one."""
        before = next(parent.iterchildren(tag), None)
        if before is not None:
            parent.remove(before)
        made = self.add(parent, tag, origin, text)
        if text[:1] == "-":  # of what has bounds, all have 0 as their least
            self.doubt(made)
        return made

    def part(self, parent: _Element, tag: str, origin: _Element) -> _Element:
        """The first child of that name, made if there is none."""
        found = next(parent.iterchildren(tag), None)  # in a third of the time of find
        return self.add(parent, tag, origin) if found is None else found

    def set_path(self, parent: _Element, path: str, origin: _Element, text: str) -> None:
        """A text at a path of tags, in the place of what is there; what stands around it is made where it is missing."""
        *around, last = path.split("/")
        for tag in around:
            parent = self.part(parent, tag, origin)
        self.replace_child(parent, last, origin, text)

    def copy(self, parent: _Element, element: _Element) -> _Element:
        """A copy of an element of the URDF as the last child."""
        made = deepcopy(element)
        made.tail = None
        parent.append(made)
        for twin, origin in zip(made.iter(), element.iter()):
            self.origins[twin] = origin
            self.doubt(twin)
        return made

    def finish(self) -> None:
        """To be called when everything is there."""
        assert self.root is not None
        self.data = etree.tostring(self.root, encoding="utf-8", xml_declaration=False)
        self.adopt(self.root)

    def after_change(self) -> None:
        """A conversion may have made elements of others."""
        super().after_change()
        self.doubtful = None

    def anchor(self, element: _Element) -> _Element:
        """The element itself: two that stand at one place in the URDF are two."""
        return element

    def position(self, element: _Element, attribute: str | None = None) -> tuple[int, int]:
        """Line and column in the URDF."""
        return self.original.position(self._behind(element), attribute)

    def span(self, element: _Element, attribute: str | None = None) -> tuple[int, int, int | None, int | None]:
        """Where it begins and ends in the URDF."""
        return self.original.span(self._behind(element), attribute)

    def xpath(self, element: _Element, attribute: str | None = None) -> str:
        """Path in the URDF."""
        origin = self._behind(element)
        return self.original.xpath(origin, attribute if attribute and origin.get(attribute) is not None else None)

    def _behind(self, element: _Element) -> _Element:
        """The element of the URDF that an element, or what it is in, was made of."""
        current: _Element | None = element
        while current is not None:
            if current in self.origins:
                return self.origins[current]
            current = current.getparent()
        root = self.original.root
        assert root is not None
        return root
