"""Documents of old versions with the names that their elements really have.

Before SDFormat 1.7 a link and a joint might have one name; the joint is called otherwise then. A newer version takes no
such document, so that the names have to be written where it is written as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from ....runtime.sink import Sink
from .context import VERSION_OF_SIBLING_NAMES, SdformatContext, SdformatFile
from .copies import shallow
from .name_checks import effective_frame_names

if TYPE_CHECKING:
    from .elements import Framed, Model, Sdf, World
    from .name_checks import FramedMember

    O = TypeVar("O", World, Model)
    F = TypeVar("F", bound=Framed | World)

KINDS = ("model", "link", "joint", "frame")


def with_unique_names(context: SdformatContext, root: Sdf) -> Sdf:
    """``root``, or a copy in which no siblings have one name."""
    if all(file.version >= VERSION_OF_SIBLING_NAMES for file in _files(context)):
        return root
    renaming = _MemberRenamer(context)
    twin = shallow(root)
    if root.world:
        twin.world = [renaming.rename_members(world) for world in root.world]
    if root.model is not None:
        twin.model = renaming.rename_members(root.model)
    return twin


def _files(context: SdformatContext) -> Iterator[SdformatFile]:
    yield context.file
    for included in context.provenance.included.values():
        yield included.file


class _MemberRenamer:
    def __init__(self, context: SdformatContext) -> None:
        # what is wrong with names is reported when the document is described
        self.context = replace(context, sink=Sink())

    def rename_members(self, owner: O) -> O:
        """A world or model in which names differ; itself where they do."""
        outer = self.context.file
        included = self.context.provenance.included.get(id(owner))
        if included is not None:
            self.context.file = included.file
        members: list[FramedMember] = [("model", model) for model in owner.model]
        members.extend([("link", link) for link in getattr(owner, "link", ())])
        members.extend([("joint", joint) for joint in owner.joint])
        members.extend([("frame", frame) for frame in owner.frame])
        names = effective_frame_names(self.context, members, ())
        made = {id(model): self.rename_members(model) for model in owner.model}
        self.context.file = outer
        if not any(names.values()) and all(model is made[id(model)] for model in owner.model):
            return owner
        twin = self._copy(owner)
        for kind in KINDS:
            if hasattr(type(owner), kind):
                written: list[Framed] = getattr(owner, kind)
                elements = [made.get(id(element), element) for element in written]
                setattr(twin, kind, [self._apply_name(element, names.get(id(element))) for element in elements])
        return twin

    def _apply_name(self, element: F, name: str | None) -> F:
        if name is None:
            return element
        twin = self._copy(element)
        twin.name = name
        return twin

    def _copy(self, element: F) -> F:
        twin = shallow(element)
        provenance = self.context.provenance
        included = provenance.included.get(id(element))
        if included is not None:
            provenance.note(twin, included.include, included.file)
        return twin
