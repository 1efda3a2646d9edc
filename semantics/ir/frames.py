"""Records of frames: what has a pose and can be referred to, the models that frames are in, and what else is placed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from ...diagnostics.records import dataclass, field
from ..spatial.raw_pose import IDENTITY, RawPose
from .scoped_names import make_scoped_name
from .source_ref import Place

if TYPE_CHECKING:
    from ...diagnostics.rule import Severity
    from ..spatial.transform import Transform

FrameKind = Literal["world", "model", "link", "joint", "frame"]

FramePose: TypeAlias = RawPose | Callable[[Any], RawPose]
"""The pose of a frame; or what makes it of the frame's pose element when it is first needed, which it is not to check a document."""


@dataclass(slots=True)
class FrameRecord:
    """One vertex of the frame graph. Made by the ``add_…`` methods of ``WorldIR``."""

    name: str
    """Full name."""
    kind: FrameKind
    scope: str
    """Full name of the model (or ``"world"``) whose names the references below are looked up among."""
    attached_to: str | None = None
    """Reference; None for the default of the kind. A joint's is its child, whatever is written here."""
    relative_to: str | None = None
    """Reference; None for the default of the kind."""
    _pose: FramePose = IDENTITY
    placement_frame: str | None = None
    """Models only: reference, looked up inside the model, to the frame that ``pose`` places instead of the model's."""
    element: Place = None
    pose_element: Place = None
    """Where ``relative_to`` is written; ``element`` where there is no pose element."""

    @property
    def pose(self) -> RawPose:
        """In the frame that it is relative to."""
        pose = self._pose
        if callable(pose):
            pose = self._pose = pose(self.pose_element)
        return pose

    @pose.setter
    def pose(self, pose: FramePose) -> None:
        self._pose = pose


@dataclass(slots=True)
class ModelRecord(FrameRecord):
    """A model, robot or skeleton, with its frame: most are in ``WorldIR.frames`` as well, others have their name in common with one there."""

    static: bool = False
    """Whether nothing in it moves. Front ends hand it down to nested models."""
    canonical_link: str | None = None
    """Reference, looked up inside the model; None for its first link, then the first nested model's canonical link."""
    needs_link: bool = True
    """Whether a model that is not static and has no link is a fault."""
    _properties: dict[str, Any] | None = None
    placeholder_uri: str | None = None
    """What it stands for, where that could not be had."""

    @property
    def properties(self) -> dict[str, Any]:
        """What else is said of it, by a name of the front end's choice."""
        if self._properties is None:  # as of most models, of which a world may have very many
            self._properties = {}
        return self._properties


@dataclass(slots=True)
class ReferenceRecord:
    """A reference that nothing else in a description holds, to be looked up."""

    scope: str
    """Full name of the model or world in which it is looked up."""
    reference: str
    kind: str
    """Of names, as messages call it."""
    kinds: tuple[str, ...]
    """Kinds of what may be meant."""
    field: str
    element: Place
    """That which has the field."""
    holder: Place
    """The element around it."""
    is_known: bool | None = None
    """Whether it leads anywhere; None where that depends on frames."""
    severity: Severity | None = None


@dataclass(slots=True)
class AttachmentRecord:
    """Something else that has a pose: a sensor, light, camera, emitter, marker …"""

    name: str
    """Full name."""
    kind: str
    """The element's name."""
    scope: str
    """Full name of the model or world in which references are looked up."""
    owner: str
    """Full name of the frame that it moves with and that its pose is relative to by default."""
    pose: RawPose = IDENTITY
    relative_to: str | None = None
    element: Place = None
    pose_element: Place = None
    reference_severity: Severity | None = None
    is_included: bool = False
    """Whether it came with an included document of another format, which was checked by itself."""


@dataclass(slots=True)
class SiteRecord:
    """A place on a link that is known by a name of its own kind: a link or a joint may have the same."""

    name: str
    """As written; of several sites of one name, all but the first have their full names."""
    scope: str
    reference: str
    """What its frame is called in the scope: the site's name, or another that nothing there has."""
    element: Place = None
    properties: dict[str, Any] = field(default_factory=dict)
    """What else is said of it, by a name of the front end's choice."""

    @property
    def frame(self) -> str:
        """Full name of its frame."""
        return make_scoped_name(self.reference, self.scope)


@dataclass(slots=True)
class KeyframeRecord:
    """A state that the document has a name for."""

    name: str
    """As written; may be empty."""
    time: float = 0.0
    """s"""
    qpos: tuple[float, ...] = ()
    """One number for each coordinate, joints in document order."""
    qvel: tuple[float, ...] = ()
    """One for each velocity."""
    act: tuple[float, ...] = ()
    """One for each activation of the actuators."""
    ctrl: tuple[float, ...] = ()
    """One for each actuator."""
    properties: dict[str, Any] = field(default_factory=dict)
    """What else belongs to it, by a name of the front end's choice."""
    element: Place = None


class ModelPoses(Protocol):
    """Where an interface model came to stand; what its ``reposture`` function is given."""

    def model_pose(self) -> Transform:
        """``X_WM``: pose of the model frame in the world."""
        ...

    def pose(self, frame: str, relative_to: str = "world") -> Transform:
        """Pose of a frame of the model.

        Args:
            frame: name of the frame.
            relative_to: the world, or the name of another frame of the model.
        """
        ...


Reposture: TypeAlias = Callable[[ModelPoses], None]
"""Is called once all poses are known, libsdformat's name for such functions."""
