"""One mistake is one finding, where it was made; two mistakes stay two."""

from __future__ import annotations

import bodyplan
import pytest

SHAPE = '<geometry><sphere radius="0.1"/></geometry>'
LIMIT = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
JOINT = '<joint name="{}" type="revolute"><parent link="{}"/><child link="{}"/>' + LIMIT + "</joint>"


def robot(*lines: str) -> str:
    return "\n".join(['<robot name="r">', *lines, "</robot>"])


def model(*lines: str) -> str:
    return "\n".join(['<sdf version="1.9"><model name="m">', *lines, "</model></sdf>"])


def skeleton(*lines: str) -> str:
    return "\n".join(['<skel version="1.0"><world name="w"><skeleton name="s">', *lines, "</skeleton></world></skel>"])


def found(text: str) -> list[tuple[str, int]]:
    try:
        findings = bodyplan.loads(text).diagnostics
    except bodyplan.LoadError as error:
        findings = error.diagnostics
    return [(finding.code, finding.line) for finding in findings]


LINKS = ('<link name="a"/>', '<link name="b"/>', '<link name="c"/>')
DRIVE = (
    '<transmission name="{}"><type>transmission_interface/SimpleTransmission</type><joint name="j"/>\n'
    '<actuator name="{}"/></transmission>'
)
BODY = '<body name="{}"><inertia><mass>1</mass></inertia></body>'
HELD = '<joint type="{}" name="{}"><parent>{}</parent><child>{}</child></joint>'
AXIS = "<axis><xyz>0 0 1</xyz></axis>"


CASES = {
    "a limit inside the axis": (
        robot(
            *LINKS[:2],
            '<joint name="j" type="revolute"><parent link="a"/><child link="b"/>',
            f'<axis xyz="0 0 1">\n{LIMIT}</axis></joint>',
        ),
        [("BP201", 6)],
    ),
    "a child inside the parent": (
        robot(*LINKS[:2], '<joint name="j" type="fixed">', '<parent link="a">\n<child link="b"/></parent></joint>'),
        [("BP201", 6)],
    ),
    "a joint inside a link": (
        robot('<link name="a"/>', '<link name="b">', JOINT.format("j", "a", "b"), "</link>"),
        [("BP201", 4)],
    ),
    "an inertia beside the inertial": (
        model('<link name="a">', "<inertia><ixx>1</ixx></inertia>", "<inertial><mass>1</mass></inertial></link>"),
        [("BP201", 3)],
    ),
    "an attribute under another name": (
        robot('<link name="a"><visual><geometry>', '<sphere r="0.1"/>', "</geometry></visual></link>"),
        [("BP202", 3)],
    ),
    "a link with the name of another": (
        robot(*LINKS[:2], '<link name="b"/>', JOINT.format("i", "a", "b"), JOINT.format("j", "b", "c")),
        [("BP545", 4)],
    ),
    "a link with the name of another, to which poses refer": (
        model(
            *LINKS[:2],
            '<link name="b"><pose relative_to="c">1 0 0 0 0 0</pose></link>'.replace("c", "a", 1),
            '<frame name="f" attached_to="c"/>',
            '<joint name="i" type="fixed"><parent>a</parent><child>b</child></joint>',
            '<joint name="j" type="fixed"><parent>b</parent><child>c</child></joint>',
        ),
        [("BP308", 4)],
    ),
    "a copy of a link, and a child that is not there": (
        robot(*LINKS, '<link name="c"/>', JOINT.format("i", "a", "b"), JOINT.format("j", "b", "d")),
        [("BP545", 5), ("BP502", 7)],
    ),
    "a joint from a link to itself": (
        robot(*LINKS, JOINT.format("i", "a", "b"), JOINT.format("j", "b", "b")),
        [("BP503", 6)],
    ),
    "a joint from a link to itself, and a link apart": (
        robot(*LINKS, '<link name="d"/>', JOINT.format("i", "a", "b"), JOINT.format("j", "b", "b")),
        [("BP543", 4), ("BP543", 5), ("BP503", 7)],
    ),
    "a joint without a parent that there is": (
        skeleton(*map(BODY.format, "ab"), HELD.format("free", "i", "world", "a"), HELD.format("weld", "j", "x", "b")),
        [("BP501", 5)],
    ),
    "a joint of no type that there is": (
        skeleton(*map(BODY.format, "ab"), HELD.format("free", "i", "world", "a"), HELD.format("hinge", "j", "a", "b")),
        [("BP107", 5)],
    ),
    "a transmission twice": (
        robot(
            *LINKS[:2],
            JOINT.format("j", "a", "b"),
            *[DRIVE.format("t", "m")] * 2,
        ),
        [("BP573", 7)],
    ),
    "an actuator twice": (
        robot(*LINKS[:2], JOINT.format("j", "a", "b"), DRIVE.format("t", "m"), DRIVE.format("u", "m")),
        [("BP574", 8)],
    ),
    "commas in a value": (
        skeleton(
            '<body name="a"><inertia><mass>1</mass></inertia>',
            "<transformation>0, 0, 1, 0, 0, 0</transformation></body>",
            HELD.format("free", "i", "world", "a"),
        ),
        [("BP102", 3)],
    ),
    "words behind a long element": (
        robot('<link name="a">', f"<visual>{SHAPE}</visual>", "<visual>hello</visual>", "</link>", "hello"),
        [("BP203", 4), ("BP208", 4), ("BP208", 6)],
    ),
    "a member of a group that is not there": (
        model(
            *LINKS,
            '<drake:collision_filter_group name="g">',
            "<drake:member>a</drake:member>",
            "<drake:member>x</drake:member>",
            "</drake:collision_filter_group>",
        ).replace("<sdf ", '<sdf xmlns:drake="drake.mit.edu" '),
        [("BP516", 7)],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_findings(case: str) -> None:
    text, expected = CASES[case]
    assert found(text) == expected


def test_what_is_misplaced_says_where_it_belongs() -> None:
    text, _ = CASES["a limit inside the axis"]
    (finding,) = bodyplan.loads(text).diagnostics
    assert finding.hint == "it belongs in <joint>"
    assert finding.arguments["belongs_in"] == "joint"


def test_what_is_misplaced_and_was_needed_is_an_error() -> None:
    text, _ = CASES["a child inside the parent"]
    with pytest.raises(bodyplan.LoadError) as raised:
        bodyplan.loads(text)
    assert [finding.severity for finding in raised.value.diagnostics] == ["error"]


YAML = {
    "a bracket": (
        "directives:\n- add_frame:\n    name: f\n    X_PF:\n      translation: [1, 2, 3\n      base_frame: world\n",
        5,
    ),
    "a colon": ("directives:\n- add_model:\n    name arm\n    file: package://p/a.sdf\n", 3),
    "a line that goes on": ("directives:\n- add_model:\n    name: arm\n      file: package://p/a.sdf\n", 4),
}


@pytest.mark.parametrize("case", YAML)
def test_faults_of_yaml_are_where_they_were_made(case: str) -> None:
    text, line = YAML[case]
    with pytest.raises(bodyplan.LoadError) as raised:
        bodyplan.dmd.loads(text)
    assert [(finding.code, finding.line) for finding in raised.value.diagnostics] == [("BP750", line)]
