"""Fingerprints know a finding again after edits elsewhere in its file, and tell it from all others."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.diagnostics.fingerprints import Fingerprints, name_from, without_indexes
from bodyplan.runtime.source_lines import SourceLines

TEXT = """<robot name="r">
  <link name="a"/>
  <link name="b">
    <visual><geometry><box sise="1 1 1" size="1 1 1"/></geometry></visual>
    <visual><geometry><box sise="1 1 1" size="1 1 1"/></geometry></visual>
  </link>
  <joint name="j" type="fixed"><parent link="a"/><child link="b"/><limts/></joint>
</robot>
"""


def _of(path: Path, text: str, root: Path | None = None) -> list[tuple[str, str]]:
    path.write_text(text, encoding="utf-8")
    found = bodyplan.check(path).diagnostics
    made = Fingerprints(SourceLines().get, root or path.parent).of(str(path), found)
    return [(diagnostic.code, each) for diagnostic, each in zip(found, made, strict=True)]


def test_alike_findings_are_counted(tmp_path: Path) -> None:
    found = _of(tmp_path / "r.urdf", TEXT)
    assert len({each for _, each in found}) == len(found) >= 3


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<robot name="r">', '<!-- much\n\n\nabove -->\n<robot name="r">'),
        ('  <link name="a"/>', '<link name="a">\n<visual><geometry><box size="1 1 1"/></geometry></visual>\n</link>'),
        (' size="1 1 1"', ' size="2 2 2"'),
        ("<limts/>", "\n\t<limts   />"),
        ('<link name="b">\n', '<link name="b">\n<visual><geometry><sphere radius="1"/></geometry></visual>\n'),
    ],
)
def test_edits_elsewhere_change_nothing(tmp_path: Path, old: str, new: str) -> None:
    assert old in TEXT
    before = _of(tmp_path / "r.urdf", TEXT)
    after = _of(tmp_path / "r.urdf", TEXT.replace(old, new))
    assert after == before


def test_an_edit_of_what_is_wrong_makes_another_finding(tmp_path: Path) -> None:
    before, after = _of(tmp_path / "r.urdf", TEXT), _of(tmp_path / "r.urdf", TEXT.replace("<limts/>", "<limts a='1'/>"))
    assert [code for code, _ in before] == [code for code, _ in after]
    assert len(set(before) & set(after)) == len(before) - 1


def test_one_of_several_alike_that_is_mended_leaves_the_others(tmp_path: Path) -> None:
    before = _of(tmp_path / "r.urdf", TEXT)
    after = _of(tmp_path / "r.urdf", TEXT.replace(' sise="1 1 1"', "", 1))
    assert set(after) < set(before)
    assert len(after) == len(before) - 1


def test_the_folder_of_the_run_is_no_part(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    first, second = _of(tmp_path / "r.urdf", TEXT), _of(tmp_path / "other" / "r.urdf", TEXT)
    assert first == second
    assert _of(tmp_path / "other" / "r.urdf", TEXT, tmp_path) != first


def test_a_finding_without_a_place_has_one_too(tmp_path: Path) -> None:
    ((_, first),), ((_, second),) = _of(tmp_path / "a.urdf", ""), _of(tmp_path / "b.urdf", "")
    assert len(first) == 32
    assert first != second


def test_indexes_are_taken_out_of_paths_but_not_out_of_names() -> None:
    assert without_indexes('/sdf/model[@name="a[1]"]/link[2]/@x') == '/sdf/model[@name="a[1]"]/link/@x'


def test_files_are_named_from_the_root(tmp_path: Path) -> None:
    root = str(tmp_path / "root")
    assert name_from(str(tmp_path / "root" / "a" / "b.sdf"), root) == "a/b.sdf"
    assert name_from(str(tmp_path / "rooted.sdf"), root) == (tmp_path / "rooted.sdf").as_posix()
