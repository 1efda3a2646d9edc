"""SKEL becomes SDFormat and URDF, and so do Drake's directives: what is written, what is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import bodyplan
import pytest

from tests.accounting import unaccounted


def skeleton(*parts: str, name: str = "s") -> str:
    return f'<skeleton name="{name}">{"".join(parts)}</skeleton>'


def world(*skeletons: str, physics: str = "") -> str:
    return f'<skel version="1.0"><world name="w">{physics}{"".join(skeletons)}</world></skel>'


def body(name: str, inside: str = "", at: str = "0 0 0 0 0 0") -> str:
    inertia = "<inertia><mass>2</mass><moment_of_inertia><ixx>3</ixx><iyy>3</iyy><izz>3</izz>"
    inertia += "<ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></moment_of_inertia></inertia>"
    return f'<body name="{name}"><transformation>{at}</transformation>{inertia}{inside}</body>'


def joint(type: str, inside: str = "", parent: str = "a", child: str = "b", name: str = "j") -> str:
    return f'<joint type="{type}" name="{name}"><parent>{parent}</parent><child>{child}</child>{inside}</joint>'


def converted(text: str, to: str, **options: Any) -> tuple[bodyplan.Conversion, str]:
    """The conversion of a text, and the text that came of it without blanks."""
    made = bodyplan.convert(bodyplan.loads(text), to, **options)
    assert unaccounted(text, made) == []
    assert [str(each) for each in made.document.diagnostics if each.severity == "error"] == []
    return made, re.sub(r">\s+<", "><", made.document.dumps())


A, B = body("a"), body("b", at="0 0 0.5 0 0 0")
FOOT = joint("weld", parent="world", child="a", name="foot")
AXIS = "<axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>0.5</upper></limit><dynamics><damping>0.25</damping>"
AXIS += "<spring_stiffness>7</spring_stiffness></dynamics></axis>"
CHAIN = '<joint name="j_{}" type="{}">'
TO_SDFORMAT = {
    "revolute": (
        joint("revolute", AXIS),
        ['type="revolute"', "<lower>-1</lower><upper>0.5</upper>", "<damping>0.25</damping>", "<spring_stiffness>7"],
    ),
    "weld": (joint("weld"), ['<joint name="j" type="fixed"><parent>a</parent><child>b</child></joint>']),
    "place of the joint": (
        joint("weld", "<transformation>0 0 -0.125 0 0 0</transformation>"),
        ["<pose>0 0 -0.125 0 0 0</pose><parent>a"],
    ),
    "ball": (joint("ball"), ['<joint name="j" type="ball">']),
    "screw": (joint("screw", "<axis><xyz>0 0 1</xyz><pitch>0.25</pitch></axis>"), ["<screw_thread_pitch>0.25<"]),
    "universal": (
        joint("universal", "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>"),
        ["<axis2><xyz>0 1 0</xyz></axis2>"],
    ),
    "euler": (
        joint("euler", "<axis_order>zyx</axis_order>"),
        [CHAIN.format(3, "continuous"), '<link name="j_link_2">', "<parent>j_link_2</parent><child>b</child>"],
    ),
    "translational": (joint("translational"), [CHAIN.format(3, "prismatic"), "<mass>1e-06</mass>"]),
    "planar": (joint("planar", '<plane type="xy"/>'), [CHAIN.format(2, "prismatic"), CHAIN.format(3, "continuous")]),
    "gravity of a body": (joint("weld") + body("c", "<gravity>0</gravity>"), ["<gravity>false</gravity>"]),
    "shapes": (
        joint("weld")
        + body(
            "c",
            "<visualization_shape><transformation>0 0 2 0 0 0</transformation><geometry><ellipsoid><size>2 4 6</size>"
            "</ellipsoid></geometry><color>1 0 0.5</color></visualization_shape>",
        ),
        ["<pose>0 0 2 0 0 0</pose><geometry><ellipsoid><radii>1 2 3</radii>", "<diffuse>1 0 0.5 1</diffuse>"],
    ),
}


@pytest.mark.parametrize("part", TO_SDFORMAT)
def test_skeletons_become_models(part: str) -> None:
    inside, expected = TO_SDFORMAT[part]
    _, text = converted(world(skeleton(A, B, FOOT, inside)), "sdformat")
    assert [each for each in expected if each not in text] == []


def test_a_world_of_skeletons_is_a_world_of_models() -> None:
    physics = "<physics><time_step>0.002</time_step><gravity>0 -9.81 0</gravity></physics>"
    made, text = converted(world(skeleton(A), skeleton(A, name="t"), physics=physics), "sdformat")
    assert '<world name="w"><gravity>0 -9.81 0</gravity><physics type="dart"><max_step_size>0.002' in text
    assert [each.name for each in made.document.root.world[0].model] == ["s", "t"]
    assert made.losses == ()


TO_URDF = {
    "revolute": (joint("revolute", AXIS), ['lower="-1" upper="0.5"', 'damping="0.25"', "<springStiffness>7<"]),
    "where the joint is": (
        joint("weld", "<transformation>0 0 -0.125 0 0 0</transformation>"),
        [
            '<joint name="j" type="fixed"><origin xyz="0 0 0.375"/>',
            '<link name="b"><inertial><origin xyz="0 0 0.125"/>',
        ],
    ),
    "euler": (
        joint("euler", "<axis_order>xyz</axis_order>"),
        [CHAIN.format(3, "continuous"), '<link name="j_link_2"/>'],
    ),
    "ball": (joint("ball"), [CHAIN.format(3, "continuous")]),
    "gravity of a body": (joint("weld") + body("c", "<gravity>0</gravity>"), ["<turnGravityOff>true</turnGravityOff>"]),
}


@pytest.mark.parametrize("part", TO_URDF)
def test_skeletons_become_robots(part: str) -> None:
    inside, expected = TO_URDF[part]
    _, text = converted(world(skeleton(A, B, FOOT, inside)), "urdf")
    assert [each for each in expected if each not in text] == []


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("<transformation>0.25abc 0 0 0 0 0</transformation>", "'0.25abc 0 0 0 0 0'"),
        ("<transformation>0 0 0 0.1 0.2 0</transformation>", "angles about axes that stand still"),
        ("<inertia><mass>-2</mass></inertia>", "<mass> of body 'a'"),
    ],
)
def test_what_dart_reads_otherwise_is_told(written: str, message: str) -> None:
    text = world(skeleton(f'<body name="a">{written}</body>'))
    made, _ = converted(text, "sdformat")
    assert any(message in each.message for each in made.changes)
    assert not any("joint 'root'" in each.message for each in made.changes)


@pytest.mark.parametrize(("format", "written"), [("sdformat", "<mass>1e-14</mass>"), ("urdf", '<mass value="1e-14"/>')])
def test_moments_without_mass_stay_those_of_the_body(format: str, written: str) -> None:
    moments = "<ixx>2</ixx><iyy>2</iyy><izz>3</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz>"
    inertia = f"<inertia><mass>0</mass><moment_of_inertia>{moments}</moment_of_inertia></inertia>"
    made, text = converted(world(skeleton(f'<body name="a">{inertia}</body>')), format)
    assert written in text
    assert "BP925" in [each.code for each in made.changes]
    link = next(each for name, each in made.document.scene.links.items() if name.endswith("a"))
    assert link.inertia.diagonal().tolist() == [2, 2, 3]


@pytest.mark.parametrize("format", ["sdformat", "urdf"])
def test_limits_that_drake_refuses_are_lost_for_it(format: str) -> None:
    crossed = AXIS.replace("<lower>-1</lower>", "<lower>2</lower>")
    text = world(skeleton(A, B, FOOT, joint("revolute", crossed)))
    lost = {each.message.split(">")[0] for each in converted(text, format, target="drake")[0].losses}
    assert {"<lower", "<upper"} <= lost
    assert not {"<lower", "<upper"} & {
        each.message.split(">")[0] for each in bodyplan.convert(bodyplan.loads(text), format).losses
    }


def test_moments_that_no_body_has_are_mended_in_worlds_for_drake_too() -> None:
    moments = "<ixx>9</ixx><iyy>2</iyy><izz>3</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz>"
    inertia = f"<inertia><mass>1</mass><moment_of_inertia>{moments}</moment_of_inertia></inertia>"
    made, _ = converted(world(skeleton(f'<body name="a">{inertia}</body>')), "sdformat", target="drake")
    assert "BP925" in [each.code for each in made.changes]


def test_what_skel_says_of_the_start_is_the_state_of_the_world() -> None:
    start = "<init_pos>0.4</init_pos><init_vel>0.2</init_vel>"
    made, _ = converted(world(skeleton(A, B, FOOT, joint("revolute", AXIS + start))), "sdformat")
    assert made.losses == ()
    (joint_state,) = made.document.root.world[0].state[0].model_state[0].joint_state
    assert joint_state.axis_state.position.value == 0.4
    assert joint_state.axis_state.velocity.value == 0.2


def test_what_bodies_say_of_contacts_is_said_of_their_shapes() -> None:
    shape = "<collision_shape><geometry><box><size>1 1 1</size></box></geometry></collision_shape>"
    said = "<friction_coefficient>0.3</friction_coefficient><restitution_coefficient>0.4</restitution_coefficient>"
    body = f'<body name="c"><inertia><mass>1</mass></inertia>{said}{shape}</body>'
    made, _ = converted(world(skeleton(body)), "sdformat")
    surface = made.document.root.world[0].model[0].link[0].collision[0].surface
    assert (surface.friction.ode.mu, surface.friction.ode.mu2) == (0.3, 0.3)
    assert surface.bounce.restitution_coefficient == 0.4


def cell(folder: Path, *directives: str) -> bodyplan.Document[Any]:
    """Directives about a hand, in a folder that is a package."""
    (folder / "package.xml").write_text("<package><name>cell</name></package>")
    (folder / "hand.sdf").write_text('<sdf version="1.12"><model name="h"><link name="palm"/></model></sdf>')
    file = folder / "cell.dmd.yaml"
    file.write_text("directives:\n" + "".join(directives))
    return bodyplan.load(file, search_paths=[folder])


def add(name: str) -> str:
    return f"- add_model: {{name: {name}, file: 'package://cell/hand.sdf'}}\n"


WELD = "- add_weld: {parent: 'one::palm', child: 'two::palm', X_PC: {translation: [0, 0, 0.25]}}\n"
FRAME = "- add_frame: {name: tip, X_PF: {base_frame: 'one::palm', translation: [0, 0, 3]}}\n"


def test_welded_models_become_one_robot(tmp_path: Path) -> None:
    made = bodyplan.convert(cell(tmp_path, add("one"), add("two"), WELD, FRAME), "urdf")
    robot = made.document.root
    assert robot.name == "cell"
    assert [each.name for each in robot.link] == ["one_palm", "two_palm", "one_tip"]
    assert [tuple(each.origin.xyz) for each in robot.joint] == [(0, 0, 0.25), (0, 0, 3)]
    assert made.losses == ()


def test_directives_become_a_world_of_includes(tmp_path: Path) -> None:
    made = bodyplan.convert(cell(tmp_path, add("one"), add("two"), WELD, FRAME), "sdformat")
    scene = made.document.scene
    assert made.losses == ()
    assert list(scene.links) == ["one::palm", "two::palm"]
    assert scene.pose("two::palm", relative_to="one::palm").translation.tolist() == [0, 0, 0.25]
    assert scene.pose("tip", relative_to="one::palm").translation.tolist() == [0, 0, 3]


def test_models_in_namespaces_move_with_what_they_are_welded_to(tmp_path: Path) -> None:
    (tmp_path / "inner.dmd.yaml").write_text("directives:\n" + add("one") + add("two") + WELD)
    inside = "- add_model_instance: {name: in}\n- add_model_instance: {name: empty}\n"
    inside += "- add_directives: {file: 'package://cell/inner.dmd.yaml', model_namespace: in}\n"
    hold = "- add_frame: {name: up, X_PF: {base_frame: world, translation: [0, 0, 1]}}\n- add_weld: {parent: up, child: 'in::one::palm'}\n"
    made = bodyplan.convert(cell(tmp_path, inside, hold), "sdformat")
    scene = made.document.scene
    assert list(scene.links) == ["in::one::palm", "in::two::palm"]
    assert [scene.pose(name).translation.tolist() for name in scene.links] == [[0, 0, 1], [0, 0, 1.25]]
    assert [each.message for each in made.changes if "has no effect" in each.message] == [
        "<add_model_instance> has no effect: no model is put into it"
    ]
    assert made.losses == ()


def test_directives_of_several_robots_are_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="several here: one, two; name"):
        bodyplan.convert(cell(tmp_path, add("one"), add("two")), "urdf")


def test_skeletons_may_have_separators_in_their_names() -> None:
    body = "<body name='x'><inertia><mass>{}</mass></inertia></body>"
    joint = "<joint type='free' name='j'><parent>world</parent><child>x</child></joint>"
    skeletons = "".join(
        f"<skeleton name='{name}'>{body.format(mass)}{joint}</skeleton>" for name, mass in (("a::b", 1), ("a", 2))
    )
    doc = bodyplan.loads(f"<skel version='1.0'><world name='w'>{skeletons}</world></skel>")
    made = bodyplan.convert(doc, "sdformat").document
    assert [(model.name, model.link[0].inertial.mass) for model in made.root.world[0].model] == [("a_b", 1), ("a", 2)]


@pytest.mark.parametrize("to", ["sdformat", "urdf"])
def test_joints_that_start_at_zero_start_as_joints_do(to: str) -> None:
    start = "<init_pos>{}</init_pos><init_vel>0.0</init_vel>"
    made, text = converted(world(skeleton(A, B, FOOT, joint("revolute", AXIS + start.format(0)))), to)
    told = [each.message for each in made.changes if "init_" in each.message]
    assert told == [
        "<init_pos> of joint 'j' has no effect: joints start at zero",
        "<init_vel> of joint 'j' has no effect: joints start at rest",
    ]
    assert "<state" not in text
    made, _ = converted(world(skeleton(A, B, FOOT, joint("revolute", AXIS + start.format(0.25)))), to)
    (told,) = [each.message for each in (*made.losses, *made.changes) if "<init_pos>" in each.message]
    assert "has no effect" not in told


def test_what_was_computed_has_no_digits_that_computing_left_behind() -> None:
    size = "<geometry><box><size>0.2 0.05 0.05</size></box></geometry>"
    inside = f"<inertia><mass>0.75</mass></inertia><collision_shape>{size}</collision_shape>"
    inside += f"<visualization_shape>{size}<color>0.0 1.0 0.0</color></visualization_shape>"
    _, text = converted(world(skeleton(f'<body name="a">{inside}</body>', FOOT)), "sdformat")
    assert "<ixx>0.0003125</ixx><iyy>0.00265625</iyy>" in text
    assert "<diffuse>0.0 1.0 0.0 1.0</diffuse>" in text


def test_poses_that_are_the_same_numbers_are_not_reported() -> None:
    inertia = "<inertia><mass>1</mass><offset>0 0.125 0</offset></inertia>"
    lost = skeleton(body("z", at="1 0 0 0 0 0"), joint("free", parent="world", child="z"), name="t")
    made, _ = converted(world(skeleton(f'<body name="a">{inertia}</body>', FOOT), lost), "urdf", model="s")
    assert [
        each.message for each in made.changes if "<offset>" in each.message or "<transformation>" in each.message
    ] == []
