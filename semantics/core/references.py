"""All names in a typed document and all that refers to them, for every format: what renaming and looking up go by.

``NamesIn(root)`` reads a tree once. ``.definitions`` are the elements that have a name, ``.references`` the fields that
hold one, in the order of the tree; ``resolve`` leads from a reference to what its parts mean. Includes are not
followed: what a file brings is in another tree, and the part of a reference that leads there means nothing here.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

from ...diagnostics.records import dataclass, field
from ...runtime.element import Element
from ...runtime.fields import Kind, ReferencePath
from ...runtime.references import ReferenceField, facts_of
from ...runtime.unknown_elements import is_generic
from .traversal import generic_elements

Key = int | str | None
NO_REFERENCE_FIELDS = ReferencePath([], [])


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """Where names are looked up: in what the names ``inside`` lead to, seen from an element that has names inside."""

    element: Any
    """The world, model, link, robot, skeleton …; the root of the document for what is in none."""
    outer: Scope | None
    inside: tuple[str, ...] = ()

    @property
    def path(self) -> tuple[str, ...]:
        """The names of the elements from the outermost scope down to this one; the root has none."""
        if self.outer is None:
            return ()
        return (*self.outer.path, *(self.inside or (name_of(self.element) or "",)))

    def find_scope_for(self, kinds: tuple[str, ...]) -> Scope:
        """This scope, or the nearest one around it, in which there may be something of one of these kinds."""
        found = self
        while found.outer is not None and not found.inside:
            if facts_of(type(found.element)).holds.intersection(kinds):
                break
            found = found.outer
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """A place that holds the name of something."""

    element: Any
    """The typed element, directive or generic element that has the field."""
    field: str
    """``text``, or ``@`` and a name, of a generic element."""
    key: Key
    """Which of the values, where the field has several: the number of one, or a key, which is itself the name."""
    kind: Kind
    scope: Scope
    """Where the name is looked up."""
    separator: str | None
    """What leads into a nested scope; None: nothing does."""
    is_followed: bool
    """Whether a name that nothing has is a finding."""
    text: str
    """As it is written."""
    holder: Any = None
    """The element around ``element``; None for the root."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The name of each scope on the way, and that of what is meant."""
        written = self.text.strip()
        return tuple(written.split(self.separator)) if self.separator else (written,)

    @property
    def is_keyword(self) -> bool:
        """Whether it is no name but a word that may appear in its place, such as ``world``, or holds nothing."""
        return self.text.strip() in ("", *self.kind.words)


@dataclass(frozen=True, slots=True, eq=False)
class NameDefinition:
    """An element that has a name."""

    element: Any
    field: str
    """That which holds the name."""
    kind: str
    scope: Scope
    """Where the name counts."""
    name: str
    shares: bool
    """Whether siblings of any kind have to have other names."""


@dataclass(slots=True)
class NamesIn:
    """The names in a typed document, or in any typed element of one, and what refers to them."""

    root: Any
    definitions: tuple[NameDefinition, ...] = field(init=False)
    references: tuple[Reference, ...] = field(init=False)
    _inside: dict[int, dict[str, list[NameDefinition]]] = field(init=False, default_factory=dict)
    """By the ``id`` of a scope's element: what has names there."""

    def __post_init__(self) -> None:
        definitions, references = [], []
        for found in names_in(self.root):
            if isinstance(found, NameDefinition):
                definitions.append(found)
                self._inside.setdefault(id(found.scope.element), {}).setdefault(found.name, []).append(found)
            else:
                references.append(found)
        self.definitions, self.references = tuple(definitions), tuple(references)

    def resolve(self, reference: Reference) -> tuple[NameDefinition | None, ...]:
        """What each part of a reference means; None for a part that has no element in this tree, or is a word."""
        if reference.is_keyword:
            return (None,) * len(reference.parts)
        scope = self._start(reference.scope)
        found: list[NameDefinition | None] = []
        meant: NameDefinition | None = None
        parts = reference.parts
        for number, part in enumerate(parts):
            if not part and len(parts) > 1:  # Drake takes separators at the ends of a name
                found.append(None)
                continue
            # a name may hold separators itself, as those that directives give to frames do
            meant = meant or self._find_definition(
                scope, (reference.separator or "").join(parts[number:]), reference.kind.kinds
            )
            definition = meant if number == len(parts) - 1 else self._find_scope(scope, part)
            found.append(definition)
            scope = None if definition is None else definition.element
        return tuple(found)

    def references_to(self, definition: NameDefinition) -> Iterator[tuple[Reference, int]]:
        """Every reference that has the name of a definition in it, and which of its parts that is."""
        for reference in self.references:
            if definition.name in reference.parts:
                for number, meant in enumerate(self.resolve(reference)):
                    if meant is definition:
                        yield reference, number

    def definition_of(self, element: Any) -> NameDefinition | None:
        """What gives an element its name; None where it has none."""
        return next((each for each in self.definitions if each.element is element), None)

    def _find_definition(self, scope: Any, name: str, kinds: tuple[str, ...]) -> NameDefinition | None:
        known = self._inside.get(id(scope), {}).get(name, ())
        return next((each for each in known if each.kind in kinds), None)

    def _find_scope(self, scope: Any, name: str) -> NameDefinition | None:
        """What of that name has names inside, or brings a file that has."""
        known = self._inside.get(id(scope), {}).get(name, ())
        opening = (each for each in known if facts_of(type(each.element)).opens or each.kind == "model")
        return next(opening, None)

    def _start(self, scope: Scope) -> Any:
        """The element whose names a scope means; None where it is in another file."""
        if scope.outer is None or not scope.inside:
            return scope.element
        element = self._start(scope.outer)
        for name in scope.inside:
            found = self._find_scope(element, name)
            element = None if found is None else found.element
        return element


def names_in(root: Any, ways: Mapping[str, ReferencePath] | None = None) -> Iterator[NameDefinition | Reference]:
    """Every name that a typed tree gives or refers to, outer elements first; with ``ways``, by class, where these lead."""
    top = Scope(root, None)
    names = names_module(root)
    kept, kinds = names.KEPT, names.KINDS
    ahead: list[tuple[Any, Any, Scope, Scope]] = [(root, None, top, top)]
    while ahead:
        element, holder, around, beyond = ahead.pop()
        facts = facts_of(type(element))
        way = None if ways is None else ways.get(type(element).__name__, NO_REFERENCE_FIELDS)
        own = Scope(element, around) if facts.opens and element is not root else around
        for definition in facts.definitions:
            name = getattr(element, definition.field)
            if name:
                kind = definition.kind.name
                yield NameDefinition(
                    element, definition.field, kind, around.find_scope_for((kind,)), name.strip(), definition.shares
                )
        inner = own
        for each in facts.references:
            if way is not None and each.field not in way.references:
                continue
            start = {"around": own, "outside": beyond, "included": own}[each.scope]
            meant = each.kind_in(element, kinds)
            if meant is None:
                continue
            if each.scope == "included":
                scope = Scope(around.element, around, (name_of(element) or "",))
            else:
                scope = start.find_scope_for(meant.kinds)
            for reference in _references(element, holder, each, meant, scope):
                yield reference
                if each.enters:
                    inner = Scope(scope.element, scope, reference.parts)
        children = [(child, element, inner, around) for child in _children(element, way)]
        ahead += reversed(children)
        if way is not None:
            continue
        for extra in generic_elements(element):
            yield from _find_references_in_extras(extra, (str(element.Meta.name),), own, kept)


def name_of(element: Any) -> str | None:
    """The name of a typed element; None where it has none."""
    for definition in facts_of(type(element)).definitions:
        name: str | None = getattr(element, definition.field)
        return name
    return None


def _references(element: Any, holder: Any, about: ReferenceField, kind: Kind, scope: Scope) -> Iterator[Reference]:
    # asking for a list that was not written would make one
    written = vars(element).get(about.field) if isinstance(element, Element) else getattr(element, about.field)
    if written is None:
        return
    values: list[tuple[Key, str]]
    if isinstance(written, Mapping):
        values = [(key, key) for key in written]
    elif isinstance(written, list):
        values = [(number, text) for number, text in enumerate(written)]
    else:
        values = [(None, written)]
    for key, text in values:
        yield Reference(element, about.field, key, kind, scope, about.separator, about.is_followed, str(text), holder)


def _children(element: Any, way: ReferencePath | None) -> Iterator[Any]:
    held: Iterable[tuple[str, Any]] = vars(element).items() if isinstance(element, Element) else _fields(element)
    if way is not None:
        through = way.through
        held = [each for each in held if each[0] in through]  # none of most
    for name, value in held:
        if name[0] == "_" or name == "any_elements":
            continue
        values = value if isinstance(value, list) else value.values() if isinstance(value, Mapping) else (value,)
        for part in values:
            if isinstance(part, Element) or hasattr(type(part), "__dataclass_fields__"):
                yield part


def _fields(directive: Any) -> Iterator[tuple[str, Any]]:
    """What a directive holds, without the places that it was read from."""
    from dataclasses import fields

    return ((each.name, getattr(directive, each.name)) for each in fields(directive) if each.init)


def names_module(root: Any) -> Any:
    """What is generated about the names of the format that an element belongs to; empty for classes made otherwise."""
    return _names_module(type(root).__module__.rpartition(".")[0].rpartition(".")[0])


@cache
def _names_module(package: str) -> Any:
    try:
        return importlib.import_module(f"{package}.names")
    except ModuleNotFoundError:
        return SimpleNamespace(KEPT={}, KINDS={}, WORDS=(), REFERENCE_PATHS={})


def _find_references_in_extras(
    extra: Any, path: tuple[str, ...], around: Scope, known: Mapping[str, Kind]
) -> Iterator[Reference]:
    ahead = [(extra, path, around)]
    while ahead:
        element, path, around = ahead.pop()
        tag = _local(element.qname)
        path = (*path, tag)
        places = {"text": [tag, "/".join(path[-2:])]}
        inner = around
        if "name" in element.attributes:
            places["text"].append(f"{tag}[{element.attributes['name']}]")
        for name in element.attributes:
            own = f"@{_local(name)}"
            places[f"@{name}"] = [own, f"{tag}/{own}", "/".join((*path[-2:], own)), "/".join((*path[-3:], own))]
        for place, keys in places.items():
            kind = next((known[key] for key in keys if key in known), None)
            text = element.text if place == "text" else element.attributes[place[1:]]
            if kind is not None and text and text.strip():
                scope = around.find_scope_for(kind.kinds)
                yield (found := Reference(element, place, None, kind, scope, kind.separator, False, text))
                if place == "@name" and kind.name == "model":  # what is said inside is said of its parts
                    inner = Scope(scope.element, scope, found.parts)
        ahead += [(child, path, inner) for child in reversed(element.children) if is_generic(child)]


def _local(name: str | None) -> str:
    return (name or "").rpartition("}")[2]
