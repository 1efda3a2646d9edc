"""What MJCF documents are put together of: includes, classes, copies, attached models, names."""

from __future__ import annotations

from math import cos, radians
from pathlib import Path

import bodyplan
import pytest

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def written(folder: Path, **files: str) -> Path:
    """The main document among some that are written; their names lack the ending."""
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if text.startswith("<mujoco") else f"<mujoco>{text}</mujoco>")
    return folder / "main.xml"


def found(folder: Path, **files: str) -> list[tuple[str, int, int]]:
    """Code, line and column of each error in the main document and what it brings."""
    report = bodyplan.check(written(folder, **files))
    return [(each.code, each.line, each.column) for each in report.diagnostics if each.severity == "error"]


def codes(folder: Path, text: str, **files: str) -> list[str]:
    return [code for code, _, _ in found(folder, main=text, **files)]


def scene(folder: Path, **files: str) -> bodyplan.Scene:
    return bodyplan.load(written(folder, **files)).scene


def test_include_stands_for_the_children_of_any_root(tmp_path: Path) -> None:
    bodies = '<mujocoinclude bogus="1"><body name="a"/><include file="more.xml"/></mujocoinclude>'
    made = scene(tmp_path, main='<worldbody><include file="sub/b.xml"/><body name="z"/></worldbody>', sub__b=bodies,
                 sub__more='<mujoco><body name="b"/></mujoco>')  # fmt: skip
    assert list(made.links) == ["MuJoCo Model::a", "MuJoCo Model::b", "MuJoCo Model::z"]


def test_included_file_is_looked_for_beside_the_main_document_first(tmp_path: Path) -> None:
    made = scene(
        tmp_path,
        main='<worldbody><include file="sub/a.xml"/></worldbody>',
        sub__a='<mujoco><include file="b.xml"/></mujoco>',
        sub__b='<mujoco><body name="inner"/></mujoco>',
        b='<mujoco><body name="outer"/></mujoco>',
    )
    assert list(made.links) == ["MuJoCo Model::outer"]


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ('<include file="a.xml"/><include file="./sub/../a.xml"/>', "BP464", 41),
        ('<include file="nothing.xml"/>', "BP465", 18),
        ('<include file="nowhere.xml"/>', "BP657", 18),
        ('<include file="main.xml"/>', "BP464", 18),
    ],
)
def test_include_that_fails(tmp_path: Path, text: str, code: str, column: int) -> None:
    (tmp_path / "sub").mkdir()
    files = {"a": '<mujoco><option timestep="1"/></mujoco>', "nothing": "<mujoco/>"}
    assert found(tmp_path, main=text, **files) == [(code, 1, column)]


def test_second_inertial_may_come_from_an_include(tmp_path: Path) -> None:
    body = '<worldbody><body><inertial pos="0 0 0" mass="1"/><include file="a.xml"/></body></worldbody>'
    inertial = '<mujoco><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></mujoco>'
    report = bodyplan.check(written(tmp_path, main=body, a=inertial))
    assert [each.code for each in report.diagnostics if each.code == "BP205"] == ["BP205"]


def test_files_that_are_missing_are_found_by_the_folders_of_the_compiler(tmp_path: Path) -> None:
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "part.obj").write_text(TETRAHEDRON)
    assets = '<compiler meshdir="meshes"{}/>\n<asset><mesh file="{}part.obj"/></asset>'
    geom = '<worldbody><body><geom type="mesh" mesh="part"/></body></worldbody>'
    assert not found(tmp_path, main=assets.format("", "") + geom)
    assert not found(tmp_path, main=assets.format(' strippath="true"', "some/where/") + geom)
    assert ("BP657", 2, 14) in found(tmp_path, main=assets.format("", "some/where/") + geom)
    assert ("BP657", 2, 14) in found(tmp_path, main=assets.replace("meshdir", "texturedir").format("", "") + geom)


def masses(folder: Path, text: str) -> list[float]:
    return [round(link.mass, 3) for link in scene(folder, main=text).links.values()]


def test_class_is_a_copy_of_what_stands_before_it(tmp_path: Path) -> None:
    body = '<worldbody><body><geom class="a" size=".1"/></body></worldbody>'
    inside = '<default><default class="a"/><geom mass="3"/></default>'
    later = '<default><default class="a"/></default><default><geom mass="3"/></default>'
    assert masses(tmp_path, inside + body) == [3]
    assert masses(tmp_path, later + body) == [4.189]
    assert masses(tmp_path, body + inside) == [3]


def test_class_of_an_element_replaces_that_of_the_body(tmp_path: Path) -> None:
    classes = '<default><geom mass="1"/><default class="a"><geom mass="2"/></default><default class="b"/></default>'
    geoms = (
        '<worldbody><body childclass="a"><geom size=".1"/><body><geom class="b" size=".1"/></body></body></worldbody>'
    )
    assert masses(tmp_path, classes + geoms) == [2, 1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('<default class="top"/>', "BP462"),
        ("<default><default/></default>", "BP461"),
        ('<default><default class=""/></default>', "BP461"),
        ('<default><default class="a"/><default class="a"/></default>', "BP460"),
        ('<default><default class="main"/></default>', "BP460"),
        ('<worldbody><geom size="1" class="a"/></worldbody>', "BP311"),
        ('<worldbody><body childclass="a"/></worldbody>', "BP311"),
        ('<worldbody><geom size="1" class=""/></worldbody>', "BP311"),
    ],
)
def test_class_that_cannot_be(tmp_path: Path, text: str, code: str) -> None:
    assert codes(tmp_path, text) == [code]


REPLICATED = (
    '<replicate count="2" sep="_" offset="1 0 0"><body name="b"><joint name="j"/><geom name="g" size=".1"/>'
    '<site name="s"/></body></replicate>'
)


def test_replicate_copies_what_refers_to_it(tmp_path: Path) -> None:
    made = scene(
        tmp_path,
        main=f"<worldbody>{REPLICATED}</worldbody><actuator><motor name='m' joint='j'/></actuator>"
        "<contact><exclude body1='b' body2='world'/></contact>",
    )
    assert list(made.links) == ["MuJoCo Model::b_0", "MuJoCo Model::b_1"]
    assert [each.name for each in made.actuators] == ["m_0", "m_1"]
    assert [each.joint for each in made.actuators] == ["MuJoCo Model::j_0", "MuJoCo Model::j_1"]
    assert made.pose("MuJoCo Model::b_1").translation.tolist() == [1, 0, 0]


def test_names_of_copies_are_as_wide_as_their_count(tmp_path: Path) -> None:
    ten = '<worldbody><body name="p"><replicate count="10"><site name="s"/></replicate></body></worldbody>'
    nested = (
        '<worldbody><replicate count="2" sep="_"><replicate count="3" sep="-"><body name="b"/></replicate></replicate>'
        "</worldbody>"
    )
    assert list(scene(tmp_path, main=ten).sites)[:2] == ["s00", "s01"]
    assert [name.rpartition("::")[2] for name in scene(tmp_path, main=nested).links] == [
        *("b-0_0", "b-1_0", "b-2_0", "b-0_1", "b-1_1", "b-2_1")
    ]


def test_copies_turn_with_the_offset(tmp_path: Path) -> None:
    text = '<worldbody><replicate count="3" offset="1 0 0" euler="0 0 30"><body name="b"/></replicate></worldbody>'
    made = scene(tmp_path, main=text)
    assert made.pose("MuJoCo Model::b2").translation.round(3).tolist() == [1.866, 0.5, 0]


@pytest.mark.parametrize(
    ("before", "after", "sensor", "expected"),
    [
        ('<site name="w"/>', "", "s w", []),
        ("", '<site name="w"/>', "s w", ["BP311"]),
        ('<site name="w"/>', "", "w s", []),
        ("", '<site name="w"/>', "w w", []),
    ],
)
def test_what_is_copied_may_refer_to_what_stands_before(
    tmp_path: Path, before: str, after: str, sensor: str, expected: list[str]
) -> None:
    one, other = sensor.split()
    sensor = f'<sensor><framepos objtype="site" objname="{one}" reftype="site" refname="{other}"/></sensor>'
    assert codes(tmp_path, f"<worldbody>{before}{REPLICATED}{after}</worldbody>{sensor}") == expected


def test_names_of_copies_collide_with_others(tmp_path: Path) -> None:
    text = f'<worldbody>\n{REPLICATED}\n<body><geom name="g_1" size=".1"/></body></worldbody>'
    assert [(code, line) for code, line, _ in found(tmp_path, main=text)] == [("BP460", 3)]


def test_joint_is_not_copied_without_its_body(tmp_path: Path) -> None:
    text = '<worldbody><body name="p"><replicate count="2"><joint/></replicate><geom size="1"/></body></worldbody>'
    assert "BP463" in codes(tmp_path, text)


CHILD = """<mujoco model="kid"><compiler angle="radian"/>
<default><default class="k"><geom size=".3"/></default></default>
<asset><material name="mat"/></asset>
<worldbody><frame name="fr" pos="1 0 0"><body name="b"><joint name="j" range="0 1"/>
<geom name="g" class="k" material="mat"/></body></frame><body name="c"/></worldbody>
<actuator><motor name="m" joint="j"/></actuator></mujoco>"""


def attaching(attach: str, rest: str = "") -> str:
    return (
        '<asset><model name="kid" file="kid.xml"/></asset>'
        f'<worldbody><body name="q"><geom size="1"/>{attach}</body></worldbody>{rest}'
    )


@pytest.mark.parametrize(
    ("attach", "links"),
    [
        ('<attach model="kid" body="b" prefix="x"/>', ["q", "xb"]),
        ('<attach model="kid" frame="fr" prefix="x"/>', ["q", "xb"]),
        ('<attach model="kid" prefix="x"/>', ["q", "xb", "xc"]),
        ('<attach model="kid" body="b" prefix="x"/><attach model="kid" body="b" prefix="y"/>', ["q", "xb", "yb"]),
    ],
)
def test_attached_model_gets_a_prefix(tmp_path: Path, attach: str, links: list[str]) -> None:
    made = scene(tmp_path, main=attaching(attach, '<sensor><jointpos joint="xj"/></sensor>'), kid=CHILD)
    assert [name.rpartition("::")[2] for name in made.links] == links
    joint = made.joints["MuJoCo Model::xj"]
    assert joint.axes[0].upper == 1, "its angles are in its own unit"
    assert made.actuators[0].joint == "MuJoCo Model::xj"


@pytest.mark.parametrize(
    ("attach", "code"),
    [
        ('<attach model="kid" body="nix" prefix="x"/>', "BP311"),
        ('<attach model="nix" body="b" prefix="x"/>', "BP311"),
        ('<attach model="kid" frame="nix" prefix="x"/>', "BP311"),
        ('<attach model="kid" body="b" prefix="x"/><attach model="kid" body="b" prefix="x"/>', "BP466"),
        ('<attach prefix="x"/>', "BP232"),
        ('<attach body="nix" prefix="x"/>', "BP311"),
    ],
)
def test_attach_that_fails(tmp_path: Path, attach: str, code: str) -> None:
    assert codes(tmp_path, attaching(attach), kid=CHILD) == [code]


def test_settings_of_an_attached_model_may_be_refused(tmp_path: Path) -> None:
    kid = '<mujoco model="kid"><option gravity="0 0 0" timestep="1"/><worldbody><body name="b"/></worldbody></mujoco>'
    attach = '<attach model="kid" body="b" prefix="x"/>'
    own = '<compiler conflict="{}"/><option gravity="0 0 -1" timestep="2"/>'
    assert codes(tmp_path, own.format("warning") + attaching(attach), kid=kid) == []
    assert codes(tmp_path, own.format("merge") + attaching(attach), kid=kid) == ["BP469"]
    assert codes(tmp_path, own.format("error") + attaching(attach), kid=kid) == ["BP469", "BP469"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('<sensor>\n<framepos objtype="body" objname="s"/></sensor>', 2, 26),
        ('<sensor>\n<framepos objtype="site" objname="s" reftype="geom" refname="s"/></sensor>', 2, 53),
        ('<contact>\n<exclude body1="b" body2=""/></contact>', 2, 20),
        ('<custom>\n<tuple name="t"><element objtype="joint" objname="s"/></tuple></custom>', 2, 42),
        ('<tendon><spatial>\n<site site="b"/><site site="s"/></spatial></tendon>', 2, 7),
        ('<default>\n<geom material="nix"/></default>', 2, 7),
    ],
)
def test_reference_by_kind(tmp_path: Path, text: str, line: int, column: int) -> None:
    world = '<worldbody><body name="b"><geom name="g" size=".1"/><site name="s"/></body></worldbody>'
    assert ("BP311", line, column) in found(tmp_path, main=world + text)


def test_one_name_may_be_that_of_several_kinds(tmp_path: Path) -> None:
    text = '<worldbody><body name="a"><joint name="a"/><geom name="a" size=".1"/><site name="a"/></body></worldbody>'
    assert codes(tmp_path, text) == []
    assert codes(tmp_path, text.replace("<site", '<geom name="a" size=".1"/><site')) == ["BP460"]
    assert codes(tmp_path, '<worldbody><body name="world"/></worldbody>') == ["BP321"]


def test_names_inside_frames_are_not_compared_with_the_schema(tmp_path: Path) -> None:
    report = bodyplan.check(
        written(tmp_path, main='<worldbody><frame><geom size="1" bogus="1"/></frame></worldbody>'), target="mujoco"
    )
    assert [(each.code, each.severity) for each in report.diagnostics] == [("BP202", "warning")]
    assert codes(tmp_path, "<worldbody><frame><bogus/></frame></worldbody>") == ["BP201"]
    assert codes(tmp_path, '<worldbody><geom size="1" bogus="1"/></worldbody>') == ["BP202"]


@pytest.mark.parametrize(
    ("geom", "is_taken"),
    [
        ('pos=""', True),
        ('pos="0x10 0 0"', True),
        ('pos="1,0,0"', False),
        ('pos="1_0 0 0"', False),
        ('mass="1e-400"', True),
        ('mass="1e400"', False),
        ('contype="1.0"', False),
        ('contype="2147483648"', False),
        ('rgba="1 1 1"', False),
        ('rgba="1 1 1 1 1"', False),
        ('type=""', False),
    ],
)
def test_texts_are_taken_exactly(tmp_path: Path, geom: str, is_taken: bool) -> None:
    assert (codes(tmp_path, f'<worldbody><geom size="1" {geom}/></worldbody>') == []) is is_taken


def test_files_that_lead_to_themselves_end(tmp_path: Path) -> None:
    attaching_itself = '<asset><model name="m" file="main.xml"/></asset><worldbody/>'
    assert codes(tmp_path, attaching_itself) == ["BP420"]


@pytest.mark.parametrize(
    "text",
    [
        '<worldbody><replicate count="2000000000"><body/></replicate></worldbody>',
        "<worldbody>" + '<replicate count="100">' * 9 + "<body/>" + "</replicate>" * 9 + "</worldbody>",
        '<worldbody><replicate count="64"><site/></replicate></worldbody><sensor><clock/></sensor>',
    ],
)
def test_copies_are_bounded(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from bodyplan.runtime import budget

    monkeypatch.setitem(budget.LIMITS, "elements", 20_000)
    assert codes(tmp_path, text) == ["BP015"]


@pytest.mark.parametrize("tag", ["body", "frame", 'replicate count="1"'])
def test_depth_is_bounded_over_includes(tmp_path: Path, tag: str) -> None:
    name = tag.partition(" ")[0]
    files = {
        f"f{number}": f'<mujoco>{f"<{tag}>" * 150}<include file="f{number + 1}.xml"/>{f"</{name}>" * 150}</mujoco>'
        for number in range(8)
    }
    files["f8"] = '<mujoco><body name="innermost"/></mujoco>'
    assert codes(tmp_path, '<worldbody><include file="f0.xml"/></worldbody>', **files) == ["BP336"]


def test_depth_of_attached_documents_is_bounded(tmp_path: Path) -> None:
    files = {
        f"f{number}": f'<asset><model name="m" file="f{number + 1}.xml"/></asset><worldbody><body name="b">'
        '<attach model="m" body="b" prefix="x"/></body></worldbody>'
        for number in range(60)
    }
    files["f60"] = '<worldbody><body name="b"/></worldbody>'
    assert "BP336" in codes(tmp_path, '<include file="f0.xml"/>', **files)


def test_angles_of_copies_grow_one_by_one(tmp_path: Path) -> None:
    copies = '<replicate count="3" offset=".1 .2 0" euler="0 30 10"><body name="b"><geom size=".1"/></body></replicate>'
    pose = scene(tmp_path, main=f"<worldbody>{copies}</worldbody>").pose("MuJoCo Model::b2")
    assert list(pose.translation) == pytest.approx([0.15521011, 0.41432637, -0.03187557], abs=1e-8)
    # turned by 60° about y, then by 20° about the z that came along
    assert pose.matrix[0][0] == pytest.approx(cos(radians(60)) * cos(radians(20)))
