"""Where elements and their parts are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import NotInDocument
from ...runtime.element import Element, is_written
from ...runtime.field_tables import parts_of
from ...runtime.source import literal_tag
from ...runtime.value_validation import describe_element
from ..core.location import Location
from ..core.traversal import as_element
from .source_text import layout_of, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.field_tables import FieldPart
    from ...runtime.saving.layout import Layout, WrittenElement
    from ...runtime.source import Source


def location_of(element: Element, field: str | None = None) -> Location:
    """Where an element is written, from its start tag to its end tag, or one of its fields.

    Places are those of the text that the document was read from, whatever was changed since.

    Args:
        element: an element that was read.
        field: an attribute, from its name to its closing quote; a child element, or all of a list from the first to the
            last; the text of the element.

    Raises:
        AttributeError: there is no such field.
        NotInDocument: (a ``LookupError``) the element was made in Python, or the field does not stand in the text; or the
            program has let go of the document.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> place = bodyplan.location_of(doc.root.joint[0])
        >>> place.line, place.column, place.end_line
        (29, 3, 36)
    """
    part = None
    as_element(element)
    if field is not None:
        is_written(element, field)
        part = parts_of(type(element)).by_field.get(field)
    found = _location(element, field, part)
    source, _ = text_of(element)
    # what xacro made stands where it was made of
    made_of = None if source.expansion is None else source.expansion.span_of(found.line, found.column)
    return found if made_of is None else Location(*made_of)


def _location(element: Element, field: str | None, part: FieldPart | None) -> Location:
    """The place in the text that was parsed."""
    source, there = text_of(element)
    layout = layout_of(source)
    if layout is None:
        line, column = source.position(there, part.name if part is not None and part.kind == "Attribute" else None)
        return Location(source.name, line, column, line, column)
    number = source.number_in_text(there)
    assert number is not None, "the root stands in the text"
    span: tuple[int, int] | None
    if field is None:
        node = layout.node(number)
        span = node.start, node.end
    else:
        span = None if part is None else _span(layout, layout.node(number), part, element, source, there)
    if span is None:
        raise NotInDocument(f"{field!r} of {describe_element(element)} does not stand in the text")
    return Location(source.name, *_place(layout.text, span[0]), *_place(layout.text, span[1]))


def _span(
    layout: Layout, node: WrittenElement, part: FieldPart, element: Element, source: Source, there: _Element
) -> tuple[int, int] | None:
    if part.kind == "Attribute":
        for name, written in layout.attributes(node).items():
            if name == part.name or (":" in part.name and name.rpartition(":")[2] == part.name.rpartition(":")[2]):
                return written.start, written.end
        return None
    if part.kind == "Text":
        found = [
            piece for piece in node.pieces if piece.kind == "cdata" or layout.text[piece.start : piece.end].strip()
        ]
        found = [piece for piece in found if piece.kind in ("text", "cdata")]
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


def _place(text: str, at: int) -> tuple[int, int]:
    """Line and column of a place in a text."""
    ends = text.count("\n", 0, at) + text.count("\r", 0, at) - text.count("\r\n", 0, at)
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return ends + 1, at - start + 1
