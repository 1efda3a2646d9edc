"""Comments that go along with elements into another document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.element import Element
from ...runtime.saving.comments import ZONES, Comment, Comments
from ...runtime.saving.style import Style
from ...runtime.saving.surrounding_comments import Surroundings
from ..core.traversal import elements_in
from ..document.document import get_parsed
from ..edit.source_location import layout_of

if TYPE_CHECKING:
    from ..document.document import Document


def carry_comments(doc: Document[Any], parts: list[Any], holder: Element | None = None) -> None:
    """Gives elements the comments that they have in the text of their document.

    Args:
        doc: the document.
        parts: elements of it that are to stand in another one.
        holder: what they stand in, where all of it goes along: comments in it that are no element's come to the next one.
    """
    source = get_parsed(doc).source
    layout = layout_of(source) if "<!--" in source.text else None
    if layout is None:
        return
    known = {
        number: element
        for part in parts
        if isinstance(part, Element)
        for element in elements_in(part)
        if (number := _number(doc, element)) is not None
    }
    parents = {number: layout.parent(layout.node(number)) for number in known}
    around = {node.number: node for node in parents.values() if node is not None}
    around |= {number: layout.node(number) for number in known}
    held = None if holder is None else _number(doc, holder)
    surroundings = Surroundings(layout, Style(layout))
    found: dict[int, list[Comment]] = {}
    for node in around.values():
        following = [piece for piece in node.children() if piece.number in known]
        for place, child, comment in surroundings.comments_inside(node):
            owner = node.number if child is None else child
            if child is None and node.number == held:
                owner = next((piece.number for piece in following if piece.start > place), -1)
                comment = comment._replace(zone="above")
            if owner in known:
                found.setdefault(owner, []).append(comment)
    for number, comments in found.items():
        if "_comments" not in vars(known[number]):
            vars(known[number])["_comments"] = Comments(sorted(comments, key=lambda each: ZONES.index(each.zone)))


def _number(doc: Document[Any], element: Element) -> int | None:
    there = element.source_element
    return None if there is None else get_parsed(doc).source.number(there)
