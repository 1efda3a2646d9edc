"""Constraints and force elements of Drake's tags, the same for URDF and SDFormat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.constraints import BallRecord, BushingRecord, DistanceRecord, SpringRecord, TendonRecord
from .tags import part_of, reference, vector_of

if TYPE_CHECKING:
    from ...ir.world import WorldIR
    from . import elements


def add_constraints(holder: elements.Holder, scope: str, description: WorldIR) -> None:
    """Adds what the tags of a robot or model (``holder``) say of constraints and force elements.

    Args:
        holder: the typed robot or model.
        scope: full name of its model, in which the names are looked up.
        description: what they are added to.
    """
    forces = [
        *(linear_bushing(bushing, scope) for bushing in holder.drake_linear_bushing_rpy),
        *(linear_spring(spring, scope) for spring in holder.drake_linear_spring_damper),
    ]
    description.force_elements += [record for record in forces if record is not None]
    constraints = [
        *(ball_constraint(ball, scope) for ball in holder.drake_ball_constraint),
        *(distance_constraint(distance, scope) for distance in holder.drake_distance_constraint),
        *(tendon_constraint(tendon, scope) for tendon in holder.drake_tendon_constraint),
    ]
    description.constraints += [record for record in constraints if record is not None]


def ball_constraint(tag: elements.BallConstraint, scope: str) -> BallRecord | None:
    """``drake:ball_constraint``."""
    parts = [part_of(tag, f"drake_ball_constraint_{part}") for part in ("body_a", "p_ap", "body_b", "p_bq")]
    if None in parts:
        return None
    body_a, p_ap, body_b, p_bq = parts
    return BallRecord(
        scope=scope, body_a=body_a, point_a=vector_of(p_ap), body_b=body_b, point_b=vector_of(p_bq), element=tag
    )


def distance_constraint(tag: elements.DistanceConstraint, scope: str) -> DistanceRecord | None:
    """``drake:distance_constraint``."""
    names = ("body_a", "p_ap", "body_b", "p_bq", "distance", "stiffness", "damping")
    parts = [part_of(tag, f"drake_distance_constraint_{part}") for part in names]
    if None in parts:
        return None
    body_a, p_ap, body_b, p_bq, distance, stiffness, damping = parts
    return DistanceRecord(
        scope=scope,
        body_a=body_a,
        point_a=vector_of(p_ap),
        body_b=body_b,
        point_b=vector_of(p_bq),
        distance=distance,
        stiffness=stiffness,
        damping=damping,
        element=tag,
    )


def tendon_constraint(tag: elements.TendonConstraint, scope: str) -> TendonRecord | None:
    """``drake:tendon_constraint``."""
    names = ("offset", "lower_limit", "upper_limit", "stiffness", "damping")
    parts = [part_of(tag, f"drake_tendon_constraint_{part}") for part in names]
    joints = [(joint.name, joint.a) for joint in tag.drake_tendon_constraint_joint]
    if None in parts or not joints or not all(name for name, _ in joints):
        return None
    offset, lower, upper, stiffness, damping = parts
    return TendonRecord(
        scope=scope,
        joints=joints,
        offset=offset,
        lower=lower,
        upper=upper,
        stiffness=stiffness,
        damping=damping,
        element=tag,
    )


def linear_bushing(tag: elements.LinearBushing, scope: str) -> BushingRecord | None:
    """``drake:linear_bushing_rpy``."""
    names = ("frame_a", "frame_c", "torque_stiffness", "torque_damping", "force_stiffness", "force_damping")
    parts = [part_of(tag, f"drake_bushing_{part}") for part in names]
    if None in parts:
        return None
    frame_a, frame_c, *vectors = parts
    torque_stiffness, torque_damping, force_stiffness, force_damping = map(vector_of, vectors)
    return BushingRecord(
        scope=scope,
        frame_a=reference(frame_a),
        frame_c=reference(frame_c),
        torque_stiffness=torque_stiffness,
        torque_damping=torque_damping,
        force_stiffness=force_stiffness,
        force_damping=force_damping,
        element=tag,
    )


def linear_spring(tag: elements.LinearSpring, scope: str) -> SpringRecord | None:
    """``drake:linear_spring_damper``."""
    names = ("body_a", "p_ap", "body_b", "p_bq", "free_length", "stiffness", "damping")
    parts = [part_of(tag, f"drake_linear_spring_damper_{part}") for part in names]
    if None in parts:
        return None
    body_a, p_ap, body_b, p_bq, free_length, stiffness, damping = parts
    return SpringRecord(
        scope=scope,
        body_a=body_a,
        point_a=vector_of(p_ap),
        body_b=body_b,
        point_b=vector_of(p_bq),
        free_length=free_length,
        stiffness=stiffness,
        damping=damping,
        element=tag,
    )
