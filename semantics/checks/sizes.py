"""Sizes of shapes, and scales of meshes."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...runtime.values import format_double
from ..ir.geometry import Mesh
from ..ir.sizes import SIZES, is_size
from .context import plain_name

if TYPE_CHECKING:
    from ..ir.links import LinkRecord, ShapeRecord
    from .context import RecordContext


def check_sizes(context: RecordContext) -> None:
    """Reports sizes that are not above 0, and meshes that are scaled by 0."""
    for link, shape in context.made_shapes:
        _check_shape(link, shape, context)


def _check_shape(link: LinkRecord, shape: ShapeRecord, context: RecordContext) -> None:
    geometry, written = shape.geometry, shape.written or {}
    kind = type(geometry).__name__.lower()
    if isinstance(geometry, Mesh) and not all(geometry.scale):
        severity = context.severity_of(rules.MESH_SCALE_ZERO)
        scaled: dict[str, Any] = {"link": plain_name(link), "scale": _format(geometry.scale)}
        context.report(rules.MESH_SCALE_ZERO, shape.element, "mesh.scale", severity=severity, **scaled)
    for field in SIZES.get(type(geometry), ()):
        counts = getattr(geometry, field)
        value = written.get(field, counts)
        if value is None or is_size(value):
            continue
        place, at = f"{kind}.{field}", shape.size_element or shape.element
        what = f"the {field.replace('_', ' ')} of the {kind} of link {plain_name(link)!r}"
        if field in written:
            about: dict[str, Any] = {"what": what, "value": _format(value), "instead": _format(counts)}
            context.report(rules.BAD_SIZE, at, place, **about)
        elif context.is_written(at, place):
            severity = context.severity_of(rules.SHAPE_WITHOUT_SIZE, tag=kind, value=value)
            context.report(rules.SHAPE_WITHOUT_SIZE, at, place, severity=severity, what=what, value=_format(value))


def _format(value: Any) -> str:
    numbers = value if isinstance(value, tuple) else (value,)
    return " ".join(format_double(number) if isfinite(number) else str(number) for number in numbers)
