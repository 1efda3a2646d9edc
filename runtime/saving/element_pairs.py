"""Which node of a tree was which before, and which can stay where they are."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from lxml import etree

from ...diagnostics.records import NamedTuple
from ..source import literal_tag
from .origin_marks import COMMENTS, KEPT_TAG, MARK, REPLACES_MARK

if TYPE_CHECKING:
    from collections.abc import Container

    from lxml.etree import _Element

    Pairing = Callable[[list[_Element], list[_Element]], dict[_Element, _Element]]


def mark_of(element: _Element) -> int:
    """The number in the text of what an encoded element was read from; -1 for none."""
    return int(element.get(MARK, "-1"))


class NodeMatch(NamedTuple):
    """Which sibling nodes are which of the siblings before."""

    pairs: dict[_Element, _Element]
    """Nodes as they are now, each with the one that it was."""
    added: list[_Element]
    gone: list[_Element]


def match_nodes(before: Iterable[_Element], now: Iterable[_Element], *steps: Pairing) -> NodeMatch:
    """Pairs nodes, in steps of which each sees what the ones before it have left.

    Args:
        before: nodes as they were.
        now: nodes as they are.
        steps: each answers pairs of some of those that were and are left.
    """
    pairs: dict[_Element, _Element] = {}
    added, gone = list(now), list(before)
    for step in steps:
        found = step(gone, added)
        pairs |= found
        taken = set(found.values())
        added = [each for each in added if each not in found]
        gone = [each for each in gone if each not in taken]
    return NodeMatch(pairs, added, gone)


def pair_by(key: Callable[[_Element], Any]) -> Pairing:
    """Pairs nodes of the same key in their order; those whose key is None are not paired."""

    def pair(before: list[_Element], now: list[_Element]) -> dict[_Element, _Element]:
        alike: dict[Any, deque[_Element]] = {}
        for each in before:
            if (known_by := key(each)) is not None:
                alike.setdefault(known_by, deque()).append(each)
        return {each: same.popleft() for each in now if (same := alike.get(key(each)))}

    return pair


def changed_values(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[tuple[str, str | None, str | None]]:
    """The names of attributes that differ, with their values before and now; None for one that is not there."""
    for name in {**before, **now}:
        if before.get(name) != now.get(name):
            yield name, before.get(name), now.get(name)


def match_children(
    before: list[_Element], now: list[_Element], elsewhere: Container[int] = ()
) -> tuple[list[tuple[int, _Element, _Element]], dict[int, _Element], set[int], list[int]]:
    """Which child was which.

    Args:
        before: the children as they were encoded; those that are only named now may be missing.
        now: those that there are.
        elsewhere: the numbers of those that have another parent now.

    Returns:
        Of those that are still there the number, and how they were encoded and are; those that were put in the place of
        another, by the number of that; the ``id`` of those that are new; the numbers of those that are gone.
    """
    first = {mark_of(child): child for child in reversed(now)}

    def pair_named(_: list[_Element], left: list[_Element]) -> dict[_Element, _Element]:
        return {child: child for child in left if child.tag == KEPT_TAG and first[mark_of(child)] is child}

    numbered = [child for child in before if mark_of(child) >= 0]
    marked = match_nodes(numbered, now, pair_by(mark_of), pair_named)
    gone = {mark_of(child): child for child in marked.gone}
    replacing: dict[int, _Element] = {}
    new: list[_Element] = []
    for child in marked.added:
        number = -1 if child.get(COMMENTS) else int(child.get(REPLACES_MARK, "-1"))
        if number in gone and number not in elsewhere and _name_of(gone[number]) != _name_of(child):
            replacing[number] = child
            del gone[number]
        else:
            new.append(child)
    # what was encoded without a place in the text, and still is, is nothing that was changed
    unplaced = (child for child in before if mark_of(child) < 0)
    changed = match_nodes(unplaced, new, pair_by(_content)).added
    named = match_nodes(gone.values(), changed, pair_by(_name_of))
    pairs = [(mark_of(old), old, child) for child, old in (marked.pairs | named.pairs).items()]
    return pairs, replacing, {id(child) for child in named.added}, [mark_of(child) for child in named.gone]


def _name_of(element: _Element) -> tuple[str, str | None] | None:
    return None if element.tag == KEPT_TAG else (literal_tag(element), element.get("name"))


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
    """The elements whose parent changed, by number: as they were and as they are."""
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
