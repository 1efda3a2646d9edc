"""The stages that ``benchmarks/run.py`` takes apart are there, and a load goes through them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

OLDER = """<sdf version="1.4"><model name="m"><link name="a"/><link name="b"/>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>
"""


@pytest.fixture
def stages(checkout: Path) -> Path:
    """The program; a wheel has none."""
    path = checkout / "benchmarks" / "stages.py"
    if not path.exists():
        pytest.skip("benchmarks are not there")
    return path


def test_a_load_spends_time_in_each_stage(stages: Path, tmp_path: Path) -> None:
    path = tmp_path / "model.sdf"
    path.write_text(OLDER, encoding="utf-8")
    done = subprocess.run([sys.executable, stages, path], capture_output=True, text=True, check=True)
    spent = json.loads(done.stdout)["stages"]
    assert {stage for stage, seconds in spent.items() if seconds > 0} == set(spent)
