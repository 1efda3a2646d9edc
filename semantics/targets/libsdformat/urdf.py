"""Robots as libsdformat sees them: urdfdom reads them, a conversion makes SDFormat of them, and that is what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ....diagnostics.families import FILES, FRAMES, INCLUDES, JOINTS, TARGETS
from ....diagnostics.records import replace
from ....diagnostics.rules import TWO_PARENTS
from ....runtime.decoder import NeedsTree
from ....runtime.sink import Sink
from ....runtime.source import Source
from ...formats.registry import FORMATS
from ...ir.constraints import MimicRecord
from ...scene.validation import validate
from ..facts import facts_of
from ..registry import LIBSDFORMAT
from ..urdfdom.checks import check_robot, read_values
from ..urdfdom.values import Values
from .gazebo_blocks import place_robot, read_blocks
from .robot import has_second_parent
from .urdf_to_sdf import ModelOfRobot

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.lazy_finding import LazyFinding
    from ...core.options import Options
    from ...core.parsed import ParsedDocument, Pipeline
    from ...ir.world import WorldIR
    from .generated_source import GeneratedSource

MOVING = (FILES, FRAMES, INCLUDES, JOINTS)
"""Families of errors without which a model has its links where they belong."""

Descriptions = tuple["WorldIR", ...]


def as_sdformat(
    parsed: ParsedDocument[Any], descriptions: Descriptions, sink: Sink, options: Options, pipeline: Pipeline
) -> Descriptions:
    """The model that libsdformat makes of a robot; other documents stay as they are.

    Args:
        parsed: the document.
        descriptions: of the document as it is written.
        sink: has the findings of those, and receives what libsdformat says if it is asked for.
        options: what the caller asked for.
        pipeline: reads and describes the document that is made.
    """
    if parsed.format != "urdf":
        return descriptions
    source = _as_text(parsed, options, pipeline)
    values = read_values(parsed, sink, options) if source is parsed.source else Values(source)
    if options.target is not None:
        return _convert_robot(source, values, sink, options, pipeline) or descriptions
    return _convert_included(source, values, descriptions, sink, options, pipeline)


def _convert_included(
    source: Source, values: Values, descriptions: Descriptions, sink: Sink, options: Options, pipeline: Pipeline
) -> Descriptions:
    """What a robot is in a document that includes it, where no target is asked for.

    That is what libsdformat makes of it, if all links come out of that with their joints and frames. Else the robot,
    which may be meant for others, is as it is written; its blocks still say where it is.
    """
    trial = Sink()
    found = _convert_robot(source, values, trial, replace(options, target=LIBSDFORMAT), pipeline)
    for made, written in zip(found or (), descriptions):
        _keep_unknown(made, written)
        validate(made, trial)
    if found is not None and not any(map(_is_in_the_way, trial.found)):
        for made_source in trial.sources:
            sink.add_source(made_source)
        return found
    if source.root is not None:
        for description in descriptions:
            place_robot(description, read_blocks(source.root))
    return descriptions


def _is_in_the_way(finding: LazyFinding) -> bool:
    """Whether something is left out of a robot, or not where it belongs."""
    return finding.family == TARGETS or (finding.severity == "error" and finding.family in MOVING)


def _keep_unknown(made: WorldIR, written: WorldIR) -> None:
    """Keeps what libsdformat does not know: without a target, that means what it means to others."""
    made.constraints += [each for each in written.constraints if not isinstance(each, MimicRecord)]
    made.force_elements += written.force_elements
    made.actuators = written.actuators
    made.collision_groups += written.collision_groups


def _as_text(parsed: ParsedDocument[Any], options: Options, pipeline: Pipeline) -> Source:
    """The document as a text with its tree; that of one that may have been changed is written first."""
    if not parsed.may_have_changed:
        return parsed.source
    source = Source(parsed.source.name, FORMATS[parsed.format].write(parsed, options, None, None)[0])
    pipeline.read(source, Sink(), options, format=parsed.format)
    return source


def rewrite_robot(parsed: ParsedDocument[Any], options: Options, keeps_links: bool) -> ParsedDocument[Any] | None:
    """The SDFormat document that libsdformat makes of a robot; None where it refuses it, other documents as they are.

    Args:
        parsed: a document.
        options: what the caller asked for.
        keeps_links: whether each link stays one, as if it lumped nothing and left nothing out.
    """
    if parsed.format != "urdf":
        return parsed
    source, sink = parsed.source, Sink()
    sink.add_source(source)
    values = Values(source)
    if source.root is None or not check_robot(source, sink, values) or has_second_parent(values):
        return None
    blocks = read_blocks(source.root)
    if blocks.unreadable:
        return None
    model = ModelOfRobot(source, blocks, keeps_links=keeps_links, values=values)
    made = model.make()
    if not (keeps_links or _check_model(model, sink)):
        return None
    sink.add_source(made)
    return FORMATS["sdformat"].decode(made.make_tree(), made, sink, options, None)


def _convert_robot(
    source: Source, values: Values, sink: Sink, options: Options, pipeline: Pipeline
) -> Descriptions | None:
    """What libsdformat makes of a robot; None where it refuses it, which is reported."""
    sink.add_source(source)
    if not check_robot(source, sink, values) or source.root is None:
        return None
    if has_second_parent(values):
        # urdfdom lets it pass, and the link would be there twice
        for finding in [each for each in sink.found if each.code == TWO_PARENTS.code]:
            finding.severity = "error"
        return None
    blocks = read_blocks(source.root)
    for element in blocks.unreadable:
        _report("urdf-number", element, sink, name=element.tag)
    if blocks.unreadable:
        return None
    model = ModelOfRobot(source, blocks, values=values, only_findings=pipeline.only_findings)
    made = model.make()
    if not _check_model(model, sink):
        return None
    sink.add_source(made)
    return pipeline.describe(_decode(made, sink, options), sink, options)


def _decode(made: GeneratedSource, sink: Sink, options: Options) -> ParsedDocument[Any]:
    """The typed document; a tree is made of all of it only where a newer version changes that."""
    before, decode = sink.mark(), FORMATS["sdformat"].decode
    try:
        return decode(cast("_Element", made.top), made, sink, options, None)
    except NeedsTree:
        sink.forget(before)
        return decode(made.make_tree(), made, sink, options, None)


def _check_model(model: ModelOfRobot, sink: Sink) -> bool:
    """Reports what was left out or came to nothing; whether the rest can be a model."""
    missed = model.missing_links
    is_empty = model.is_empty and bool(model.massless)
    for link in model.massless[:1] if is_empty else model.massless:
        says = "urdf-nothing-left" if is_empty else "urdf-missed" if link.name in missed else "urdf-massless"
        _report(says, link.element, sink, name=link.name)
    for link in model.without_center:
        inertial = link.inertial
        assert inertial is not None, "it was taken in"
        place = link.element if inertial.element is None else inertial.element
        _report("urdf-no-center", place, sink, name=link.name)
    for link in model.unmade:
        if link.joint is not None:
            _report("urdf-joint-type", link.joint.element, sink, type=link.joint.type, child=link.name)
    return not (is_empty or missed or model.unmade or model.without_center)


def _report(says: str, element: _Element, sink: Sink, **arguments: Any) -> None:
    sink.report(facts_of(LIBSDFORMAT.name).says[says], element, **arguments)
