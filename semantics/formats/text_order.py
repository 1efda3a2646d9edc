"""The order in which typed elements stand in the text."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TypeVar

from ...runtime.element import Element, unread_element

T = TypeVar("T", bound=Element)


def in_text_order(owner: Element, members: list[T]) -> list[T]:
    """Members of ``owner`` as they stand in its text; those that stand elsewhere come last, as given.

    So does a copy of one that is a member, too.
    """
    source = unread_element(owner)
    if source is not None:
        at = {member._origin: member for member in members}
        found = [at[child] for child in source[:] if child in at]
        if len(found) == len(members):
            return found
    rank = rank_in(owner)
    if rank is None:
        return members
    ranks = list(map(rank, members))
    if len(set(ranks)) < len(ranks):
        ranks = [inf if place in ranks[:number] else place for number, place in enumerate(ranks)]
    return [members[number] for number in sorted(range(len(members)), key=ranks.__getitem__)]


def rank_in(owner: Element) -> Callable[[Element], float] | None:
    """Tells where members of ``owner`` stand in its text: a number that grows; inf for one that stands elsewhere.

    None for an owner that comes from no text.
    """
    origin = owner._origin
    if type(origin) is int:

        def number(member: Element) -> float:
            place = member._origin
            return place if type(place) is int else inf

        return number
    source = owner.source_element
    if source is None:
        return None
    ranks = {child: rank for rank, child in enumerate(source)}

    def rank(member: Element) -> float:
        return ranks.get(member._origin, inf)

    return rank
