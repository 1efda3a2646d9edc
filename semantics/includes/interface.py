"""What custom parsers of included files are given and answer: the Interface API, ``bodyplan.interface``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from ...diagnostics import rules
from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.records import dataclass, field
from ..ir.frames import ModelPoses as ModelPoses  # noqa: PLC0414 - for bodyplan.interface
from ..ir.frames import Reposture as Reposture  # noqa: PLC0414 - likewise
from ..ir.scoped_names import MODEL_FRAME

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..spatial.transform import Transform

NEVER_OFFERED = (".sdf", ".world")
"""Endings of SDFormat's own files."""


@runtime_checkable
class InterfaceLink(Protocol):
    """A link that the including document can refer to."""

    @property
    def name(self) -> str:
        """Local name."""
        ...

    @property
    def pose_in_model(self) -> Transform | None:
        """``X_ML``: pose in the frame of its model."""
        ...


@runtime_checkable
class InterfaceFrame(Protocol):
    """An explicit frame."""

    @property
    def name(self) -> str:
        """Local name."""
        ...

    @property
    def attached_to(self) -> str:
        """Name, in the model, of what it is attached to; ``__model__`` for the model's own frame. Never empty."""
        ...

    @property
    def pose_in_attached_to(self) -> Transform | None:
        """``X_AF``: pose in the frame that it is attached to."""
        ...


@runtime_checkable
class InterfaceJoint(Protocol):
    """A joint, whose frame the including document can refer to."""

    @property
    def name(self) -> str:
        """Local name."""
        ...

    @property
    def child(self) -> str:
        """Name, in the model, of its child link or frame."""
        ...

    @property
    def pose_in_child(self) -> Transform | None:
        """``X_CJ``: pose in the frame of its child."""
        ...


@runtime_checkable
class InterfaceModel(Protocol):
    """What the including document has to know of a model: names and frames."""

    @property
    def name(self) -> str:
        """Local name, without ``::``. An include that says ``<name>`` overrides it."""
        ...

    @property
    def static(self) -> bool:
        """Whether the model is fixed to the world."""
        ...

    @property
    def canonical_link_name(self) -> str:
        """Name of the link that the model frame moves with: ``link``, or ``nested::link``."""
        ...

    @property
    def pose_in_parent(self) -> Transform | None:
        """``X_PM``: pose of the model frame in the including model or world. Not used where the include has a pose."""
        ...

    @property
    def links(self) -> Sequence[InterfaceLink]:
        """Its links."""
        ...

    @property
    def frames(self) -> Sequence[InterfaceFrame]:
        """Its explicit frames."""
        ...

    @property
    def joints(self) -> Sequence[InterfaceJoint]:
        """Its joints."""
        ...

    @property
    def nested_models(self) -> Sequence[InterfaceModel]:
        """Models inside it."""
        ...

    @property
    def supports_merge(self) -> bool:
        """Whether its parser can merge it into the including model."""
        ...

    @property
    def reposture(self) -> Reposture | None:
        """Called once all poses are known; that of nested models too."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkInterface:
    """An ``InterfaceLink``.

    Attributes:
        name: local name.
        pose_in_model: ``X_ML``: pose in the frame of its model; None: the identity.
    """

    name: str
    pose_in_model: Transform | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameInterface:
    """An ``InterfaceFrame``.

    Attributes:
        name: local name.
        attached_to: name, in the model, of what it is attached to.
        pose_in_attached_to: ``X_AF``: pose in that frame.
    """

    name: str
    attached_to: str = MODEL_FRAME
    pose_in_attached_to: Transform | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JointInterface:
    """An ``InterfaceJoint``.

    Attributes:
        name: local name.
        child: name, in the model, of its child link or frame.
        pose_in_child: ``X_CJ``: pose in the frame of its child.
    """

    name: str
    child: str
    pose_in_child: Transform | None = None


@dataclass(slots=True, kw_only=True)
class ModelInterface:
    """An ``InterfaceModel``.

    Attributes:
        name: local name, without ``::``.
        canonical_link_name: name of the link that the model frame moves with.
        static: whether the model is fixed to the world.
        pose_in_parent: ``X_PM``: pose of the model frame in the including model or world.
        links: its links.
        frames: its explicit frames.
        joints: its joints.
        nested_models: models inside it.
        supports_merge: whether its parser can merge it into the including model.
        reposture: called once all poses are known.
    """

    name: str
    canonical_link_name: str
    static: bool = False
    pose_in_parent: Transform | None = None
    links: Sequence[InterfaceLink] = ()
    frames: Sequence[InterfaceFrame] = ()
    joints: Sequence[InterfaceJoint] = ()
    nested_models: Sequence[InterfaceModel] = ()
    supports_merge: bool = False
    reposture: Reposture | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedInclude:
    """An include, as a custom parser sees it. None: the include does not say.

    Attributes:
        uri: as written in ``//include/uri``.
        resolved_file_name: the absolute path that it leads to.
        absolute_parent_name: full name of the including model, such as ``top::middle``; empty in a world.
        local_model_name: ``//include/name``.
        local_model_namespace: ``//include/namespace``.
        is_static: ``//include/static``.
        is_merge: ``//include/@merge``.
        include_raw_pose: ``//include/pose``, as written.
        include_pose_relative_to: ``//include/pose/@relative_to``.
        placement_frame: ``//include/placement_frame``.
        include_element: the include itself, with elements and attributes of its own vocabulary.
    """

    uri: str
    resolved_file_name: Path
    absolute_parent_name: str = ""
    local_model_name: str | None = None
    local_model_namespace: str | None = None
    is_static: bool | None = None
    is_merge: bool = False
    include_raw_pose: Transform | None = None
    include_pose_relative_to: str | None = None
    placement_frame: str | None = None
    include_element: _Element | None = field(default=None, repr=False, compare=False)

    @property
    def absolute_model_name(self) -> str | None:
        """Full name of the model, where the include gives it a name."""
        if self.local_model_name is None:
            return None
        return f"{self.absolute_parent_name}::{self.local_model_name}".removeprefix("::")

    def problem(self, message: str, *, line: int = 0, column: int = 0, hint: str | None = None) -> Diagnostic:
        """A diagnostic about the included file, for a parser to answer.

        Args:
            message: what is wrong.
            line: where in the included file, counted from 1; 0: nowhere in particular.
            column: likewise.
            hint: what to do about it.
        """
        rule = rules.PARSER_REFUSED
        file = str(self.resolved_file_name)
        return Diagnostic(rule.code, rule.name, rule.severity, message, file, line, column, "", hint)


CustomParser: TypeAlias = Callable[[NestedInclude], InterfaceModel | Iterable[Diagnostic] | None]
"""Makes a model of an included file; None passes on, diagnostics stop."""
