"""Carries directives out, one after the other: each may speak only of what the ones before it have added."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....diagnostics.records import dataclass, field
from ...frames.frame_names import ScopedNames
from ...ir.frames import FrameRecord, ModelRecord
from ...ir.geometry import Mesh
from ...ir.joints import Motion
from ...ir.links import CollisionGroupRecord, ShapeRecord
from ...ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD
from ...ir.world import WorldIR, weightless
from ...kinematics.coordinates import COUNT
from ...resources.resolver import Finder, FoundPath
from ...resources.uri_text import split_uri
from ...spatial.raw_pose import IDENTITY
from ..placeholders import LINK, SHAPE, find_names_inside, find_scoped_names
from ..record_names import FRAMED, is_in_model, renamed_records
from .decoder import load_directives, load_model
from .directives import (
    AddCollisionFilterGroup,
    AddDirectives,
    AddFrame,
    AddModel,
    AddModelInstance,
    AddWeld,
    DirectivePart,
    Directives,
    DirectiveTransform,
    FaultyDirective,
)
from .drake_frames import find_joint_frames, is_drake_frame, is_drake_joint

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....diagnostics.rule import Severity
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import Pipeline


@dataclass(slots=True)
class Assembly:
    """What the directives have put together so far."""

    description: WorldIR
    sink: Sink
    options: Options
    finder: Finder
    pipeline: Pipeline
    """Reads and describes the files of models."""
    instances: set[str] = field(default_factory=set)
    """Full names of model instances, nested ones too."""
    added: set[str] = field(default_factory=set)
    """Those that ``add_model`` made."""
    names: dict[str, FrameRecord] = field(default_factory=dict)
    """Frames by full name."""
    known: ScopedNames = field(init=False)
    """The same, for what is looked up in vain."""
    last_names: dict[str, list[str]] = field(default_factory=dict)
    """Full names of links and of frames that were added, by their last part."""
    models: dict[Path, WorldIR | None] = field(default_factory=dict)
    texts: dict[Path, Directives | None] = field(default_factory=dict)
    """What the files of directives hold."""
    missing: set[str] = field(default_factory=set)
    """What is not there because of a fault that was reported: what names it is not reported once more."""
    lacks_directives: bool = False
    """Whether directives could not be had, so that it is not known which models there are."""
    nameless: int = 0
    """How many of those have names that are not known."""
    strays: list[tuple[AddModel, str]] = field(default_factory=list)
    """Models whose own name is missing or taken, with the namespace that they were added in."""
    so_far: tuple[int, ScopedNames] | None = None
    """The frames that there were when that was last asked for, and how many."""
    running: list[Path] = field(default_factory=list)
    """Files of directives that are being carried out, each added by the one before."""

    def __post_init__(self) -> None:
        self.known = ScopedNames(self.names)

    def run_directives(self, directives: Directives, namespace: str) -> None:
        """Carries out the directives of one file.

        Raises:
            OverBudget: with all that they add, they amount to too much.
        """
        size = 1 if directives.element is None else sum(1 for _ in directives.element.iter())
        self.sink.budget.spend("elements", size, directives.element)
        for directive in directives.directives:
            match directive:
                case AddModel():
                    self._add_model(directive, namespace)
                case AddModelInstance():
                    self._add_model_instance(directive, namespace)
                case AddFrame():
                    self._add_frame(directive, namespace)
                case AddWeld():
                    self._add_weld(directive, namespace)
                case AddCollisionFilterGroup():
                    self._add_collision_filter_group(directive, namespace)
                case AddDirectives():
                    self._add_directives(directive, namespace)
                case FaultyDirective() if directive.name:
                    self.missing.add(_join_names(namespace, directive.name))
                case FaultyDirective():
                    self.nameless += 1

    def finish(self) -> None:
        """Looks at the models whose names were never found out, too."""
        for directive, namespace in self.strays:
            name = "model"
            while name in self.instances:
                name += "_"
            self._put_model(directive, name, namespace)

    def _add_model(self, directive: AddModel, namespace: str) -> None:
        # nothing has to be called as the name begins: Drake takes `cell::crate` for a name like any other
        name = _join_names(namespace, directive.name)
        if directive.name and name not in self.instances:
            self._put_model(directive, name, namespace)
            return
        if directive.name:
            self.sink.report(rules.MODEL_TWICE, directive.place("name"), name=name)
        self.strays.append((directive, namespace))

    def _put_model(self, directive: AddModel, name: str, namespace: str) -> None:
        found = self._model(directive)
        is_placeholder = found is None and self.options.partial
        if is_placeholder:
            found = _make_placeholder(directive, name)
        if found is None:
            self.missing.add(name)
            self.instances.add(name)
            return
        tops = [model for model in found.models if model.scope == WORLD]
        before, models = len(self.description.frames), len(self.description.models)
        found.spend(self.sink.budget, directive.element)
        _copy_model(found, tops[0].name, self.description, name, namespace or WORLD)
        self._know(*self.description.frames[before:])
        self.instances.update(model.name for model in self.description.models[models:])
        self.added.add(name)
        if is_placeholder:
            return
        for joint, positions in directive.default_joint_positions.items():
            self._set_positions(directive, name, joint, positions)
        for body, pose in directive.default_free_body_pose.items():
            self._set_free_pose(directive, name, body, pose, namespace)

    def _model(self, directive: AddModel) -> WorldIR | None:
        """What the file of a directive holds, if that is just one model; None after a finding."""
        path = self._file(directive.file, directive)
        if path is None:
            return None
        if path not in self.models:
            self.models[path] = load_model(path, self.sink, self.options, self.pipeline)
        found = self.models[path]
        if found is not None and sum(model.scope == WORLD for model in found.models) != 1:
            self.sink.report(rules.NOT_A_MODEL, directive.place("file"), uri=directive.file)
            return None
        return found

    def _set_positions(self, directive: AddModel, model: str, joint: str, positions: list[float]) -> None:
        place = _entry(directive, "default_joint_positions", joint)
        full = f"{model}{SEPARATOR}{joint}"
        record = next((record for record in self.description.joints if record.name == full), None)
        if record is None or SEPARATOR in joint or not is_drake_joint(record):
            self.sink.report(rules.UNKNOWN_JOINT, place, model=model, name=joint)
        elif (dofs := COUNT[record.motion]) != len(positions):
            self.sink.report(rules.POSITION_COUNT, place, name=joint, dofs=dofs, count=len(positions))
        else:
            record.default_position = tuple(positions)

    def _set_free_pose(
        self, directive: AddModel, model: str, body: str, pose: DirectiveTransform, namespace: str
    ) -> None:
        place = _entry(directive, "default_free_body_pose", body)
        own = [link.name for link in self.description.links if _holder(link.name) == model]
        if body == "" and len(own) != 1:
            self.sink.report(rules.WHICH_BODY, place, model=model, count=len(own))
            return
        child = own[0] if body == "" else f"{model}{SEPARATOR}{body}"
        if SEPARATOR in body or not self._has_frame(child):
            self.sink.report(rules.UNKNOWN_FRAME, place, name=child, advice=partial(self.known.advice, child, WORLD))
            return
        parent = self._resolve(pose.base_frame or WORLD, namespace, pose.place("base_frame"))
        if parent is None:
            return
        from ...spatial.transform import Transform  # numpy, which most documents are read without

        roll, pitch, yaw = map(float, Transform.from_quaternion((0.0, 0.0, 0.0), pose.pose[3:]).rpy)
        self.description.add_joint(
            child,
            scope=WORLD,
            type="floating",
            motion=Motion.FLOATING_RPY,
            parent=parent,
            child=child,
            own_frames=True,
            frame=f"{child}_floating",
            default_position=(roll, pitch, yaw, *pose.pose[:3]),
            element=place,
        )

    def _add_model_instance(self, directive: AddModelInstance, namespace: str) -> None:
        name = _join_names(namespace, directive.name)
        if name in self.instances:
            self.sink.report(rules.MODEL_TWICE, directive.place("name"), name=name)
            return
        frame = FrameRecord(name, "model", WORLD, element=directive.element)
        self.description.frames.append(frame)
        self.description.models.append(
            ModelRecord(name, "model", namespace or WORLD, element=directive.element, needs_link=False)
        )
        self._know(frame)
        self.instances.add(name)

    def _add_frame(self, directive: AddFrame, namespace: str) -> None:
        transform = directive.X_PF
        base = None
        if transform.base_frame:
            base = self._resolve(transform.base_frame, namespace, transform.place("base_frame"))
        else:
            self.sink.report(rules.MISSING_KEY, directive.place("X_PF"), where="'X_PF' of add_frame", key="base_frame")
        if base is None:
            self.missing.add(_join_names(namespace, directive.name))
            return
        name = directive.name.removeprefix(SEPARATOR)
        if SEPARATOR in name:
            full = _join_names(namespace, name)
            if _holder(full) not in self.instances:
                if not self._is_missing(_holder(full)):
                    self.sink.report(rules.UNKNOWN_INSTANCE, directive.place("name"), name=_holder(full))
                self.missing.add(full)
                return
        else:
            holder = _holder(base)
            full = name if holder == WORLD else f"{holder}{SEPARATOR}{name}"
        self.sink.budget.spend("frames", 1, directive.element)
        frame = self.description.add_frame(
            full,
            scope=WORLD,
            attached_to=base,
            relative_to=base,
            pose=transform.pose,
            element=directive.element,
            pose_element=transform.element,
        )
        self._know(frame)

    def _add_weld(self, directive: AddWeld, namespace: str) -> None:
        if directive.X_PC.base_frame:
            self.sink.report(rules.BASE_FRAME_HERE, directive.X_PC.place("base_frame"))
        parent = self._resolve(directive.parent, namespace, directive.place("parent"))
        child = self._resolve(directive.child, namespace, directive.place("child"))
        if parent is None or child is None:
            return
        holder = _holder(child)
        if holder not in self.added:
            self.sink.report(rules.WELD_CHILD, directive.place("child"), name=directive.child)
            return
        name = f"{holder}{SEPARATOR}{_last(parent)}_welds_to_{_last(child)}"
        if directive.X_PC.pose != IDENTITY:
            offset = f"{name}_parent"
            self.description.frames.append(
                FrameRecord(offset, "frame", WORLD, parent, parent, directive.X_PC.pose, element=directive.element)
            )
            parent = offset
        self.description.add_joint(
            name,
            scope=WORLD,
            type="fixed",
            motion=Motion.FIXED,
            parent=parent,
            child=child,
            own_frames=True,
            element=directive.element,
            parent_element=directive.place("parent"),
            child_element=directive.place("child"),
        )

    def _add_collision_filter_group(self, directive: AddCollisionFilterGroup, namespace: str) -> None:
        scope = _join_names(namespace, directive.model_namespace)
        if not directive.members and not directive.member_groups:
            self.sink.report(rules.NO_MEMBERS, directive.element, name=directive.name)
            return
        members = (self._resolve_name(scope, member) for member in directive.members)
        self.description.collision_groups.append(
            CollisionGroupRecord(
                _join_names(scope, directive.name),
                WORLD,
                [each for each in members if not self._is_missing(each)],
                self._groups(scope, directive.member_groups),
                self._groups(scope, directive.ignored_collision_filter_groups),
                directive.element,
            )
        )

    def _groups(self, scope: str, names: list[str]) -> list[str]:
        return [name for group in names if (name := _join_names(scope, group)) not in self.missing]

    def _add_directives(self, directive: AddDirectives, namespace: str) -> None:
        inner = _join_names(namespace, directive.model_namespace)
        if directive.model_namespace and inner not in self.instances:
            self.sink.report(rules.UNKNOWN_INSTANCE, directive.place("model_namespace"), name=inner)
            return
        path = self._file(directive.file, directive)
        if path is None:
            self.lacks_directives = True
            return
        if path in self.running:
            chain = " and ".join(repr(running.name) for running in self.running)
            self.sink.report(rules.CIRCLE, directive.place("file"), uri=directive.file, path=chain)
            return
        if path not in self.texts:
            self.texts[path] = load_directives(path, self.sink, self.options)
        self.sink.budget.spend("files", 1, directive.element)
        directives = self.texts[path]
        if directives is None:
            self.lacks_directives = True
        else:
            self.running.append(path)
            self.run_directives(directives, inner)
            self.running.pop()

    def _file(self, uri: str, directive: DirectivePart) -> Path | None:
        """The local path of a file; only URIs are allowed, no plain paths."""
        place = directive.place("file")
        if not split_uri(uri).scheme:
            self.sink.report(rules.FILE_NOT_FOUND, place, uri=uri, reason="a plain path has no place to start from")
            return None
        severity: Severity | None = "warning" if self.options.partial else None
        found = self.finder.find(uri, (), self.sink, place, severity=severity)
        return Path(self.options.files.real(found.file)) if isinstance(found, FoundPath) else None

    def _resolve(self, reference: str, namespace: str, place: _Element | None) -> str | None:
        """Full name of a frame that is there already, None after a finding."""
        parts = [part for part in reference.split(SEPARATOR) if part]
        if parts == [WORLD]:
            return WORLD
        full = self._resolve_name(namespace, SEPARATOR.join(parts))
        if SEPARATOR in full:
            if self._has_frame(full):
                return full
        else:
            found = self._find_by_last_name(full)
            if len(found) == 1:
                return found[0]
            if found:
                several = ", ".join(map(repr, found[:3]))
                self.sink.report(rules.AMBIGUOUS_FRAME, place, name=reference, found=several)
                return None
        if not self._is_missing(full):
            self.sink.report(rules.UNKNOWN_FRAME, place, name=full, advice=partial(self.known.advice, full, WORLD))
        return None

    def _has_frame(self, full: str) -> bool:
        """Whether Drake has a frame of a full name; one of a joint is added that nothing has referred to so far."""
        record = self.names.get(full.removesuffix(SEPARATOR + MODEL_FRAME))
        if record is not None:
            return (record.kind == "model") is full.endswith(SEPARATOR + MODEL_FRAME) and is_drake_frame(record)
        made = find_joint_frames(self.description, full)
        self.description.frames += made[:1]
        self._know(*made[:1])
        return bool(made)

    def _find_by_last_name(self, name: str) -> list[str]:
        """The full names of the frames whose last part is a name, in all models."""
        if name == MODEL_FRAME:
            models = (full for full, record in self.names.items() if record.kind == "model" and is_drake_frame(record))
            return [f"{full}{SEPARATOR}{MODEL_FRAME}" for full in models]
        made = [frame for frame in find_joint_frames(self.description, name) if frame.name not in self.names]
        self.description.frames += made
        self._know(*made)
        return self.last_names.get(name, [])

    def _resolve_name(self, namespace: str, name: str) -> str:
        """A full name; what leads nowhere and resembles nothing is taken for the name that a model has lost."""
        full = _join_names(namespace, name)
        if self.strays and full not in self.names and not self._resembles(full):
            models = accumulate(full.split(SEPARATOR)[:-1], "{}::{}".format)
            model = next((each for each in models if each not in self.instances), None)
            if model is not None:
                directive, around = self.strays.pop(0)
                self._put_model(directive, model, around)
        return full

    def _resembles(self, name: str) -> bool:
        """Whether a name may be one of those that there are, misspelt."""
        if self.so_far is None or self.so_far[0] != len(self.names):
            self.so_far = len(self.names), ScopedNames(dict(self.names))
        return bool(self.so_far[1].advice(name, WORLD))

    def _is_missing(self, name: str) -> bool:
        above = name
        while self.missing and above:
            if above in self.missing:
                return True
            above = above.rpartition(SEPARATOR)[0]
        if not (self.nameless or self.lacks_directives) or name in self.names or self._resembles(name):
            return False
        if self.lacks_directives:
            return True
        # what leads nowhere and resembles nothing is what has lost its name
        self.nameless -= 1
        self.missing.add(name.partition(SEPARATOR)[0])
        return True

    def _know(self, *frames: FrameRecord) -> None:
        """Adds frames to the index."""
        for frame in frames:
            if self.names.setdefault(frame.name, frame) is not frame or frame.kind == "model":
                continue
            if is_drake_frame(frame):
                self.last_names.setdefault(_last(frame.name), []).append(frame.name)


def _make_placeholder(directive: AddModel, name: str) -> WorldIR:
    """A model that stands for one that cannot be had, with the frames that the directives speak of."""
    made = WorldIR("dmd")
    own = _last(name)
    record = made.add_model(own, element=directive.element)
    record.placeholder_uri = directive.file
    crate = ShapeRecord(SHAPE, Mesh(directive.file), element=directive.element)
    made.add_link(LINK, scope=own, inertial=weightless(), visuals=[crate], element=directive.element)
    ahead = [
        (
            own,
            {}
            if directive.element is None
            else find_names_inside(name.split(SEPARATOR), find_scoped_names(directive.element)),
        )
    ]
    while ahead:
        scope, names = ahead.pop()
        for each, inner in names.items():
            if each == LINK or each.startswith("__"):
                continue
            if inner:
                nested = made.add_model(each, scope=scope, element=directive.element)
                nested.needs_link = False
                ahead.append((nested.name, inner))
            else:
                made.add_frame(each, scope=scope, attached_to=None if scope != own else LINK, element=directive.element)
    return made


def _copy_model(source: WorldIR, model: str, target: WorldIR, name: str, scope: str) -> None:
    """Copies the model called ``model``, with all that is in it, as ``name``, which is in ``scope``.

    The model keeps its pose in the world: models that only lend their name to what is in them have no place.
    """

    def rename(full: str) -> str:
        return name + full.removeprefix(model) if is_in_model(full, model) else full

    for kind, record, made in renamed_records(source, rename):
        if kind in FRAMED and not is_in_model(record.owner if kind == "attachments" else record.name, model):
            continue
        if kind == "models" and record.name == model:
            made.scope = scope
        getattr(target, kind).append(made)


def _entry(directive: AddModel, key: str, name: str) -> _Element | None:
    around = directive.keys.get(key)
    if around is None:
        return directive.element
    return next((child for child in around if child.get("name", str(child.tag)) == name), around)


def _join_names(namespace: str, name: str) -> str:
    return SEPARATOR.join(filter(None, f"{namespace}{SEPARATOR}{name}".split(SEPARATOR)))


def _last(name: str) -> str:
    return name.rpartition(SEPARATOR)[2]


def _holder(full: str) -> str:
    """Full name of the model that something is in."""
    return full.rpartition(SEPARATOR)[0] or WORLD
