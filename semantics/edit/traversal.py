"""Where elements are: what they are in, what is inside in the order of the text, and their paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol

from ...diagnostics.errors import NotInDocument
from ...runtime.element import IMPLIED, Element, written_fields
from ...runtime.field_tables import parts_of
from ...runtime.saving.changes import OPENINGS
from ...runtime.saving.order import in_order, with_insertions
from ...runtime.source import literal_tag, named_step
from ...runtime.value_validation import describe_element
from ..core.handles import live_documents
from ..core.traversal import as_element, members

if TYPE_CHECKING:
    from ...runtime.source import Source
    from ..core.handles import DocumentHandle


class HasRoot(Protocol):
    """A document: what has a root element."""

    @property
    def root(self) -> Any:
        """The root element."""
        ...


_NUMBER = itemgetter(0)
_ELEMENT = itemgetter(2)


def walk(element: Element | HasRoot) -> Iterator[tuple[str, Element]]:
    """An element and all that are written inside, outer ones first, in the order in which they are written.

    Each comes with its path, as ``Diagnostic.xpath`` has it: ``/sdf/world[@name="w"]/model[@name="m"]``. The path begins at
    the root of the document that the element is in; at the element itself where it is in none. Elements may be
    changed on the way; those that are put into what was reached already do not come.

    Args:
        element: where to begin; a document begins at its root.

    Example:
        >>> doc = bodyplan.loads('<robot name="cart"><link name="base"/></robot>')
        >>> [path for path, element in bodyplan.walk(doc.root)]
        ['/robot[@name="cart"]', '/robot[@name="cart"]/link[@name="base"]']
    """
    top = top_of(element)
    ahead = [(path_of(top), top)]
    while ahead:
        path, current = ahead.pop()
        yield path, current
        inside = children(current)
        ahead += [
            (f"{path}/{step}", child) for step, child in reversed(list(zip(steps(inside), map(_ELEMENT, inside))))
        ]


def top_of(element: Element | HasRoot) -> Element:
    """An element itself, or the root of a document; a TypeError where that is not XML."""
    return as_element(element if isinstance(element, Element) else getattr(element, "root", element))


def path_of(element: Element) -> str:
    """The path of an element from the root of its document."""
    inside: list[str] = []
    while True:
        try:
            parent = parent_of(element)
        except NotInDocument:
            parent = None
        if parent is None:
            break
        beside = children(parent)
        step = next((step for step, (_, _, each) in zip(steps(beside), beside) if each is element), None)
        if step is None:  # it holds defaults only
            break
        inside.append(step)
        element = parent
    origin = None if type(element._origin) is int else element.source_element
    tag = type(element).Meta.name if origin is None else literal_tag(origin)  # type: ignore[attr-defined]
    name = name_of(element)
    return "/" + "/".join([tag if name is None else named_step(tag, name), *reversed(inside)])


def name_of(element: Element) -> str | None:
    """The attribute ``name`` of an element, where it has one."""
    part = parts_of(type(element)).by_field.get("name")
    name = vars(element).get("name") if part is not None and part.kind == "Attribute" else None
    return name if isinstance(name, str) else None


@cache
def _parts_inside(cls: type[Element]) -> list[tuple[int, str, str]]:
    """The fields of a class that may hold elements: the number of each, and its tag."""
    parts = parts_of(cls).by_field.items()
    return [(number, field, part.name) for number, (field, part) in enumerate(parts) if field in OPENINGS[cls]]


def children(element: Element) -> list[tuple[int, str, Element]]:
    """The elements right inside one in the order in which they are written: number of the field, tag, element."""
    found: list[tuple[int, str, Element]] = []
    for number, field, tag in _parts_inside(type(element)):
        value = element.__dict__.get(field)
        if value is not None:
            found += [
                (number, tag, each)
                for each in (value if isinstance(value, list) else (value,))
                if isinstance(each, Element) and (each._origin is not IMPLIED or any(written_fields(each)))
            ]
    if len(found) < 2:
        return found
    there = None if type(element._origin) is int else element.source_element
    places: dict[Any, int] = dict(zip(there if there is not None else (), count()))
    taken: set[Any] = set()

    def place(item: tuple[int, str, Element]) -> float | None:
        origin = vars(item[2]).get("_instead", item[2]._origin)
        known = origin if type(origin) is int and there is None else places.get(origin)
        if known is None or origin in taken:
            return None
        taken.add(origin)
        return known

    found = in_order(found, _NUMBER, place)
    insertions = vars(element).get("_inserted")
    return with_insertions(found, _NUMBER, _ELEMENT, insertions) if insertions else found


def steps(inside: list[tuple[int, str, Element]]) -> list[str]:
    """The steps of paths that lead to what is in one element."""
    names = [name_of(element) for _, _, element in inside]
    unnamed = Counter(tag for (_, tag, _), name in zip(inside, names) if name is None)
    numbers: Counter[str] = Counter()
    made = []
    for (_, tag, _), name in zip(inside, names):
        if name is None:
            numbers[tag] += 1
            made.append(tag if unnamed[tag] == 1 else f"{tag}[{numbers[tag]}]")
        else:
            made.append(named_step(tag, name))
    return made


def parent_of(element: Element, *, root: Element | None = None) -> Element | None:
    """The element that one is in; None for the root element of a document.

    Elements do not point at what they are in: it is looked for in the documents that the program has, and remembered
    until it changes. An element that was taken out still is the parent of those inside.

    Args:
        element: the element itself, not one that equals it.
        root: where to look instead, for elements that are in no document.

    Raises:
        NotInDocument: (a ``LookupError``) no document holds the element, or ``root`` does not.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> bodyplan.parent_of(doc.root.joint[0].limit).name
        'shoulder'
    """
    if root is not None:
        parents = parents_in(as_element(root))
        if element is not root and id(element) not in parents:
            raise NotInDocument(f"{describe_element(element)} does not stand in {describe_element(root)}")
        return parents.get(id(element))
    return held_by(element)[1]


def held_by(element: Element) -> tuple[DocumentHandle, Element | None]:
    """The document that an element is in, and its parent; raises as ``parent_of`` does."""
    as_element(element)
    documents = live_documents()
    for live in documents:
        if live.parsed.root is element:
            return live, None
        parent = live.parents.get(id(element))
        if parent is not None and any(each is element for _, each in members(parent)):
            return live, parent
    for live in sorted(documents, key=lambda live: not is_from(element._origin, live.parsed.source)):
        if isinstance(live.parsed.root, Element):
            live.parents = parents_in(live.parsed.root)
            if id(element) in live.parents:
                return live, live.parents[id(element)]
    raise NotInDocument(
        f"{describe_element(element)} stands in no document that the program holds; "
        "parent_of(element, root=…) looks in a tree that is in none"
    )


def parents_in(root: Element) -> dict[int, Element]:
    """By ``id`` of each element in a tree the one that it is in."""
    found: dict[int, Element] = {}
    ahead = [root]
    while ahead:
        parent = ahead.pop()
        for _, element in members(parent):
            if id(element) not in found:
                found[id(element)] = parent
                ahead.append(element)
    return found


def is_from(origin: Any, source: Source) -> bool:
    """Whether an origin of an element lies in a text."""
    if origin is None or origin is IMPLIED:
        return False
    if type(origin) is int:
        return source.owns(origin)
    return bool(source.has_tree and origin.getroottree().getroot() is source.root)
