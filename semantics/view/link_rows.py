"""The links of a page, with their shapes and masses, as text, and which of them do not collide.

They are nearly all of the page of a large world. To make dictionaries of them first, and text of these, took a quarter of all instructions of
``bodyplan view`` for a world of 3,000 shapes; and shapes and bodies of a world are often equal, so that most of the text is made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from ...diagnostics.errors import LoadError
from ...runtime.float_errors import silent
from ..ir.geometry import Geometry
from ..ir.links import LinkRecord, ShapeRecord
from ..ir.scoped_names import SEPARATOR
from ..scene.collision_filter import welded_sets
from ..scene.links import Link
from ..spatial.inertia import principal_axes
from ..spatial.transform import Transform
from .geometries import AT_ORIGIN, geometry_data, has_size_alone
from .joint_data import link_places
from .json_data import IDENTITY_POSE, number, pose, sizes
from .json_text import JsonText, list_text, numbers_text, place_text, quote, value_text
from .materials import MaterialTable
from .meshes import MeshTable
from .page_scene import PageScene

SLACK = 1e-6
"""By which part of the largest moment one may be larger than the sum of the others, as rounding leaves it."""
MOST_LINKS = 250
"""Links that collide, of which every pair is looked at."""
NO_MASS = value_text({"mass": 0, "com": [0, 0, 0], "inertia_pose": IDENTITY_POSE, "inertia_box": None})[1:-1]
"""What a link says in which no mass is: these fields follow each other in all rows."""


class LinkRows:
    """Makes the rows of the links of a page, the world first.

    Args:
        page: the scene.
        materials: receives what the shapes look like.
        meshes: receives the meshes that they are.
    """

    def __init__(self, page: PageScene, materials: MaterialTable, meshes: MeshTable) -> None:
        self._page, self._materials, self._meshes = page, materials, meshes
        self._geometries: dict[Geometry, str] = {}
        self._masses: dict[Any, str] = {}
        self.colliding: list[int] = []
        """The numbers of links with collision shapes, once they are made."""

    def write(self) -> JsonText:
        """The text of all."""
        page = self._page
        records, description = page.kinematics.graph.records, page.kinematics.description
        static = {model.name for model in description.models if model.static}
        by_name: dict[str, list[tuple[int, LinkRecord]]] = {}
        for i, link_record in enumerate(description.links):
            by_name.setdefault(link_record.name, []).append((i, link_record))
        rows: list[str] = []
        for body, (parent, joint, placed) in zip(page.bodies, link_places(page)):
            record = records[body]
            name = record.name
            model, masses, visuals, collisions, stands = "", NO_MASS, "[]", "[]", True
            place = place_text(page.find_place(record.element)[1])
            same_name = by_name.get(name) if record.kind in ("link", "world") else None
            if same_name:  # each of several links of one name is there
                number_of_link, link = same_name.pop(0)
                if record.kind == "link":
                    model, stands, masses = record.scope, record.scope in static, self._mass(number_of_link, link)
                visuals = self._shapes(link, link.visuals, self._materials)
                collisions = self._shapes(link, link.collisions)
                if collisions != "[]":
                    self.colliding.append(len(rows))
            rows.append(
                f'{{"name":{quote(name)},"short":{quote(page.short_name(name))},"model":{quote(model)},"place":{place},'
                f'"parent":{"null" if parent is None else parent},"joint":{"null" if joint is None else joint},'
                f'"pose":{numbers_text(placed)},{masses},"visuals":{visuals},"collisions":{collisions},'
                f'"static":{"true" if stands else "false"}}}'
            )
        return list_text(rows)

    def _mass(self, number_of_link: int, link: LinkRecord) -> str:
        """The fields of a link's mass, once for bodies that are equal."""
        inertial = link.inertial
        key = inertial.mass, inertial.pose, inertial.moments, inertial.relative_to and link.name
        known = self._masses.get(key)
        if known is None:
            known = self._masses[key] = value_text(mass_data(Link(self._page.kinematics, number_of_link)))[1:-1]
        return known

    def _shapes(self, link: LinkRecord, shapes: Sequence[ShapeRecord], materials: MaterialTable | None = None) -> str:
        page, rows = self._page, []
        owner = link.name.rpartition(SEPARATOR)[2]
        for shape in shapes:
            element: Any = shape.element
            beside, place = page.find_place(element)
            geometry, inside = self._geometry(shape.geometry, beside)
            placed = page.place_in_link(shape, link, inside)
            if placed is None:
                continue
            look, transparency = None, None
            if materials is not None:
                look = materials.add(shape, owner, beside)
                transparency = getattr(element, "transparency", None)
            faded = min(max(number(transparency) or 0.0, 0.0), 1.0) if transparency else 0
            rows.append(
                f'{{"name":{quote(shape.name)},"place":{place_text(place)},"pose":{numbers_text(placed)},'
                f'"material":{"null" if look is None else look},'
                f'"transparency":{faded or 0},"geometry":{geometry}}}'
            )
        return list_text(rows)

    def _geometry(self, shape: Geometry, beside: str | None) -> tuple[str, Transform]:
        """The text of a geometry, and where it is in its shape; that of what has nothing but sizes is kept for its equals."""
        known = self._geometries.get(shape) if has_size_alone(shape) else None
        if known is not None:
            return known, AT_ORIGIN
        made, inside = geometry_data(shape, self._meshes, beside)
        text = value_text(made)
        if has_size_alone(shape):
            self._geometries[shape] = text
        return text, inside


@silent
def mass_data(link: Link) -> dict[str, Any]:
    """Mass, centre of mass, principal axes and box of a link."""
    com = link.com
    found: dict[str, Any] = {
        "mass": number(link.mass),
        "com": sizes(com),
        "inertia_pose": [*sizes(com), *IDENTITY_POSE[3:]],
        "inertia_box": None,
    }
    inertia = link.inertia
    if not (np.isfinite(inertia).all() and np.isfinite(com).all() and 0 < link.mass < np.inf):
        return found
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tolist()
    principal, axes = principal_axes((xx, yy, zz, xy, xz, yz))
    moments = np.array(principal)
    placed = np.eye(4)
    placed[:3, :3], placed[:3, 3] = np.transpose(axes), com
    if np.linalg.det(placed) < 0:
        placed[:3, 2] *= -1
    squares = 6 / link.mass * (moments.sum() - 2 * moments)
    largest = float(np.abs(moments).max())
    axes_pose = pose(Transform(placed))
    if axes_pose is not None and np.all(squares >= -6 / link.mass * SLACK * largest):
        found["inertia_pose"] = axes_pose
        found["inertia_box"] = sizes(np.sqrt(np.maximum(squares, 0.0)))
    return found


def exclusion_data(page: PageScene, colliding: list[int]) -> dict[str, Any] | None:
    """Pairs of the numbers of links, of those with collision shapes, that do not collide with each other; None where they are very many.

    Those that are plain from how links are joined, by a joint or as one body, are apart from those that the document
    excludes.
    """
    if not 1 < len(colliding) <= MOST_LINKS:
        return None
    names = [page.kinematics.graph.records[body].name for body in page.bodies]
    unique = [row for row in colliding if names.count(names[row]) == 1]
    number = {body: n for n, members in enumerate(welded_sets(page.kinematics)) for body in members}
    weld = [number.get(body, -1 - row) for row, body in enumerate(page.bodies)]
    connections = (page.kinematics.connections[joint] for joint in page.joints)
    jointed = {frozenset((number.get(each.parent), number.get(each.child))) for each in connections}
    filter = page.scene.collision_filter
    pairs: dict[str, list[list[int]]] = {"pairs": [], "joined": []}
    try:
        for a, b in combinations(unique, 2):
            if filter.excludes(names[a], names[b]):
                is_joined = weld[a] == weld[b] or frozenset((weld[a], weld[b])) in jointed
                pairs["joined" if is_joined else "pairs"].append([a, b])
    except (KeyError, LoadError):  # a name that means another thing, or groups that are too large
        return None
    return pairs
