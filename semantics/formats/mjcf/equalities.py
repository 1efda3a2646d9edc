"""Equalities: what holds bodies together, and joints and tendons that follow each other.

Spec: MJCF reference, ``equality``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.constraints import BallRecord, TendonCouplingRecord, WeldRecord
from ...spatial.raw_pose import IDENTITY, compose, inverse, pose_from_quaternion
from .context import describe, numbers_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .context import MjcfContext, MjcfJoint, MjcfSite, MjcfTendon
    from .model import MjcfBody, MjcfPart

COEFFICIENTS = (0.0, 1.0, 0.0, 0.0, 0.0)
KINDS = {"connect": "connect", "weld": "weld", "joint": "equality", "tendon": "equality"}
"""What messages call equalities, by the tag."""
ORIGIN = (0.0, 0.0, 0.0)


def add_equalities(context: MjcfContext) -> None:
    """Adds all equalities that relate bodies, joints or tendons."""
    for part in context.model.sections.get("equality", ()):
        add = ADDERS.get(part.tag)
        if add is not None:
            add(part, context)


def _refuse(part: MjcfPart, field: str, fault: str, context: MjcfContext) -> None:
    context.report(rules.EQUALITY_REFUSED, part, field, owner=describe(part, KINDS[part.tag]), fault=fault)


def _is_active(part: MjcfPart) -> bool:
    return bool(part.get("active"))


def _has_sites(part: MjcfPart) -> bool:
    return "site1" in vars(part.element)


def _find_bodies(part: MjcfPart, context: MjcfContext) -> tuple[MjcfBody, MjcfBody] | None:
    """The two bodies of an equality; the second is the world where none is written."""
    first = context.find_body(part, "body1")
    second = context.find_body(part, "body2") if vars(part.element).get("body2") else context.model.world
    if first is None or second is None:
        return None
    if first is second:
        field = "body2" if "body2" in vars(part.element) else "body1"
        _refuse(part, field, f"is between body {context.label_of(first)!r} and itself", context)
        return None
    return first, second


def _find_sites(part: MjcfPart, context: MjcfContext) -> tuple[MjcfSite, MjcfSite] | None:
    first, second = context.find_site(part, "site1"), context.find_site(part, "site2")
    if first is None or second is None:
        return None
    if first is second:
        _refuse(part, "site2", f"is between site {first.part.name!r} and itself", context)
        return None
    return first, second


def _add_connect(part: MjcfPart, context: MjcfContext) -> None:
    active = _is_active(part)
    if _has_sites(part):
        sites = _find_sites(part, context)
        if sites is None:
            return
        first, second = sites[0].body, sites[1].body
        point_a, point_b = sites[0].pose[:3], sites[1].pose[:3]
    else:
        bodies = _find_bodies(part, context)
        anchor = part.get("anchor")
        if bodies is None or anchor is None:
            return
        first, second = bodies
        point_a = tuple(anchor)
        between = compose(inverse(context.pose_of_body(second)), context.pose_of_body(first))
        point_b = compose(between, (*point_a, 1.0, 0.0, 0.0, 0.0))[:3]
    label_a, label_b = context.label_of(first), context.label_of(second)
    record = BallRecord(
        context.scope, label_a, point_a, label_b, point_b, element=part.element, active=active, may_be_world=True
    )
    context.description.constraints.append(record)


def _add_weld(part: MjcfPart, context: MjcfContext) -> None:
    active, scope = _is_active(part), context.scope
    if _has_sites(part):
        sites = _find_sites(part, context)
        if sites is not None:
            first, second = sites[0].reference, sites[1].reference
            record = WeldRecord(scope, first, second, IDENTITY, active=active, element=part.element)
            context.description.constraints.append(record)
        return
    bodies = _find_bodies(part, context)
    if bodies is None:
        return
    label_a, label_b = map(context.label_of, bodies)
    written = part.get("relpose")
    pose = None
    if written is not None and any(written[3:]):
        pose = pose_from_quaternion(*written)
    x, y, z = part.get("anchor") or ORIGIN
    record = WeldRecord(scope, label_a, label_b, pose, (x, y, z), active=active, element=part.element)
    context.description.constraints.append(record)


def _coefficients(part: MjcfPart) -> tuple[float, float, float, float, float]:
    a, b, c, d, e = numbers_of((part.element,), "polycoef", COEFFICIENTS)
    return a, b, c, d, e


def _add_joint(part: MjcfPart, context: MjcfContext) -> None:
    first: MjcfJoint | None = context.find_joint(part, "joint1")
    second: MjcfJoint | None = context.find_joint(part, "joint2")
    is_alone = not vars(part.element).get("joint2")
    if first is None or (second is None and not is_alone):
        return
    if first is second:
        _refuse(part, "joint2", f"is between joint {first.part.name!r} and itself", context)
        return
    for joint, field in ((first, "joint1"), (second, "joint2")):
        if joint is not None and not joint.is_scalar:
            _refuse(part, field, f"has the {joint.kind} joint {joint.label!r}; only hinges and slides can be", context)
            return
    context.description.add_coupling(
        scope=context.scope,
        joint=first.label,
        leader=None if second is None else second.label,
        coefficients=_coefficients(part),
        references=(first.reference, 0.0 if second is None else second.reference),
        active=_is_active(part),
        element=part.element,
    )


def _add_tendon(part: MjcfPart, context: MjcfContext) -> None:
    first: MjcfTendon | None = context.find_tendon(part, "tendon1")
    second: MjcfTendon | None = context.find_tendon(part, "tendon2")
    is_alone = not vars(part.element).get("tendon2")
    if first is None or (second is None and not is_alone):
        return
    if first is second:
        _refuse(part, "tendon2", f"is between tendon {first.part.name!r} and itself", context)
        return
    if not first.joints or (second is not None and not second.joints):
        return
    leaders = [] if second is None else [(joint.label, coefficient) for joint, coefficient in second.joints]
    record = TendonCouplingRecord(
        context.scope,
        [(joint.label, coefficient) for joint, coefficient in first.joints],
        leaders,
        _coefficients(part),
        (first.first_length, 0.0 if second is None else second.first_length),
        active=_is_active(part),
        element=part.element,
    )
    context.description.constraints.append(record)


ADDERS: dict[str, Callable[[MjcfPart, MjcfContext], None]] = {
    "connect": _add_connect,
    "weld": _add_weld,
    "joint": _add_joint,
    "tendon": _add_tendon,
}
