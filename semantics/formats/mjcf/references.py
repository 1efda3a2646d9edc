"""What refers to names in MJCF, and names themselves: one namespace for each kind.

Spec: MJCF reference, ``name`` and the attributes that refer to names.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple
from ....runtime.references import facts_of
from ....runtime.spelling import SpellingIndex
from ...core.references import names_module

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ....runtime.element import Element
    from ....runtime.fields import Kind
    from ....runtime.references import ReferenceField
    from .classes import Attributes
    from .nodes import Node

WORLD = "world"
"""The name of the body that everything is in."""
FILE_NAMED = frozenset({"mesh", "texture", "hfield", "skin"})
"""What is called after its file where it has no name."""
COMMON_TO_COPIES = frozenset({"mesh", "material", "texture", "hfield", "model", "default", "instance"})
"""Kinds of what copies share: references to them are the same in each."""
LOOKED_UP_ELSEWHERE = frozenset({"default", "model", "frame"})
"""Kinds whose names are looked up while the model is put together."""
UNFOLLOWED = frozenset({("mesh", "material")})
"""Tags and fields with names that nobody looks up."""


class NameUse(NamedTuple):
    """A place where something is referred to."""

    element: Element
    """In which it is written: the element, one inside of it, or one of its class."""
    field: str
    kind: Kind
    name: str
    """As it is written."""


def kind_of(element: Element) -> str | None:
    """The kind of the name that an element has; None for what has no name."""
    definitions = facts_of(type(element)).definitions
    return definitions[0].kind.name if definitions else None


def written_name(node: Node) -> str:
    """The name that an element says, or that of its file; empty where it says neither."""
    fields = vars(node.element)
    name: str = fields.get("name") or ""
    if not name and node.tag in FILE_NAMED:
        file = fields.get("file") or ""
        name = file.rpartition("/")[2].rpartition("\\")[2]
        stem, dot, _ = name.rpartition(".")
        name = stem if dot else name
    return name


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


def use_in(attributes: Attributes, field: str) -> NameUse | None:
    """What a field refers to, as the element or its class says it; None where neither says a name of a known kind."""
    holder = attributes.holder(field)
    name = None if holder is None else getattr(holder, field)
    if holder is None or not name:
        return None
    about = _reference_fields(type(holder))[field]
    kind = about.kind if about.by is None else about.kind_in(holder, names_module(holder).KINDS)
    return None if kind is None else NameUse(holder, field, kind, name)


def uses_in(attributes: Attributes, node: Node) -> Iterator[NameUse]:
    """What an element with what it gets, and what is inside of it, refers to."""
    yield from own_uses(attributes, node)
    yield from inner_uses(node)


def own_uses(attributes: Attributes, node: Node) -> Sequence[NameUse]:
    """What an element with what it gets refers to.

    Most elements refer to nothing, or to what their class names, which is found out without a look at each field that could.
    """
    names = _followed_names(type(node.element))
    if not names.isdisjoint(node.element.__dict__):
        return _find_uses(attributes, node)
    if names.isdisjoint(attributes.defaults):
        return ()
    if not attributes.uses:
        attributes.uses.append(_find_uses(attributes, node))
    return attributes.uses[0]


def _find_uses(attributes: Attributes, node: Node) -> tuple[NameUse, ...]:
    fields = [each.field for each in find_followed_fields(type(node.element))]
    uses = (use_in(attributes, field) for field in fields if attributes.is_written(field))
    return tuple(use for use in uses if use is not None)


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


BODY_TAGS = ("body", "frame")
"""Parts whose content is made of other parts."""


class Names:
    """What has a name in a model, by kind."""

    __slots__ = ("by_kind", "generated", "_spelled")

    def __init__(self) -> None:
        self.by_kind: dict[str, dict[str, Any]] = {}
        self.generated: tuple[str, ...] = ()
        """How names begin that MuJoCo makes up, of the bodies of a flexible thing."""
        self._spelled: dict[str, SpellingIndex] = {}

    def find(self, kind: str, name: str) -> Any:
        """The body or part that has a name; None where nothing of the kind has."""
        return self.by_kind.get(kind, {}).get(name)

    def find_any(self, kind: Kind, name: str) -> Any:
        """The same, where a name of a kind is wanted, for which those of others may be allowed."""
        for each in kind.among or (kind.name,):
            named = self.by_kind.get(each)
            if named is not None and name in named:
                return named[name]
        return None

    def find_nearest(self, kind: Kind, name: str) -> str | None:
        """The name of a kind that another was most likely meant to be."""
        index = self._spelled.get(kind.name)
        if index is None:
            known = (each for kind_of_name in kind.kinds for each in self.by_kind.get(kind_of_name, ()))
            index = self._spelled[kind.name] = SpellingIndex(known)
        return index.nearest(name)

    def add(self, kind: str, name: str, thing: Any) -> Any:
        """Adds what has a name; answers what had it before, which keeps it."""
        return self.by_kind.setdefault(kind, {}).setdefault(name, thing)
