"""A document is written as an older version, and each loss is a finding."""

from __future__ import annotations

import copy
from math import cos, pi, sin

import bodyplan
import pytest
from bodyplan.runtime.conversions import ConversionPath, MoveRule, VersionConversion, VersionStep
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source, literal_tag
from bodyplan.semantics.compose.transplant import detach_from_source
from bodyplan.semantics.spatial.transform import Transform
from bodyplan.semantics.upgrade.grammar import ElementGrammar, grammar_of
from bodyplan.semantics.upgrade.reverse_rules import StepReverser
from bodyplan.semantics.upgrade.target_version import VersionTarget
from bodyplan.semantics.upgrade.to_newest import upgrade
from bodyplan.semantics.upgrade.to_older import downgrade, writable_versions
from bodyplan.semantics.upgrade.xml_tree import Editor, elements
from lxml import etree

WRITABLE = writable_versions()


def written(content: str, version: str) -> tuple[etree._Element, Sink, Source]:
    source, sink = Source("test.sdf", f'<sdf version="1.12">\n{content}\n</sdf>'.encode()), Sink()
    root = parse(source, sink)
    assert root is not None
    downgrade(root, version, sink, source=source)
    return root, sink, source


def messages(sink: Sink) -> list[str]:
    return [f"{d.line}: {d.code}: {d.message}" for d in sink.finish()]


def test_pose_is_relative_to_a_frame_by_its_older_name() -> None:
    root, sink, _ = written(
        '<model name="m"><frame name="f"/><link name="l"><pose relative_to="f">1 0 0 0 0 0</pose></link></model>', "1.6"
    )
    (pose,) = root.iter("pose")
    assert dict(pose.attrib) == {"frame": "f"}
    assert [d.code for d in sink.found] == []


def test_pose_relative_to_a_frame_becomes_numbers_where_there_are_none() -> None:
    text = """<model name="m"><frame name="f" attached_to="k"><pose>0 0 1 0 0 0</pose></frame>
<link name="l"><pose relative_to="f">1 0 0 0 0 0</pose><visual name="v"><pose relative_to="__model__">0 0 0 0 0 0</pose>
<geometry><empty/></geometry></visual></link>
<link name="k"><pose degrees="true">0 5 0 0 0 90</pose></link></model>"""
    root, sink, _ = written(text, "1.4")
    assert [d.code for d in sink.found] == ["BP810"], "the frame itself"
    link, visual, _ = ([float(x) for x in (pose.text or "").split()] for pose in root.iter("pose"))
    assert link == pytest.approx([0, 6, 1, 0, 0, pi / 2])
    assert visual == pytest.approx([-6, 0, -1, 0, 0, -pi / 2])
    assert not any(pose.attrib for pose in root.iter("pose"))


def test_pose_relative_to_what_is_not_there_is_lost() -> None:
    root, sink, _ = written(
        '<model name="m">\n<link name="l"><pose relative_to="k">1 0 0 0 0 0</pose></link></model>',
        "1.4",
    )
    (message,) = messages(sink)
    assert message.startswith("3: BP810: link 'm::l'/pose/@relative_to is lost: ")
    assert message.endswith("SDFormat 1.4 has no relative_to='k' on <pose>")
    assert [dict(pose.attrib) for pose in root.iter("pose")] == [{}]


def test_axis_in_the_model_frame_is_said_in_the_older_way() -> None:
    joint = '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz{}>1 0 0</xyz></axis></joint>'
    text = f'<model name="m"><link name="a"/><link name="b"/>{joint}</model>'
    root, sink, _ = written(text.format(' expressed_in="__model__"'), "1.6")
    assert [e.text for e in root.iter("use_parent_model_frame")] == ["true"]
    assert messages(sink) == []
    root, sink, _ = written(text.format(""), "1.6")
    assert [e.text for e in root.iter("use_parent_model_frame")] == ["false"]
    assert messages(sink) == []
    root, sink, _ = written(text.format(' expressed_in="gone"'), "1.6")
    assert [d.code for d in sink.found] == ["BP810"]


TURNED = """<sdf version="1.12"><model name="m"><pose>1 0 0 0.4 0 0</pose><frame name="f"><pose>0 0 0 0 0.5 1</pose></frame>
<link name="a"><pose>0 0 1 0.1 0.2 0.3</pose></link><link name="b"><pose>0 1 0 0.3 0.1 0.2</pose></link>
<joint name="j" type="universal"><pose>0 0 0 0.7 0 0</pose><parent>a</parent><child>b</child>
<axis><xyz{}>0.6 0 0.8</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint></model></sdf>"""


@pytest.mark.parametrize("version", WRITABLE)
@pytest.mark.parametrize("frame", ["", "f", "a", "b", "j", "__model__"])
def test_axis_is_the_same_in_a_version_without_names_for_its_frame(version: str, frame: str) -> None:
    text = TURNED.format(f' expressed_in="{frame}"' if frame else "")
    document = bodyplan.sdformat.loads(text)
    older, losses = document.export(version)
    assert not [loss for loss in losses if "axis" in (loss.xpath or "")]
    again = bodyplan.sdformat.loads(older)
    for number in (0, 1):
        before, now = (each.scene.joints["m::j"].axes[number].xyz for each in (document, again))
        assert now == pytest.approx(before)


@pytest.mark.parametrize("version", ["1.4", "1.6"])
def test_axis_of_a_joint_in_a_world_is_expressed_in_the_joint_frame(version: str) -> None:
    text = """<world name="w"><model name="m"><pose>0 0 0 0 0 1</pose><link name="l"/></model>
<joint name="j" type="revolute"><parent>world</parent><child>m::l</child><axis><xyz{}>1 0 0</xyz></axis></joint></world>"""
    root, _, _ = written(text.format(' expressed_in="world"'), version)
    (axis,) = root.iter("xyz")
    assert dict(axis.attrib) == {}
    assert [float(each) for each in (axis.text or "").split()] == pytest.approx([cos(1), -sin(1), 0])
    assert not any(each.text == "true" for each in root.iter("use_parent_model_frame"))
    root, _, _ = written(text.format(""), version)
    assert root.findtext(".//xyz") == "1 0 0"


def test_axis_of_a_joint_whose_child_is_included_is_expressed_in_the_model_frame() -> None:
    root, sink, _ = written(
        """<model name="m"><frame name="f"><pose>0 0 0 0 0 1.5707963267948966</pose></frame><link name="a"/>
<include><uri>x</uri><name>n</name></include><joint name="j" type="revolute"><parent>a</parent><child>n::b</child>
<axis><xyz expressed_in="f">1 0 0</xyz></axis></joint></model>""",
        "1.6",
    )
    assert [each.text for each in root.iter("use_parent_model_frame")] == ["true"]
    (axis,) = root.iter("xyz")
    assert [float(each) for each in (axis.text or "").split()] == pytest.approx([0, 1, 0])
    assert not [each for each in messages(sink) if "xyz" in each]


def test_axis_whose_frame_cannot_be_told_is_told_to_mean_something_else() -> None:
    ends = "<parent>a</parent><child>b</child>"
    joint = f'<joint name="j" type="revolute"><pose>1 2</pose>{ends}<axis><xyz{{}}>1 0 0</xyz></axis></joint>'
    text = f'<model name="m"><link name="a"/><link name="b"/>{joint}</model>'
    root, sink, _ = written(text.format(' expressed_in="__model__"'), "1.4")
    assert not list(root.iter("use_parent_model_frame"))
    assert messages(sink) == []
    _, sink, _ = written(text.format(""), "1.4")
    assert [d.code for d in sink.found] == ["BP811"]


@pytest.mark.parametrize("version", WRITABLE)
def test_a_model_stays_where_it_is_in_a_version_that_places_no_frames_of_it(version: str) -> None:
    text = """<sdf version="1.12"><world name="w"><model name="k"><pose>0 1 0 0 0 1</pose><link name="l"/></model>
<model name="m" placement_frame="f"><pose{}>1 2 3 0 0.5 0</pose>
<link name="l"/><frame name="f" attached_to="l"><pose>1 0 0 0 1 0</pose></frame></model></world></sdf>"""
    for reference in ("", ' relative_to="k"'):
        document = bodyplan.sdformat.loads(text.format(reference))
        older, losses = document.export(version)
        assert not [loss for loss in losses if "placement_frame" in loss.message]
        again = bodyplan.sdformat.loads(older)
        assert again.scene.pose("m::l").matrix == pytest.approx(document.scene.pose("m::l").matrix)


def test_gravity_goes_back_into_physics() -> None:
    root, sink, source = written('<world name="w"><gravity>0 0 -1</gravity></world>', "1.5")
    assert root.findtext("world/physics/gravity") == "0 0 -1"
    physics = root.find("world/physics")
    assert physics is not None
    assert physics.get("type") == "ode"
    assert source.position(physics)[0] == 2
    assert [d.code for d in sink.found if d.code == "BP810"] == []


def test_rotations_are_computed_where_the_older_version_knows_radians_only() -> None:
    root, sink, _ = written(
        """<model name="m"><link name="l">
  <pose degrees="true">1 2 3 180 0 90</pose>
  <visual name="v"><pose rotation_format="quat_xyzw">0 0 0 0 0 1 0</pose><geometry><empty/></geometry></visual>
</link></model>""",
        "1.8",
    )
    first, second = ([float(x) for x in (pose.text or "").split()] for pose in root.iter("pose"))
    assert first == pytest.approx([1, 2, 3, pi, 0, pi / 2])
    assert second == pytest.approx([0, 0, 0, 0, 0, pi])
    assert messages(sink) == []


def test_pitch_of_a_screw_becomes_the_older_quantity() -> None:
    root, sink, _ = written(
        """<model name="m"><link name="a"/><link name="b"/><joint name="j" type="screw"><parent>a</parent>
<child>b</child><screw_thread_pitch>0.5</screw_thread_pitch></joint></model>""",
        "1.9",
    )
    assert float(root.findtext("model/joint/thread_pitch") or 0) == pytest.approx(-4 * pi)
    assert messages(sink) == []


def test_rotations_at_a_quarter_turn_of_pitch_keep_what_they_mean() -> None:
    half = 2**-0.5
    quaternion = f"0 {half} 0 {half}"  # about y, where roll and yaw are about one axis
    root, sink, _ = written(
        f'<model name="m"><pose rotation_format="quat_xyzw">1 2 3 {quaternion}</pose></model>', "1.8"
    )
    assert messages(sink) == []
    numbers = [float(number) for number in (root.findtext("model/pose") or "").split()]
    turned = Transform.from_rpy(numbers[:3], numbers[3:])
    assert turned.translation == pytest.approx([1, 2, 3])
    assert turned.apply([1, 0, 0]) == pytest.approx([1, 2, 2])
    assert turned.apply([0, 1, 0]) == pytest.approx([1, 3, 3])


def test_a_pitch_of_nothing_has_no_older_form() -> None:
    joint = "<parent>a</parent><child>b</child><screw_thread_pitch>{}</screw_thread_pitch>"
    for pitch in ("0", "much"):
        root, sink, _ = written(
            f'<model name="m"><link name="a"/><link name="b"/><joint name="j" type="screw">{joint.format(pitch)}</joint></model>',
            "1.9",
        )
        assert root.find("model/joint/thread_pitch") is None
        assert len(messages(sink)) == 1


def test_what_only_repeats_a_default_goes_without_a_word() -> None:
    root, sink, _ = written(
        '<model name="m" placement_frame="" canonical_link=""><enable_wind>0</enable_wind><link name="l"/></model>',
        "1.4",
    )
    assert messages(sink) == []
    assert root.find("model/enable_wind") is None
    assert dict(root[0].attrib) == {"name": "m"}


def test_every_loss_has_its_own_finding() -> None:
    _, sink, _ = written(
        """<model name="m" placement_frame="gone">
  <frame name="f"/>
  <link name="l"/>
  <model name="n"><link name="k"/></model>
</model>""",
        "1.4",
    )
    assert [(d.line, d.code) for d in sink.finish()] == [(2, "BP810"), (3, "BP810"), (5, "BP810")]


def test_other_vocabularies_and_plugins_stay() -> None:
    root, sink, _ = written(
        """<model name="m" xmlns:x="urn:x" x:a="1"><x:thing frame="1"/><mine/><link name="l"/>
<plugin name="p" filename="f"><screw_thread_pitch relative_to="q"/></plugin></model>""",
        "1.4",
    )
    assert messages(sink) == []
    assert len(root[0]) == 4
    assert root[0][3][0].get("relative_to") == "q"


@pytest.mark.parametrize("version", ["1.0", "1.3", "1.1", "2.0", ""])
def test_other_versions_are_not_written(version: str) -> None:
    assert version not in WRITABLE
    with pytest.raises(ValueError, match=r"not "):
        downgrade(etree.fromstring('<sdf version="1.12"/>'), version, Sink())


RICH = """<world name="w"><gravity>0 0 -9</gravity>
<model name="m" canonical_link="a"><pose relative_to="f">1 2 3 0 0 0</pose>
<link name="a"><pose>0 0 1 0 0 0</pose><inertial><mass>2</mass></inertial></link><link name="b"/>
<joint name="j" type="revolute"><parent>a</parent><child>b</child>
<axis><xyz expressed_in="__model__">0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint>
<model name="n"><link name="k"/></model></model><frame name="f"/></world>"""


@pytest.mark.parametrize("version", WRITABLE)
def test_what_is_written_is_of_that_version_only(version: str) -> None:
    root, _, _ = written(RICH, version)
    assert root.get("version") == version
    unknown: list[str] = []

    def look(element: etree._Element, description: ElementGrammar) -> None:
        unknown.extend(str(name) for name in element.attrib if name not in description.attributes)
        for child in elements(element):
            inner = description.children.get(literal_tag(child))
            if inner is None:
                unknown.append(literal_tag(child))
            else:
                look(child, inner)

    look(root, grammar_of(version))
    assert unknown == []


@pytest.mark.parametrize("version", [v for v in WRITABLE if v not in ("1.4", "1.5", "1.6")])
def test_writing_and_reading_again_gives_the_same(version: str) -> None:
    expected, _, _ = written(RICH, "1.12")
    root, sink, _ = written(RICH, version)
    assert sink.found == []
    upgrade(root, version, None, sink)
    assert sink.found == []
    kept = {etree.ElementTree(expected).getpath(e): (e.text or "").strip() for e in expected.iter()}
    again = {etree.ElementTree(root).getpath(e): (e.text or "").strip() for e in root.iter()}
    assert kept.items() <= again.items()


def exported(text: str, version: str) -> tuple[str, list[str]]:
    written, losses = bodyplan.loads(text).export(version)
    bodyplan.loads(written)
    return written, [f"{each.code}: {each.message}" for each in losses]


SENSOR = """<sdf version="{}"><model name="m"><link name="l"><sensor name="s" type="force_torque">
<force_torque>{}</force_torque></sensor></link></model></sdf>"""


@pytest.mark.parametrize(
    ("own", "written", "version", "frame"),
    [
        ("1.12", "", "1.4", "child"),
        ("1.12", "", "1.5", None),
        ("1.12", "<frame>parent</frame>", "1.4", "parent"),
        ("1.4", "", "1.12", "parent"),
        ("1.4", "", "1.5", "parent"),
        ("1.4", "", "1.4", None),
        ("1.5", "", "1.12", None),
    ],
)
def test_a_default_that_changed_is_written_out(own: str, written: str, version: str, frame: str | None) -> None:
    text, losses = exported(SENSOR.format(own, written), version)
    assert etree.fromstring(text.encode()).findtext(".//force_torque/frame") == frame
    assert losses == []


def test_a_document_that_was_changed_keeps_the_defaults_of_its_own_version() -> None:
    document = bodyplan.loads(SENSOR.format("1.4", ""))
    assert isinstance(document.root, bodyplan.sdformat.Sdf)
    assert document.root.model is not None
    document.root.model.name = "other"
    root = etree.fromstring(document.dumps().encode())
    assert [element.tag for element in root.iter()] == ["sdf", "model", "link", "sensor", "force_torque"]


def test_a_default_that_cannot_be_written_is_told() -> None:
    surface = "<surface><friction><ode/></friction></surface>"
    text, losses = exported(
        f"""<sdf version="1.3"><model name="m"><link name="l"><collision name="c">{surface}
<geometry><sphere><radius>1</radius></sphere></geometry></collision></link></model></sdf>""",
        "1.12",
    )
    assert "<mu" not in text
    assert [loss.rsplit(": ", 1)[1] for loss in losses] == [
        "SDFormat 1.12 always means mu 1, not -1",
        "SDFormat 1.12 always means mu2 1, not -1",
    ]


def test_defaults_that_say_the_same_are_not_written_out() -> None:
    axis = "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>"
    text, losses = exported(
        f"""<sdf version="1.12"><model name="m"><link name="a"/><link name="b"/>
<joint name="j" type="revolute"><parent>a</parent><child>b</child>{axis}</joint></model></sdf>""",
        "1.9",
    )
    assert "effort" not in text
    assert losses == []


def test_a_value_out_of_the_bounds_of_the_version_is_told() -> None:
    camera = "<camera><horizontal_fov>3</horizontal_fov><clip><near>0.1</near><far>50</far></clip></camera>"
    _, losses = exported(
        f"""<sdf version="1.12"><model name="m"><link name="l"><sensor name="s" type="camera">{camera}</sensor></link>
</model></sdf>""",
        "1.4",
    )
    (loss,) = losses
    assert loss.startswith("BP813: ")
    assert loss.endswith("/horizontal_fov is '3', but SDFormat 1.4 takes double from 0.1 up to 1.5708")


def test_what_a_later_version_requires_is_told() -> None:
    light = '<light type="point"><pose>0 0 1 0 0 0</pose></light>'
    _, losses = exported(f'<sdf version="1.5"><world name="w">{light}</world></sdf>', "1.5")
    assert losses == []
    document = bodyplan.loads(f'<sdf version="1.5"><world name="w">{light}</world></sdf>')
    assert [f"{d.code}: {d.message}" for d in document.export("1.6")[1]] == [
        "BP812: /sdf/world[@name=\"w\"]/light has no attribute 'name', which SDFormat 1.6 requires"
    ]


def test_a_holder_whose_only_child_was_moved_back_goes_without_a_word() -> None:
    root = etree.fromstring('<sdf version="1.12"><model name="m"><flags><wind>1</wind></flags></model></sdf>')
    target = VersionTarget("sdformat", "1.9", "1.12", Sink(), Editor(None))
    undone = StepReverser(target)
    move = MoveRule(ConversionPath(("enable_wind",)), ConversionPath(("flags", "wind")), copy=False)
    conversion = VersionConversion("sdf", False, (VersionConversion("model", False, (), (move,)),), ())
    undone.undo(root, VersionStep("1.9", "1.10", (conversion,)))
    flags = root[0][0]
    assert root.findtext("model/enable_wind") == "1"
    assert undone.is_hollow(flags)
    flags.set("mine", "1")
    assert not undone.is_hollow(flags)


def test_a_joint_whose_frame_is_attached_to_a_link_keeps_its_place() -> None:
    text = """<sdf version="1.12"><model name="m"><link name="a"/><link name="b"><pose>0 0 1 0 0 0</pose></link>
<frame name="f" attached_to="b"><pose>1 0 0 0 0 0</pose></frame>
<joint name="j" type="fixed"><parent>a</parent><child>f</child></joint></model></sdf>"""
    for version in ("1.4", "1.5", "1.6"):
        written, losses = exported(text, version)
        assert losses
        assert all(loss.startswith("BP810") for loss in losses)
        scene = bodyplan.loads(written).scene
        assert "m::b" in str(scene.joints["m::j"].child)
        assert scene.pose("m::j").translation == pytest.approx([1, 0, 1])


def test_what_refers_to_something_lost_is_lost_with_it() -> None:
    text = """<sdf version="1.12"><model name="m"><link name="a"/><model name="n"><link name="b"/></model>
<joint name="j" type="fixed"><parent>a</parent><child>n::b</child></joint></model></sdf>"""
    written, losses = exported(text, "1.4")
    assert "<joint" not in written
    assert len(losses) == 2
    assert any("joint 'm::j' is lost: SDFormat 1.4 has no 'n::b' for this <joint>" in loss for loss in losses)


def test_a_nested_model_stays_relative_to_a_frame_beside_it() -> None:
    text = """<sdf version="1.12"><model name="m"><link name="a"/><frame name="f" attached_to="__model__"/>
<model name="n"><pose relative_to="f">1 0 0 0 0 0</pose><link name="b"/></model>
<model name="k"><pose relative_to="gone">1 0 0 0 0 0</pose><link name="b"/></model></model></sdf>"""
    source, sink = Source("test.sdf", text.encode()), Sink()
    root = parse(source, sink)
    assert root is not None
    downgrade(root, "1.6", sink, source=source)
    frame, near, gone = (root.find(f"model/{path}") for path in ("frame/pose", "model[1]/pose", "model[2]/pose"))
    assert frame is None
    assert near is not None
    assert near.get("frame") == "f"
    assert gone is not None
    assert not gone.attrib


NEWER = """<sdf version="{}"><model name="m">{}<link name="a"/><link name="b"><pose relative_to="a" degrees="true">1 2 3 90 0 0</pose></link>
<joint name="j" type="screw"><parent>a</parent><child>b</child><screw_thread_pitch>0.5</screw_thread_pitch></joint></model></sdf>"""


@pytest.mark.parametrize(("version", "more"), [("1.9", ""), ("1.7", ""), ("1.4", '<frame name="f" attached_to="a"/>')])
def test_a_document_that_uses_newer_words_keeps_them_in_what_is_put_there(version: str, more: str) -> None:
    document = bodyplan.sdformat.loads(NEWER.format(version, more))
    made = bodyplan.sdformat.loads(NEWER.format("1.12", more)).root.model
    assert document.root.model is not None
    assert made is not None
    made.name = "n"
    bodyplan.replace(document.root.model, loosened(made))
    text, losses = document.export()
    assert losses == ()
    assert bodyplan.sdformat.loads(text).root == document.root
    assert f'version="{version}"' in text
    assert "<screw_thread_pitch>0.5</screw_thread_pitch>" in text
    assert '<pose relative_to="a" degrees="true">1 2 3 90 0 0</pose>' in text


def loosened(element: bodyplan.sdformat.Model) -> bodyplan.sdformat.Model:
    """An element as one that was made in Python."""
    twin = copy.deepcopy(element)
    detach_from_source(twin)
    return twin


def test_words_that_a_document_does_not_use_are_not_brought_into_it() -> None:
    document = bodyplan.sdformat.loads(NEWER.format("1.9", "").replace("screw_thread_pitch", "thread_pitch"))
    assert document.root.model is not None
    made = bodyplan.sdformat.loads(NEWER.format("1.12", "")).root.model
    assert made is not None
    bodyplan.replace(document.root.model, loosened(made))
    assert "screw_thread_pitch" not in document.dumps()
