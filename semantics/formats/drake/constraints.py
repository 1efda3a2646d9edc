"""Constraints and force elements of Drake's tags, the same for URDF and SDFormat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...ir.constraints import BallRecord, BushingRecord, DistanceRecord, SpringRecord, TendonRecord
from .tags import part_of, reference, vector_of

if TYPE_CHECKING:
    from ....sdformat import newest as sdformat
    from ....urdf import newest as urdf
    from ...ir.world import WorldIR

POINTS = ("body_a", "p_ap", "body_b", "p_bq")
BUSHING = ("frame_a", "frame_c", "torque_stiffness", "torque_damping", "force_stiffness", "force_damping")

_TAGS: tuple[tuple[str, str, Callable[..., Any], tuple[str, ...]], ...] = (
    ("linear_bushing_rpy", "bushing", BushingRecord, BUSHING),
    ("linear_spring_damper", "linear_spring_damper", SpringRecord, (*POINTS, "free_length", "stiffness", "damping")),
    ("ball_constraint", "ball_constraint", BallRecord, POINTS),
    ("distance_constraint", "distance_constraint", DistanceRecord, (*POINTS, "distance", "stiffness", "damping")),
    (
        "tendon_constraint",
        "tendon_constraint",
        TendonRecord,
        ("offset", "lower_limit", "upper_limit", "stiffness", "damping"),
    ),
)
"""Each tag, what the names of its parts begin with, the record, and the parts."""

_FIELDS = {"p_ap": "point_a", "p_bq": "point_b", "lower_limit": "lower", "upper_limit": "upper"}
"""The fields of parts that are called otherwise in records."""

_CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("p_ap", "p_bq", *BUSHING[2:]), vector_of),
    **dict.fromkeys(BUSHING[:2], reference),
}
"""What becomes of the values of some parts."""


def add_constraints(holder: sdformat.Model | urdf.Robot, scope: str, description: WorldIR) -> None:
    """Adds what the tags of a robot or model (``holder``) say of constraints and force elements in ``scope``."""
    for tags, prefix, make, parts in _TAGS:
        is_force = make in (BushingRecord, SpringRecord)
        records: list[Any] = description.force_elements if is_force else description.constraints
        for tag in getattr(holder, f"drake_{tags}"):
            values = {part: part_of(tag, f"drake_{prefix}_{part}") for part in parts}
            if make is TendonRecord:
                joints = [(joint.name, joint.a) for joint in tag.drake_tendon_constraint_joint]
                values["joints"] = joints if joints and all(name for name, _ in joints) else None
            if None not in values.values():
                converted = {
                    _FIELDS.get(part, part): _CONVERSIONS[part](value) if part in _CONVERSIONS else value
                    for part, value in values.items()
                }
                records.append(make(scope=scope, **converted, element=tag))
