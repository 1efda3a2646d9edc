"""The Interface API: models of other formats in an SDFormat document, without turning them into SDFormat.

A custom parser is any callable that takes a ``NestedInclude`` and answers an ``InterfaceModel``, None to pass on to
the next parser, or diagnostics, which stop the search::

    def parse_yaml(include: NestedInclude) -> InterfaceModel | Iterable[Diagnostic] | None:
        if include.resolved_file_name.suffix != ".yaml":
            return None
        ...
        if broken:
            return [include.problem("no body is called 'base'", line=3)]
        return ModelInterface(name=include.local_model_name or "robot", canonical_link_name="base", links=[...])

    bodyplan.load("world.sdf", parsers=[parse_yaml])

``InterfaceModel`` and its parts are protocols: what a parser answers need not come from here. ``ModelInterface`` and
its parts are ready-made. The parser that was registered last is asked first. Files that end in ``.sdf`` or ``.world``
are never offered.

Poses are ``Transform``s; None is the identity.

Spec: composition proposal, 1.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from ...runtime.diagnostics import rules_includes as rules
from ...runtime.diagnostics.diagnostic import Diagnostic

if TYPE_CHECKING:
    from typing import TypeGuard

    from lxml.etree import _Element

    from ...runtime.diagnostics.sink import Sink
    from ...runtime.element import Element
    from ..transform import Transform

NEVER_OFFERED = (".sdf", ".world")
"""Endings of SDFormat's own files."""

MODEL_FRAME = "__model__"


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


class ModelPoses(Protocol):
    """Where an interface model came to stand; what its ``reposture`` function is given."""

    def model_pose(self) -> Transform:
        """``X_WM``: pose of the model frame in the world."""
        ...

    def pose(self, frame: str, relative_to: str = "world") -> Transform:
        """Pose of a frame of the model, relative to the world or to another frame of the model."""
        ...


Reposture: TypeAlias = Callable[[ModelPoses], None]


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
    """An ``InterfaceLink``."""

    name: str
    pose_in_model: Transform | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameInterface:
    """An ``InterfaceFrame``."""

    name: str
    attached_to: str = MODEL_FRAME
    pose_in_attached_to: Transform | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JointInterface:
    """An ``InterfaceJoint``."""

    name: str
    child: str
    pose_in_child: Transform | None = None


@dataclass(slots=True, kw_only=True)
class ModelInterface:
    """An ``InterfaceModel``."""

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
    """An include, as a custom parser sees it. None: the include does not say."""

    uri: str
    """As written in ``//include/uri``."""
    resolved_file_name: Path
    """The absolute path that it leads to."""
    absolute_parent_name: str = ""
    """Full name of the including model, such as ``top::middle``; empty in a world."""
    local_model_name: str | None = None
    local_model_namespace: str | None = None
    is_static: bool | None = None
    is_merge: bool = False
    include_raw_pose: Transform | None = None
    include_pose_relative_to: str | None = None
    placement_frame: str | None = None
    include_element: _Element | None = field(default=None, repr=False, compare=False)
    """The include itself, with elements and attributes of its own vocabulary."""

    @property
    def absolute_model_name(self) -> str | None:
        """Full name of the model, where the include gives it a name."""
        if self.local_model_name is None:
            return None
        return f"{self.absolute_parent_name}::{self.local_model_name}".removeprefix("::")

    def problem(self, message: str, *, line: int = 0, column: int = 0, hint: str | None = None) -> Diagnostic:
        """A diagnostic about the included file, for a parser to answer."""
        rule = rules.PARSER_REFUSED
        file = str(self.resolved_file_name)
        return Diagnostic(rule.code, rule.name, rule.severity, message, file, line, column, "", hint)


CustomParser: TypeAlias = Callable[[NestedInclude], InterfaceModel | Iterable[Diagnostic] | None]
"""Makes a model of an included file; None passes on, diagnostics stop."""


def offer(
    include: NestedInclude, parsers: Sequence[CustomParser], sink: Sink, at: _Element | Element | None = None
) -> InterfaceModel | None:
    """Asks the parsers, the last first, and answers the first model that is valid.

    Args:
        include: what is included.
        parsers: in the order in which they were registered.
        sink: receives what a parser reports, BP431 (custom-parser-failed) for an exception in one,
            BP432 (no-custom-parser) where all pass on, BP433 (interface-model-invalid), BP434 (merge-unsupported).
        at: the including element.
    """
    file = include.resolved_file_name
    if file.suffix.lower() not in NEVER_OFFERED:
        for parser in reversed(parsers):
            try:
                answer = parser(include)
                found = [] if answer is None or _is_model(answer) else _diagnostics(answer)
            except Exception as error:  # noqa: BLE001 - a file that a parser did not expect is a finding
                name = getattr(parser, "__qualname__", type(parser).__qualname__)
                reason = f"{type(error).__name__}: {error}"
                sink.report(rules.PARSER_FAILED, at, parser=name, uri=include.uri, reason=reason)
                return None
            for diagnostic in found:
                sink.add(diagnostic)
            if found:
                return None
            if _is_model(answer):
                return answer if _accept(answer, include, sink, at) else None
    sink.report(rules.NO_PARSER, at, file=str(file))
    return None


def _is_model(answer: InterfaceModel | Iterable[Diagnostic] | None) -> TypeGuard[InterfaceModel]:
    return hasattr(answer, "canonical_link_name")


def _diagnostics(answer: Any) -> list[Diagnostic]:
    found = [answer] if isinstance(answer, Diagnostic) else list(answer)
    for diagnostic in found:
        if not isinstance(diagnostic, Diagnostic):
            raise TypeError(f"a parser answers a model, diagnostics or None, not {type(diagnostic).__name__}")
    return found


def _accept(model: InterfaceModel, include: NestedInclude, sink: Sink, at: _Element | Element | None) -> bool:
    if include.is_merge and not model.supports_merge:
        sink.report(rules.MERGE_UNSUPPORTED, at, uri=include.uri)
        return False
    faults = faults_of(model)
    for fault in faults:
        sink.report(rules.INTERFACE_INVALID, at, uri=include.uri, reason=fault)
    return not faults


def faults_of(model: InterfaceModel) -> list[str]:
    """What is wrong with an interface model: names, the canonical link, attachments, at any depth."""
    faults: list[str] = []
    _check(model, model.name, faults)
    return faults


def _check(model: InterfaceModel, path: str, faults: list[str]) -> None:
    names = _names_in(model)
    if path == model.name:
        _check_name("model", model.name, faults)
    for kind, name in names:
        _check_name(kind, name, faults)
    local = [name for _, name in names]
    faults += [f"{path!r} has two of the name {name!r}" for name, count in Counter(local).items() if count > 1]
    if not _has_link(model, model.canonical_link_name):
        faults.append(f"{path!r} has no link {model.canonical_link_name!r}, its canonical link")
    known = {MODEL_FRAME, *local}
    for frame in model.frames:
        if frame.attached_to == frame.name or not (frame.attached_to in known or _has(model, frame.attached_to)):
            faults.append(f"frame {frame.name!r} of {path!r} is attached to {frame.attached_to!r}, which is not there")
    for joint in model.joints:
        if not (joint.child in known or _has(model, joint.child)):
            faults.append(f"joint {joint.name!r} of {path!r} has no child {joint.child!r}")
    for nested in model.nested_models:
        _check(nested, f"{path}::{nested.name}", faults)


def _names_in(model: InterfaceModel) -> list[tuple[str, str]]:
    names = [("link", link.name) for link in model.links]
    names += [("joint", joint.name) for joint in model.joints]
    names += [("frame", frame.name) for frame in model.frames]
    return names + [("model", nested.name) for nested in model.nested_models]


def _check_name(kind: str, name: str, faults: list[str]) -> None:
    if not name:
        faults.append(f"a {kind} has no name")
    elif "::" in name:
        faults.append(f"the name {name!r} of a {kind} has '::' in it")
    elif name == "world" or (name.startswith("__") and name.endswith("__") and len(name) > 3):
        faults.append(f"the name {name!r} of a {kind} is reserved")


def _has_link(model: InterfaceModel, name: str) -> bool:
    first, delimiter, rest = name.partition("::")
    if not delimiter:
        return any(link.name == first for link in model.links)
    return any(nested.name == first and _has_link(nested, rest) for nested in model.nested_models)


def _has(model: InterfaceModel, name: str) -> bool:
    first, delimiter, rest = name.partition("::")
    if not delimiter:
        return name == MODEL_FRAME or any(name == known for _, known in _names_in(model))
    return any(nested.name == first and _has(nested, rest) for nested in model.nested_models)
