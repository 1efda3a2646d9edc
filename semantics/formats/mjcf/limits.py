"""Ranges, and whether they are limits.

Spec: MJCF reference, ``compiler/autolimits``; ``joint/limited``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from .context import describe, word_of
from .extents import is_unreadable

if TYPE_CHECKING:
    from .context import MjcfContext
    from .model import MjcfPart

Range = tuple[float, float]
NO_RANGE: Range = (0.0, 0.0)


def range_of(part: MjcfPart, field: str) -> Range:
    """The two numbers of a range; zeros where none is written."""
    written = part.get(field)
    return NO_RANGE if written is None else (written[0], written[1])


def find_limits(part: MjcfPart, field: str, switch: str, kind: str, context: MjcfContext) -> Range | None:
    """The limits that a range of a part is, None where it is none; reports one that cannot be any.

    Args:
        part: what has the range.
        field: the range.
        switch: the field that says whether the range is a limit.
        kind: what the part is, for messages.
        context: the model.
    """
    range = range_of(part, field)
    return check_limits(part, field, switch, range, word_of(part, switch), kind, context)


def check_limits(
    part: MjcfPart, field: str, switch: str, range: Range, switched: str, kind: str, context: MjcfContext
) -> Range | None:
    """As ``find_limits``, for a range and a switch that are known."""
    lower, upper = range
    if switched not in ("true", "false"):
        if not (range == NO_RANGE or part.settings.get("autolimits")):
            reason = f"'autolimits' is off and {switch!r} is not said"
            report_range(part, field, kind, range, reason, context)
        return range if lower < upper else None
    if switched == "false":
        return None
    if lower >= upper:
        report_range(part, field, kind, range, "the first has to be less than the second", context)
        return None
    return range


def report_range(part: MjcfPart, field: str, kind: str, range: Range, reason: str, context: MjcfContext) -> None:
    """Reports a range that is refused, unless its numbers could not be read, which was reported."""
    if range == NO_RANGE and field not in vars(part.element) and is_unreadable(part, field):
        return
    about = {"what": field, "owner": describe(part, kind), "lower": range[0], "upper": range[1]}
    context.report(rules.RANGE_REFUSED, part, field, reason=reason, **about)
