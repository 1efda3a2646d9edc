"""Names of siblings: what may be a name, which clash, and what old documents' elements are really called.

Before SDFormat 1.7 a link and a joint might have one name; the joint is called otherwise then. A newer version takes no
such document, so that the names have to be written where it is written as one.
"""

from __future__ import annotations

from itertools import chain, count
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from ....diagnostics import rules
from ....diagnostics.records import replace
from ....runtime.element import is_written
from ....runtime.sink import Sink
from ....sdformat.names import SIBLINGS
from ...ir.scoped_names import SEPARATOR, WORLD, is_reserved
from .context import VERSION_OF_SCOPES, VERSION_OF_SIBLING_NAMES, SdformatContext
from .elements import shallow

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ....diagnostics.rule import Rule
    from ....runtime.element import Element
    from .context import SdformatContext
    from .elements import Framed, Joint, Link, Model, Sdf, World

    O = TypeVar("O", World, Model)
    F = TypeVar("F", bound=Framed | World)

Member: TypeAlias = "tuple[str, Any]"
"""The kind of an element with a name, and the element."""

FRAMED = ("model", "link", "joint", "frame")
"""Kinds of elements that have a frame."""

NO_NAMES = frozenset((None, "", WORLD))
"""What is no name of its own."""

NEVER_LOADED = ("gripper", "road", "population")
"""Kinds of elements that libsdformat leaves as they are written: two of one name clash no more than elements of
different kinds do."""


def proxy_name(model: str) -> str:
    """Name of the frame that replaces that of a merged model."""
    return f"_merged__{model}__model__"


def members_in(holder: Element, kinds: Iterable[str]) -> list[Member]:
    """What an element holds of some kinds."""
    # most lists are not there: asking what is written makes no empty ones
    written = vars(holder)
    return [(kind, element) for kind in kinds if kind in written for element in written[kind]]


def siblings_in(holder: Link | Joint | Model | World) -> list[Member]:
    """What is in a link, joint, model or world and has a name, but no frame."""
    kinds = SIBLINGS[type(holder).__name__]
    if vars(holder).keys().isdisjoint(kinds):
        return []
    members = members_in(holder, kinds)
    # the engine's settings need no name
    return [(kind, element) for kind, element in members if kind != "physics" or element.name]


def _report(
    context: SdformatContext, rule: Rule, element: Any, kind: str, first: Element | None = None, **arguments: Any
) -> None:
    related = () if first is None else (("first defined here", context.place(first)),)
    context.sink.report(rule, context.place(element), attribute="name", related=related, kind=kind, **arguments)


def check_name(context: SdformatContext, kind: str, element: Any) -> None:
    """Reports a name that is empty, reserved or has the delimiter in it."""
    name = element.name
    if not name:
        if is_written(element, "name"):
            _report(context, rules.NAME_EMPTY, element, kind)
    elif is_reserved(name):
        _report(context, rules.NAME_RESERVED, element, kind, name=name)
    elif SEPARATOR in name and context.file.version >= VERSION_OF_SCOPES:
        _report(context, rules.NAME_WITH_DELIMITER, element, kind, name=name)


def are_plain(names: Sequence[str]) -> bool:
    """Whether names are all there, all different, and none has a meaning of its own: then there is nothing to check."""
    distinct = set(names)
    if len(distinct) != len(names) or not distinct.isdisjoint(NO_NAMES):
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
    if are_plain([element.name for _, element in members]):
        return True
    names = set()
    for kind, element in members:
        name = element.name
        names.add(name)
        if not name or "__" in name or SEPARATOR in name or name == WORLD:
            check_name(context, kind, element)
    return len(names) == len(members)


def _compare(context: SdformatContext, kind: str, element: Any, known: list[Member]) -> None:
    same = None
    if kind not in NEVER_LOADED:
        same = next((other for other_kind, other in known if other_kind == kind), None)
    if same is not None:
        _report(context, rules.DUPLICATE_NAME, element, kind, same, name=element.name)
    elif known:
        other_kind, other = known[0]
        _report(context, rules.SIBLING_NAME, element, kind, other, name=element.name, other=other_kind)
    known.append((kind, element))


def effective_frame_names(
    context: SdformatContext, frames: Sequence[Member], others: Sequence[Member]
) -> dict[int, str | None]:
    """The names that siblings with frames (models, links, joints, frames) go by, where these are not the written ones.

    By ``id``: the other name that an old document's element gets; None for one that is left out, since it has the name
    of another. ``others`` are siblings of other kinds.
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


def _new_name(context: SdformatContext, kind: str, element: Any, known: dict[str, Member]) -> str | None:
    name = element.name
    other_kind, other = known[name]
    same = other_kind == kind and other.name == name
    if same or context.file.version >= VERSION_OF_SIBLING_NAMES:
        _report(context, rules.DUPLICATE_FRAME_NAME, element, kind, other, name=name, other=other_kind)
        return None
    endings = chain(("",), count())
    new = next(new for ending in endings if (new := f"{name}_{kind}{ending}") not in known)
    _report(context, rules.NAME_CHANGED, element, kind, other, name=name, other=other_kind, instead=new)
    return new


def with_unique_names(context: SdformatContext, root: Sdf) -> Sdf:
    """``root``, or a copy in which no siblings have one name."""
    files = (context.file, *(included.file for included in context.provenance.included.values()))
    if all(file.version >= VERSION_OF_SIBLING_NAMES for file in files):
        return root
    # what is wrong with names is reported when the document is described
    silent = replace(context, sink=Sink())
    twin = shallow(root)
    if root.world:
        twin.world = [_rename_members(silent, world) for world in root.world]
    if root.model is not None:
        twin.model = _rename_members(silent, root.model)
    return twin


def _rename_members(context: SdformatContext, owner: O) -> O:
    """A world or model in which names differ; itself where they do."""
    outer = context.file
    included = context.provenance.included.get(id(owner))
    if included is not None:
        context.file = included.file
    members = members_in(owner, FRAMED)
    names = effective_frame_names(context, members, ())
    made = {id(element): _rename_members(context, element) if kind == "model" else element for kind, element in members}
    context.file = outer
    if not any(names.values()) and all(element is made[id(element)] for _, element in members):
        return owner
    twin = _copy(context, owner)
    for kind in FRAMED:
        elements = [made[id(element)] for _, element in members_in(owner, (kind,))]
        for number, element in enumerate(elements):
            name = names.get(id(element))
            if name is not None:
                elements[number] = _copy(context, element)
                elements[number].name = name
        if elements:
            setattr(twin, kind, elements)
    return twin


def _copy(context: SdformatContext, element: F) -> F:
    twin = shallow(element)
    included = context.provenance.included.get(id(element))
    if included is not None:
        context.provenance.note(twin, included.include, included.file)
    return twin
