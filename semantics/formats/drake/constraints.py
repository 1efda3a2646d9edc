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

POINTS = {"body_a": "body_a", "p_ap": "point_a", "body_b": "body_b", "p_bq": "point_b"}
BUSHING = ("frame_a", "frame_c", "torque_stiffness", "torque_damping", "force_stiffness", "force_damping")

_TAGS: tuple[tuple[str, str, str, Callable[..., Any], dict[str, str]], ...] = (
    ("force_elements", "drake_linear_bushing_rpy", "drake_bushing", BushingRecord, {part: part for part in BUSHING}),
    (
        "force_elements",
        "drake_linear_spring_damper",
        "drake_linear_spring_damper",
        SpringRecord,
        {**POINTS, "free_length": "free_length", "stiffness": "stiffness", "damping": "damping"},
    ),
    ("constraints", "drake_ball_constraint", "drake_ball_constraint", BallRecord, POINTS),
    (
        "constraints",
        "drake_distance_constraint",
        "drake_distance_constraint",
        DistanceRecord,
        {**POINTS, "distance": "distance", "stiffness": "stiffness", "damping": "damping"},
    ),
    (
        "constraints",
        "drake_tendon_constraint",
        "drake_tendon_constraint",
        TendonRecord,
        {
            "offset": "offset",
            "lower_limit": "lower",
            "upper_limit": "upper",
            "stiffness": "stiffness",
            "damping": "damping",
        },
    ),
)
"""The list that records of a tag are in, the tag, what its parts begin with, the record, and its fields by part."""

_CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("point_a", "point_b", *BUSHING[2:]), vector_of),
    **dict.fromkeys(BUSHING[:2], reference),
}
"""What becomes of the values of some fields."""


def add_constraints(holder: sdformat.Model | urdf.Robot, scope: str, description: WorldIR) -> None:
    """Adds what the tags of a robot or model (``holder``) say of constraints and force elements in ``scope``."""
    for field, tags, prefix, make, parts in _TAGS:
        for tag in getattr(holder, tags):
            values = {name: part_of(tag, f"{prefix}_{part}") for part, name in parts.items()}
            if make is TendonRecord:
                joints = [(joint.name, joint.a) for joint in tag.drake_tendon_constraint_joint]
                values["joints"] = joints if joints and all(name for name, _ in joints) else None
            if None not in values.values():
                values.update((name, convert(values[name])) for name, convert in _CONVERSIONS.items() if name in values)
                getattr(description, field).append(make(scope=scope, **values, element=tag))
