"""The order in which what is in an element is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from ..element import Element

T = TypeVar("T")
Insertion = tuple["Element", "Element", bool]
"""An element that was put right beside another, and whether behind it; the later ones of several are nearer."""


def in_order(items: list[T], field: Callable[[T], int], place: Callable[[T], float | None]) -> list[T]:
    """Parts of an element in the order of the text that they came from; a new one follows the one before it.

    Args:
        items: the parts, those of one field together.
        field: of which field one is.
        place: where it stood, None for one that did not; numbers that grow with the text.
    """
    keyed: list[tuple[float, int, T]] = []
    last = -1.0
    for _, alike in groupby(items, key=field):
        members = list(alike)
        known = list(map(place, members))
        # what was put in another order takes the same places in that order
        taken = sorted(there for there in known if there is not None)
        if taken and known[0] is None:
            last = taken[0] - 0.5
        free = iter(taken)
        for item, there in zip(members, known):
            last = last + 1e-6 if there is None else float(next(free))
            keyed.append((last, len(keyed), item))
    keyed.sort(key=lambda entry: entry[:2])
    return [item for _, _, item in keyed]


def with_insertions(
    items: list[T], field: Callable[[T], int], element: Callable[[T], object], insertions: Sequence[Insertion]
) -> list[T]:
    """Parts in order, those that were put beside another there; as they were where that contradicts their lists.

    Args:
        items: the parts in the order that they would have without.
        field: of which field one is.
        element: which typed element one is, None for another value.
        insertions: what was put beside what.
    """
    by_id = {id(found): item for item in items if (found := element(item)) is not None}
    beside: dict[int, tuple[list[T], list[T]]] = {}
    inserted: set[int] = set()
    for new, anchor, is_behind in insertions:
        if id(new) in by_id and id(anchor) in by_id:
            beside.setdefault(id(anchor), ([], []))[is_behind].append(by_id[id(new)])
            inserted.add(id(new))
    if not inserted:
        return items
    made: list[T] = []
    ahead: list[tuple[T, bool]] = [(item, False) for item in reversed(items) if id(element(item)) not in inserted]
    while ahead:
        item, is_done = ahead.pop()
        found = None if is_done else beside.get(id(element(item)))
        if found is None:
            made.append(item)
        else:
            ahead += [(each, False) for each in found[1]]  # the last one is the nearest
            ahead.append((item, True))
            ahead += [(each, False) for each in reversed(found[0])]
    return made if len(made) == len(items) and _is_as_listed(items, made, field) else items


def _is_as_listed(items: list[T], made: list[T], field: Callable[[T], int]) -> bool:
    def by_field(order: list[T]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for item in order:
            found.setdefault(field(item), []).append(id(item))
        return found

    return by_field(items) == by_field(made)
