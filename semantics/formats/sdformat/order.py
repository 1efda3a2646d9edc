"""Document order: typed lists say what is of a kind, the text says what comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ..text_order import rank_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ....runtime.element import Element
    from .context import IncludeOrigin

M = TypeVar("M", bound="tuple[str, Element]")

MERGED = {"frame": 0, "link": 1, "joint": 2, "model": 3}
"""The order in which the contents of a merged model take the place of the include."""


def in_document_order(owner: Element, members: Sequence[M], included: Mapping[int, IncludeOrigin]) -> list[M]:
    """Kinds and elements in ``owner`` in the order of its text; those without a place there come last, as they are.

    Those that includes brought (``included``) stand where the include does.
    """
    rank = rank_in(owner) if len(members) > 1 else None
    if rank is None:
        return list(members)

    def place(member: M) -> tuple[float, int]:
        kind, element = member
        made = included.get(id(element))
        return rank(element if made is None else made.include), MERGED.get(kind, 0)

    return sorted(members, key=place)
