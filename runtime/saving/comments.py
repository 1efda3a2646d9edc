"""The comments of an element as lists that a program may change."""

from __future__ import annotations

import json
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal

from ...diagnostics.records import NamedTuple

if TYPE_CHECKING:
    from ..element import Element

Zone = Literal["above", "inside", "behind"]
ZONES: tuple[Zone, ...] = ("above", "inside", "behind")


_REMOVED: Any = object()


class Comment(NamedTuple):
    """A comment of an element."""

    zone: Zone
    text: str
    """Without the blanks at its ends."""
    number: int | None = None
    """Which of the element's comments in the text it is; None for a new one."""
    written: str | None = None
    """What it says in the text that it was read from."""
    around: tuple[str, str] = (" ", " ")
    """The blanks at its ends, where it is to be written."""

    @property
    def markup(self) -> str:
        """As it is written."""
        return f"<!--{self.around[0]}{self.text}{self.around[1]}-->"

    def without_number(self) -> Comment:
        """The same for another text."""
        return self._replace(number=None)


class Comments:
    """The comments of one element, and the lists of them that a program was given."""

    __slots__ = ("_known", "_lists")

    def __init__(self, known: Iterable[Comment]) -> None:
        self._known = list(known)
        self._lists: dict[Zone | None, tuple[list[str], list[Comment]]] = {}

    def texts(self, zone: Zone | None) -> list[str]:
        """The list of those in a zone, or of all: always the same one, which shows then what was changed in others."""
        self._collect_changes()
        if zone not in self._lists:
            self._lists[zone] = [], []
        self._show()
        return self._lists[zone][0]

    def now(self) -> list[Comment]:
        """The comments as they are now, in the order of their zones."""
        self._collect_changes()
        return self._known

    def copy_comments(self) -> Comments:
        """The same for a copy of the element."""
        return Comments(self.now())

    def as_data(self, element: Element) -> str:
        """The comments as they are now, as JSON; see ``get_valid_comments`` for what it raises."""
        return json.dumps(self.get_valid_comments(element))

    def get_valid_comments(self, element: Element) -> list[Comment]:
        """The comments as they are now.

        Raises:
            ValueError: one of them is no text, or one that cannot be a comment.
        """
        for comment in self.now():
            text: object = comment.text
            if text != comment.written and not (isinstance(text, str) and can_be_comment(text)):
                raise ValueError(
                    f"a comment of {element!r} is {text!r}, which is no text without '--' and '-' at its end"
                )
        return self._known

    def _collect_changes(self) -> None:
        is_changed = False
        for zone, (texts, shown) in self._lists.items():
            if texts != [comment.text for comment in shown]:
                self._apply_changes(shown, texts, zone)
                is_changed = True
        if is_changed:
            self._known.sort(key=lambda comment: ZONES.index(comment.zone))
            self._show()

    def _apply_changes(self, shown: list[Comment], texts: list[str], zone: Zone | None) -> None:
        """Does to the comments what was done to a list of them: a new one goes where the one before it is.

        Args:
            shown: what was in the list.
            texts: what is in it now.
            zone: of which comments it is; None: of all, where the first goes above.
        """
        before: Comment | None = None
        first_zone: Zone = "above" if zone is None else zone
        words = [comment.text for comment in shown]
        for _, start, end, first, last in SequenceMatcher(None, words, texts, autojunk=False).get_opcodes():
            for old, text in zip_longest(shown[start:end], texts[first:last], fillvalue=_REMOVED):
                at = next((number for number, each in enumerate(self._known) if each is old), None)
                if not isinstance(old, Comment):
                    behind = next((number + 1 for number, each in enumerate(self._known) if each is before), 0)
                    before = Comment(first_zone if before is None else before.zone, text)
                    self._known.insert(behind, before)
                elif text is _REMOVED:
                    if at is not None:
                        del self._known[at]
                elif at is not None:
                    before = self._known[at] = old if old.text == text else old._replace(text=text)

    def _show(self) -> None:
        for zone, (texts, shown) in self._lists.items():
            shown[:] = [comment for comment in self._known if zone in (None, comment.zone)]
            texts[:] = [comment.text for comment in shown]

    def __reduce__(self) -> tuple[Any, ...]:
        return Comments, (self.now(),)


def can_be_comment(text: str) -> bool:
    """Whether XML lets a text be a comment; blanks are put around it."""
    return "--" not in text and not text.endswith("-")


def comments_in(data: str | None) -> list[Comment] | None:
    """What ``Comments.as_data`` gave."""
    return None if data is None else [Comment(*each) for each in json.loads(data)]
