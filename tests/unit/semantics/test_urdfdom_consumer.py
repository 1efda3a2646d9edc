"""What urdfdom takes and refuses, as its own checker was seen to decide."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic
from bodyplan.semantics.targets.registry import URDFDOM
from bodyplan.semantics.targets.tables import table

LINKS = '<link name="a"/><link name="b"/>'
LIMIT = '<limit lower="0" upper="1" effort="1" velocity="1"/>'


def joint(inner: str = "", type: str = "fixed", parent: str = "a", child: str = "b", name: str = "j") -> str:
    return f'<joint name="{name}" type="{type}"><parent link="{parent}"/><child link="{child}"/>{inner}</joint>'


def robot(inner: str, attributes: str = 'name="r"') -> str:
    return f"<robot {attributes}>{inner}</robot>"


def findings(text: str) -> list[Diagnostic]:
    try:
        return list(bodyplan.loads(text, target="urdfdom").diagnostics)
    except bodyplan.LoadError as error:
        return list(error.diagnostics)


def takes(text: str) -> bool:
    return all(finding.severity != "error" for finding in findings(text))


SPHERE = "<geometry><sphere radius=%s/></geometry>"

TAKEN = {
    "plain": robot(LINKS + joint()),
    "version 1.0": robot(LINKS + joint(), 'name="r" version="1.0"'),
    "two parents": robot(LINKS + joint() + joint(name="k")),
    "loop apart from the root": robot(
        LINKS
        + '<link name="c"/><link name="d"/>'
        + joint()
        + joint("", "fixed", "c", "d", "k")
        + joint("", "fixed", "d", "c", "l")
    ),
    "zero axis": robot(LINKS + joint(LIMIT + '<axis xyz="0 0 0"/>', "revolute")),
    "crossed limits": robot(LINKS + joint('<limit lower="1" upper="0" effort="1" velocity="1"/>', "revolute")),
    "mimic of nothing": robot(LINKS + joint(LIMIT + '<mimic joint="none"/>', "revolute")),
    "broken shape": robot('<link name="a"><visual><geometry><sphere radius="x"/></geometry></visual></link>'),
    "undefined material": robot(
        '<link name="a"><visual><geometry><sphere radius="1"/></geometry><material name="m"/></visual></link>'
    ),
    "broken inertial": robot('<link name="a"><inertial><mass value="x"/></inertial></link>'),
    "broken axis of a fixed joint": robot(LINKS + joint('<axis xyz="x"/>')),
    "broken transmission": robot(LINKS + joint() + "<transmission/>"),
    "blanks between numbers": robot(LINKS + joint('<origin xyz=" 0  0 0 "/>')),
    "number after a tab": robot(LINKS + joint('<limit effort="&#9;1" velocity="1"/>', "revolute")),
}
REFUSED = {
    "no name": robot(LINKS + joint(), ""),
    "version 1": robot(LINKS + joint(), 'name="r" version="1"'),
    "version 1.1": robot(LINKS + joint(), 'name="r" version="1.1"'),
    "no link": robot(""),
    "two links of one name": robot(LINKS + joint() + '<link name="a"/>'),
    "two joints of one name": robot(LINKS + '<link name="c"/>' + joint() + joint("", "fixed", "a", "c")),
    "two materials of one name": robot('<material name="m"/><material name="m"/><link name="a"/>'),
    "two roots": robot(LINKS),
    "all in a loop": robot(LINKS + joint() + joint("", "fixed", "b", "a", "k")),
    "loop under the root": robot(
        LINKS + '<link name="c"/>' + joint() + joint("", "fixed", "b", "c", "k") + joint("", "fixed", "c", "b", "l")
    ),
    "unknown parent": robot(LINKS + joint(parent="z")),
    "undeclared world": robot('<link name="b"/>' + joint(parent="world")),
    "no child": robot(LINKS + '<joint name="j" type="fixed"><parent link="a"/></joint>'),
    "unknown type": robot(LINKS + joint(type="ball")),
    "revolute without limit": robot(LINKS + joint(type="revolute")),
    "limit without effort": robot(LINKS + joint('<limit velocity="1"/>', "continuous")),
    "broken limit of a fixed joint": robot(LINKS + joint('<limit effort="x" velocity="1"/>')),
    "infinite limit": robot(LINKS + joint('<limit lower="-inf" effort="1" velocity="1"/>', "revolute")),
    "number with a blank after it": robot(LINKS + joint('<limit effort="1 " velocity="1"/>', "revolute")),
    "two numbers in an origin": robot(LINKS + joint('<origin xyz="0 0"/>')),
    "tabs between numbers": robot(LINKS + joint('<origin xyz="0\t0\t0"/>')),
    "empty dynamics": robot(LINKS + joint("<dynamics/>")),
    "mimic without joint": robot(LINKS + joint("<mimic/>")),
    "safety controller without k_velocity": robot(LINKS + joint("<safety_controller/>")),
    "broken calibration": robot(LINKS + joint('<calibration rising="x"/>')),
    "declarations": '<!DOCTYPE robot [<!ENTITY n "a">]>' + robot('<link name="a"/>'),
}


@pytest.mark.parametrize("text", TAKEN.values(), ids=TAKEN.keys())
def test_what_urdfdom_takes_is_no_error(text: str) -> None:
    assert takes(text)


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_what_urdfdom_refuses_is_an_error(text: str) -> None:
    assert not takes(text)


def test_what_is_reported_already_is_not_said_again() -> None:
    found = [finding for finding in findings(robot(LINKS + joint(parent="z"))) if finding.severity == "error"]
    assert [finding.code for finding in found] == ["BP501"]


def test_what_only_urdfdom_minds_names_its_place() -> None:
    (finding,) = findings("<robot name='r' version='1.1'>\n<link name='a'/></robot>")
    assert (finding.code, finding.line, finding.column) == ("BP701", 1, 17)
    assert "'1.1'" in finding.message


def test_strict_keeps_every_warning_an_error() -> None:
    with pytest.raises(bodyplan.LoadError):
        bodyplan.loads(TAKEN["zero axis"], target="urdfdom", strict=True)


BOX = '<geometry><box size="1 1 1"/></geometry>'
SHAPES = f"<visual>{BOX}</visual><collision>{BOX}</collision>"
MASS, MOMENTS = '<mass value="1"/>', '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
CUT = {
    "no mass": (f"<inertial>{MOMENTS}</inertial>{SHAPES}", "mass, moments, 1 visual, 1 collision"),
    "no moments": (f"<inertial>{MASS}</inertial>{SHAPES}", "moments, 1 visual, 1 collision"),
    "no product": (
        f'<inertial>{MASS}<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0"/></inertial>{SHAPES}',
        "moments, 1 visual, 1 collision",
    ),
    "unreadable moment": (
        f'<inertial>{MASS}<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="a"/></inertial>{SHAPES}',
        "moments, 1 visual, 1 collision",
    ),
    "two numbers of an origin": (
        f'<inertial><origin xyz="0 0"/>{MASS}{MOMENTS}</inertial>',
        "mass, moments",
    ),
    "visual without geometry": (f"{SHAPES}<visual/>", "1 visual, 1 collision"),
    "visual before others": (f"<visual/>{SHAPES}{SHAPES}", "3 visuals, 2 collisions"),
    "collision without geometry": (f"<collision/>{SHAPES}", "2 collisions"),
    "empty geometry": (f"<collision><geometry/></collision>{SHAPES}", "2 collisions"),
    "capsule": ('<visual><geometry><capsule radius="1" length="1"/></geometry></visual>', "1 visual"),
    "box of two numbers": ('<visual><geometry><box size="1 1"/></geometry></visual>', "1 visual"),
    "sphere without radius": ("<visual><geometry><sphere/></geometry></visual>", "1 visual"),
    "cylinder without length": ('<visual><geometry><cylinder radius="1"/></geometry></visual>', "1 visual"),
    "mesh without file": ("<collision><geometry><mesh/></geometry></collision>", "1 collision"),
    "material without name": (f"<visual>{BOX}<material/></visual>", "1 visual"),
}


@pytest.mark.parametrize(("inside", "lost"), CUT.values(), ids=CUT.keys())
def test_what_urdfdom_loses_of_a_link_is_one_warning(inside: str, lost: str) -> None:
    (finding,) = findings(robot(f'<link name="arm">{inside}</link>'))
    assert (finding.code, finding.severity) == ("BP702", "warning")
    assert finding.message.startswith("urdfdom stops reading link 'arm' here: ")
    assert finding.message.endswith(f"; lost: {lost}")


def test_only_the_first_fault_of_a_link_cuts_it() -> None:
    (finding,) = [
        each
        for each in findings(robot(f'<link name="arm">\n<visual/>\n<visual/>\n{SHAPES}</link>'))
        if each.code == "BP702"
    ]
    assert finding.line == 2


def test_a_slip_keeps_its_correction() -> None:
    text = robot('<link name="arm"><visual><geometry><bxo size="1 1 1"/></geometry></visual></link>')
    assert [each.code for each in findings(text)] == ["BP201"]


def test_an_axis_without_numbers_is_no_axis_to_urdfdom() -> None:
    found = findings(robot(LINKS + joint("<axis/>", "continuous")))
    assert [each.message for each in found] == ["urdfdom gives joint 'j' the axis 0 0 0: its <axis> has no 'xyz'"]


@pytest.mark.parametrize("rgba", ["1 0 0", "255 0 0 1", "1,0,0,1"])
def test_a_colour_that_urdfdom_cannot_read_is_one_warning(rgba: str) -> None:
    (finding,) = findings(robot(f'<material name="red"><color rgba="{rgba}"/></material><link name="a"/>'))
    assert finding.code == "BP702"
    assert "no colour" in finding.message


def test_what_urdfdom_reads_loses_nothing() -> None:
    whole = f'<inertial>{MASS}{MOMENTS}</inertial><visual>{BOX}<material name="m"/></visual>{SHAPES}'
    text = robot(f'<material name="m"><color rgba="1 0 0 1"/></material><link name="a">{whole}</link>')
    assert findings(text) == []


def test_rows_are_about_what_sound_parts_are_asked_for() -> None:
    about = {path for row in table(URDFDOM, "urdf").rows for path in row.paths}
    assert about == {"/robot", "/robot/joint", "/robot/joint/mimic", "/robot/joint/dynamics"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('value="1"', 'value="1 "'),
        ('value="1"', 'value="inf"'),
        ('value="1"', 'value="1&#10;"'),
        ('ixx="1"', 'ixx="nan"'),
        ('ixx="1" ', ""),
        ("<inertial>", '<x:origin xmlns:x="u" xyz="a"/><inertial>'),
        ("<inertial>", '<origin xmlns="u" xyz="a"/><inertial>'),
    ],
)
def test_no_finding_of_the_format_means_that_urdfdom_reads_a_link(before: str, after: str) -> None:
    assert not findings(robot(f'<link name="a"><inertial>{MASS}{MOMENTS}</inertial></link>'))
    text = robot(f'<link name="a"><inertial>{MASS}{MOMENTS}</inertial></link>'.replace(before, after))
    cut = [finding for finding in findings(text) if "urdfdom" in finding.message]
    assert bool(cut) is (not after.startswith(("<x:origin", "<origin")))
