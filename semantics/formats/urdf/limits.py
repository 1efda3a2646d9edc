"""What can be wrong with the limits of a joint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from .context import is_stated

if TYPE_CHECKING:
    from ....urdf.newest import Limit, SafetyController
    from .context import AnyJoint, UrdfContext


def check_limits(joint: AnyJoint, kind: str, limit: Limit, context: UrdfContext) -> None:
    """Reports limits that are missing, crossed, without effect or negative."""
    written = limit.__dict__
    lower, upper = "lower" in written or is_stated(limit, "lower"), "upper" in written or is_stated(limit, "upper")
    if kind == "continuous":
        if lower or upper:
            context.sink.report(
                rules.LIMIT_OF_CONTINUOUS, limit, attribute="lower" if lower else "upper", name=joint.name
            )
    elif not (lower and upper):
        which = "upper" if lower else "lower" if upper else "lower and no upper"
        context.sink.report(rules.LIMIT_UNSTATED, limit, name=joint.name, which=which)
    if limit.lower > limit.upper:
        context.sink.report(
            rules.LIMIT_ORDER, limit, attribute="lower", name=joint.name, lower=limit.lower, upper=limit.upper
        )
    negative = limit.effort < 0 or limit.velocity < 0
    if not negative or context.newer_than("1.1"):
        return
    for which in context.adapter.nonnegative_limits:
        value = getattr(limit, which)
        if value < 0:
            context.sink.report(
                rules.NEGATIVE_LIMIT,
                limit,
                attribute=which,
                name=joint.name,
                which=which,
                value=value,
            )


def check_soft_limits(joint: AnyJoint, soft: SafetyController, kind: str, context: UrdfContext) -> None:
    """Reports soft limits that are crossed or lie outside the limits."""
    lower, upper = "soft_lower_limit" in vars(soft), "soft_upper_limit" in vars(soft)
    if lower and upper and soft.soft_lower_limit > soft.soft_upper_limit:
        context.sink.report(
            rules.SOFT_LIMITS_CROSSED,
            soft,
            attribute="soft_lower_limit",
            name=joint.name,
            lower=soft.soft_lower_limit,
            upper=soft.soft_upper_limit,
        )
        return
    limit = joint.limit
    if limit is None or kind == "continuous":
        return
    for which, written, value, hard, beyond in (
        ("lower", lower, soft.soft_lower_limit, limit.lower, soft.soft_lower_limit < limit.lower),
        ("upper", upper, soft.soft_upper_limit, limit.upper, soft.soft_upper_limit > limit.upper),
    ):
        if written and beyond:
            context.sink.report(
                rules.SOFT_LIMIT_OUTSIDE,
                soft,
                attribute=f"soft_{which}_limit",
                related=((f"the {which} limit", limit),),
                name=joint.name,
                which=which,
                soft=value,
                hard=hard,
            )
