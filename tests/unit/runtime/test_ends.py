"""Where findings end: behind the start tag, the attribute with its value, or the value of an element."""

from __future__ import annotations

import pickle
from pathlib import Path

import bodyplan
import pytest
from bodyplan.diagnostics import rules
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from hypothesis import given
from hypothesis import strategies as st

TEXT = """<sdf version="1.9"><model name="m">
  <link
     name="b>'"
     kind = 'x"
y'
  ><mass>1.5</mass><a:x xmlns:a="u" a:c="1"/><empty></empty>
    <uri>
      model://x
    </uri><pose/><v><![CDATA[<c/>]]></v><w>1<!-- > --></w>
  </link></model></sdf>
"""

WRITTEN = {
    ("sdf", None): '<sdf version="1.9">',
    ("sdf", "version"): 'version="1.9"',
    ("link", None): TEXT[TEXT.index("<link") : TEXT.index("<mass")],
    ("link", "name"): 'name="b>\'"',
    ("link", "kind"): "kind = 'x\"\ny'",
    ("mass", None): "<mass>1.5</mass>",
    ("mass", "missing"): "<mass>1.5</mass>",
    ("a:x", None): '<a:x xmlns:a="u" a:c="1"/>',
    ("a:x", "a:c"): 'a:c="1"',
    ("empty", None): "<empty></empty>",
    ("uri", None): "<uri>\n      model://x\n    </uri>",
    ("pose", None): "<pose/>",
    ("v", None): "<v>",
    ("w", None): "<w>",
}


def _between(text: str, line: int, column: int, end_line: int, end_column: int) -> str:
    lines = text.split("\n")[line - 1 : end_line]
    lines[-1] = lines[-1][: end_column - 1]
    lines[0] = lines[0][column - 1 :]
    return "\n".join(lines)


def _marked(text: str, name: str, attribute: str | None) -> str | None:
    source, sink = Source("f.sdf", text), Sink()
    root = parse(source, sink)
    assert root is not None
    wanted = name.rpartition(":")[2]
    element = next(each for each in root.iter() if str(each.tag).rpartition("}")[2] == wanted)
    found = sink.report(rules.UNKNOWN_ATTRIBUTE, element, attribute=attribute, parent="p", name="x")
    assert found is not None
    found = found.record()
    line, column, end_line, end_column = found.line, found.column, found.end_line, found.end_column
    if end_line is None or end_column is None:
        return None
    written = source.text.replace("\r\n", "\n").replace("\r", "\n")
    return _between(written, line, column, end_line, end_column)


@pytest.mark.parametrize(("name", "attribute"), WRITTEN)
@pytest.mark.parametrize("before", ["", "<!DOCTYPE sdf>", "<!--\n-->"])
def test_what_is_meant_ends_where_it_ends(name: str, attribute: str | None, before: str) -> None:
    assert _marked(before + TEXT, name, attribute) == WRITTEN[name, attribute]


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_line_ends_of_other_systems(ends: str) -> None:
    marked = _marked(TEXT.replace("\n", ends), "link", "kind")
    assert marked is not None
    assert marked.replace("\r", "") == WRITTEN["link", "kind"]


def test_text_on_one_long_line() -> None:
    text = "<sdf>" + "<pose/>" * 3000 + "<mass>1</mass></sdf>"
    assert _marked(text, "mass", None) == "<mass>1</mass>"


@pytest.mark.slow
@given(st.text("<>/ ='\"\nab!-", max_size=20))
def test_values_of_attributes_never_lead_astray(value: str) -> None:
    value = value.replace("<", "&lt;").replace('"', "&quot;")
    text = f'<sdf><link name="{value}" kind="2"/></sdf>'
    assert _marked(text, "link", "kind") == 'kind="2"'
    assert _marked(text, "link", None) == f'<link name="{value}" kind="2"/>'


def test_ends_stay_in_copies_and_reports(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text('<robot name="r"><link name="a"><limts>1</limts></link></robot>', encoding="utf-8")
    (found,) = (d for d in bodyplan.check(path).diagnostics if d.element == "limts")
    assert (found.column, found.end_line, found.end_column) == (32, 1, 48)
    again = pickle.loads(pickle.dumps(found))
    assert (again.end_line, again.end_column) == (1, 48)


def test_ends_in_included_files_and_of_other_places(tmp_path: Path) -> None:
    (tmp_path / "inner.sdf").write_text(
        '<sdf version="1.9"><model name="m"><link name="a"/><link name="a"/></model></sdf>', encoding="utf-8"
    )
    path = tmp_path / "outer.sdf"
    path.write_text('<sdf version="1.9"><world name="w"><include><uri>inner.sdf</uri></include></world></sdf>')
    found = next(d for d in bodyplan.check(path).diagnostics if d.related)
    assert found.file is not None
    assert found.file.endswith("inner.sdf")
    text = (tmp_path / "inner.sdf").read_text(encoding="utf-8")
    (other,) = found.related
    assert other.end_line is not None
    assert other.end_column is not None
    assert text[other.column - 1 : other.end_column - 1] in ('<link name="a"/>', 'name="a"')


def test_ends_in_directives(tmp_path: Path) -> None:
    path = tmp_path / "a.dmd.yaml"
    path.write_text('directives:\n- add_model:\n    name: m\n    file: "gone.sdf"\n- add_nothing: {a: 1}\n')
    marked = {
        _between(path.read_text(), d.line, d.column, d.end_line, d.end_column)
        for d in bodyplan.check(path).diagnostics
        if d.end_line is not None and d.end_column is not None
    }
    assert "file" in marked
    assert marked <= {"file", "add_model", "add_nothing", "directives"}


def test_a_list_that_holds_itself_has_an_end(tmp_path: Path) -> None:
    path = tmp_path / "a.dmd.yaml"
    path.write_text("directives: &a\n- *a\n")
    assert bodyplan.check(path).diagnostics
