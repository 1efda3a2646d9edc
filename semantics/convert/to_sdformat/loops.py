"""Equations that hold bodies together, as joints that close loops; for Drake as its own tag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...frames import graph as frame_graph
from ...frames.graph import NO_INDEX
from ...ir.constraints import BallRecord, WeldRecord
from ...ir.scoped_names import SEPARATOR, WORLD
from ...spatial.raw_pose import NO_ROTATION, compose, inverse
from ..element_builder import make_pose
from ..frame_poses import FramePoses

if TYPE_CHECKING:
    from ...ir.constraints import ConstraintRecord
    from ...spatial.raw_pose import RawPose
    from ..workspace import Workspace
    from .model_writer import ModelWriter

NEAR = 1e-6
"""How far a place that is demanded may be from where the document draws it, m and as a part of a turn."""


class LoopWriter:
    """Makes joints of constraints, once a model has its links.

    Args:
        work: has the constraints.
        writer: knows the names.
    """

    def __init__(self, work: Workspace, writer: ModelWriter) -> None:
        self._work = work
        self._writer = writer

    def add(self, model: Any) -> None:
        """Adds what holds from the start; the rest is left to be reported."""
        for record in self._work.description.constraints:
            if isinstance(record, BallRecord) and record.active:
                self._add_ball(model, record)
            elif isinstance(record, WeldRecord) and record.active and not self._work.target.speaks_drake:
                self._add_weld(model, record)

    def _add_ball(self, model: Any, record: BallRecord) -> None:
        make = self._work.make
        ends = (record.body_a, record.point_a), (record.body_b, record.point_b)
        if self._work.target.speaks_drake:
            if WORLD in (record.body_a, record.body_b):
                return  # Drake's tag takes links of the model alone
            said = make(
                "DrakeBallConstraint",
                drake_ball_constraint_body_a=self._writer.link_named(record.body_a).name,
                drake_ball_constraint_p_ap=record.point_a,
                drake_ball_constraint_body_b=self._writer.link_named(record.body_b).name,
                drake_ball_constraint_p_bq=record.point_b,
            )
            model.drake_ball_constraint.append(said)
            self._report(record, "a <drake:ball_constraint>")
            return
        (parent, _), (child, point) = ends if record.body_b != WORLD else ends[::-1]
        joint = self._joint(model, record, "ball", parent, child)
        joint.pose = make_pose((*point, *NO_ROTATION), None)

    def _add_weld(self, model: Any, record: WeldRecord) -> None:
        graph = frame_graph.build(self._work.description)
        frames = [graph.find(each, record.scope, world=True) for each in (record.frame_a, record.frame_b)]
        if NO_INDEX in frames:
            return
        drawn, _ = FramePoses(graph).compute_pose(frames[1], frames[0])
        if record.pose is not None and not _is_near(drawn, record.pose):
            return  # a joint holds what it joins where it is drawn
        bodies = [graph.records[graph.body[each]].name.rpartition(SEPARATOR)[2] for each in frames]
        parent, child = bodies if bodies[1] != WORLD else bodies[::-1]
        self._joint(model, record, "fixed", parent, child)

    def _joint(self, model: Any, record: ConstraintRecord, type: str, parent: str, child: str) -> Any:
        make, element = self._work.make, record.element
        wanted = getattr(element, "name", None) or f"{parent}_{child}_{type}"
        joint = make("Joint", name=self._writer.add_name(wanted), type=type, child=self._writer.link_named(child).name)
        joint.parent = WORLD if parent == WORLD else self._writer.link_named(parent).name
        model.joint.append(joint)
        self._writer.joints.append((element, joint))
        self._report(record, f"joint {joint.name!r}, which closes a loop")
        return joint

    def _report(self, record: ConstraintRecord, becomes: str) -> None:
        aspect = "ball_loop" if isinstance(record, BallRecord) else "weld_loop"
        self._work.takings.of(record.element).mark(aspect, record.element)
        self._work.ledger.report_representation(record.element, becomes)


def _is_near(one: RawPose, other: RawPose) -> bool:
    x, y, z, _, *turned = compose(inverse(one), other)
    return max(map(abs, (x, y, z, *turned))) < NEAR
