"""Which child of an encoded element was which before, and which can stay where they are."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from itertools import pairwise
from typing import TYPE_CHECKING

from lxml import etree

from ..source import literal_tag
from .origin_marks import COMMENTS, KEPT_TAG, MARK, REPLACES_MARK

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from lxml.etree import _Element


def mark_of(element: _Element) -> int:
    """The number in the text of what an encoded element was read from; -1 for none."""
    return int(element.get(MARK, "-1"))


def match_children(
    before: list[_Element], now: list[_Element], elsewhere: Container[int] = ()
) -> tuple[list[tuple[int, _Element, _Element]], dict[int, _Element], set[int], list[int]]:
    """Which child was which.

    Args:
        before: the children as they were encoded; those that are only named now may be missing.
        now: those that there are.
        elsewhere: the numbers of those that stand in another element now.

    Returns:
        Of those that are still there the number, and how they were encoded and are; those that were put in the place of
        another, by the number of that; the ``id`` of those that are new; the numbers of those that are gone.
    """
    old_by_number = {mark_of(child): child for child in before if mark_of(child) >= 0}
    pairs: list[tuple[int, _Element, _Element]] = []
    others = []
    named: set[int] = set()
    for child in now:
        number = mark_of(child)
        old = old_by_number.pop(number, None)
        if old is None and child.tag == KEPT_TAG and number not in named:
            old = child
        named.add(number)
        if old is not None:
            pairs.append((number, old, child))
        else:
            others.append(child)
    replacing: dict[int, _Element] = {}
    new: list[_Element] = []
    for child in others:
        number = -1 if child.get(COMMENTS) else int(child.get(REPLACES_MARK, "-1"))
        if number in old_by_number and number not in elsewhere and not _are_alike(old_by_number[number], child):
            replacing[number] = child
            del old_by_number[number]
        else:
            new.append(child)
    # what was encoded without a place in the text, and still is, is nothing that was changed
    unplaced = Counter(_content(child) for child in before if mark_of(child) < 0)
    left: dict[tuple[str, str | None], deque[int]] = {}
    for number, old in old_by_number.items():
        left.setdefault((literal_tag(old), old.get("name")), deque()).append(number)
    added: set[int] = set()
    for child in new:
        alike = left.get((literal_tag(child), child.get("name")))
        if unplaced[_content(child)] > 0:
            unplaced[_content(child)] -= 1
        elif alike and child.tag != KEPT_TAG:
            number = alike.popleft()
            pairs.append((number, old_by_number.pop(number), child))
        else:
            added.add(id(child))
    return pairs, replacing, added, list(old_by_number)


def _are_alike(old: _Element, new: _Element) -> bool:
    return literal_tag(old) == literal_tag(new) and old.get("name") == new.get("name")


def _content(element: _Element) -> bytes:
    return etree.tostring(element, with_tail=False)


def rises(numbers: list[int], ranks: dict[int, int]) -> bool:
    """Whether numbers are in the order that they had; see ``longest_rise``."""
    return all(ranks[one] < ranks[other] if ranks else one < other for one, other in pairwise(numbers))


def longest_rise(numbers: list[int], ranks: dict[int, int]) -> set[int]:
    """Of numbers that had another order the most that can stay when the others are moved.

    Args:
        numbers: in their order now.
        ranks: their places in the order that they had; without any they rose.
    """
    tails: list[int] = []
    at: list[int] = []
    previous: list[int] = []
    for index, number in enumerate(numbers):
        rank = ranks[number] if ranks else number
        place = bisect_left(tails, rank)
        previous.append(at[place - 1] if place else -1)
        tails[place : place + 1] = [rank]
        at[place : place + 1] = [index]
    staying: set[int] = set()
    index = at[-1] if at else -1
    while index >= 0:
        staying.add(numbers[index])
        index = previous[index]
    return staying


def find_moved(before: Iterable[_Element], now: Iterable[_Element]) -> dict[int, tuple[_Element, _Element]]:
    """The elements that stood in one element of the text and stand in another now, by number: as they were and are."""
    was, is_now = _by_number(before), _by_number(now)
    return {
        number: (was[number], element)
        for number, element in is_now.items()
        if number in was and element.tag != KEPT_TAG and _around(was[number]) != _around(element)
    }


def _by_number(roots: Iterable[_Element]) -> dict[int, _Element]:
    """Elements inside by their numbers; of those that have one the one that is only named, or else the first."""
    found: dict[int, _Element] = {}
    for root in roots:
        for element in root.iterdescendants():
            number = mark_of(element)
            if number >= 0 and (number not in found or element.tag == KEPT_TAG):
                found[number] = element
    return found


def _around(element: _Element) -> int:
    parent = element.getparent()
    return -1 if parent is None else mark_of(parent)
