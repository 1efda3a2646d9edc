"""A document is written as an older version, and each loss is a finding."""

from __future__ import annotations

from math import pi

import pytest
from bodyplan.runtime.diagnostics.sink import Sink
from bodyplan.runtime.parsing import parse
from bodyplan.runtime.source import Source, literal_tag
from bodyplan.semantics.transform import Transform
from bodyplan.semantics.upgrade.downgrading import can_be_written, downgrade
from bodyplan.semantics.upgrade.grammar import ElementGrammar, grammar_of
from bodyplan.semantics.upgrade.tree import elements
from bodyplan.semantics.upgrade.upgrading import upgrade
from bodyplan.semantics.upgrade.versions import known_versions
from lxml import etree

WRITABLE = [version for version in known_versions() if can_be_written(version)]


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


def test_pose_relative_to_a_frame_is_lost_where_there_are_none() -> None:
    root, sink, _ = written(
        '<model name="m">\n<link name="l"><pose relative_to="k">1 0 0 0 0 0</pose></link>\n<link name="k"/></model>',
        "1.4",
    )
    (message,) = messages(sink)
    assert message.startswith('3: BP810: /sdf/model[@name="m"]/link[@name="l"]/pose/@relative_to is lost: ')
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
    root, sink, _ = written(text.format(' expressed_in="a"'), "1.6")
    assert [d.code for d in sink.found] == ["BP810"]


def test_axis_in_the_joint_frame_means_something_else_in_1_4() -> None:
    joint = '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz{}>1 0 0</xyz></axis></joint>'
    text = f'<model name="m"><link name="a"/><link name="b"/>{joint}</model>'
    root, sink, _ = written(text.format(' expressed_in="__model__"'), "1.4")
    assert not list(root.iter("use_parent_model_frame"))
    assert messages(sink) == []
    _, sink, _ = written(text.format(""), "1.4")
    assert [d.code for d in sink.found] == ["BP811"]


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
        """<model name="m" placement_frame="f">
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
    assert not can_be_written(version)
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
