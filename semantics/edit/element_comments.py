"""The comments of elements."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ...diagnostics.errors import NotInDocument
from ...runtime.element import IMPLIED, Element
from ...runtime.saving.comments import ZONES, Comment, Comments
from ...runtime.saving.style import Style
from ...runtime.saving.surrounding_comments import Surroundings
from ..core.traversal import as_element
from .source_location import layout_of, text_of

if TYPE_CHECKING:
    from ...runtime.saving.comments import Zone
    from ...runtime.saving.layout import Layout
    from ...runtime.source import Source


def comments(element: Element, where: Zone | None = None) -> list[str]:
    """The comments of an element in the order of the text, as a list to be changed: saving writes what it holds then.

    Those above it that would be taken out with it, those inside that are no child's, and those behind it in its line;
    without the blanks at their ends. A comment that is added is written where the one before it in the list is, else above the
    element. What is not changed keeps its bytes; canonical texts have no comments. Another call gives the same list, with what was
    changed in the lists of other places.

    Args:
        element: any element; one that is new has none yet.
        where: ``"above"``, ``"inside"`` or ``"behind"``: only those.

    Raises:
        NotInDocument: (a ``LookupError``) it was read from a document that the program has let go of, or was made of others
            when the document was converted from an older version.
        ValueError: there is no such place.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> bodyplan.comments(doc.root, "above")
        ['The arm of arm.sdf, as ROS would have it.']
    """
    if where is not None and where not in ZONES:
        raise ValueError(f"comments are above, inside or behind an element, not {where!r}")
    as_element(element)
    if "_comments" not in vars(element):
        vars(element)["_comments"] = Comments(_read_comments(element))
    known: Comments = vars(element)["_comments"]
    return known.texts(where)


def has_comments(element: Element) -> bool:
    """Whether an element may have comments, which is known without looking for them.

    Raises:
        NotInDocument: see ``comments``.
    """
    if "_comments" in vars(element):
        return True
    written = _find_written(element)
    return written is not None and written[1] in written[0].near_comments


class WrittenComments:
    """The comments of elements of one text that nobody changes, of many faster than ``comments``.

    Raises:
        NotInDocument: the text has entities that hold elements.
    """

    def __init__(self, source: Source) -> None:
        layout = layout_of(source)
        if layout is None:
            raise NotInDocument(f"elements of {source.name} do not stand in its text as one each")
        self._source, self._layout = source, layout
        self._surroundings = Surroundings(layout, Style(layout))

    def read(self, element: Element) -> list[Comment]:
        """The comments of an element in the order of the text.

        Raises:
            NotInDocument: see ``comments``.
        """
        if "_comments" in vars(element):
            known: Comments = vars(element)["_comments"]
            return known.now()
        number = self._find_number(element)
        return self._surroundings.comments_of(number) if number in self._layout.near_comments else []

    def read_outside(self, element: Element) -> list[str]:
        """What the comments above and behind an element say, in the order of the text.

        Raises:
            NotInDocument: see ``comments``.
        """
        if "_comments" in vars(element):
            return [each.text for each in self.read(element) if each.zone != "inside"]
        return self._outside.get(self._find_number(element), [])

    @cached_property
    def _outside(self) -> dict[int, list[str]]:
        return self._surroundings.texts_outside()

    def _find_number(self, element: Element) -> int:
        there = element.source_element
        number = None if there is None else self._source.number(there)
        if number is None:
            raise NotInDocument(f"{element!r} does not stand in the text as one element")
        return number


def _read_comments(element: Element) -> list[Comment]:
    written = _find_written(element)
    if written is None:
        return []
    layout, number = written
    return Surroundings(layout, Style(layout)).comments_of(number)


def _find_written(element: Element) -> tuple[Layout, int] | None:
    """The text of an element, and which of its elements it is; None for one that was made in Python."""
    origin = vars(element).get("_instead") if element._origin is None else element._origin
    if origin is None or origin is IMPLIED:
        return None
    source, there = text_of(element, origin)
    layout, number = layout_of(source), source.number(there)
    if layout is None or number is None:
        raise NotInDocument(f"{element!r} does not stand in the text as one element")
    return layout, number
