"""``convert --target gazebo`` of a robot without any mass."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodyplan.cli.main import main


def test_robot_without_mass_is_a_loss_and_no_fault_of_bodyplan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inertial = "<inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia></inertial>"
    path = tmp_path / "m.sdf"
    path.write_text(f'<sdf version="1.9"><model name="m"><link name="a">{inertial}</link></model></sdf>')
    status = main(["convert", str(path), "--to", "urdf", "--target", "gazebo"])
    assert status != 0
    told = capsys.readouterr().err
    assert "robot 'm' is not carried over: none of its links has mass" in told
    assert "fault of bodyplan" not in told
