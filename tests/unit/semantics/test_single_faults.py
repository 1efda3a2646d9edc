"""One mistake is one finding, at the part that is wrong: by default, in strict mode, and for each target."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.diagnostics.explanations.loader import read_explanation
from bodyplan.diagnostics.explanations.page import find_lenient_parts
from bodyplan.diagnostics.registry import REGISTRY

LINKS = '<link name="a"/><link name="b"/>'
ENDS = '<parent link="a"/><child link="b"/>'
MASS = '<mass value="1"/>'
SPHERE = '<geometry><sphere radius="1"/></geometry>'


def moments(izz: float) -> str:
    return f'<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="{izz}"/>'


def joint(inside: str, type: str = "fixed", name: str = ' name="j"') -> str:
    return f'{LINKS}\n<joint{name} type="{type}">{inside}</joint>'


URDF = {
    "link without a name": ('<link name="a"/>\n<link/>', "BP204", 3, 1),
    "named one that a joint names": (f'<link name="a"/>\n<link/><joint name="j" type="fixed">{ENDS}</joint>', "BP204", 3, 1),
    "misspelt link": (f'<link name="a"/>\n<lnik name="b"/><joint name="j" type="fixed">{ENDS}</joint>', "BP201", 3, 1),
    "misspelt name": (f'<link name="a"/>\n<link nmae="b"/><joint name="j" type="fixed">{ENDS}</joint>', "BP202", 3, 7),
    "misspelt joint": (f'{LINKS}\n<jiont name="j" type="fixed">{ENDS}</jiont>', "BP201", 3, 1),
    "link twice": (f'{joint(ENDS)}\n<link name="b"/>', "BP545", 4, 7),
    "joint without a child": (joint('<parent link="a"/>'), "BP203", 3, 1),
    "joint without a parent": (joint('<child link="b"/>'), "BP203", 3, 1),
    "child without a link": (joint('<parent link="a"/>\n<child/>'), "BP204", 4, 1),
    "misspelt child": (joint('<parent link="a"/>\n<chlid link="b"/>'), "BP201", 4, 1),
    "joint without a name": (joint(ENDS, name=""), "BP204", 3, 1),
    "joint without a type": (f'{LINKS}\n<joint name="j">{ENDS}</joint>', "BP204", 3, 1),
    "unknown type": (joint(ENDS, "hinge"), "BP107", 3, 17),
    "misspelt type": (joint(ENDS, "fixd"), "BP107", 3, 17),
    "no limit": (joint(ENDS, "revolute"), "BP210", 3, 1),
    "unknown child": ('<link name="a"/><joint name="j" type="fixed"><parent link="a"/>\n<child link="x"/></joint>', "BP502", 3, 8),
    "itself": (joint('<parent link="a"/>\n<child link="a"/>'), "BP503", 4, 1),
    "impossible inertia": (f'<link name="a"><inertial>{MASS}\n{moments(9)}</inertial></link>', "BP642", 3, 1),
    "negative mass": (f'<link name="a"><inertial>\n<mass value="-1"/>{moments(1)}</inertial></link>', "BP640", 3, 7),
    "second shape": ('<link name="a"><visual><geometry><sphere radius="1"/>\n<box size="1 1 1"/></geometry></visual></link>', "BP209", 3, 1),
    "second geometry": (f'<link name="a"><visual>{SPHERE}\n{SPHERE}</visual></link>', "BP205", 3, 1),
    "unreadable colour": ('<link name="a"/><material name="m">\n<color rgba="1 0"/></material>', "BP103", 3, 8),
    "text between elements": ('<link name="a">\n</link>\nhello', "BP208", 4, 1),
    "misspelt tag of an extension": (
        f'<link name="a"><collision>{SPHERE}\n<drake:proximity_propertis/></collision></link>', "BP201", 3, 1
    ),
}  # fmt: skip

SDF_ENDS = "<parent>a</parent><child>b</child>"
AXIS = "<axis><xyz>0 0 1</xyz></axis>"
SDF_SHAPE = "<geometry><sphere><radius>1</radius></sphere></geometry>"
LAST = '<joint name="j" type="fixed"><parent>a</parent><child>{}</child></joint>'


def sdf_inertia(mass: float, izz: float) -> str:
    return (
        f'<link name="a"><inertial>\n<mass>{mass}</mass>\n<inertia><ixx>1</ixx><iyy>1</iyy><izz>{izz}</izz>'
        "<ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link>"
    )


SDFORMAT = {
    "link without a name": (f"{LINKS}\n<link/>", "BP204", 3, 1),
    "one that a joint names": (f"{LINKS}\n<link/>{LAST.format('c')}", "BP204", 3, 1),
    "misspelt name": (f'{LINKS}\n<link nmae="c"/>{LAST.format("c")}', "BP202", 3, 7),
    "misspelt link": (f'{LINKS}\n<lnik name="c"/>{LAST.format("c")}', "BP201", 3, 1),
    "empty name": (f'{LINKS}\n<link name=""/>', "BP320", 3, 7),
    "reserved name": (f'{LINKS}\n<link name="world"/>{LAST.format("world")}', "BP321", 3, 7),
    "another reserved name": (f'{LINKS}\n<link name="__x__"/>{LAST.format("__x__")}', "BP321", 3, 7),
    "name of the model's frame": (f'{LINKS}\n<link name="__model__"/>{LAST.format("__model__")}', "BP321", 3, 7),
    "name with a delimiter": (f'{LINKS}\n<link name="x::c"/>{LAST.format("x::c")}', "BP322", 3, 7),
    "model with a delimiter": (f'{LINKS}\n<model name="x::c"><link name="l"/></model>{LAST.format("x::c::l")}', "BP322", 3, 8),
    "link twice": (f'{LINKS}\n<link name="b"/>{LAST.format("b")}', "BP308", 3, 7),
    "joint without a child": (f'{LINKS}\n<joint name="j" type="revolute"><parent>a</parent>{AXIS}</joint>', "BP203", 3, 1),
    "joint without a parent": (f'{LINKS}\n<joint name="j" type="revolute"><child>a</child>{AXIS}</joint>', "BP203", 3, 1),
    "empty child": (f'{LINKS}\n<joint name="j" type="revolute"><parent>a</parent>\n<child/>{AXIS}</joint>', "BP502", 4, 1),
    "misspelt child": (f'{LINKS}<joint name="j" type="fixed"><parent>a</parent>\n<chlid>b</chlid></joint>', "BP201", 3, 1),
    "include without a URI": (f"{LINKS}\n<include/>", "BP406", 3, 1),
    "include with an empty URI": (f"{LINKS}<include>\n<uri/></include>", "BP406", 3, 1),
    "what an include should bring": (
        f"{LINKS}<include>\n<uri>model://nope/</uri><name>n</name></include>{LAST.format('n::a')}", "BP401", 3, 1
    ),
    "model without links": ("", "BP310", 1, 56),
    "impossible inertia": (sdf_inertia(1, 9), "BP620", 4, 1),
    "negative mass": (sdf_inertia(-1, 1), "BP620", 3, 1),
    "second geometry": (f'<link name="a"><visual name="v">{SDF_SHAPE}\n{SDF_SHAPE}</visual></link>', "BP205", 3, 1),
    "script without a URI": (
        f'<link name="a"><visual name="v">{SDF_SHAPE}<material>\n<script><name>x</name></script></material></visual></link>',
        "BP624", 3, 1,
    ),
    "submesh without a name": (
        '<link name="a"><collision name="c"><geometry><mesh><uri>m.obj</uri>\n<submesh/></mesh></geometry></collision></link>',
        "BP625", 3, 1,
    ),
    "frame attached to nothing": (f'{LINKS}\n<frame name="f" attached_to="zz"/>{LAST.format("f")}', "BP304", 3, 17),
    "text between elements": (f"\n{LINKS}hello", "BP208", 3, 33),
    "misspelt tag of an extension": (
        f'<link name="a"><collision name="c">{SDF_SHAPE}\n<drake:proximity_propertis/></collision></link>', "BP201", 3, 1
    ),
}  # fmt: skip

SKEL_TREE = '<body name="a"/><body name="b"/><joint type="free" name="r"><parent>world</parent><child>a</child></joint>'
SKEL_LAST = '<joint type="weld" name="{}"><parent>a</parent><child>{}</child></joint>'
SKEL = {
    "body without a name": (f"\n<body/>{SKEL_LAST.format('k', 'c')}", "BP662", 3, 1),
    "misspelt body": (f'\n<bdoy name="c"/>{SKEL_LAST.format("k", "c")}', "BP201", 3, 1),
    "body twice": ('\n<body name="b"/>', "BP660", 3, 7),
    "body twice, with a joint each": (f'\n<body name="b"/>{SKEL_LAST.format("k", "b")}', "BP660", 3, 7),
    "joint without a child": ('\n<joint type="weld" name="k"><parent>a</parent></joint>', "BP203", 3, 1),
    "misspelt child": (
        '<body name="c"/><joint type="weld" name="k"><parent>a</parent>\n<chlid>c</chlid></joint>', "BP201", 3, 1
    ),
    "two joints": (f"\n{SKEL_LAST.format('k', 'b')}", "BP590", 3, 47),
    "mobile and immobile": ("<mobile>true</mobile>\n<immobile>true</immobile>", "BP674", 3, 1),
    "text between elements": ('\n<body name="c"/>hello' + SKEL_LAST.format("k", "c"), "BP208", 3, 17),
}  # fmt: skip

MODEL = "- add_model:\n    file: package://p/m.sdf\n    name: arm\n"
WELD = "- add_weld:\n    parent: world\n    child: arm::a\n"
DMD = {
    "model without a name": ("- add_model:\n    file: package://p/m.sdf\n" + WELD, "BP753", 2, 3),
    "model without a file": ("- add_model:\n    name: arm\n" + WELD, "BP753", 2, 3),
    "misspelt key": (MODEL.replace("name", "nmae") + WELD, "BP752", 4, 5),
    "misspelt directive": (MODEL.replace("model", "modle", 1) + WELD, "BP752", 2, 3),
    "empty name": (MODEL.replace("arm", "''") + WELD, "BP755", 4, 5),
    "file that is not there": (MODEL.replace("m.sdf", "n.sdf") + WELD, "BP401", 3, 5),
    "model twice": (MODEL + MODEL + WELD, "BP761", 7, 5),
    "weld without a child": (MODEL + "- add_weld:\n    parent: world\n", "BP753", 5, 3),
    "frame without a name": (
        MODEL + "- add_frame:\n    X_PF:\n      base_frame: world\n" + WELD.replace("world", "f"), "BP753", 5, 3
    ),
    "frame on nothing": (
        MODEL + "- add_frame:\n    name: f\n    X_PF:\n      base_frame: zz\n" + WELD.replace("world", "f"), "BP763", 8, 7
    ),
    "instance without a name": (
        "- add_model_instance: {}\n- add_frame:\n    name: i::f\n    X_PF:\n      base_frame: world\n", "BP753", 2, 3
    ),
}  # fmt: skip


NO_MASS = ("libsdformat/urdf-nothing-left", "libsdformat/urdf-massless")
"""What libsdformat says of links without mass, which most documents here have: a fault of their own."""


def found(
    text: str, *, target: bodyplan.Target | None = None, strict: bool = False, **options: object
) -> list[tuple[str, int, int]]:
    """Code and place of the findings that are more than notes."""
    try:
        diagnostics = bodyplan.loads(text, target=target, strict=strict, **options).diagnostics  # type: ignore[call-overload]
    except bodyplan.LoadError as error:
        diagnostics = error.diagnostics
    return [
        (finding.code, finding.line, finding.column)
        for finding in diagnostics
        # that a program makes no use of something is no mistake
        if finding.severity != "note" and finding.code != "BP702" and finding.row not in NO_MASS
    ]


def urdf(inside: str) -> str:
    return f'<robot name="r" xmlns:drake="http://drake.mit.edu">\n{inside}\n</robot>'


def sdformat(inside: str) -> str:
    return f'<sdf version="1.12" xmlns:drake="http://drake.mit.edu"><model name="m">\n{inside}\n</model></sdf>'


def skel(inside: str) -> str:
    return f'<skel version="1.0"><world name="w"><skeleton name="s">\n{SKEL_TREE}{SKEL_LAST.format("j", "b")}{inside}</skeleton></world></skel>'


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(("inside", "code", "line", "column"), URDF.values(), ids=URDF)
def test_one_fault_of_urdf(inside: str, code: str, line: int, column: int, strict: bool) -> None:
    assert found(urdf(inside), strict=strict) == [(code, line, column)]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(("inside", "code", "line", "column"), SDFORMAT.values(), ids=SDFORMAT)
def test_one_fault_of_sdformat(inside: str, code: str, line: int, column: int, strict: bool) -> None:
    assert found(sdformat(inside), strict=strict) == [(code, line, column)]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(("inside", "code", "line", "column"), SKEL.values(), ids=SKEL)
def test_one_fault_of_skel(inside: str, code: str, line: int, column: int, strict: bool) -> None:
    assert found(skel(inside), strict=strict) == [(code, line, column)]


@pytest.mark.parametrize(("text", "code", "line", "column"), DMD.values(), ids=DMD)
def test_one_fault_of_directives(text: str, code: str, line: int, column: int, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    folder.mkdir()
    (folder / "package.xml").write_text("<package><name>p</name></package>", encoding="utf-8")
    (folder / "m.sdf").write_text('<sdf version="1.9"><model name="m"><link name="a"/></model></sdf>', encoding="utf-8")
    assert found("directives:\n" + text, format="dmd", search_paths=[folder]) == [(code, line, column)]


@pytest.mark.parametrize("target", ["urdfdom", "drake", "libsdformat"])
@pytest.mark.parametrize("name", URDF)
def test_targets_say_no_more_of_a_fault_of_urdf(name: str, target: bodyplan.Target) -> None:
    assert len(found(urdf(URDF[name][0]), target=target)) <= 1


@pytest.mark.parametrize("target", ["drake", "libsdformat"])
@pytest.mark.parametrize("name", SDFORMAT)
def test_targets_say_no_more_of_a_fault_of_sdformat(name: str, target: bodyplan.Target) -> None:
    assert len(found(sdformat(SDFORMAT[name][0]), target=target)) <= 1


@pytest.mark.parametrize("name", SKEL)
def test_dart_says_no_more_of_a_fault(name: str) -> None:
    assert len(found(skel(SKEL[name][0]), target="dart")) <= 1


def test_severities_are_those_of_the_pages() -> None:
    rules = REGISTRY
    texts = [urdf(fault[0]) for fault in URDF.values()] + [sdformat(fault[0]) for fault in SDFORMAT.values()]
    texts += [skel(fault[0]) for fault in SKEL.values()]
    for text in texts:
        try:
            diagnostics = bodyplan.loads(text).diagnostics
        except bodyplan.LoadError as error:
            diagnostics = error.diagnostics
        for finding in diagnostics:
            rule = rules[finding.code]
            lenient = {"warning"} if find_lenient_parts(rule) else set()
            assert finding.severity in {
                rule.severity,
                *(severity for severity, _ in read_explanation(rule.code).cases),
                *lenient,
            }
