"""Where typed elements and their parts are in the text, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from math import inf
from typing import TYPE_CHECKING, TypeVar

from ...runtime.element import Element
from ...runtime.plain_element import PlainElement
from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element

T = TypeVar("T", bound=Element)
M = TypeVar("M", bound="tuple[str, Element]")


def child_element(element: Element, tag: str) -> _Element | Element:
    """Where a value of an element is written: its child of that name, or else the element itself."""
    source = element.source_element
    found = () if source is None else (child for child in source[:] if literal_tag(child) == tag)
    return next(iter(found), element)


def in_text_order(owner: Element, members: list[T]) -> list[T]:
    """Members of ``owner`` in the order of its text; copies and those that are elsewhere come last, as given."""
    source = _origins_inside(owner)
    if source is not None:
        at = {member._origin: member for member in members}
        found = [at[child] for child in source if child in at]
        if len(found) == len(members):
            return found
    rank = rank_in(owner)
    if rank is None:
        return members
    ranks = list(map(rank, members))
    if len(set(ranks)) < len(ranks):
        ranks = [inf if place in ranks[:number] else place for number, place in enumerate(ranks)]
    return [members[number] for number in sorted(range(len(members)), key=ranks.__getitem__)]


def _origins_inside(owner: Element) -> Sequence[_Element] | None:
    """What the members of ``owner`` come from, in the order of its text; None where that has no tree."""
    origin = owner._origin
    if isinstance(origin, PlainElement):
        return origin
    source = None if type(origin) is int else owner.source_element
    return None if source is None else source[:]


MERGED = {"frame": 0, "link": 1, "joint": 2, "model": 3}
"""The order of what is in one place, since it came from a merged model."""


def in_document_order(owner: Element, members: Sequence[M], place: Callable[[Element], Element]) -> list[M]:
    """Kinds and elements in ``owner`` in the order of its text; those without a place there come last, as they are.

    An element is where the one is that ``place`` gives for it, such as the include that brought it.
    """
    rank = rank_in(owner) if len(members) > 1 else None
    if rank is None:
        return list(members)
    return sorted(members, key=lambda member: (rank(place(member[1])), MERGED.get(member[0], 0)))


def find_ranks(owner: Element, members: Iterable[Element]) -> list[float] | None:
    """Where members of ``owner`` are in its text, as ``rank_in`` says it."""
    if type(owner._origin) is int:
        return [member._origin if type(member._origin) is int else inf for member in members]
    source = _origins_inside(owner)
    if source is None:
        return None
    ranks = dict(zip(source, count()))
    return [ranks.get(member._origin, inf) for member in members]


def rank_in(owner: Element) -> Callable[[Element], float] | None:
    """Finds where members of ``owner`` are in its text: a number that grows; inf for one that is elsewhere.

    None for an owner that comes from no text.
    """
    if type(owner._origin) is int:
        return lambda member: member._origin if type(member._origin) is int else inf
    source = _origins_inside(owner)
    if source is None:
        return None
    ranks = {child: rank for rank, child in enumerate(source)}
    return lambda member: ranks.get(member._origin, inf)
