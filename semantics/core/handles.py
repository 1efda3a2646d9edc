"""Documents whose root a program was given.

Typed elements have no pointers to what they stand in, so that loading makes none: editing looks for them in here.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from ...runtime.element import Element
    from .parsed import ParsedDocument


class DocumentHandle:
    """What is known of a document that a program may be changing.

    Attributes:
        parsed: what it was read to.
        parents: by ``id`` of an element what it stood in when that was last looked for.
    """

    __slots__ = ("parsed", "parents")

    def __init__(self, parsed: ParsedDocument[Any]) -> None:
        self.parsed = parsed
        self.parents: dict[int, Element] = {}


_LIVE: WeakKeyDictionary[object, DocumentHandle] = WeakKeyDictionary()
_lock = threading.Lock()


def register_document(document: object, parsed: ParsedDocument[Any]) -> None:
    """To be called when a program is given the root of a document; known as long as there is the document."""
    known = _LIVE.get(document)
    if known is None or known.parsed is not parsed:
        with _lock:
            _LIVE[document] = DocumentHandle(parsed)


def live_documents() -> list[DocumentHandle]:
    """The documents whose root was handed out; the last one first."""
    with _lock:
        return list(_LIVE.values())[::-1]
