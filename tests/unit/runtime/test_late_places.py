"""Places of findings are looked up late, and are the same as if they had been looked up at once."""

from __future__ import annotations

import copy
import dataclasses
import gc
import pickle
import weakref

import bodyplan
import pytest
from bodyplan.diagnostics import rules
from bodyplan.runtime.lazy_finding import LazyFinding
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.runtime.spelling import SpellingIndex
from bodyplan.semantics.upgrade.xml_tree import Editor
from lxml import etree

TEXT = """<robot name="r">
  <link name="a" wrong="1"/>
  <link
     name="b"
     wrong="2"/><link name="c" wrong="3"/>
  <odd/><odder/>
</robot>
"""
MISSPELT = '<robot name="r"><link name="base"/><gazebo reference="bse"/></robot>'
LOADABLE = '<robot name="r"><link name="a" colour="red"/></robot>'


def _read(name: str | None = "f.urdf"):
    source, sink = Source(name, TEXT), Sink()
    root = parse(source, sink)
    assert root is not None
    return source, sink, root


def _report(sink: Sink, element, attribute: str | None = None, name: str = "x"):
    return sink.report(rules.UNKNOWN_ATTRIBUTE, element, attribute=attribute, parent="p", name=name)


def test_findings_come_in_the_order_of_the_text_whatever_they_were_reported_in() -> None:
    source, sink, root = _read()
    wanted = []
    for number, element in enumerate(root.iter()):
        for attribute in (None, *element.keys()):
            wanted.append((*source.position(element, attribute), f"{number}{attribute}"))
    for *_, name in sorted(wanted, key=lambda each: each[2][::-1]):
        number, attribute = int(name[0]), name[1:]
        _report(sink, list(root.iter())[number], None if attribute == "None" else attribute, name)
    found = sink.finish()
    assert [(d.line, d.column, d.arguments["name"]) for d in found] == sorted(wanted)


def test_a_place_stays_when_the_tree_changes_afterwards() -> None:
    source, sink, root = _read()
    before = _report(sink, root[3])
    editor = Editor(source)
    with sink.freeze_paths():
        source.before_change()
        editor.delete(root[0])
        during = _report(sink, root[2], name="during")
        editor.retag(root[2], "even")
    source.after_change()
    assert (before.line, before.column, before.xpath) == (6, 3, '/robot[@name="r"]/odd')
    assert (during.line, during.xpath) == (6, '/robot[@name="r"]/odd')


def test_the_same_is_said_of_a_place_once() -> None:
    _, sink, root = _read()
    assert _report(sink, root[0], "wrong") is not None
    assert _report(sink, root[0], "wrong") is None
    assert _report(sink, root[0], "wrong", "other") is not None


def test_a_file_that_was_read_twice_has_each_finding_once() -> None:
    sink = Sink()
    for _ in range(2):
        source = Source("f.urdf", TEXT)
        _report(sink, parse(source, sink)[1], "wrong")
    assert [d.line for d in sink.finish()] == [5]


def test_what_is_forgotten_can_be_found_again() -> None:
    _, sink, root = _read()
    _report(sink, root[0])
    mark = sink.mark()
    _report(sink, root[1])
    sink.forget(mark)
    assert _report(sink, root[0]) is None
    assert _report(sink, root[1]) is not None
    assert [d.line for d in sink.finish()] == [2, 3]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda d: pickle.loads(pickle.dumps(d))])
def test_a_copy_has_the_place(copied) -> None:
    _, sink, root = _read()
    found = _report(sink, root[0], "wrong").record()
    assert copied(found) == found
    assert copied(_report(sink, root[3]).record()).line == 6


def test_a_finding_is_a_plain_record(tmp_path) -> None:
    path = tmp_path / "f.urdf"
    path.write_text(LOADABLE)
    for found in (bodyplan.check(path).diagnostics[0], bodyplan.load(path).diagnostics[0]):
        assert not hasattr(found, "__dict__")
        fields = [each.name for each in dataclasses.fields(found)]
        assert [name for name in dir(found) if not name.startswith("_")] == sorted(
            [*fields, "count", "family", "format_line", "format_words", "to_dict"]
        )
        with pytest.raises(dataclasses.FrozenInstanceError):
            found.line = 1


def test_nothing_is_looked_up_about_findings_that_nobody_looks_at(monkeypatch) -> None:
    looked_up = []
    span = Source.span
    monkeypatch.setattr(Source, "span", lambda *args: looked_up.append(args) or span(*args))
    document = bodyplan.loads(LOADABLE)
    assert document.ok
    assert not looked_up
    assert document.diagnostics
    assert looked_up
    made = len(looked_up)
    assert document.diagnostics
    assert len(looked_up) == made


def test_a_report_and_a_finding_with_its_place_hold_no_document(tmp_path) -> None:
    _, sink, root = _read()
    _report(sink, root[0])
    path = tmp_path / "f.urdf"
    path.write_text(TEXT)
    for found in (*sink.finish(), *bodyplan.check(path).diagnostics):
        held = gc.get_referents(found)
        while held:
            each = held.pop()
            assert not isinstance(each, (Source, Sink, LazyFinding, etree._Element))
            held += gc.get_referents(each) if isinstance(each, (tuple, list, dict)) else []


def test_a_name_that_was_meant_is_looked_for_when_the_hint_is_asked_for(monkeypatch) -> None:
    looked_up = []
    nearest = SpellingIndex.nearest
    monkeypatch.setattr(SpellingIndex, "nearest", lambda *args: looked_up.append(args) or nearest(*args))
    (found,) = bodyplan.loads(MISSPELT).diagnostics
    (same,) = bodyplan.loads(MISSPELT).diagnostics
    assert "bse" in found.message
    assert not looked_up
    assert found.hint == found.arguments["advice"] == "did you mean 'base'?"
    assert len(looked_up) == 1
    assert pickle.loads(pickle.dumps(same)) == found
    assert not hasattr(found, "advice")


def test_a_finding_with_a_hint_that_was_not_asked_for_holds_no_document() -> None:
    document = bodyplan.loads(MISSPELT)
    (found,) = document.diagnostics
    root = weakref.ref(document.root)
    del document
    gc.collect()
    assert root() is None
    assert found.hint == "did you mean 'base'?"


def test_an_error_names_its_places(tmp_path) -> None:
    path = tmp_path / "f.urdf"
    path.write_text(TEXT)
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.load(path, strict=True)
    assert f"{path}:2:18: error" in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.diagnostics == caught.value.diagnostics
