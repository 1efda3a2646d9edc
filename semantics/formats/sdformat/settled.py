"""Documents of old versions with the names that their elements really have.

Before SDFormat 1.7 a link and a joint might have one name; the joint is called otherwise then. A newer version takes no
such document, so that the names have to be written where it is written as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics.sink import Sink
from ...description.description import Description
from .copies import shallow
from .names import settle_frame_names
from .reader import VERSION_OF_SIBLING_NAMES, File, Reader

if TYPE_CHECKING:
    from .includes import Expander
    from .names import Member

KINDS = ("model", "link", "joint", "frame")


def with_settled_names(expander: Expander, root: Any) -> Any:
    """``root``, or a copy in which no siblings have one name."""
    if all(file.version >= VERSION_OF_SIBLING_NAMES for file in _files(expander)):
        return root
    settler = _Settler(expander)
    twin = shallow(root)
    if root.world:
        twin.world = [settler.settled(world) for world in root.world]
    if root.model is not None:
        twin.model = settler.settled(root.model)
    return twin


def _files(expander: Expander) -> Iterator[File]:
    yield expander.file
    for included in expander.included.values():
        yield included.file


class _Settler:
    def __init__(self, expander: Expander) -> None:
        self.expander = expander
        self.reader = Reader(
            Sink(), expander.options, expander.file, Description("sdformat"), expander.included, expander.foreign
        )

    def settled(self, owner: Any) -> Any:
        """A world or model in which names differ; itself where they do."""
        outer = self.reader.file
        included = self.expander.included.get(id(owner))
        if included is not None:
            self.reader.file = included.file
        members: list[Member] = [(kind, element) for kind in KINDS for element in getattr(owner, kind, ())]
        names = settle_frame_names(self.reader, members, ())
        made = {id(model): self.settled(model) for model in owner.model}
        self.reader.file = outer
        if not any(names.values()) and all(model is made[id(model)] for model in owner.model):
            return owner
        twin = self._copy(owner)
        for kind in KINDS:
            if hasattr(type(owner), kind):
                elements = [made.get(id(element), element) for element in getattr(owner, kind)]
                setattr(twin, kind, [self._named(element, names.get(id(element))) for element in elements])
        return twin

    def _named(self, element: Any, name: str | None) -> Any:
        if name is None:
            return element
        twin = self._copy(element)
        twin.name = name
        return twin

    def _copy(self, element: Any) -> Any:
        twin = shallow(element)
        included = self.expander.included.get(id(element))
        return self.expander.keep(twin, included.include, included.file) if included is not None else twin
