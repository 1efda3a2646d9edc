"""What Drake's tags mean, the same for URDF and SDFormat: typed tag in, records or properties out.

URDF puts a value into an attribute of its tag, SDFormat into the tag's text; the functions here take both.
What a tag lacks, or has out of range, the schemas report; a record that lacks a part is not made.

Properties that shapes get, those that are not given left out:

====================================  ==========================================================================
``roles``                             tuple of ``"proximity"``, ``"illustration"``, ``"perception"``
``accepting_renderers``               tuple of names; visuals
``friction``                          (static, dynamic); collisions, as the following
``compliance_type``                   ``"rigid"`` or ``"compliant"``
``hydroelastic_modulus``              Pa
``resolution_hint``                   m
``hydroelastic_margin``               m
``hunt_crossley_dissipation``         s/m
``relaxation_time``                   s
``point_contact_stiffness``           N/m
====================================  ==========================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import hypot
from typing import TYPE_CHECKING, Any

from ....runtime.element import Element, is_written, unread_element
from ....runtime.source import literal_tag
from ...ir.constraints import BallRecord, BushingRecord, DistanceRecord, SpringRecord, TendonRecord
from ...ir.joints import CurveRecord
from ...ir.links import CollisionGroupRecord
from ...ir.scoped_names import make_scoped_name
from ...spatial.raw_pose import Vector, unit
from ..text_order import in_text_order

if TYPE_CHECKING:
    from ....sdformat import newest as sdformat
    from ....urdf import newest as urdf
    from ...ir.world import WorldIR

ATTRIBUTES = ("value", "name", "link", "xyz", "axis")
"""Where a tag of URDF keeps its one value."""

PROXIMITY = {
    "hydroelastic_modulus": "drake_hydroelastic_modulus",
    "resolution_hint": "drake_mesh_resolution_hint",
    "hydroelastic_margin": "drake_hydroelastic_margin",
    "hunt_crossley_dissipation": "drake_hunt_crossley_dissipation",
    "relaxation_time": "drake_relaxation_time",
    "point_contact_stiffness": "drake_point_contact_stiffness",
}
"""Property to the field of ``drake:proximity_properties`` that gives it."""

ORTHOGONAL = 1e-8
"""Largest cosine of the angle between two directions that count as perpendicular."""


def value_of(tag: object, default: object = None) -> Any:
    """The value of a tag, of whatever type it is: the tag itself (SDFormat) or its attribute (URDF)."""
    if tag is None:
        return default
    if not isinstance(tag, Element):
        return tag
    name = next((name for name in ATTRIBUTES if name in tag.__dataclass_fields__), None)
    value = None if name is None else getattr(tag, name)
    return default if value is None else value


def part_of(tag: Element, name: str) -> Any:
    """The value of a part of ``tag``, of the type that the part has; None where it is not written or empty.

    0 where the text in SDFormat is no number.
    """
    if stands_unread(tag, name):
        return 0.0
    value = value_of(getattr(tag, name)) if is_written(tag, name) else None
    return None if value == "" else value


def stands_unread(tag: Element, name: str) -> bool:
    """Whether a part that is its own value (SDFormat) is written, but with a text that could not be read."""
    source = unread_element(tag)
    if source is None or is_written(tag, name):
        return False
    written = f"drake:{tag.__dataclass_fields__[name].metadata.get('name', name)}"
    found = next((child for child in source if literal_tag(child) == written), None)
    return found is not None and not found.attrib


def vector_of(value: Iterable[float] | None) -> Vector:
    """Three numbers; zeros where none are written."""
    x, y, z = value or (0.0, 0.0, 0.0)
    return (x, y, z)


def reference(written: str) -> str:
    """A scoped name as Drake cleans it: no ``::`` at its ends, none twice."""
    return "::".join(part for part in written.strip().split("::") if part)


def add_collision_groups(holder: sdformat.Model | urdf.Robot, scope: str, description: WorldIR) -> None:
    """Adds the collision filter groups of a robot or model (``holder``); those with ``ignore`` are left out."""
    description.collision_groups += [
        CollisionGroupRecord(
            name=make_scoped_name(tag.name, scope),
            scope=scope,
            members=_references(tag.drake_member),
            member_groups=_references(tag.drake_member_group),
            ignored=_references(tag.drake_ignored_collision_filter_group),
            element=tag,
        )
        for tag in holder.drake_collision_filter_group
        if not tag.ignore
    ]


def _references(tags: Iterable[Element | str]) -> list[str]:
    return [reference(name) for tag in tags if (name := value_of(tag))]


def proximity_properties(
    tag: sdformat.DrakeProximityProperties | urdf.DrakeProximityProperties | None,
) -> dict[str, Any]:
    """``drake:proximity_properties``; friction only where it gives a coefficient, which then stands for both."""
    if tag is None:
        return {}
    properties: dict[str, Any] = {}
    if tag.drake_rigid_hydroelastic is not None:
        properties["compliance_type"] = "rigid"
    elif tag.drake_compliant_hydroelastic is not None or tag.drake_soft_hydroelastic is not None:
        properties["compliance_type"] = "compliant"
    for name, source in PROXIMITY.items():
        value = value_of(getattr(tag, source))
        if value is not None:
            properties[name] = value
    static, dynamic = value_of(tag.drake_mu_static), value_of(tag.drake_mu_dynamic)
    if static is not None or dynamic is not None:
        properties["friction"] = (dynamic if static is None else static, static if dynamic is None else dynamic)
    return properties


ROLES: tuple[str, ...] = ("illustration", "perception")
"""Those that a visual has where nothing says otherwise."""
_OF_ROLES = tuple(f"drake_{role}_properties" for role in ROLES)


def visual_roles(visual: sdformat.Visual | urdf.Visual) -> dict[str, Any]:
    """Which roles a visual has, and which renderers take it."""
    # asked for a list that it lacks, an element would make one and keep it
    written = vars(visual)
    roles = ROLES
    if not written.keys().isdisjoint(_OF_ROLES):
        roles = tuple(
            role for role, tag in zip(ROLES, map(written.get, _OF_ROLES)) if tag is None or tag.enabled is not False
        )
    properties: dict[str, Any] = {"roles": roles}
    renderers = tuple([value_of(tag, "") for tag in written.get("drake_accepting_renderer", ())])
    if renderers and "perception" in roles:
        properties["accepting_renderers"] = renderers
    return properties


def controller_gains(
    tag: sdformat.DrakeControllerGains | urdf.DrakeControllerGains | None,
) -> tuple[float, float] | None:
    """``drake:controller_gains``: proportional and derivative gain."""
    return None if tag is None else (tag.p, tag.d)


def curve_of(joint: sdformat.DrakeJoint | urdf.DrakeJoint) -> CurveRecord | None:
    """The curve of a curvilinear joint; None where no piece of it is written."""
    curves = joint.drake_curves
    pieces = [] if curves is None else list(_pieces(curves))
    if not pieces:
        return None
    tangent = value_of(joint.drake_initial_tangent, (1.0, 0.0, 0.0))
    normal = value_of(joint.drake_plane_normal, (0.0, 0.0, 1.0))
    periodic = bool(value_of(joint.drake_is_periodic, False))
    return CurveRecord(pieces, unit(vector_of(tangent)), unit(vector_of(normal)), periodic)


def is_in_plane(curve: CurveRecord) -> bool:
    """Whether the curve starts at right angles to the normal of its plane."""
    (a, b, c), (x, y, z) = curve.tangent, curve.normal
    return abs(a * x + b * y + c * z) <= ORTHOGONAL * hypot(a, b, c) * hypot(x, y, z)


def _pieces(curves: sdformat.DrakeCurves | urdf.DrakeCurves) -> Iterator[tuple[float, float]]:
    """Length and turn of each piece, in document order."""
    for piece in in_text_order(curves, [*curves.drake_line_segment, *curves.drake_circular_arc]):
        if "radius" in piece.__dataclass_fields__ or "drake_radius" in piece.__dataclass_fields__:
            radius, angle = _either(piece, "radius"), _either(piece, "angle")
            yield radius * abs(angle), angle
        else:
            yield _either(piece, "length"), 0.0


def _either(piece: Element, name: str) -> float:
    """A part of a piece: an attribute in URDF, a prefixed element in SDFormat."""
    prefixed = f"drake_{name}"
    return float(value_of(getattr(piece, prefixed if prefixed in piece.__dataclass_fields__ else name), 0.0))


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
