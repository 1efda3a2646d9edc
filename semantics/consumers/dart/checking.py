"""What DART would make of a SKEL document: what it cannot read, what it leaves out, what it never looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules_consumers as rules
from ....runtime.element import is_written
from ....runtime.source import literal_tag
from ...formats.skel.order import order_of
from ...formats.skel.shapes import asks_for_moment
from ...formats.skel.tree import Unused
from ...formats.words import word_of
from .skel_as_dart import NEVER_READ, read_as_dart

if TYPE_CHECKING:
    from ....runtime.diagnostics.rule import Rule
    from ....runtime.diagnostics.sink import Sink
    from ....skel import newest as skel
    from ...description.description import Description
    from ...description.places import Place
    from ...options import Options
    from ...parsed import Parsed

NEEDS_SHAPES = ("fcl", "fcl_mesh")
"""Collision detectors that do not survive a collision shape that is none."""


def check(parsed: Parsed[Any], descriptions: tuple[Description, ...], sink: Sink, options: Options) -> None:
    """Reports what DART says beyond what everybody says."""
    if parsed.format != "skel":
        return
    as_dart = read_as_dart(parsed)
    for place, what in as_dart.faults:
        sink.report(rules.REFUSED, place, message=f"DART cannot read the document: {what}")
    _tell_unread(parsed, sink)
    if is_written(as_dart.root, "world"):
        world = as_dart.root.world
        detector = word_of(world.physics.collision_detector) if world.physics is not None else "fcl"
        for skeleton in world.skeleton:
            _check_skeleton(skeleton, detector, sink)


def _check_skeleton(skeleton: skel.Skeleton, detector: str, sink: Sink) -> None:
    names = {body.name: None for body in skeleton.body if body.name}
    order = order_of(skeleton, names, by_dart=True)
    if order.stopped_at is not None:
        joint = skeleton.joint[order.stopped_at]
        message = (
            f"DART builds no {word_of(joint.type)} joints, and nothing of this skeleton after joint {joint.name!r}"
        )
        _say(rules.NOT_USED, joint, sink, message)
    built = {step.body for step in order.steps}
    for body in skeleton.body:
        if not (body.name and body.name in built):
            _check_unbuilt(body, sink)
    for index, reason in order.unused.items():
        joint = skeleton.joint[index]
        if reason is Unused.UNKNOWN_TYPE:
            _say(rules.NOT_USED, joint, sink, f"DART leaves out joint {joint.name!r}, whose type it does not know")
    for name in built:
        _check_shapes([body for body in skeleton.body if body.name == name], detector in NEEDS_SHAPES, sink)


def _check_unbuilt(body: skel.Body, sink: Sink) -> None:
    """A body that no joint reaches is left out; DART comes to grief over what it cannot hang on it."""
    has_shape = body.visualization_shape or body.collision_shape
    inertia = body.inertia
    if has_shape or (inertia is not None and inertia.moment_of_inertia is None):
        reason = "it has a shape" if has_shape else "its inertia has no moment"
        message = f"DART crashes: it builds no body {body.name or ''!r}, since no joint reaches it, and {reason}"
        _say(rules.REFUSED, body, sink, message)
    else:
        _say(rules.NOT_USED, body, sink, f"DART leaves out body {body.name or ''!r}, which no joint reaches")


def _check_shapes(bodies: list[skel.Body], needs_shapes: bool, sink: Sink) -> None:
    """A geometry that is none ends DART where a moment is to follow from it or contacts are to be found with it."""
    inertia = bodies[0].inertia
    has_mass = inertia is None or inertia.mass > 0
    fatal: list[skel.Geometry] = []
    before: list[skel.Geometry] = []
    for body in bodies:
        collisions = [shape.geometry for shape in body.collision_shape]
        before += [*(shape.geometry for shape in body.visualization_shape), *collisions]
        if has_mass and asks_for_moment(body):
            fatal += before
        elif needs_shapes:
            fatal += collisions
    for geometry in fatal:
        # One that is not written at all has been told already.
        if geometry.source_element is not None and not _is_shape(geometry):
            message = f"DART crashes over a shape of body {bodies[0].name!r} that it does not know"
            _say(rules.REFUSED, geometry, sink, message)


def _is_shape(geometry: skel.Geometry) -> bool:
    return any(is_written(geometry, name) for name in geometry.__dataclass_fields__ if not name.startswith("any_"))


def _tell_unread(parsed: Parsed[Any], sink: Sink) -> None:
    """Notes what DART never looks at, of the elements that the format's text has."""
    root = parsed.root.source_element
    if root is None:
        return
    for parent in root.iter(*NEVER_READ):
        around = literal_tag(parent)
        for tag in NEVER_READ[around]:
            for child in parent.findall(tag):
                _say(rules.SILENTLY_IGNORED, child, sink, f"DART never looks at <{tag}> in <{around}>")


def _say(rule: Rule, place: Place, sink: Sink, message: str) -> None:
    sink.report(rule, place, message=message)
