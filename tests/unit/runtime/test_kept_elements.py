"""Elements that no description has: kept as they are, and plain data when they are first read."""

from __future__ import annotations

import copy
import pickle

import bodyplan
import pytest
from bodyplan.runtime.element import is_written, unset, written_fields

TEXT = """<robot name="r">
  <link name="a"><odd n="1"><inner/>tail</odd></link>
  <gazebo reference="a"><mu1>0.2</mu1><plugin name="p"><x>1</x></plugin></gazebo>
</robot>"""


def _link():
    return bodyplan.loads(TEXT).root.link[0]


def test_what_is_kept_counts_as_written_before_anybody_asks() -> None:
    link = _link()
    assert "any_elements" not in vars(link)
    assert is_written(link, "any_elements")
    assert "any_elements" in written_fields(link)
    assert [each.qname for each in link.any_elements] == ["odd"]
    assert link.any_elements is link.any_elements


def test_documents_are_written_the_same_whether_kept_elements_were_read_or_not() -> None:
    asked = bodyplan.loads(TEXT)
    assert asked.root.link[0].any_elements
    assert asked.root.gazebo[0].any_elements is not None
    text = bodyplan.loads(TEXT).dumps()
    assert asked.dumps() == text
    assert '<odd n="1">' in text
    assert bodyplan.loads(text).root == bodyplan.loads(TEXT).root


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_copies_have_what_is_kept(copied) -> None:
    link = _link()
    assert [each.qname for each in copied(link).any_elements] == ["odd"]
    assert copied(link) == link


def test_what_is_kept_can_be_changed_and_dropped() -> None:
    document = bodyplan.loads(TEXT)
    document.root.link[0].any_elements[0].attributes["n"] = "2"
    assert '<odd n="2">' in document.dumps()
    unset(document.root.link[0], "any_elements")
    assert "<odd" not in document.dumps()
    other = bodyplan.loads(TEXT)
    other.root.link[0].any_elements = []
    assert "<odd" not in other.dumps()
    third = _link()
    unset(third, "any_elements")
    assert third.any_elements == []
