"""The comments of an element as lists that a program may change."""

from __future__ import annotations

import json
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from ..element import Element

Zone = Literal["above", "inside", "behind"]
ZONES: tuple[Zone, ...] = ("above", "inside", "behind")


class Comment(NamedTuple):
    """A comment of an element."""

    zone: Zone
    text: str
    """Without the blanks at its ends."""
    number: int | None = None
    """Which of the element's comments in the text it is; None for a new one."""
    written: str | None = None
    """What it says in the text."""


class Comments:
    """The comments of one element, and the lists of them that a program was given."""

    __slots__ = ("_known", "_lists")

    def __init__(self, known: Iterable[Comment]) -> None:
        self._known = list(known)
        self._lists: dict[Zone | None, tuple[list[str], list[str]]] = {}

    def texts(self, zone: Zone | None) -> list[str]:
        """The list of those in a zone, or of all; always the same list, in which changes of others show then."""
        self._take_changes()
        if zone not in self._lists:
            self._lists[zone] = [], []
        self._show()
        return self._lists[zone][0]

    def now(self) -> list[Comment]:
        """The comments as they are now, in the order of their zones."""
        self._take_changes()
        return self._known

    def copied(self) -> Comments:
        """The same for a copy of the element."""
        return Comments(self.now())

    def as_data(self, element: Element) -> str:
        """The comments as they are now, as JSON.

        Raises:
            ValueError: one of them is no text, or one that cannot be a comment.
        """
        for comment in self.now():
            text: object = comment.text
            if text != comment.written and not (isinstance(text, str) and can_be_comment(text)):
                raise ValueError(
                    f"a comment of {element!r} is {text!r}, which is no text without '--' and '-' at its end"
                )
        return json.dumps(self._known)

    def _take_changes(self) -> None:
        for zone, (shown, before) in self._lists.items():
            if shown != before:
                mine = [comment for comment in self._known if zone in (None, comment.zone)]
                others = [comment for comment in self._known if zone not in (None, comment.zone)]
                self._known = sorted([*others, *_changed(mine, shown, zone or "above")], key=_rank)
                self._show()

    def _show(self) -> None:
        for zone, (shown, before) in self._lists.items():
            shown[:] = before[:] = [comment.text for comment in self._known if zone in (None, comment.zone)]

    def __reduce__(self) -> tuple[Any, ...]:
        return Comments, (self.now(),)


def _rank(comment: Comment) -> int:
    return ZONES.index(comment.zone)


def _changed(comments: list[Comment], texts: list[str], zone: Zone) -> list[Comment]:
    """Comments after a list of their texts was changed: a new one stands where the one before it does.

    Args:
        comments: as they were.
        texts: the list.
        zone: where one stands that comes first.
    """
    made: list[Comment] = []
    before = [comment.text for comment in comments]
    for _, start, end, first, last in SequenceMatcher(None, before, texts, autojunk=False).get_opcodes():
        for number, text in enumerate(texts[first:last]):
            if start + number < end:
                known = comments[start + number]
                made.append(known._replace(text=text))
            else:
                made.append(Comment(made[-1].zone if made else zone, text))
    return made


def can_be_comment(text: str) -> bool:
    """Whether XML lets a text be a comment; blanks are put around it."""
    return "--" not in text and not text.endswith("-")


def comments_in(data: str | None) -> list[Comment] | None:
    """What ``Comments.as_data`` gave."""
    return None if data is None else [Comment(*each) for each in json.loads(data)]
