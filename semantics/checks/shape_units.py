"""Sizes of boxes, spheres and other simple shapes that were written in millimetres and are read in metres.

The thresholds were measured on 4,753 documents with 31,366 such shapes, 13,901 of them in models of several links.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ..ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Sphere
from .context import plain_name
from .lengths import length_of

if TYPE_CHECKING:
    from ..ir.geometry import Geometry
    from ..ir.links import LinkRecord, ShapeRecord
    from .context import CheckContext

FIELDS: dict[type[Geometry], tuple[str, ...]] = {
    Box: ("size",),
    Sphere: ("radius",),
    Cylinder: ("radius", "length"),
    Capsule: ("radius", "length"),
    Cone: ("radius", "length"),
    Ellipsoid: ("radii",),
}
"""The sizes of the shapes that are looked at."""
LEAST_SIZE = 0.5
"""m; no shape is as thin as half a millimetre, but rails and floors of many metres are thinner than half a metre."""
LEAST_LENGTH = 5.0
"""m; shorter shapes are not looked at any closer."""
LARGEST = 20.0
"""Length of a shape by the size of its model from which it is in millimetres: of real ones that are long and thick enough to be
looked at, none has more than 3. In millimetres, 93 % of all shapes would be beyond it."""
THIN = 0.1
"""Height of a square slab by its length up to which it may be the ground."""
MILLIMETRE = 1e-3


def check_shapes(link: LinkRecord, context: CheckContext) -> None:
    """Reports shapes of a link that are far larger than its model in metres, and of its size in millimetres."""
    found = [shape for shape in (*link.visuals, *link.collisions) if is_large(shape.geometry)]
    _check_shapes(link, found, context)


def is_large(geometry: Geometry) -> bool:
    """Whether a shape may be in millimetres by its own sizes."""
    fields = FIELDS.get(type(geometry))
    if fields is None:
        return False
    for field in fields:
        value = getattr(geometry, field)
        if (min(value) if isinstance(value, tuple) else value) < LEAST_SIZE:
            return False
    return True


def _check_shapes(link: LinkRecord, shapes: list[ShapeRecord], context: CheckContext) -> None:
    """Reports the first of those shapes of a link that are in millimetres, and names the others."""
    files = context.options.files
    lengths = [length_of(shape.geometry, files) for shape in shapes]
    if not LEAST_LENGTH <= max(lengths) < inf:
        return
    links = [other for other in context.description.links if other.scope == link.scope]
    every = [length_of(each.geometry, files) for other in links for each in (*other.visuals, *other.collisions)]
    offset = context.largest_offset(link.scope)
    found = []
    for shape, length in zip(shapes, lengths):
        size = max(offset, max((other for other in every if other * LARGEST < length), default=0.0))
        is_far_larger = LARGEST * size < length < LARGEST * size / MILLIMETRE
        if is_far_larger and length >= LEAST_LENGTH and not _may_be_ground(shape.geometry):
            found.append((shape, length, size))
    if not found:
        return
    (shape, length, size), *others = found
    kind, field = type(shape.geometry).__name__.lower(), FIELDS[type(shape.geometry)][0]
    about: dict[str, Any] = {"kind": kind, "name": plain_name(link), "length": length, "size": size}
    value = getattr(shape.geometry, field)
    parts = value if isinstance(value, tuple) else (value,)
    about["meant"] = " ".join(f"{part * MILLIMETRE:g}" for part in parts)
    about["field"] = field
    also = tuple(("so is this", other.element) for other, *_ in others)
    context.report(rules.SHAPE_IN_MILLIMETRES, shape.element, f"{kind}.{field}", related=also, **about)


def _may_be_ground(geometry: Geometry) -> bool:
    """Whether a shape is a square slab."""
    if not isinstance(geometry, Box):
        return False
    low, middle, high = sorted(geometry.size)
    return middle == high and low <= THIN * high
