"""What a SKEL document means: worlds, frames, joints, coordinates, shapes, masses."""

from __future__ import annotations

from math import cos, inf, pi, sin
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.ir.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Empty,
    Mesh,
    MultiSphere,
    Plane,
    Pyramid,
    SoftMesh,
    Sphere,
)
from bodyplan.semantics.spatial.transform import Transform

HELD = '<joint name="held" type="weld"><parent>world</parent><child>a</child></joint>'


def load(content: str, *, target: bodyplan.Target | None = None, physics: str = "") -> bodyplan.Scene:
    """The scene of one skeleton."""
    text = f'<skel version="1.0"><world name="w">{physics}<skeleton name="s">{content}</skeleton></world></skel>'
    return bodyplan.loads(text, target=target).scene


def jointed(type: str, content: str = "", *, target: bodyplan.Target | None = None) -> bodyplan.Scene:
    """A body on the world by one joint."""
    ends = "<parent>world</parent><child>a</child>"
    return load(f'<body name="a"/><joint name="j" type="{type}">{ends}{content}</joint>', target=target)


def moved(scene: bodyplan.Scene, *q: float) -> Transform:
    """Where the body of ``jointed`` stands at some coordinates."""
    return scene.pose("s::a", q={"s::j": np.array(q)})


def turn(axis: str, angle: float) -> np.ndarray:
    """A rotation matrix about x, y or z."""
    return Transform.from_rpy(rpy=[angle if letter == axis else 0.0 for letter in "xyz"]).rotation


class TestWorld:
    def test_has_gravity_a_time_step_and_a_collision_detector(self) -> None:
        physics = "<physics><time_step>0.002</time_step><gravity>0 -9.8 0</gravity>"
        scene = load("", physics=f"{physics}<collision_detector>ode</collision_detector></physics>")
        assert scene.gravity == (0, -9.8, 0)
        assert scene.properties == {"time_step": 0.002, "collision_detector": "ode"}
        assert scene.world_name == "w"

    def test_what_it_leaves_out_is_as_dart_has_it(self) -> None:
        scene = load("")
        assert scene.gravity == (0, 0, -9.81)
        assert scene.properties == {"time_step": 0.001, "collision_detector": "fcl"}

    def test_a_bad_time_step_counts_as_the_default(self) -> None:
        scene = load("", physics="<physics><time_step>-1</time_step></physics>")
        assert scene.properties["time_step"] == 0.001

    def test_a_skeleton_in_the_place_of_a_world_stands_in_one(self) -> None:
        scene = bodyplan.loads('<skel><skeleton name="s"><body name="a"/></skeleton></skel>').scene
        assert list(scene.links) == ["s::a"]

    def test_skeletons_of_one_name_are_told_apart(self) -> None:
        skeleton = '<skeleton name="s"><body name="a"/></skeleton>'
        document = bodyplan.loads(f"<skel><world>{skeleton * 3}</world></skel>")
        assert list(document.scene.models) == ["s", "s(1)", "s(2)"]


class TestFrames:
    def test_bodies_stand_in_the_skeleton_and_joints_in_their_child(self) -> None:
        scene = load(
            "<transformation>1 0 0 0 0 0.5</transformation>"
            '<body name="a"><transformation>0 1 0 0.1 0.2 0.3</transformation></body>'
            '<body name="b"><transformation>0 0 1 0 0 0</transformation></body>' + HELD + '<joint name="j" type="weld">'
            "<parent>a</parent><child>b</child><transformation>0 0 -0.5 0 0 0</transformation></joint>"
        )
        skeleton = Transform.from_rpy((1, 0, 0), (0, 0, 0.5))
        body = np.eye(4)
        body[:3, :3] = turn("x", 0.1) @ turn("y", 0.2) @ turn("z", 0.3)
        body[:3, 3] = (0, 1, 0)
        expected = {"s": skeleton, "s::a": skeleton @ Transform(body), "s::b": skeleton @ Transform.from_rpy((0, 0, 1))}
        for name, pose in expected.items():
            np.testing.assert_allclose(scene.frames[name].pose.matrix, pose.matrix, atol=1e-15)
        joint = scene.joints["s::j"]
        np.testing.assert_allclose(joint.X_BM.translation, (0, 0, -0.5), atol=1e-15)
        up = expected["s::a"].inverse() @ expected["s::b"] @ Transform.from_rpy((0, 0, -0.5))
        np.testing.assert_allclose(joint.X_PF.matrix, up.matrix, atol=1e-15)

    def test_a_joint_and_a_body_can_share_a_name(self) -> None:
        scene = load(
            '<body name="a"><transformation>1 0 0 0 0 0</transformation></body>'
            '<joint name="a" type="weld"><parent>world</parent><child>a</child>'
            "<transformation>0 1 0 0 0 0</transformation></joint>"
        )
        assert scene.joints["s::a"].child == "s::a"
        np.testing.assert_allclose(scene.pose("s::a").translation, (1, 0, 0))
        np.testing.assert_allclose(scene.pose("s::a__joint__").translation, (1, 1, 0))

    def test_a_body_called_world_is_what_the_word_means(self) -> None:
        scene = load('<body name="world"/><body name="a"/>' + HELD)
        assert scene.joints["s::held"].parent == "s::world"
        assert (scene.joints["s::root"].parent, scene.joints["s::root"].child) == ("world", "s::world")

    def test_markers_have_places(self) -> None:
        scene = load('<body name="a"><marker name="m"><offset>1 2 3</offset></marker><marker/></body>' + HELD)
        assert list(scene.attachments) == ["s::a::m", "s::a::marker2"]
        marker = scene.attachments["s::a::m"]
        assert (marker.kind, marker.owner) == ("marker", "s::a")
        np.testing.assert_allclose(marker.pose.translation, (1, 2, 3))


class TestJointsThatAreNotWritten:
    def test_a_body_without_a_joint_moves_freely(self) -> None:
        scene = load('<body name="a"><transformation>1 2 3 0 0 0</transformation></body><body name="b"/>')
        assert {name: joint.child for name, joint in scene.joints.items()} == {"s::root": "s::a", "s::root(1)": "s::b"}
        root = scene.joints["s::root"]
        assert (root.type, root.parent, root.dofs) == ("free", "world", 6)
        np.testing.assert_allclose(root.X_PF.translation, (1, 2, 3))
        assert root.properties["coordinates"][:2] == ("root_rot_x", "root_rot_y")

    def test_so_does_a_parent_without_one(self) -> None:
        scene = load(
            '<body name="a"/><body name="b"/><joint name="root" type="weld"><parent>a</parent><child>b</child></joint>'
        )
        assert {name: joint.type for name, joint in scene.joints.items()} == {"s::root(1)": "weld", "s::root": "free"}

    def test_dart_builds_the_parent_only(self) -> None:
        content = '<body name="x"/><body name="a"/><body name="b"/>'
        content += '<joint name="j" type="weld"><parent>a</parent><child>b</child></joint>'
        assert list(load(content, target="dart").links) == ["s::a", "s::b"]
        assert list(load(content).links) == ["s::x", "s::a", "s::b"]


class TestMotion:
    def test_revolute(self) -> None:
        scene = jointed("revolute", "<axis><xyz>0 0 2</xyz></axis>")
        np.testing.assert_allclose(moved(scene, 0.3).rotation, turn("z", 0.3), atol=1e-15)

    def test_prismatic(self) -> None:
        scene = jointed("prismatic", "<axis><xyz>0 3 4</xyz></axis>")
        np.testing.assert_allclose(moved(scene, 2.0).translation, (0, 1.2, 1.6))

    def test_screw(self) -> None:
        scene = jointed("screw", "<axis><xyz>0 0 1</xyz><pitch>0.5</pitch></axis>")
        assert scene.joints["s::j"].pitch == 0.5
        np.testing.assert_allclose(moved(scene, pi).translation, (0, 0, 0.25), atol=1e-15)
        assert jointed("screw", "<axis><xyz>0 0 1</xyz></axis>").joints["s::j"].pitch == 0.1

    def test_universal(self) -> None:
        scene = jointed("universal", "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 2 0</xyz></axis2>")
        np.testing.assert_allclose(moved(scene, 0.3, 0.4).rotation, turn("x", 0.3) @ turn("y", 0.4), atol=1e-15)

    def test_universal_in_dart_takes_the_axes_as_they_are(self) -> None:
        axes = "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 2 0</xyz></axis2>"
        scene = jointed("universal", f"<transformation>0 0 1 0 0 0</transformation>{axes}", target="dart")
        np.testing.assert_allclose(moved(scene, 0.3, 0.4).matrix, np.eye(4), atol=1e-15)
        np.testing.assert_allclose(moved(scene, 0.3, 0.0).rotation, turn("x", 0.3), atol=1e-15)

    @pytest.mark.parametrize("type", ["revolute", "prismatic"])
    def test_a_zero_axis_moves_nothing_in_dart(self, type: str) -> None:
        scene = jointed(type, "<axis><xyz>0 0 0</xyz></axis>", target="dart")
        np.testing.assert_allclose(moved(scene, 0.3).matrix, np.eye(4), atol=1e-15)

    def test_ball_and_free_begin_with_a_rotation_vector(self) -> None:
        np.testing.assert_allclose(moved(jointed("ball"), 0, 0.7, 0).rotation, turn("y", 0.7), atol=1e-15)
        free = moved(jointed("free"), 0, 0, 0.7, 1, 2, 3)
        np.testing.assert_allclose(free.rotation, turn("z", 0.7), atol=1e-15)
        np.testing.assert_allclose(free.translation, (1, 2, 3))

    @pytest.mark.parametrize("order", ["xyz", "zyx"])
    def test_euler(self, order: str) -> None:
        scene = jointed("euler", f"<axis_order>{order}</axis_order>")
        expected = np.linalg.multi_dot([turn(letter, angle) for letter, angle in zip(order, (0.1, 0.2, 0.3))])
        np.testing.assert_allclose(moved(scene, 0.1, 0.2, 0.3).rotation, expected, atol=1e-15)
        assert scene.joints["s::j"].properties["coordinates"] == tuple(f"j_{letter}" for letter in order)

    def test_translational(self) -> None:
        np.testing.assert_allclose(moved(jointed("translational"), 1, 2, 3).translation, (1, 2, 3))

    @pytest.mark.parametrize(
        ("plane", "place", "about"), [("xy", (1, 2, 0), "z"), ("yz", (0, 1, 2), "x"), ("zx", (2, 0, 1), "y")]
    )
    def test_planar(self, plane: str, place: tuple[float, ...], about: str) -> None:
        scene = jointed("planar", f'<plane type="{plane}"/>')
        pose = moved(scene, 1, 2, 0.3)
        np.testing.assert_allclose(pose.translation, place, atol=1e-15)
        np.testing.assert_allclose(pose.rotation, turn(about, 0.3), atol=1e-15)
        assert scene.joints["s::j"].axes[2].xyz.tolist() == [letter == about for letter in "xyz"]

    def test_the_second_axis_of_a_plane_is_made_square_to_the_first(self) -> None:
        axes = "<translation_axis1><xyz>0 2 0</xyz></translation_axis1>"
        axes += "<translation_axis2><xyz>0 1 1</xyz></translation_axis2>"
        scene = jointed("planar", f'<plane type="arbitrary">{axes}</plane>')
        pose = moved(scene, 1, 2, 0.3)
        np.testing.assert_allclose(pose.translation, (0, 1, 2), atol=1e-15)
        np.testing.assert_allclose(pose.rotation, turn("x", 0.3), atol=1e-15)

    def test_the_axes_of_a_plane_count_by_their_direction(self) -> None:
        axes = "<translation_axis1><xyz>3 0 4</xyz></translation_axis1>"
        axes += "<translation_axis2><xyz>3 5 4</xyz></translation_axis2>"
        pose = moved(jointed("planar", f'<plane type="arbitrary">{axes}</plane>'), 5, 2, 0)
        np.testing.assert_allclose(pose.translation, (3, 2, 4), atol=1e-14)

    def test_a_coordinate_has_all_that_its_dof_says(self) -> None:
        axis = "<axis><xyz>0 0 1</xyz><damping>9</damping></axis><init_pos>4</init_pos><init_vel>5</init_vel>"
        dof = (
            '<dof local_index="0"><position lower="-1" upper="2" initial="0.5"/><velocity lower="-3" upper="3" initial="0.25"/>'
            '<acceleration lower="-4" upper="4"/><force lower="-5" upper="5"/><damping>0.1</damping>'
            "<friction>0.2</friction><spring_stiffness>0.3</spring_stiffness>"
            "<spring_rest_position>0.4</spring_rest_position></dof>"
        )
        scene = jointed("revolute", axis + dof)
        (found,) = scene.joints["s::j"].axes
        assert (found.lower, found.upper, found.velocity, found.effort) == (-1, 2, 3, 5)
        assert (found.damping, found.friction, found.stiffness, found.rest_position) == (0.1, 0.2, 0.3, 0.4)
        assert scene.default_configuration == {"s::j": 0.5}
        assert scene.joints["s::j"].properties["initial_velocity"] == (0.25,)
        limits = scene.velocity_limits, scene.effort_limits, scene.acceleration_limits
        assert [limit.tolist() for limit in limits] == [[3], [5], [4]]

    def test_the_frame_of_a_joint_that_is_called_like_bodies_has_a_name_of_its_own(self) -> None:
        bodies = '<body name="a"/><body name="b"/><body name="a__joint__"/>'
        joints = '<joint name="{0}" type="weld"><parent>{1}</parent><child>{0}</child></joint>'
        scene = load(bodies + joints.format("a", "b") + joints.format("b", "world"))
        assert {"s::a__joint__", "s::a__joint___", "s::b__joint__"} <= set(scene.frames)

    def test_translational2d_slides_in_the_plane(self) -> None:
        scene = jointed("translational2d", '<plane type="yz"/>')
        np.testing.assert_allclose(moved(scene, 1, 2).translation, (0, 1, 2), atol=1e-15)

    @pytest.mark.parametrize("type", ["screw", "translational2d"])
    def test_dart_stops_at_what_it_cannot_build(self, type: str) -> None:
        joint = '<joint name="{}" type="{}"><parent>{}</parent><child>{}</child><axis><xyz>0 0 1</xyz></axis></joint>'
        content = "".join(f'<body name="{name}"/>' for name in "abcd")
        content += joint.format("i", "weld", "world", "a") + joint.format("j", type, "a", "b")
        content += joint.format("k", "weld", "b", "c") + joint.format("l", "weld", "world", "d")
        assert list(load(content, target="dart").links) == ["s::a"]
        assert len(load(content).links) == 4


class TestCoordinates:
    AXIS = (
        "<axis><xyz>0 0 1</xyz><dynamics><damping>1</damping><friction>2</friction>"
        "<spring_rest_position>3</spring_rest_position><spring_stiffness>4</spring_stiffness></dynamics>"
        "<limit><lower>-1</lower><upper>1</upper><effort>7</effort><velocity>8</velocity></limit></axis>"
    )

    def axis(self, content: str, target: bodyplan.Target | None = None) -> tuple[float, ...]:
        axis = jointed("revolute", content, target=target).joints["s::j"].axes[0]
        return (axis.lower, axis.upper, axis.damping, axis.friction, axis.stiffness, axis.rest_position)

    def test_an_axis_says_what_limits_and_resists(self) -> None:
        assert self.axis(self.AXIS) == (-1, 1, 1, 2, 4, 3)
        axis = jointed("revolute", self.AXIS).joints["s::j"].axes[0]
        assert (axis.effort, axis.velocity) == (7, 8)
        axis = jointed("revolute", self.AXIS, target="dart").joints["s::j"].axes[0]
        assert (axis.effort, axis.velocity) == (inf, inf)

    def test_what_is_not_said_has_no_limit_and_no_resistance(self) -> None:
        assert self.axis("<axis><xyz>0 0 1</xyz></axis>") == (-inf, inf, 0, 0, 0, 0)

    def test_a_dof_wins_field_by_field(self) -> None:
        dof = '<dof local_index="0" name="q"><position upper="5" initial="0.5"/><damping>9</damping></dof>'
        assert self.axis(self.AXIS + dof) == (-1, 5, 9, 2, 4, 3)
        scene = jointed("revolute", self.AXIS + "<init_pos>0.1</init_pos>" + dof)
        assert scene.default_configuration == {"s::j": 0.5}
        assert scene.joints["s::j"].properties["coordinates"] == ("q",)

    def test_a_dof_limits_speed_acceleration_and_force(self) -> None:
        dof = '<dof><velocity lower="-2" upper="3"/><acceleration upper="4"/><force lower="-5"/></dof>'
        axis = jointed("revolute", self.AXIS + dof).joints["s::j"].axes[0]
        assert (axis.velocity, axis.acceleration, axis.effort) == (3, 4, 5)

    def test_the_old_place_of_damping_counts_where_the_new_one_is_empty(self) -> None:
        assert self.axis("<axis><xyz>0 0 1</xyz><damping>1</damping></axis>")[2] == 1
        both = "<axis><xyz>0 0 1</xyz><damping>1</damping><dynamics><damping>5</damping></dynamics></axis>"
        assert self.axis(both)[2] == 5

    def test_the_old_spelling_of_springs_is_read_and_dart_does_not(self) -> None:
        dynamics = "<sprint_rest_position>3</sprint_rest_position><sprint_stiffness>4</sprint_stiffness>"
        content = f"<axis><xyz>0 0 1</xyz><dynamics>{dynamics}</dynamics></axis>"
        assert self.axis(content)[4:] == (4, 3)
        assert self.axis(content, "dart")[4:] == (0, 0)

    def test_negative_resistance_is_none(self) -> None:
        dynamics = "<damping>-1</damping><friction>-2</friction><spring_stiffness>-3</spring_stiffness>"
        assert self.axis(f"<axis><xyz>0 0 1</xyz><dynamics>{dynamics}</dynamics></axis>")[2:5] == (0, 0, 0)

    @pytest.mark.parametrize("type", ["ball", "free"])
    def test_axes_say_nothing_about_joints_without_any(self, type: str) -> None:
        axes = jointed(type, self.AXIS).joints["s::j"].axes
        assert all(axis.lower == -inf and axis.damping == 0 for axis in axes)

    def test_three_axes_are_about_three_coordinates(self) -> None:
        content = "".join(
            f"<{name}><limit><lower>{i}</lower></limit></{name}>" for i, name in enumerate(("axis", "axis2", "axis3"))
        )
        assert [axis.lower for axis in jointed("translational", content).joints["s::j"].axes] == [0, 1, 2]

    def test_start_and_speed(self) -> None:
        scene = jointed("ball", "<init_pos>0.1 0.2 0.3</init_pos><init_vel>1 2 3</init_vel>")
        assert scene.default_configuration["s::j"].tolist() == [0.1, 0.2, 0.3]  # type: ignore[union-attr]
        assert scene.joints["s::j"].properties["initial_velocity"] == (1, 2, 3)

    def test_dart_fills_up_what_is_missing(self) -> None:
        scene = jointed("ball", "<init_pos>0.1 0.2</init_pos>", target="dart")
        assert scene.default_configuration["s::j"].tolist() == [0.1, 0.2, 0]  # type: ignore[union-attr]

    def test_actuators(self) -> None:
        text = '<body name="a"/><joint name="j" type="revolute" actuator="{}"><parent>world</parent><child>a</child>'
        text += "<axis><xyz>0 0 1</xyz><limit><effort>5</effort></limit></axis></joint>"
        for word, kind in (("servo", "servo"), ("torque", "force"), ("force", "force")):
            scene = load(text.format(word))
            assert scene.joints["s::j"].properties["actuator"] == kind
            assert [(motor.joint, motor.effort_limit) for motor in scene.actuators] == [("s::j", 5)]
        assert not load(text.format("passive")).actuators
        assert jointed("ball").joints["s::j"].properties["actuator"] == "force"


class TestSkeleton:
    @pytest.mark.parametrize(
        ("content", "mobile", "in_dart"),
        [
            ("", True, True),
            ("<mobile>false</mobile>", False, False),
            ("<immobile>true</immobile>", False, True),
            ("<immobile>0</immobile>", True, True),
            ("<mobile>1</mobile><immobile>1</immobile>", True, True),
            ("<mobile> 1</mobile>", True, False),
        ],
    )
    def test_mobility(self, content: str, mobile: bool, in_dart: bool) -> None:
        assert load(content).models["s"].properties["mobile"] is mobile
        assert load(content, target="dart").models["s"].properties["mobile"] is in_dart

    def test_gravity_of_a_body(self) -> None:
        scene = load('<body name="a"><gravity>0</gravity></body><body name="b"/>')
        assert [link.properties["gravity"] for link in scene.links.values()] == [False, True]


def body(content: str, target: bodyplan.Target | None = None) -> bodyplan.Link:
    return load(f'<body name="a">{content}</body>{HELD}', target=target).links["s::a"]


def geometry(content: str) -> object:
    return body(f"<visualization_shape><geometry>{content}</geometry></visualization_shape>").visuals[0].geometry


class TestShapes:
    @pytest.mark.parametrize(
        ("content", "shape"),
        [
            ("<box><size>1 2 3</size></box>", Box((1, 2, 3))),
            ("<box><size>1 -2 3</size></box>", Box((1, 1, 1))),
            ("<ellipsoid><size>1 2 4</size></ellipsoid>", Ellipsoid((0.5, 1, 2))),
            ("<sphere><radius>0</radius></sphere>", Sphere(1)),
            ("<cylinder><radius>2</radius><height>3</height></cylinder>", Cylinder(2, 3)),
            ("<cylinder><radius>2</radius><height>-3</height></cylinder>", Cylinder(2, 1)),
            ("<capsule><radius>2</radius><height>3</height></capsule>", Capsule(2, 3)),
            ("<cone><radius>2</radius><height>3</height></cone>", Cone(2, 3)),
            (
                "<pyramid><base_width>1</base_width><base_depth>2</base_depth><height>3</height></pyramid>",
                Pyramid(1, 2, 3),
            ),
            ("<plane><normal>0 0 2</normal><offset>0.5</offset></plane>", Plane((0, 0, 1), offset=0.5)),
            ("<plane><normal>0 0 2</normal><point>1 2 3</point></plane>", Plane((0, 0, 1), offset=3)),
            (
                "<plane><normal>0 0 2</normal><offset>0.5</offset><point>1 2 3</point></plane>",
                Plane((0, 0, 1), offset=0.5),
            ),
            ("<plane><normal>0 0 2</normal></plane>", Plane((0, 0, 1), offset=0)),
            (
                "<multi_sphere><sphere><radius>1</radius><position>1 2 3</position></sphere></multi_sphere>",
                MultiSphere(((1, (1, 2, 3)),)),
            ),
            ("<mesh><file_name>m.obj</file_name><scale>1 2 3</scale></mesh>", Mesh("m.obj", (1, 2, 3))),
            ("", Empty()),
        ],
    )
    def test_each(self, content: str, shape: object) -> None:
        assert geometry(content) == shape

    def test_the_old_word_for_the_height_of_a_cylinder(self) -> None:
        document = bodyplan.loads(
            f'<skel><world><skeleton name="s"><body name="a"><visualization_shape><geometry><cylinder><radius>2</radius>'
            f"<height>3</height><length>9</length></cylinder></geometry></visualization_shape></body>{HELD}"
            "</skeleton></world></skel>"
        )
        assert document.scene.links["s::a"].visuals[0].geometry == Cylinder(2, 3)

    def test_of_several_the_first_in_darts_order_counts(self) -> None:
        assert geometry("<box><size>1 1 1</size></box><sphere><radius>2</radius></sphere>") == Sphere(2)

    def test_have_names_poses_and_properties(self) -> None:
        ball = "<geometry><sphere><radius>1</radius></sphere></geometry>"
        link = body(
            f"<visualization_shape><transformation>1 2 3 0 0 0</transformation>{ball}<color>1 0 0</color>"
            f"</visualization_shape><visualization_shape>{ball}</visualization_shape>"
            f"<collision_shape>{ball}<collidable>0</collidable></collision_shape>"
        )
        assert [shape.name for shape in link.visuals] == ["a - visual shape", "a - visual shape(1)"]
        np.testing.assert_allclose(link.visuals[0].pose.translation, (1, 2, 3))
        assert link.visuals[0].properties == {"color": (1, 0, 0, 1)}
        assert link.visuals[1].properties == {"color": (0.5, 0.5, 1, 1)}
        assert link.collisions[0].properties == {"collidable": False}

    def test_a_skin(self) -> None:
        content = (
            "<soft_shape><total_mass>2</total_mass><transformation>1 0 0 0 0 0</transformation><geometry>{}</geometry>"
            "<kv>3</kv></soft_shape>"
        )
        (skin,) = body(content.format("<box><size>1 2 3</size><frags>2 4 5</frags></box>")).visuals
        assert skin.name == "a_SoftMeshShape"
        assert skin.geometry == SoftMesh(Box((1, 2, 3)), 2, (3, 4, 5))
        np.testing.assert_allclose(skin.pose.translation, (1, 0, 0))
        assert skin.properties == {"vertex_stiffness": 3, "edge_stiffness": 1, "damping": 0.01}
        slices = "<num_slices>4</num_slices><num_stacks>5</num_stacks>"
        (ball,) = body(content.format(f"<sphere><radius>2</radius>{slices}</sphere>")).collisions
        assert ball.geometry == SoftMesh(Sphere(2), 2, (4, 5))
        np.testing.assert_allclose(ball.pose.translation, (0, 0, 0))
        (egg,) = body(content.format(f"<ellipsoid><size>2 4 6</size>{slices}</ellipsoid>")).visuals
        assert egg.geometry == SoftMesh(Ellipsoid((1, 2, 3)), 2, (4, 5))
        rod = f"<cylinder><radius>1</radius><height>2</height>{slices}<num_rings>6</num_rings></cylinder>"
        assert body(content.format(rod)).visuals[0].geometry == SoftMesh(Cylinder(1, 2), 2, (4, 5, 6))

    def test_dart_loses_the_markers_of_a_skin(self) -> None:
        skin = "<soft_shape><total_mass>1</total_mass><geometry><box><size>1 1 1</size><frags>3 3 3</frags></box>"
        content = f'<body name="a">{skin}</geometry></soft_shape><marker name="m"/></body>{HELD}'
        assert list(load(content).attachments) == ["s::a::m"]
        assert not load(content, target="dart").attachments


MOMENT = "<moment_of_inertia><ixx>2</ixx><iyy>3</iyy><izz>4</izz><ixy>0.1</ixy><ixz>0.2</ixz><iyz>0.3</iyz></moment_of_inertia>"
CUBE = "<collision_shape><geometry><box><size>1 1 1</size></box></geometry></collision_shape>"


class TestMasses:
    def test_those_written(self) -> None:
        link = body(f"<inertia><mass>5</mass><offset>1 2 3</offset>{MOMENT}</inertia>{CUBE}")
        assert link.mass == 5
        assert link.com.tolist() == [1, 2, 3]
        assert link.inertia.tolist() == [[2, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, 4]]

    def test_without_an_inertia_the_shapes_do_not_count(self) -> None:
        link = body(CUBE)
        assert (link.mass, link.com.tolist(), link.inertia.tolist()) == (1, [0, 0, 0], np.eye(3).tolist())

    def test_without_a_moment_the_shapes_count(self) -> None:
        link = body(f"<inertia><mass>6</mass><offset>0 0 1</offset></inertia>{CUBE}")
        np.testing.assert_allclose(link.inertia, np.diag([7, 7, 1]))

    def test_the_old_place_of_the_inertia(self) -> None:
        content = f"<inertia><mass>5</mass><transformation>1 0 0 0 0 {pi / 2}</transformation>{MOMENT}</inertia>"
        link = body(content)
        assert link.com.tolist() == [1, 0, 0]
        rotation = turn("z", pi / 2)
        expected = rotation @ np.array([[2, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, 4]]) @ rotation.T
        np.testing.assert_allclose(link.inertia, expected, atol=1e-14)
        assert body(content, "dart").com.tolist() == [0, 0, 0]

    def test_a_mass_that_is_no_number_counts_as_1(self) -> None:
        assert body(f"<inertia><mass>nan</mass>{MOMENT}</inertia>").mass == 1
        assert body(f"<inertia><mass>-2</mass>{MOMENT}</inertia>").mass == -2

    def test_a_mesh_counts_as_the_box_around_it(self, tmp_path: Path) -> None:
        (tmp_path / "m.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nv 9 9 9\nf 1 2 3\nf 1/1 2/2 -2//1\n")
        mesh = "<geometry><mesh><file_name>m.obj</file_name><scale>1 1 0.5</scale></mesh></geometry>"
        text = (
            f'<skel><world><skeleton name="s"><body name="a"><inertia><mass>12</mass></inertia><visualization_shape>{mesh}'
            f"</visualization_shape></body>{HELD}</skeleton></world></skel>"
        )
        document = bodyplan.loads(text, base_dir=tmp_path)
        assert not document.diagnostics
        np.testing.assert_allclose(document.scene.links["s::a"].inertia, np.diag([4 + 2.25, 1 + 2.25, 1 + 4]))


def test_a_pendulum_swings_where_it_should() -> None:
    """Bodies are written where they are at zero; the joint is at the upper end of the rod."""
    scene = load(
        '<body name="a"><transformation>0 0 -0.5 0 0 0</transformation></body>'
        '<joint name="j" type="revolute"><parent>world</parent><child>a</child>'
        "<transformation>0 0 0.5 0 0 0</transformation><axis><xyz>1 0 0</xyz></axis></joint>"
    )
    np.testing.assert_allclose(moved(scene, 0.4).translation, (0, 0.5 * sin(0.4), -0.5 * cos(0.4)), atol=1e-15)
