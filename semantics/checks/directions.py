"""Directions of lights and normals of planes, which are vectors of some length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import rules
from ..ir.geometry import Plane
from .context import plain_name

if TYPE_CHECKING:
    from .context import RecordContext

SHINING = ("directional", "spot")
"""Types of lights that shine in a direction."""


def check_directions(context: RecordContext) -> None:
    """Reports lights that shine nowhere, and planes that face nowhere."""
    for record in context.description.attachments:
        if record.kind != "light" or record.is_included:
            continue
        light = vars(record.element)
        direction = light.get("direction")
        if direction is not None and not any(direction) and light.get("type") in SHINING:
            what = f"light {record.name.rpartition('::')[2]!r}"
            context.report(rules.ZERO_DIRECTION, record.element, "light.direction", what=what)
    for link, shape in context.made_shapes:
        if isinstance(shape.geometry, Plane) and not any(shape.geometry.normal):
            what = f"a plane of link {plain_name(link)!r}"
            context.report(rules.ZERO_DIRECTION, shape.element, "plane.normal", what=what)
