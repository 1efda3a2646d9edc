"""Frames and models of a scene, and what else has a pose without being a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from ...diagnostics.records import dataclass, field
from ...runtime.spelling import format_count
from ..frames.graph import NO_INDEX
from ..spatial.transform import Transform
from .scene_object import SceneObject, express_pose

if TYPE_CHECKING:
    from ..frames.graph import FrameGraph
    from ..ir.frames import AttachmentRecord, FrameKind, FrameRecord, ModelRecord
    from ..ir.joints import JointRecord
    from ..ir.links import LinkRecord
    from ..ir.world import WorldIR


class Frame(SceneObject):
    """A frame: the implicit one of the world, of a model, link or joint, or one that was named.

    Spec: pose frame semantics proposal, 1.2 (which frames there are), 4.2 and 5.2 (what they are attached to), 6 (what
    poses are relative to); for other formats links and joints alone have frames, and those that Drake's tags name.

    Example:
        >>> frame = bodyplan.load("examples/arm.sdf").scene.frames["arm::tool"]
        >>> frame.kind, frame.attached_to, frame.pose.translation.round(3).tolist()
        ('frame', 'arm::forearm', [0.76, 0.0, 0.3])
    """

    __slots__ = ()

    @property
    def _record(self) -> FrameRecord:
        return self._kinematics.graph.records[self._number]

    @property
    def kind(self) -> FrameKind:
        """``"world"``, ``"model"``, ``"link"``, ``"joint"`` or ``"frame"``."""
        return self._record.kind

    @property
    def pose(self) -> Transform:
        """In the root frame, at the neutral configuration (see ``Scene``)."""
        return Transform(self._kinematics.neutral_poses[self._number])

    @property
    def attached_to(self) -> str:
        """Scoped name of the link that it moves with, or ``"world"``.

        What is attached to a static model names the model's own frame, ``m::__model__``: the model is in the world
        whatever links it has.
        """
        return self._kinematics.graph.body_name(self._number)

    @property
    def attached_frame(self) -> str | None:
        """Scoped name of the frame that it is attached to directly; None for what is attached to nothing."""
        graph = self._kinematics.graph
        target = graph.attached[self._number]
        return None if target == NO_INDEX else graph.records[target].name

    @property
    def relative_to(self) -> str:
        """Scoped name of the frame that its pose is relative to; the world's is the world.

        A model that is placed by one of its frames is relative to what leads to that frame.
        """
        graph = self._kinematics.graph
        return graph.records[graph.relative[self._number]].name

    def _summary(self) -> str:
        kind = "frame" if self.kind == "frame" else f"{self.kind} frame"
        attached_to = self.attached_to
        return kind if attached_to == self.name else f"{kind}, attached to {attached_to}"


class Attachment(SceneObject):
    """Something with a pose that is no frame: a sensor, light, camera, marker …

    Example:
        >>> from bodyplan import sdformat
        >>> doc = bodyplan.load("examples/arm.sdf")
        >>> doc.root.model.link[0].sensor.append(sdformat.Sensor(name="imu", type="imu"))
        >>> doc.scene.attachments
        <1 attachment: arm::base::imu>
    """

    __slots__ = ()

    @property
    def _record(self) -> AttachmentRecord:
        return self._kinematics.description.attachments[self._number]

    @property
    def kind(self) -> str:
        """The element's name."""
        return self._record.kind

    @property
    def owner(self) -> str:
        """Scoped name of the frame that it moves with."""
        return self._record.owner

    @property
    def pose(self) -> Transform:
        """In the frame ``owner``."""
        record = self._record
        owner = self._kinematics.graph.index.get(record.owner, 0)
        return express_pose(self._kinematics, record, record.scope, owner)

    def _summary(self) -> str:
        return f"{self.kind} on {self.owner}"


@dataclass(frozen=True, repr=False)
class Model:
    """A model, robot or skeleton. All names are scoped.

    Attributes:
        name: its name; that of its frame, too.
        static: whether it is fixed in the world.
        canonical_link: the link that its frame moves with; None for static models and those without links.
        links: its own, in document order.
        joints: its own, in document order.
        models: nested ones.
        properties: what else the document says of it.
        placeholder_uri: what it stands for, where that could not be had; None for a model that is there.

    Spec: pose frame semantics proposal, 2 (model frame and canonical link) and 8 (nested models).

    Example:
        >>> model = bodyplan.load("examples/arm.urdf").scene.models["arm"]
        >>> model, model.canonical_link, model.joints[:2]
        (<Model arm: 6 links, 5 joints>, 'arm::base', ('arm::shoulder', 'arm::elbow'))
    """

    name: str
    static: bool
    canonical_link: str | None
    links: tuple[str, ...]
    joints: tuple[str, ...]
    models: tuple[str, ...]
    properties: Mapping[str, object] = field(default_factory=dict)
    placeholder_uri: str | None = None

    @property
    def is_placeholder(self) -> bool:
        """Whether it stands for a model that could not be had: it has the name, the pose and the frames that are spoken of.

        Example:
            >>> text = "<include><uri>model://lamp</uri></include>"
            >>> doc = bodyplan.loads(f'<sdf version="1.12"><world name="w">{text}</world></sdf>', partial=True)
            >>> doc.scene.models["lamp"].is_placeholder
            True
        """
        return self.placeholder_uri is not None

    def __repr__(self) -> str:
        if self.placeholder_uri is not None:
            return f"<Model {self.name}: in the place of {self.placeholder_uri}>"
        parts = [format_count(len(self.links), "link"), format_count(len(self.joints), "joint")]
        if self.models:
            parts.append(format_count(len(self.models), "nested model"))
        return f"<Model {self.name}: {'static, ' if self.static else ''}{', '.join(parts)}>"


def model_maker(description: WorldIR, graph: FrameGraph) -> Callable[[int], Model]:
    """What makes the models of a description, by their numbers."""
    inside = [_names_by_scope(records) for records in (description.links, description.joints, description.models)]

    def make(number: int) -> Model:
        record = description.models[number]
        name, target = record.name, graph.attached[graph.index[record.name]]
        canonical_link = None if target == NO_INDEX else graph.body_name(target)
        links, joints, models = (tuple(names.get(name, ())) for names in inside)
        return Model(
            name, record.static, canonical_link, links, joints, models, record.properties, record.placeholder_uri
        )

    return make


def _names_by_scope(records: Iterable[LinkRecord | JointRecord | ModelRecord]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for record in records:
        found.setdefault(record.scope, []).append(record.name)
    return found
