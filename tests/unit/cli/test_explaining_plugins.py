"""``bodyplan explain`` for plugins of gz-sim."""

from __future__ import annotations

import pytest
from bodyplan.cli.main import main


@pytest.mark.parametrize("subject", ["DiffDrive", "gz::sim::systems::DiffDrive", "libgz-sim8-diff-drive-system.so"])
def test_a_plugin_is_explained_by_its_names(subject: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", subject]) == 0
    out = capsys.readouterr().out
    assert out.startswith("DiffDrive: plugin of gz-sim, library gz-sim-diff-drive-system, in <model>\n")
    assert "  wheel_separation (double; default 1.0; m)\n" in out


def test_a_parameter_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "LiftDrag/reversible"]) == 0
    out = capsys.readouterr().out
    assert "  reversible (bool; default false; gz-sim 9, 10)\n" in out
    assert "area" not in out


def test_a_parameter_that_there_is_not_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "LiftDrag/reversable"]) == 2
    assert "LiftDrag/reversable" in capsys.readouterr().err
