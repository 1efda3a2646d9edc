"""Bodies that MuJoCo fuses, geoms that it discards, and springs that it finds; numbers are those of MuJoCo 4.0."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.semantics.scene.scene import Scene

SEEN = '<geom name="seen" size=".1" contype="0" conaffinity="0"{}/>'
STATIC = """<body name="b"><freejoint/><geom name="g" size=".1"/>
<body name="s" pos="1 0 0"><geom name="h" size=".1"/><site name="x" pos="0 0 1"/>
<body name="k" pos="0 1 0"><joint/><geom size=".1"/></body></body></body>"""
MASS = 4.18879020478639


def written(folder: Path, settings: str, bodies: str, after: str = "") -> Path:
    path = folder / "model.xml"
    text = f"<mujoco model='m'><compiler {settings}/><worldbody>\n{bodies}\n</worldbody>{after}</mujoco>"
    path.write_text(text)
    return path


def scene_of(folder: Path, settings: str, bodies: str, after: str = "", target: str | None = None) -> Scene:
    return bodyplan.load(written(folder, settings, bodies, after), target=target).scene  # type: ignore[arg-type]


def names(scene: Scene) -> list[str]:
    return [name.removeprefix("m::") for name in scene.links if name != "world"]


def test_a_body_without_joints_is_part_of_the_one_around(tmp_path: Path) -> None:
    scene = scene_of(tmp_path, 'fusestatic="true"', STATIC)
    assert names(scene) == ["b", "k"]
    link = scene.links["m::b"]
    assert link.mass == pytest.approx(2 * MASS)
    assert link.com == pytest.approx((0.5, 0, 0))
    assert [shape.name for shape in link.collisions] == ["g", "h"]
    assert link.collisions[1].pose.translation == pytest.approx((1, 0, 0))
    assert scene.pose("m::k").translation == pytest.approx((1, 1, 0))
    assert scene.pose(scene.sites["x"].name).translation == pytest.approx((1, 0, 1))


@pytest.mark.parametrize(
    "after",
    [
        '<contact><exclude body1="s" body2="k"/></contact>',
        '<equality><weld body1="s"/></equality>',
        '<sensor><force site="x"/></sensor>',
        '<sensor><framepos objtype="xbody" objname="s"/></sensor>',
        '<custom><tuple name="t"><element objtype="body" objname="s"/></tuple></custom>',
        '<option density="1"/>',
        '<option viscosity="1"/>',
    ],
)
def test_a_body_that_matters_stays(after: str, tmp_path: Path) -> None:
    assert names(scene_of(tmp_path, 'fusestatic="true"', STATIC, after)) == ["b", "s", "k"]


def test_a_body_that_is_lifted_otherwise_stays_unless_it_weighs_nothing(tmp_path: Path) -> None:
    lifted = STATIC.replace('name="s"', 'name="s" gravcomp="1"')
    assert names(scene_of(tmp_path, 'fusestatic="true"', lifted)) == ["b", "s", "k"]
    light = lifted.replace('<geom name="h" size=".1"/>', "")
    assert names(scene_of(tmp_path, 'fusestatic="true"', light)) == ["b", "k"]


def test_what_is_fused_into_the_world_has_no_mass(tmp_path: Path) -> None:
    static = '<body name="a"><geom size=".1"/><body name="c"><joint/><geom size=".1"/></body></body>'
    scene = scene_of(tmp_path, 'fusestatic="true" settotalmass="10"', static, '<option density="1"/>')
    assert names(scene) == ["c"]
    assert scene.links["m::c"].mass == pytest.approx(10)
    assert len(scene.links["world"].collisions) == 1


def test_a_body_with_a_fault_stays_and_is_reported(tmp_path: Path) -> None:
    bad = '<body name="b"><geom size=".1"/><body name="s"><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/></body></body>'
    path = written(tmp_path, 'fusestatic="true"', bad)
    assert [(each.line, each.severity) for each in bodyplan.check(path, target="mujoco").diagnostics] == [(2, "error")]


def test_drake_fuses_and_discards_nothing(tmp_path: Path) -> None:
    scene = scene_of(tmp_path, 'fusestatic="true" discardvisual="true"', STATIC, target="drake")
    assert names(scene) == ["b", "s", "k"]


def test_a_geom_that_is_only_seen_is_discarded_and_its_mass_kept(tmp_path: Path) -> None:
    body = f'<body name="b"><freejoint/>{SEEN.format("")}<geom name="c" size=".1"/></body>{SEEN.replace("seen", "w").format("")}'
    scene = scene_of(tmp_path, 'discardvisual="true"', body)
    link = scene.links["m::b"]
    assert [shape.name for shape in link.visuals] == ["c"]
    assert link.mass == pytest.approx(2 * MASS)
    assert "world" not in scene.links


@pytest.mark.parametrize(
    "after",
    [
        '<contact><pair geom1="seen" geom2="c"/></contact>',
        '<sensor><framepos objtype="geom" objname="seen"/></sensor>',
        '<custom><tuple name="t"><element objtype="geom" objname="seen"/></tuple></custom>',
    ],
)
def test_a_geom_that_something_names_stays(after: str, tmp_path: Path) -> None:
    body = f'<body name="b"><freejoint/>{SEEN.format("")}<geom name="c" size=".1"/></body>'
    scene = scene_of(tmp_path, 'discardvisual="true"', body, after)
    assert [shape.name for shape in scene.links["m::b"].visuals] == ["seen", "c"]


def test_mass_cannot_come_from_what_is_discarded(tmp_path: Path) -> None:
    settings = 'discardvisual="true" inertiafromgeom="true"'
    body = f'<body name="b"><freejoint/>\n{SEEN}\n<geom size=".1"/></body>'
    (finding,) = bodyplan.check(written(tmp_path, settings, body.format(""))).diagnostics
    assert (finding.line, finding.severity) == (3, "error")
    assert "discardvisual" in finding.message
    assert bodyplan.check(written(tmp_path, settings, body.format(' mass="0"'))).ok


def test_what_is_discarded_unweighed_is_not_looked_at(tmp_path: Path) -> None:
    visual = '<geom type="mesh" mesh="gone" contype="0" conaffinity="0"/>'
    asset = '<asset><mesh name="gone" file="no.obj"/><texture name="t" file="no.png"/><material texture="u"/></asset>'
    assert bodyplan.check(written(tmp_path, 'discardvisual="true"', visual, asset), target="mujoco").diagnostics == ()
    assert not bodyplan.check(written(tmp_path, 'discardvisual="false"', visual, asset), target="mujoco").ok


def test_springs_follow_from_what_joints_move(tmp_path: Path) -> None:
    spring = 'springdamper=".1 1"'
    bodies = f"""<body><joint name="a" {spring} armature=".1"/><geom size=".1" pos="1 0 0"/>
    <body><joint name="c" type="ball" {spring}/><geom size=".1"/></body></body>
    <body><joint name="f" type="free" {spring}/><geom type="box" size=".1 .2 .3"/></body>"""
    scene = scene_of(tmp_path, "", bodies)
    found = [scene.joints[f"m::{name}"].axes for name in "acf"]
    assert [len(axes) for axes in found] == [1, 3, 6]
    assert [axes[0].stiffness for axes in found] == pytest.approx([430.55453656, 1.67334546, 248.11133201])
    assert [axes[0].damping for axes in found] == pytest.approx([86.11090731, 0.33466909, 49.6222664])


def test_armature_of_tendons_counts_for_springs_of_joints_that_move_each_other(tmp_path: Path) -> None:
    bodies = """<body><joint name="a" type="slide" springdamper="1 1"/><geom size=".1" mass="1"/></body>
    <body><joint name="c" type="slide"/><geom size=".1" mass="1"/>
    <body><joint name="e" type="slide" springdamper="1 1"/><geom size=".1" mass="1"/></body></body>"""
    steps = "".join(f'<joint joint="{name}" coef="1"/>' for name in "ace")
    joints = scene_of(tmp_path, "", bodies, f'<tendon><fixed armature="2">{steps}</fixed></tendon>').joints
    assert [joints[f"m::{name}"].axes[0].stiffness for name in "ae"] == pytest.approx([3, 0.75])


def test_springs_beside_a_heavy_tendon_through_space_are_said_to_be_left_out(tmp_path: Path) -> None:
    bodies = '<body><joint springdamper="1 1"/><geom size=".1"/><site name="x"/></body><site name="y" pos="1 0 0"/>'
    tendon = '<tendon><spatial armature="1"><site site="x"/><site site="y"/></spatial></tendon>'
    path = written(tmp_path, "", bodies, tendon)
    found = [(each.line, each.severity) for each in bodyplan.check(path).diagnostics if "springdamper" in each.message]
    assert found == [(2, "warning")]
