"""Interface models that have a whole description: those of URDF and SKEL files, made by their own front ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.element import is_written
from ....runtime.sink import Sink
from ....runtime.source import Source
from ...includes.interface import LinkInterface
from ...ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD, make_scoped_name
from ...resources.source_files import fill_source
from ..registry import may_hold_another
from .name_checks import proxy_name
from .poses import written_pose

if TYPE_CHECKING:
    from ....diagnostics.diagnostic import Diagnostic
    from ...includes.interface import (
        CustomParser,
        InterfaceFrame,
        InterfaceJoint,
        InterfaceLink,
        InterfaceModel,
        NestedInclude,
        Reposture,
    )
    from ...ir.joints import JointRecord
    from ...ir.links import LinkRecord
    from ...ir.world import WorldIR
    from ...spatial.transform import Transform
    from .context import SdformatContext
    from .elements import Include


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


class DescribedModel:
    """An interface model with a description of its own."""

    supports_merge = True
    pose_in_parent: Transform | None = None
    reposture: Reposture | None = None
    frames: Sequence[InterfaceFrame] = ()
    joints: Sequence[InterfaceJoint] = ()
    nested_models: Sequence[InterfaceModel] = ()

    def __init__(self, description: WorldIR) -> None:
        self._description = description
        model = description.models[0]
        self._own_name = model.name
        self.name = model.name.rsplit(SEPARATOR, 1)[-1]
        self.static = model.static
        own = [link.name.removeprefix(model.name + SEPARATOR) for link in description.links]
        self.links: Sequence[InterfaceLink] = [LinkInterface(name=name) for name in own if SEPARATOR not in name]
        self.canonical_link_name = model.canonical_link or (own[0] if own else "")

    def add_to(self, context: SdformatContext, include: Include, scope: str, is_static: bool) -> None:
        """Adds the records to the description of the including document, as the include has them.

        Raises:
            OverBudget: the document amounts to too much with them.
        """
        self._description.spend(context.sink.budget, include)
        if include.merge:
            self._merge_into(context, include, scope)
            return
        name = make_scoped_name(include.name or self.name, scope)
        frames = self._description.frames
        # looked for among what is new: a document can include thousands
        first_frame, first_model = len(context.description.frames), len(context.description.models)
        for field in LISTS:
            target = getattr(context.description, field)
            for record in getattr(self._description, field):
                if record is not frames[0]:
                    target.append(self._rename_record(record, name, scope))
        frame = next(frame for frame in context.description.frames[first_frame:] if frame.name == name)
        frame.element = include
        if include.pose is not None:
            frame.pose, frame.relative_to, frame.pose_element = written_pose(include, context)
        if include.placement_frame:
            frame.placement_frame = include.placement_frame
        static = is_static or bool(include.static if is_written(include, "static") else self.static)
        for model in context.description.models[first_model:]:
            if model.name == name or model.name.startswith(name + SEPARATOR):
                model.static = model.static or static

    def _merge_into(self, context: SdformatContext, include: Include, scope: str) -> None:
        """Adds what is in the model to the model that the include is in; a frame takes the model's place."""
        description = context.description
        pose, relative_to, place = written_pose(include, context)
        if include.pose is None:
            pose = next(frame.pose for frame in self._description.frames if frame.name == self._own_name)
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
                moved = self._rename_record(record, scope, scope)
                if field == "frames":
                    moved.attached_to = _instead_of_model(moved.attached_to, proxy, moved.kind == "frame")
                    moved.relative_to = _instead_of_model(moved.relative_to, proxy, moved.kind == "link")
                target.append(moved)

    def _rename_record(self, record: Any, name: str, scope: str) -> Any:
        """A record of any of the ``LISTS``, with names as they are in the including document."""
        changes = {
            field: self._rename_reference(getattr(record, field), name, scope)
            for field in ("name", "scope", "owner", "frame")
            if getattr(record, field, "")
        }
        return replace(record, **changes)

    def _rename_reference(self, full: str, name: str, scope: str) -> str:
        if full == WORLD:
            return scope
        if full != self._own_name and not full.startswith(self._own_name + SEPARATOR):
            return full
        return name + full.removeprefix(self._own_name)


def _instead_of_model(reference: str | None, proxy: str, by_default: bool) -> str | None:
    """A reference with the frame that stands for the model in the place of the model."""
    if reference is None:
        return proxy if by_default else None
    return proxy if reference == MODEL_FRAME else reference


def _refuse_nameless(description: WorldIR, sink: Sink) -> None:
    """Makes errors of missing names, which nothing in SDFormat goes without."""
    records: list[LinkRecord | JointRecord] = [*description.links, *description.joints]
    for record in records:
        if record.name.endswith(SEPARATOR):
            for finding in sink.about(record.element, rules.EMPTY_NAME, rules.MISSING_ATTRIBUTE):
                finding.severity = "error"


def describing_parser(context: SdformatContext) -> CustomParser:
    """The parser that reads the formats that have a front end."""

    def parse(include: NestedInclude) -> InterfaceModel | Iterable[Diagnostic] | None:
        path = include.resolved_file_name
        if not may_hold_another(path, "sdformat"):
            return None
        known = context.provenance.described.get(path)
        if known is not None:
            return DescribedModel(known)
        source, options = Source(str(path)), context.options
        # what is wrong with the file is the answer; the sources are needed for what the whole document shows
        outer = context.sink
        sink = Sink(strict=outer.strict, severities=outer.severities, leniency=outer.leniency, budget=outer.budget)
        context.sink.add_source(source)
        if not fill_source(source, path, sink, options.files, options.max_bytes, include.include_element):
            return [each.record() for each in sink.found]
        parsed = context.pipeline.read(source, sink, options)
        if parsed is None:
            return [each.record() for each in sink.found]
        options = replace(options, base_dir=path.parent)
        descriptions = context.pipeline.describe_included(parsed, sink, options)
        models = [model for model in descriptions[0].models if model.scope == WORLD] if descriptions else []
        if not models:
            sink.report(rules.INCLUDE_OF_NOTHING, source=source, file=str(path))
        if len(models) > 1:
            sink.report(rules.INCLUDE_OF_SEVERAL, models[1].element, file=str(path), tag="skeleton", used="skeleton")
        for description in descriptions:
            _refuse_nameless(description, sink)
        target = context.options.target
        if not models or not (sink.ok or (target is not None and target.judges_included)):
            return [each.record() for each in sink.found]
        for finding in sink.found:
            context.sink.add(finding)
        for made in sink.sources:
            context.sink.add_source(made)
        context.provenance.described[path] = descriptions[0]
        return DescribedModel(descriptions[0])

    return parse
