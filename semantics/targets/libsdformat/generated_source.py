"""The SDFormat document that libsdformat makes of a robot, as a source whose elements have the places of the URDF."""

from __future__ import annotations

from copy import deepcopy
from itertools import chain, repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Any
from weakref import ref

from lxml import etree

from ....runtime.plain_element import PlainElement
from ....runtime.source import Source
from .angles import format_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

Made = Any
"""A plain element, or one of lxml, in what was copied from the URDF."""


_TAG_OF, _TEXT_OF = attrgetter("tag"), attrgetter("text")


class GeneratedSource(Source):
    """A document that is made element by element, of plain ones; ``top`` is the outermost.

    Its tree has what somebody wrote, in which there may be what libsdformat refuses, with what is around it, and what was asked
    for, such as what a finding is about. ``origins`` has the element of the URDF behind each element of the tree.
    """

    __slots__ = ("original", "top", "_copied", "_with_attributes", "_doubtful", "_around", "_in_tree", "_home")

    def __init__(self, original: Source, tag: str, origin: _Element) -> None:
        super().__init__(original.name)
        self.original = original
        self._home = ref(self)
        self._doubtful: list[PlainElement] = []
        self._around: dict[Made, PlainElement] = {}
        """What each element was put into."""
        self._with_attributes: list[str] = []
        """Each attribute with its element, as they are written."""
        self._in_tree: dict[PlainElement, _Element] = {}
        """Those of the tree."""
        self.top = PlainElement()
        self.top.tag, self.top.text, self.top.origin, self.top.home = tag, None, origin, self._home
        self._copied: list[_Element] = []

    def add(self, parent: Made, tag: str, origin: _Element, text: str | None = None) -> Made:
        """A new last child, which stands where ``origin`` does."""
        if not isinstance(parent, PlainElement):
            inside: _Element = etree.SubElement(parent, tag)
            inside.text = text
            self.origins[inside] = origin
            return inside
        made = PlainElement()
        made.tag = tag
        made.text = text
        made.origin = origin
        made.home = self._home
        parent.append(made)
        self._around[made] = parent
        return made

    def add_written(self, parent: Made, tag: str, origin: _Element, text: str) -> Made:
        """The same with a text that somebody wrote, which may be none."""
        made = self.add(parent, tag, origin, text)
        if not text or text.isspace():
            self.doubt(made)
        return made

    def add_numbers(
        self, parent: PlainElement, tag: str, origin: _Element, numbers: Iterable[tuple[str, float]]
    ) -> PlainElement:
        """Several numbers, by the names of their elements, in a new last child."""
        home = self._home
        made: PlainElement = self.add(parent, tag, origin)
        for child, number in numbers:
            inside = PlainElement()
            inside.tag = child
            inside.text = format_number(number)
            inside.origin = origin
            inside.home = home
            made.append(inside)
        self._around.update(zip(made, repeat(made)))
        return made

    def doubt(self, element: Made) -> None:
        """Notes that something in or about an element may be refused."""
        if isinstance(element, PlainElement):  # all that was copied is
            self._doubtful.append(element)

    def set(self, element: PlainElement, attribute: str, value: str) -> None:
        """Gives an element an attribute."""
        element.set(attribute, value)
        self._with_attributes.append(f'<{element.tag} {attribute}="{value}"')

    def set_name(self, element: PlainElement, name: str, attribute: str = "name") -> None:
        """Gives an element the name that it has to have, or that of what it is about."""
        self.set(element, attribute, name)
        if not name:
            self.doubt(element)

    def replace_child(self, parent: Made, tag: str, origin: _Element, text: str) -> Made:
        """The same in the place of a child of that name, if there is one."""
        self.remove_child(parent, tag)
        made = self.add_written(parent, tag, origin, text)
        if text[:1] == "-":  # of what has bounds, all have 0 as their least
            self.doubt(made)
        return made

    def remove_child(self, parent: Made, tag: str) -> None:
        """Takes the first child of a name away, if there is one."""
        found = next(parent.iterchildren(tag), None)
        if found is not None:
            parent.remove(found)
            self._around.pop(found, None)

    def part(self, parent: Made, tag: str, origin: _Element) -> Made:
        """The first child of that name, made if there is none."""
        found = next(parent.iterchildren(tag), None)  # in a third of the time of find
        return self.add(parent, tag, origin) if found is None else found

    def set_path(self, parent: Made, path: str, origin: _Element, text: str) -> None:
        """A text at a path of tags, in the place of what is there; what stands around it is made where it is missing."""
        *around, last = path.split("/")
        for tag in around:
            parent = self.part(parent, tag, origin)
        self.replace_child(parent, last, origin, text)

    def copy(self, parent: Made, element: _Element) -> _Element:
        """A copy of an element of the URDF as the last child."""
        made = deepcopy(element)
        made.tail = None
        parent.append(made)
        self._around[made] = parent
        self.origins.update(zip(made.iter(), element.iter()))
        self._copied.append(made)
        return made

    def finish(self) -> None:
        """To be called when everything is there."""
        root = self._element_of(self.top)
        root.getroottree().docinfo.URL = self.key
        self.adopt(root)
        for doubtful in filter(self._is_kept, self._doubtful):
            self._place(doubtful)
        copied = [*filter(self._is_kept, self._copied)]
        for part in copied:
            self._place(self._around[part]).append(part)
        made = (self.top, *self._around, *chain.from_iterable(part.iter() for part in copied))
        self._elements_in_use = frozenset(map(str, set(map(_TAG_OF, made))))
        # whoever looks for a word does not ask where it is
        texts = filter(None, set(map(_TEXT_OF, self._around)))
        words = chain(map("<{}".format, self._elements_in_use), self._with_attributes, texts)
        self.data = "\n".join(words).encode() + b"".join(map(etree.tostring, copied))

    def _is_kept(self, element: Made) -> bool:
        """Whether nothing came into the place of an element, or of one around it."""
        at: Made | None = element
        while at is not None and at is not self.top:
            at = self._around.get(at)
        return at is not None

    def make_tree(self) -> _Element:
        """The root of the whole tree, as which it can be written and changed."""
        root = self.find_element(self.top)
        self.data = etree.tostring(root, encoding="utf-8", xml_declaration=False)
        self.adopt(root)
        return root

    def find_element(self, plain: PlainElement) -> _Element:
        """The element of the tree for a plain one, with all that is in it."""
        made = self._place(plain)
        todo = [plain]
        while todo:
            each = todo.pop()
            self._in_tree[each][:] = [
                self._element_of(child) if isinstance(child, PlainElement) else child for child in each
            ]
            todo += [child for child in each if isinstance(child, PlainElement)]
        return made

    def _place(self, plain: PlainElement) -> _Element:
        """The element of the tree for a plain one, in what is around it."""
        known = self._in_tree.get(plain)
        if known is not None:
            return known
        made = self._element_of(plain)
        self._place(self._around[plain]).append(made)
        return made

    def _element_of(self, plain: PlainElement) -> _Element:
        made = self._in_tree.get(plain)
        if made is None:
            made = self._in_tree[plain] = etree.Element(plain.tag, dict(plain.items()))
            made.text = plain.text
            self.origins[made] = plain.origin
        return made

    def has_element(self, name: str) -> bool:
        """See ``Source``."""
        if self.is_converted or self._elements_in_use is None:
            return super().has_element(name)
        return any(tag.rpartition("}")[2] == name for tag in self._elements_in_use)

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
