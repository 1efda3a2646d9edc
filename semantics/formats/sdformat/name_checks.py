"""Rules about names: what may be one, and that siblings have different ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from ....diagnostics import rules
from ....runtime.element import is_written
from ...ir.scoped_names import SEPARATOR, WORLD, is_reserved
from .context import VERSION_OF_SCOPES, VERSION_OF_SIBLING_NAMES

if TYPE_CHECKING:
    from .context import SdformatContext
    from .elements import Frame, Joint, Link, Model, Named

Member: TypeAlias = "tuple[str, Named]"
"""An element with a name, and its kind."""

WorldMember: TypeAlias = (
    "tuple[Literal['model'], Model] | tuple[Literal['joint'], Joint] | tuple[Literal['frame'], Frame]"
)
"""What has a frame and may appear in a world."""

FramedMember: TypeAlias = "WorldMember | tuple[Literal['link'], Link]"
"""What has a frame."""


NEVER_LOADED = ("gripper", "road", "population")
"""Kinds of elements that libsdformat leaves as they are written: two of one name clash no more than elements of
different kinds do."""


def proxy_name(model: str) -> str:
    """Name of the frame that stands for that of a merged model."""
    return f"_merged__{model}__model__"


def check_name(context: SdformatContext, kind: str, element: Named) -> None:
    """Reports a name that is empty, reserved or has the delimiter in it."""
    name = element.name
    if not name:
        if is_written(element, "name"):
            context.sink.report(rules.NAME_EMPTY, context.place(element), attribute="name", kind=kind)
    elif is_reserved(name):
        context.sink.report(rules.NAME_RESERVED, context.place(element), attribute="name", kind=kind, name=name)
    elif SEPARATOR in name and context.file.version >= VERSION_OF_SCOPES:
        context.sink.report(rules.NAME_WITH_DELIMITER, context.place(element), attribute="name", kind=kind, name=name)


def are_plain(names: Sequence[str]) -> bool:
    """Whether names are all there, all different, and none has a meaning of its own: then there is nothing to check."""
    distinct = set(names)
    if len(distinct) != len(names) or "" in distinct or WORLD in distinct:
        return False
    together = "\n".join(names)
    return "__" not in together and SEPARATOR not in together


def check_siblings(context: SdformatContext, members: Sequence[Member]) -> None:
    """Checks the names of siblings that are no frames: each by itself, then against each other."""
    if _check_each(context, members):
        return
    known: dict[str, list[Member]] = {}
    for kind, element in members:
        if element.name:
            _compare(context, kind, element, known.setdefault(element.name, []))


def _check_each(context: SdformatContext, members: Sequence[Member]) -> bool:
    """Checks each name by itself; whether all are different."""
    names = set()
    for kind, element in members:
        name = element.name
        names.add(name)
        if not name or "__" in name or SEPARATOR in name or name == WORLD:
            check_name(context, kind, element)
    return len(names) == len(members)


def _compare(context: SdformatContext, kind: str, element: Named, known: list[Member]) -> None:
    same = None
    if kind not in NEVER_LOADED:
        same = next((other for other_kind, other in known if other_kind == kind), None)
    name = element.name
    if same is not None:
        context.sink.report(
            rules.DUPLICATE_NAME,
            context.place(element),
            attribute="name",
            related=(("first defined here", context.place(same)),),
            kind=kind,
            name=name,
        )
    elif known:
        other_kind, other = known[0]
        context.sink.report(
            rules.SIBLING_NAME,
            context.place(element),
            attribute="name",
            related=(("first defined here", context.place(other)),),
            kind=kind,
            name=name,
            other=other_kind,
        )
    known.append((kind, element))


def effective_frame_names(
    context: SdformatContext, frames: Sequence[FramedMember], others: Sequence[Member]
) -> dict[int, str | None]:
    """The names that siblings with frames go by, where these are not the written ones.

    Args:
        context: where findings go.
        frames: the siblings that have frames: models, then links, joints, frames.
        others: siblings of other kinds.

    Returns:
        By ``id``: the other name that an old document's element gets, None for one that is left out, since it has the
        name of another.
    """
    if not others and are_plain([element.name for _, element in frames]):
        return {}
    are_different = _check_each(context, frames)
    if others:
        check_siblings(context, others)
    elif are_different:
        return {}
    changed: dict[int, str | None] = {}
    known: dict[str, Member] = {}
    for kind, element in frames:
        name = element.name
        if name in known and name:
            new = _new_name(context, kind, element, known)
            changed[id(element)] = new
            if new is not None:
                known[new] = (kind, element)
        else:
            known[name] = (kind, element)
    for other_kind, other in others:
        if other.name and other.name in known:
            _compare(context, other_kind, other, [known[other.name]])
    return changed


def _new_name(context: SdformatContext, kind: str, element: Named, known: dict[str, Member]) -> str | None:
    name = element.name
    other_kind, other = known[name]
    related = (("first defined here", context.place(other)),)
    same = other_kind == kind and other.name == name
    if same or context.file.version >= VERSION_OF_SIBLING_NAMES:
        context.sink.report(
            rules.DUPLICATE_FRAME_NAME,
            context.place(element),
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
    context.sink.report(
        rules.NAME_CHANGED,
        context.place(element),
        attribute="name",
        related=related,
        kind=kind,
        name=name,
        other=other_kind,
        instead=new,
    )
    return new
