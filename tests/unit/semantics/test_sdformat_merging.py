"""Merge includes: the contents of a model without the model."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import numpy as np
import pytest

ARM = """
<sdf version="1.9"><model name="arm" canonical_link="b">
  <pose>0 0 5 0 0 0</pose>
  <link name="a"><pose>1 0 0 0 0 1</pose><visual name="v"><pose relative_to="__model__">0 1 0 0 0 0</pose>
    <geometry><sphere><radius>1</radius></sphere></geometry></visual></link>
  <link name="b"><pose relative_to="a">0 2 0 0 0 0</pose></link>
  <frame name="tip" attached_to="b"><pose>0 0 3 0.5 0 0</pose></frame>
  <frame name="own"><pose>0 1 0 0 0 0</pose></frame>
  <joint name="j" type="revolute"><parent>a</parent><child>b</child>
    <axis><xyz expressed_in="__model__">1 0 0</xyz></axis></joint>
  <joint name="k" type="fixed"><parent>a</parent><child>__model__</child></joint>
  <model name="tool"><link name="l"/></model>
</model></sdf>
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "arm.sdf").write_text(ARM, encoding="utf-8")
    return tmp_path


def host(include: str) -> str:
    return f'<sdf version="1.12"><model name="m"><pose>7 0 0 0 0 0</pose><link name="base"/>{include}</model></sdf>'


@pytest.mark.parametrize(
    "details",
    [
        "",
        "<pose>1 2 3 0.1 0.2 0.3</pose>",
        '<pose relative_to="base">1 2 3 0.1 0.2 0.3</pose>',
        "<placement_frame>tip</placement_frame><pose>1 2 3 0.1 0.2 0.3</pose>",
    ],
)
def test_what_is_merged_stands_where_the_model_would(folder: Path, details: str) -> None:
    plain, merged = (
        bodyplan.loads(host(f"<include{merge}><uri>arm.sdf</uri>{details}</include>"), base_dir=folder).scene
        for merge in ("", ' merge="true"')
    )
    for name in ("a", "b", "tip", "own", "j"):
        assert np.allclose(plain.pose(f"m::arm::{name}").matrix, merged.pose(f"m::{name}").matrix, atol=1e-12), name
    assert np.allclose(plain.pose("m::arm").matrix, merged.pose("m::_merged__arm__model__").matrix, atol=1e-12)
    assert merged.frames["m::_merged__arm__model__"].attached_to == "m::b"
    assert merged.frames["m::own"].attached_to == "m::b"
    assert np.allclose(plain.joints["m::arm::j"].axes[0].xyz, merged.joints["m::j"].axes[0].xyz)
    assert np.allclose(
        plain.links["m::arm::a"].visuals[0].pose.matrix, merged.links["m::a"].visuals[0].pose.matrix, atol=1e-12
    )


def test_joints_of_the_model_frame_are_joints_of_the_frame_that_stands_for_it(folder: Path) -> None:
    text = host('<include merge="true"><uri>arm.sdf</uri></include>')
    scene = bodyplan.loads(text, base_dir=folder).scene
    assert scene.joints["m::k"].child == "m::b"
    assert list(scene.models) == ["m", "m::tool"]


def test_a_model_with_links_is_not_merged_into_a_world(folder: Path) -> None:
    text = '<sdf version="1.12"><world name="w"><include merge="true"><uri>arm.sdf</uri></include></world></sdf>'
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text, base_dir=folder)
    assert [found.code for found in caught.value.diagnostics if found.severity == "error"] == ["BP330"]


def test_models_are_merged_into_a_world(folder: Path) -> None:
    parts = """<sdf version="1.9"><model name="parts"><pose>1 0 0 0 0 0</pose>
      <model name="x"><pose>0 1 0 0 0 0</pose><link name="l"/></model>
      <frame name="f" attached_to="x"/>
    </model></sdf>"""
    (folder / "parts.sdf").write_text(parts, encoding="utf-8")
    text = '<sdf version="1.12"><world name="w"><include merge="true"><uri>parts.sdf</uri></include></world></sdf>'
    scene = bodyplan.loads(text, base_dir=folder).scene
    assert scene.pose("x::l").translation.tolist() == [1, 1, 0]
    assert scene.frames["f"].attached_to == scene.frames["_merged__parts__model__"].attached_to == "x::l"


def test_only_models_are_merged(folder: Path) -> None:
    (folder / "lamp.sdf").write_text('<sdf version="1.9"><light name="l" type="point"/></sdf>', encoding="utf-8")
    text = '<sdf version="1.12"><world name="w"><include merge="1"><uri>lamp.sdf</uri></include></world></sdf>'
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text, base_dir=folder)
    assert [found.code for found in caught.value.diagnostics if found.severity == "error"] == ["BP329"]
