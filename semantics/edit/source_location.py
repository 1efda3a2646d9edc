"""Where elements and their parts are written, in which text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ...diagnostics.errors import NotInDocument
from ...runtime.element import IMPLIED, Element, is_written
from ...runtime.field_tables import parts_of
from ...runtime.saving.layout import Layout
from ...runtime.source import Source, element_of, literal_tag, source_of
from ...runtime.value_validation import describe_element
from ..core.handles import live_documents
from ..core.location import Location, as_written
from ..core.traversal import as_element
from .traversal import is_from

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.field_tables import FieldPart
    from ...runtime.saving.layout import WrittenElement

_LAYOUTS: WeakKeyDictionary[Source, Layout] = WeakKeyDictionary()


def location_of(element: Element, field: str | None = None) -> Location:
    """Where an element is written, from its start tag to its end tag, or one of its fields.

    Places are those of the text that the document was read from, whatever was changed since.

    Args:
        element: an element that was read.
        field: an attribute, from its name to its closing quote; a child element, or all of a list from the first to the
            last; the text of the element.

    Raises:
        AttributeError: there is no such field.
        NotInDocument: (a ``LookupError``) the element was made in Python, or the field is not in the text; or the
            program has let go of the document.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> place = bodyplan.location_of(doc.root.joint[0])
        >>> place.line, place.column, place.end_line
        (29, 3, 36)
    """
    as_element(element)
    part = None
    if field is not None:
        is_written(element, field)
        part = parts_of(type(element)).by_field.get(field)
    source, there = text_of(element)
    layout = layout_of(source)
    if layout is None:
        line, column = source.position(there, part.name if part is not None and part.kind == "Attribute" else None)
        found = Location(source.name, line, column, line, column)
    else:
        number = source.number_in_text(there)
        assert number is not None, "the root is in the text"
        node = layout.node(number)
        span = (node.start, node.end) if field is None else _find_span(layout, node, part, element, source, there)
        if span is None:
            raise NotInDocument(f"{field!r} of {describe_element(element)} does not stand in the text")
        found = Location(source.name, *layout.position(span[0]), *layout.position(span[1]))
    return as_written(found, source)


def _find_span(
    layout: Layout, node: WrittenElement, part: FieldPart | None, element: Element, source: Source, there: _Element
) -> tuple[int, int] | None:
    """From where to where a part of an element is written; None where it is not."""
    if part is None:
        return None
    if part.kind == "Attribute":
        for name, written in layout.attributes(node).items():
            if name == part.name or (":" in part.name and name.rpartition(":")[2] == part.name.rpartition(":")[2]):
                return written.start, written.end
        return None
    if part.kind == "Text":
        found = [
            piece
            for piece in node.pieces
            if piece.kind == "cdata" or (piece.kind == "text" and layout.text[piece.start : piece.end].strip())
        ]
        if not found:
            return None
        text = layout.text[found[0].start : found[-1].end]
        return found[0].start + len(text) - len(text.lstrip()), found[-1].end - (len(text) - len(text.rstrip()))
    value: Any = vars(element).get(part.field)
    values = value if isinstance(value, list) else [value]
    if any(isinstance(each, Element) for each in values):
        children = [each.source_element for each in values if isinstance(each, Element)]
        places = [child for child in children if child is not None and child.getparent() is there]
    else:
        places = [child for child in there if child.tag == part.tag or literal_tag(child) == part.name]
    numbers = [number for number in map(source.number, places) if number is not None]
    if not numbers:
        return None
    return layout.node(min(numbers)).start, max(layout.node(number).end for number in numbers)


def text_of(element: Element, origin: Any = None) -> tuple[Source, _Element]:
    """The text that an element, or the one of another ``origin``, was read from, and the XML element that it was."""
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
    """Where everything in a text is; None for one whose entities hold elements."""
    known = _LAYOUTS.get(source)
    if known is None:
        known = _LAYOUTS[source] = Layout(source.text, source.start_tags())
    return known if known.has(source.size) else None
