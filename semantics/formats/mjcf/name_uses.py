"""What parts of a model refer to by its name: what they say themselves, what their class says, and what is inside of them.

Spec: MJCF reference, the attributes that refer to names.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ....runtime.references import facts_of
from ...core.references import names_module
from .references import NameUse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ....runtime.references import ReferenceField
    from .model import MjcfPart
    from .nodes import Node

LOOKED_UP_ELSEWHERE = frozenset({"default", "model", "frame"})
"""Kinds whose names are looked up while the model is put together."""
UNFOLLOWED = frozenset({("mesh", "material")})
"""Tags and fields with names that nobody looks up."""
BODY_TAGS = ("body", "frame")
"""Parts whose content is made of other parts."""


@cache
def _reference_fields(cls: Any) -> dict[str, ReferenceField]:
    """The fields of a class that hold names, by their own names."""
    return {each.field: each for each in facts_of(cls).references}


@cache
def find_followed_fields(cls: Any) -> tuple[ReferenceField, ...]:
    """The fields of a class that hold names which are looked up in the model."""
    return tuple(
        each
        for each in facts_of(cls).references
        if (each.kind is None or each.kind.name not in LOOKED_UP_ELSEWHERE)
        and (str(cls.Meta.name), each.field) not in UNFOLLOWED
    )


@cache
def _followed_names(cls: Any) -> frozenset[str]:
    """The names of those fields."""
    return frozenset(each.field for each in find_followed_fields(cls))


def uses_in(part: MjcfPart) -> Iterator[NameUse]:
    """What an element with what it gets, and what is inside of it, refers to."""
    yield from own_uses(part)
    yield from inner_uses(part.node)


def own_uses(part: MjcfPart) -> Sequence[NameUse]:
    """What an element with what it gets refers to.

    Most elements refer to nothing, or to what their class names, which is found out without a look at each field that could.
    """
    names = _followed_names(part.element.__class__)
    if not names:
        return ()
    if not names.isdisjoint(part.written):
        return _find_uses(part)
    given = part.given
    if names.isdisjoint(given.holders):
        return ()
    if not given.uses:
        given.uses.append(_find_uses(part))
    return given.uses[0]


def _find_uses(part: MjcfPart) -> list[NameUse]:
    uses = []
    element, written, holders = part.element, part.written, part.given.holders
    for each in find_followed_fields(element.__class__):
        field = each.field
        if field in written:
            holder, name = element, written[field]
        elif field in holders:
            holder = holders[field]
            name, each = holder.__dict__[field], _reference_fields(type(holder))[field]
        else:
            continue
        if not name:
            continue
        kind = each.kind if each.by is None else each.kind_in(holder, names_module(holder).KINDS)
        if kind is not None:
            uses.append(NameUse(holder, field, kind, name))
    return uses


def inner_uses(node: Node) -> Iterator[NameUse]:
    """What refers to names inside of an element that is no place for other parts."""
    if not node.children or node.tag in BODY_TAGS:
        return
    ahead = list(reversed(node.children))
    kinds = names_module(node.element).KINDS
    while ahead:
        node = ahead.pop()
        for each in find_followed_fields(type(node.element)):
            name = vars(node.element).get(each.field)
            kind = each.kind_in(node.element, kinds) if name else None
            if name and kind is not None:
                yield NameUse(node.element, each.field, kind, name)
        ahead += reversed(node.children)
