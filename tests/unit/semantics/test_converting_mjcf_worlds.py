"""Models of MJCF as SDFormat: bodies are a model, and what belongs to no body is a world around it."""

from __future__ import annotations

import math
from typing import Any

import bodyplan
import pytest

from tests.accounting import unaccounted

BODY = '<body name="b"><joint name="j"/><geom name="g" size=".1"/></body>'


def made_of(inside: str, target: Any = None, before: str = "") -> Any:
    text = f'<mujoco model="m">{before}<worldbody>{inside}</worldbody></mujoco>'
    return bodyplan.convert(bodyplan.loads(text), "sdformat", target=target)


def told(findings: Any, code: str = "BP921") -> list[str]:
    return [each.message for each in findings if each.code == code]


def test_a_robot_is_a_model_and_a_scene_is_a_world() -> None:
    assert made_of(BODY).document.root.model.name == "m"
    root = made_of(
        BODY + '<geom name="floor" type="plane" size="2 2 .1"/>', before='<option timestep="0.004"/>'
    ).document.root
    (world,) = root.world
    assert tuple(world.gravity) == (0, 0, -9.81)  # not that of SDFormat
    assert world.physics[0].max_step_size == 0.004
    ground, model = world.model
    assert (ground.static, ground.link[0].collision[0].geometry.plane.size) == (True, (4, 4))
    assert model.name == "m"
    assert made_of(BODY, before='<option gravity="0 0 -1.6"/>').document.root.world


def test_a_geom_is_seen_and_touched_under_two_names() -> None:
    (link,) = made_of(BODY).document.root.model.link
    assert (link.visual[0].name, link.collision[0].name) == ("g_visual", "g")


def test_names_that_links_and_joints_share_are_parted() -> None:
    made = made_of('<body name="b"><joint name="b"/><geom size=".1"/><site name="s"/></body>')
    model = made.document.root.model
    assert (model.link[0].name, model.joint[0].name) == ("b", "b_joint")
    assert any("joint 'b_joint': SDFormat takes each name once" in each for each in told(made.changes))


def test_several_joints_of_a_body_keep_their_names() -> None:
    made = made_of(
        '<body name="b"><joint name="x" type="slide" axis="1 0 0"/><joint name="y" ref="20"/><geom size=".1"/></body>'
    )
    assert made.document.ok
    model = made.document.root.model
    assert [(joint.name, joint.type.value) for joint in model.joint] == [("x", "prismatic"), ("y", "revolute")]
    between = next(link for link in model.link if link.name not in ("b",))
    assert 0 < between.inertial.mass <= 1e-6
    assert any("zero is at" in each for each in told(made.changes))


def test_equations_hold_bodies_together_by_joints_that_close_loops() -> None:
    bodies = BODY + '<body name="c" pos="1 0 0"><joint name="k"/><geom size=".1"/></body>'
    text = (
        f"<mujoco><worldbody>{bodies}</worldbody><equality>"
        '<connect body1="b" body2="c" anchor=".5 0 0"/><weld body1="b" body2="c"/>'
        '<weld body1="b" body2="c" relpose="9 0 0 1 0 0 0"/><connect body1="c" anchor="0 0 0" active="false"/>'
        "</equality></mujoco>"
    )
    made = bodyplan.convert(bodyplan.loads(text), "sdformat")
    loops = [joint for joint in made.document.root.model.joint if joint.name not in "jk"]
    assert [(each.type.value, each.parent, each.child) for each in loops] == [("ball", "b", "c"), ("fixed", "b", "c")]
    assert tuple(loops[0].pose.value)[:3] == pytest.approx((-0.5, 0, 0))
    assert [each.message.partition(" is not")[0] for each in made.losses] == ["<weld>", "<connect>"]
    drake = bodyplan.convert(bodyplan.loads(text), "sdformat", target="drake")
    (said,) = drake.document.root.model.drake_ball_constraint
    assert (said.drake_ball_constraint_body_a, said.drake_ball_constraint_p_ap) == ("b", (0.5, 0, 0))


def test_a_body_that_programs_move_stays_where_it_is() -> None:
    made = made_of('<body name="goal" mocap="true" pos="1 2 3"><geom size=".1"/></body>' + BODY)
    fixed = next(joint for joint in made.document.scene.joints.values() if joint.motion.value == "fixed")
    assert fixed.child.endswith("goal")
    assert any("fixes it to the world" in each for each in told(made.changes))


def test_a_plane_on_a_link_is_a_box_for_drake() -> None:
    made = made_of('<geom name="floor" type="plane" size="0 0 .1"/>' + BODY, target="drake")
    shape = made.document.root.world[0].model[0].link[0].collision[0]
    assert shape.geometry.box.size == (100, 100, 1)
    assert shape.pose.value.z == -0.5


def test_what_nothing_uses_is_not_told_to_be_in_shapes() -> None:
    asset = '<asset><material name="m" rgba="1 0 0 1"/><material name="n" rgba="0 1 0 1"/></asset>'
    made = made_of('<body name="b"><geom size=".1" material="n"/></body>', before=asset)
    assert [each.partition(" has no")[0] for each in told(made.changes, "BP923")] == ["<material> 'm'"]


def test_a_pose_that_is_not_changed_is_not_told() -> None:
    text = '<mujoco><worldbody><body name="b"><geom size=".1"/><body name="c" pos="1 2 3"><joint/><geom size=".1" pos=".1 0 0"/></body></body></worldbody></mujoco>'
    made = bodyplan.convert(bodyplan.loads(text), "urdf")
    assert not [each for each in told(made.changes) if "where it is in its link" in each]


def test_what_shapes_touch_is_one_set_of_bits() -> None:
    floor = '<geom name="floor" type="plane" size="1 1 1"/>'
    legs = "".join(
        f'<body name="{name}" pos="{at} 0 1"><freejoint/><geom name="{name}" size=".1" contype="1" conaffinity="0" friction=".5"/></body>'
        for at, name in enumerate("ab")
    )
    ghost = '<body name="c" pos="9 0 1"><freejoint/><geom name="c" size=".1" contype="0" conaffinity="2"/></body>'
    made = made_of(floor + legs + ghost)
    ground, model = made.document.root.world[0].model
    assert not model.self_collide  # only the floor touches them
    collisions = {each.name: each for link in (*ground.link, *model.link) for each in link.collision}
    bits = {name: each.surface.contact.collide_bitmask for name, each in collisions.items()}
    assert bits == {"floor": 1, "a": 1, "b": 1, "c": 0}
    assert collisions["a"].surface.friction.ode.mu == 0.5
    assert not [each for each in made.changes if "masks of contacts" in each.message]
    both = made_of(
        '<body name="a"><freejoint/><geom size=".1"/></body><body name="b"><freejoint/><geom size=".1"/></body>'
    )
    assert both.document.root.model.self_collide


def test_masks_that_one_set_of_bits_does_not_say_are_reported() -> None:
    parts = "".join(
        f'<body name="{name}"><freejoint/><geom size=".1" contype="{own}" conaffinity="{other}"/></body>'
        for name, own, other in (("a", 1, 0), ("b", 1, 0), ("c", 0, 1))
    )
    made = made_of(parts)
    assert [each.message for each in made.changes if "masks of contacts" in each.message]


def test_lights_shine_along_their_own_axis() -> None:
    made = made_of(
        '<light name="sun" directional="true" dir="1 0 0"/>'
        '<body name="b"><geom size=".1"/><light name="lamp" cutoff="30" ambient=".1 .1 .1"/><light mode="track"/></body>'
    )
    (world,) = made.document.root.world
    (sun,) = world.light
    assert (sun.type.value, tuple(sun.direction)) == ("directional", (0, 0, -1))
    assert sun.pose.value.pitch == pytest.approx(-1.5707963267948966)
    (lamp,) = world.model[0].link[0].light
    assert lamp.spot.outer_angle == pytest.approx(math.radians(60)), "from side to side, which is twice the cutoff"
    assert [each.message.partition(" is not")[0] for each in made.losses] == [
        "attribute 'ambient' of <light> 'lamp'",
        "<light> of body 'b'",
    ]


def test_a_spot_is_the_same_there_and_back() -> None:
    text = '<mujoco><worldbody><light name="a" cutoff="30" exponent="5" attenuation="1 .1 .01" range="7"/></worldbody></mujoco>'
    there = bodyplan.convert(bodyplan.loads(text), "sdformat").document
    (lamp,) = bodyplan.convert(there, "mjcf").document.root.worldbody[0].light
    assert (lamp.cutoff, lamp.exponent, lamp.range) == pytest.approx((30, 5, 7))
    assert lamp.attenuation == pytest.approx((1, 0.1, 0.01))


def test_cones_of_lights_without_cones_are_no_losses() -> None:
    made = made_of('<light name="sun" directional="true" cutoff="30" exponent="2"/>')
    assert sum("no cone" in each.message for each in made.changes) == 2
    assert not made.losses


EVERYTHING = """<mujoco model="m">
  <compiler angle="degree" autolimits="true"/>
  <option timestep="0.003" integrator="RK4"/>
  <visual><map znear="0.01"/></visual>
  <default>
    <geom friction="0.8 0.1 0.1" density="300"/>
    <default class="slow"><joint damping="3" range="-40 50"/><geom rgba="0.1 0.2 0.3 1"/></default>
  </default>
  <asset>
    <texture name="t" type="2d" builtin="checker" width="8" height="8"/>
    <material name="red" rgba="0.9 0.15 0.25 1" texture="t" shininess="0.35"/>
  </asset>
  <worldbody>
    <light name="sun" pos="0 0 7" diffuse="0.55 0.45 0.35"/>
    <camera name="eye" pos="3 0 1" fovy="33"/>
    <geom name="floor" type="plane" size="6 6 1" material="red"/>
    <body name="base" pos="0 0 0.37" childclass="slow">
      <freejoint name="free"/>
      <geom name="trunk" type="box" size="0.21 0.22 0.23"/>
      <site name="tip" pos="0 0 0.62" size="0.01"/>
      <body name="arm" pos="0.42 0 0">
        <joint name="turn" axis="0 1 0" armature="0.07" ref="15" solreflimit="0.02 1"/>
        <joint name="push" type="slide" axis="0 0 1" range="-0.31 0.32"/>
        <geom type="ellipsoid" size="0.11 0.12 0.13" condim="4" contype="3"/>
      </body>
    </body>
  </worldbody>
  <tendon><fixed name="cable"><joint joint="turn" coef="2"/></fixed></tendon>
  <equality><joint name="e" joint1="push" joint2="turn" polycoef="0.1 0.2 0 0 0"/></equality>
  <actuator><position name="servo" joint="turn" kp="44"/></actuator>
  <sensor><jointpos joint="turn"/></sensor>
  <keyframe><key name="home" time="1.5"/></keyframe>
</mujoco>
"""


@pytest.mark.parametrize("to", ["sdformat", "urdf"])
@pytest.mark.parametrize("target", [None, "drake", "libsdformat"])
def test_everything_is_in_the_result_or_reported(to: Any, target: Any) -> None:
    made = bodyplan.convert(bodyplan.loads(EVERYTHING), to, target=target)
    assert made.document.ok
    assert unaccounted(EVERYTHING, made) == []


def test_a_model_called_world_is_not_the_world() -> None:
    document = bodyplan.loads(f'<mujoco model="world"><worldbody><geom size="1"/>{BODY}</worldbody></mujoco>')
    assert list(document.scene.links) == ["world", "world_::b"]
    made = bodyplan.convert(document, "sdformat").document
    assert [model.name for model in made.root.world[0].model] == ["world_shapes", "world_"]
    assert bodyplan.convert(made, "mjcf").document.ok


def test_materials_of_a_file_that_is_included_among_assets_are_in_shapes(tmp_path: Any) -> None:
    part = '<mujocoinclude><material name="red" rgba="1 0 0 1"/><material name="blue"/></mujocoinclude>'
    (tmp_path / "part.xml").write_text(part, encoding="utf-8")
    path = tmp_path / "model.xml"
    path.write_text(
        '<mujoco model="m"><asset><include file="part.xml"/></asset><worldbody><geom size="1" material="red"/></worldbody></mujoco>',
        encoding="utf-8",
    )
    made = bodyplan.convert(path, "sdformat")
    assert not made.losses
    assert [each.partition(" has no")[0] for each in told(made.changes, "BP923")] == ["<material> 'blue'"]
    assert [model.name for model in made.document.root.world[0].model] == ["m"]


def test_cameras_become_sensors_that_see_the_same() -> None:
    made = made_of(
        '<geom size="1"/><camera name="above" pos="0 0 5"/>'
        '<body name="b"><geom size=".1"/><camera name="eye" fovy="90" resolution="200 100" xyaxes="0 -1 0 0 0 1"/>'
        '<camera name="turning" mode="track"/></body>'
    )
    world = made.document.root.world[0]
    (eye,) = world.model[1].link[0].sensor
    assert (eye.name, eye.type.value) == ("eye", "camera")
    assert eye.camera.horizontal_fov == pytest.approx(2 * math.atan(2))  # twice as wide as high
    assert (eye.camera.image.width, eye.camera.image.height) == (200, 100)
    assert eye.pose is None or tuple(eye.pose.value) == pytest.approx(
        (0,) * 6
    )  # it looks along x, as those of SDFormat do
    (above,) = world.model[0].link[0].sensor
    assert above.name == "above"
    assert told(made.losses, "BP920") == [
        "<camera> 'turning' is not carried over: cameras of SDFormat are fixed to their links"
    ]
    back = bodyplan.convert(made.document, "mjcf").document.root
    (camera,) = [each for body in back.worldbody[0].body for each in body.camera if each.name == "eye"]
    assert (camera.fovy, tuple(camera.resolution)) == (pytest.approx(90), (200, 100))


def test_lines_of_planes_are_reported_as_left_out() -> None:
    made = made_of('<geom type="plane" size="0 0 .5"/><geom type="plane" size="3 3 .5"/>' + BODY)
    assert [each for each in told(made.changes) if "grid" in each] == [
        "<geom> becomes a plane of 100 m by 100 m without the lines of its grid",
        "<geom> becomes a plane without the lines of its grid",
    ]


def test_the_step_of_the_simulation_is_not_lost() -> None:
    text = '<mujoco><option timestep="0.005"{}/><worldbody><geom type="plane" size="1 1 1"/><body name="a"><geom size="1"/></body></worldbody></mujoco>'
    made = bodyplan.convert(bodyplan.loads(text.format("")), "sdformat")
    assert "<max_step_size>0.005</max_step_size>" in made.document.dumps()
    assert [each.message for each in made.losses if "option" in each.message] == []
    (lost,) = [
        each.message
        for each in bodyplan.convert(bodyplan.loads(text.format(' integrator="RK4"')), "sdformat").losses
        if "option" in each.message
    ]
    assert "'integrator'" in lost
