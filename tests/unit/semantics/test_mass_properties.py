"""Mass properties of links taken as one, and links welded together."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

import numpy as np
import pytest
from bodyplan.semantics.ir.joints import AxisRecord, Motion
from bodyplan.semantics.ir.links import InertialRecord
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build
from bodyplan.semantics.spatial.raw_pose import IDENTITY, pose_from_rpy

BuildChain = Callable[..., WorldIR]


def rod(mass: float, length: float, pose: tuple[float, ...] = IDENTITY) -> InertialRecord:
    """A thin rod along x, by its middle."""
    moment = mass * length**2 / 12
    return InertialRecord(mass, pose, None, (0.0, moment, moment, 0.0, 0.0, 0.0))  # type: ignore[arg-type]


def two_rods() -> Scene:
    """Two rods of 2 kg and 1 m end to end along x, the second hinged to the first about z at (1, 0, 0)."""
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("a", scope="m", inertial=rod(2, 1, pose_from_rpy(0.5, 0, 0, 0, 0, 0)))
    description.add_link(
        "b",
        scope="m",
        pose=pose_from_rpy(1, 0, 0, 0, 0, 0),
        inertial=rod(2, 1, pose_from_rpy(0.5, 0, 0, 0, 0, 0)),
    )
    description.add_joint(
        "j",
        scope="m",
        type="revolute",
        motion=Motion.REVOLUTE,
        parent="a",
        child="b",
        axes=[AxisRecord(xyz=(0.0, 0.0, 1.0))],
    )
    return build(description)


def test_two_rods_end_to_end_are_one_rod() -> None:
    """4 kg · (2 m)² / 12 = 4/3 kg m² about the middle."""
    whole = two_rods().mass_properties()
    assert whole.mass == 4
    np.testing.assert_allclose(whole.com, [1, 0, 0])
    np.testing.assert_allclose(whole.inertia, np.diag([0, 4 / 3, 4 / 3]), atol=1e-15)


def test_two_rods_at_a_right_angle() -> None:
    """Middles at (0.5, 0, 0) and (1, 0.5, 0); each is (±0.25, ±0.25) off the middle of both at (0.75, 0.25).

    xx: 1/6 of the turned rod and 2 · 2 kg · 0.0625 m²; xy: minus 2 · 2 kg · 0.25 · 0.25 m².
    """
    whole = two_rods().mass_properties({"m::j": pi / 2})
    np.testing.assert_allclose(whole.com, [0.75, 0.25, 0], atol=1e-15)
    side, across = 1 / 6 + 0.25, -0.25
    expected = np.array([[side, across, 0], [across, side, 0], [0, 0, 1 / 3 + 0.5]], dtype=np.float64)
    np.testing.assert_allclose(whole.inertia, expected, atol=1e-15)


def test_many_configurations_have_many_mass_properties() -> None:
    scene = two_rods()
    angles = np.array([0.0, 0.3, pi / 2])
    batch = scene.mass_properties({"m::j": angles}, relative_to="m::b")
    assert batch.com.shape == (3, 3)
    assert batch.inertia.shape == (3, 3, 3)
    for i, angle in enumerate(angles):
        single = scene.mass_properties({"m::j": angle}, relative_to="m::b")
        np.testing.assert_allclose(batch.com[i], single.com, atol=1e-15)
        np.testing.assert_allclose(batch.inertia[i], single.inertia, atol=1e-15)


def test_the_centre_of_mass_moves_as_its_jacobians_say(chain: BuildChain) -> None:
    scene = build(chain(Motion.REVOLUTE, Motion.BALL_RPY, Motion.PRISMATIC))
    q, step = np.array([0.3, 0.1, 0.2, 0.3, 0.4]), 1e-6
    masses = sum(link.mass for link in scene.links.values())
    expected = np.zeros((3, scene.dofs))
    for name, link in scene.links.items():
        jacobian = scene.jacobian(name, q)
        lever = scene.pose(name, q=q).rotation @ link.com
        expected += link.mass / masses * (jacobian[:3] + np.cross(jacobian[3:].T, lever).T)
    for i in range(scene.dofs):
        delta = np.eye(scene.dofs)[i] * step
        slope = (scene.mass_properties(q + delta).com - scene.mass_properties(q - delta).com) / (2 * step)
        np.testing.assert_allclose(slope, expected[:, i], atol=1e-8)


def test_inertia_is_given_along_the_axes_of_the_link() -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    inertial = InertialRecord(1.0, pose_from_rpy(1, 2, 3, 0, 0, pi / 2), None, (1.0, 2.0, 3.0, 0.1, 0.0, 0.0))
    description.add_link("l", scope="m", inertial=inertial)
    link = build(description).links["m::l"]
    np.testing.assert_allclose(link.com, [1, 2, 3])
    np.testing.assert_allclose(link.inertia, [[2.0, -0.1, 0.0], [-0.1, 1.0, 0.0], [0.0, 0.0, 3.0]], atol=1e-15)


def test_an_inertial_pose_may_be_relative_to_another_frame() -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    inertial = InertialRecord(1.0, pose_from_rpy(1, 0, 0, 0, 0, 0), "f")
    description.add_link("l", scope="m", inertial=inertial, pose=pose_from_rpy(0, 5, 0, 0, 0, 0))
    description.add_frame("f", scope="m")
    np.testing.assert_allclose(build(description).links["m::l"].com, [1, -5, 0])


def test_what_has_no_mass_has_no_centre() -> None:
    description = WorldIR(format="urdf")
    description.add_model("m")
    description.add_link("l", scope="m", inertial=InertialRecord(0.0, IDENTITY, None, (0, 0, 0, 0, 0, 0)))
    whole = build(description).mass_properties()
    assert whole.mass == 0
    assert np.isnan(whole.com).all()
    assert not whole.inertia.any()


def test_links_held_by_fixed_joints_are_one_body() -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    for name in "abcd":
        description.add_link(name, scope="m")
    for parent, child, motion in (("a", "b", Motion.FIXED), ("b", "c", Motion.REVOLUTE), ("d", "b", Motion.FIXED)):
        description.add_joint(
            f"{parent}{child}",
            scope="m",
            type="x",
            motion=motion,
            parent=parent,
            child=child,
            axes=[AxisRecord()] if motion is Motion.REVOLUTE else [],
        )
    description.add_model("still", static=True)
    description.add_link("e", scope="still")
    scene = build(description)
    assert set(scene.welded_links) == {
        frozenset({"m::a", "m::b", "m::d"}),
        frozenset({"m::c"}),
        frozenset({"world", "still::e"}),
    }
    one = scene.mass_properties(links={"m::a", "m::b", "m::d"})
    assert one.mass == 3


def test_a_link_that_there_is_not_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="there is no link"):
        two_rods().mass_properties(links=["m::x"])
