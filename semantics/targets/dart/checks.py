"""What DART would make of a SKEL document: what it cannot read, what it leaves out, what it never looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.rules import UNNAMED_BODY
from ....runtime.element import is_written
from ...formats.skel.context import SkelAdapter
from ...formats.skel.shapes import asks_for_moment
from ...formats.skel.tree import UnusedReason, order_of
from ...formats.tokens import format_enum
from ..facts import facts
from ..registry import DART
from ..tables import table
from .skel_document import read_as_dart

if TYPE_CHECKING:
    from ....runtime.lazy_finding import LazyFinding
    from ....runtime.sink import Sink
    from ....skel import newest as skel
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...ir.source_ref import Place
    from ...ir.world import WorldIR

NEEDS_SHAPES = ("fcl", "fcl_mesh")
"""Collision detectors that do not survive a collision shape that is none."""

ADAPTER = SkelAdapter(
    unbuilt_types=frozenset({"screw", "translational2d"}),
    has_unbuilt=False,
    strips_names=False,
    scales_axes=False,
    keeps_soft_markers=False,
)
"""What DART builds, where that is not what the document says."""


def check(parsed: ParsedDocument[Any], descriptions: tuple[WorldIR, ...], sink: Sink, options: Options) -> None:
    """Reports what DART says beyond the findings of the format."""
    if parsed.format != "skel":
        return
    root, faults = read_as_dart(parsed)
    for place, says, arguments in faults:
        _report(says, place, sink, **arguments)
    if parsed.root.source_element is not None:
        for match in table(DART, "skel").apply(parsed.root.source_element):
            match.report(sink)
    if is_written(root, "world"):
        world = root.world
        detector = format_enum(world.physics.collision_detector) if world.physics is not None else "fcl"
        for skeleton in world.skeleton:
            _check_skeleton(skeleton, detector, sink)


def _check_skeleton(skeleton: skel.Skeleton, detector: str, sink: Sink) -> None:
    names = {body.name: None for body in skeleton.body if body.name}
    order = order_of(skeleton, names, ADAPTER)
    if order.stopped_at is not None:
        joint = skeleton.joint[order.stopped_at]
        _report("unbuilt-type", joint, sink, type=format_enum(joint.type), name=joint.name)
    done = {step.body for step in order.steps}
    for name in done:
        _check_shapes([body for body in skeleton.body if body.name == name], detector in NEEDS_SHAPES, sink)
    for body in sorted(skeleton.body, key=_crash, reverse=True):  # of several with one name one is reported
        if not body.name or body.name not in done:
            _report_unbuilt_body(body, sink)
            done.add(body.name or "")
    for index, reason in order.unused.items():
        if reason is UnusedReason.UNKNOWN_TYPE:
            _report("unknown-type", skeleton.joint[index], sink, name=skeleton.joint[index].name)


def _report_unbuilt_body(body: skel.Body, sink: Sink) -> None:
    """A body that no joint reaches is left out, as one without a name is; DART crashes over what it cannot put on it."""
    says = _crash(body)
    if says or body.name:
        crash = _report(says or "unbuilt-body", body, sink, name=body.name or "")
        if crash is not None and not body.name:
            unnamed = [found for found in sink.found if found.code == UNNAMED_BODY.code]
            sink.deduplicate((crash, found) for found in unnamed if found.anchor() == crash.anchor())


def _crash(body: skel.Body) -> str:
    """What DART crashes over if it does not build a body; empty where it does not."""
    if body.visualization_shape or body.collision_shape:
        return "shape-of-unbuilt-body"
    return "inertia-of-unbuilt-body" if asks_for_moment(body) else ""


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
        fields = (name for name in geometry.__dataclass_fields__ if not name.startswith("any_"))
        # one that is not written at all has been reported already
        if geometry.source_element is not None and not any(is_written(geometry, name) for name in fields):
            _report("unknown-shape", geometry, sink, name=bodies[0].name)


def _report(says: str, place: Place, sink: Sink, **arguments: Any) -> LazyFinding | None:
    return sink.report(facts(DART).says[says], place, **arguments)
