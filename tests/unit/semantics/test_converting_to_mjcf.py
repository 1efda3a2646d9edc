"""URDF and SDFormat made MJCF: what stands in the document, and what is told of the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.cli.main import main

HEAVY = (
    '<inertial><origin xyz="0.1 0 0" rpy="0 1.5707963 0"/><mass value="2"/>'
    '<inertia ixx="0.01" iyy="0.02" izz="0.025" ixy="0" ixz="0" iyz="0"/></inertial>'
)
PLAIN = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"


def robot(*parts: str) -> str:
    return f'<robot name="lamp"><link name="base">{HEAVY}</link><link name="arm">{HEAVY}</link>{"".join(parts)}</robot>'


def hinge(inside: str = "", type: str = "revolute", name: str = "hinge", child: str = "arm") -> str:
    return (
        f'<joint name="{name}" type="{type}"><parent link="base"/><child link="{child}"/>'
        f'<origin xyz="0 0 0.50" rpy="0 0 0.3"/>{inside}</joint>'
    )


LIMITED = '<axis xyz="0 1 0"/><limit lower="-1.5707963" upper="1.2" effort="5" velocity="2"/>'


def model(*parts: str) -> str:
    return f'<sdf version="1.12"><model name="m">{"".join(parts)}</model></sdf>'


def link(name: str, inside: str = "", pose: str = "0 0 0 0 0 0") -> str:
    return f'<link name="{name}"><pose>{pose}</pose>{PLAIN}{inside}</link>'


def joint(type: str, inside: str = "", name: str = "j", parent: str = "a", child: str = "b") -> str:
    return f'<joint name="{name}" type="{type}"><parent>{parent}</parent><child>{child}</child>{inside}</joint>'


def made_of(text: str, **options: Any) -> tuple[Any, bodyplan.Conversion[Any]]:
    made = bodyplan.convert(bodyplan.loads(text), "mjcf", **options)
    assert [each for each in made.document.diagnostics if each.severity == "error"] == []
    return made.document.root, made


def body_of(root: Any, name: str) -> Any:
    ahead = list(root.worldbody[0].body)
    while ahead:
        body = ahead.pop()
        if body.name == name:
            return body
        ahead += body.body
    raise KeyError(name)


def told(findings: Any) -> list[str]:
    return [each.message for each in findings]


def test_bodies_hang_on_each_other_with_numbers_as_they_are_written() -> None:
    root, made = made_of(robot(hinge(LIMITED)))
    text = made.document.dumps()
    assert '<compiler angle="radian" eulerseq="XYZ"/>' in text
    assert '<body name="arm" pos="0 0 0.50" euler="0 0 0.3">' in text
    assert '<inertial pos="0.1 0 0" mass="2" diaginertia="0.01 0.02 0.025" euler="0 1.5707963 0"/>' in text
    assert '<joint name="hinge" axis="0 1 0" range="-1.5707963 1.2" actuatorfrcrange="-5 5"/>' in text
    assert [each.name for each in root.worldbody[0].body] == ["base"]
    assert body_of(root, "base").freejoint[0].name == "base_free"


def test_limits_of_velocity_are_lost_where_they_stand() -> None:
    _, made = made_of(robot(hinge(LIMITED)))
    assert told(made.losses) == [
        "attribute 'velocity' of <limit> of joint 'hinge' is not carried over: MJCF has no limits of velocity"
    ]
    assert made.losses[0].hint is None  # nothing can be stored


def test_a_robot_that_the_world_holds_has_no_free_joint() -> None:
    root, _ = made_of(
        robot(
            '<link name="world"/><joint name="w" type="fixed"><parent link="world"/><child link="base"/></joint>',
            hinge(),
        )
    )
    assert not body_of(root, "base").freejoint


def test_fixed_joints_are_places_and_links_without_mass_say_nothing() -> None:
    root, made = made_of(robot(hinge(type="fixed"), '<link name="tool"/>', hinge(type="fixed", name="f", child="tool")))
    assert body_of(root, "arm").joint == []
    assert body_of(root, "tool").inertial is None
    assert "<joint> 'f' becomes the place of body 'tool' in the one around it: MJCF has no fixed joints" in told(
        made.changes
    )


def test_what_moves_without_mass_gets_the_least_that_is_needed() -> None:
    text = f'<robot name="r"><link name="base">{HEAVY}</link><link name="arm"/>{hinge(LIMITED)}</robot>'
    root, made = made_of(text)
    assert 0 < body_of(root, "arm").inertial.mass <= 1e-6
    assert any("MuJoCo lets nothing move that has none" in each for each in told(made.changes))


def test_followers_are_equalities() -> None:
    root, _ = made_of(
        robot(
            hinge(LIMITED),
            f'<link name="other">{HEAVY}</link>',
            hinge(f'{LIMITED}<mimic joint="hinge" multiplier="-2" offset="0.5"/>', name="led", child="other"),
        )
    )
    (made,) = root.equality[0].joint
    assert (made.joint1, made.joint2, tuple(made.polycoef)) == ("led", "hinge", (0.5, -2.0, 0.0, 0.0, 0.0))


def test_a_range_without_room_is_held_by_an_equality() -> None:
    root, _ = made_of(robot(hinge('<axis xyz="0 1 0"/><limit lower="0.2" upper="0.2" effort="5" velocity="2"/>')))
    assert body_of(root, "arm").joint[0].range is None
    (held,) = root.equality[0].joint
    assert (held.joint1, held.joint2, held.polycoef[0]) == ("hinge", None, 0.2)


def test_transmissions_are_motors() -> None:
    transmission = (
        '<transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="hinge">'
        "<hardwareInterface>EffortJointInterface</hardwareInterface></joint>"
        '<actuator name="motor"><mechanicalReduction>1</mechanicalReduction></actuator></transmission>'
    )
    root, made = made_of(robot(hinge(LIMITED), transmission))
    (motor,) = root.actuator[0].motor
    assert (motor.name, motor.joint, tuple(motor.ctrlrange), tuple(motor.forcerange)) == (
        "motor",
        "hinge",
        (-5, 5),
        (-5, 5),
    )
    assert not any("transmission" in each or "mechanicalReduction" in each for each in told(made.losses))


@pytest.mark.parametrize(
    ("shape", "type", "size"),
    [
        ('<box size="0.2 0.4 0.6"/>', "box", (0.1, 0.2, 0.3)),
        ('<cylinder radius="0.1" length="0.4"/>', "cylinder", (0.1, 0.2)),
        ('<capsule radius="0.1" length="0.4"/>', "capsule", (0.1, 0.2)),
        ('<sphere radius="0.1"/>', "sphere", (0.1,)),
    ],
)
def test_sizes_are_half_lengths(shape: str, type: str, size: tuple[float, ...]) -> None:
    shaped = f'<link name="ball"><collision name="c"><geometry>{shape}</geometry></collision></link>'
    root, made = made_of(f'<robot name="r" version="1.2">{shaped}</robot>')
    (record,) = made.document.scene.links["r::ball"].collisions
    assert root.default[0].default[0].default[0].geom.group == 3
    assert record.properties["group"] == 3
    (geom,) = body_of(root, "ball").geom
    assert (str(getattr(geom.type, "value", geom.type)), geom.size) == (type, pytest.approx(size))


def test_classes_hold_what_is_alike() -> None:
    legs = "".join(
        f'<link name="{side}_foot">{HEAVY}<visual><geometry><box size="1 1 {number}"/></geometry>'
        f'<material name="grey"/></visual></link>'
        + hinge(f'{LIMITED}<dynamics damping="0.5"/>', name=f"{side}_knee_joint", child=f"{side}_foot")
        for number, side in enumerate(("front", "rear", "left"), 1)
    )
    text = robot('<material name="grey"><color rgba="0.5 0.5 0.6 1"/></material>', hinge(type="fixed"), legs)
    root, made = made_of(text)
    top = root.default[0].default[0]
    assert (top.class_, tuple(top.joint.damping)) == ("lamp", (0.5,))
    assert {each.class_ for each in top.default} == {"knee_joint", "visual"}
    knee = body_of(root, "rear_foot").joint[0]
    assert (knee.class_, knee.range, "range" in vars(knee)) == ("knee_joint", None, False)
    assert '<joint name="rear_knee_joint" class="knee_joint"/>' in made.document.dumps()
    seen = body_of(root, "rear_foot").geom[0]
    assert (seen.class_, seen.material, vars(seen).keys() & {"type", "group"}) == ("visual", None, set())
    axes = made.document.scene.joints["lamp::rear_knee_joint"].axes
    assert (axes[0].lower, axes[0].damping) == (-1.5707963, 0.5)
    assert body_of(root, "base").childclass == "lamp"


def test_meshes_are_assets_once_and_files_that_mujoco_does_not_read_are_lost(tmp_path: Path) -> None:
    (tmp_path / "meshes").mkdir()
    corners = ("0 0 0", "1 0 0", "0 1 0", "0 0 1")
    solid = "".join(f"v {each}\n" for each in corners) + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    (tmp_path / "meshes" / "part.obj").write_text(solid, encoding="utf-8")
    (tmp_path / "meshes" / "flat.obj").write_text(
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n", encoding="utf-8"
    )
    (tmp_path / "meshes" / "part.dae").write_text("<COLLADA/>", encoding="utf-8")
    shapes = "".join(
        f'<{kind}><geometry><mesh filename="meshes/{file}" scale="1 1 {scale}"/></geometry></{kind}>'
        for kind, file, scale in (
            ("visual", "part.obj", 1),
            ("visual", "part.obj", 2),
            ("visual", "part.dae", 1),
            ("visual", "gone.obj", 1),
            ("visual", "flat.obj", 1),
            ("collision", "part.obj", 1),
            ("collision", "flat.obj", 1),
        )
    )
    path = tmp_path / "robot.urdf"
    path.write_text(f'<robot name="r"><link name="base">{HEAVY}{shapes}</link></robot>', encoding="utf-8")
    made = bodyplan.convert(bodyplan.load(path), "mjcf")
    assets = made.document.root.asset[0].mesh
    assert [(each.name, each.file) for each in assets] == [
        ("part", "meshes/part.obj"),
        ("part_1", "meshes/part.obj"),
        ("flat", "meshes/flat.obj"),
    ]
    assert vars(assets[2])["inertia"].value == "shell"
    reasons = [each.partition(": ")[2] for each in told(made.losses)]
    assert [each[:24] for each in reasons] == [
        "its file is of a kind th",
        "its file is not there, a",
        "its corners lie in one p",
    ]
    assert made.document.ok
    out = tmp_path / "out" / "robot.xml"
    assert main(["convert", str(path), "--to", "mjcf", "-o", str(out), "--format", "json"]) == 0
    assert '"../meshes/part.obj"' in out.read_text(encoding="utf-8")
    out, copies = tmp_path / "bundle" / "robot.xml", tmp_path / "bundle" / "assets"
    assert (
        main(["convert", str(path), "--to", "mjcf", "-o", str(out), "--assets", str(copies), "--format", "json"]) == 0
    )
    assert '"assets/meshes/part.obj"' in out.read_text(encoding="utf-8")
    assert (copies / "meshes" / "part.obj").is_file()
    assert bodyplan.check(out).ok


def test_several_axes_are_several_joints_of_one_body() -> None:
    axes = "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>"
    root, made = made_of(model(link("a"), link("b"), joint("universal", axes)))
    body = body_of(root, "b")
    assert [(each.name, tuple(each.axis)) for each in body.joint] == [("j_1", (1, 0, 0)), ("j_2", (0, 1, 0))]
    assert "<joint> 'j' becomes 2 joints 'j_1' to 'j_2'" in told(made.changes)


def test_ball_joints_and_places_of_joints() -> None:
    root, _ = made_of(model(link("a"), link("b", pose="1 0 0 0 0 0"), joint("ball", "<pose>0 0 0.2 0 0 0</pose>")))
    (made,) = body_of(root, "b").joint
    assert (made.type.value, tuple(made.pos)) == ("ball", (0, 0, 0.2))
    assert tuple(body_of(root, "b").pos) == (1, 0, 0)


def test_screws_turn_and_slide_together() -> None:
    root, _ = made_of(
        model(
            link("a"),
            link("b"),
            joint("screw", "<axis><xyz>0 0 1</xyz></axis><screw_thread_pitch>0.5</screw_thread_pitch>"),
        )
    )
    assert [each.name for each in body_of(root, "b").joint] == ["j_1", "j_2"]
    (follower,) = root.equality[0].joint
    assert (follower.joint1, follower.joint2) == ("j_2", "j_1")


def test_loops_are_closed_by_equalities() -> None:
    axis = "<axis><xyz>0 0 1</xyz></axis>"
    parts = [link(name) for name in "abc"]
    joints = [joint("revolute", axis, f"{one}{two}", one, two) for one, two in ("ab", "ac", "bc")]
    root, made = made_of(model(*parts, *joints))
    assert len(root.equality[0].connect) == 2  # two points of the axis
    assert any("closes a loop" in each for each in told(made.changes))
    root, _ = made_of(model(*parts, *joints[:2], joint("fixed", "", "bc", "b", "c")))
    assert [(each.body1, each.body2) for each in root.equality[0].weld] == [("b", "c")]


def test_gearboxes_are_equalities() -> None:
    axis = "<axis><xyz>0 0 1</xyz></axis>"
    gears = "<gearbox_ratio>3</gearbox_ratio><gearbox_reference_body>a</gearbox_reference_body>"
    root, made = made_of(
        model(
            link("a"),
            link("b"),
            link("c"),
            joint("revolute", axis, "ab"),
            joint("revolute", axis, "ac", "a", "c"),
            joint("gearbox", f"{axis}<axis2><xyz>0 0 1</xyz></axis2>{gears}", "gears", "b", "c"),
        )
    )
    (coupled,) = root.equality[0].joint
    assert (coupled.joint1, coupled.joint2, coupled.polycoef[1]) == ("ac", "ab", -3.0)
    assert told(made.losses) == []


def test_frames_and_sensors_are_sites() -> None:
    parts = '<sensor name="imu" type="imu"><pose>0 0 0.1 0 0 0</pose></sensor>'
    camera = (
        '<sensor name="eye" type="camera"><camera><horizontal_fov>1.5707963</horizontal_fov>'
        "<image><width>640</width><height>480</height></image></camera></sensor>"
    )
    root, _ = made_of(
        model(link("a", parts + camera), '<frame name="tip" attached_to="a"><pose>0 0 1 0 0.5 0</pose></frame>')
    )
    body = body_of(root, "a")
    assert [(each.name, tuple(each.pos)) for each in body.site] == [("tip", (0, 0, 1)), ("imu", (0, 0, 0.1))]
    assert [each.site for each in (*root.sensor[0].accelerometer, *root.sensor[0].gyro)] == ["imu", "imu"]
    assert body.camera[0].fovy == pytest.approx(73.74, abs=0.01)
    assert tuple(body.camera[0].resolution) == (640, 480)


def test_worlds_keep_static_models_gravity_and_time_step() -> None:
    ground = (
        '<model name="ground"><static>true</static><link name="link"><collision name="c"><geometry><plane>'
        "<normal>0 0 1</normal></plane></geometry></collision></link></model>"
    )
    moving = f'<model name="m"><pose>0 0 2 0 0 0</pose>{link("a")}</model>'
    root, _ = made_of(
        '<sdf version="1.12"><world name="w"><gravity>0 0 -1.6</gravity><physics type="ode"><max_step_size>0.004'
        f"</max_step_size></physics>{ground}{moving}</world></sdf>"
    )
    assert (tuple(root.option[0].gravity), root.option[0].timestep) == ((0, 0, -1.6), 0.004)
    assert not body_of(root, "ground_link").freejoint
    assert tuple(body_of(root, "m_a").pos) == (0, 0, 2)
    assert body_of(root, "m_a").freejoint


def test_planes_that_would_move_are_lost() -> None:
    plane = '<collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision>'
    _, made = made_of(model(link("a", plane)))
    assert told(made.losses) == ["<collision> 'c' is not carried over: planes of MJCF stand still, and its body moves"]


def test_moments_that_no_body_has_are_raised() -> None:
    text = robot(hinge(type="fixed")).replace('izz="0.025"', 'izz="0.5"', 1)
    root, made = made_of(text)
    low, middle, high = sorted(body_of(root, "base").inertial.diaginertia)
    assert low + middle >= high
    assert any("no body has these moments" in each for each in told(made.changes))


def test_nothing_is_stored_in_mjcf() -> None:
    with pytest.raises(ValueError, match="nothing can be stored in MJCF"):
        made_of(robot(hinge(LIMITED)), keep=True)


def test_mjcf_comes_back_from_urdf_that_keeps_it() -> None:
    text = '<mujoco model="m"><worldbody><body name="a"><joint name="j"/><geom size="1" name="g"/></body></worldbody></mujoco>'
    kept = bodyplan.convert(bodyplan.loads(text), "urdf", keep=True)
    back = bodyplan.convert(kept.document, "mjcf").document
    assert [each.name for each in back.root.worldbody[0].body[0].geom] == ["g"]
    assert back.scene.links["m::a"].mass == bodyplan.loads(text).scene.links["m::a"].mass


WORLD = """<sdf version="1.9"><world name="w"><model name="m"><link name="a"/><link name="b"/><link name="c"/>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>
<joint name="k" type="revolute"><parent>a</parent><child>c</child>
<axis><xyz>0 0 1</xyz><limit><effort>3</effort></limit></axis></joint></model>
<model name="ground"><static>true</static><link name="l"><collision name="c"><geometry><box><size>1 1 1</size></box></geometry>
</collision></link></model></world></sdf>"""


def test_a_joint_has_a_motor_where_the_document_says_what_it_can_do() -> None:
    made = bodyplan.convert(bodyplan.loads(WORLD), "mjcf")
    (section,) = made.document.root.actuator
    assert [each.joint for each in section.motor] == ["m_k"]
    told = [each for each in made.changes if "without a motor" in each.message]
    assert [each.line for each in told] == [2]


def test_a_static_link_that_says_no_mass_has_none() -> None:
    top, ground = bodyplan.convert(bodyplan.loads(WORLD), "mjcf").document.root.worldbody[0].body
    assert (top.inertial.mass, ground.inertial) == (1, None)


def test_a_number_is_spelled_as_what_it_was() -> None:
    heavy = HEAVY.replace('mass value="2"', 'mass value="1"')
    limits = '<limit lower="-1" upper="1" effort="28.0" velocity="2"/>'
    sphere = '<visual><geometry><sphere radius="1.0"/></geometry></visual>'
    arm = f'<link name="arm">{heavy}{sphere}{sphere}</link>'
    moving = hinge('<axis xyz="0 -1.0 0"/>' + limits)
    text = f'<robot name="lamp"><link name="base">{HEAVY}</link>{arm}{moving}</robot>'
    _, made = made_of(text)
    written = made.document.dumps()
    assert 'mass="1"' in written
    assert 'range="-1 1" actuatorfrcrange="-28.0 28.0"' in written


def test_a_position_is_spelled_as_the_beginning_of_its_pose() -> None:
    axis = "<axis><xyz>1.00 0.00 0.00</xyz></axis>"
    text = model(
        link("a"),
        link("b", pose="0 0 2.0 0 0 0"),
        link("c"),
        joint("revolute", axis),
        joint("revolute", axis, "k", "b", "c"),
    )
    _, made = made_of(text)
    assert '<body name="b" pos="0 0 2.0">' in made.document.dumps()


def test_comments_stand_above_what_is_made_of_what_they_are_in() -> None:
    fixed = (
        '\n<!-- glued -->\n<joint name="weld" type="fixed"><!-- as measured --><origin xyz="0 0 1"/>'
        '<parent link="arm"/><child link="tip"/></joint>'
    )
    axis = '<axis xyz="0 1 0"/> <!-- in the frame of the arm -->'
    shapes = (
        '<visual name="tube"><geometry><box size="1 1 1"/></geometry></visual>'
        '<visual name="knob"><!-- turned --><origin xyz="0 0 1"/><geometry><box size="1 1 1"/></geometry></visual>'
    )
    block = '\n<!-- rough -->\n<gazebo reference="tip"><mu1>0.9</mu1></gazebo>'
    tip = f'<link name="tip">{HEAVY}{shapes}</link>'
    _, made = made_of(robot(hinge(axis + LIMITED.partition("/>")[2]), fixed, tip, block))
    lines = [each.strip() for each in made.document.dumps().splitlines()]

    def after(comment: str) -> str:
        return next(each for each in lines[lines.index(f"<!-- {comment} -->") + 1 :] if not each.startswith("<!--"))

    assert after("in the frame of the arm").startswith('<joint name="hinge"')
    assert after("glued").startswith('<body name="tip"')
    assert after("as measured").startswith('<body name="tip"')
    assert after("rough").startswith('<body name="tip"')
    assert after("turned").startswith('<geom name="knob"')


def test_shapes_of_a_body_without_mass_weigh_nothing() -> None:
    tip = '<link name="tip"><collision><geometry><box size="1 1 1"/></geometry></collision></link>'
    fixed = '<joint name="weld" type="fixed"><parent link="arm"/><child link="tip"/></joint>'
    root, made = made_of(robot(hinge(LIMITED), fixed, tip))
    assert [each.mass for each in body_of(root, "tip").geom] == [0.0]
    assert made.document.scene.links["lamp::tip"].mass == 0
    mujoco = pytest.importorskip("mujoco")
    compiled = mujoco.MjModel.from_xml_string(made.document.dumps())
    assert compiled.body("tip").mass == 0


def test_pinocchio_and_drake_read_bodies_without_mass(tmp_path: Path) -> None:
    pinocchio = pytest.importorskip("pinocchio")
    parsing, plants = pytest.importorskip("pydrake.multibody.parsing"), pytest.importorskip("pydrake.multibody.plant")
    tip = '<link name="tip"><visual><geometry><box size="1 1 1"/></geometry></visual></link>'
    fixed = '<joint name="weld" type="fixed"><parent link="arm"/><child link="tip"/></joint>'
    _, made = made_of(robot(hinge(LIMITED), fixed, tip))
    path = tmp_path / "lamp.xml"
    path.write_text(made.document.dumps())
    assert sum(each.mass for each in pinocchio.buildModelFromMJCF(str(path)).inertias) == pytest.approx(4)
    plant = plants.MultibodyPlant(0.0)
    parsing.Parser(plant).AddModels(str(path))
    plant.Finalize()
    assert plant.CalcTotalMass(plant.CreateDefaultContext()) == pytest.approx(4)


def test_moments_that_are_raised_have_no_more_digits_than_they_need() -> None:
    moments = 'ixx="1e-6" iyy="1e-6" izz="1e-6" ixy="1e-6" ixz="1e-6" iyz="1e-6"'
    heavy = f'<inertial><mass value="1"/><inertia {moments}/></inertial>'
    _, made = made_of(f'<robot name="lamp"><link name="base">{heavy}</link></robot>')
    (base,) = made.document.root.worldbody[0].body
    numbers = base.inertial.fullinertia or base.inertial.diaginertia
    assert all(len(f"{each!r}".partition("e")[0]) <= 14 for each in numbers)


def test_classes_are_called_by_what_the_names_of_their_joints_share() -> None:
    arms = "".join(f'<link name="l{number}">{HEAVY}</link>' for number in range(2))
    joints = "".join(hinge(LIMITED, name=f"j2s6s200_joint_{number}", child=f"l{number}") for number in range(2))
    root, _ = made_of(f'<robot name="lamp"><link name="base">{HEAVY}</link>{arms}{joints}</robot>')
    assert [each.class_ for each in root.default[0].default[0].default] == ["j2s6s200_joint"]


def test_a_material_without_a_name_is_called_by_what_all_that_have_it_share() -> None:
    paint = "<material><diffuse>0.1 0.2 0.3 1</diffuse></material>"
    shapes = [
        f'<visual name="{name}_panel"><geometry><sphere><radius>1</radius></sphere></geometry>{paint}</visual>'
        for name in ("front", "back")
    ]
    root, _ = made_of(model(link("a", "".join(shapes))))
    assert [each.name for each in root.asset[0].material] == ["panel_material"]


def test_lights_say_what_is_not_so_anyway_and_lose_nothing_that_is_there() -> None:
    spot = (
        '<light name="lamp" type="spot"><cast_shadows>{}</cast_shadows><direction>0 0 -1</direction>'
        "<spot><outer_angle>0.5</outer_angle><falloff>0.8</falloff></spot></light>"
    )
    _, made = made_of(model(link("a", spot.format("true"))))
    assert "castshadow" not in made.document.dumps()
    assert 'exponent="0.8"' in made.document.dumps()
    assert not [each for each in made.losses if "falloff" in each.message]
    _, made = made_of(model(link("a", spot.format("false"))))
    assert 'castshadow="false"' in made.document.dumps()


def test_a_reduction_of_one_is_no_loss() -> None:
    drive = (
        '<transmission name="t" type="SimpleTransmission"><joint name="hinge"/><actuator name="m"/>{}</transmission>'
    )
    _, made = made_of(robot(hinge(LIMITED), drive.format("<mechanicalReduction>1</mechanicalReduction>")))
    assert "mechanicalReduction" not in " ".join(told(made.losses))
    _, made = made_of(robot(hinge(LIMITED), drive.format("<mechanicalReduction>50</mechanicalReduction>")))
    assert "mechanicalReduction" in " ".join(told(made.losses))


def test_a_limit_that_is_none_is_said_to_be_none() -> None:
    _, made = made_of(robot(hinge('<axis xyz="0 1 0"/><limit lower="-1e16" upper="1e16" effort="5" velocity="2"/>')))
    told_of = [each for each in told(made.changes) if "'lower'" in each]
    assert told_of
    assert all(each.endswith("it says that there is no limit") for each in told_of)


def test_a_mass_of_nothing_is_not_said_wherever_it_is() -> None:
    nothing = '<inertial><origin xyz="0 0 1"/><mass value="0"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial>'
    fixed = '<joint name="weld" type="fixed"><parent link="arm"/><child link="tip"/></joint>'
    root, made = made_of(robot(hinge(LIMITED), fixed, f'<link name="tip">{nothing}</link>'))
    assert body_of(root, "tip").inertial is None
    assert not [each for each in told(made.losses) if "inertial" in each]
