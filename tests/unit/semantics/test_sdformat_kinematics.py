"""The worked examples of the tutorial on the kinematics of models."""

from __future__ import annotations

from math import cos, pi, sin

import bodyplan
import numpy as np
import pytest


def load(model: str, version: str = "1.6") -> bodyplan.Document:
    return bodyplan.loads(f'<sdf version="{version}">{model}</sdf>')


def test_an_empty_model_has_nothing_that_its_frame_could_move_with() -> None:
    with pytest.raises(bodyplan.LoadError) as caught:
        load('<model name="empty"/>')
    assert [found.code for found in caught.value.diagnostics] == ["BP310"]


def test_a_model_places_its_links() -> None:
    both = load(
        '<model name="m"><pose>1 2 3 0 0 0.5</pose><link name="link"><pose>1 0 0 0 0 0</pose></link></model>'
    ).scene
    one = load(
        f'<model name="m"><link name="link"><pose>{1 + cos(0.5)} {2 + sin(0.5)} 3 0 0 0.5</pose></link></model>'
    ).scene
    assert np.allclose(both.pose("m::link").matrix, one.pose("m::link").matrix)


def test_links_of_one_name() -> None:
    assert list(load('<model name="two_links"><link name="link1"/><link name="link2"/></model>').scene.links) == [
        "two_links::link1",
        "two_links::link2",
    ]
    with pytest.raises(bodyplan.LoadError):
        load('<model name="invalid_two_links_same_name"><link name="link"/><link name="link"/></model>')


def test_a_fixed_joint() -> None:
    scene = load(
        """<model name="two_links_fixed"><link name="link1"/><link name="link2"/>
        <joint name="joint" type="fixed"><parent>link1</parent><child>link2</child></joint></model>"""
    ).scene
    joint = scene.joints["two_links_fixed::joint"]
    assert (joint.parent, joint.child, joint.dofs) == ("two_links_fixed::link1", "two_links_fixed::link2", 0)


NAMESAKE = """<model name="sibling_link_joint_namesake_not_recommended">
  <link name="base"/><link name="attachment"/>
  <joint name="attachment" type="fixed"><parent>base</parent><child>attachment</child></joint>
</model>"""


def test_a_joint_with_the_name_of_a_link() -> None:
    document = load(NAMESAKE)
    assert "BP325" in [found.code for found in document.diagnostics]
    with pytest.raises(bodyplan.LoadError):
        load(NAMESAKE, "1.8")


AXES = """<model name="joint_axis">
  <link name="A"/><link name="B"/><link name="C"/>
  <joint name="J1" type="revolute"><pose>0 0 0 1.57 0 0</pose><parent>A</parent><child>B</child>
    <axis><xyz>0 0 1</xyz></axis></joint>
  <joint name="J2" type="revolute"><pose>0 0 0 1.57 0 0</pose><parent>B</parent><child>C</child>
    <axis><xyz>0 0 1</xyz><use_parent_model_frame>true</use_parent_model_frame></axis></joint>
</model>"""


def test_axes_are_expressed_in_the_joint_frame_or_that_of_the_model() -> None:
    scene = load(AXES).scene
    assert scene.joints["joint_axis::J1"].axes[0].xyz == pytest.approx([0, 0, 1])
    assert scene.joints["joint_axis::J2"].axes[0].xyz == pytest.approx([0, sin(1.57), cos(1.57)])


def test_axes_of_version_1_4_are_expressed_in_the_frame_of_the_model() -> None:
    text = AXES.replace("<use_parent_model_frame>true</use_parent_model_frame>", "")
    scene = load(text, "1.4").scene
    assert scene.joints["joint_axis::J1"].axes[0].xyz == pytest.approx([0, sin(1.57), cos(1.57)])


ORTHOGONAL = """<model name="m">
  <link name="A"/><link name="B"><pose>0.1 0 0.1 0 0 0</pose></link>
  <joint name="AB" type="revolute"><pose>{pose} 0 0 0</pose><parent>A</parent><child>B</child>
    <axis><xyz>0 1 0</xyz></axis></joint>
  <joint name="fix" type="fixed"><parent>world</parent><child>A</child></joint>
</model>"""


@pytest.mark.parametrize(
    ("pose", "origin", "moved"),
    [
        ("0 0 -0.1", (0.1, 0, 0), (0.1 + 0.1 * sin(0.78), 0, 0.1 * cos(0.78))),
        ("-0.1 0 0", (0, 0, 0.1), (0.1 * cos(0.78), 0, 0.1 - 0.1 * sin(0.78))),
    ],
)
def test_where_a_joint_stands_decides_how_the_child_moves(
    pose: str, origin: tuple[float, ...], moved: tuple[float, ...]
) -> None:
    scene = load(ORTHOGONAL.format(pose=pose)).scene
    assert scene.pose("m::AB").translation == pytest.approx(origin)
    assert scene.pose("m::B").translation == pytest.approx([0.1, 0, 0.1])
    assert scene.pose("m::B", q={"m::AB": 0.78}).translation == pytest.approx(moved)
    joint = scene.joints["m::AB"]
    assert joint.parent == "m::A"
    assert joint.X_PF.translation == pytest.approx(origin)
    assert joint.X_BM.translation == pytest.approx(np.array(origin) - [0.1, 0, 0.1])


def test_the_urdf_of_the_same_joint() -> None:
    urdf = """<robot name="m"><link name="P"/><link name="C"/>
      <joint name="j" type="continuous"><origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><parent link="P"/><child link="C"/>
        <axis xyz="0 1 0"/></joint></robot>"""
    sdf = """<model name="m"><link name="P"/><link name="C"><pose>1 2 3 0.1 0.2 0.3</pose></link>
      <joint name="j" type="revolute"><parent>P</parent><child>C</child><axis><xyz>0 1 0</xyz></axis></joint></model>"""
    one, other = bodyplan.loads(urdf).scene, load(sdf).scene
    q = {"m::j": 0.4 * pi}
    assert np.allclose(one.pose("m::C", "m::P", q=q).matrix, other.pose("m::C", "m::P", q=q).matrix)
