"""Rows of target tables, and which of those that are about a part apply to it: what several ask is asked once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import dataclass
from .predicates import SHORT, find_text, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...diagnostics.rule import Rule
    from .predicates import Condition, Index, Node, TextPlace

MOST_TEXTS = 256
"""Texts of which it is remembered what follows from them; documents may make up texts without end."""


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One ``[[rule]]``."""

    paths: tuple[str, ...]
    spared: frozenset[str]
    is_for_any: bool
    """Whether it names no part."""
    whole: bool
    conditions: tuple[Condition, ...]
    conditions_without_prefix: tuple[Condition, ...] | None
    """Those in a document in which no name begins with the prefix; None where the row does not apply in any."""
    id: str
    says: Rule


NumberedRow = tuple[int, RuleRow]
"""A row with its place among others."""


class RowChoice:
    """The rows that apply to a part once some conditions hold, and what others ask besides.

    Args:
        rows: each with its place among all that are about the part, and the conditions that are left to be asked.
    """

    __slots__ = ("_by_own_text", "asks", "rows", "tests", "texts")

    def __init__(self, rows: Iterable[tuple[int, RuleRow, Sequence[Condition]]]) -> None:
        self.rows: list[NumberedRow] = []
        """Those that ask nothing."""
        by_condition: dict[str, tuple[Condition, list[tuple[int, RuleRow, Sequence[Condition]]]]] = {}
        for number, row, conditions in rows:
            if conditions:
                _, alike = by_condition.setdefault(conditions[0].words, (conditions[0], []))
                alike.append((number, row, conditions[1:]))
            else:
                self.rows.append((number, row))
        choices = [(condition, RowChoice(alike)) for condition, alike in by_condition.values()]
        self.tests = [(condition.test, choice) for condition, choice in choices if condition.place is None]
        """Conditions that look at more than one text, with what is chosen where they hold."""
        by_place: dict[TextPlace, list[tuple[Condition, RowChoice]]] = {}
        for condition, choice in choices:
            if condition.place is not None:
                by_place.setdefault(condition.place, []).append((condition, choice))
        self.texts = [(*place, TextChoice(asked)) for place, asked in by_place.items()]
        """What is chosen by the text at a place."""
        self.asks = bool(choices)
        is_own_text_alone = by_place.keys() == {(0, None)} and not (self.rows or self.tests)
        self._by_own_text = self.texts[0][2] if is_own_text_alone else None

    def is_known_to_be_none(self, own: str | None) -> bool:
        """Whether no row applies to a node whose own text is this, as far as that is remembered and nothing else is asked."""
        return self._by_own_text is not None and own is not None and self._by_own_text.known.get(own) == []

    def find(self, node: Node, index: Index) -> list[NumberedRow]:
        """The rows that apply to a node, in their order."""
        if not self.asks:
            return self.rows
        found: list[NumberedRow] = []
        choices: list[RowChoice] = [self]
        for choice in choices:  # of which there are more as conditions hold
            if choice.rows:
                found += choice.rows
            for levels, name, by_text in choice.texts:
                # most are attributes of the element itself
                text = text_of(node) if name is None else find_text(node, levels, name) if levels else node[0].get(name)
                chosen = by_text.known.get(text)
                if chosen is None:
                    chosen = by_text.find(text, node, index)
                if chosen:
                    choices += chosen
            for test, inner in choice.tests:
                if test(node, index):
                    choices.append(inner)
        if len(found) > 1:
            found.sort(key=_number)
        return found


class TextChoice:
    """What is chosen by the text at one place, which is remembered for short ones: most parts have one of a few.

    Args:
        choices: conditions about the text, with what is chosen where they hold.
    """

    __slots__ = ("_choices", "known")

    def __init__(self, choices: Sequence[tuple[Condition, RowChoice]]) -> None:
        self._choices = choices
        self.known: dict[str | None, list[RowChoice]] = {}

    def find(self, text: str | None, node: Node, index: Index) -> list[RowChoice]:
        """What is chosen for a node that has a text there, or has none."""
        # whether hexadecimal numbers are read depends on the element
        may_depend = text is not None and ("x" in text or "X" in text)
        may_depend = may_depend and any(condition.is_of_numbers for condition, _ in self._choices)
        found = [
            choice
            for condition, choice in self._choices
            if (condition.test(node, index) if may_depend else condition.passes(text))
        ]
        if not may_depend and len(self.known) < MOST_TEXTS and (text is None or len(text) <= SHORT):
            self.known[text] = found
        return found


def _number(row: NumberedRow) -> int:
    return row[0]
