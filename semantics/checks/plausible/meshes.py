"""Whether meshes are of a size that simulators can use, and whether what collides is as large as what is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....diagnostics import rules
from ....runtime.float_errors import silent
from ...ir.geometry import Mesh
from ...ir.scoped_names import plain_name
from .bodies import join_points

if TYPE_CHECKING:
    from ..context import CheckContext
    from .bodies import Bodies, Body, PlacedShape

MOST_FACETS = 20_000
"""Of a mesh that collides."""
SIZE_RATIO = 300.0
"""From this a factor of 1,000 between two shapes of one link is what is meant, though one of them is simpler."""


def check_meshes(context: CheckContext, bodies: Bodies) -> None:
    """Looks at the meshes of all links, each file once."""
    seen: dict[str, PlacedShape] = {}
    for body in bodies.bodies:
        _check_sizes(context, body)
        for shape in body.collisions:
            _check_facets(context, body, shape, seen)
    if bodies.unread:
        first = bodies.unread[0]
        context.sink.report(rules.MESHES_UNREAD, first.element, count=len(bodies.unread))


def _check_facets(context: CheckContext, body: Body, shape: PlacedShape, seen: dict[str, PlacedShape]) -> None:
    """Reports a mesh that is too fine to collide; of several shapes with one file the first."""
    mesh = shape.record.geometry
    if not isinstance(mesh, Mesh) or shape.facets <= MOST_FACETS or mesh.convex:
        return
    if seen.setdefault(mesh.path or "", shape) is shape:
        said: dict[str, Any] = {"name": plain_name(body.link.name), "uri": mesh.uri, "facets": shape.facets}
        context.report(rules.FINE_COLLISION_MESH, shape.record.element, "mesh.uri", **said)


@silent
def _check_sizes(context: CheckContext, body: Body) -> None:
    """Reports a link whose visuals and collisions are of different units."""
    seen, touched = _size(body.visuals), _size(body.collisions)
    if not (seen > 0 and touched > 0):
        return
    ratio = max(seen, touched) / min(seen, touched)
    if SIZE_RATIO <= ratio < np.inf:
        said: dict[str, Any] = {"name": plain_name(body.link.name), "seen": seen, "touched": touched}
        # those that are larger than they should be, as meshes in millimetres are
        larger = body.visuals if seen > touched else body.collisions
        first = larger[0].record
        if isinstance(first.geometry, Mesh):
            context.report(rules.SIZES_APART, first.element, "mesh.scale", **said)
        else:
            context.sink.report(rules.SIZES_APART, first.element, **said)


def _size(shapes: Sequence[PlacedShape]) -> float:
    points = join_points(shapes)
    return 0.0 if points is None else float(np.ptp(points, axis=0).max())
