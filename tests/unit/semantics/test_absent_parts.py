"""What only follows from a file that could not be had, or from a document that is a part of others, is not reported."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest

JOINT = '<joint name="j" type="fixed"><parent>world</parent><child>arm::base</child></joint><frame name="f" attached_to="arm::tip"/>'
INCLUDE = "<include><uri>{}</uri><name>arm</name></include>"


def codes(folder: Path, name: str, text: str, **options: object) -> list[str]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return [each.code for each in bodyplan.check(path, **options).diagnostics]  # type: ignore[arg-type]


def model(content: str) -> str:
    return f'<sdf version="1.10"><model name="m">{content}</model></sdf>'


@pytest.mark.parametrize("target", [None, "libsdformat", "drake"])
@pytest.mark.parametrize(
    ("uri", "code"), [("model://gone", "BP401"), ("broken.sdf", "BP003"), ("broken.urdf", "BP003"), ("", "BP406")]
)
def test_a_model_that_lacks_what_it_includes_is_not_reported_as_empty(
    uri: str, code: str, target: str | None, tmp_path: Path
) -> None:
    (tmp_path / "broken.sdf").write_text('<sdf version="1.10"><model name="x"><link name="a"></model></sdf>')
    (tmp_path / "broken.urdf").write_text('<robot name="x"><link name="a"></robot>')
    assert codes(tmp_path, "m.sdf", model(INCLUDE.format(uri) + JOINT), target=target) == [code]


def test_neither_are_the_models_around_it(tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text(model(INCLUDE.format("model://gone") + JOINT))
    include = "<include><uri>m.sdf</uri><name>{}</name></include>"
    world = f'<sdf version="1.10"><world name="w">{include.format("a")}{include.format("b")}{{}}</world></sdf>'
    assert codes(tmp_path, "w.sdf", world.format("")) == ["BP401"]
    assert codes(tmp_path, "w.sdf", world.format('<model name="e"><frame name="x"/></model>')) == ["BP401", "BP310"]


def test_mistakes_beside_it_are_reported(tmp_path: Path) -> None:
    other = (
        '<link name="l"/><joint name="k" type="fixed"><parent>l</parent><child>hnd</child></joint><link name="hand"/>'
    )
    assert codes(tmp_path, "m.sdf", model(INCLUDE.format("model://gone") + other)) == ["BP401", "BP502"]


def test_directives_that_could_not_be_had_may_have_any_model(tmp_path: Path) -> None:
    text = """directives:
- add_directives:
    file: package://gone/more.dmd.yaml
- add_weld:
    parent: world
    child: more::base
"""
    assert codes(tmp_path, "s.dmd.yaml", text) == ["BP401"]


XACRO = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro">{}</robot>'
PARTS = {
    "materials": '<material name="red"><color rgba="1 0 0 1"/></material>',
    "blocks": '<gazebo reference="wheel"><mu1>1</mu1></gazebo>',
    "macros": '<xacro:macro name="wheel" params="side"><link name="${side}_wheel"/></xacro:macro>',
    "macros and materials": '<material name="red"><color rgba="1 0 0 1"/></material><xacro:macro name="w"><link name="l"/></xacro:macro>',
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ["part.urdf", "part.urdf.xacro"])
def test_what_is_there_to_be_included_is_no_robot_without_links(part: str, name: str, tmp_path: Path) -> None:
    pytest.importorskip("xacro")
    assert codes(tmp_path, name, XACRO.format(PARTS[part])) == []


@pytest.mark.parametrize("content", ["", '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'])
def test_a_robot_without_links_is_reported(content: str, tmp_path: Path) -> None:
    assert "BP544" in codes(tmp_path, "r.urdf", f'<robot name="r">{content}</robot>')
    assert codes(tmp_path, "r.urdf", '<robot name="r"><lnk name="a"/></robot>') == ["BP201"]


def test_a_target_wants_links(tmp_path: Path) -> None:
    text = f'<robot name="r">{PARTS["materials"]}</robot>'
    assert "BP544" in codes(tmp_path, "r.urdf", text, target="urdfdom")
