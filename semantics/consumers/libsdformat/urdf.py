"""Robots as libsdformat sees them: urdfdom reads them, a conversion makes SDFormat of them, and that is what counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics.sink import Sink
from ....runtime.source import Source
from ...formats.registry import FORMATS
from ...scene.validate import validate
from ..facts import facts_of
from ..registry import LIBSDFORMAT
from ..urdfdom.checking import check_robot
from .gazebo_blocks import read_blocks
from .model_of_robot import ModelOfRobot

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...description.description import Description
    from ...options import Options
    from ...parsed import Parsed
    from ...pipeline import Pipeline

Descriptions = tuple["Description", ...]


def as_sdformat(
    parsed: Parsed[Any], descriptions: Descriptions, sink: Sink, options: Options, pipeline: Pipeline
) -> Descriptions:
    """The model that libsdformat makes of a robot; other documents stay as they are.

    A robot that libsdformat refuses stays as it is, too. It is told why only where libsdformat is asked for: without
    that, a robot that is included may be meant for others.

    Args:
        parsed: the document.
        descriptions: of the document as it is written.
        sink: has the findings of those, and receives what libsdformat says.
        options: what the caller asked for.
        pipeline: reads and describes the document that is made.
    """
    if parsed.format != "urdf":
        return descriptions
    if options.consumer is not None:
        return _converted(_as_text(parsed, options, pipeline), sink, options, pipeline) or descriptions
    trial = Sink()
    as_libsdformat = replace(options, consumer=LIBSDFORMAT)
    found = _converted(_as_text(parsed, options, pipeline), trial, as_libsdformat, pipeline)
    for description in found or ():
        validate(description, trial)
    if found is None or not trial.ok:
        return descriptions
    for source in trial.sources:
        sink.add_source(source)
    return found


def _as_text(parsed: Parsed[Any], options: Options, pipeline: Pipeline) -> Source:
    """The document as a text with its tree; that of one that may have been changed is written first."""
    if not parsed.may_have_changed:
        return parsed.source
    source = Source(parsed.source.name, FORMATS[parsed.format].write(parsed, options, None, None)[0])
    pipeline.read(source, Sink(), options, format=parsed.format)
    return source


def _converted(source: Source, sink: Sink, options: Options, pipeline: Pipeline) -> Descriptions | None:
    """What libsdformat makes of a robot; None where it refuses it, which is reported."""
    sink.add_source(source)
    if not check_robot(source, sink) or source.root is None:
        return None
    blocks = read_blocks(source.root)
    for element in blocks.unreadable:
        _say("urdf-number", element, sink, name=element.tag)
    if blocks.unreadable:
        return None
    model = ModelOfRobot(source, blocks)
    made = model.make()
    if not _is_whole(model, sink):
        return None
    sink.add_source(made)
    root = made.root
    assert root is not None
    as_sdformat = FORMATS["sdformat"].decode(root, made, sink, options, None)
    return pipeline.describe(as_sdformat, sink, options)


def _is_whole(model: ModelOfRobot, sink: Sink) -> bool:
    """Reports what was left out or came to nothing; whether the rest can be a model."""
    missed = model.missed
    is_empty = model.is_empty and bool(model.massless)
    for link in model.massless[:1] if is_empty else model.massless:
        says = "urdf-nothing-left" if is_empty else "urdf-missed" if link.name in missed else "urdf-massless"
        _say(says, link.element, sink, name=link.name)
    for link in model.without_center:
        inertial = link.inertial
        assert inertial is not None, "it was taken in"
        place = link.element if inertial.element is None else inertial.element
        _say("urdf-no-center", place, sink, name=link.name)
    for link in model.unmade:
        if link.joint is not None:
            _say("urdf-joint-type", link.joint.element, sink, type=link.joint.type, child=link.name)
    return not (is_empty or missed or model.unmade or model.without_center)


def _say(says: str, element: _Element, sink: Sink, **arguments: Any) -> None:
    sink.report(facts_of(LIBSDFORMAT.name).says[says], element, **arguments)
