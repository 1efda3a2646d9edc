"""Includes of files that are not SDFormat: their interface models become records of the including document.

The interface model of a URDF or SKEL file has all records of the file, made by its own front end; they are taken over
as they are. That of a caller's parser has names and frames. Nothing is turned into SDFormat.

Spec: composition proposal, 1.5.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....diagnostics.records import dataclass, replace
from ....runtime.element import is_written
from ....runtime.sink import Sink
from ....runtime.source import Source
from ...includes import interface
from ...includes.inclusion import offer
from ...includes.interface import NestedInclude
from ...ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD, make_scoped_name
from ...ir.world import WorldIR
from ...resources.source_files import fill_source, seen_name
from ...spatial.raw_pose import IDENTITY, RawPose
from ..leniency import refuse_nameless
from ..record_names import is_in_model, renamed_records
from ..registry import FORMATS
from .poses import written_pose
from .sibling_names import members_in, proxy_name

if TYPE_CHECKING:
    from pathlib import Path

    from ....diagnostics.diagnostic import Diagnostic
    from ...includes.interface import InterfaceModel
    from ...spatial.transform import Transform
    from .context import SdformatContext
    from .elements import Include, Model, World


def add_interface_models(context: SdformatContext, owner: Model | World, scope: str, is_static: bool) -> None:
    """Adds what the includes of other formats in a model or world stand for.

    Raises:
        OverBudget: the document amounts to too much with them.
    """
    if context.provenance.other_formats:
        for _, include in members_in(owner, ("include",)):
            path = context.provenance.other_formats.get(id(include))
            if path is not None:
                _add_model(context, include, path, scope, is_static)


def _add_model(context: SdformatContext, include: Include, path: Path, scope: str, is_static: bool) -> None:
    from ...spatial.transform import Transform  # numpy, which most documents are read without

    pose, relative_to, _ = written_pose(include, context)
    nested = NestedInclude(
        uri=include.uri.strip(),
        resolved_file_name=path,
        absolute_parent_name="" if scope == WORLD else scope,
        local_model_name=include.name or None,
        local_model_namespace=include.namespace or None,
        is_static=bool(include.static) if is_written(include, "static") else None,
        is_merge=bool(include.merge),
        include_raw_pose=None if include.pose is None else Transform.from_quaternion(pose[:3], pose[3:]),
        include_pose_relative_to=relative_to,
        placement_frame=include.placement_frame or None,
        include_element=include.source_element,
    )
    model = offer(nested, (partial(_parse_described, context), *context.options.parsers), context.sink, include)
    if model is None:
        context.sink.note_absent("" if include.merge else include.name or path.stem, include)
        return
    if isinstance(model, DescribedModel):
        description = model.description
        description.spend(context.sink.budget, include)
        if include.merge and scope == WORLD and description.links:
            context.sink.report(rules.MERGE_INTO_WORLD, include, file=str(path), tag="link")
            return
    else:
        description = WorldIR("sdformat")
        _describe(model, description, WORLD, include)
        # an include can make a static model move
        description.models[0].static = False
    static = is_static or bool(include.static if is_written(include, "static") else model.static)
    _add_records(context, include, scope, static, model, description)


def _describe(model: InterfaceModel, description: WorldIR, scope: str, include: Include) -> None:
    """Adds an interface model, with what is in it, to a description."""
    record = description.add_model(
        model.name,
        scope=scope,
        pose=_raw(model.pose_in_parent),
        static=bool(model.static),
        canonical_link=model.canonical_link_name or None,
        element=include,
        pose_element=include if scope == WORLD else None,
    )
    if model.reposture is not None:
        description.reposture_functions.append((record.name, model.reposture))
    for link in model.links:
        description.add_link(link.name, scope=record.name, pose=_raw(link.pose_in_model), element=include)
    for joint in model.joints:
        pose = _raw(joint.pose_in_child)
        frame = description.add_frame(
            joint.name, scope=record.name, attached_to=joint.child, pose=pose, element=include
        )
        frame.kind = "joint"
    for named in model.frames:
        pose = _raw(named.pose_in_attached_to)
        description.add_frame(named.name, scope=record.name, attached_to=named.attached_to, pose=pose, element=include)
    for nested in model.nested_models:
        _describe(nested, description, record.name, include)


def _add_records(
    context: SdformatContext, include: Include, scope: str, static: bool, model: InterfaceModel, made: WorldIR
) -> None:
    """Adds a described model as the include has it: merged, a frame takes the place of the model."""
    own, merge = made.models[0].name, bool(include.merge)
    name = scope if merge else make_scoped_name(include.name or model.name, scope)
    proxy = proxy_name(include.name or model.name)
    rename = partial(_rename, own=own, name=name, scope=scope)
    target = context.description
    for field, original, record in renamed_records(made, rename):
        if field == "models" or (field == "frames" and record.kind == "model"):
            is_own, is_nested = original.name == own, original.name.startswith(own + SEPARATOR)
            if field == "models" and not merge and (is_own or is_nested):
                record.static = record.static or static
            elif field == "frames" and is_own:
                record.element = include
                if include.pose is not None:
                    record.pose, record.relative_to, record.pose_element = written_pose(include, context)
                if not merge:
                    record.placement_frame = include.placement_frame or record.placement_frame
                else:
                    record.kind, record.name, record.scope = "frame", make_scoped_name(proxy, scope), scope
                    record.attached_to = model.canonical_link_name or None
                    record.relative_to = record.relative_to or (WORLD if scope == WORLD else MODEL_FRAME)
            elif merge and not is_nested:
                continue
        elif merge and field == "frames" and original.scope == own:
            if record.kind == "frame" and record.attached_to in (None, MODEL_FRAME):
                record.attached_to = proxy
            if record.relative_to == MODEL_FRAME or (record.relative_to is None and record.kind == "link"):
                record.relative_to = proxy
        getattr(target, field).append(record)
    target.reposture_functions += [(rename(full), function) for full, function in made.reposture_functions]


def _rename(full: str, own: str, name: str, scope: str) -> str:
    """A full name where the model ``own`` is called ``name``, and what is around it ``scope``."""
    if full == WORLD:
        return scope
    if full == own:
        return name
    return make_scoped_name(full.removeprefix(own + SEPARATOR), name) if is_in_model(full, own) else full


def _raw(transform: Transform | None) -> RawPose:
    if transform is None:
        return IDENTITY
    x, y, z = transform.translation
    qw, qx, qy, qz = transform.quaternion
    return (float(x), float(y), float(z), float(qw), float(qx), float(qy), float(qz))


@dataclass(slots=True, kw_only=True)
class DescribedModel(interface.ModelInterface):
    """An interface model with a description of its own."""

    description: WorldIR


def _described_model(description: WorldIR) -> DescribedModel:
    model = description.models[0]
    own = [link.name.removeprefix(model.name + SEPARATOR) for link in description.links]
    return DescribedModel(
        name=model.name.rsplit(SEPARATOR, 1)[-1],
        canonical_link_name=model.canonical_link or (own[0] if own else ""),
        static=model.static,
        links=[interface.LinkInterface(name=name) for name in own if SEPARATOR not in name],
        supports_merge=True,
        description=description,
    )


def _parse_described(
    context: SdformatContext, include: NestedInclude
) -> interface.InterfaceModel | Iterable[Diagnostic] | None:
    """What is in a file of a format that has a front end."""
    path = include.resolved_file_name
    others = [row for row in FORMATS.values() if row.tags and row.name != "sdformat"]
    if not any(path.suffix.lower() in (*row.endings, *row.other_endings) for row in others):
        return None
    known = context.provenance.described.get(path)
    if known is not None:
        return _described_model(known)
    source, options = Source(seen_name(path, context.sink.document)), context.options
    # what is wrong with the file is the answer; the sources are needed for what the whole document shows
    outer = context.sink
    sink = Sink(strict=outer.strict, severities=outer.severities, leniency=outer.leniency, budget=outer.budget)
    context.sink.add_source(source)
    parsed = None
    if fill_source(source, path, sink, options.files, options.max_bytes, include.include_element):
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
    # nothing in SDFormat goes without a name
    for description in descriptions:
        records: list[Any] = [*description.links, *description.joints]
        for record in records:
            if record.name.endswith(SEPARATOR):
                refuse_nameless(record.element, sink)
    target = context.options.target
    if not models or not (sink.ok or (target is not None and target.judges_included)):
        return [each.record() for each in sink.found]
    for finding in sink.found:
        context.sink.add(finding)
    for made in sink.sources:
        context.sink.add_source(made)
    context.provenance.described[path] = descriptions[0]
    return _described_model(descriptions[0])
