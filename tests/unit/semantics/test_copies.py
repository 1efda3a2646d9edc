"""Copies and pickles of documents and scenes are what was copied, with the places where it was written."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
import pytest

SDF = """<?xml version="1.0"?>
<sdf version="1.12" xmlns:lab="http://lab.example">
  <model name="m" lab:shelf="4">
    <joint name="j" type="revolute">
      <child>b</child>
      <parent>a</parent>
      <axis><limit><upper>1.50</upper><lower>-1.0e0</lower></limit><xyz>0 0 1.00</xyz></axis>
    </joint>
    <link name="b"><pose>0 0 1.00 0 0 0</pose></link>
    <link name="a"><gravity>1</gravity><lab:note>x</lab:note></link>
    <plugin name="p" filename="libspin.so"><speed>2.0</speed></plugin>
  </model>
</sdf>
"""
OLD = SDF.replace('version="1.12"', 'version="1.5"').replace("<xyz>", "<initial_position>0.10</initial_position><xyz>")
URDF = """<robot name="r"><joint name="j" type="fixed"><child link="b"/><parent link="a"/></joint>
  <link name="b"><inertial><mass value="1.00"/><inertia izz="1" iyy="1.0" ixx="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="a"><odd n="1"/></link>
</robot>"""
TEXTS = {"newest": SDF, "older": OLD, "urdf": URDF}


def _pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def _lines(document: bodyplan.Document) -> list[tuple[str, int | None]]:
    elements = [frame.element for frame in document.scene.frames.values()]
    return [(frame, element.source_element.sourceline) for frame, element in zip(document.scene.frames, elements)]  # type: ignore[union-attr]


@pytest.mark.parametrize("size", ["small", "large"])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, _pickled, lambda each: _pickled(_pickled(each))])
@pytest.mark.parametrize("touched", [True, False])
@pytest.mark.parametrize("text", TEXTS)
def test_a_copy_of_a_document_is_written_and_placed_as_the_document_is(
    text: str, touched: bool, copied: Any, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if size == "large":
        for module in ("bodyplan.semantics.document.parser", "bodyplan.runtime.source"):
            monkeypatch.setattr(f"{module}.LARGE", 10)
    document = bodyplan.loads(TEXTS[text])
    if touched:
        document.root.any_attributes["{http://lab.example}seen"] = "yes"
    twin = copied(document)
    assert twin.dumps() == document.dumps()
    assert twin.root == document.root
    assert [str(found) for found in twin.diagnostics] == [str(found) for found in document.diagnostics]
    assert _lines(twin) == _lines(document)
    assert (twin.path, twin.format, twin.version, twin.ok) == (document.path, document.format, document.version, True)


def test_a_deep_copy_has_elements_of_its_own() -> None:
    document = bodyplan.loads(SDF)
    twin = copy.deepcopy(document)
    twin.root.model.link[0].name = "c"
    assert document.root.model.link[0].name == "b"
    assert 'name="c"' in twin.dumps()
    assert 'name="c"' not in document.dumps()
    assert copy.copy(document).root is document.root


def test_a_changed_document_is_pickled_as_it_is_now() -> None:
    document = bodyplan.loads(SDF)
    root = document.root
    root.model.link[0].pose.value = root.model.link[0].pose.value.replace(z=3)
    root.model.link.insert(0, copy.deepcopy(root.model.link[1]))
    root.model.link[0].name = "c"
    del root.model.joint[:]
    twin = _pickled(document)
    assert twin.dumps() == document.dumps()
    assert [link.name for link in twin.root.model.link] == ["c", "b", "a"]
    assert twin.scene.links["m::b"].element.source_element.sourceline == 9


def test_a_copy_of_an_element_is_written_as_the_element_was() -> None:
    document = bodyplan.loads(SDF)
    model = document.root.model
    model.joint[0] = copy.deepcopy(model.joint[0])
    assert document.dumps() == bodyplan.loads(SDF).dumps()
    second = copy.deepcopy(model.joint[0])
    second.name = "k"
    second.axis.limit.upper = 2
    model.joint.append(second)
    text = document.dumps()
    assert "<upper>1.50</upper>" in text
    assert "<upper>2</upper>" in text
    assert text.count("<lower>-1.0e0</lower>") == 2
    assert text.index('name="k"') > text.index('name="j"')


def test_a_copy_beside_its_original_stands_where_the_list_has_it() -> None:
    inside = "<link name='a'/>stray<link name='b'/><link name='c'/>"
    document = bodyplan.loads(f"<sdf version='1.12'><model name='m'>{inside}</model></sdf>")
    links = document.root.model.link
    twin = copy.deepcopy(links[0])
    twin.name = "d"
    links.append(twin)
    text = document.dumps()
    assert [link.name for link in bodyplan.loads(text).root.model.link] == ["a", "b", "c", "d"]
    assert text.count("stray") == 1
    assert list(document.scene.links) == list(bodyplan.loads(text).scene.links)


def test_the_scene_has_a_copy_where_the_list_has_it() -> None:
    document = bodyplan.loads(URDF)
    twin = copy.deepcopy(document.root.link[0])
    twin.name = "c"
    document.root.link.append(twin)
    document.root.joint.append(
        bodyplan.urdf.Joint(
            name="k",
            type=bodyplan.urdf.JointType.FIXED,
            parent=bodyplan.urdf.JointParent(link="a"),
            child=bodyplan.urdf.Child(link="c"),
        )
    )
    assert list(document.scene.links) == ["r::b", "r::a", "r::c"]


def test_a_pickled_element_keeps_what_is_unknown() -> None:
    link = bodyplan.loads(SDF).root.model.link[1]
    assert _pickled(link) == link
    assert [each.qname for each in _pickled(link).any_elements] == ["{http://lab.example}note"]


@pytest.mark.slow
def test_documents_come_from_other_processes(tmp_path: Path) -> None:
    paths = []
    for name, text in TEXTS.items():
        paths.append(tmp_path / f"{name}.xml")
        paths[-1].write_text(text)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        documents = list(pool.map(bodyplan.load, paths))
        reports = list(pool.map(bodyplan.check, paths))
    for path, document, report in zip(paths, documents, reports):
        assert document.dumps() == bodyplan.load(path).dumps()
        assert document.path == str(path)
        assert report == bodyplan.check(path)


@pytest.mark.parametrize("text", TEXTS)
def test_a_scene_is_pickled_with_the_places_of_its_parts(text: str) -> None:
    document = bodyplan.loads(TEXTS[text])
    scene, lines = document.scene, _lines(document)
    data = pickle.dumps((scene, scene.links, next(iter(scene.joints.values()))))
    shown = scene.forward_kinematics().stack()
    del document, scene
    again, links, joint = pickle.loads(data)
    places = [(name, frame.element.source_element.sourceline) for name, frame in again.frames.items()]
    assert places == lines
    assert np.array_equal(again.forward_kinematics().stack(), shown)
    assert list(links) == list(again.links)
    assert np.array_equal(joint.X_PF.matrix, again.joints[joint.name].X_PF.matrix)
    assert copy.deepcopy(again) is again


def test_parts_of_a_scene_are_pickled() -> None:
    scene = bodyplan.load("examples/arm.sdf").scene
    for mapping in (scene.frames, scene.links, scene.joints, scene.models, scene.attachments):
        assert list(_pickled(mapping)) == list(mapping)
        assert list(reversed(mapping)) == list(mapping)[::-1]
        assert list(reversed(_pickled(mapping))) == list(mapping)[::-1]
    for link in scene.links.values():
        for shape in (*link.visuals, *link.collisions):
            again = _pickled(shape)
            assert (again.name, again.pose, again.geometry) == (shape.name, shape.pose, shape.geometry)
    for joint in scene.joints.values():
        for axis in joint.axes:
            assert _pickled(axis).xyz.tolist() == axis.xyz.tolist()
            assert _pickled(axis).upper == axis.upper
    assert len(_pickled(scene.constraints)) == len(scene.constraints)
    assert _pickled(scene.collision_filter).pairs == scene.collision_filter.pairs
    assert _pickled(scene.forward_kinematics()).keys() == scene.frames.keys()
