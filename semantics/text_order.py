"""The order in which typed elements stand in the text."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..runtime.element import Element


def rank_in(owner: Element) -> Callable[[Element], float]:
    """Tells where members of ``owner`` stand in its text: a number that grows; inf for one that stands elsewhere."""
    origin = owner._origin
    if type(origin) is int:

        def number(member: Element) -> float:
            place = member._origin
            return place if type(place) is int else inf

        return number
    source = owner.source_element
    ranks = {} if source is None else {child: rank for rank, child in enumerate(source)}

    def rank(member: Element) -> float:
        return ranks.get(member._origin, inf)

    return rank
