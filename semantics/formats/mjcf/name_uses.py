"""What parts of a model refer to by its name: what they say themselves, what their class says, and what is inside of them.

Spec: MJCF reference, the attributes that refer to names.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from ....runtime.references import facts_of
from ...core.references import names_module
from .references import BODY_TAGS, NameUse, find_followed_fields

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ....runtime.references import ReferenceField
    from .model import MjcfPart

_tuple = tuple.__new__
"""Makes a named tuple without the call that takes its fields one by one."""


@cache
def _reference_fields(cls: Any) -> dict[str, ReferenceField]:
    """The fields of a class that hold names, by their own names."""
    return {each.field: each for each in facts_of(cls).references}


@lru_cache(maxsize=1000)
def _select_fields(cls: Any, names: frozenset[str]) -> tuple[ReferenceField, ...]:
    """Those of the fields that have some names, in their order: elements have the same few, again and again."""
    return tuple(each for each in find_followed_fields(cls) if each.field in names)


def uses_in(part: MjcfPart) -> Iterator[NameUse]:
    """What an element with what it gets, and what is inside of it, refers to."""
    yield from own_uses(part)
    yield from inner_uses(part)


def own_uses(part: MjcfPart) -> Sequence[NameUse]:
    """What an element with what it gets refers to.

    Most elements refer to nothing, to one thing, or to what their class names, which is found out without a look at each
    field that could.
    """
    element, written, given = part.element, part.written, part.given
    own = given.followed.intersection(written)
    if not own and given.uses is not None:
        return given.uses
    holders = given.holders
    fields = own.union(given.followed.intersection(holders)) if given.refers else own
    uses = []
    for each in _select_fields(element.__class__, fields):
        field = each.field
        if field in written:
            holder, name = element, written[field]
        else:
            holder = holders[field]
            name, each = holder.__dict__[field], _reference_fields(type(holder))[field]
        if not name:
            continue
        kind = each.kind if each.by is None else each.kind_in(holder, names_module(holder).KINDS)
        if kind is not None:
            uses.append(_tuple(NameUse, (holder, field, kind, name)))
    if not own:
        given.uses = uses
    return uses


def inner_uses(part: MjcfPart) -> Iterator[NameUse]:
    """What refers to names inside of an element that is no place for other parts."""
    tree = part.tree
    ahead = [child for _, child in reversed(part.inside)]
    if not ahead or part.tag in BODY_TAGS:
        return
    kinds = names_module(part.element).KINDS
    while ahead:
        element = ahead.pop()
        for each in find_followed_fields(type(element)):
            name = vars(element).get(each.field)
            kind = each.kind_in(element, kinds) if name else None
            if name and kind is not None:
                yield NameUse(element, each.field, kind, name)
        ahead += [child for _, child in reversed(tree.inside(element))]
