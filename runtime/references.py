"""What fields have to do with names: which give one, which refer to one, and where it is looked up.

``facts_of`` answers that for a class of any format. ``schemas/`` says it, generated classes carry it in the declarations
of their fields; classes that are written by hand do the same in the metadata of theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..diagnostics.records import NamedTuple
from .element import Element
from .field_tables import kind_of
from .fields import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

Scope: TypeAlias = Literal["around", "outside", "included"]
"""Where a name is looked up: in the scope around the value, in that outside of the element which holds it, or in what that
element includes."""


class ReferenceField(NamedTuple):
    """A field that holds the name of something, or names."""

    field: str
    kind: Kind | None
    """None: another field of the element says it."""
    scope: Scope
    separator: str | None
    """What leads into a nested scope here; None: nothing does."""
    is_followed: bool
    """Whether a name that nothing has is a finding."""
    enters: bool
    """Whether references inside of the element are looked up in what this one leads to."""
    by: str | None = None
    """The field that says the kind."""

    def kind_in(self, element: Any, kinds: Mapping[str, Kind]) -> Kind | None:
        """The kind of what is meant; None where the element says none that is known.

        Args:
            element: the element that has the field.
            kinds: all kinds of names of the format.
        """
        if self.by is None:
            return self.kind
        word = getattr(element, self.by)
        return kinds.get(getattr(word, "value", word))


class DefinitionField(NamedTuple):
    """A field that holds the name of its element."""

    field: str
    kind: Kind
    shares: bool
    """Whether its siblings of any kind have to have other names."""


class NameFacts(NamedTuple):
    """What a class has to do with names."""

    references: tuple[ReferenceField, ...]
    definitions: tuple[DefinitionField, ...]
    opens: bool
    """Whether names inside have a scope of their own."""
    holds: frozenset[str]
    """The kinds of names that may be declared in it."""
    pose: str | None
    """The field with the pose of the element."""


_FACTS_CACHE: dict[Any, NameFacts] = {}


def facts_of(cls: Any) -> NameFacts:
    """What a class of typed elements has to do with names."""
    found = _FACTS_CACHE.get(cls)
    if found is None:
        found = _FACTS_CACHE[cls] = _facts_of(cls)
    return found


def _facts_of(cls: Any) -> NameFacts:
    specs: Mapping[str, Any] = getattr(cls, "_specs", None) or cls.__dataclass_fields__
    references, definitions, holds = [], [], set()
    pose: str | None = None
    for field, spec in specs.items():
        about = spec.metadata
        kind: Kind | None = about.get("refers")
        by: str | None = about.get("refers_by")
        if kind is not None or by is not None:
            references.append(
                ReferenceField(
                    field,
                    kind,
                    about.get("scope", "around"),
                    kind.separator if kind is not None and about.get("scoped", True) else None,
                    not about.get("unfollowed", False),
                    about.get("enters", False),
                    by,
                )
            )
        kind = about.get("defines")
        if kind is not None:
            definitions.append(DefinitionField(field, kind, about.get("shares", False)))
        if about.get("is_pose"):
            pose = field
        if about.get("type") == "Element":
            inner = kind_of(cls, field)
            if issubclass(inner, Element) and inner is not cls:
                holds |= _defined_by(inner)
            elif inner is cls:
                holds |= {each.kind.name for each in definitions}
    opens = getattr(getattr(cls, "Meta", None), "opens", False)
    return NameFacts(tuple(references), tuple(definitions), opens, frozenset(holds), pose)


def _defined_by(cls: type[Element]) -> set[str]:
    """The kinds of the names that elements of a class have."""
    kinds = (spec.metadata.get("defines") for spec in cls._specs.values())
    return {kind.name for kind in kinds if kind is not None}
