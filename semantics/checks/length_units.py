"""Which shapes and meshes may be in millimetres: what a shape is takes longer to find out than to look at, and is found out once."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..ir.geometry import Mesh
from .mesh_units import LEAST_LENGTH, MeshLengths, check_meshes, is_unscaled
from .shape_units import check_shapes, is_large

if TYPE_CHECKING:
    from ..ir.links import LinkRecord
    from .context import CheckContext


def check_length_units(context: CheckContext) -> None:
    """Reports shapes and meshes that are far larger than their model in metres, and of its size in millimetres."""
    lengths = MeshLengths(context.options.files)
    links_in = Counter(link.scope for link in context.description.links)
    with_meshes: list[LinkRecord] = []
    with_shapes: list[LinkRecord] = []
    # to find out of its shapes that there are no meshes takes as long as all other checks of a world of boxes
    has_meshes = context.sink.has_element("mesh")
    for link in context.description.links:
        is_alone = links_in[link.scope] < 2  # a thing of one link may have any size
        if is_alone and not has_meshes:
            continue
        has_long = has_large = False
        for geometry in link.find_geometries(is_unscaled if has_meshes else None):
            if isinstance(geometry, Mesh):
                has_long = has_long or (has_meshes and lengths.find(geometry) >= LEAST_LENGTH)
            elif not (is_alone or has_large):
                has_large = is_large(geometry)
        if has_long:
            with_meshes.append(link)
        if has_large and not link.is_included:
            with_shapes.append(link)
    for link in with_meshes:
        check_meshes(link, lengths, context)
    for link in with_shapes:
        check_shapes(link, context)
