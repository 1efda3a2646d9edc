"""Small steps on an XML tree, by literal names: a prefixed element is never the one without the prefix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree

from ...runtime.source import Source, literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element


def children(element: _Element, name: str) -> list[_Element]:
    """Child elements called ``name``."""
    return [
        each
        for each in element[:]
        if (tag := each.tag) == name or (tag[:1] == "{" and _is_called(each, name))  # type: ignore[index]
    ]


def first(element: _Element, name: str) -> _Element | None:
    """First child element called ``name``."""
    for child in element[:]:
        if (tag := child.tag) == name or (tag[:1] == "{" and _is_called(child, name)):  # type: ignore[index]
            return child
    return None


def _is_called(element: _Element, name: str) -> bool:
    """Whether an element in a namespace that is the default there has a name."""
    return element.prefix is None and str(element.tag).rpartition("}")[2] == name


def elements(element: _Element) -> list[_Element]:
    """All child elements; comments and processing instructions are left out."""
    return [child for child in element if isinstance(child.tag, str)]


def is_foreign(element: _Element) -> bool:
    """Whether conversion rules stop here: a plugin, or an element of another vocabulary."""
    name = literal_tag(element)
    return name == "plugin" or ":" in name


def inner(root: _Element) -> list[_Element]:
    """All elements below, in document order, without plugins and other vocabularies."""
    found: list[_Element] = []
    ahead = [root]
    while ahead:
        element = ahead.pop()
        found.append(element)
        ahead.extend(child for child in reversed(elements(element)) if not is_foreign(child))
    return found


def text_of(element: _Element) -> str | None:
    """Text before the first child element, with whitespace collapsed; None where there is only whitespace."""
    text = element.text or ""
    if not text.strip():
        for child in element:
            if isinstance(child.tag, str):
                break
            text = child.tail or ""
            if text.strip():
                break
    return " ".join(text.split()) or None


def set_text(element: _Element, text: str) -> None:
    """Makes ``text`` all that ``element`` holds before its first child element."""
    for child in element[:]:
        if isinstance(child.tag, str):
            break
        child.tail = None
    element.text = text


def retag(element: _Element, name: str) -> None:
    """Gives ``element`` another name; it stays the same element."""
    element.tag = _with_namespace(element, name)


def _with_namespace(element: _Element, name: str) -> str:
    space, brace, _ = str(element.tag).rpartition("}")
    return f"{space}{brace}{name}"


class Editor:
    """Changes the tree of one source so that places in its text can still be found afterwards.

    ``touched`` holds the elements whose attributes, text or children are not what they were.
    """

    __slots__ = ("moves", "source", "touched", "_only_made")

    def __init__(self, source: Source | None) -> None:
        self.source = source
        self.touched: set[_Element] = set()
        self.moves = False
        """Whether elements of the text were moved or taken away."""
        self._only_made: dict[_Element, _Element] = {}
        """What was made in an element to which nothing else happened: without it, that is what it was."""

    def set_attribute(self, element: _Element, name: str, value: str) -> None:
        """Gives an attribute a value."""
        self._touch(element)
        element.set(name, value)

    def unset_attribute(self, element: _Element, name: str) -> None:
        """Takes an attribute away."""
        self._touch(element)
        del element.attrib[name]

    def retag(self, element: _Element, name: str) -> None:
        """Gives ``element`` another name; it stays the same element."""
        self._touch(element.getparent())
        if self.source is not None:
            self.source.tags.setdefault(element, literal_tag(element))
        retag(element, name)

    def empty(self, element: _Element) -> None:
        """Takes away all that is in and on ``element``."""
        self._touch(element)
        self.moves = self.moves or len(element) > 0
        for child in list(element):
            element.remove(child)
        element.attrib.clear()
        element.text = None

    def make(self, parent: _Element, name: str, origin: _Element, index: int | None = None) -> _Element:
        """A new child of ``parent``, at the end or at ``index``; ``origin`` is what made it necessary."""
        new: _Element = etree.SubElement(parent, name if parent.prefix else _with_namespace(parent, name))
        if index is not None:
            parent.insert(index, new)
        if parent not in self.touched:
            self._only_made[parent] = new
            self.touched.add(parent)
        else:
            self._touch(parent)
        self.came_from(new, origin)
        return new

    def make_path(self, element: _Element, path: tuple[str, ...], origin: _Element) -> _Element:
        """The element at ``path`` below ``element``; what of it does not exist is made."""
        for name in path:
            found = first(element, name)
            element = self.make(element, name, origin) if found is None else found
        return element

    def came_from(self, new: _Element, origin: _Element) -> None:
        """Remembers which element of the text ``new`` is to be found at."""
        if self.source is not None:
            self.source.origins[new] = self.source.origins.get(origin, origin)

    def delete(self, element: _Element) -> None:
        """Takes ``element`` out of the tree."""
        parent = element.getparent()
        if parent is None:
            return
        if self._only_made.get(parent) is element:
            self.touched.discard(parent)
            del self._only_made[parent]
            if self.source is not None:  # nothing was said of it, and places are found faster where nothing was made
                self.source.origins.pop(element, None)
        else:
            self._touch(parent)
            self.moves = True
        parent.remove(element)

    def append(self, parent: _Element, element: _Element, index: int | None = None) -> None:
        """Moves ``element`` to the end of ``parent``, or to ``index``."""
        self._touch(element.getparent())
        self._touch(parent)
        self.moves = True
        parent.insert(len(parent) if index is None else index, element)

    def _touch(self, element: _Element | None) -> None:
        if element is not None:
            self.touched.add(element)
            self._only_made.pop(element, None)


def walk(element: _Element, path: tuple[str, ...]) -> _Element | None:
    """The element at ``path``, by first children."""
    current: _Element | None = element
    for name in path:
        if current is None:
            return None
        current = first(current, name)
    return current
