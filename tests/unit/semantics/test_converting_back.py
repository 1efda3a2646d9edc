"""The way back: what stored documents become again, what is left of changes between, what comes back without anything stored."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import bodyplan
import pytest

from tests.differential.round_trips import written_otherwise

LIMIT = '<limit lower="-1" upper="1" effort="5" velocity="2"/>'


def robot(*parts: str, of: str = "") -> str:
    return f'<robot name="r"{of}>{"".join(parts)}</robot>'


def model(*parts: str, version: str = "1.12", of: str = "") -> str:
    return f'<sdf version="{version}"{of}><model name="m">{"".join(parts)}</model></sdf>'


def joint(type: str = "revolute", inside: str = LIMIT, parent: str = "a", child: str = "b", name: str = "j") -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{type}">{ends}<axis xyz="0 0 1"/>{inside}</joint>'


def hinge(inside: str = "", name: str = "j", type: str = "revolute") -> str:
    ends = "<parent>a</parent><child>b</child>"
    return f'<joint name="{name}" type="{type}">{ends}<axis><xyz>0 0 1</xyz>{inside}</axis></joint>'


A, B = '<link name="a"/>', '<link name="b"/>'
OF_DRAKE = ' xmlns:drake="http://drake.mit.edu"'
LOOP = '<joint name="{2}" type="ball"><parent>{0}</parent><child>{1}</child></joint>'
STORED = {
    "joints between links": robot(A, joint(), B),
    "what is not carried over": robot(A, B, joint(inside=LIMIT + '<safety_controller k_velocity="7"/>')),
    "what says nothing": robot(
        '<link name="a"><visual><origin xyz="0 0 0" rpy="0 0 0"/>'
        '<geometry><box size="1 1 1"/></geometry></visual></link>'
    ),
    "a joint with the name of a link": robot(
        A, B, joint(name="b"), '<transmission name="t"><type>x</type><joint name="b"/></transmission>'
    ),
    "names of materials": robot(
        '<material name="red"><color rgba="1 0 0 1"/></material>'
        '<link name="a"><visual><geometry><box size="1 1 1"/></geometry><material name="red"/></visual></link>'
    ),
    "values that are not taken": robot(A, B, joint(inside='<limit lower="-1" upper="1" effort="-5" velocity="2"/>')),
    "blocks": robot(A, '<gazebo reference="a"><mu1>0.5</mu1><kp>3</kp></gazebo><gazebo><static>true</static></gazebo>'),
    "comments": "<!-- before --><?xml-model href='x'?>"
    + robot("<!-- first -->", A, "<!-- last -->")
    + "<!-- behind -->",
    "a comment in what is lost": robot(A, "<ros2_control><!-- why --><x/></ros2_control>"),
    "a planar joint": robot(A, B, joint("planar", "")),
    "a free joint": robot(A, B, joint("floating", "")),
    "the world": robot(
        '<link name="world"><visual><geometry><sphere radius="1"/></geometry></visual></link>',
        A,
        joint("fixed", "", "world", "a"),
    ),
    "a prefix without a namespace": robot(
        '<link name="a"><inertial><mass value="1"/><drake:thing drake:of="2"/></inertial></link>'
    ),
    "another prefix": robot(A, '<o:thing o:of="2"/>', of=' xmlns:o="urn:o"'),
    "a prefix with another namespace": robot(A, "<drake:thing/>", of=' xmlns:drake="urn:not-drake"'),
    "text between": robot(A, "and so on"),
    "nothing but the world": robot('<link name="world"/>'),
    "odd names": robot('<link name="it\'s 50% &quot;a&quot; / b"><safe x="1"/></link>'),
    "the version": robot(A, of=' version="1.2"'),
    "a frame": model(A, '<frame name="f" attached_to="a"><pose>0 0 1 0 0 0</pose></frame>'),
    "a link where no joint is": model(A, '<link name="b"><pose>0 0 1 0 0 0</pose></link>', hinge()),
    "a world": '<sdf version="1.9"><world name="w"><light name="l" type="point"/><model name="m"><link name="a"/></model>'
    '<model name="ground"><static>1</static><link name="l"/></model></world></sdf>',
    "nested models": model(A, '<model name="n"><link name="b"/><model name="o"><link name="b"/></model></model>'),
    "an older version": model(
        A,
        B,
        '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis>'
        "<xyz>0 1 0</xyz><use_parent_model_frame>1</use_parent_model_frame></axis></joint>",
        version="1.5",
    ),
    "a ball": model(A, B, '<joint name="j" type="ball"><parent>a</parent><child>b</child></joint>'),
    "a screw": model(A, B, hinge(type="screw").replace("<axis>", "<screw_thread_pitch>2</screw_thread_pitch><axis>")),
    "a loop": model(A, B, '<link name="c"/>', hinge(), LOOP.format("b", "c", "k"), LOOP.format("a", "c", "l")),
    "a static model": model("<static>true</static>", A),
    "materials of which blocks say more": model(
        '<link name="a"><visual name="v"><geometry><box><size>1 1 1</size></box></geometry>'
        "<material><diffuse>1 0 0 1</diffuse><specular>1 1 1 1</specular></material></visual></link>"
    ),
    "attributes of others": model('<link name="a" o:of="2"/>', of=' xmlns:o="urn:o"'),
    "a shape without a place": model(
        '<link name="a"><visual name="v"><geometry><cone><radius>1</radius><length>1</length></cone>'
        "</geometry></visual></link>"
    ),
    "another order": model(hinge(), B, A),
}


def there(text: str, **options: Any) -> bodyplan.Conversion:
    document = bodyplan.loads(text, target=options.get("target"))
    return bodyplan.convert(document, "urdf" if document.format == "sdformat" else "sdformat", **options)


def back(made: bodyplan.Conversion, **options: Any) -> bodyplan.Conversion:
    return bodyplan.convert(made.document, "urdf" if made.document.format == "sdformat" else "sdformat", **options)


NOT_FOR_DRAKE = ("a loop",)
"""What Drake refuses."""


@pytest.mark.parametrize(
    ("what", "target"),
    [(what, target) for what in STORED for target in (None, "drake") if not (target and what in NOT_FOR_DRAKE)],
)
def test_stored_documents_come_back(what: str, target: str | None) -> None:
    text = STORED[what]
    made = there(text, keep=True, target=target)
    assert made.losses == ()
    returned = back(made)
    assert written_otherwise(text, returned.document.dumps()) == []
    assert returned.losses == ()
    assert returned.document.version == bodyplan.loads(text).version


def test_tags_of_drake_that_come_back_are_not_told_to_be_lost() -> None:
    curves = '<drake:is_periodic value="true"/><drake:curves><drake:line_segment length="2"/></drake:curves>'
    ends = '<parent link="a"/><child link="b"/>'
    text = robot(A, B, f'<drake:joint name="j" type="curvilinear">{ends}{curves}</drake:joint>', of=OF_DRAKE)
    returned = back(there(text, target="drake"), target="drake")
    assert '<drake:is_periodic value="true"/>' in returned.document.dumps()
    assert [each.message for each in returned.losses] == []


def test_robots_without_links_come_back() -> None:
    document = bodyplan.loads(robot('<link name="world"/>'))
    returned = bodyplan.convert(bodyplan.convert(document, "sdformat").document, "urdf").document
    assert bodyplan.diff(document, returned) == ()


def test_what_is_changed_between_stays() -> None:
    text = robot(
        '<link name="a"><inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>',
        B,
        joint(inside=LIMIT + '<safety_controller k_velocity="7"/>'),
    )
    made = there(text, keep=True)
    changed = made.document.dumps().replace("<mass>2</mass>", "<mass>3</mass>").replace("<upper>1<", "<upper>0.5<")
    changed = changed.replace("<joint ", '<link name="c"/><joint ', 1)
    returned = bodyplan.convert(bodyplan.loads(changed), "urdf")
    root = returned.document.root
    assert {each.name: each.inertial and each.inertial.mass.value for each in root.link}["a"] == 3
    assert root.joint[-1].limit.upper == 0.5
    assert root.joint[-1].safety_controller.k_velocity == 7
    assert "c" in [each.name for each in root.link]
    assert returned.losses == ()


def test_what_was_changed_is_not_taken_out() -> None:
    made = there(model(A, B, hinge()), keep=True)
    assert "<inertial>" in made.document.dumps()  # which says what a link of SDFormat has that says nothing
    changed = made.document.dumps().replace('<mass value="1"/>', '<mass value="4"/>', 1)
    links = bodyplan.convert(bodyplan.loads(changed), "sdformat").document.root.model.link
    assert [each.inertial is not None and each.inertial.mass for each in links] == [4, False]


def test_parts_of_what_is_gone_are_lost() -> None:
    made = there(STORED["nested models"], keep=True).document
    text = re.sub(r'<link name="n_b">.*?</link>', "", made.dumps(), flags=re.DOTALL)
    text = re.sub(r'<joint name="world_n_b".*?</joint>', "", text, flags=re.DOTALL)
    returned = bodyplan.convert(bodyplan.loads(text), "sdformat")
    inner = returned.document.root.model.model[0]
    assert [each.name for each in inner.link] == []
    assert [each.name for each in inner.model[0].link] == ["b"]


def test_another_version_and_target_may_be_asked_for() -> None:
    made = there(model(A, version="1.6"), keep=True)
    assert back(made).document.version == "1.6"
    assert back(made, version="1.11").document.version == "1.11"
    assert back(made, target="drake").document.ok


def test_a_file_comes_back(tmp_path: Path) -> None:
    made = there(STORED["comments"], keep=True).document
    made.save(tmp_path / "r.sdf")
    returned = bodyplan.convert(bodyplan.load(tmp_path / "r.sdf"), "urdf")
    assert written_otherwise(STORED["comments"], returned.document.dumps()) == []


def test_what_lumping_loses_may_be_stored() -> None:
    block = '<gazebo reference="{}"><turnGravityOff>{}</turnGravityOff></gazebo>'
    mass = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    text = robot(*(f'<link name="{name}">{mass}</link>' for name in "ab"), joint("fixed", ""))
    text = text.replace("</robot>", block.format("a", "false") + block.format("b", "true") + "</robot>")
    (lost,) = there(text, lump_fixed=True).losses
    assert "<turnGravityOff> of gazebo 'a' is not carried over: link 'b', which becomes part of 'a'" in lost.message
    assert lost.hint == "--keep stores it"
    made = there(text, lump_fixed=True, keep=True)
    assert made.losses == ()
    assert written_otherwise(text, back(made).document.dumps()) == []


COMES_BACK = {
    "effort of a joint without a motor": (
        robot(A, B, joint(inside='<limit lower="-1" upper="1" velocity="2"/>')),
        "drake",
    ),
    "links that nothing holds": (robot(A, B), "drake"),
    "acceleration for Drake": (
        robot(A, B, joint(inside=LIMIT.replace("/>", ' drake:acceleration="3"/>')), of=OF_DRAKE),
        None,
    ),
    "a planar joint": (robot(A, B, joint("planar", "")), "drake"),
}


@pytest.mark.parametrize("what", COMES_BACK)
def test_the_same_comes_back(what: str) -> None:
    text, target = COMES_BACK[what]
    document = bodyplan.loads(text, target=target)
    returned = back(there(text, target=target), target=target).document
    assert bodyplan.diff(document, returned) == ()
    assert '<link name="world"' not in returned.dumps()


TOLD = {
    "no limit": (robot(A, B, joint(inside="")), None, "urdfdom refuses it without <limit>"),
    "the world": (
        robot('<link name="world"/>', A, joint("fixed", "", "world", "a")),
        None,
        "<link> 'world' becomes the world",
    ),
    "effort": (
        robot(A, B, joint()),
        "drake",
        "attribute 'effort' of <limit> of joint 'j' is written '5' and becomes 0",
    ),
    "effort 0": (
        model(A, B, hinge("<limit><effort>0</effort></limit>")),
        "drake",
        "<effort> of joint 'j' becomes nothing",
    ),
    "capsule without length": (
        model(
            '<link name="a"><collision name="c"><geometry><capsule><radius>1</radius><length>0</length></capsule></geometry>'
            "</collision></link>"
        ),
        None,
        "<collision> 'c' becomes a sphere",
    ),
    "acceleration that is none": (
        model(A, B, hinge("<limit><drake:acceleration>-5</drake:acceleration></limit>"), of=OF_DRAKE),
        None,
        "<drake:acceleration> of joint 'j' has no effect",
    ),
    "dampings": (
        model(
            A,
            B,
            '<joint name="j" type="universal"><parent>a</parent><child>b</child>'
            "<axis><xyz>1 0 0</xyz><dynamics><damping>0.1</damping></dynamics></axis>"
            "<axis2><xyz>0 1 0</xyz><dynamics><damping>0.2</damping></dynamics></axis2></joint>",
        ),
        "drake",
        "<joint> 'j' is approximated: a damping of 0.1 of both axes",
    ),
    "a link that is free": (
        model(A, B),
        None,
        "<link> 'b' becomes a link on the floating joint 'world_b' to the world",
    ),
}


@pytest.mark.parametrize("what", TOLD)
def test_what_becomes_another_thing_is_told(what: str) -> None:
    text, target, message = TOLD[what]
    made = there(text, target=target)
    assert [each for each in (*made.losses, *made.changes) if message in each.message]


def test_links_without_limits_are_told_once_and_only_where_they_have_some() -> None:
    made = there(robot(A, B, joint("continuous", "")))
    assert [each for each in made.changes if "urdfdom" in each.message] == []


def test_plugins_follow_names() -> None:
    plugin = (
        '<plugin name="p" filename="f"><joint_name>b</joint_name><link_name>b</link_name><any> b </any>'
        '<pair joint="b" link="a"/><other>a b</other></plugin>'
    )
    made = there(robot(A, B, joint(name="b"), f"<gazebo>{plugin}</gazebo>"))
    text = made.document.dumps()
    assert "<joint_name>b_joint</joint_name>" in text
    assert "<link_name>b</link_name>" in text
    assert '<pair joint="b_joint" link="a"/>' in text
    assert "<other>a b</other>" in text
    told = [each.message for each in (*made.losses, *made.changes)]
    assert "<joint_name> of plugin 'p' becomes 'b_joint'" in told
    assert any("<any>" in each and "'b' may have another name" in each for each in told)


def test_plugins_follow_names_of_nested_models() -> None:
    plugin = '<plugin name="p" filename="f"><link>{}</link><jointName>j</jointName></plugin>'
    inner = f'<model name="n"><link name="b"/>{plugin.format("b")}</model>'
    ball = '<joint name="j" type="ball"><parent>a</parent><child>n::b</child></joint>'
    made = there(model(A, inner, ball, plugin.format("n::b")))
    assert made.document.dumps().count("<link>n_b</link>") == 2
    assert any("<jointName>" in each.message and each.code == "BP925" for each in made.changes)


def test_comments_come_along() -> None:
    plugin = '<plugin name="p" filename="f"><!-- why --><rate>3</rate><!-- last --></plugin>'
    sensor = (
        '<gazebo reference="a"><sensor name="s" type="imu"><!-- mine --><update_rate>4</update_rate></sensor></gazebo>'
    )
    text = robot("<!-- one -->", A, f"<gazebo>{plugin}</gazebo>", sensor, "\n<!-- the end -->\n")
    made = re.sub(r">\s+<", "><", there(text).document.dumps())
    for each in ("<!-- why --><rate>3</rate><!-- last -->", "<!-- mine --><update_rate>", "<!-- the end --></model>"):
        assert each in made
    assert made.count("<!--") == 5
    again = re.sub(r">\s+<", "><", back(there(text)).document.dumps())
    assert "<!-- why --><rate>3</rate><!-- last -->" in again
    assert "<!-- the end --></robot>" in again


def test_prefixes_are_those_of_the_source() -> None:
    text = model('<link name="a"><o:thing o:of="2"/></link>', of=' xmlns:o="urn:o"')
    assert '<o:thing o:of="2"/>' in there(text).document.dumps()


def test_comments_of_what_is_gone_keep_their_order() -> None:
    text = (
        '<sdf version="1.12"><model name="m"><link name="a"/><link name="b">\n<!-- one -->\n<!-- two -->\n'
        "<pose>0 0 -0.5 0 0 0</pose>\n<inertial><mass>1</mass>\n<!-- three -->\n"
        "<inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>"
        '<joint name="j" type="fixed"><pose>0 0 0.5 0 0 0</pose><parent>a</parent><child>b</child></joint></model></sdf>'
    )
    written = bodyplan.convert(bodyplan.loads(text), "urdf").document.dumps()
    places = [written.index(f"<!-- {word} -->") for word in ("one", "two", "three")]
    assert places == sorted(places)
    assert written.index("<inertial>", written.index('"b"')) > places[1]
