"""Rules about names: what may be one, and that siblings have different ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules_frames
from ....runtime.diagnostics import rules_sdformat as rules
from ....runtime.element import is_written
from ...description.names import SEPARATOR, WORLD
from .reader import VERSION_OF_SCOPES, VERSION_OF_SIBLING_NAMES, Reader

if TYPE_CHECKING:
    from ....runtime.element import Element

Member = tuple[str, Any]
"""An element with a name, and its kind."""

FRAMES = frozenset({"model", "link", "joint", "frame"})
"""Kinds whose names are those of frames."""


def check_name(reader: Reader, kind: str, element: Any) -> None:
    """Reports a name that is empty, reserved or has the delimiter in it."""
    name = element.name
    if not name:
        if is_written(element, "name"):
            reader.sink.report(rules.NAME_EMPTY, _place(reader, element), attribute="name", kind=kind)
    elif is_reserved(name):
        reader.sink.report(rules.NAME_RESERVED, _place(reader, element), attribute="name", kind=kind, name=name)
    elif SEPARATOR in name and reader.file.version >= VERSION_OF_SCOPES:
        reader.sink.report(rules.NAME_WITH_DELIMITER, _place(reader, element), attribute="name", kind=kind, name=name)


def is_reserved(name: str) -> bool:
    """Whether a name has a meaning of its own."""
    return name == WORLD or (len(name) > 3 and name[:2] == "__" and name[-2:] == "__")


def are_plain(names: Sequence[str]) -> bool:
    """Whether names are all there, all different, and none has a meaning of its own: then there is nothing to check."""
    distinct = set(names)
    if len(distinct) != len(names) or "" in distinct or WORLD in distinct:
        return False
    together = "\n".join(names)
    return "__" not in together and SEPARATOR not in together


def check_siblings(reader: Reader, members: Sequence[Member]) -> None:
    """Checks the names of siblings that are no frames: each by itself, then against each other."""
    if _check_each(reader, members):
        return
    known: dict[str, list[Member]] = {}
    for kind, element in members:
        if element.name:
            _compare(reader, kind, element, known.setdefault(element.name, []))


def _check_each(reader: Reader, members: Sequence[Member]) -> bool:
    """Checks each name by itself; whether all are different."""
    names = set()
    for kind, element in members:
        name = element.name
        names.add(name)
        if not name or "__" in name or SEPARATOR in name or name == WORLD:
            check_name(reader, kind, element)
    return len(names) == len(members)


def _compare(reader: Reader, kind: str, element: Element, known: list[Member]) -> None:
    same = next((other for other_kind, other in known if other_kind == kind), None)
    name = element.name  # type: ignore[attr-defined]
    if same is not None:
        reader.sink.report(
            rules.DUPLICATE_NAME,
            _place(reader, element),
            attribute="name",
            related=(("first defined here", _place(reader, same)),),
            kind=kind,
            name=name,
        )
    elif known:
        other_kind, other = known[0]
        reader.sink.report(
            rules.SIBLING_NAME,
            _place(reader, element),
            attribute="name",
            related=(("first defined here", _place(reader, other)),),
            kind=kind,
            name=name,
            other=other_kind,
        )
    known.append((kind, element))


def settle_frame_names(reader: Reader, frames: Sequence[Member], others: Sequence[Member]) -> dict[int, str | None]:
    """Names of siblings that have frames, where they are not what is written.

    Args:
        reader: where findings go.
        frames: the siblings that have frames: models, then links, joints, frames.
        others: siblings of other kinds.

    Returns:
        By ``id``: the other name that an old document's element gets, None for one that is left out, since it has the
        name of another.
    """
    if not others and are_plain([element.name for _, element in frames]):
        return {}
    are_different = _check_each(reader, frames)
    if others:
        check_siblings(reader, others)
    elif are_different:
        return {}
    settled: dict[int, str | None] = {}
    known: dict[str, Member] = {}
    for kind, element in frames:
        name = element.name
        if name in known and name:
            new = _new_name(reader, kind, element, known)
            settled[id(element)] = new
            if new is not None:
                known[new] = (kind, element)
        else:
            known[name] = (kind, element)
    for kind, element in others:
        if element.name and element.name in known:
            _compare(reader, kind, element, [known[element.name]])
    return settled


def _new_name(reader: Reader, kind: str, element: Any, known: dict[str, Member]) -> str | None:
    name = element.name
    other_kind, other = known[name]
    related = (("first defined here", _place(reader, other)),)
    same = other_kind == kind and other.name == name
    if same or reader.file.version >= VERSION_OF_SIBLING_NAMES:
        reader.sink.report(
            rules_frames.DUPLICATE_FRAME_NAME,
            _place(reader, element),
            attribute="name",
            related=related,
            kind=kind,
            name=name,
            other=other_kind,
        )
        return None
    new = f"{name}_{kind}"
    number = 0
    while new in known:
        new = f"{name}_{kind}{number}"
        number += 1
    reader.sink.report(
        rules.NAME_CHANGED,
        _place(reader, element),
        attribute="name",
        related=related,
        kind=kind,
        name=name,
        other=other_kind,
        instead=new,
    )
    return new


def _place(reader: Reader, element: Any) -> Element:
    """Where the name of ``element`` is to be looked for: the include that brought it, or the element."""
    included = reader.included.get(id(element))
    place: Element = element if included is None else included.include
    return place
