"""The rules of the tree: what the primer allows and what it forbids, with both places of a fault."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic

PENDULUM = """\
<robot name="linkage">
  <link name="link A"/>
  <link name="link B"/>
  <link name="link C"/>
  <joint name="joint A" type="continuous">
    <parent link="link A"/><child link="link B"/>
    <origin xyz="0 0 -0.05"/><axis xyz="0 1 0"/>
  </joint>
  <joint name="joint B" type="continuous">
    <parent link="link B"/><child link="link C"/>
    <origin xyz="0 0 -1"/><axis xyz="0 1 0"/><dynamics damping="0.002"/>
  </joint>
</robot>
"""

LOOP = """\
<robot name="linkage">
  <link name="link A"/><link name="link B"/><link name="link C"/><link name="link D"/>
  <joint name="joint A" type="fixed"><parent link="link A"/><child link="link B"/></joint>
  <joint name="joint B" type="fixed"><parent link="link A"/><child link="link C"/></joint>
  <joint name="joint C" type="fixed"><parent link="link C"/><child link="link D"/></joint>
  <joint name="joint D" type="fixed"><parent link="link B"/><child link="link D"/></joint>
</robot>
"""


def findings(text: str, **options: object) -> tuple[Diagnostic, ...]:
    """All findings of a text, whether it loads or not."""
    try:
        return bodyplan.loads(text, **options).diagnostics  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return error.diagnostics


def robot(*lines: str) -> str:
    """A robot with one line for each part, the first on line 2."""
    return "\n".join(('<robot name="r">', *lines, "</robot>"))


def joint(name: str, parent: str, child: str, inner: str = "", type: str = "fixed") -> str:
    return f'<joint name="{name}" type="{type}"><parent link="{parent}"/><child link="{child}"/>{inner}</joint>'


def test_the_double_pendulum_of_the_primer_is_a_tree() -> None:
    document = bodyplan.loads(PENDULUM)
    assert document.diagnostics == ()
    scene = document.scene
    assert [scene.joints[name].parent for name in scene.joints] == ["linkage::link A", "linkage::link B"]
    assert scene.pose("linkage::link C").translation.tolist() == pytest.approx([0, 0, -1.05])
    turned = scene.pose("linkage::link C", q={"linkage::joint A": 1.5707963267948966})
    assert turned.translation.tolist() == pytest.approx([-1, 0, -0.05])
    assert scene.joints["linkage::joint B"].axes[0].damping == 0.002


def test_the_kinematic_loop_of_the_primer_is_a_link_with_two_parents() -> None:
    (finding,) = findings(LOOP)
    assert (finding.code, finding.severity) == ("BP540", "error")
    assert (finding.line, finding.column) == (6, 68)
    assert [(place.line, place.column) for place in finding.related] == [(5, 61)]
    assert finding.xpath == '/robot[@name="linkage"]/joint[@name="joint D"]/child/@link'


def test_joints_that_lead_back_to_their_start_are_a_loop() -> None:
    text = robot(
        '<link name="a"/><link name="b"/><link name="c"/><link name="d"/>',
        joint("ab", "a", "b"),
        joint("bc", "b", "c"),
        joint("ca", "c", "a"),
    )
    codes = [(finding.code, finding.line) for finding in findings(text)]
    assert codes == [("BP541", 5)]
    (finding,) = findings(text)
    assert finding.message == "the joints form a loop: a -> b -> c -> a"
    assert [place.line for place in finding.related] == [3, 4]


def test_each_loop_is_reported_once() -> None:
    links = "".join(f'<link name="{name}"/>' for name in "abcdr")
    text = robot(
        links,
        joint("1", "a", "b"),
        joint("2", "b", "a"),
        joint("3", "c", "d"),
        joint("4", "d", "c"),
        joint("5", "a", "r"),
    )
    assert [(finding.code, finding.line) for finding in findings(text)] == [("BP541", 4), ("BP541", 6)]


def test_a_joint_from_a_link_to_itself_is_reported_once() -> None:
    text = robot('<link name="a"/><link name="b"/>', joint("j", "a", "b"), joint("k", "b", "b"))
    assert [(finding.code, finding.line) for finding in findings(text)] == [("BP503", 4)]


def test_a_second_root_and_an_orphan_are_told_apart() -> None:
    text = robot(
        '<link name="a"/><link name="b"/><link name="c"/>',
        '<link name="x"/><link name="y"/>',
        '<link name="lost"/>',
        joint("ab", "a", "b"),
        joint("bc", "b", "c"),
        joint("xy", "x", "y"),
    )
    found = findings(text)
    assert [(finding.code, finding.line) for finding in found] == [("BP542", 3), ("BP543", 4)]
    assert all(finding.related[0].line == 2 for finding in found)


def test_one_link_alone_is_a_robot_and_none_is_not() -> None:
    assert findings(robot('<link name="a"/>')) == ()
    assert [finding.code for finding in findings(robot())] == ["BP544"]


@pytest.mark.parametrize(("parent", "child", "code", "column"), [("z", "b", "BP501", 38), ("a", "z", "BP502", 55)])
def test_a_joint_names_links_that_are_there(parent: str, child: str, code: str, column: int) -> None:
    text = robot('<link name="a"/><link name="b"/>', joint("j", parent, child), joint("k", "a", "b"))
    (finding,) = findings(text)
    assert (finding.code, finding.line, finding.column) == (code, 3, column)


@pytest.mark.parametrize("wrong", ['<child link="bb"/>', "<child/>", ""])
def test_a_link_that_was_meant_as_a_child_is_not_reported_as_an_orphan(wrong: str) -> None:
    text = robot('<link name="a"/><link name="b"/>', f'<joint name="j" type="fixed"><parent link="a"/>{wrong}</joint>')
    assert len(findings(text)) == 1


def test_a_misspelt_link_is_suggested() -> None:
    text = robot('<link name="upper_arm"/><link name="b"/>', joint("j", "uper_arm", "b"))
    assert findings(text)[0].hint == "did you mean 'upper_arm'?"


def test_what_follows_from_a_missing_link_is_not_reported_again() -> None:
    text = robot(
        '<link name="a"/><link name="b"/><link name="c"/>',
        joint("j", "nowhere", "b", type="continuous"),
        joint("k", "a", "c", '<mimic joint="j"/>', type="continuous"),
        '<transmission name="t"><type>SimpleTransmission</type><joint name="j"/><actuator name="m"/></transmission>',
    )
    assert [finding.code for finding in findings(text)] == ["BP501"]


@pytest.mark.parametrize(
    ("second", "code"),
    [
        ('<link name="a"/>', "BP545"),
        (joint("j", "b", "c"), "BP546"),
        ('<material name="m"><color rgba="0 0 0 1"/></material>', "BP652"),
        ('<frame name="a" link="b"/>', "BP547"),
        ('<frame name="f" link="b"/>', "BP547"),
    ],
)
def test_a_name_used_twice_names_both_places(second: str, code: str) -> None:
    text = robot(
        '<link name="a"/>',
        '<link name="b"/><link name="c"/>',
        joint("j", "a", "b"),
        joint("k", "a", "c") if code != "BP546" else "",
        '<material name="m"><color rgba="0 0 0 1"/></material>',
        '<frame name="f" link="a"/>',
        second,
    )
    (finding,) = findings(text)
    assert (finding.code, finding.line) == (code, 8)
    assert finding.related[0].message == "first defined here"
    assert 2 <= finding.related[0].line < 8


def test_a_name_is_not_empty() -> None:
    text = robot('<link name="a"/><link name="b"/>', joint("", "a", "b"))
    assert [(finding.code, finding.line) for finding in findings(text)] == [("BP549", 3)]


def test_a_joint_may_have_the_name_of_a_link() -> None:
    text = robot(
        '<link name="a"/><link name="b"/>',
        joint("a", "a", "b", '<origin xyz="1 2 3"/><axis xyz="0 0 1"/>', type="continuous"),
    )
    document = bodyplan.loads(text)
    assert document.diagnostics == ()
    scene = document.scene
    assert scene.frames["r::a"].kind == "link"
    assert scene.joints["r::a"].X_PF.translation.tolist() == [1, 2, 3]
    assert scene.pose("r::a").translation.tolist() == [0, 0, 0]
    assert scene.pose("r::b", q={"r::a": 0.5}).translation.tolist() == [1, 2, 3]


def test_a_link_called_world_is_the_world() -> None:
    ball = '<visual><geometry><sphere radius="1"/></geometry></visual>'
    text = robot(
        f'<link name="world">{ball}</link><link name="base"/>', joint("j", "world", "base", '<origin xyz="0 0 1"/>')
    )
    scene = bodyplan.loads(text).scene
    assert scene.joints["r::j"].parent == "world"
    assert scene.pose("r::base").translation.tolist() == [0, 0, 1]
    assert scene.frames["r::world"].attached_to == "world"
    assert scene.collision_filter.excludes("world", "r::base")


def test_an_undeclared_world_is_a_warning_and_nothing_to_drake() -> None:
    text = robot('<link name="base"/>', joint("j", "world", "base", '<origin xyz="0 0 1"/>'))
    (finding,) = findings(text)
    assert (finding.code, finding.severity) == ("BP562", "warning")
    assert findings(text, target="drake") == ()
    assert bodyplan.loads(text).scene.joints["r::j"].parent == "world"
    assert bodyplan.loads(text).scene.pose("r::base").translation.tolist() == [0, 0, 1]


def test_drake_takes_links_without_parents_as_free_bodies() -> None:
    text = robot('<link name="a"/><link name="b"/>')
    assert [finding.severity for finding in findings(text)] == ["error"]
    assert {finding.severity for finding in findings(text, target="drake")} <= {"note"}


def test_all_faults_come_in_one_run() -> None:
    text = robot(
        '<link name="a"/><link name="b"/><link name="b"/>',
        joint("j", "a", "b"),
        joint("k", "a", "b"),
        joint("l", "a", "zzz"),
        '<link name="lost"/>',
        joint("m", "b", "lost", '<mimic joint="none"/><axis xyz="0 0 0"/>', type="continuous"),
    )
    assert sorted(finding.code for finding in findings(text)) == ["BP502", "BP506", "BP508", "BP540", "BP545"]
