"""Documents of older versions that are read as the newest at once come out as if every step had been taken apart."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from bodyplan.runtime.element import Element
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.bindings import bindings_of
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document.parser import read
from bodyplan.semantics.formats.sdformat.decoder import other_version
from bodyplan.semantics.upgrade.to_newest import upgrade
from bodyplan.semantics.upgrade.versions import detect_version

PLAIN = """<sdf version="1.6"><model name="m"><link name="a"><inertial><pose degrees="1">1 0 0 0 0 0</pose></inertial></link>
<link name="b"/><joint name="j" type="revolute"><parent>a</parent><child>b</child><axis>
<xyz>0 0 1</xyz><use_parent_model_frame>1</use_parent_model_frame></axis></joint></model></sdf>"""
TEXT = """<sdf version="1.4"><model name="m"><link name="a"><pose relative_to="b">0 0 0 0 0</pose></link>
<link name="b"><visual name="v"><geometry><box><size>1 1</size></box></geometry></visual></link>
<joint name="j" type="screw"><parent>a</parent><child>b</child><thread_pitch>3</thread_pitch>
<axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"""
FLAT = """<sdf version="1.7"><model name="m"><link name="a::x"/><frame name="a::__model__" attached_to="a::x"/>
<link name="y"/></model></sdf>"""
OLDEST = """<gazebo version="1.0"><model name="m" static="1"><origin pose="1 2 3 0 0 0"/><link name="a">
<inertial mass="2"><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link></model></gazebo>"""
ACTOR = """<sdf version="1.3"><world name="w"><actor name="a"><pose>0 0 1 0 0 0</pose><static>1</static><skin>
<filename>a.dae</filename></skin></actor></world></sdf>"""


def step_by_step(source: Source, sink: Sink) -> object:
    tree = parse(source, sink)
    assert tree is not None
    own = bindings_of("sdformat", detect_version(tree, sink, source=source).read_as)
    newest = bindings_of("sdformat")
    own.decode(tree, sink, newest=newest, elsewhere=partial(other_version, own.version))
    upgrade(tree, own.version, source, sink)
    return newest.decode(tree, sink, silent=True)


def compare(name: str, text: str | bytes) -> None:
    sink, other = Sink(), Sink()
    parsed = read(Source(name, text), sink, Options(), format="sdformat")
    expected = step_by_step(Source(name, text), other)
    assert parsed is not None
    assert parsed.root == expected
    assert list(map(str, sink.finish())) == list(map(str, other.finish()))


@pytest.mark.parametrize("text", [PLAIN, TEXT, FLAT, OLDEST, ACTOR])
def test_root_and_findings_are_the_same(text: str) -> None:
    compare("a.sdf", text)


def test_what_no_rule_touches_is_read_once() -> None:
    source = Source("a.sdf", PLAIN)
    parsed = read(source, Sink(), Options())
    assert parsed is not None
    root: Element = parsed.root
    axis = root.model.joint[0].axis  # type: ignore[attr-defined]
    assert axis.xyz.expressed_in == "__model__"
    assert "use_parent_model_frame" not in vars(axis)


@pytest.mark.corpus
def test_the_corpus_comes_out_the_same(corpus_files: tuple[Path, ...]) -> None:
    compared = 0
    for path in corpus_files:
        if path.suffix not in (".sdf", ".world"):
            continue
        data = path.read_bytes()
        sink = Sink()
        parsed = read(Source(str(path), data), sink, Options())
        if parsed is None or parsed.format != "sdformat" or parsed.read_as == bindings_of("sdformat").version:
            continue
        compare(str(path), data)
        compared += 1
    assert compared > 100
