"""What a load finds is made in a way of its own, and is a ``Diagnostic`` as any other."""

from __future__ import annotations

import dataclasses
import pickle
from pathlib import Path

import bodyplan
import pytest

ROBOT = """<robot name="r">
  <link name="base"/><link name="arm"><inertial><mass value="-1"/></inertial></link>
  <joint name="j" type="fixed"><parent link="bse"/><child link="arm"/></joint>
</robot>
"""


def test_findings_of_a_load_have_all_fields(tmp_path: Path) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(ROBOT, encoding="utf-8")
    found = bodyplan.check(path).diagnostics
    assert found
    names = [each.name for each in dataclasses.fields(bodyplan.Diagnostic)]
    for finding in found:
        made = bodyplan.Diagnostic(**{name: getattr(finding, name) for name in names})
        assert type(finding) is bodyplan.Diagnostic
        assert (made, hash(made), repr(made)) == (finding, hash(finding), repr(finding))
        assert {name: getattr(made, name) for name in names} == {name: getattr(finding, name) for name in names}
        assert pickle.loads(pickle.dumps(finding)) == finding
        assert dataclasses.replace(finding, line=7).line == 7


def test_findings_of_a_load_cannot_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(ROBOT, encoding="utf-8")
    finding = bodyplan.check(path).diagnostics[0]
    for field in dataclasses.fields(finding):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(finding, field.name, None)
