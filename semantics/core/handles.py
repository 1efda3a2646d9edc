"""Documents whose root a program was given.

Typed elements have no pointers to what they stand in, so that loading makes none: editing looks for them in here.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, ref

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...runtime.element import Element
    from ...runtime.source import Source
    from .parsed import ParsedDocument


class DocumentHandle:
    """What is known of a document that a program may be changing.

    Attributes:
        document: leads to it as long as there is the document.
        parsed: what it was read to.
        parents: by ``id`` of an element what it stood in when that was last looked for.
        included: texts of which a program has elements, since they are included.
    """

    __slots__ = ("document", "parsed", "parents", "included")

    def __init__(self, document: object, parsed: ParsedDocument[Any]) -> None:
        self.document = ref(document)
        self.parsed = parsed
        self.parents: dict[int, Element] = {}
        self.included: tuple[Source, ...] = ()

    @property
    def sources(self) -> tuple[Source, ...]:
        """The texts of its elements, its own first."""
        return self.parsed.source, *self.included


_LIVE: WeakKeyDictionary[object, DocumentHandle] = WeakKeyDictionary()
_lock = threading.Lock()


def register_document(document: object, parsed: ParsedDocument[Any], included: Iterable[Source] = ()) -> None:
    """To be called when a program is given elements of a document; known as long as there is the document.

    Args:
        document: the document.
        parsed: what it was read to.
        included: the texts of elements that are no part of it.
    """
    known = _LIVE.get(document)
    if known is None or known.parsed is not parsed:
        with _lock:
            known = _LIVE[document] = DocumentHandle(document, parsed)
    if included:
        known.included = tuple(dict.fromkeys((*known.included, *included)))


def keep_document(element: Element, document: object) -> None:
    """Keeps a document as long as one of its elements, which is all that a caller is given of it."""
    vars(element)["_document"] = document


def live_documents() -> list[DocumentHandle]:
    """The documents whose root was handed out; the last one first."""
    with _lock:
        return list(_LIVE.values())[::-1]
