"""Interface models that have a whole description: those of URDF and SKEL files, made by their own front ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.sink import Sink
from ....runtime.source import Source
from ...includes import interface
from ...ir.scoped_names import SEPARATOR, WORLD
from ...resources.source_files import fill_source
from ..registry import may_hold_another

if TYPE_CHECKING:
    from ....diagnostics.diagnostic import Diagnostic
    from ...ir.joints import JointRecord
    from ...ir.links import LinkRecord
    from ...ir.world import WorldIR
    from ...spatial.transform import Transform
    from .context import SdformatContext


class DescribedModel:
    """An interface model with a description of its own."""

    supports_merge = True
    pose_in_parent: Transform | None = None
    reposture: interface.Reposture | None = None
    frames: Sequence[interface.InterfaceFrame] = ()
    joints: Sequence[interface.InterfaceJoint] = ()
    nested_models: Sequence[interface.InterfaceModel] = ()

    def __init__(self, description: WorldIR) -> None:
        self.description = description
        model = description.models[0]
        self.name = model.name.rsplit(SEPARATOR, 1)[-1]
        self.static = model.static
        own = [link.name.removeprefix(model.name + SEPARATOR) for link in description.links]
        self.links: Sequence[interface.InterfaceLink] = [
            interface.LinkInterface(name=name) for name in own if SEPARATOR not in name
        ]
        self.canonical_link_name = model.canonical_link or (own[0] if own else "")


def _refuse_nameless(description: WorldIR, sink: Sink) -> None:
    """Makes errors of missing names, which nothing in SDFormat goes without."""
    records: list[LinkRecord | JointRecord] = [*description.links, *description.joints]
    for record in records:
        if record.name.endswith(SEPARATOR):
            for finding in sink.about(record.element, rules.EMPTY_NAME, rules.MISSING_ATTRIBUTE):
                finding.severity = "error"


def describing_parser(context: SdformatContext) -> interface.CustomParser:
    """The parser that reads the formats that have a front end."""

    def parse(include: interface.NestedInclude) -> interface.InterfaceModel | Iterable[Diagnostic] | None:
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
