"""Scenes as Drake builds them."""

from __future__ import annotations

from math import inf, pi
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.scene.scene import Scene

DRAKE = 'xmlns:drake="http://drake.mit.edu"'


def scene_of(inner: str, **options: object) -> Scene:
    text = f'<sdf version="1.9" {DRAKE}><model name="m">{inner}</model></sdf>'
    return bodyplan.loads(text, target="drake", **options).scene  # type: ignore[arg-type]


def joint(inner: str = "<axis/>", type: str = "revolute", child: str = "b") -> str:
    return f'<joint name="j" type="{type}"><parent>a</parent><child>{child}</child>{inner}</joint>'


LINKS = '<link name="a"/><link name="b"/>'


def test_an_impossible_inertia_becomes_a_ball_of_water() -> None:
    scene = scene_of(
        '<link name="a"><inertial><pose>1 2 3 0 0 1</pose><mass>2</mass><inertia><ixx>9</ixx><iyy>1</iyy><izz>1</izz>'
        "</inertia></inertial></link>"
    )
    radius = (3 * 2 / (4 * pi * 1000)) ** (1 / 3)
    link = scene.links["m::a"]
    assert link.mass == 2
    assert link.com == pytest.approx([1, 2, 3])
    assert link.inertia == pytest.approx(np.eye(3) * 2 / 5 * 2 * radius**2)


def test_links_of_static_models_are_welded_to_the_world() -> None:
    scene = scene_of(f"<static>true</static>{LINKS}<link name='c'/>{joint('', 'fixed')}")
    welds = [name for name in scene.joints if "welds_to" in name]
    assert welds == ["m::sdformat_model_static_world_welds_to_a", "m::sdformat_model_static_world_welds_to_c"]
    assert scene.joints[welds[0]].parent == "world"


def test_models_in_static_ones_move_unless_they_say_otherwise() -> None:
    scene = scene_of('<static>true</static><link name="a"/><model name="sub"><link name="b"/></model>')
    assert [name for name in scene.joints if "welds_to" in name] == ["m::sdformat_model_static_world_welds_to_a"]
    assert not scene.collision_filter.excludes("m::a", "m::sub::b")


def test_a_joint_belongs_to_the_model_of_its_child() -> None:
    scene = scene_of(f'<link name="a"/><model name="sub"><link name="b"/></model>{joint(child="sub::b")}')
    assert list(scene.joints) == ["m::sub::j"]
    assert [actuator.joint for actuator in scene.actuators] == ["m::sub::j"]


def test_continuous_joints_have_no_bounds() -> None:
    limit = "<axis><limit><lower>-1</lower><upper>1</upper><velocity>3</velocity></limit></axis>"
    axis = scene_of(LINKS + joint(limit, "continuous")).joints["m::j"].axes[0]
    assert (axis.lower, axis.upper, axis.velocity) == (-inf, inf, 3)


@pytest.mark.parametrize(
    ("limit", "expected"),
    [("", [inf]), ("<effort>5</effort>", [5]), ("<effort>-1</effort>", [inf]), ("<effort>0</effort>", [])],
)
def test_actuators_go_by_the_effort_limit(limit: str, expected: list[float]) -> None:
    scene = scene_of(LINKS + joint(f"<axis><limit>{limit}</limit></axis><drake:gear_ratio>7</drake:gear_ratio>"))
    assert [actuator.effort_limit for actuator in scene.actuators] == expected
    assert all(actuator.gear_ratio == 7 for actuator in scene.actuators)


def test_drake_mimic_ties_joints_and_plain_mimic_does_not() -> None:
    links = LINKS + '<link name="c"/>'
    second = '<joint name="k" type="revolute"><parent>b</parent><child>c</child>%s</joint>'
    tied = scene_of(links + joint() + second % '<axis/><drake:mimic joint="j" multiplier="2" offset="1"/>')
    loose = scene_of(links + joint() + second % '<axis><mimic joint="j"><multiplier>2</multiplier></mimic></axis>')
    assert [len(scene.constraints) for scene in (tied, loose)] == [1, 0]


def test_a_planar_joint_has_its_own_frames_and_dampings() -> None:
    scene = scene_of(
        f'{LINKS}<frame name="f" attached_to="a"><pose>1 0 0 0 0 0</pose></frame>'
        '<drake:joint name="p" type="planar"><drake:parent>f</drake:parent><drake:child>b</drake:child>'
        "<drake:damping>1 2 3</drake:damping></drake:joint>"
    )
    made = scene.joints["m::p"]
    assert made.type == "planar"
    assert [axis.damping for axis in made.axes] == [1, 2, 3]
    assert scene.pose("m::b", q={"m::p": np.array([0.5, 2.0, 0.0])}).translation == pytest.approx([1.5, 2, 0])


def test_deformable_links_are_no_rigid_bodies() -> None:
    scene = scene_of(
        '<link name="a"><collision name="c"><geometry><mesh><uri>m.vtk</uri></mesh></geometry></collision>'
        '<drake:deformable_properties/></link><link name="b"/>'
    )
    assert list(scene.links) == ["m::b"]


def test_a_plane_stands_as_a_half_space() -> None:
    scene = scene_of(
        '<link name="a"><visual name="v"><geometry><plane><normal>1 2 3</normal><size>1 1</size></plane></geometry>'
        "</visual></link>"
    )
    rotation = scene.links["m::a"].visuals[0].pose.matrix[:3, :3]
    assert rotation[:, 2] == pytest.approx(np.array([1, 2, 3]) / 14**0.5)
    assert np.linalg.det(rotation) == pytest.approx(1)


def test_visuals_that_drake_alone_sees_come_last() -> None:
    sphere = "<{0}geometry><{0}sphere><{0}radius>1</{0}radius></{0}sphere></{0}geometry>"
    scene = scene_of(
        f'<link name="a"><drake:visual name="d">{sphere.format("drake:")}'
        '<drake:perception_properties enabled="false"/></drake:visual>'
        f'<visual name="v">{sphere.format("")}</visual></link>'
    )
    visuals = scene.links["m::a"].visuals
    assert [(visual.name, visual.properties["roles"]) for visual in visuals] == [
        ("v", ("illustration", "perception")),
        ("d", ("illustration",)),
    ]


def test_what_is_posed_by_an_included_urdf_link_stands_where_drake_thinks_it_is(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(
        '<robot name="arm"><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/>'
        '<child link="b"/><origin xyz="0 0 5"/></joint></robot>',
        encoding="utf-8",
    )
    text = (
        "<include><uri>arm.urdf</uri><pose>1 0 0 0 0 0</pose></include>"
        '<link name="l"><pose relative_to="arm::b"/></link>'
    )
    scene = scene_of(text, base_dir=tmp_path)
    assert scene.pose("m::arm::b").translation == pytest.approx([1, 0, 5])
    assert scene.pose("m::l").translation == pytest.approx([1, 0, 0])


def test_a_urdf_file_is_merged(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text('<robot name="arm"><link name="a"/></robot>', encoding="utf-8")
    scene = scene_of(
        '<include merge="true"><uri>arm.urdf</uri><pose>1 0 0 0 0 0</pose></include><link name="b"/>', base_dir=tmp_path
    )
    assert set(scene.links) == {"m::a", "m::b"}
    assert scene.pose("m::a").translation == pytest.approx([1, 0, 0])
    assert scene.frames["m::_merged__arm__model__"].attached_to == "m::a"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (" v\t", "v"),
        ("\n&#10;v&#9;", "v"),
        ("&#13;v&#13;", "\rv\r"),
        ("\u2003v\xa0", "\u2003v\xa0"),
        ("\x0b", "\x0b"),
        ("&#12;v\x0b&lt;", "\x0cv\x0b<"),
        ("\ufffd", "\ufffd"),
    ],
)
def test_names_of_geometries_keep_all_but_blanks(written: str, name: str) -> None:
    shape = "<geometry><sphere><radius>1</radius></sphere></geometry>"
    scene = scene_of(f"<link name='a'><visual name='{written}'>{shape}</visual></link>")
    assert [visual.name for visual in scene.links["m::a"].visuals] == [name]


@pytest.mark.parametrize("name", ["drake::pose", "drake:", "drake:1p"])
def test_what_is_no_name_without_its_prefix_is_reported(name: str, tmp_path: Path) -> None:
    text = f'<sdf version="1.9" {DRAKE}><model name="m"><link name="a"><drake:visual name="v"><{name}/></drake:visual>'
    path = tmp_path / "m.sdf"
    path.write_text(f"{text}</link></model></sdf>", encoding="utf-8")
    found = bodyplan.check(path).diagnostics
    assert "BP004" in [each.code for each in found]
