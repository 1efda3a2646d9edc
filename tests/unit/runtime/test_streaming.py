"""Large documents are read without keeping their tree, and say the same as with it."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.runtime import stream_parser
from bodyplan.runtime.element import Element
from bodyplan.semantics.document import parser

WORLD = """<sdf version="1.12">
  <world name="w">
    <model name="a"><link name="l"/>
      <plugin name="p" filename="f"><deep><deeper x="1">text</deeper></deep></plugin></model>
    <light name="sun" type="directional"><pose>0 0 9 0 0 0</pose></light>
    <model name="b"><static>true</static><link name="l"><inertial><mass>2</mass></inertial></link></model>
    <frame name="f" attached_to="a"/>
    <model name="c"><pose relative_to="f">1 0 0 0 0 0</pose><link name="l"/></model>
    <joint name="j" type="fixed"><parent>a</parent><child>c</child></joint>
  </world>
</sdf>
"""
ROBOT = """<robot name="r">
  <link name="a"><visual><geometry><box size="1 2 3"/></geometry></visual></link>
  <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
  <link name="b"/>
</robot>
"""
SKELETON = """<skel version="1.0"><world name="w"><skeleton name="s">
  <body name="a"><inertia><mass>1</mass></inertia></body>
  <joint name="j" type="free"><parent>world</parent><child>a</child></joint>
  <body name="b"/>
  <joint name="k" type="weld"><parent>a</parent><child>b</child></joint>
</skeleton></world></skel>
"""
OLDER = WORLD.replace("1.12", "1.6").replace(' relative_to="f"', "").replace('<frame name="f" attached_to="a"/>', "")
CONVERTED = OLDER.replace("<pose>0 0 9", '<pose frame="a">0 0 9')
FAULTY = {
    "in the schema": WORLD.replace("<mass>2</mass>", "<mass>heavy</mass><weight/>"),
    "in the meaning": WORLD.replace('attached_to="a"', 'attached_to="z"').replace("<child>c", "<child>q"),
    "two of a name": WORLD.replace('name="b"', 'name="a"').replace('name="c"', 'name="a"'),
    "at the end": WORLD.replace("</world>", "</wor>"),
    "cut off": WORLD[: len(WORLD) // 2],
    "before the root": "<sdf",
    "several roots": WORLD + WORLD,
    "no root of ours": "<html><model/></html>",
    "stray text": WORLD.replace("<light", "stray <light").replace('<world name="w">', '<world name="w">stray'),
    "a version that is not known": WORLD.replace("1.12", "9.9"),
    "no version": WORLD.replace(' version="1.12"', ""),
    "a document type": '<!DOCTYPE sdf [<!ENTITY e "x">]>' + WORLD.replace('"sun"', '"&e;"'),
    "a default namespace": WORLD.replace("<sdf", '<sdf xmlns="urn:x"'),
    "undeclared prefixes": WORLD.replace("<link", "<x:y/><link"),
    "a joint before its body": SKELETON.replace('<body name="b"/>', "").replace("</skel", '<body name="b"/></skel', 1),
    "a repeated element": ROBOT.replace("<child", '<parent link="b"/><child'),
    "entities": WORLD.replace('"sun"', '"&auml;"'),
    "hyphens": WORLD.replace("<light", "<!-- -- --><light"),
}
MODEL = """<mujoco model="m"><worldbody><frame pos="1 0 0"><body name="a"><geom name="g" size="1"/></body></frame>
<geom name="f" type="plane" size="1 1 1"/><body name="b"><joint name="j"/><geom size="1"/><joint name="k" type="slide"/></body>
</worldbody><actuator><motor joint="j"/><position joint="k"/><motor joint="k"/></actuator></mujoco>"""
SOUND = {"sdf": WORLD, "urdf": ROBOT, "skel": SKELETON, "mjcf": MODEL, "older": OLDER, "converted": CONVERTED}


@pytest.fixture(params=[1, 50, stream_parser.BLOCK])
def everything_is_large(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every document count as a large one, parsed in blocks of several sizes."""
    monkeypatch.setattr(stream_parser, "BLOCK", request.param)
    monkeypatch.setattr(parser, "LARGE", -1)


def elements_of(element: Element) -> Iterator[Element]:
    yield element
    for value in list(vars(element).values()):
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, Element):
                yield from elements_of(each)


def told(text: str | bytes) -> dict[str, Any]:
    """All that a caller can learn of a document."""
    try:
        document = bodyplan.loads(text)
    except bodyplan.LoadError as error:
        return {"findings": [(found.to_dict(), str(found)) for found in error.diagnostics]}
    return {
        "findings": [(found.to_dict(), str(found)) for found in document.diagnostics],
        "frames": [(name, frame.kind, frame.pose) for name, frame in document.scene.frames.items()],
        "text": document.dumps(),
        "root": document.root,
        "lines": [
            (each.source_element.tag, each.source_element.sourceline)
            for each in elements_of(document.root)
            if each.source_element is not None
        ],
        "findings later": [found.to_dict() for found in document.diagnostics],
    }


@pytest.mark.parametrize("name", [*SOUND, *FAULTY])
@pytest.mark.parametrize("encoding", [None, "utf-8", "utf-16"])
def test_a_large_document_tells_what_a_small_one_does(
    name: str, encoding: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = {**SOUND, **FAULTY}[name]
    written = text.encode(encoding) if encoding else text
    wanted = told(written)
    monkeypatch.setattr(parser, "LARGE", -1)
    for block in (1, 50, stream_parser.BLOCK):
        monkeypatch.setattr(stream_parser, "BLOCK", block)
        assert told(written) == wanted


@pytest.mark.usefixtures("everything_is_large")
@pytest.mark.parametrize("text", [WORLD, ROBOT, SKELETON, OLDER], ids=["sdf", "urdf", "skel", "older"])
def test_the_tree_of_a_large_document_is_made_when_it_is_asked_for(text: str) -> None:
    document = bodyplan.loads(text)
    assert document.ok
    source = document._parsed_document.source
    assert source._root is None
    element = next(each for each in elements_of(document.root) if "name" in vars(each))
    assert element.source_element is not None
    assert element.source_element is element.source_element
    assert element.source_element.getroottree().getroot() is source.root


@pytest.mark.usefixtures("everything_is_large")
def test_the_root_of_a_large_document_is_made_when_it_is_asked_for() -> None:
    source = bodyplan.loads(WORLD)._parsed_document.source
    assert source._root is None
    assert source.root is not None
    assert source.root is source.root
    assert source.root.tag == "sdf"


@pytest.mark.usefixtures("everything_is_large")
def test_findings_about_the_meaning_need_no_tree_until_their_places_are_asked_for() -> None:
    text = ROBOT.replace('<box size="1 2 3"/>', '<mesh filename="package://none/x.stl"/>')
    document = bodyplan.loads(text)
    assert document.ok
    assert document._parsed_document.source._root is None
    (found,) = document.diagnostics
    assert (found.line, found.xpath) == (
        2,
        '/robot[@name="r"]/link[@name="a"]/visual/geometry/mesh/@filename',
    )
    assert document._parsed_document.source._root is not None


@pytest.mark.usefixtures("everything_is_large")
def test_an_element_outlives_its_document_and_then_has_no_place() -> None:
    document = bodyplan.loads(WORLD)
    model = document.root.world[0].model[1]
    del document
    gc.collect()
    assert model.source_element is None
    assert model.link[0].inertial.mass == 2


@pytest.mark.usefixtures("everything_is_large")
def test_what_is_included_keeps_its_place_as_long_as_the_scene(tmp_path: Path) -> None:
    (tmp_path / "part.sdf").write_text('<sdf version="1.12">\n<model name="m">\n<link name="l"/></model></sdf>')
    whole = tmp_path / "whole.sdf"
    whole.write_text('<sdf version="1.12"><world name="w"><include><uri>part.sdf</uri></include></world></sdf>')
    scene = bodyplan.load(whole).scene
    gc.collect()
    element = scene.links["m::l"].element
    assert element.source_element.sourceline == 3


@pytest.mark.usefixtures("everything_is_large")
def test_children_of_children_may_be_large_too() -> None:
    links = "".join(f'<link name="l{i}"/>' for i in range(200))
    text = f'<sdf version="1.12"><model name="m"><pose>0 0 {"1" * 60} 0 0 0</pose>{links}</model></sdf>'
    document = bodyplan.loads(text)
    assert [link.name for link in document.root.model.link] == [f"l{i}" for i in range(200)]
    assert document.root.model.pose.value.z == float("1" * 60)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the most memory that a process had is counted otherwise here")
@pytest.mark.parametrize(("models", "links"), [(7000, 20), (1, 140_000)])
def test_reading_a_large_world_takes_less_memory_than_its_tree_would(models: int, links: int, tmp_path: Path) -> None:
    inside = "".join(f'<link name="l{i}"><inertial><mass>{i + 1}</mass></inertial></link>' for i in range(links))
    path = tmp_path / "large.sdf"
    path.write_text(
        '<sdf version="1.12"><world name="w">'
        + "".join(f'<model name="m{i}">{inside}</model>' for i in range(models))
        + "</world></sdf>"
    )
    code = """
import re, sys
from lxml import etree
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document.parser import read
def peak():
    with open("/proc/self/status") as status:  # what the system counts for a process goes on from its parent's
        return int(re.search(r"VmHWM:\\s+(\\d+)", status.read())[1])
def typed(path):
    with open(path, "rb") as file:
        return read(Source(path, file.read()), Sink(), Options())
before = peak()
kept = {"tree": etree.parse, "typed": typed}[sys.argv[2]](sys.argv[1])
print(peak() - before)
"""
    added = {
        what: int(subprocess.run([sys.executable, "-c", code, path, what], capture_output=True, check=True).stdout)
        for what in ("tree", "typed")
    }
    assert added["typed"] < added["tree"]


@pytest.mark.usefixtures("everything_is_large")
@pytest.mark.parametrize("encoding", ["IBM037", "UTF-7", "HZ", "ISO-2022-JP", "UTF-16", "no-such"])
def test_a_declared_encoding_that_is_not_that_of_the_text_says_the_same(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?>{WORLD}'.encode()
    with monkeypatch.context() as small:
        small.setattr(parser, "LARGE", len(text))
        wanted = told(text)
    assert told(text) == wanted
