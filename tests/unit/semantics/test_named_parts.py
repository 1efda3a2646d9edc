"""Sites, keyframes, the world as a link, virtual links, actuators and equations, from records to scenes."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest
from bodyplan import BallConstraint, CouplingConstraint, MimicConstraint, TendonCoupling, Transmission, WeldConstraint
from bodyplan.cli.resolve import world_text
from bodyplan.cli.scene_json import scene_data
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.diff.differences import compare_scenes
from bodyplan.semantics.ir.constraints import BallRecord, TendonCouplingRecord, WeldRecord
from bodyplan.semantics.ir.frames import KeyframeRecord
from bodyplan.semantics.ir.geometry import Plane
from bodyplan.semantics.ir.joints import ActuatorRecord, AxisRecord, JointRecord, Motion, TransmissionRecord
from bodyplan.semantics.ir.links import InertialRecord, ShapeRecord
from bodyplan.semantics.ir.scoped_names import joint_frame_name
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build, get_world
from bodyplan.semantics.spatial.raw_pose import pose_from_rpy


def hinge(description: WorldIR, name: str, parent: str, child: str, **said: float) -> JointRecord:
    taken = {frame.name.rpartition("::")[2] for frame in description.frames}
    return description.add_joint(
        name,
        scope="m",
        type="hinge",
        motion=Motion.REVOLUTE,
        parent=parent,
        child=child,
        axes=[AxisRecord((0, 0, 1), **said)],
        frame=joint_frame_name(name, taken) if name in taken else None,
    )


def robot() -> WorldIR:
    """Two links, a body with two joints, and everything called alike."""
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_world_link(visuals=[ShapeRecord("floor", Plane((0.0, 0.0, 1.0), (1.0, 1.0)))])
    description.add_link("arm", scope="m", inertial=InertialRecord(2.0))
    hinge(description, "arm", "world", "arm")
    description.add_link("wrist_0", scope="m", pose=pose_from_rpy(1, 0, 0, 0, 0, 0), relative_to="arm", virtual=True)
    description.add_link("wrist", scope="m", pose=pose_from_rpy(1, 0, 0, 0, 0, 0), relative_to="arm")
    hinge(description, "tilt", "arm", "wrist_0", reference=0.25)
    hinge(description, "roll", "wrist_0", "wrist")
    for name in ("arm", "tip", "arm__site__"):
        description.add_site(name, scope="m", owner="wrist", pose=pose_from_rpy(0, 0.5, 0, 0, 0, 0))
    description.add_site("corner", scope="m", owner="world", pose=pose_from_rpy(3, 0, 0, 0, 0, 0))
    return description


def test_sites_are_names_of_their_own() -> None:
    scene = build(robot())
    assert list(scene.sites) == ["arm", "tip", "arm__site__", "corner"]
    assert [site.name for site in scene.sites.values()] == [
        "m::arm__site__",
        "m::tip",
        "m::arm__site____site__",
        "m::corner",
    ]
    assert scene.frames["m::arm"].kind == "link"
    assert {site.kind for site in scene.sites.values()} == {"frame"}
    for name in ("arm", "tip"):
        assert scene.pose(scene.sites[name].name).translation.tolist() == [1.0, 0.5, 0.0]
    assert scene.sites["tip"].attached_to == "m::wrist"
    assert (scene.sites["corner"].attached_to, scene.sites["corner"].pose.translation.tolist()) == ("world", [3, 0, 0])
    with pytest.raises(KeyError, match="there is no site 'tipp'; did you mean 'tip'"):
        _ = scene.sites["tipp"]
    assert list(pickle.loads(pickle.dumps(scene)).sites) == list(scene.sites)


def test_a_joint_may_have_the_name_of_a_link() -> None:
    scene = build(robot())
    assert "m::arm" in scene.links
    assert scene.joints["m::arm"].child == "m::arm"
    assert scene.pose("m::wrist", q={"m::arm": np.pi / 2}).translation.round(9).tolist() == [0.0, 1.0, 0.0]


def test_the_world_is_a_link_where_it_has_shapes() -> None:
    scene = build(robot())
    floor = scene.links["world"]
    assert (floor.mass, [shape.name for shape in floor.visuals], floor.virtual) == (0.0, ["floor"], False)
    assert floor.inertia.tolist() == np.zeros((3, 3)).tolist()
    assert scene.mass_properties().mass == pytest.approx(3.0)
    assert "world" not in scene.joints
    assert scene.pose("world").translation.tolist() == [0, 0, 0]
    assert not any("world" in welded and len(welded) > 1 for welded in scene.welded_links)


def test_virtual_links_have_no_mass() -> None:
    scene = build(robot())
    assert [name for name, link in scene.links.items() if link.virtual] == ["m::wrist_0"]
    assert (scene.links["m::wrist_0"].mass, scene.links["m::wrist"].mass) == (0.0, 1.0)


def test_keyframes() -> None:
    description = robot()
    description.keyframes += [
        KeyframeRecord("home", 0.5, (0.1, 0.2, 0.3), (1.0, 2.0, 3.0), (), (4.0,)),
        KeyframeRecord("", qpos=(0.0, 0.25, 0.0)),
    ]
    home, other = build(description).keyframes
    assert (home.name, home.time, home.qpos.tolist(), home.qvel.tolist()) == ("home", 0.5, [0.1, 0.2, 0.3], [1, 2, 3])
    assert (home.ctrl.tolist(), home.act.shape, other.name, repr(other)) == (
        [4.0],
        (0,),
        "",
        "<Keyframe (without a name): 0 s>",
    )
    with pytest.raises(ValueError, match="read-only"):
        home.qpos[0] = 1.0
    changed = robot()
    changed.keyframes.append(replace(description.keyframes[0], qpos=(0.1, 0.2, 0.4)))
    said = [(each.kind, each.name, each.what) for each in compare_scenes(build(description), build(changed), 1e-9)]
    assert said == [("keyframe", "home", "qpos"), ("keyframe", "", None)]


def test_actuators_act_on_joints_and_on_other_things() -> None:
    description = robot()
    description.actuators += [
        ActuatorRecord("motor", "m", "tilt", 6.0, 3.0, control_range=(-1.0, 1.0), force_range=(-2.0, 2.0)),
        ActuatorRecord(
            "thrust",
            "m",
            None,
            gear=(0.0, 0.0, 1.0, 0.0, 0.0, 0.1),
            gear_ratio=0.0,
            transmission=TransmissionRecord("site", "tip", "arm"),
        ),
    ]
    motor, thrust = build(description).actuators
    assert (motor.joint, motor.control_range, motor.force_range) == ("m::tilt", (-1.0, 1.0), (-2.0, 2.0))
    assert (motor.transmission, motor.gear) == (Transmission("joint", "tilt"), (3.0, 0, 0, 0, 0, 0))
    assert (thrust.joint, thrust.transmission.target, thrust.gear[2]) == (None, "tip", 1.0)
    assert thrust.control_range == (-np.inf, np.inf)
    other = robot()
    other.actuators += [
        description.actuators[0],
        replace(description.actuators[1], gear=(0.0, 0.0, 2.0, 0.0, 0.0, 0.1)),
    ]
    said = [(each.kind, each.what) for each in compare_scenes(build(description), build(other), 1e-9)]
    assert said == [("Actuator", "gear")]


def couple(**said: object) -> WorldIR:
    description = robot()
    description.add_coupling(scope="m", joint="roll", **said)  # type: ignore[arg-type]
    return description


def test_a_straight_coupling_is_a_mimic_that_others_follow() -> None:
    scene = build(couple(leader="tilt", coefficients=(0.1, 2.0, 0, 0, 0), references=(0.5, 0.25)))
    (mimic,) = scene.constraints
    assert isinstance(mimic, MimicConstraint)
    assert (mimic.multiplier, mimic.offset, mimic.reference, mimic.active) == (2.0, 0.6, 0.25, True)
    assert scene.expand({"m::tilt": 1.25})["m::roll"] == pytest.approx(0.5 + 0.1 + 2.0)
    assert [each.joint for each in scene.free_coordinates] == ["m::arm", "m::tilt"]


def test_an_inactive_coupling_is_kept_and_leads_nothing() -> None:
    scene = build(couple(leader="tilt", coefficients=(0.1, 2.0, 0, 0, 0), active=False))
    assert not scene.constraints[0].active
    assert scene.expand({"m::tilt": 1.25})["m::roll"] == 0.0
    assert len(scene.free_coordinates) == 3
    assert scene.solve({"m::tilt": 1.25}).iterations == 0


@pytest.mark.parametrize("leader", ["tilt", None])
def test_polynomials_and_fixed_values(leader: str | None) -> None:
    scene = build(couple(leader=leader, coefficients=(0.1, 0.2, 0.3, 0.4, 0.5), references=(0.7, 0.25)))
    (coupling,) = scene.constraints
    assert isinstance(coupling, CouplingConstraint)
    assert (coupling.coefficients, coupling.references, coupling.multiplier) == (
        (0.1, 0.2, 0.3, 0.4, 0.5),
        (0.7, 0.25),
        0.2,
    )
    x = 0.0 if leader is None else 1.0 - 0.25
    wanted = 0.7 + 0.1 + 0.2 * x + 0.3 * x**2 + 0.4 * x**3 + 0.5 * x**4
    q = {"m::tilt": 1.0, "m::roll": wanted}
    assert coupling.residual(scene, q) == pytest.approx([0.0])
    slope = 0.0 if leader is None else 0.2 + 0.6 * x + 1.2 * x**2 + 2.0 * x**3
    assert coupling.jacobian(scene, q).tolist() == [[0.0, pytest.approx(-slope), 1.0]]
    assert scene.solve({"m::tilt": 1.0}, held=["m::tilt"]).q["m::roll"] == pytest.approx(wanted)


def test_two_equations_for_one_coordinate_and_circles_of_them_are_no_fault() -> None:
    description = couple(leader="tilt", coefficients=(0, 1, 0, 0, 0))
    description.add_coupling(scope="m", joint="roll", leader="arm", coefficients=(0, 1, 0, 0, 0))
    description.add_coupling(scope="m", joint="tilt", leader="roll", coefficients=(0, 1, 0, 0, 0))
    sink = Sink()
    scene = build(description, sink)
    assert sink.found == []
    assert len(scene.constraints) == 3


def test_lengths_of_tendons_are_coupled() -> None:
    description = robot()
    description.constraints.append(
        TendonCouplingRecord("m", [("tilt", 0.5), ("roll", 1.0)], [("arm", 2.0)], (0.1, 0.3, 0, 0, 0), (0.2, 0.4))
    )
    scene = build(description)
    (coupling,) = scene.constraints
    assert isinstance(coupling, TendonCoupling)
    assert (coupling.joints, coupling.leaders) == ((("m::tilt", 0.5), ("m::roll", 1.0)), (("m::arm", 2.0),))
    q = {"m::arm": 0.7, "m::tilt": 0.2, "m::roll": 0.9}
    assert coupling.residual(scene, q) == pytest.approx([0.5 * 0.2 + 0.9 - 0.2 - (0.1 + 0.3 * (2.0 * 0.7 - 0.4))])
    assert coupling.jacobian(scene, q).tolist() == [[pytest.approx(-0.6), 0.5, 1.0]]


def test_links_are_held_to_the_world_and_to_each_other() -> None:
    description = robot()
    description.constraints += [
        BallRecord("m", "wrist", (0, 0.5, 0), "world", (1, 0.5, 0), may_be_world=True, active=False),
        WeldRecord("m", "world", "tip", anchor=(0.0, -0.5, 0.0)),
        WeldRecord("m", "arm", "wrist", pose_from_rpy(1, 0, 0, 0, 0, 0.3)),
    ]
    sink = Sink()
    scene = build(description, sink)
    assert sink.found == []
    ball, held, turned = scene.constraints
    assert isinstance(ball, BallConstraint)
    assert isinstance(held, WeldConstraint)
    assert isinstance(turned, WeldConstraint)
    assert (ball.body_b, ball.active, held.frame_a) == ("world", False, "world")
    for constraint in (ball, held):
        assert constraint.residual(scene) == pytest.approx(np.zeros(len(constraint.units)))
    assert turned.residual(scene, {"m::roll": 0.3}) == pytest.approx(np.zeros(6))
    # the anchor is on the axis of the roll: it stays, whatever the roll
    off = held.residual(scene, {"m::roll": 0.4})
    assert off == pytest.approx([0, 0, 0, 0, 0, 0.4])
    step = np.array([0.0, 0.0, 1e-6])
    slope = (held.residual(scene, scene.vector() + step) - held.residual(scene, scene.vector() - step)) / 2e-6
    assert held.jacobian(scene)[:, 2] == pytest.approx(slope, abs=1e-8)


def test_the_plain_data_of_a_scene() -> None:
    description = robot()
    description.keyframes.append(KeyframeRecord("home", qpos=(0.1, 0.2, 0.3)))
    description.actuators.append(ActuatorRecord("pull", "m", None, transmission=TransmissionRecord("tendon", "t")))
    scene = build(description)
    data = json.loads(json.dumps(scene_data(scene)))
    assert data["sites"]["tip"]["name"] == "m::tip"
    assert data["keyframes"][0]["qpos"] == [0.1, 0.2, 0.3]
    assert data["links"]["m::wrist_0"]["virtual"] is True
    assert "virtual" not in data["links"]["m::wrist"]
    assert data["joints"]["m::tilt"]["axes"][0]["reference"] == 0.25
    assert data["actuators"][0]["transmission"] == {
        "class": "Transmission",
        "kind": "tendon",
        "target": "t",
        "reference": None,
    }
    text = world_text(get_world(scene), lambda: scene)
    assert "sites (4)" in text
    assert "keyframes (1)" in text


def plain_scene() -> Scene:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link("arm", scope="m")
    hinge(description, "shoulder", "world", "arm")
    description.actuators.append(ActuatorRecord("motor", "m", "shoulder"))
    return build(description)


def test_the_plain_data_of_other_scenes_is_as_it_was() -> None:
    data = scene_data(plain_scene())
    assert list(data) == [
        "frames",
        "models",
        "links",
        "joints",
        "constraints",
        "force_elements",
        "actuators",
        "default_configuration",
        "collision_filter",
    ]
    assert list(data["actuators"][0]) == [
        "class",
        "name",
        "joint",
        "effort_limit",
        "gear_ratio",
        "rotor_inertia",
        "gains",
    ]
    assert list(data["collision_filter"]) == ["groups", "group_pairs", "pairs"]
