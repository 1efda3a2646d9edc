"""How long shapes are from end to end, which tells meshes in millimetres from those in metres."""

from __future__ import annotations

from math import isclose

import pytest
from bodyplan.runtime.files import FILES
from bodyplan.semantics.checks.lengths import length_of
from bodyplan.semantics.ir import geometry as shapes


@pytest.mark.parametrize(
    ("shape", "length"),
    [
        (shapes.Box((1, 2, 2)), 3),
        (shapes.Sphere(0.25), 0.5),
        (shapes.Cylinder(1.5, 4), 5),
        (shapes.Cone(1.5, 4), 5),
        (shapes.Capsule(0.25, 2), 2.5),
        (shapes.Ellipsoid((1, 3, 2)), 6),
        (shapes.MultiSphere(((1, (0, 0, 0)), (0.5, (3, 4, 0)))), 11),
        (shapes.Plane((0, 0, 1)), 0),
        (shapes.Empty(), 0),
    ],
    ids=lambda each: type(each).__name__,
)
def test_length_of_each_shape(shape: shapes.Geometry, length: float) -> None:
    assert isclose(length_of(shape, FILES), length)
