"""What only SDFormat says comes back from URDF without anything being kept, and never against what was changed there."""

from __future__ import annotations

import bodyplan
import pytest

INERTIAL = "<inertial><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>"
BOX = "<geometry><box><size>1 1 1</size></box></geometry>"


def link(name: str, inside: str = "", pose: str = "") -> str:
    placed = f"<pose>{pose}</pose>" if pose else ""
    return f'<link name="{name}">{placed}{INERTIAL}{inside}</link>'


def joint(inside: str = "", type: str = "revolute", name: str = "j", parent: str = "a", child: str = "b") -> str:
    return f'<joint name="{name}" type="{type}"><parent>{parent}</parent><child>{child}</child>{inside}</joint>'


AXIS = "<axis><xyz>0 0 1</xyz></axis>"
ARM = link("a") + link("b", f'<visual name="v">{BOX}</visual>', "0 0 1 0 0 0")
BALL = ARM + joint(type="ball")
NESTED = (
    link("a")
    + '<model name="hand"><pose>0 0 1 0 0 0</pose>'
    + link("palm")
    + link("finger", pose="0 0.25 0 0 0 0")
    + joint(AXIS, "revolute", "bend", "palm", "finger")
    + "</model>"
    + joint(AXIS, child="hand::palm")
)
MODELS = {
    "a frame that is not at the joint": ARM + joint("<pose>0 0 -0.5 0 0.25 0</pose>" + AXIS),
    "a sensor in such a frame": link("a")
    + link("b", '<sensor name="s" type="imu"><pose>0.25 0 0 0 0 0</pose></sensor>', "0 0 1 0 0 0")
    + joint("<pose>0 0 -0.5 0 0 0</pose>" + AXIS),
    "a plane": link(
        "a",
        '<collision name="c"><geometry><plane><normal>0 0 1</normal><size>1 1</size></plane></geometry></collision>',
    ),
    "colours of several kinds": link(
        "a",
        f'<visual name="v">{BOX}<material><ambient>1 0 0 1</ambient><diffuse>0 1 0 1</diffuse>'
        f'<specular>0 0 1 1</specular></material></visual><visual name="w">{BOX}</visual>',
    ),
    "a colour without light": link(
        "a",
        f'<visual name="v">{BOX}<material><diffuse>0 1 0 1</diffuse></material></visual>'
        f'<visual name="w">{BOX}</visual>',
    ),
    "a loop": ARM + joint(AXIS) + joint(name="k", type="fixed"),
    "friction of one collision": link(
        "a",
        f'<collision name="c">{BOX}<surface><friction><ode><mu>0.5</mu></ode></friction></surface></collision>'
        f'<collision name="d">{BOX}</collision>',
    ),
    "one of two words of a setting": ARM
    + joint(AXIS + "<physics><ode><implicit_spring_damper>true</implicit_spring_damper></ode></physics>"),
    "a ball": BALL,
    "two axes": ARM + joint(AXIS + "<axis2><xyz>0 1 0</xyz></axis2>", "universal"),
    "a screw": ARM + joint(AXIS + "<screw_thread_pitch>0.5</screw_thread_pitch>", "screw"),
    "a nested model": NESTED,
}
WORLD = (
    '<sdf version="1.12"><world name="w"><light name="sun" type="directional"/><model name="ground"><static>true</static>'
    f'<link name="l"/></model><model name="m">{ARM}{joint(AXIS)}</model></world></sdf>'
)


def wrap(inside: str, attributes: str = "") -> str:
    return f'<sdf version="1.12"><model name="m"{attributes}>{inside}</model></sdf>'


def go(text: str) -> str:
    return bodyplan.convert(bodyplan.loads(text), "urdf").document.dumps()


def come_back(robot: str) -> bodyplan.Document:
    made = bodyplan.convert(bodyplan.loads(robot), "sdformat").document
    assert [each for each in made.diagnostics if each.severity == "error"] == []
    return made


@pytest.mark.parametrize("inside", MODELS.values(), ids=MODELS)
def test_models_come_back(inside: str) -> None:
    back = come_back(go(wrap(inside)))
    assert bodyplan.diff(bodyplan.loads(wrap(inside)), back) == ()
    assert "urdf" not in back.dumps()


def test_the_world_comes_back() -> None:
    assert bodyplan.diff(bodyplan.loads(WORLD), come_back(go(WORLD))) == ()


def test_the_link_that_a_model_moves_with_comes_back() -> None:
    text = wrap(ARM + joint(AXIS), ' canonical_link="b"')
    assert come_back(go(text)).scene.models["m"].canonical_link == "m::b"


def test_what_stands_in_names_of_sdformat_is_reported_with_them() -> None:
    made = bodyplan.convert(bodyplan.loads(wrap(MODELS["a plane"])), "urdf")
    (lost,) = made.losses
    assert (lost.code, lost.hint) == ("BP920", "see <sdf:collision>")
    assert made.document.diagnostics == ()


@pytest.mark.parametrize("options", [{"target": "drake"}, {"keep": True}])
def test_readers_that_warn_of_such_names_get_none(options: dict[str, str]) -> None:
    made = bodyplan.convert(bodyplan.loads(wrap(MODELS["a plane"])), "urdf", **options)
    assert "sdf:" not in made.document.dumps()


def test_plugins_of_the_world_are_not_judged_as_those_of_the_robot() -> None:
    plugin = (
        '<plugin name="gz::sim::systems::JointPositionController" filename="gz-sim-joint-position-controller-system">'
    )
    text = WORLD.replace("<light", f"{plugin}<joint_name>nowhere</joint_name></plugin><light")
    assert bodyplan.convert(bodyplan.loads(text), "urdf").document.diagnostics == ()


def test_a_link_that_was_moved_takes_its_frame_along() -> None:
    robot = go(wrap(MODELS["a frame that is not at the joint"]))
    before, after = bodyplan.loads(robot).scene, come_back(robot.replace('xyz="0 0 0.5"', 'xyz="0 0 2.5"')).scene
    shape = after.links["m::b"].visuals[0]
    assert (after.frames["m::b"].pose @ shape.pose).translation[2] == pytest.approx(3.0)
    assert before.links["m::b"].mass == after.links["m::b"].mass


def test_a_chain_that_was_changed_stays_one() -> None:
    robot = go(wrap(BALL))
    changed = robot.replace('<axis xyz="0 1 0"/>', '<axis xyz="0 0.6 0.8"/>')
    assert changed != robot
    assert list(come_back(changed).scene.joints) == ["m::j_1", "m::j_2", "m::j_3"]


def test_damping_that_was_changed_in_a_chain_is_that_of_the_joint() -> None:
    robot = go(wrap(MODELS["two axes"]))
    second = '<axis xyz="0 1 0"/>'
    back = come_back(robot.replace(second, f'{second}<dynamics damping="0.5"/>'))
    assert [axis.damping for axis in back.scene.joints["m::j"].axes] == [0.0, 0.5]


def test_a_link_with_another_name_leaves_its_nested_model() -> None:
    back = come_back(go(wrap(NESTED)).replace('"hand_finger"', '"thumb"'))
    assert {"m::thumb", "m::hand::palm"} <= set(back.scene.links)


def test_a_frame_is_no_longer_attached_to_what_is_gone() -> None:
    robot = go(wrap(link("a") + link("b"), ' canonical_link="b"'))
    assert 'sdf:canonical_link="b"' in robot
    back = come_back(robot.replace('"b"', '"c"').replace('sdf:canonical_link="c"', 'sdf:canonical_link="b"'))
    assert back.scene.models["m"].canonical_link == "m::a"


def test_a_joint_of_which_an_end_is_gone_is_lost() -> None:
    held = link("c") + joint(AXIS, name="l", child="c")
    robot = go(wrap(ARM + joint(AXIS) + held + joint(name="k", type="fixed", parent="c")))
    assert "<sdf:joint" in robot
    made = bodyplan.convert(bodyplan.loads(robot.replace('"c"', '"d"')), "sdformat")
    assert list(made.document.scene.joints) == ["m::j", "m::l"]
    assert "there is no 'c' any more" in made.losses[0].message


def test_a_model_that_is_picked_of_several_comes_alone() -> None:
    text = f'<sdf version="1.9"><world name="w"><light name="sun" type="point"/><model name="m">{ARM}</model>{{}}</world></sdf>'
    only = bodyplan.convert(bodyplan.loads(text.format("")), to="urdf")
    several = bodyplan.loads(text.format(f'<model name="n">{link("c")}</model>'))
    picked = bodyplan.convert(several, to="urdf", model="m")
    assert "sun" in only.document.dumps()
    assert "sun" not in picked.document.dumps()
    assert any("'sun'" in each.message for each in picked.losses)
