"""What objects of a scene have in common: a name and a place among the scene's records. All are views; none changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..frames.graph import NO_INDEX
from ..spatial.transform import Transform

if TYPE_CHECKING:
    from ..ir.frames import AttachmentRecord
    from ..ir.links import InertialRecord, ShapeRecord
    from ..ir.source_ref import Place
    from ..kinematics.forward_kinematics import Kinematics


class SceneObject:
    """An object of a scene, by its number there."""

    __slots__ = ("_kinematics", "_number")

    def __init__(self, kinematics: Kinematics, number: int) -> None:
        self._kinematics = kinematics
        self._number = number

    @property
    def _record(self) -> Any:
        """What the front end found, with its name and element."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """Scoped name; of a link or joint that of its frame too. A shape's is plain, made of its kind if it is not written."""
        name: str = self._record.name
        return name

    @property
    def element(self) -> Place:
        """The element of the document, typed or of lxml; None where it is in none. See ``bodyplan.element_of``."""
        element: Place = self._record.element
        return element

    def _summary(self) -> str:
        """What it is, in a few words."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self._summary()}>"


def express_pose(
    kinematics: Kinematics, record: ShapeRecord | InertialRecord | AttachmentRecord, scope: str, holder: int
) -> Transform:
    """The pose of a record in the frame ``holder``, at the zero configuration."""
    own = Transform.from_quaternion(record.pose[:3], record.pose[3:])
    if not record.relative_to:
        return own
    vertex = kinematics.graph.find(record.relative_to, scope)
    if vertex in (NO_INDEX, holder):
        return own
    return Transform(kinematics.world[holder]).inverse() @ Transform(kinematics.world[vertex]) @ own
