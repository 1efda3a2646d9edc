"""What is written is what was read: writing again changes nothing, and the objects are equal."""

from __future__ import annotations

import copy
import pickle

import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document.document import Document
from bodyplan.semantics.document.parser import read

DOCUMENTS = {
    "text among elements": "<sdf version='1.12'><model name='m'>\n a <link name='l'/> b\n c <x/>d<y> e <z/> f</y>g </model></sdf>",
    "text behind the last element": "<sdf version='1.12'><model name='m'><link name='l'/>\n  tail\n</model></sdf>",
    "text and nothing else": "<sdf version='1.12'><model name='m'><link name='l'> stray\n text </link></model></sdf>",
    "a repeated parent": "<sdf version='1.6'><model name='m'><link name='l'/><link name='k'/><joint name='j' type='fixed'>"
    "<parent>l</parent><pose>0 0 0 0 0 0</pose><parent>k</parent><child>k</child><child>l</child></joint></model></sdf>",
    "an unreadable one of many": "<sdf version='1.12'><world name='w'><road name='r'><width>1</width><point>1 0 0</point>"
    "<point>x</point><point>2 0 0</point></road></world></sdf>",
    "a child called like an attribute": "<sdf version='1.0'><light name='l' type='point'><attenuation><range>3</range>"
    "</attenuation></light></sdf>",
    "a child called like an attribute, with parts of its own": "<sdf version='1.0'><model name='m'><link name='l'/>"
    "<link name='k'/><joint name='j' type='revolute'><parent link='l'/><child link='k'/><axis><xyz>0 0 1</xyz></axis>"
    "</joint></model></sdf>",
    "namespaces": "<robot name='r' xmlns:a='u&amp;v'><link name='l'><x b:c='d' xmlns:b='w&amp;&lt;'/><b:e xmlns:b='other'>"
    "<f xmlns='g'><h xmlns=''/></f></b:e><xacro:i/></link></robot>",
    "a prefix that is declared for a part": "<robot name='r'><link name='l'><xacro:i/></link><joint name='j' type='fixed'>"
    "<parent link='l'/><child link='k'/><xacro:i xmlns:xacro='u'/></joint><link name='k'/></robot>",
    "an element that a later version has no place for": "<sdf version='1.6'><model name='m'><link name='l'/></model>"
    "<model name='n'>  </model></sdf>",
    "whole numbers that go on": "<sdf version='1.0'><world name='w'><state time='1 3.5'/></world></sdf>",
    "a namespace that is no URI": "<sdf version='1.9' xmlns:drake='a\x85b'><model name='m'><link name='l'/></model></sdf>",
}


def loaded(text: str) -> Document:
    """The document, also where what is wrong with it would keep it from being loaded."""
    sink = Sink()
    parsed = read(Source(None, text), sink, Options())
    assert parsed is not None
    return Document(parsed, None, Options(), sink.finish())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_writing_again_changes_nothing(name: str) -> None:
    document = loaded(DOCUMENTS[name])
    assert document.dumps() == DOCUMENTS[name]
    text = document.dumps(canonical=True)
    again = loaded(text)
    assert again.dumps(canonical=True) == text
    assert again.root == document.root


def test_text_among_elements_stays_as_it_is() -> None:
    text = loaded(DOCUMENTS["text among elements"]).dumps(canonical=True)
    assert '>\n a <link name="l"/> b\n c <x/>d<y> e <z/> f</y>g </model>' in text


def test_what_is_repeated_or_unreadable_stays_in_its_place() -> None:
    def words(name: str) -> list[str]:
        return [line.strip() for line in loaded(DOCUMENTS[name]).dumps(canonical=True).splitlines()]

    lines = words("a repeated parent")
    assert lines[lines.index("<parent>l</parent>") :][:4] == [
        "<parent>l</parent>",
        "<pose>0 0 0 0 0 0</pose>",
        "<parent>k</parent>",
        "<child>k</child>",
    ]
    points = [line for line in words("an unreadable one of many") if line.startswith("<point>")]
    assert points == ["<point>1 0 0</point>", "<point>x</point>", "<point>2 0 0</point>"]


def test_declarations_stay_where_they_were() -> None:
    lines = [line.strip() for line in loaded(DOCUMENTS["namespaces"]).dumps(canonical=True).splitlines()]
    assert lines[1:6] == [
        '<robot name="r" xmlns:a="u&amp;v">',
        '<link name="l">',
        '<x b:c="d" xmlns:b="w&amp;&lt;"/>',
        '<b:e xmlns:b="other"><f xmlns="g"><h xmlns=""/></f></b:e>',
        "<xacro:i/>",
    ]


def test_a_child_called_like_an_attribute_stays_a_child() -> None:
    document = loaded(DOCUMENTS["a child called like an attribute"])
    assert "<range>3</range>" in document.dumps(canonical=True)
    assert [finding.name for finding in document.diagnostics] == ["newer-than-declared"]


def test_a_kept_element_is_written_in_its_place_after_a_copy_and_without_its_tree() -> None:
    document = loaded(DOCUMENTS["an unreadable one of many"])
    assert copy.deepcopy(document).dumps(canonical=True) == document.dumps(canonical=True)
    assert pickle.loads(pickle.dumps(document)).dumps(canonical=True) == document.dumps(canonical=True)
    root = pickle.loads(pickle.dumps(document.root))
    assert root == document.root
