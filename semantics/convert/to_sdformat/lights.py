"""Lights, as SDFormat has them in worlds and links."""

from __future__ import annotations

from math import radians
from typing import TYPE_CHECKING, Any

from ...formats.tokens import format_enum
from ..element_builder import make_pose, shown_color

if TYPE_CHECKING:
    from ...ir.frames import AttachmentRecord
    from ..workspace import Workspace

TYPES = ("directional", "point", "spot")
FIXED = "fixed"
DIRECTIONAL = "directional"


def make_light(work: Workspace, record: AttachmentRecord, name: str) -> Any:
    """A light that shines along -z of its frame; None for one of another kind or that follows what it looks at.

    What its class gives it is not looked at, and so is among what has no place.
    """
    element: Any = record.element
    kind = DIRECTIONAL if element.directional else format_enum(element.type) if element.type is not None else "spot"
    if kind not in TYPES or (element.mode is not None and format_enum(element.mode) != FIXED):
        return None
    make, said = work.make, vars(element)
    light = make("Light", name=name, type=kind, pose=make_pose(record.pose, None), direction=(0.0, 0.0, -1.0))
    light.cast_shadows = bool(element.castshadow)
    for field in ("diffuse", "specular"):
        setattr(light, field, shown_color(getattr(element, field)))
    if kind != DIRECTIONAL and ("attenuation" in said or "range" in said):
        constant, linear, quadratic = element.attenuation
        light.attenuation = make(
            "Attenuation", range=element.range, constant=constant, linear=linear, quadratic=quadratic
        )
    if kind == "spot":
        angle = 2 * radians(element.cutoff)  # MuJoCo counts from the middle of the cone, SDFormat from side to side
        light.spot = make("Spot", inner_angle=0.0, outer_angle=angle, falloff=element.exponent)
    taking = work.takings.of(element)
    taking.mark("light", element)
    taking.mark(f"{kind}_light", element)
    if "dir" in said:
        work.ledger.report_representation(element, "a part of its pose", attribute="dir")
    return light
