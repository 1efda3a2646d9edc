"""Documents whose root a program was given; typed elements do not point at what they are in, so editing searches these."""

from __future__ import annotations

from _thread import allocate_lock
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, ref

from ...runtime.element import IMPLIED, Element
from .traversal import elements_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...runtime.source import Source
    from .parsed import ParsedDocument


class ElementIndex:
    """Where the elements of a tree were, and which of them have which origin, when the index was made."""

    __slots__ = ("_places", "_by_origin")

    def __init__(self, root: object) -> None:
        self._places: dict[int, tuple[Element, Element | None, str, int]] = {}
        """By ``id`` of an element: itself, its parent, the field that holds it, and its number in a list there."""
        self._by_origin: dict[tuple[type, object], Element] = {}
        if not isinstance(root, Element):
            return
        self._places[id(root)] = root, None, "", 0
        for element in elements_in(root):
            if element._origin is not None and element._origin is not IMPLIED:
                self._by_origin.setdefault((type(element), element._origin), element)
            for field, value in vars(element).items():
                for number, part in enumerate(value if isinstance(value, list) else (value,)):
                    if isinstance(part, Element):
                        self._places[id(part)] = part, element, field, number

    def find(self, element: Element) -> Element | None:
        """The element where it is in the tree, or the first with its origin there, as copies have; None without either."""
        if id(element) in self._places:
            return element
        return self._by_origin.get((type(element), element._origin))

    def is_current(self, element: Element) -> bool:
        """Whether an element, found in the tree, still is where it was, as is all that it is in."""
        current: Element | None = element
        while current is not None:
            current, parent, field, number = self._places[id(current)]
            if parent is None:
                return True
            value = vars(parent).get(field)
            if isinstance(value, list):
                value = value[number] if number < len(value) else None
            if value is not current:
                return False
            current = parent
        return False


class DocumentHandle:
    """What is known of a document that a program may be changing, without keeping it."""

    __slots__ = ("document", "parsed", "parents", "included", "index")

    def __init__(self, document: object, parsed: ParsedDocument[Any]) -> None:
        self.document = ref(document)
        self.parsed = parsed
        self.parents: dict[int, Element] = {}
        """By ``id`` of an element, what it was in when that was last looked for."""
        self.included: tuple[Source, ...] = ()
        """Included texts of which a program has elements."""
        self.index: ElementIndex | None = None
        """None until it is needed, or where the root was handed out since."""

    def find(self, element: Element) -> Element:
        """The element of the document that one is or is a copy of; the same where there is none."""
        found = None if self.index is None else self.index.find(element)
        if self.index is None or (found is not None and not self.index.is_current(found)):
            self.index = ElementIndex(self.parsed.root)
            found = self.index.find(element)
        return element if found is None else found

    @property
    def sources(self) -> tuple[Source, ...]:
        """The texts of its elements, its own first."""
        return self.parsed.source, *self.included


_LIVE: WeakKeyDictionary[object, DocumentHandle] = WeakKeyDictionary()
_lock = allocate_lock()


def register_document(
    document: object, parsed: ParsedDocument[Any], included: Iterable[Source] | None = None
) -> DocumentHandle:
    """To be called when a program is given elements of a document; known as long as there is the document.

    ``included`` are the texts of elements that are no part of it; None: the program gets the root, and may change it.
    """
    known = _LIVE.get(document)
    if known is None or known.parsed is not parsed:
        with _lock:
            known = _LIVE[document] = DocumentHandle(document, parsed)
    if included is None:
        known.index = None
    else:
        known.included = tuple(dict.fromkeys((*known.included, *included)))
    return known


def keep_document(element: Element, document: object) -> None:
    """Keeps a document as long as one of its elements, which is all that a caller is given of it."""
    vars(element)["_document"] = document


def live_documents() -> list[DocumentHandle]:
    """The documents whose root was handed out; the last one first."""
    with _lock:
        return list(_LIVE.values())[::-1]
