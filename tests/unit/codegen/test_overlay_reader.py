"""The documentation overlay as records."""

from __future__ import annotations

from pathlib import Path

from bodyplan.codegen.readers.overlay import read_overlay

TEXT = """\
["joint/@type"]
doc = "Kind of motion."
enum = "JointType"
open = true
any_case = true
values.revolute = "One axis."
["joint/limit"]
doc = "Limits."
required_when = { "@type" = ["revolute"] }
several_when = { "@type" = ["revolute2"] }
["joint/sensor"]
doc = "Sensor."
several = true
["joint"]
optional = ["sensor"]
"""


def test_entries_stand_under_their_file_and_path(tmp_path: Path) -> None:
    (tmp_path / "joint.toml").write_text(TEXT, encoding="utf-8")
    found = read_overlay(tmp_path)["joint"]
    assert found.keys() == {"joint/@type", "joint/limit", "joint/sensor", "joint"}
    kind = found["joint/@type"]
    assert (kind.doc, kind.enum, kind.open, kind.values) == (
        *("Kind of motion.", "JointType", True),
        {"revolute": "One axis."},
    )
    assert found["joint/limit"].required_when == {"@type": ("revolute",)}
    assert (kind.any_case, found["joint/limit"].any_case) == (True, False)
    assert (found["joint"].optional, found["joint/limit"].optional) == (("sensor",), ())
    assert found["joint/limit"].several_when == {"@type": ("revolute2",)}
    assert (found["joint/limit"].several, found["joint/sensor"].several) == (False, True)
