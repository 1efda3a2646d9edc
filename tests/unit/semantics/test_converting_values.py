"""Values that a conversion cannot leave as they are, told each with its place: every value of a robot is mutated."""

from __future__ import annotations

from random import Random

import bodyplan
import pytest
from lxml import etree

from tests.accounting import unaccounted

pytestmark = pytest.mark.slow

INERTIAL = """<inertial><origin xyz="0.11 0.12 0.13" rpy="0.14 0.15 0.16"/><mass value="2.5"/>
<inertia ixx="2.1" ixy="0.21" ixz="0.22" iyy="2.2" iyz="0.23" izz="2.3"/></inertial>"""
SHAPES = (
    '<box size="0.51 0.52 0.53"/>',
    '<sphere radius="0.54"/>',
    '<cylinder radius="0.55" length="0.56"/>',
    '<mesh filename="package://p/m.stl" scale="0.61 0.62 0.63"/>',
)
LOOK = """<origin xyz="0.31 0.32 0.33" rpy="0.34 0.35 0.36"/><geometry>{shape}</geometry>
<material name="mat{number}"><color rgba="0.41 0.42 0.43 0.44"/></material>"""
TOUCH = '<origin xyz="0.31 0.32 0.33" rpy="0.34 0.35 0.36"/><geometry>{shape}</geometry>'
JOINT = """<joint name="to_{child}" type="{type}"><parent link="a"/><child link="{child}"/>
<origin xyz="0.71 0.72 0.73" rpy="0.74 0.75 0.76"/><axis xyz="0.77 0.78 0.79"/>
<limit lower="-1.1" upper="1.2" effort="5.5" velocity="6.5"/><dynamics damping="0.81" friction="0.82"/></joint>"""
BLOCKS = """<gazebo/><gazebo reference="a"><mu1>0.2</mu1><kp>1001</kp><maxContacts>7</maxContacts><fdir1>0 1 0</fdir1>
<turnGravityOff>true</turnGravityOff><sensor name="s" type="imu"><update_rate>30</update_rate></sensor></gazebo>
<gazebo reference="to_b"><springStiffness>4</springStiffness><provideFeedback>true</provideFeedback></gazebo>
<frame name="tool" link="b" xyz="0.01 0.02 0.03" rpy="0.04 0.05 0.06"/>"""
VALUES = ("-7.25", "0", "nan", "inf", "1e999", "abc", "", "3.25 4.25", "3.25 4.25 5.25 6.25 7.25", "3,25", "banana")


def robot() -> str:
    shapes = "".join(
        f'<visual name="v{number}">{LOOK.format(shape=shape, number=number)}</visual>'
        f'<collision name="c{number}">{TOUCH.format(shape=shape)}</collision>'
        for number, shape in enumerate(SHAPES)
    )
    types = {"b": "revolute", "c": "continuous", "d": "fixed", "e": "prismatic"}
    links = "".join(f'<link name="{name}">{INERTIAL}</link>' for name in types)
    joints = "".join(JOINT.format(child=child, type=type) for child, type in types.items())
    return f'<robot name="r" version="1.0"><link name="a">{INERTIAL}{shapes}</link>{links}{joints}{BLOCKS}</robot>'


def mutated(place: int, name: str, value: str) -> str:
    root = etree.fromstring(robot())
    element = list(root.iter("*"))[place]
    if name == "text":
        element.text = value
    else:
        element.set(name, value)
    return etree.tostring(root, encoding="unicode")


def cases() -> list[tuple[int, str, str]]:
    places = [
        (number, str(name))
        for number, element in enumerate(etree.fromstring(robot()).iter("*"))
        for name in (*element.attrib, *(["text"] if (element.text or "").strip() else []))
        if name != "name" or element.tag not in ("robot", "link", "joint")
    ]
    every = [(number, name, value) for number, name in places for value in VALUES]
    return Random(21).sample(every, 80)


def test_no_value_is_changed_without_a_word() -> None:
    wrong, tried = [], 0
    for place, name, value in cases():
        text = mutated(place, name, value)
        try:
            document = bodyplan.loads(text)
        except bodyplan.LoadError:
            continue
        tried += 1
        made = bodyplan.convert(document, "sdformat")
        where = f"{name} of element {place} is {value!r}"
        wrong += [f"{where}: {each} is in neither" for each in unaccounted(text, made)[:1]]
        wrong += [f"{where}: {each}" for each in made.document.diagnostics if each.severity == "error"]
    assert wrong == []
    assert tried > 50


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'effort="5.5"',
            'effort="-5.5"',
            "attribute 'effort' of <limit> of joint 'to_b' is written '-5.5' and becomes 5.5",
        ),
        (
            'damping="0.81"',
            'damping="-1"',
            "attribute 'damping' of <dynamics> of joint 'to_b' is written '-1' and becomes 0",
        ),
        (
            'xyz="0.31 0.32 0.33"',
            'xyz="1 2"',
            "attribute 'xyz' of <origin> of visual 'v0' is written '1 2' and becomes 0 0 0",
        ),
        ('rgba="0.41 0.42 0.43 0.44"', 'rgba="2 0 0 1"', "becomes 1 0 0 1: colours run from 0 to 1"),
        ("<mu1>0.2</mu1>", "<mu1>0.2 0.3</mu1>", "<mu1> of gazebo 'a' is written '0.2 0.3' and becomes 0.2"),
    ],
)
def test_values_are_told_with_what_becomes_of_them(old: str, new: str, message: str) -> None:
    made = bodyplan.convert(bodyplan.loads(robot().replace(old, new, 1)), "sdformat")
    assert [each for each in made.changes if each.code == "BP926" and message in each.message], [
        each.message for each in made.changes if each.code == "BP926"
    ]


def test_shape_of_a_size_that_none_has_is_lost_and_not_made_another() -> None:
    made = bodyplan.convert(bodyplan.loads(robot().replace('radius="0.54"', 'radius="-0.54"')), "sdformat")
    assert "0.54" not in made.document.dumps()
    assert sum("no shape has such a size" in each.message for each in made.losses) == 2


def test_empty_block_and_version_are_told() -> None:
    made = bodyplan.convert(bodyplan.loads(robot()), "sdformat")
    messages = [each.message for each in made.changes]
    assert "<gazebo> has no effect: the block is empty" in messages
    assert "attribute 'version' of <robot> 'r' has no effect: it is the version of URDF" in messages


def test_drakes_values_that_cannot_be_read_are_told() -> None:
    tag = '<drake:proximity_properties><drake:mu_static value="abc"/><drake:mu_dynamic value="0.3"/></drake:proximity_properties>'
    shape = f'<collision><geometry><sphere radius="1"/></geometry>{tag}</collision>'
    text = f'<robot name="r" xmlns:drake="http://drake.mit.edu"><link name="a">{shape}</link></robot>'
    made = bodyplan.convert(bodyplan.loads(text), "sdformat")
    assert unaccounted(text, made) == []
    assert [each.code for each in made.changes if "mu_static" in each.message] == ["BP926"]
    assert "<drake:mu_dynamic>0.3</drake:mu_dynamic>" in made.document.dumps()
