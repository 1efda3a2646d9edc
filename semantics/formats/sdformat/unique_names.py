"""Documents of old versions with the names that their elements really have.

Before SDFormat 1.7 a link and a joint might have one name; the joint is called otherwise then. A newer version takes no
such document, so that the names have to be written where it is written as one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from ....runtime.sink import Sink
from .context import VERSION_OF_SIBLING_NAMES, SdformatContext
from .copies import shallow
from .name_checks import FRAMED, effective_frame_names, members_in

if TYPE_CHECKING:
    from .elements import Framed, Model, Sdf, World

    O = TypeVar("O", World, Model)
    F = TypeVar("F", bound=Framed | World)


def with_unique_names(context: SdformatContext, root: Sdf) -> Sdf:
    """``root``, or a copy in which no siblings have one name."""
    files = (context.file, *(included.file for included in context.provenance.included.values()))
    if all(file.version >= VERSION_OF_SIBLING_NAMES for file in files):
        return root
    renaming = _MemberRenamer(context)
    twin = shallow(root)
    if root.world:
        twin.world = [renaming.rename_members(world) for world in root.world]
    if root.model is not None:
        twin.model = renaming.rename_members(root.model)
    return twin


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
        members = members_in(owner, FRAMED)
        names = effective_frame_names(self.context, members, ())
        made = {id(element): self.rename_members(element) if kind == "model" else element for kind, element in members}
        self.context.file = outer
        if not any(names.values()) and all(element is made[id(element)] for _, element in members):
            return owner
        twin = self._copy(owner)
        for kind in FRAMED:
            elements = [made[id(element)] for _, element in members_in(owner, (kind,))]
            if elements:
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
