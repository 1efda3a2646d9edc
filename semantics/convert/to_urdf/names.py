"""Names in a robot (URDF): those of the description, with the names of nested models before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.scoped_names import SEPARATOR, WORLD
from ..sdformat_extensions import JOINER, join_name
from ..to_sdformat.free_names import UsedNames
from ..urdf_extensions import read_name

if TYPE_CHECKING:
    from ...ir.world import WorldIR


class RobotNames:
    """The names of links and of joints, each of a kind once; or each once in all, for readers that want that."""

    def __init__(self, description: WorldIR, scope: str, *, parts_kinds: bool = True) -> None:
        self._scope = scope
        self.link: dict[str, str] = {}
        """By full name: of links, and of frames that are links there."""
        self.joint: dict[str, str] = {}
        """By full name."""
        links = UsedNames({WORLD})
        self._taken = {"link": links, "joint": UsedNames() if parts_kinds else links}
        for link in description.links:
            self.link.setdefault(link.name, self.new("link", read_name(link.element) or self._plain(link.name)))
        for joint in description.joints:
            self.joint.setdefault(joint.name, self.new("joint", read_name(joint.element) or self._plain(joint.name)))

    def new(self, kind: str, wanted: str) -> str:
        """A name for a ``"link"`` or ``"joint"``: the one that is wanted, or the same with a number."""
        taken = self._taken[kind]
        name = taken.free(wanted)
        taken.add(name)
        return name

    def add_frame(self, full: str) -> str:
        """The name of the link that a frame becomes."""
        self.link[full] = self.new("link", self._plain(full))
        return self.link[full]

    def inner(self, full: str) -> str:
        """A full name as it is in the robot's model."""
        return full if self._scope == WORLD else full.removeprefix(self._scope + SEPARATOR)

    def _plain(self, full: str) -> str:
        name = join_name(self.inner(full))
        return f"{name}{JOINER}" if name == WORLD else name or "unnamed"
