"""Pictures of a scene."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from xml.etree import ElementTree

import bodyplan
import pytest
from bodyplan.semantics.description.description import Description
from bodyplan.semantics.description.joints import Motion
from bodyplan.semantics.graphs.dot import dot
from bodyplan.semantics.graphs.drawing import Kind, drawing_of
from bodyplan.semantics.graphs.mermaid import mermaid
from bodyplan.semantics.graphs.svg import svg
from bodyplan.semantics.scene.build import build
from bodyplan.semantics.scene.scene import Scene

BuildChain = Callable[..., Description]
KINDS: tuple[Kind, ...] = ("frames", "poses", "joints")


def test_frames_point_at_what_they_are_attached_to_and_poses_at_what_they_are_relative_to(chain: BuildChain) -> None:
    scene = build(chain(Motion.REVOLUTE))
    frames = {(edge.start, edge.end) for edge in drawing_of(scene, "frames").edges}
    assert frames == {("m", "m::l0"), ("m::base", "m::l0"), ("m::j0", "m::l1")}
    poses = {(edge.start, edge.end) for edge in drawing_of(scene, "poses").edges}
    assert poses == {
        ("m", "world"),
        ("m::l0", "m"),
        ("m::l1", "m"),
        ("m::base", "m::l0"),
        ("m::j0", "m::l1"),
    }


def test_joints_point_from_parent_to_child_and_loops_are_dashed(four_bar: Scene) -> None:
    edges = {edge.label: edge for edge in drawing_of(four_bar, "joints").edges}
    assert edges["jb (revolute)"].start == "m::a"
    assert edges["jb (revolute)"].end == "m::b"
    assert not edges["jb (revolute)"].dashed
    assert edges["close (revolute)"].dashed
    assert "style=dashed" in dot(four_bar, "joints")
    assert "-.->" in mermaid(four_bar, "joints")


@pytest.mark.parametrize("kind", KINDS)
def test_graphviz_understands_the_text(four_bar: Scene, kind: Kind) -> None:
    program = shutil.which("dot")
    if program is None:
        pytest.skip("graphviz is not installed")
    done = subprocess.run([program, "-Tplain"], input=dot(four_bar, kind), capture_output=True, text=True, check=True)
    assert done.stdout.startswith("graph")
    assert not done.stderr


def test_names_may_hold_anything() -> None:
    description = Description(format="sdformat")
    description.add_model('a "b" <c>\\ #1')
    description.add_link("l", scope='a "b" <c>\\ #1')
    scene = build(description)
    assert r'"a \"b\" <c>\\ #1"' in dot(scene, "frames")
    assert "a #quot;b#quot; #lt;c#gt;" in mermaid(scene, "frames")
    ElementTree.fromstring(svg(scene))


def test_the_svg_shows_three_axes_of_every_frame(four_bar: Scene) -> None:
    root = ElementTree.fromstring(svg(four_bar, {"m::ja": 0.3}))
    lines = [line.get("stroke") for line in root.iter("{http://www.w3.org/2000/svg}line") if line.get("stroke")]
    assert len(lines) == 3 * len(four_bar.frames)
    assert len(set(lines)) == 3
    titles = {title.text for title in root.iter("{http://www.w3.org/2000/svg}title")}
    assert any("m::tip_b" in (title or "") for title in titles)


def test_a_scene_at_one_point_can_be_drawn() -> None:
    ElementTree.fromstring(svg(build(Description(format="sdformat"))))


@pytest.mark.parametrize(("count", "shown"), [(30, "all"), (100, "links"), (500, "none")])
def test_a_picture_of_many_frames_names_the_links_or_nothing(count: int, shown: str) -> None:
    joints = "".join(
        f'<link name="k{n}"/><joint name="j{n}" type="fixed"><origin xyz="{n % 40} {n // 40 * 2} 0"/>'
        f'<parent link="l"/><child link="k{n}"/></joint>'
        for n in range(1, count + 1)
    )
    scene = bodyplan.loads(f'<robot name="r"><link name="l"/>{joints}</robot>').scene
    named = [*ElementTree.fromstring(svg(scene)).iterfind(".//{*}text/{*}title")]
    names = {name for title in named for name in (title.text or "").split("\n") if name in scene.frames}
    links = {name for name, frame in scene.frames.items() if frame.kind == "link"}
    assert names == {"all": set(scene.frames), "links": links, "none": set()}[shown]
