"""Collision shapes of a robot or world, placed by configurations: which of them overlap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ....diagnostics.records import dataclass
from ...formats.meshes import Surfaces
from ...frames.graph import NO_INDEX
from ...scene.scene import Scene, get_kinematics, get_layout
from ...scene.scene_object import express_pose
from ...spatial.convex import find_overlaps, measure_depth
from .solid_shapes import SolidShape, SolidShapes
from .surface_overlap import do_surfaces_overlap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ....runtime.budget import Budget
    from ....runtime.files import Files
    from ...ir.links import LinkRecord, ShapeRecord
    from ...kinematics.forward_kinematics import Kinematics
    from ...scene.validation import ValidatedWorld
    from ...spatial.so3 import Array

MOST_SHAPES = 20_000
"""Looked at in one world, the first ones."""
MOST_COMPARED = 2_000_000
"""Pairs of shapes whose boxes are compared."""
MOST_PAIRS = 20_000
"""Pairs of shapes whose boxes overlap that are looked at closely."""


@dataclass(slots=True)
class CollisionShape:
    """A collision shape on its body."""

    link: LinkRecord
    body: int
    shape: ShapeRecord
    solid: SolidShape
    pose: Array
    """``X_BS``"""


class CollisionShapes:
    """The collision shapes of one world that are known and touch others, in document order.

    Args:
        world: has every reference followed.
        files: where meshes are read.
        budget: what reading them may take.
    """

    def __init__(self, world: ValidatedWorld, files: Files, budget: Budget) -> None:
        self._world = world
        self.scene = Scene(world)
        self.kinematics: Kinematics = get_kinematics(self.scene)
        self.shapes = self._place(SolidShapes(Surfaces(files, budget)))

    def _place(self, solids: SolidShapes) -> list[CollisionShape]:
        description, graph = self._world.description, self._world.graph
        found: list[CollisionShape] = []
        for link in description.links:
            vertex = graph.index.get(link.name, NO_INDEX)
            for shape in link.collisions:
                if len(found) == MOST_SHAPES:
                    return found
                body = int(graph.body[vertex])
                solid = solids.find(shape.geometry) if body != NO_INDEX and _touches(shape) else None
                if solid is None:
                    continue
                pose = self.kinematics.in_body[vertex] @ express_pose(self.kinematics, shape, link.scope, vertex).matrix
                if np.all(np.isfinite(pose)):
                    found.append(CollisionShape(link, body, shape, solid, pose))
        return found

    def draw(self, count: int) -> Array:
        """Random configurations within the limits, the same each time, shape (dofs, count)."""
        limits = self.scene.lower_limits, self.scene.upper_limits
        return get_layout(self.scene).draw(*limits, np.random.default_rng(0), count)

    def follow(self, configurations: Array) -> None:
        """Sets the coordinates that follow others, in place; shape (dofs, n)."""
        get_layout(self.scene).follow(configurations)

    def find_poses(self, configurations: Array) -> Array:
        """Poses of all shapes in the world, shape (shapes, n, 4, 4), in configurations of shape (dofs, n)."""
        rows = self.kinematics.rows(configurations)
        bodies = self.kinematics.compute_frame_poses([each.body for each in self.shapes], rows)
        result: Array = bodies @ np.array([each.pose for each in self.shapes])[:, None]
        return result

    def iter_close_pairs(self, poses: Array) -> Iterator[tuple[int, int]]:
        """Pairs of shapes of two bodies whose boxes along the axes of the world overlap, the first by document order."""
        corners = np.array([each.solid.convex.bounds() for each in self.shapes])
        half, middle = (corners[:, 1] - corners[:, 0]) / 2, (corners[:, 1] + corners[:, 0]) / 2
        reach = np.einsum("nij,nj->ni", np.abs(poses[:, :3, :3]), half)
        centre = np.einsum("nij,nj->ni", poses[:, :3, :3], middle) + poses[:, :3, 3]
        usable = np.flatnonzero(np.all(np.isfinite(centre) & np.isfinite(reach), axis=1))
        order = usable[np.argsort((centre - reach)[usable, 0], kind="stable")]
        lower, upper = (centre - reach)[order], (centre + reach)[order]
        bodies = np.array([each.body for each in self.shapes])[order]
        ends = np.searchsorted(lower[:, 0], upper[:, 0], side="right")
        compared = given = 0
        for i in range(len(order)):
            others = slice(i + 1, int(ends[i]))
            compared += max(others.stop - others.start, 0)
            near = np.all((lower[others, 1:] <= upper[i, 1:]) & (upper[others, 1:] >= lower[i, 1:]), axis=1)
            for other in np.flatnonzero(near & (bodies[others] != bodies[i])):
                one, two = int(order[i]), int(order[i + 1 + other])
                yield (one, two) if one < two else (two, one)
                given += 1
            if compared > MOST_COMPARED or given > MOST_PAIRS:
                return

    def find_hits(self, pairs: Sequence[tuple[int, int]], poses: Array) -> NDArray[np.bool_]:
        """Which pairs overlap, with the shapes at ``poses`` of shape (shapes, 4, 4)."""
        if not pairs:
            return np.zeros(0, dtype=bool)
        one, other = (np.array(side, dtype=np.intp) for side in zip(*pairs))
        return self.do_hulls_overlap(one, other, poses[one], poses[other])

    def do_hulls_overlap(
        self, one: NDArray[np.intp], other: NDArray[np.intp], first: Array, second: Array
    ) -> NDArray[np.bool_]:
        """Which pairs of shapes, or their hulls, overlap at poses of shape (pairs, 4, 4)."""
        rotations = first[:, :3, :3].transpose(0, 2, 1)
        offsets = np.einsum("nij,nj->ni", rotations, second[:, :3, 3] - first[:, :3, 3])
        sets = [each.solid.convex for each in self.shapes]
        return find_overlaps([sets[i] for i in one], [sets[i] for i in other], rotations @ second[:, :3, :3], offsets)

    def do_surfaces_overlap(self, one: int, other: int, poses: Array) -> bool:
        """Whether two shapes overlap triangle by triangle, as far as their triangles are known."""
        a, b = self.shapes[one].solid, self.shapes[other].solid
        if not (a.is_known and b.is_known):
            return False
        return do_surfaces_overlap(a, b, *_relative(poses[one], poses[other]))

    def measure_depth(self, one: int, other: int, poses: Array) -> float:
        """How deep two shapes, or their hulls, are in each other, m."""
        a, b = self.shapes[one].solid.convex, self.shapes[other].solid.convex
        return measure_depth(a, b, *_relative(poses[one], poses[other]))

    def thickness(self, one: int, other: int) -> float:
        """The smallest side of the boxes around two shapes, m."""
        boxes = (self.shapes[number].solid.convex.bounds() for number in (one, other))
        return min(float(np.min(upper - lower)) for lower, upper in boxes)


def _touches(shape: ShapeRecord) -> bool:
    said = shape.find_properties()
    return bool(said.get("collidable", True)) and not said.get("collide_without_contact")


def _relative(a: Array, b: Array) -> tuple[Array, Array]:
    """Rotation and translation of B in A, from the poses of both."""
    back = a[:3, :3].T
    return back @ b[:3, :3], back @ (b[:3, 3] - a[:3, 3])
