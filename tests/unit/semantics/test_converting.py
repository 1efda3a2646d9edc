"""URDF becomes SDFormat: what is written, what is told, and that nothing is in neither."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
import pytest
from bodyplan.cli.main import main
from lxml import etree

from tests.accounting import unaccounted

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'


def link(name: str, inside: str = "") -> str:
    return f'<link name="{name}">{INERTIAL}{inside}</link>'


def joint(type: str, inside: str = "", name: str = "j", tag: str = "joint") -> str:
    ends = '<parent link="a"/><child link="b"/>'
    return f'<{tag} name="{name}" type="{type}">{ends}<origin xyz="0.1 0 0" rpy="0 0 1.5708"/>{inside}</{tag}>'


def robot(*parts: str) -> str:
    return f'<robot name="r" xmlns:drake="http://drake.mit.edu">{"".join(parts)}</robot>'


def converted(text: str, **options: Any) -> tuple[bodyplan.Conversion, str]:
    """The conversion of a text, in which everything is accounted for, and the text that came of it without blanks."""
    made = bodyplan.convert(bodyplan.loads(text), "sdformat", **options)
    assert unaccounted(text, made) == []
    assert [str(each) for each in made.document.diagnostics if each.severity == "error"] == []
    return made, re.sub(r">\s+<", "><", made.document.dumps())


def told(made: bodyplan.Conversion) -> list[tuple[str, int]]:
    return [(each.code, each.line) for each in (*made.losses, *made.changes)]


def test_a_planar_joint_is_a_chain_to_those_who_know_none() -> None:
    frame = '<frame name="f" link="b" xyz="1 0 0" rpy="0 0 0"/>'
    text = robot(link("a"), link("b"), joint("planar", '<axis xyz="1 2 3"/><dynamics damping="0.5"/>'), frame)
    made, written = converted(text, target="libsdformat")
    assert told(made)[:1] == [("BP925", 1)]
    assert written.count("<damping>0.5</damping>") == 3
    before, after = bodyplan.loads(text).scene, made.document.scene
    q = [0.1, -0.2, 0.3]
    moved = after.pose("r::b", q={f"r::j_{number}": [value] for number, value in enumerate(q, 1)})
    np.testing.assert_allclose(moved.matrix, before.pose("r::b", q={"r::j": q}).matrix, atol=1e-12)


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ('<limit effort="3" velocity="2"/>', ["lower and upper"]),
        ('<limit lower="-1" effort="3" velocity="2"/>', ["upper"]),
        ('<limit lower="-1" upper="0.5" effort="3" velocity="2"/>', []),
    ],
)
def test_bounds_that_are_not_written_are_told(limit: str, expected: list[str]) -> None:
    made, _ = converted(robot(link("a"), link("b"), joint("revolute", limit)))
    said = [each.message for each in made.changes if "urdfdom" in each.message]
    assert [re.search("without (.*?),", each)[1] for each in said] == expected  # type: ignore[index]


def test_roots_behind_the_first_are_lost() -> None:
    made = bodyplan.convert(bodyplan.loads('<robot name="r"><link name="a"/></robot><robot name="s"/>'), "sdformat")
    assert [(each.code, each.hint) for each in made.losses] == [("BP920", "--keep stores nothing of it")]


LIMIT = '<limit lower="-1" upper="0.5" effort="3" velocity="2"/>'
WRITTEN_LIMIT = "<limit><lower>-1</lower><upper>0.5</upper><effort>3</effort><velocity>2</velocity></limit>"

PARTS = {
    "revolute": (joint("revolute", LIMIT), ['<joint name="j" type="revolute">', "<xyz>1 0 0</xyz>", WRITTEN_LIMIT]),
    "prismatic": (joint("prismatic", f'<axis xyz="0 1 0"/>{LIMIT}'), ['type="prismatic"', "<xyz>0 1 0</xyz>"]),
    "continuous": (
        joint("continuous", '<limit effort="3" velocity="2"/>'),
        ['type="continuous"', "<limit><effort>3</effort><velocity>2</velocity></limit>"],
    ),
    "fixed": (joint("fixed"), ['type="fixed"', '<pose relative_to="a">0.1 0 0 0 0 1.5708</pose>']),
    "dynamics": (
        joint("continuous", '<dynamics damping="0.25" friction="0"/>'),
        ["<dynamics><damping>0.25</damping></dynamics>"],
    ),
    "ball": (joint("ball", tag="drake:joint"), ['<joint name="j" type="ball">']),
    "universal": (joint("universal", tag="drake:joint"), ["<axis2><xyz>0 1 0</xyz></axis2>"]),
    "screw": (
        joint("screw", '<axis xyz="0 0 1"/><drake:screw_thread_pitch value="0.02"/>', tag="drake:joint"),
        ["<screw_thread_pitch>0.02</screw_thread_pitch>"],
    ),
    "planar": (
        joint("planar", '<axis xyz="0 0 1"/>'),
        ['<frame name="j_frame" attached_to="a">', '<drake:joint name="j" type="planar">'],
    ),
    "frame": (
        joint("fixed") + '<frame name="f" link="b" xyz="0 0 0.3"/>',
        ['<frame name="f" attached_to="b"><pose>0 0 0.3 0 0 0</pose></frame>'],
    ),
    "floating": (joint("floating"), ['<pose relative_to="a">0.1 0 0 0 0 1.5708</pose>']),
}


@pytest.mark.parametrize("row", PARTS)
def test_joints_and_frames_are_written_as_sdformat_has_them(row: str) -> None:
    parts, expected = PARTS[row]
    _, text = converted(robot(link("a"), link("b"), parts))
    assert [each for each in expected if each not in text] == []


def test_scenes_have_the_same_poses_masses_and_axes() -> None:
    text = robot(link("a"), link("b"), joint("revolute", f'<axis xyz="0 0 1"/>{LIMIT}'))
    before, after = bodyplan.loads(text).scene, bodyplan.convert(bodyplan.loads(text), "sdformat").document.scene
    assert before.links.keys() == after.links.keys()
    for name, body in before.links.items():
        assert (body.mass, body.inertia.tolist()) == (after.links[name].mass, after.links[name].inertia.tolist())
        assert before.pose(name, q={"r::j": 0.3}).matrix == pytest.approx(after.pose(name, q={"r::j": 0.3}).matrix)


def test_shapes_keep_their_names_numbers_and_files() -> None:
    shapes = """<visual name="skin"><origin xyz="0 0 .50"/><geometry><mesh filename="package://p/m.stl" scale="0.001 0.001 0.001"/>
    </geometry><material name="red"><color rgba="1 0 0 0.5"/></material></visual>
    <collision><geometry><cylinder radius="0.1" length="2"/></geometry></collision>
    <collision><geometry><sphere radius="0.3"/></geometry></collision>"""
    made, text = converted(robot(link("a", shapes)))
    assert "<uri>package://p/m.stl</uri><scale>0.001 0.001 0.001</scale>" in text
    assert '<visual name="skin"><pose>0 0 .50 0 0 0</pose>' in text
    assert "<ambient>1 0 0 0.5</ambient><diffuse>1 0 0 0.5</diffuse>" in text
    assert re.findall(r'<collision name="([^"]*)"', text) == ["a_collision", "a_collision_1"]
    assert [each.code for each in made.changes] == ["BP921"]


def test_massless_link_says_so() -> None:
    made, text = converted('<robot name="r"><link name="a"/></robot>')
    assert "<mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia>" in text
    assert [each.code for each in made.changes] == ["BP921"]


def test_mimic_is_that_of_the_format_or_of_drake() -> None:
    ends = '<parent link="a"/><child link="c"/>'
    follower = f'<joint name="k" type="continuous">{ends}<mimic joint="j" multiplier="2" offset="0.5"/></joint>'
    text = robot(link("a"), link("b"), link("c"), joint("continuous"), follower)
    _, plain = converted(text)
    assert '<mimic joint="j"><multiplier>2</multiplier><offset>0.5</offset><reference>0</reference></mimic>' in plain
    _, for_drake = converted(text, target="drake")
    assert '<drake:mimic joint="j" multiplier="2" offset="0.5"/>' in for_drake
    older = bodyplan.convert(bodyplan.loads(text), "sdformat", version="1.9")
    assert 'version="1.9"' in older.document.dumps()
    assert older.losses


def test_joint_of_a_links_name_gets_another_and_is_followed() -> None:
    ends = '<parent link="a"/><child link="c"/>'
    follower = f'<joint name="k" type="continuous">{ends}<mimic joint="b"/></joint>'
    made, text = converted(robot(link("a"), link("b"), link("c"), joint("continuous", name="b"), follower))
    assert '<joint name="b_joint"' in text
    assert '<mimic joint="b_joint">' in text
    assert any("joint 'b_joint'" in each.message for each in made.changes)


def test_gazebo_blocks_mean_what_they_mean_to_gazebo() -> None:
    shape = '<visual><geometry><sphere radius="1"/></geometry></visual><collision><geometry><sphere radius="1"/></geometry></collision>'
    blocks = """<gazebo reference="a"><mu1>0.2</mu1><turnGravityOff>true</turnGravityOff><material>Gazebo/Blue</material>
      <sensor name="s" type="imu"><update_rate>30</update_rate></sensor><strange/></gazebo>
    <gazebo reference="j"><provideFeedback>true</provideFeedback><springStiffness>4</springStiffness></gazebo>
    <gazebo><static>true</static><plugin name="p" filename="libp.so"><topic>t</topic></plugin></gazebo>"""
    made, text = converted(robot(link("a", shape), link("b"), joint("continuous"), blocks))
    for expected in (
        "<gravity>false</gravity>",
        "<mu>0.2</mu>",
        "<name>Gazebo/Blue</name>",
        '<sensor name="s" type="imu"><update_rate>30</update_rate></sensor>',
        "<provide_feedback>true</provide_feedback>",
        "<spring_stiffness>4</spring_stiffness>",
        "<static>true</static>",
        '<plugin name="p" filename="libp.so"><topic>t</topic></plugin>',
    ):
        assert expected in text
    assert [each.xpath for each in made.losses] == ['/robot[@name="r"]/gazebo[1]/strange']


def test_names_in_plugins_follow_the_tables_of_these() -> None:
    text = """<robot name="car"><link name="base"/><link name="wheel"/>
    <joint name="wheel" type="continuous"><parent link="base"/><child link="wheel"/><axis xyz="0 1 0"/></joint>
    <gazebo><plugin filename="gz-sim-diff-drive-system" name="gz::sim::systems::DiffDrive">
    <left_joint>wheel</left_joint><topic>wheel</topic></plugin></gazebo></robot>"""
    written = bodyplan.convert(bodyplan.loads(text), "sdformat").document.dumps()
    assert "<left_joint>wheel_joint</left_joint>" in written
    assert "<topic>wheel</topic>" in written


def test_sensors_of_one_name_and_joints_in_blocks_are_kept() -> None:
    sensor = '<gazebo reference="a"><sensor name="s" type="imu"/></gazebo>'
    loop = '<gazebo><joint name="l" type="ball"><parent>a</parent><child>b</child></joint></gazebo>'
    made, text = converted(robot(link("a"), link("b"), joint("fixed"), sensor, sensor, loop))
    assert re.findall(r'<sensor name="([^"]*)"', text) == ["s", "s_1"]
    assert '<joint name="l" type="ball"><parent>a</parent><child>b</child></joint>' in text
    assert [each.code for each in made.changes] == ["BP929", "BP921"]
    assert made.losses == ()


def test_drakes_tags_in_visuals_have_their_prefix_declared() -> None:
    shape = '<visual><geometry><sphere radius="1"/></geometry><drake:accepting_renderer name="x"/></visual>'
    _, text = converted(robot(link("a", shape)))
    assert "<drake:accepting_renderer>x</drake:accepting_renderer>" in text


@pytest.mark.parametrize(
    ("inside", "target"),
    [
        ('<joint name="j" type="planar"><parent link="a"/><child link="b"/></joint>', None),
        (
            """<joint name="i" type="continuous"><parent link="a"/><child link="b"/></joint>
            <joint name="j" type="continuous"><parent link="b"/><child link="c"/><mimic joint="i"/></joint>""",
            "drake",
        ),
    ],
    ids=["joint", "mimic"],
)
def test_drakes_prefix_is_declared_where_the_robot_has_no_word_of_it(inside: str, target: str | None) -> None:
    links = "".join(map(link, "abc" if target else "ab"))
    text = f"<!-- <robot> --><robot name='r'>{links}{inside}</robot>"
    made = bodyplan.convert(bodyplan.loads(text), "sdformat", target=target)
    root = etree.fromstring(made.document.dumps().encode())
    assert any("drake.mit.edu" in str(each.tag) for each in root.iter("*"))


def test_joint_without_end_keeps_its_limits_for_drake_which_has_them() -> None:
    text = robot(link("a"), link("b"), joint("continuous", '<limit lower="-1" upper="2" effort="3" velocity="4"/>'))
    made, written = converted(text, target="drake")
    assert '<joint name="j" type="revolute">' in written
    assert "<lower>-1</lower><upper>2</upper>" in written
    assert any("type" in each.message for each in made.changes)
    _, written = converted(text)
    assert '<joint name="j" type="continuous">' in written
    assert "<lower>" not in written
    assert '<urdf:limit lower="-1" upper="2"/>' in written


def test_screw_without_a_transmission_has_no_actuator() -> None:
    screw = joint("screw", '<axis xyz="0 0 1"/><drake:screw_thread_pitch value="0.02"/>', tag="drake:joint")
    _, written = converted(robot(link("a"), link("b"), screw), target="drake")
    assert "<effort>0</effort>" in written


def test_drakes_tags_are_carried() -> None:
    tags = """<drake:collision_filter_group name="g"><drake:member link="a"/><drake:ignored_collision_filter_group name="g"/>
    </drake:collision_filter_group><transmission name="t"><type>transmission_interface/SimpleTransmission</type>
    <joint name="j"/><actuator name="m"><drake:gear_ratio value="7"/></actuator></transmission>"""
    made, text = converted(robot(link("a"), link("b"), joint("continuous"), tags))
    assert '<drake:collision_filter_group name="g"><drake:member>a</drake:member>' in text
    assert "<drake:gear_ratio>7</drake:gear_ratio>" in text
    assert all("gear_ratio" not in each.message for each in made.losses)


def test_words_that_drake_takes_for_false_become_that() -> None:
    inside = "<drake:curves><drake:line_segment length='1'/></drake:curves><drake:is_periodic value='{}'/>"
    for word, expected in (("true", "true"), ("TRUE", "false"), ("1", "false")):
        curve = joint("curvilinear", inside.format(word), tag="drake:joint")
        made, text = converted(robot(link("a"), link("b"), curve), target="drake")
        assert f"<drake:is_periodic>{expected}</drake:is_periodic>" in text
        assert any(each.code == "BP926" for each in made.changes) == (word != "true")


def test_losses_have_their_places_and_may_be_stored() -> None:
    text = robot(link("a"), link("b"), joint("revolute", f'{LIMIT}\n<safety_controller k_velocity="7.25"/>'))
    made, _ = converted(text)
    assert told(made) == [("BP920", 2)]
    kept, stored = converted(text, keep=True)
    assert told(kept) == [("BP924", 2)]
    assert '<safety_controller k_velocity="7.25"' in stored
    assert kept.document.scene.links.keys() == made.document.scene.links.keys()


def test_what_says_nothing_is_told_as_that() -> None:
    made, text = converted(robot(link("a"), link("b"), joint("fixed", '<axis xyz="0 0 1"/>')))
    assert "<axis>" not in text
    assert [each.code for each in (*made.losses, *made.changes)] == ["BP923"]


def test_comments_go_along() -> None:
    text = f'<robot name="r">\n  <!-- the base -->\n  {link("a")}\n</robot>\n'
    made = bodyplan.convert(bodyplan.loads(text), "sdformat")
    assert re.search(r'<!-- the base -->\s*<link name="a">', made.document.dumps())


def test_moments_that_no_body_has_are_approximated_but_for_drake() -> None:
    document = bodyplan.loads(robot(link("a").replace('izz="1"', 'izz="3"')))
    made = bodyplan.convert(document, "sdformat")
    assert [each.code for each in made.changes] == ["BP925"]
    assert made.document.ok
    assert made.document.scene.links["r::a"].inertia.diagonal() == pytest.approx([1.5, 1.5, 3])
    assert "<izz>3</izz>" in bodyplan.convert(document, "sdformat", target="drake").document.dumps()


def test_actuators_of_drake_are_those_of_transmissions() -> None:
    made, text = converted(
        robot(link("a"), link("b"), joint("revolute", '<limit lower="0" upper="1" effort="0" velocity="1"/>')),
        target="drake",
    )
    assert "<effort>0</effort>" in text
    assert len(made.changes) == 1


def test_changed_document_is_converted_as_it_is_now() -> None:
    document = bodyplan.loads(robot(link("a")))
    document.root.link[0].inertial.mass.value = 4.5  # type: ignore[union-attr]
    assert "<mass>4.5</mass>" in bodyplan.convert(document, "sdformat").document.dumps()


@pytest.mark.parametrize(
    ("to", "options", "words"),
    [
        ("urdf", {}, "URDF is not converted to URDF yet"),
        ("collada", {}, "there is no format 'collada'"),
        ("sdformat", {"version": "9.9"}, "9.9"),
        ("sdformat", {"target": "ros"}, "there is no target 'ros'"),
    ],
)
def test_what_is_not_there_is_refused(to: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        bodyplan.convert(bodyplan.loads(robot(link("a"))), to, **options)


def test_command_writes_the_document_and_strict_fails_on_losses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "r.urdf", tmp_path / "r.sdf"
    file.write_text(robot(link("a"), link("b"), joint("revolute", f'{LIMIT}<safety_controller k_velocity="1"/>')))
    assert main(["convert", str(file), "--to", "sdformat", "-o", str(out)]) == 0
    assert "BP920" in capsys.readouterr().err
    assert bodyplan.check(out).ok
    assert main(["convert", str(file), "--to", "sdformat", "--strict"]) == 1
    assert capsys.readouterr().out == out.read_text()
    assert main(["convert", str(file), "--to", "sdformat", "--strict", "--keep"]) == 0
    assert main(["convert", "--strict", str(file), "--to", "sdformat"]) == 1, "the file is no strictness"
    capsys.readouterr()
    assert main(["convert", str(out), "--to", "srdf"]) == 2
    file.write_text('<robot name="r"><link name="a"/><link name="a"/></robot>')
    assert main(["convert", str(file), "--to", "sdformat"]) == 1


def test_every_comment_is_in_the_result_or_reported() -> None:
    text = """<?xml version="1.0"?>
<!-- =================================================================================== -->
<!-- |    This document was autogenerated by xacro from /home/me/robot.xacro             | -->
<!-- |    EDITING THIS FILE BY HAND IS NOT RECOMMENDED                                    | -->
<!-- =================================================================================== -->
<!-- about the robot -->
<robot name="r">
  <link name="a"><inertial><!-- weighed --><mass value="1"/><!-- worked out --><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="b"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/><!-- measured -- twice -->
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
<!-- the end -->
"""
    made = bodyplan.convert(bodyplan.loads(text), "sdformat")
    written = made.document.dumps()
    for comment in ("about the robot", "weighed", "worked out", "measured", "the end"):
        assert written.count(comment) == 1, comment
    assert "/home/me" not in written
    assert "====" not in written
    assert written.index('<link name="a">') < written.index("weighed") < written.index("</link>")
    assert written.index('<joint name="j"') < written.index("measured") < written.index("</joint>")


def test_a_comment_about_what_is_lost_is_reported() -> None:
    text = """<sdf version="1.11"><world name="w"><gui><!-- for the screen --><plugin name="p" filename="f"/></gui>
<model name="m"><link name="l"/></model></world></sdf>"""
    made = bodyplan.convert(bodyplan.loads(text), "urdf", target="drake")
    assert "for the screen" not in made.document.dumps()
    (found,) = [each for each in made.changes if "comment" in each.message]
    assert found.message == "the comment 'for the screen' has no effect: it is about nothing in the result"
    assert found.line == 1


def test_what_was_changed_after_the_document_is_written_over_by_force_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "r.urdf", tmp_path / "r.sdf"
    file.write_text(robot(link("a")))
    call = ["convert", str(file), "--to", "sdformat", "-o", str(out)]
    assert main(call) == 0
    made = out.read_text()
    assert main(call) == 0, "the same is written again"
    out.write_text(made.replace("<sdf", "<!-- by hand --><sdf"))
    os.utime(out, ns=(2**61, 2**61))
    assert main(call) == 2
    assert "is newer than" in capsys.readouterr().err
    assert "by hand" in out.read_text()
    assert main([*call, "--force"]) == 0
    assert out.read_text() == made


TRANSMISSIONS = "".join(f'<transmission name="{name}"><type>t</type></transmission>' for name in "abcd")


@pytest.mark.parametrize(("strict", "statuses"), [("lost", (1, 0, 0)), ("changed", (1, 1, 0)), ("any", (1, 1, 1))])
def test_strictness_says_what_a_conversion_may_not_do(
    tmp_path: Path, strict: str, statuses: tuple[int, int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    lost = robot(link("a"), TRANSMISSIONS)
    changed = robot(link("a"), link("b"), joint("revolute", '<limit lower="-1" upper="1" effort="-3" velocity="1"/>'))
    said_otherwise = robot(
        link("a", '<visual><geometry><box size="1 1 1"/></geometry><material name="a"/></visual>'),
        '<material name="a"><color rgba="1 0 0 1"/></material>',
    )
    file = tmp_path / "r.urdf"
    for text, status in zip((lost, changed, said_otherwise), statuses):
        file.write_text(text)
        assert main(["convert", str(file), "--to", "sdformat", "--strict", strict]) == status, capsys.readouterr().err
    capsys.readouterr()


def test_what_repeats_is_one_line_and_notes_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "r.urdf"
    visual = '<visual><geometry><box size="1 1 1"/></geometry><material name="red"/></visual>'
    red = '<material name="red"><color rgba="1 0 0 1"/></material>'
    file.write_text(robot(link("a", visual), red + TRANSMISSIONS))
    assert main(["convert", str(file), "--to", "sdformat"]) == 0
    short = capsys.readouterr().err
    assert short.count("BP920") == 1
    assert "4 parts lost, 1 part written otherwise; --verbose shows all of them" in short
    assert main(["convert", str(file), "--to", "sdformat", "--verbose"]) == 0
    full = capsys.readouterr().err
    assert full.count("BP920") == 4
    assert "note BP921" in full
    assert "--verbose" not in full


def test_a_screw_turns_about_its_axis() -> None:
    text = """<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/>
        <joint name="j" type="screw"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz></axis>
        <screw_thread_pitch>0.5</screw_thread_pitch></joint></model></sdf>"""
    made = bodyplan.convert(bodyplan.loads(text), "urdf", target="drake").document
    (joint,) = made.root.drake_joint
    assert tuple(joint.axis.xyz) == (0, 1, 0)
    (before,), (after,) = (list(scene.joints.values()) for scene in (bodyplan.loads(text).scene, made.scene))
    assert after.axes[0].xyz.tolist() == before.axes[0].xyz.tolist()


def placed(text: str, to: str, **options: Any) -> str:
    """A document that is made of another, without its layout."""
    return re.sub(r">\s+<", "><", bodyplan.convert(bodyplan.loads(text), to, **options).document.dumps())  # type: ignore[call-overload]


def test_comments_in_parts_stand_where_the_part_is() -> None:
    inertial = (
        '<inertial>\n<!-- CoM -->\n<origin xyz="0 0 1"/>\n<mass value="1"/>\n<!-- CAD -->\n'
        '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>\n</inertial>'
    )
    shapes = "".join(
        f'<visual>\n<!-- {word} -->\n<origin xyz="1 0 0"/><geometry><sphere radius="1"/></geometry></visual>'
        for word in ("first", "second")
    )
    there = placed(
        robot(
            f'<link name="a">{inertial}{shapes}</link>',
            link("b"),
            joint("revolute", f'<axis xyz="0 0 1"/> <!-- in line -->\n{LIMIT}<!-- after -->'),
        ),
        "sdformat",
    )
    for each in (
        "<inertial><!-- CoM --><pose>",
        "<!-- CAD --><inertia>",
        '_visual"><!-- first --><pose>',
        '_visual_1"><!-- second --><pose>',
        "<!-- in line --><axis><xyz>",
        "</axis><!-- after --></joint>",
    ):
        assert each in there, (each, there)
    again = placed(there, "urdf")
    for each in ("<!-- CoM --><origin ", "<!-- CAD --><inertia ", "<!-- first --><origin ", "<!-- second --><origin "):
        assert each in again, (each, again)


def test_comments_of_what_is_lost_stand_where_it_stood() -> None:
    lost = '\n<!-- {0} -->\n<transmission name="{0}"><type>t</type><joint name="j"/><actuator name="a"/></transmission>'
    text = robot(link("a"), link("b"), joint("revolute", LIMIT), lost.format("one"), lost.format("two"))
    assert "</joint><!-- one --><!-- two --></model>" in placed(text, "sdformat", target="drake")
    assert '<!-- two --><urdf:transmission name="two">' in placed(text, "sdformat")
    friction = "<surface><friction><!-- rubber --><ode><mu>2</mu></ode></friction></surface>"
    shape = f'<collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry>{friction}</collision>'
    model = f'<sdf version="1.11"><model name="m"><link name="a">{shape}</link></model></sdf>'
    assert "</geometry><!-- rubber --><drake:proximity_properties>" in placed(model, "urdf", target="drake")


def test_comments_stay_in_their_model_where_others_have_links_of_the_same_names() -> None:
    body = (
        "<body name='link'><inertia><mass>1</mass><!-- {0} weighs --></inertia></body><joint name='joint' type='{1}'>"
        "<parent>world</parent><child>link</child><!-- {0} hangs --><axis><xyz>0 0 1</xyz></axis></joint>"
    )
    skeletons = "".join(
        f"<skeleton name='{name}'>{body.format(name, kind)}</skeleton>"
        for name, kind in (("first", "weld"), ("second", "free"), ("third", "revolute"))
    )
    text = f"<skel version='1.0'><world name='w'>{skeletons}</world></skel>"
    _, *models = placed(text, "sdformat").split("<model ")
    assert len(models) == 3
    for model, name in zip(models, ("first", "second", "third")):
        assert re.findall("<!-- (.*?) -->", model) == [f"{name} weighs", f"{name} hangs"]
    for name in ("first", "third"):
        assert re.findall("<!-- (.*?) -->", placed(text, "urdf", model=name)) == [f"{name} weighs", f"{name} hangs"]


def test_comments_of_blocks_stand_at_what_they_say() -> None:
    there = placed(
        robot(link("a"), "<gazebo>\n<!-- it moves -->\n<static>0</static></gazebo>"), "sdformat", target="gazebo"
    )
    assert "<!-- it moves --><static>" in there


def test_comments_of_frames_stand_at_the_joint_that_holds_the_link() -> None:
    frame = '<frame name="f" attached_to="a"><!-- turned --><pose>0 0 0 1 0 0</pose></frame>'
    made = placed(f'<sdf version="1.11"><model name="m"><link name="a"/>{frame}</model></sdf>', "urdf")
    assert '<joint name="f" type="fixed"><!-- turned --><origin ' in made


def test_limits_that_are_none_do_not_come_along() -> None:
    limits = ("<limit><lower>-1.79769e+308</lower><upper>1.79769e+308</upper><effort>-1</effort></limit>", "<limit/>")
    for limit in limits:
        axis = f"<axis><xyz>0 0 1</xyz>{limit}</axis>"
        parts = f'<link name="a"/><link name="b"/><joint name="j" type="revolute"><parent>a</parent><child>b</child>{axis}</joint>'
        made = bodyplan.convert(bodyplan.loads(f'<sdf version="1.11"><model name="m">{parts}</model></sdf>'), "urdf")
        assert "sdf:axis" not in made.document.dumps()
        assert any("has no effect" in each.message for each in made.changes)
    axis = "<axis><xyz>0 0 1</xyz><limit><stiffness>3</stiffness><effort>-1</effort></limit></axis>"
    text = f'<sdf version="1.11"><model name="m">{parts.split("<axis>")[0]}{axis}</joint></model></sdf>'
    assert "<stiffness>3</stiffness>" in bodyplan.convert(bodyplan.loads(text), "urdf").document.dumps()


def test_sizes_of_curves_are_spelled_as_they_were() -> None:
    curves = '<drake:line_segment length="1.0"/><drake:circular_arc radius="2.0" angle="1.57079632679489661923"/>'
    path = '<parent link="a"/><child link="b"/><drake:initial_tangent xyz="0 0 1"/><drake:plane_normal xyz="1 0 0"/>'
    text = robot(
        link("a"),
        link("b"),
        f'<drake:joint name="c" type="curvilinear">{path}<drake:curves>{curves}</drake:curves></drake:joint>',
    )
    made = placed(text, "sdformat", target="drake")
    for each in ("length>1.0<", "radius>2.0<", "angle>1.57079632679489661923<"):
        assert each in made
    again = placed(made, "urdf", target="drake")
    for each in ('length="1.0"', 'radius="2.0"', 'angle="1.57079632679489661923"'):
        assert each in again


def test_shapes_keep_their_names_where_no_block_is_about_them() -> None:
    shapes = "".join(
        f'<{tag} name="{tag}"><geometry><sphere><radius>1</radius></sphere></geometry></{tag}>'
        for tag in ("visual", "collision")
    )
    sensor = '<sensor name="s" type="imu"><update_rate>4</update_rate></sensor>'
    made = placed(f'<sdf version="1.11"><model name="m"><link name="a">{shapes}{sensor}</link></model></sdf>', "urdf")
    assert '<visual name="visual">' in made
    assert '<collision name="collision">' in made
