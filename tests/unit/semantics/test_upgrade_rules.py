"""Conversion rules do to a tree what they say, and documents that they can't touch are told from the text."""

from __future__ import annotations

import pytest
from bodyplan.codegen.errors import SchemaError
from bodyplan.codegen.readers.conversion import parse_conversion
from bodyplan.runtime.conversions import VersionStep
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.sdformat import NEWEST
from bodyplan.semantics.upgrade import versions
from bodyplan.semantics.upgrade.engine import apply_step
from bodyplan.semantics.upgrade.to_newest import applicable_steps, is_needed, upgrade
from bodyplan.semantics.upgrade.versions import detect_version, steps_from
from bodyplan.semantics.upgrade.xml_tree import Editor
from lxml import etree


def converted(rules: str, document: str) -> str:
    file = parse_conversion(f'<convert name="a">{rules}</convert>'.encode(), "1_0.convert")
    source, sink = Source(None, document.encode()), Sink()
    root = parse(source, sink)
    assert root is not None
    apply_step(root, VersionStep("1.0", "1.2", (file.root,)), Editor(source), sink)
    assert sink.found == []
    return etree.tostring(root).decode()


def upgraded(document: str, version: str) -> tuple[Source, etree._Element, Sink]:
    source, sink = Source("test.sdf", document.encode()), Sink()
    root = parse(source, sink)
    assert root is not None
    upgrade(root, version, source, sink)
    return source, root, sink


@pytest.mark.parametrize(
    ("rules", "document", "expected"),
    [
        (
            '<rename><from attribute="x"/><to element="y"/></rename>',
            '<a x="1" z="2"><b/></a>',
            '<a z="2"><b/><y>1</y></a>',
        ),
        (
            '<rename><from element="b" attribute="x"/><to element="y"/></rename>',
            '<a><b x="1 2"/><c/></a>',
            "<a><y>1 2</y><c/></a>",
        ),
        (
            '<rename><from element="b"/><to element="c" attribute="v"/></rename>',
            "<a><b>7</b></a>",
            '<a><c v="7"/></a>',
        ),
        (
            '<move><from element="b::c"/><to element="d::e"/></move>',
            '<a><b><c k="1"><f/></c></b></a>',
            '<a><b/><d><e k="1"><f/></e></d></a>',
        ),
        ('<move><from element="b::c"/><to element="d"/></move>', "<a><b/></a>", "<a><b/></a>"),
        ('<move><from attribute="x"/><to attribute="y"/></move>', '<a x="1"/>', '<a y="1"/>'),
        ('<move><from attribute="x"/><to element="b::c"/></move>', '<a x="1"/>', "<a><b><c>1</c></b></a>"),
        ('<move><from element="b"/><to attribute="y"/></move>', "<a><b> 1 </b></a>", '<a y="1"/>'),
        (
            '<copy><from element="b::c"/><to element="d" attribute="v"/></copy>',
            "<a><b><c>1</c></b></a>",
            '<a><b><c>1</c></b><d v="1"/></a>',
        ),
        ('<copy><from element="b"/><to element="c"/></copy>', "<a><b>1</b></a>", "<a><b>1</b><c>1</c></a>"),
        ('<add element="b" value="1"/>', "<a/>", "<a><b>1</b></a>"),
        ('<add element="b" value="1"/>', "<a><b>2</b></a>", "<a><b>2</b></a>"),
        ('<add attribute="b" value="1"/>', "<a/>", '<a b="1"/>'),
        ('<remove element="b"/>', "<a><b/><c/><b/></a>", "<a><c/></a>"),
        ('<remove attribute="b"/>', '<a b="1" c="2"/>', '<a c="2"/>'),
        ('<remove_empty attribute="b"/>', '<a b="1"/>', '<a b="1"/>'),
        ('<remove_empty attribute="b"/>', '<a b=""/>', "<a/>"),
        ('<remove_empty element="b"/>', '<a><b/><b>1</b><b c="1"/></a>', '<a><b>1</b><b c="1"/></a>'),
        (
            '<map><from name="b"><value>1</value><value>yes</value></from><to name="c/@d"><value>m</value></to></map>',
            "<a><b> yes </b><c/></a>",
            '<a><b> yes </b><c d="m"/></a>',
        ),
        (
            '<map><from name="@b"><value>1</value></from><to name="c/d"><value>m</value></to></map>',
            '<a b="1"/>',
            '<a b="1"><c><d>m</d></c></a>',
        ),
        (
            '<map><from name="b"><value>1</value></from><to name="c"><value>m</value></to></map>',
            "<a><b>2</b></a>",
            "<a><b>2</b></a>",
        ),
        (
            '<convert name="b"><add element="c"/></convert>',
            "<a><b/><d><b/></d><b/></a>",
            "<a><b><c/></b><d><b/></d><b><c/></b></a>",
        ),
        (
            '<convert descendant_name="b"><remove attribute="x"/></convert>',
            '<a x=""><b x=""><c><b x=""/></c></b><plugin><b x=""/></plugin><p:q xmlns:p="n"><b x=""/></p:q></a>',
            '<a x=""><b><c><b/></c></b><plugin><b x=""/></plugin><p:q xmlns:p="n"><b x=""/></p:q></a>',
        ),
        ('<remove element="b"/>', '<a xmlns:p="n"><p:b/></a>', '<a xmlns:p="n"><p:b/></a>'),
    ],
)
def test_rule_changes_the_tree_as_it_says(rules: str, document: str, expected: str) -> None:
    assert converted(rules, document) == expected


@pytest.mark.parametrize(
    "rules",
    [
        "<rename><from attribute='x'/></rename>",
        "<rename><from attribute='x'/><to attribute='y'/></rename>",
        "<add/>",
        "<add attribute='x'/>",
        "<add attribute='x' element='y' value='1'/>",
        "<map><from name='a'/><to name='b'><value>1</value></to></map>",
        "<map><from name='@'><value>1</value></from><to name='b'><value>1</value></to></map>",
        "<nonsense/>",
        "<rename/>",
        "<rename><to element='y'/></rename>",
        "<rename><from element='x' name='y'/><to element='y'/></rename>",
        "<move><from element='x::'/><to element='y'/></move>",
        "<move><from element='x'/><from element='z'/><to element='y'/></move>",
        "<remove element='x' value='1'/>",
        "<deprecated/>",
        "<map><from name='a'><value>1</value><x/></from><to name='b'><value>1</value></to></map>",
        "<convert/>",
    ],
)
def test_rule_that_makes_no_sense_is_refused_with_its_line(rules: str) -> None:
    with pytest.raises(SchemaError, match=r"1_0\.convert:2: "):
        parse_conversion(f"<convert name='a'>\n{rules}</convert>".encode(), "1_0.convert")


def test_a_tree_without_its_text_is_upgraded_too() -> None:
    root = etree.fromstring(
        '<sdf version="1.5"><model name="m"><link name="l"><pose frame="m">1 0 0 0 0 0</pose></link></model></sdf>'
    )
    upgrade(root, "1.5", None, Sink())
    assert root.get("version") == NEWEST
    assert root.find("model/link/pose").attrib == {"relative_to": "m"}


def test_every_version_but_the_newest_has_rules_that_lead_to_the_newest() -> None:
    newest = versions.newest_version()
    assert steps_from(newest) == ()
    for version in versions.list_versions()[:-1]:
        assert steps_from(version)[-1].target == newest


def test_frame_of_a_pose_becomes_what_it_is_relative_to() -> None:
    _, root, _ = upgraded('<sdf version="1.6"><model name="m"><pose frame="a">1</pose></model></sdf>', "1.6")
    assert root.get("version") == versions.newest_version()
    assert dict(root[0][0].attrib) == {"relative_to": "a"}


@pytest.mark.parametrize(
    ("version", "axis", "expected"),
    [
        ("1.4", "<xyz>1 0 0</xyz>", "__model__"),
        ("1.5", "<xyz>1 0 0</xyz>", None),
        ("1.5", "<xyz>1 0 0</xyz><use_parent_model_frame> TRUE </use_parent_model_frame>", "__model__"),
        ("1.6", "<xyz>1 0 0</xyz><use_parent_model_frame>0</use_parent_model_frame>", None),
    ],
)
def test_axis_is_expressed_in_what_its_version_meant(version: str, axis: str, expected: str | None) -> None:
    text = f'<sdf version="{version}"><model name="m"><joint name="j"><axis>{axis}</axis></joint></model></sdf>'
    _, root, _ = upgraded(text, version)
    (element,) = root.iter("xyz")
    assert element.get("expressed_in") == expected
    assert not list(root.iter("use_parent_model_frame"))


def test_gravity_moves_from_physics_to_the_world_as_the_same_element() -> None:
    text = '<sdf version="1.5"><world name="w"><physics><gravity>1 2 3</gravity></physics></world></sdf>'
    source, sink = Source("w.sdf", text.encode()), Sink()
    root = parse(source, sink)
    assert root is not None
    gravity = root[0][0][0]
    assert upgrade(root, "1.5", source, sink)
    assert root[0][1] is gravity
    assert source.position(gravity) == (1, 45)


def test_noise_of_an_imu_is_spread_over_its_axes_with_places() -> None:
    source, root, _ = upgraded(
        """<sdf version="1.5"><model name="m"><link name="l"><sensor name="s" type="imu"><imu><noise>
  <type>gaussian</type>
  <rate><mean>1</mean><stddev>2</stddev></rate>
  <accel><mean>3</mean></accel>
</noise></imu></sensor></link></model></sdf>""",
        "1.5",
    )
    (imu,) = root.iter("imu")
    assert [child.tag for child in imu] == ["angular_velocity", "linear_acceleration"]
    for axis in imu[0]:
        assert axis[0].get("type") == "gaussian"
        assert [(e.tag, e.text, source.position(e)[0]) for e in axis[0]] == [("mean", "1", 3), ("stddev", "2", 3)]
    assert [axis[0][0].text for axis in imu[1]] == ["3", "3", "3"]


def test_documents_of_1_0_have_attributes_turned_into_elements_and_another_root() -> None:
    _, root, sink = upgraded(
        """<gazebo version="1.0"><model name="m" static="true">
  <link name="l"><origin pose="1 0 0 0 0 0"/><inertial mass="2"/></link></model>
  <world name="w"><scene><background><sky><material>x</material></sky></background></scene></world></gazebo>""",
        "1.0",
    )
    assert root.tag == "sdf"
    assert root.findtext("model/static") == "true"
    assert root.findtext("model/link/pose") == "1 0 0 0 0 0"
    assert root.findtext("model/link/inertial/mass") == "2"
    assert [(d.code, d.line) for d in sink.found] == [("BP804", 3)]


@pytest.mark.parametrize(
    ("version", "text", "expected"),
    [
        ("1.12", "<pose frame=''>", False),
        ("1.6", "<pose>0</pose><model/>", False),
        ("1.6", "<pose\nframe='x'>", True),
        ("1.7", "<model><plugin name='a::b'/><joint><child>a::b</child></joint></model>", False),
        ("1.7", "<model><plugin name='a::b'/><joint name='a::b'/></model>", True),
        ("1.7", "<model><link name='a&#58;:b'/></model>", True),
        ("1.7", "<inertial><pose relative_to='x'/></inertial>", False),
        ("1.7", "<inertial><pose relative_to=''/></inertial>", True),
        ("1.4", "<model><joint><axis/></joint></model>", True),
        ("1.4", "<model><link/></model>", False),
        ("1.7", "::<model><link name='a:b'/></model>", False),
        ("1.7", "<model><link name=':a'/><link name='a::b'/></model>", True),
    ],
)
def test_text_tells_whether_rules_may_apply(version: str, text: str, expected: bool) -> None:
    assert is_needed(version, Source(None, text)) is expected
    assert is_needed(version, Source(None, text.encode())) is expected


def test_document_that_no_rule_touches_is_not_frozen() -> None:
    source, _, _ = upgraded('<sdf version="1.6"><model name="m"><link name="l"/></model></sdf>', "1.6")
    assert not source._ordinals


AXES = """<joint name="j"><axis><xyz>0 0 1</xyz><limit/></axis><axis2><limit/></axis2></joint>"""


@pytest.mark.parametrize(
    ("inside", "is_joined"),
    [
        (f'<model name="m">{AXES}</model>', True),
        (f'<world name="w"><model name="m">{AXES}</model><model name="n">{AXES}</model></world>', True),
        (f'<model name="m">{AXES}<model name="n">{AXES}</model></model>', True),
        (f'<model name="m">{AXES}<plugin name="p" filename="p">{AXES}</plugin></model>', True),
        (f'<model name="m"><link name="l"><pose frame="x"/></link>{AXES}</model>', False),
        (f'<world name="w"><model name="m">{AXES}</model><actor name="a" static="1"/></world>', False),
        (f'<model name="m">{AXES}<joint name="k"><axis><use_parent_model_frame/></axis></joint></model>', False),
        (
            f'<model name="m">{AXES}<plugin name="p" filename="p"><use_parent_model_frame/></plugin></model>',
            False,
        ),
    ],
)
def test_steps_that_are_joined_do_what_they_do_one_after_another(inside: str, is_joined: bool) -> None:
    document = f'<sdf version="1.4">{inside}</sdf>'
    _, root, _ = upgraded(document, "1.4")
    alone = etree.fromstring(document)
    upgrade(alone, "1.4", None, Sink())
    assert etree.tostring(root) == etree.tostring(alone)
    again = Source(None, document.encode())
    assert parse(again, Sink()) is not None
    assert (len(applicable_steps("1.4", again)) == 1) is is_joined


@pytest.mark.parametrize(
    ("attribute", "code", "read_as"),
    [
        ('version="1.4"', None, "1.4"),
        ('version="1.10"', None, "1.10"),
        ("", "BP801", NEWEST),
        ('version=""', "BP802", NEWEST),
        ('version="1.1"', "BP802", NEWEST),
        ('version=" 1.06"', "BP802", "1.6"),
        ('version="old"', "BP802", NEWEST),
        ('version="1.99"', "BP803", NEWEST),
        ('version="100.0"', "BP803", NEWEST),
    ],
)
def test_version_is_judged(attribute: str, code: str | None, read_as: str) -> None:
    sink = Sink()
    judged = detect_version(etree.fromstring(f"<sdf {attribute}/>"), sink)
    assert [d.code for d in sink.found] == ([code] if code else [])
    assert judged.read_as == read_as
    assert judged.fatal is (code == "BP801")
