"""One element more in a description changes only lines about it."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

pytest.importorskip("jinja2", reason="generating needs the extra 'codegen'")

from bodyplan.codegen import sync

ROOT = """\
<element name="toy" required="1">
  <attribute name="kind" type="string" required="1"/>
  <element name="mass" type="double" default="1" required="1"/>
  {}
  <element name="shape" required="1"><element name="box" type="vector3" required="0"/></element>
  <element name="part" type="string" required="1"/>
</element>
"""
DOCS = """\
["toy/mass"]
doc = "Mass."
required_when = { "@kind" = ["a"] }
["toy/part"]
doc = "Part."
forbidden_when = { "@kind" = ["b"] }
"""


def generated(folder: Path, inserted: str) -> dict[str, str]:
    version = folder / "toy" / "1.0"
    version.mkdir(parents=True)
    (version / "root.sdf").write_text(ROOT.format(inserted), encoding="utf-8")
    (folder / "toy" / "docs").mkdir()
    (folder / "toy" / "docs" / "root.toml").write_text(DOCS, encoding="utf-8")
    return sync.render(folder, ["toy"])


def test_one_inserted_element_changes_only_its_own_lines(tmp_path: Path) -> None:
    before = generated(tmp_path / "a", "")
    after = generated(tmp_path / "b", '<element name="extra" type="double" min="0" required="0"/>')
    assert before.keys() == after.keys()
    changed = [
        line
        for name in before
        for line in difflib.ndiff(before[name].splitlines(), after[name].splitlines())
        if line[0] in "+-"
    ]
    assert [line for line in changed if line[0] == "-"] == []
    assert 5 < len(changed) < 16
    assert "extra" in "".join(changed)
