"""The tree of a document is changed, and what was touched is known."""

from __future__ import annotations

import pytest
from bodyplan.semantics.upgrade.xml_tree import Editor, set_text, text_of
from lxml import etree


@pytest.mark.parametrize(
    ("root", "made"),
    [
        ("<sdf/>", "child"),
        ("<sdf xmlns='urn:x'/>", "{urn:x}child"),
        ("<p:sdf xmlns:p='urn:x'/>", "child"),
    ],
)
def test_what_is_made_is_in_the_default_namespace_of_what_it_stands_in(root: str, made: str) -> None:
    parent = etree.fromstring(root)
    assert Editor(None).make(parent, "child", parent).tag == made


def test_what_is_made_stands_where_it_is_asked_for() -> None:
    parent = etree.fromstring("<a><b/><c/></a>")
    editor = Editor(None)
    editor.make(parent, "d", parent, 1)
    editor.make_path(parent, ("c", "e", "f"), parent)
    assert etree.tostring(parent) == b"<a><b/><d/><c><e><f/></e></c></a>"


def test_an_element_that_is_emptied_keeps_its_name_alone() -> None:
    parent = etree.fromstring("<a><b x='1'>text<c/>tail</b></a>")
    editor = Editor(None)
    editor.empty(parent[0])
    assert etree.tostring(parent) == b"<a><b/></a>"
    assert editor.touched == {parent[0]}


def test_what_was_made_and_deleted_leaves_nothing_touched() -> None:
    parent = etree.fromstring("<a/>")
    editor = Editor(None)
    editor.delete(editor.make(parent, "b", parent))
    assert editor.touched == set()
    first = editor.make(parent, "b", parent)
    editor.make(parent, "c", parent)
    editor.delete(first)
    assert editor.touched == {parent}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("<a> 1\n 2 </a>", "1 2"), ("<a> <!-- x --> 1 <b/>2</a>", "1"), ("<a> <b/>2</a>", None), ("<a> </a>", None)],
)
def test_the_text_in_front_of_the_first_element_counts(text: str, expected: str | None) -> None:
    element = etree.fromstring(text)
    assert text_of(element) == expected
    set_text(element, "3")
    assert text_of(element) == "3"
    assert "".join(element.itertext()).count("1") == 0
