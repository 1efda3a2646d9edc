"""URDF and SKEL files as interface models: described by their own front ends, then set into the including document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules_includes as rules
from ....runtime.diagnostics.sink import Sink
from ....runtime.element import is_written
from ....runtime.source import Source
from ...describing import describe
from ...description.names import MODEL_FRAME, SEPARATOR, WORLD, scoped
from ...includes.interface import LinkInterface
from ...reading import read
from .merging import proxy_name
from .poses import posed

if TYPE_CHECKING:
    from ....runtime.diagnostics.diagnostic import Diagnostic
    from ...description.description import Description
    from ...includes.interface import (
        InterfaceFrame,
        InterfaceJoint,
        InterfaceLink,
        InterfaceModel,
        NestedInclude,
        Reposture,
    )
    from ...transform import Transform
    from .reader import Reader

ENDINGS = (".urdf", ".skel", ".xml", ".xacro")
"""Endings of files that may hold one of the formats with a front end."""

LISTS = (
    "frames",
    "models",
    "links",
    "joints",
    "attachments",
    "constraints",
    "force_elements",
    "actuators",
    "collision_groups",
)


class Described:
    """An interface model that knows all about itself."""

    supports_merge = True
    pose_in_parent: Transform | None = None
    reposture: Reposture | None = None
    frames: Sequence[InterfaceFrame] = ()
    joints: Sequence[InterfaceJoint] = ()
    nested_models: Sequence[InterfaceModel] = ()

    def __init__(self, description: Description) -> None:
        self._description = description
        model = description.models[0]
        self._own_name = model.name
        self.name = model.name.rsplit(SEPARATOR, 1)[-1]
        self.static = model.static
        own = [link.name.removeprefix(model.name + SEPARATOR) for link in description.links]
        self.links: Sequence[InterfaceLink] = [LinkInterface(name=name) for name in own if SEPARATOR not in name]
        self.canonical_link_name = model.canonical_link or (own[0] if own else "")

    def add_to(self, reader: Reader, include: Any, scope: str, is_static: bool) -> None:
        """Sets the records into the description that is being made, where the include stands."""
        if include.merge:
            self._merge_into(reader, include, scope)
            return
        name = scoped(include.name or self.name, scope)
        frames = self._description.frames
        for field in LISTS:
            target = getattr(reader.description, field)
            for record in getattr(self._description, field):
                if record is not frames[0]:
                    target.append(self._moved(record, name, scope))
        frame = next(frame for frame in reader.description.frames if frame.name == name)
        frame.element = include
        if include.pose is not None:
            frame.pose, frame.relative_to, frame.pose_element = posed(include, reader)
        if include.placement_frame:
            frame.placement_frame = include.placement_frame
        static = is_static or bool(include.static if is_written(include, "static") else self.static)
        for model in reader.description.models:
            if model.name == name or model.name.startswith(name + SEPARATOR):
                model.static = model.static or static

    def _merge_into(self, reader: Reader, include: Any, scope: str) -> None:
        """Sets what is in the model into the model that the include stands in; a frame takes the model's place."""
        description = reader.description
        pose, relative_to, place = posed(include, reader)
        proxy = proxy_name(include.name or self.name)
        description.add_frame(
            proxy,
            scope=scope,
            attached_to=self.canonical_link_name or None,
            pose=pose,
            relative_to=relative_to or (WORLD if scope == WORLD else MODEL_FRAME),
            element=include,
            pose_element=place,
        )
        for field in LISTS:
            target = getattr(description, field)
            for record in getattr(self._description, field):
                if field == "models" or (field == "frames" and record.kind in ("world", "model")):
                    continue
                moved = self._moved(record, scope, scope)
                if field == "frames":
                    moved.attached_to = _stand_in(moved.attached_to, proxy, moved.kind == "frame")
                    moved.relative_to = _stand_in(moved.relative_to, proxy, moved.kind == "link")
                target.append(moved)

    def _moved(self, record: Any, name: str, scope: str) -> Any:
        changes = {
            field: self._renamed(getattr(record, field), name, scope)
            for field in ("name", "scope", "owner", "frame")
            if getattr(record, field, "")
        }
        return replace(record, **changes)

    def _renamed(self, full: str, name: str, scope: str) -> str:
        if full == WORLD:
            return scope
        if full != self._own_name and not full.startswith(self._own_name + SEPARATOR):
            return full
        return name + full.removeprefix(self._own_name)


def _stand_in(reference: str | None, proxy: str, by_default: bool) -> str | None:
    """A reference with the frame that stands for the model in the place of the model."""
    if reference is None:
        return proxy if by_default else None
    return proxy if reference == MODEL_FRAME else reference


def described_file(reader: Reader) -> Callable[[NestedInclude], InterfaceModel | Iterable[Diagnostic] | None]:
    """The parser that reads URDF and SKEL."""

    def parse(include: NestedInclude) -> InterfaceModel | Iterable[Diagnostic] | None:
        path = include.resolved_file_name
        if path.suffix.lower() not in ENDINGS:
            return None
        source = Source(str(path), path.read_bytes())
        # what is wrong with the file is the answer; the sources are needed for what the whole document shows
        sink = Sink(strict=reader.sink.strict, severities=reader.sink.severities)
        reader.sink.add_source(source)
        parsed = read(source, sink, reader.options)
        if parsed is None:
            return sink.found
        descriptions = describe(parsed, sink, replace(reader.options, base_dir=path.parent))
        models = [model for model in descriptions[0].models if model.scope == WORLD] if descriptions else []
        if not models:
            sink.report(rules.INCLUDE_OF_NOTHING, source=source, file=str(path))
        if len(models) > 1:
            sink.report(rules.INCLUDE_OF_SEVERAL, models[1].element, file=str(path), tag="skeleton", used="skeleton")
        consumer = reader.options.consumer
        if not models or not (sink.ok or (consumer is not None and consumer.judges_included)):
            return sink.found
        for finding in sink.found:
            reader.sink.add(finding)
        if consumer is not None:
            consumer.adjust_inclusion(descriptions[0])
        return Described(descriptions[0])

    return parse
