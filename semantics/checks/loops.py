"""Joints that make no tree, in formats that allow it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ..frames.graph import NO_INDEX, ROOT
from ..ir.graph_search import DisjointSets
from ..ir.joints import Motion
from ..ir.source_ref import place_of
from .context import plain_name

if TYPE_CHECKING:
    from ..ir.joints import JointRecord
    from .context import CheckContext


def check_loops(context: CheckContext) -> None:
    """Reports joints that close a loop, and links that two joints hold though nothing closes one."""
    if not context.description.allows_loops or len(context.description.joints) < 2:
        return
    graph, sink = context.world.graph, context.sink
    joined = DisjointSets[int]()
    held: dict[int, JointRecord] = {}
    seconds: list[tuple[int, JointRecord]] = []
    looped: list[int] = []
    for joint, (parent, child) in zip(context.description.joints, context.world.connections.ends):
        if parent in (NO_INDEX, child) or child <= ROOT or joint.motion is Motion.GEARBOX:
            continue
        if held.setdefault(child, joint) is not joint:
            seconds.append((child, joint))
        if not joined.join(parent, child):
            looped.append(child)
            ends: dict[str, Any] = {"parent": graph.body_name(parent), "child": graph.body_name(child)}
            sink.report(rules.CLOSED_LOOP, joint.element, name=plain_name(joint), **ends)
    adapter: Any = context.options.adapter(context.description.format, None)
    if adapter is not None and adapter.turns_joints:
        return
    with_loops = {joined.find(body) for body in looped}
    for child, joint in seconds:
        first = held[child]
        if joined.find(child) not in with_loops:
            sink.report(
                rules.TWO_PARENTS,
                place_of(joint.child_element, joint.element),
                severity="warning",
                related=(("the joint that it hangs on", place_of(first.child_element, first.element)),),
                name=graph.body_name(child),
                joint=plain_name(joint),
                first=plain_name(first),
            )
