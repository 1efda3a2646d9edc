"""The text that an element was read from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ...diagnostics.errors import NotInDocument
from ...runtime.element import IMPLIED
from ...runtime.saving.layout import Layout
from ...runtime.source import Source, element_of, source_of
from ...runtime.value_validation import describe_element
from ..core.handles import live_documents
from .parents import is_from

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.element import Element

_LAYOUTS: WeakKeyDictionary[Source, Layout] = WeakKeyDictionary()


def text_of(element: Element, origin: Any = None) -> tuple[Source, _Element]:
    """The text that an element was read from, and the XML element that it was.

    Args:
        element: what is asked for.
        origin: that of the one whose place it was put in, where that is what counts.

    Raises:
        NotInDocument: it was read from none, or the program has let go of the document.
    """
    origin = element._origin if origin is None else origin
    if type(origin) is int:
        source = source_of(origin)
    else:
        source = next((each for live in live_documents() for each in live.sources if is_from(origin, each)), None)
    there = None if source is None else element_of(origin) if isinstance(origin, int) else origin
    if source is None or there is None:
        made = origin is None or origin is IMPLIED
        why = "was made in Python" if made else "was read from a document that the program has let go of"
        raise NotInDocument(f"{describe_element(element)} {why}, and is in no text")
    return source, there


def layout_of(source: Source) -> Layout | None:
    """Where everything of a text stands; None for one whose entities hold elements."""
    known = _LAYOUTS.get(source)
    if known is None:
        known = _LAYOUTS[source] = Layout(source.text)
    return known if known.has(source.size) else None
