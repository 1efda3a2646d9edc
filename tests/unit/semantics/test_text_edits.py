"""Changes as edits: applied to the text, they make what the call that changes documents makes."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.semantics.core.text_edits import apply_edits, edits_between
from hypothesis import given
from hypothesis import strategies as st

TEXTS = st.text(st.sampled_from("ab <>\n\r\t\U0001f916"), max_size=40)


@given(TEXTS, TEXTS)
def test_edits_make_one_text_of_another(before: str, after: str) -> None:
    assert apply_edits(before, edits_between(before, after, "f")) == after


def test_an_edit_holds_no_more_than_it_changes() -> None:
    (edit,) = edits_between("one\ntwo three four\nfive\n", "one\ntwo drei four\nfive\n", "f")
    assert (edit.line, edit.column, edit.end_line, edit.end_column, edit.text) == (2, 5, 2, 10, "drei")


@pytest.mark.parametrize(("path", "name"), [("examples/arm.urdf", "forearm"), ("examples/arm.sdf", "elbow")])
def test_edits_of_a_renaming_make_what_renaming_makes(path: str, name: str) -> None:
    text = Path(path).read_text(encoding="utf-8")
    doc = bodyplan.load(path)
    edits = bodyplan.rename_edits(doc, name, "quite_another")
    assert doc.dumps() == text
    (renamed,) = bodyplan.rename(path, name, "quite_another")
    assert apply_edits(text, edits) == renamed.dumps()
    assert {edit.text for edit in edits} == {"quite_another"}


def test_a_name_that_is_taken_gives_no_edits_and_leaves_the_document() -> None:
    doc = bodyplan.load("examples/arm.urdf")
    with pytest.raises(bodyplan.BadName):
        bodyplan.rename_edits(doc, "forearm", "upper_arm")
    assert doc.dumps() == Path("examples/arm.urdf").read_text(encoding="utf-8")


def test_edits_of_a_renaming_reach_other_files(tmp_path: Path) -> None:
    (tmp_path / "part.sdf").write_text('<sdf version="1.9"><model name="part"><link name="l"/></model></sdf>')
    top = tmp_path / "top.sdf"
    top.write_text(
        '<sdf version="1.9"><model name="m"><include><uri>part.sdf</uri></include>'
        '<frame name="f" attached_to="part::l"/></model></sdf>'
    )
    edits = bodyplan.rename_edits(tmp_path / "part.sdf", "l", "k", files=[top])
    assert [(Path(edit.file).name, edit.text) for edit in edits] == [("part.sdf", "k"), ("top.sdf", "k")]
    assert "part::k" in apply_edits(top.read_text(), [edit for edit in edits if edit.file == str(top)])


def test_edits_of_a_renaming_in_a_broken_text_are_at_its_places() -> None:
    text = '<robot name="r"><link name=a/><link name="b"/>\n<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
    doc = bodyplan.read_lenient(text, "r.urdf")
    made = apply_edits(text, bodyplan.rename_edits(doc, "b", "wheel"))
    assert made == text.replace('"b"', '"wheel"')


def test_a_file_of_xacro_gives_no_edits() -> None:
    pytest.importorskip("xacro")
    text = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="r"><link name="${1 + 1}"/></robot>'
    with pytest.raises(bodyplan.ExpansionError):
        bodyplan.rename_edits(bodyplan.read_lenient(text, "r.xacro"), "2", "b")


@pytest.mark.parametrize("path", ["examples/arm.urdf", "examples/faulty.urdf", "examples/arm.sdf"])
def test_edits_of_a_layout_make_the_layout(path: str) -> None:
    text = Path(path).read_text(encoding="utf-8").replace("    <", "  <")
    made = bodyplan.format_text(text)
    edits = bodyplan.format_edits(text, path=path)
    assert apply_edits(text, edits) == made
    assert sum(edit.end_line - edit.line for edit in edits) < 5
    assert bodyplan.format_edits(made, path=path) == ()
