"""Nested models are inferred from flattened names, as the composition proposal says in 1.4.7."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.sdformat import NEWEST
from bodyplan.semantics.upgrade.to_newest import upgrade
from lxml import etree


def upgraded(text: str, version: str = "1.7") -> tuple[Source, etree._Element, Sink]:
    source, sink = Source("test.sdf", text.encode()), Sink()
    root = parse(source, sink)
    assert root is not None
    upgrade(root, version, source, sink)
    return source, root, sink


def canonical(root: etree._Element) -> str:
    """The document without layout, and without what says the same as nothing."""
    for element in root.iter():
        element.text = " ".join((element.text or "").split()) or None
        element.tail = None
        parent = element.getparent()
        means_nothing = parent is not None and parent.tag in ("model", "link") and element.tag == "pose"
        if means_nothing and element.get("relative_to") == "__model__":
            del element.attrib["relative_to"]
    return etree.tostring(root, method="c14n").decode()


FLATTENED = """
  <model name="Outer">
    <frame name="Inner::__model__" attached_to="Inner::A">
      <pose relative_to="__model__">1 0 1 0 0 0</pose>
    </frame>
    <link name="Inner::A">
      <pose relative_to="Inner::__model__">0 1 0 0 0 0</pose>
      <visual name="v1"><geometry><sphere><radius>0.1</radius></sphere></geometry></visual>
    </link>
    <link name="Inner::B"><pose relative_to="Inner::__model__">0 0 0 0 0 0</pose></link>
    <joint name="Inner::J" type="revolute"><parent>Inner::A</parent><child>Inner::B</child></joint>
  </model>"""
NESTED = """
  <model name="Outer">
    <model name="Inner" canonical_link="A">
      <pose>1 0 1 0 0 0</pose>
      <link name="A">
        <pose>0 1 0 0 0 0</pose>
        <visual name="v1"><geometry><sphere><radius>0.1</radius></sphere></geometry></visual>
      </link>
      <link name="B"><pose>0 0 0 0 0 0</pose></link>
      <joint name="J" type="revolute"><parent>A</parent><child>B</child></joint>
    </model>
  </model>"""


def test_worked_example_of_a_flattened_model_becomes_a_nested_model() -> None:
    _, root, sink = upgraded(f'<sdf version="1.7">{FLATTENED}</sdf>')
    assert sink.found == []
    assert canonical(root) == canonical(etree.fromstring(f'<sdf version="{NEWEST}">{NESTED}</sdf>'))


def test_models_of_a_world_are_unflattened_too() -> None:
    _, root, sink = upgraded(f'<sdf version="1.7"><world name="w">{FLATTENED}</world></sdf>')
    assert sink.found == []
    assert canonical(root) == canonical(
        etree.fromstring(f'<sdf version="{NEWEST}"><world name="w">{NESTED}</world></sdf>')
    )


def test_worked_example_of_a_reference_that_leaves_its_model_is_reported() -> None:
    _, root, sink = upgraded(
        """<sdf version="1.7">
  <model name="anything">
    <link name="M1::B"/>
    <joint name="M1::J">
      <parent>M1::B</parent>
      <child>M2::B</child>
    </joint>
    <link name="M2::B"/>
  </model>
</sdf>"""
    )
    (found,) = sink.found
    assert (found.code, found.severity, found.line, found.column) == ("BP805", "error", 6, 7)
    assert "'M2::B'" in found.message
    assert [e.get("name") for e in root[0]] == ["M1::B", "M1::J", "M2"]


def test_nesting_of_any_depth_comes_back() -> None:
    _, root, sink = upgraded(
        """<sdf version="1.7"><model name="top">
  <frame name="A::__model__" attached_to="A::B::C"><pose relative_to="__model__">1 0 0 0 0 0</pose></frame>
  <frame name="A::B::__model__" attached_to="A::B::C"><pose relative_to="A::__model__">0 1 0 0 0 0</pose></frame>
  <link name="A::B::C"><pose relative_to="A::B::__model__">0 0 1 0 0 0</pose></link>
</model></sdf>"""
    )
    assert sink.found == []
    expected = f"""<sdf version="{NEWEST}"><model name="top">
  <model name="A" canonical_link="B::C"><pose>1 0 0 0 0 0</pose>
    <model name="B" canonical_link="C"><pose>0 1 0 0 0 0</pose><link name="C"><pose>0 0 1 0 0 0</pose></link></model>
  </model></model></sdf>"""
    assert canonical(root) == canonical(etree.fromstring(expected))


def test_plain_nested_models_are_searched_and_do_not_end_the_search() -> None:
    _, root, sink = upgraded(
        """<sdf version="1.7"><model name="top">
  <link name="own"/><model name="C"><link name="D::E"/></model><link name="Z::L"/><model name="A::B"/>
</model></sdf>"""
    )
    assert sink.found == []
    assert [(e.tag, e.get("name")) for e in root[0].iter()] == [
        ("model", "top"),
        ("link", "own"),
        ("model", "C"),
        ("model", "D"),
        ("link", "E"),
        ("model", "Z"),
        ("link", "L"),
        ("model", "A"),
        ("model", "B"),
    ]


def test_a_model_name_that_begins_like_another_is_kept_apart() -> None:
    _, root, sink = upgraded(
        """<sdf version="1.7"><model name="top">
  <link name="M1::L"/><link name="M10::L"/><link name="M1::K"><pose relative_to="M1::L"/></link>
</model></sdf>"""
    )
    assert sink.found == []
    assert [(m.get("name"), [e.get("name") for e in m]) for m in root[0]] == [("M1", ["L", "K"]), ("M10", ["L"])]


def test_references_inside_a_model_lose_its_name_and_fixed_names_stay() -> None:
    _, root, sink = upgraded(
        """<sdf version="1.7"><model name="top">
  <frame name="M::F" attached_to="M::L"><pose relative_to="M::__model__"/></frame>
  <link name="M::L">
    <pose relative_to="__model__"/>
    <sensor name="s" type="camera"><camera name="c"><pose relative_to="M::F"/></camera></sensor>
    <plugin name="p" filename="f"><pose relative_to="elsewhere"/></plugin>
  </link>
  <joint name="M::J" type="universal">
    <parent>world</parent><child>M::L</child>
    <axis><xyz expressed_in="M::F">1 0 0</xyz></axis><axis2><xyz expressed_in="__model__">0 1 0</xyz></axis2>
  </joint>
  <model name="M::N"><pose relative_to="M::F"/><link name="K"><pose relative_to="N"/></link></model>
  <gripper name="g"><gripper_link>M::L</gripper_link><palm_link> M::L </palm_link></gripper>
</model></sdf>"""
    )
    assert sink.found == []
    (model,) = root[0]
    assert [(e.tag, e.get("name")) for e in model] == [
        ("frame", "F"),
        ("link", "L"),
        ("joint", "J"),
        ("model", "N"),
        ("gripper", "g"),
    ]
    assert [e.get("relative_to") for e in model.iter("pose")] == [
        "__model__",
        "__model__",
        "F",
        "elsewhere",
        "F",
        "N",
    ]
    assert [e.get("expressed_in") for e in model.iter("xyz")] == ["F", "__model__"]
    assert [e.text for e in model.iter("parent", "child", "gripper_link", "palm_link")] == ["world", "L", "L", "L"]
    assert model[0].get("attached_to") == "L"


def test_from_1_8_on_names_are_left_alone() -> None:
    _, root, _ = upgraded('<sdf version="1.8"><model name="m"><link name="a::b"/></model></sdf>', "1.8")
    assert root[0][0].get("name") == "a::b"


def test_places_of_unflattened_elements_are_those_of_the_text() -> None:
    source, root, _ = upgraded(f'<sdf version="1.7">{FLATTENED}</sdf>')
    inner = root[0][0]
    assert inner.get("name") == "Inner"
    assert source.position(inner)[0] == 3
    assert source.position(inner[0]) == (4, 7)
    link = inner[1]
    assert link.get("name") == "A"
    assert source.position(link) == (6, 5)


@pytest.mark.parametrize(("parts", "is_deep"), [(100, False), (198, False), (199, True), (5_000, True)])
def test_names_of_very_many_parts_are_refused(parts: int, is_deep: bool) -> None:
    name = "::".join("a" * parts)
    text = f'<sdf version="1.7"><model name="m"><link name="{name}"/></model></sdf>'
    if not is_deep:
        document = bodyplan.loads(text)
        assert bodyplan.loads(document.dumps(version="1.8")).dumps() == document.dumps(version="1.8")
        assert len(document.scene.links) == 1
        return
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text)
    assert [(finding.code, finding.attribute) for finding in caught.value.diagnostics] == [("BP008", "name")]
