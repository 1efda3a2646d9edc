"""SDFormat becomes URDF: the table of representation row by row, what is told, and that nothing is in neither."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.cli.main import main

from tests.accounting import unaccounted, unaccounted_in_includes

OF_URDF = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
BODY = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"


def link(name: str, inside: str = "") -> str:
    return f'<link name="{name}">{BODY}{inside}</link>'


def joint(type: str, inside: str = "", name: str = "j", parent: str = "a", child: str = "b") -> str:
    return f'<joint name="{name}" type="{type}"><parent>{parent}</parent><child>{child}</child>{inside}</joint>'


def axis(inside: str = "", tag: str = "axis", xyz: str = "0 0 1") -> str:
    return f"<{tag}><xyz>{xyz}</xyz>{inside}</{tag}>"


def model(*parts: str, version: str = "1.12") -> str:
    inside = "".join(parts)
    return f'<sdf version="{version}" xmlns:drake="http://drake.mit.edu"><model name="m">{inside}</model></sdf>'


def converted(text: str, **options: Any) -> tuple[bodyplan.Conversion, str]:
    """The conversion of a text, in which everything is accounted for, and the text that came of it without blanks."""
    made = bodyplan.convert(bodyplan.loads(text), "urdf", **options)
    assert unaccounted(text, made) == []
    assert [str(each) for each in made.document.diagnostics if each.severity == "error"] == []
    return made, re.sub(r">\s+<", "><", made.document.dumps())


def codes(made: bodyplan.Conversion) -> list[str]:
    return [each.code for each in (*made.losses, *made.changes)]


A, B = link("a"), link("b")
LIMIT = "<limit><lower>-1</lower><upper>0.5</upper><effort>3</effort><velocity>2</velocity></limit>"
PARTS = {
    "revolute": (
        A + B + joint("revolute", axis(LIMIT)),
        [
            '<joint name="j" type="revolute">',
            '<axis xyz="0 0 1"/>',
            'lower="-1" upper="0.5"',
            'effort="3" velocity="2"',
        ],
    ),
    "revolute without limits": (A + B + joint("revolute", axis()), ['<joint name="j" type="continuous">']),
    "continuous": (A + B + joint("continuous", axis(LIMIT)), ['type="continuous"']),
    "prismatic": (
        A + B + joint("prismatic", axis("<limit><lower>0</lower></limit>")),
        ['type="prismatic"', 'lower="0" upper="1e+16" effort="1e+16" velocity="1e+16"'],
    ),
    "fixed": (A + B + joint("fixed"), ['<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>']),
    "dynamics": (
        A + B + joint("continuous", axis("<dynamics><damping>0.25</damping><friction>0</friction></dynamics>")),
        ['<dynamics damping="0.25"/>'],
    ),
    "springs": (
        A + B + joint("continuous", axis("<dynamics><spring_stiffness>2.5</spring_stiffness></dynamics>")),
        ['<gazebo reference="j"><springStiffness>2.5</springStiffness></gazebo>'],
    ),
    "no limit of effort": (
        A + B + joint("revolute", axis(LIMIT.replace("<effort>3", "<effort>-1"))),
        ['effort="1e+16"'],
    ),
    "universal": (
        A + B + joint("universal", axis() + axis(tag="axis2", xyz="0 1 0")),
        [
            '<joint name="j_1" type="continuous" sdf:name="j" sdf:chain="universal">',
            '<link name="j_link_1"/>',
            '<joint name="j_2" type="continuous" sdf:chain="universal">',
        ],
    ),
    "ball": (
        A + B + joint("ball"),
        ['<link name="j_link_2"/>', '<joint name="j_3" type="continuous" sdf:chain="ball">'],
    ),
    "screw": (
        A + B + joint("screw", axis() + "<screw_thread_pitch>0.5</screw_thread_pitch>"),
        ['<joint name="j_2" type="prismatic" sdf:chain="screw">', '<mimic joint="j_1" multiplier="0.0795774715'],
    ),
    "world": (
        A + joint("fixed", "<pose>0 0 -0.5 0 0 0</pose>", parent="world", child="a"),
        ['<link name="world"/>', '<parent link="world"/>', '<origin xyz="0 0 0.5"/>'],
    ),
    "static": ("<static>true</static>" + A, ['<joint name="world_a" type="fixed">']),
    "free": (A + B, ['<joint name="world_a" type="floating">', '<joint name="world_b" type="floating">']),
    "link moved to its joint": (
        A
        + '<link name="b"><pose>0 0 2 0 0 0</pose><visual name="v"><geometry><sphere><radius>0.25</radius></sphere>'
        + "</geometry></visual></link>"
        + joint("fixed", "<pose>0 0 -0.5 0 0 0</pose>"),
        ['<origin xyz="0 0 1.5"/>', '<inertial><origin xyz="0 0 0.5"/>', '<visual name="v"><origin xyz="0 0 0.5"/>'],
    ),
    "pose relative to": (
        A + '<link name="b"><pose relative_to="f">0 0 2 0 0 0</pose></link><frame name="f">'
        "<pose>3 0 0 0 0 0</pose></frame>" + joint("fixed"),
        ['<origin xyz="3 0 2"/>'],
    ),
    "angles as they are written": (
        A + '<link name="b"><pose relative_to="a">0 0 2 0 1.5708 0</pose></link>' + joint("fixed"),
        ['<origin xyz="0 0 2" rpy="0 1.5708 0"/>'],
    ),
    "degrees": (
        A + '<link name="b"><pose degrees="true">0 0 2 0 0 90</pose></link>' + joint("fixed"),
        ['rpy="0 0 1.5707963267948966"'],
    ),
    "axis in another frame": (
        A + '<link name="b"><pose>0 0 0 0 0 1.5707963267948966</pose></link>'
        '<joint name="j" type="continuous"><parent>a</parent><child>b</child>'
        '<axis><xyz expressed_in="__model__">1 0 0</xyz></axis></joint>',
        ['<axis xyz="0 -1 0"/>'],
    ),
    "frame": (
        A + '<frame name="f" attached_to="a"><pose>0 0 0.25 0 0 0</pose></frame>',
        ['<link name="f"/>', '<joint name="f" type="fixed"><origin xyz="0 0 0.25"/>'],
    ),
    "nested model": (
        A + '<model name="hand">' + link("palm") + "</model>" + joint("fixed", child="hand::palm"),
        ['<link name="hand_palm" sdf:name="hand::palm">', '<child link="hand_palm"/>'],
    ),
    "mimic": (
        A
        + B
        + link("c")
        + joint("revolute", axis(LIMIT))
        + joint(
            "revolute",
            axis(
                '<mimic joint="j" axis="axis"><multiplier>2</multiplier><offset>3</offset><reference>1</reference></mimic>'
                + LIMIT
            ),
            "k",
            "b",
            "c",
        ),
        ['<mimic joint="j" multiplier="2" offset="1"/>'],
    ),
    "the other way round": (
        A + B + link("c") + joint("fixed") + joint("continuous", axis(), "k", "c", "b"),
        ['<parent link="b"/><child link="c"/><axis xyz="0 0 -1"/>'],
    ),
    "capsule": (
        link(
            "a",
            '<collision name="c"><geometry><capsule><radius>0.25</radius><length>2</length></capsule></geometry></collision>',
        ),
        ['<cylinder radius="0.25" length="2"/>', '<origin xyz="0 0 1"/>', '<sphere radius="0.25"/>'],
    ),
    "mesh": (
        link(
            "a",
            '<visual name="v"><geometry><mesh><uri>model://m.dae</uri><scale>2 2 2</scale></mesh></geometry></visual>',
        ),
        ['<mesh filename="model://m.dae" scale="2 2 2"/>'],
    ),
    "material": (
        link(
            "a",
            '<visual name="v"><geometry><box><size>1 1 1</size></box></geometry>'
            "<material><ambient>1 0 0.5 1</ambient><diffuse>1 0 0.5 1</diffuse></material></visual>",
        ),
        ['<material name="v_material"><color rgba="1 0 0.5 1"/></material>'],
    ),
    "a material of one shape before one of two": (
        link(
            "a",
            "".join(
                f'<visual name="{name}"><geometry><box><size>1 1 1</size></box></geometry>'
                f"<material><ambient>{shade}</ambient><diffuse>{shade}</diffuse></material></visual>"
                for name, shade in (("u", "1 0 0 1"), ("v", "0 0 1 1"), ("w", "0 0 1 1"))
            ),
        ),
        [
            '<material name="u_material"><color rgba="1 0 0 1"/></material>',
            '<material name="v_material"><color rgba="0 0 1 1"/></material>',
            '<material name="v_material"/>',
        ],
    ),
    "material with lights": (
        link(
            "a",
            '<visual name="v"><geometry><box><size>1 1 1</size></box></geometry>'
            "<material><diffuse>1 0 0.5 1</diffuse><specular>0.25 0 0 1</specular></material></visual>",
        ),
        ['<gazebo reference="a"><visual><material><diffuse>1 0 0.5 1</diffuse><specular>0.25 0 0 1</specular>'],
    ),
    "friction": (
        link(
            "a",
            '<collision name="c"><geometry><box><size>1 1 1</size></box></geometry><surface><friction><ode>'
            "<mu>0.5</mu><mu2>0.25</mu2></ode></friction></surface></collision>",
        ),
        ['<gazebo reference="a"><mu1>0.5</mu1><mu2>0.25</mu2></gazebo>'],
    ),
    "gravity and self_collide": (
        link("a", "<gravity>false</gravity><self_collide>true</self_collide>"),
        ["<turnGravityOff>true</turnGravityOff>", "<selfCollide>true</selfCollide>"],
    ),
    "sensor": (
        link("a", '<sensor name="s" type="imu"><pose>0 0 3 0 0 0</pose><update_rate>50</update_rate></sensor>'),
        ['<gazebo reference="a"><sensor name="s" type="imu"><pose>0 0 3 0 0 0</pose>'],
    ),
    "sensor of a joint": (
        A + B + joint("fixed", '<sensor name="s" type="force_torque"><update_rate>50</update_rate></sensor>'),
        ['<gazebo reference="j"><sensor name="s" type="force_torque">'],
    ),
    "plugin": (A + '<plugin name="p" filename="f.so"><x>7</x></plugin>', ["<gazebo><plugin", "<x>7</x>"]),
    "pose of the model": ("<pose>3 0 0 0 0 0</pose>" + A, ["<gazebo><pose>3 0 0 0 0 0</pose></gazebo>"]),
    "massless": (
        '<link name="a"><inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia></inertial>'
        "</link>" + B + joint("fixed"),
        ['<link name="a"/>'],
    ),
    "comments": (
        "<!-- big --><link name='a'><!-- and blue -->" + BODY + "</link>",
        ["<!-- big -->", "<!-- and blue -->"],
    ),
    "older versions": (
        A + B + joint("revolute", "<axis><xyz>1 0 0</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>"),
        ['<axis xyz="1 0 0"/>'],
    ),
}


@pytest.mark.parametrize("part", PARTS)
def test_parts_have_their_place(part: str) -> None:
    inside, expected = PARTS[part]
    _, text = converted(model(inside, version="1.6" if part == "older versions" else "1.12"))
    assert [each for each in expected if each not in text] == []


FOR_DRAKE = {
    "ball": (A + B + joint("ball"), ['<drake:joint name="j" type="ball">']),
    "universal": (
        A + B + joint("universal", axis(xyz="1 0 0") + axis(tag="axis2", xyz="0 1 0")),
        ['<drake:joint name="j" type="universal">'],
    ),
    "screw": (
        A + B + joint("screw", axis() + "<screw_thread_pitch>0.5</screw_thread_pitch>"),
        ['<drake:joint name="j" type="screw">', '<drake:screw_thread_pitch value="0.5"/>'],
    ),
    "planar": (
        A + B + '<drake:joint name="j" type="planar"><drake:parent>a</drake:parent><drake:child>b</drake:child>'
        "<drake:damping>0.5 0.5 0.5</drake:damping></drake:joint>",
        ['<joint name="j" type="planar">', '<axis xyz="0 0 1"/>', 'damping="0.5 0.5 0.5"'],
    ),
    "frame": (
        A + '<frame name="f" attached_to="a"><pose>0 0 0.25 0 0 0</pose></frame>',
        ['<frame name="f" link="a" xyz="0 0 0.25" rpy="0 0 0"/>'],
    ),
    "no limits": (
        A + B + joint("prismatic", axis()),
        ['<joint name="j" type="prismatic"><parent', '<axis xyz="0 0 1"/></joint>'],
    ),
    "actuator": (
        A + B + joint("continuous", axis() + "<drake:gear_ratio>50</drake:gear_ratio>"),
        ['<transmission name="j_transmission">', '<drake:gear_ratio value="50"/>'],
    ),
    "no actuator": (
        A + B + joint("continuous", axis("<limit><effort>0</effort></limit>")),
        ['<child link="b"/><axis xyz="0 0 1"/></joint></robot>'],
    ),
    "ellipsoid": (
        link("a", '<visual name="v"><geometry><ellipsoid><radii>1 2 3</radii></ellipsoid></geometry></visual>'),
        ['<drake:ellipsoid a="1" b="2" c="3"/>'],
    ),
    "proximity properties": (
        link(
            "a",
            '<collision name="c"><geometry><box><size>1 1 1</size></box></geometry><drake:proximity_properties>'
            "<drake:mu_dynamic>0.25</drake:mu_dynamic></drake:proximity_properties></collision>",
        ),
        ['<drake:mu_dynamic value="0.25"/>'],
    ),
    "friction": (
        link(
            "a",
            '<collision name="c"><geometry><box><size>1 1 1</size></box></geometry><surface><friction><ode>'
            "<mu>0.75</mu><mu2>0.5</mu2></ode></friction></surface></collision>",
        ),
        ['<drake:mu_static value="0.75"/><drake:mu_dynamic value="0.5"/>'],
    ),
    "collision filters": (
        A
        + '<model name="hand">'
        + link("palm")
        + "</model>"
        + joint("fixed", child="hand::palm")
        + '<drake:collision_filter_group name="g"><drake:member>hand::palm</drake:member>'
        "<drake:ignored_collision_filter_group>g</drake:ignored_collision_filter_group></drake:collision_filter_group>",
        ['<drake:member link="hand_palm"/>', '<drake:ignored_collision_filter_group name="g"/>'],
    ),
}


@pytest.mark.parametrize("part", FOR_DRAKE)
def test_parts_have_their_place_for_drake(part: str) -> None:
    inside, expected = FOR_DRAKE[part]
    _, text = converted(model(inside), target="drake")
    assert [each for each in expected if each not in text] == []


LOSSES = {
    "cone": link(
        "a", '<visual name="v"><geometry><cone><radius>1</radius><length>1</length></cone></geometry></visual>'
    ),
    "plane": link("a", '<visual name="v"><geometry><plane><normal>0 0 1</normal></plane></geometry></visual>'),
    "ellipsoid": link(
        "a", '<visual name="v"><geometry><ellipsoid><radii>1 2 3</radii></ellipsoid></geometry></visual>'
    ),
    "size that no shape has": link(
        "a", '<collision name="c"><geometry><box><size>1 -1 1</size></box></geometry></collision>'
    ),
    "loop": A + B + joint("fixed") + joint("continuous", axis(), "k"),
    "limits of springs": A
    + B
    + joint("revolute", axis("<limit><lower>-1</lower><upper>1</upper><stiffness>7</stiffness></limit>")),
    "different friction": link(
        "a",
        "".join(
            f'<collision name="c{mu}"><geometry><box><size>1 1 1</size></box></geometry><surface><friction><ode>'
            f"<mu>{mu}</mu></ode></friction></surface></collision>"
            for mu in (0.25, 0.75)
        ),
    ),
}


@pytest.mark.parametrize("part", LOSSES)
def test_losses_are_told_with_their_place(part: str) -> None:
    made, _ = converted(model(LOSSES[part]))
    assert {each.code for each in made.losses} == {"BP920"}
    assert all(each.line for each in made.losses)


def test_what_only_one_reader_understands_is_told() -> None:
    made, _ = converted(model(link("a", "<gravity>false</gravity>")), target="drake")
    assert codes(made) == ["BP922"]
    assert codes(converted(model(link("a", "<gravity>false</gravity>")))[0]) == []


def test_place_of_a_free_link_that_drake_passes_over_is_told() -> None:
    apart = link("b", "").replace("<inertial>", "<pose>1 2 3 0 0 0</pose><inertial>")
    made, _ = converted(model(A, apart), target="drake")
    assert ["starts where the world does" in each.message for each in made.changes if "<pose>" in each.message] == [
        True
    ]
    held = joint("fixed", parent="world", child="a")
    made, _ = converted(model(A, apart, held), target="drake")
    assert any("which Drake passes over" in each.message for each in made.changes)


def test_capsules_are_native_in_the_version_that_has_them() -> None:
    shape = '<visual name="v"><geometry><capsule><radius>1</radius><length>2</length></capsule></geometry></visual>'
    made, text = converted(model(link("a", shape)), version="1.2")
    assert 'name="m" version="1.2">' in text
    assert '<capsule radius="1" length="2"/>' in text
    assert codes(made) == []


def test_the_one_model_that_moves_is_the_robot() -> None:
    ground = '<model name="ground"><static>true</static><link name="l"/></model>'
    world = f'<sdf version="1.12"><world name="w">{ground}<model name="m">{A}</model></world></sdf>'
    made, text = converted(world)
    assert '<robot xmlns:sdf="http://sdformat.org" name="m"><link name="a">' in text
    assert [each.name for each in made.losses] == ["lost-in-conversion"] * 2
    several = world.replace("<static>true</static>", "")
    with pytest.raises(ValueError, match="several here: ground, m; name"):
        bodyplan.convert(bodyplan.loads(several), "urdf")


def test_the_model_that_is_named_is_the_robot() -> None:
    models = "".join(f'<model name="{name}"><link name="{name}_l"/></model>' for name in ("one", "two"))
    static = '<model name="ground"><static>true</static><link name="l"/></model>'
    doc = bodyplan.loads(f'<sdf version="1.12"><world name="w">{static}{models}</world></sdf>')
    with pytest.raises(ValueError, match="several here: one, two; name"):
        bodyplan.convert(doc, "urdf")
    made = bodyplan.convert(doc, "urdf", model="two")
    assert [link.name for link in made.document.root.link] == ["two_l"]
    assert [loss.xpath for loss in made.losses if "another model" in loss.message] == [
        '/sdf/world[@name="w"]/model[@name="ground"]', '/sdf/world[@name="w"]/model[@name="one"]',
    ]  # fmt: skip
    with pytest.raises(ValueError, match="no model 'three' in the document; there are ground, one, two"):
        bodyplan.convert(doc, "urdf", model="three")
    with pytest.raises(ValueError, match="robot in URDF"):
        bodyplan.convert(made.document, "sdformat", model="two")


def test_documents_without_a_rigid_link_are_refused() -> None:
    with pytest.raises(ValueError, match="rigid link"):
        bodyplan.convert(bodyplan.loads(model('<model name="n"></model>', "<static>true</static>")), "urdf")


def test_gazebo_reads_no_floating_joints() -> None:
    document = bodyplan.loads(model(A, B))
    with pytest.raises(ValueError, match="free of each other"):
        bodyplan.convert(document, "urdf", target="gazebo")
    assert bodyplan.convert(document, "urdf", target="ros").document.ok


def test_mujoco_is_told_that_a_robot_is_free() -> None:
    _, text = converted(model(A), target="mujoco")
    assert '<joint name="world_a" type="floating">' in text
    assert '<mujoco><compiler fusestatic="false"' in text


def test_what_a_document_includes_is_in_the_robot(tmp_path: Path) -> None:
    (tmp_path / "hand.sdf").write_text(model(link("palm", "<must_be_base_link>true</must_be_base_link>")))
    include = "<include><uri>hand.sdf</uri><name>left</name><pose>0 0 3 0 0 0</pose></include>"
    (tmp_path / "robot.sdf").write_text(model(A, include, joint("fixed", child="left::palm")))
    document = bodyplan.load(tmp_path / "robot.sdf")
    made = bodyplan.convert(document, "urdf")
    assert unaccounted_in_includes(document, made) == []
    text = re.sub(r">\s+<", "><", made.document.dumps())
    assert '<origin xyz="0 0 3"/>' in text
    assert '<gazebo reference="left_palm"><must_be_base_link>true' in text
    assert made.losses == ()


def test_what_gazebo_passes_over_in_an_included_robot_is_told(tmp_path: Path) -> None:
    robot = '<robot name="r"><link name="l"/><frame name="f" link="l" xyz="0 0 1" rpy="0 0 0"/></robot>'
    (tmp_path / "hand.urdf").write_text(robot.replace('<link name="l"/>', f'<link name="l">{OF_URDF}</link>'))
    (tmp_path / "robot.sdf").write_text(model(A, "<include><uri>hand.urdf</uri></include>"))
    document = bodyplan.load(tmp_path / "robot.sdf")
    (lost,) = bodyplan.convert(document, "urdf").losses
    assert lost.message.startswith("<frame> 'f' is not carried over")
    assert lost.file == str(tmp_path / "hand.urdf")
    assert bodyplan.convert(document, "urdf", target="drake").losses == ()


def test_kept_parts_are_stored() -> None:
    made, text = converted(model(LOSSES["loop"]), keep=True)
    assert made.losses == ()
    assert "<bodyplan:kept>" in text


def test_kept_joints_come_back() -> None:
    made, _ = converted(model(LOSSES["loop"]), keep=True)
    back = bodyplan.convert(made.document, "sdformat")
    assert [each.name for each in back.document.root.model.joint] == ["j", "k"]
    assert back.losses == ()


def test_robots_come_back_the_same() -> None:
    text = model(
        A,
        '<link name="b"><pose relative_to="j"/></link>',
        joint("revolute", '<pose relative_to="a">0 0 1 0 0 0</pose>' + axis(LIMIT)),
    )
    document = bodyplan.loads(text)
    there = bodyplan.convert(document, "urdf").document
    assert list(bodyplan.diff(document, bodyplan.convert(there, "sdformat").document)) == []


def test_command_writes_robots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "m.sdf", tmp_path / "m.urdf"
    file.write_text(model(LOSSES["loop"]))
    assert main(["convert", str(file), "--to", "urdf", "--target", "ros", "-o", str(out)]) == 0
    assert "BP920" in capsys.readouterr().err
    assert bodyplan.check(out, target="urdfdom").ok
    assert main(["convert", str(file), "--to", "urdf", "--strict"]) == 1
    assert main(["convert", str(file), "--to", "sdformat"]) == 2


def test_every_copy_of_an_included_model_has_its_blocks(tmp_path: Path) -> None:
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "model.config").write_text('<model><name>part</name><sdf version="1.9">part.sdf</sdf></model>')
    shape = "<geometry><box><size>1 1 1</size></box></geometry>"
    (tmp_path / "part" / "part.sdf").write_text(
        f'<sdf version="1.9"><model name="part"><link name="a"><visual name="v">{shape}<transparency>0.4</transparency>'
        f'<material><diffuse>1 0 0 1</diffuse><specular>0.5 0.5 0.5 1</specular></material></visual><collision name="c">{shape}'
        '<surface><friction><ode><mu>0.3</mu></ode></friction></surface></collision><sensor name="s" type="imu"/></link>'
        '<plugin name="p" filename="p.so"><link_name>a</link_name></plugin></model></sdf>'
    )
    names = ("one", "two", "three")
    inside = "".join(
        f"<include><uri>part</uri><name>{name}</name></include>"
        f'<joint name="j_{name}" type="fixed"><parent>base</parent><child>{name}::a</child></joint>'
        for name in names
    )
    path = tmp_path / "whole.sdf"
    path.write_text(f'<sdf version="1.9"><model name="whole"><link name="base"/>{inside}</model></sdf>')
    made = bodyplan.convert(bodyplan.load(path, search_paths=[tmp_path]), "urdf", target="gazebo")
    blocks = {each.reference: [part.tag for part in each.source_element] for each in made.document.root.gazebo}
    assert [blocks[f"{name}_a"] for name in names] == [["mu1", "visual", "sensor"]] * len(names)
    (plugins,) = (each.any_elements for each in made.document.root.gazebo if each.reference is None)
    assert [each.children[0].text for each in plugins] == ["one_a", "two_a", "three_a"]
    assert not [each for each in made.losses if each.code == "BP928"]


@pytest.mark.parametrize(
    ("physics", "said"),
    [
        ("<ode><limit><cfm>0.1</cfm><erp>0.2</erp></limit></ode>", ["stopCfm", "stopErp"]),
        ("<ode><implicit_spring_damper>1</implicit_spring_damper><limit><cfm>0.1</cfm></limit></ode>", ["physics"]),
        ("<simbody><must_be_loop_joint>true</must_be_loop_joint></simbody>", ["physics"]),
    ],
)
def test_physics_of_a_joint_is_said_by_settings_or_as_a_whole(physics: str, said: list[str]) -> None:
    joint = (
        '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis>'
        f"<physics>{physics}</physics></joint>"
    )
    text = f'<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/>{joint}</model></sdf>'
    made = bodyplan.convert(bodyplan.loads(text), "urdf", target="gazebo")
    (block,) = (each for each in made.document.root.gazebo if each.reference == "j")
    assert block.source_element is not None
    assert [part.tag for part in block.source_element] == said
    assert not made.losses


def test_meshes_for_mujoco_are_paths_and_those_that_it_does_not_read_are_lost(tmp_path: Path) -> None:
    meshes = tmp_path / "robot" / "meshes"
    meshes.mkdir(parents=True)
    (tmp_path / "robot" / "model.config").write_text(
        '<model><name>robot</name><sdf version="1.9">model.sdf</sdf></model>'
    )
    (meshes / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    (meshes / "part.dae").write_text("<COLLADA/>")
    (meshes / "empty.obj").write_text("# nothing\n")
    names = ("part.obj", "part.dae", "empty.obj", "missing.obj")
    visuals = "".join(
        f'<visual name="{name}"><geometry><mesh><uri>model://robot/meshes/{name}</uri></mesh></geometry></visual>'
        for name in names
    )
    path = tmp_path / "robot" / "model.sdf"
    path.write_text(f'<sdf version="1.9"><model name="m"><link name="a">{visuals}</link></model></sdf>')
    made = bodyplan.convert(bodyplan.load(path, search_paths=[tmp_path]), "urdf", target="mujoco")
    (visual,) = (each for link in made.document.root.link for each in vars(link).get("visual", ()))
    assert visual.geometry.mesh.filename == "meshes/part.obj"
    assert [str(each.arguments["reason"]).partition(",")[0] for each in made.losses if each.code == "BP920"] == [
        "its file is of a kind that MuJoCo does not read; it reads .stl",
        "its file has fewer than 4 corners",
        "its file is not there",
    ]
