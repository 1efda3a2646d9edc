"""An element of a document that is made rather than parsed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping

    from lxml.etree import _Element

_NONE: Mapping[str, str] = {}


class Home(Protocol):
    """What makes elements of lxml of the plain ones of a document."""

    def find_element(self, plain: PlainElement) -> _Element:
        """The element of lxml, with what is in it and around it."""
        ...


class PlainElement(list[Any]):
    """What decoders read of an element; whoever asks for more is given an element of lxml, which is made then.

    A robot that is checked for libsdformat is made a document of SDFormat: with a tree of lxml's the check
    of ``tiago_dual.urdf`` took 330 million instructions, with these in its place at most 315. What is inside are others, and
    elements of lxml.
    """

    __slots__ = ("attributes", "home", "origin", "tag", "text")

    tail = None
    nsmap = _NONE
    keys = _NONE.keys
    items = _NONE.items
    _origin = None
    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__
    __ne__ = object.__ne__

    tag: str
    text: str | None
    origin: _Element
    """That of the text which it was made of."""
    home: Callable[[], Home | None]
    """A weak reference to the document."""

    def get(self, name: str) -> str | None:
        """The value of an attribute."""
        return None

    def set(self, name: str, value: str) -> None:
        """Gives it an attribute."""
        # most have none: they share the methods of an empty mapping, which takes no call to ask
        self.__class__ = PlainElementWithAttributes  # pyright: ignore[reportAttributeAccessIssue]
        self.attributes = {name: value}

    def iterchildren(self, *tags: str) -> Iterator[Any]:
        """What is in it and has one of some names."""
        return iter([child for child in self if child.tag in tags])

    @property
    def source_element(self) -> _Element | None:
        """The element of lxml that stands for it; None where the document is gone."""
        home = self.home()
        return None if home is None else home.find_element(self)

    def getparent(self) -> Any:
        """What it is in."""
        return self._of_lxml.getparent()

    def iterancestors(self) -> Iterator[Any]:
        """What it is in, and what that is in."""
        return self._of_lxml.iterancestors()

    def iter(self, *tags: str) -> Iterator[Any]:
        """Itself and what is in it, at any depth."""
        return self._of_lxml.iter(*tags)

    def iterdescendants(self) -> Iterator[Any]:
        """What is in it, at any depth."""
        return self._of_lxml.iterdescendants()

    @property
    def _of_lxml(self) -> _Element:
        made = self.source_element
        assert made is not None, "whoever reads it has the document"
        return made


class PlainElementWithAttributes(PlainElement):
    """The same, with attributes."""

    __slots__ = ()

    attributes: dict[str, str]

    def get(self, name: str) -> str | None:
        """The value of an attribute."""
        return self.attributes.get(name)

    def set(self, name: str, value: str) -> None:
        """Gives it an attribute."""
        self.attributes[name] = value

    def keys(self) -> KeysView[str]:
        """The names of its attributes."""
        return self.attributes.keys()

    def items(self) -> ItemsView[str, str]:
        """Its attributes."""
        return self.attributes.items()
