"""The mass properties of SKEL shapes, without documents."""

from __future__ import annotations

import math

import numpy as np
import pytest
from bodyplan.semantics.ir import geometry
from bodyplan.semantics.ir.solids import DART_SOLIDS, PlacedSolid, Solid, box, inertia_from_shapes
from bodyplan.semantics.spatial.raw_pose import pose_from_moved_axes
from bodyplan.semantics.spatial.transform import Transform


def solid_of(shape: geometry.Geometry) -> Solid:
    return DART_SOLIDS[type(shape)](shape, 1.0)


class TestSolids:
    """Against integrals over each solid, done numerically."""

    @staticmethod
    def integrated(inside: object, extent: tuple[float, float, float]) -> Solid:
        assert callable(inside)
        count = 120
        axes = [np.linspace(-half, half, count, endpoint=False) + half / count for half in extent]
        x, y, z = np.meshgrid(*axes, indexing="ij")
        mask = inside(x, y, z)
        cell = math.prod(2 * half / count for half in extent)
        squares = [float(np.mean(axis[mask] ** 2)) for axis in (x, y, z)]
        moment = (squares[1] + squares[2], squares[0] + squares[2], squares[0] + squares[1])
        return Solid(mass=float(mask.sum()) * cell, moment_per_mass=moment)

    @pytest.mark.parametrize(
        ("solid", "inside", "extent"),
        [
            (box((0.2, 0.4, 0.6)), lambda x, y, z: abs(x) <= 0.1, (0.1, 0.2, 0.3)),
            (solid_of(geometry.Sphere(0.5)), lambda x, y, z: x * x + y * y + z * z <= 0.25, (0.5, 0.5, 0.5)),
            (
                solid_of(geometry.Ellipsoid((0.1, 0.2, 0.3))),
                lambda x, y, z: (x / 0.1) ** 2 + (y / 0.2) ** 2 + (z / 0.3) ** 2 <= 1,
                (0.1, 0.2, 0.3),
            ),
            (solid_of(geometry.Cylinder(0.3, 0.8)), lambda x, y, z: x * x + y * y <= 0.09, (0.3, 0.3, 0.4)),
            (
                solid_of(geometry.Capsule(0.3, 0.8)),
                lambda x, y, z: x * x + y * y + np.maximum(abs(z) - 0.4, 0) ** 2 <= 0.09,
                (0.3, 0.3, 0.7),
            ),
        ],
        ids=["box", "sphere", "ellipsoid", "cylinder", "capsule"],
    )
    def test_agrees_with_the_integral(self, solid: Solid, inside: object, extent: tuple[float, float, float]) -> None:
        numeric = self.integrated(inside, extent)
        assert solid.mass == pytest.approx(numeric.mass, rel=5e-3)
        assert solid.moment_per_mass == pytest.approx(numeric.moment_per_mass, rel=5e-3)
        assert solid.fixed_moment == (0.0, 0.0, 0.0)

    def test_a_capsule_of_no_size_has_neither_volume_nor_moment(self) -> None:
        assert solid_of(geometry.Capsule(0.0, 0.5)) == Solid(mass=0.0, moment_per_mass=(0.5**2 / 12, 0.5**2 / 12, 0.0))

    def test_a_cone_has_darts_moment(self) -> None:
        cone = solid_of(geometry.Cone(0.2, 0.5))
        assert cone.mass == pytest.approx(math.pi * 0.04 * 0.5 / 3)
        assert cone.moment_per_mass == pytest.approx((0.031, 0.031, 0.012))

    def test_a_hull_of_balls_counts_as_the_box_around_it(self) -> None:
        hull = solid_of(geometry.MultiSphere(((0.1, (0, 0, 0)), (0.2, (0.5, 0, 0)))))
        assert hull.mass == 0
        assert hull.moment_per_mass == pytest.approx(box((0.8, 0.4, 0.4)).moment_per_mass)


class TestInertiaFromShapes:
    @staticmethod
    def placed(solid: Solid, *position: float, about_x: float = 0.0) -> PlacedSolid:
        x, y, z = position or (0.0, 0.0, 0.0)
        return PlacedSolid(solid=solid, pose=pose_from_moved_axes(x, y, z, about_x, 0.0, 0.0))

    def test_without_shapes_or_mass_it_is_the_identity(self) -> None:
        shape = self.placed(solid_of(geometry.Sphere(1)))
        for mass in (0.0, -1.0, math.nan):
            assert inertia_from_shapes(mass, (0, 0, 0), [shape]) == (1, 1, 1, 0, 0, 0)
        assert inertia_from_shapes(2.0, (0, 0, 0), []) == (1, 1, 1, 0, 0, 0)

    def test_an_empty_hull_adds_the_identity(self) -> None:
        shape = self.placed(solid_of(geometry.MultiSphere(())))
        assert inertia_from_shapes(2.0, (0, 0, 0), [shape]) == (1, 1, 1, 0, 0, 0)
        assert inertia_from_shapes(2.0, (0, 0, 1), [shape, shape]) == (4, 4, 2, 0, 0, 0)

    def test_what_is_no_number_leaves_the_identity(self) -> None:
        shape = self.placed(solid_of(geometry.Sphere(1)), math.inf, 0, 0)
        assert inertia_from_shapes(2.0, (0, 0, 0), [shape]) == (1, 1, 1, 0, 0, 0)

    def test_a_visual_with_an_equal_collision_shape_counts_once(self) -> None:
        shape = self.placed(box((0.2, 0.4, 0.6)), 0.1, 0.2, 0.3)
        once, twice = (inertia_from_shapes(2.0, (0, 0, 0), [shape] * count) for count in (1, 2))
        assert once == pytest.approx(twice, abs=1e-15)

    def test_moves_to_the_declared_centre(self) -> None:
        ball = self.placed(solid_of(geometry.Sphere(0.15)), 0, 0, 1)
        assert inertia_from_shapes(2.0, (0, 0, 0), [ball]) == pytest.approx((2.018, 2.018, 0.018, 0, 0, 0))
        assert inertia_from_shapes(2.0, (0, 1, 1), [ball]) == pytest.approx((2.018, 0.018, 2.018, 0, 0, 0))
        aside = self.placed(solid_of(geometry.Sphere(0.15)), 1, 2, 3)
        assert inertia_from_shapes(1.0, (0, 0, 0), [aside])[3:] == pytest.approx((-2, -3, -6))

    def test_turns_with_the_shape(self) -> None:
        shape = self.placed(solid_of(geometry.Cylinder(0.2, 1.0)), about_x=math.pi / 2)
        across, _, along = solid_of(geometry.Cylinder(0.2, 1.0)).moment_per_mass
        moments = inertia_from_shapes(1.0, (0, 0, 0), [shape])
        assert moments == pytest.approx((across, along, across, 0, 0, 0), abs=1e-15)

    @pytest.mark.parametrize("angles", [(0.3, 0.0, 0.0), (0.3, -0.8, 1.1)])
    def test_a_turned_solid_has_off_diagonal_moments(self, angles: tuple[float, float, float]) -> None:
        shape = PlacedSolid(solid=box((1, 2, 3)), pose=pose_from_moved_axes(0, 0, 0, *angles))
        x, y, z = (
            Transform.from_rpy(rpy=[angle if axis == other else 0 for other in range(3)]).rotation
            for axis, angle in enumerate(angles)
        )
        rotation = x @ y @ z
        expected = rotation @ np.diag(shape.solid.moment_per_mass) @ rotation.T
        xx, yy, zz, xy, xz, yz = inertia_from_shapes(1.0, (0, 0, 0), [shape])
        assert np.allclose([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], expected)

    def test_shares_the_mass_by_volume(self) -> None:
        small, large = box((1, 1, 1)), box((1, 1, 3))
        moments = inertia_from_shapes(4.0, (0, 0, 0), [self.placed(small), self.placed(large)])
        assert moments[:3] == pytest.approx(
            [a + 3 * b for a, b in zip(small.moment_per_mass, large.moment_per_mass, strict=True)]
        )

    def test_no_volume_counts_as_one(self) -> None:
        cube = box((1, 1, 1))
        moments = inertia_from_shapes(2.0, (0, 0, 0), [self.placed(solid_of(geometry.Plane())), self.placed(cube)])
        assert moments[:3] == pytest.approx(cube.moment_per_mass)

    def test_the_moment_of_a_pyramid_is_no_share(self) -> None:
        shape = self.placed(solid_of(geometry.Pyramid(1, 1, 3)))
        assert inertia_from_shapes(5.0, (0, 0, 0), [shape, shape]) == pytest.approx((2, 2, 2, 0, 0, 0))
