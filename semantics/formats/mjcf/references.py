"""Names in MJCF, one namespace for each kind, and places that refer to them.

Spec: MJCF reference, ``name`` and the attributes that refer to names.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple
from ....runtime.references import facts_of
from ....runtime.spelling import SpellingIndex
from .document_tree import fields_inside

if TYPE_CHECKING:
    from ....runtime.element import Element
    from ....runtime.fields import Kind
    from ....runtime.references import ReferenceField

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
BODY_TAGS = ("body", "frame")
"""Parts whose content is made of other parts."""


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
    return kind_of_names(element.__class__)


@cache
def kind_of_names(cls: Any) -> str | None:
    """The kind of the names that elements of a class have; None for those that have none."""
    definitions = facts_of(cls).definitions
    return definitions[0].kind.name if definitions else None


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
def fields_followed(cls: Any) -> frozenset[str]:
    """The names of those fields."""
    return frozenset(each.field for each in find_followed_fields(cls))


@cache
def may_hold_uses(cls: Any) -> bool:
    """Whether what is inside of elements of a class may refer to something, and belongs to them."""
    return cls.Meta.name not in BODY_TAGS and bool(fields_inside(cls))


def written_name(tag: str, element: Element) -> str:
    """The name that an element says, or that of its file; empty where it says neither."""
    fields = vars(element)
    name: str = fields.get("name") or ""
    if not name and tag in FILE_NAMED:
        file = fields.get("file") or ""
        name = file.rpartition("/")[2].rpartition("\\")[2]
        stem, dot, _ = name.rpartition(".")
        name = stem if dot else name
    return name


class Names:
    """What has a name in a model, by kind."""

    __slots__ = ("by_kind", "generated", "_spelled")

    def __init__(self) -> None:
        self.by_kind: defaultdict[str, dict[str, Any]] = defaultdict(dict)
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
        return self.by_kind[kind].setdefault(name, thing)
