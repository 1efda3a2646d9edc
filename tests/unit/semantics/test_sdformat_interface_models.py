"""Included files of other formats: URDF, and what a caller's parser reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.includes.interface import (
    FrameInterface,
    InterfaceModel,
    JointInterface,
    LinkInterface,
    ModelInterface,
    ModelPoses,
    NestedInclude,
)
from bodyplan.semantics.spatial.transform import Transform

URDF = """<robot name="arm">
  <link name="base"/><link name="tip"/>
  <joint name="j" type="revolute"><origin xyz="0 0 1"/><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "arm.urdf").write_text(URDF, encoding="utf-8")
    (tmp_path / "thing.yaml").write_text("thing", encoding="utf-8")
    return tmp_path


def model(contents: str) -> str:
    return (
        f"""<sdf version="1.12"><model name="top"><pose>0 0 10 0 0 0</pose><link name="l"/>{contents}</model></sdf>"""
    )


def errors(text: str, folder: Path, **options: object) -> list[str]:
    try:
        bodyplan.loads(text, base_dir=folder, **options)  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return [found.code for found in error.diagnostics if found.severity == "error"]
    return []


def test_a_urdf_is_part_of_the_frame_graph(folder: Path) -> None:
    text = model(
        """<include><uri>arm.urdf</uri><name>left</name><pose relative_to="l">1 0 0 0 0 0</pose></include>
        <frame name="f" attached_to="left::tip"/>
        <joint name="weld" type="fixed"><parent>l</parent><child>left::base</child></joint>"""
    )
    scene = bodyplan.loads(text, base_dir=folder).scene
    assert scene.pose("top::left::tip").translation.tolist() == [1, 0, 11]
    assert scene.frames["top::f"].attached_to == "top::left::tip"
    assert scene.joints["top::weld"].child == "top::left::base"
    assert scene.joints["top::left::j"].axes[0].upper == 1
    turned = scene.pose("top::f", q={"top::left::j": 0.5})
    assert turned.rpy == pytest.approx([0, 0, 0.5])


def test_a_urdf_in_a_world_can_be_placed_by_any_of_its_frames(folder: Path) -> None:
    text = """<sdf version="1.12"><world name="w">
      <include><uri>arm.urdf</uri><placement_frame>tip</placement_frame><pose>0 0 0 0 0 0</pose><static>1</static></include>
    </world></sdf>"""
    scene = bodyplan.loads(text, base_dir=folder).scene
    assert scene.pose("arm::base").translation.tolist() == [0, 0, -1]
    assert scene.models["arm"].static


def test_names_of_a_urdf_are_looked_up_like_any_others(folder: Path) -> None:
    text = model('<include><uri>arm.urdf</uri></include><frame name="f" attached_to="arm::nothing"/>')
    assert errors(text, folder) == ["BP304"]
    assert errors(model("<include><uri>arm.urdf</uri><name>l</name></include>"), folder)[0] == "BP308"


def test_a_faulty_urdf_is_reported_in_its_own_file(folder: Path) -> None:
    (folder / "bad.urdf").write_text('<robot name="r">\n<link/></robot>', encoding="utf-8")
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(model("<include><uri>bad.urdf</uri></include>"), base_dir=folder)
    found = [found for found in caught.value.diagnostics if found.severity == "error"]
    assert {finding.file for finding in found} == {str(folder / "bad.urdf")}
    assert found[0].line == 2


class Parser:
    """Reads anything that ends in yaml, and remembers what it was given and told."""

    def __init__(self, merge: bool = False) -> None:
        self.include: NestedInclude | None = None
        self.told: list[list[float]] = []
        self.merge = merge

    def __call__(self, include: NestedInclude) -> InterfaceModel | Iterable[bodyplan.Diagnostic] | None:
        if include.resolved_file_name.suffix != ".yaml":
            return None
        self.include = include
        return ModelInterface(
            name=include.local_model_name or "thing",
            canonical_link_name="body",
            pose_in_parent=Transform.from_rpy([0, 5, 0]),
            links=[LinkInterface(name="body", pose_in_model=Transform.from_rpy([1, 0, 0]))],
            frames=[FrameInterface(name="grip", attached_to="body", pose_in_attached_to=Transform.from_rpy([0, 0, 1]))],
            joints=[JointInterface(name="hinge", child="body", pose_in_child=Transform.from_rpy([0, 2, 0]))],
            nested_models=[
                ModelInterface(name="inner", canonical_link_name="x", links=[LinkInterface(name="x")]),
            ],
            supports_merge=self.merge,
            reposture=self.reposture,
        )

    def reposture(self, poses: ModelPoses) -> None:
        self.told += [
            poses.model_pose().translation.tolist(),
            poses.pose("grip").translation.tolist(),
            poses.pose("grip", "body").translation.tolist(),
        ]


def test_a_parser_is_told_all_about_the_include(folder: Path) -> None:
    parser = Parser()
    text = model(
        """<model name="middle"><link name="k"/><include><uri>thing.yaml</uri><name>t</name><static>true</static>
        <pose relative_to="k">1 2 3 0 0 0</pose><placement_frame>grip</placement_frame><mine:x xmlns:mine="me">7</mine:x>
        </include></model>"""
    )
    bodyplan.loads(text, base_dir=folder, parsers=[parser])
    include = parser.include
    assert include is not None
    assert include.uri == "thing.yaml"
    assert include.resolved_file_name == folder / "thing.yaml"
    assert include.absolute_parent_name == "top::middle"
    assert (include.local_model_name, include.absolute_model_name) == ("t", "top::middle::t")
    assert include.is_static is True
    assert (include.include_pose_relative_to, include.placement_frame) == ("k", "grip")
    assert include.include_raw_pose is not None
    assert include.include_raw_pose.translation.tolist() == [1, 2, 3]
    assert include.include_element is not None
    assert include.include_element.findtext("{me}x") == "7"


def test_the_frames_of_an_interface_model(folder: Path) -> None:
    parser = Parser()
    text = model('<include><uri>thing.yaml</uri></include><frame name="f" attached_to="thing::grip"/>')
    scene = bodyplan.loads(text, base_dir=folder, parsers=[parser]).scene
    assert scene.pose("top::thing").translation.tolist() == [0, 5, 10]
    assert scene.pose("top::thing::grip").translation.tolist() == [1, 5, 11]
    assert scene.pose("top::thing::hinge").translation.tolist() == [1, 7, 10]
    assert scene.frames["top::f"].attached_to == "top::thing::body"
    assert scene.frames["top::thing::hinge"].kind == "joint"
    assert "top::thing::inner::x" in scene.links
    assert parser.told == [[0, 5, 10], [1, 5, 11], [0, 0, 1]]


def test_the_pose_of_the_include_comes_before_that_of_the_parser(folder: Path) -> None:
    parser = Parser()
    text = model("<include><uri>thing.yaml</uri><pose>3 0 0 0 0 0</pose></include>")
    scene = bodyplan.loads(text, base_dir=folder, parsers=[parser]).scene
    assert scene.pose("top::thing").translation.tolist() == [3, 0, 10]


def test_a_robot_with_links_is_not_merged_into_a_world(folder: Path) -> None:
    include = '<include merge="true"><uri>arm.urdf</uri></include>'
    assert errors(f'<sdf version="1.12"><world name="w">{include}</world></sdf>', folder) == ["BP330"]
    assert errors(model(include), folder) == []


def test_an_interface_model_is_merged(folder: Path) -> None:
    include = '<include merge="true"><uri>thing.yaml</uri><pose>3 0 0 0 0 0</pose></include>'
    scene = bodyplan.loads(model(include), base_dir=folder, parsers=[Parser(merge=True)]).scene
    assert scene.pose("top::body").translation.tolist() == [4, 0, 10]
    assert scene.pose("top::grip").translation.tolist() == [4, 0, 11]
    assert scene.frames["top::_merged__thing__model__"].attached_to == "top::body"
    assert errors(model(include), folder, parsers=[Parser()]) == ["BP434"]


def test_the_last_parser_is_asked_first(folder: Path) -> None:
    asked = []

    def passing(include: NestedInclude) -> None:
        asked.append(include.uri)

    first, last = Parser(), Parser()
    text = model("<include><uri>thing.yaml</uri></include>")
    bodyplan.loads(text, base_dir=folder, parsers=[first, last, passing])
    assert first.include is None
    assert last.include is not None
    assert asked == ["thing.yaml"]


def test_what_a_parser_reports_stops(folder: Path) -> None:
    def refusing(include: NestedInclude) -> list[bodyplan.Diagnostic]:
        return [include.problem("no body", line=3)]

    text = model("<include><uri>thing.yaml</uri></include>")
    assert errors(text, folder, parsers=[Parser(), refusing]) == ["BP430"]


def test_a_urdf_can_be_read_by_the_caller(folder: Path) -> None:
    def own(include: NestedInclude) -> InterfaceModel:
        return ModelInterface(name="own", canonical_link_name="a", links=[LinkInterface(name="a")])

    text = model("<include><uri>arm.urdf</uri></include>")
    assert list(bodyplan.loads(text, base_dir=folder, parsers=[own]).scene.links) == ["top::l", "top::own::a"]


def test_foreign_files_stay_included_in_the_expanded_document(folder: Path) -> None:
    document = bodyplan.loads(model("<include><uri>arm.urdf</uri></include>"), base_dir=folder)
    again = bodyplan.loads(document.dumps(expand=True), base_dir=folder)
    assert list(again.scene.frames) == list(document.scene.frames)
    for name in again.scene.frames:
        assert np.allclose(again.scene.pose(name).matrix, document.scene.pose(name).matrix)
