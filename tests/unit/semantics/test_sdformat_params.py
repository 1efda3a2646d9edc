"""Parameters that an include passes to what it includes."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest

ROBOT = """
<sdf version="1.9"><model name="robot">
  <link name="base">
    <visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual>
    <sensor name="s" type="imu"/>
  </link>
  <model name="inner"><link name="l"><inertial><mass>2</mass></inertial></link></model>
</model></sdf>
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "robot.sdf").write_text(ROBOT, encoding="utf-8")
    return tmp_path


def load(folder: Path, params: str) -> bodyplan.Document:
    text = f"""
    <sdf version="1.9" xmlns:experimental="http://sdformat.org/schemas/experimental"><world name="w">
      <include><uri>robot.sdf</uri><experimental:params>{params}</experimental:params></include>
      <include><uri>robot.sdf</uri><name>untouched</name></include>
    </world></sdf>"""
    return bodyplan.loads(text, base_dir=folder)


def test_elements_are_added_modified_removed_and_replaced(folder: Path) -> None:
    scene = load(
        folder,
        """
        <visual element_id="base" name="more" action="add"><geometry><sphere><radius>3</radius></sphere></geometry></visual>
        <sensor element_id="base::s" action="remove"/>
        <visual element_id="base::v"><geometry action="replace"><sphere><radius>2</radius></sphere></geometry></visual>
        <link element_id="inner::l" action="modify"><inertial><mass>7</mass></inertial></link>
        <link element_id="" name="new" action="add"><pose>1 2 3 0 0 0</pose></link>
        """,
    ).scene
    assert [str(shape.geometry) for shape in scene.links["robot::base"].visuals] == [
        "Sphere(radius=2.0)",
        "Sphere(radius=3.0)",
    ]
    assert scene.links["robot::inner::l"].mass == 7
    assert scene.pose("robot::new").translation.tolist() == [1, 2, 3]
    assert list(scene.attachments) == ["untouched::base::s"]
    assert scene.links["untouched::inner::l"].mass == 2


def test_whole_elements_are_replaced_and_single_values_changed(folder: Path) -> None:
    document = load(
        folder,
        """
        <visual element_id="base::v" name="w" action="replace"><geometry><sphere><radius>2</radius></sphere></geometry></visual>
        <link element_id="inner::l">
          <pose action="add" relative_to="">0 0 4 0 0 0</pose>
          <inertial action="modify"><mass>7</mass></inertial>
        </link>
        <link element_id="base"><sensor name="s" action="remove"/></link>
        """,
    )
    scene = document.scene
    assert [(shape.name, str(shape.geometry)) for shape in scene.links["robot::base"].visuals] == [
        ("w", "Sphere(radius=2.0)")
    ]
    assert scene.links["robot::inner::l"].mass == 7
    assert scene.pose("robot::inner::l").translation.tolist() == [0, 0, 4]
    assert list(scene.attachments) == ["untouched::base::s"]


def test_an_attribute_is_changed_and_an_empty_order_takes_a_value_back(folder: Path) -> None:
    orders = """
        <sensor element_id="base::s" type="camera" action="modify"/>
        <link element_id="inner::l" action="modify"><inertial><mass/></inertial></link>
        <link element_id="base" action="remove"><visual name="v"/></link>
        """
    scene = load(folder, orders).scene
    assert scene.attachments["robot::base::s"].element.type == "camera"
    assert scene.links["robot::inner::l"].mass == 1
    assert scene.links["robot::base"].visuals == ()


@pytest.mark.parametrize(
    "params",
    [
        "<link/>",
        '<link element_id="base" action="improve"/>',
        '<link element_id="base::"/>',
        '<link element_id="nothing" action="remove"/>',
        '<visual element_id="base" action="add"/>',
        '<visual element_id="base" name="v" action="add"/>',
        '<link element_id="base"><visual name="v"/></link>',
        '<link element_id="base" action="modify"><inertial/></link>',
        '<link element_id="base" action="modify" colour="red"/>',
        '<link element_id="nothing" name="n" action="add"/>',
        '<link element_id="nothing::base" action="remove"/>',
        '<link element_id="base"><collision name="v" action="remove"/></link>',
        '<link element_id="base"><visual action="replace"/></link>',
        '<link element_id="base" action="remove"><visual name="other"/></link>',
    ],
)
def test_what_cannot_be_done_is_reported_where_it_is_asked_for(folder: Path, params: str) -> None:
    with pytest.raises(bodyplan.LoadError) as caught:
        load(folder, params)
    found = [found for found in caught.value.diagnostics if found.severity == "error"]
    assert [finding.code for finding in found] == ["BP333"]
    assert found[0].line == 3
