"""What starting costs: commands and imports in new processes, in turns."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from processes import environment

SMALL = """<?xml version="1.0"?>
<robot name="small">
  <link name="base">
    <visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual>
  </link>
  <link name="arm"/>
  <joint name="turn" type="revolute">
    <parent link="base"/>
    <child link="arm"/>
    <origin xyz="0 0 0.1"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="10" velocity="1"/>
  </joint>
</robot>
"""

NOTHING = "nothing"
LXML = "import lxml.etree"
CHECK = "bodyplan check small.urdf"
LOAD = "bodyplan.load('small.urdf')"
IMPORTS = {
    "import bodyplan": "import bodyplan",
    "import bodyplan, its load": "import bodyplan; bodyplan.load",
    "import numpy": "import numpy",
    "import xsdata's parser": "import xsdata.formats.dataclass.parsers",
    "import pydrake's parser": "import pydrake.multibody.parsing",
    "import yourdfpy": "import yourdfpy",
    "import pinocchio": "import pinocchio",
    "import mujoco": "import mujoco",
    "import dartpy": "import dartpy",
}


def commands(folder: Path, interpreters: list[str]) -> dict[str, list[str]]:
    """Command lines by name, of what is there."""
    small = folder / "small.urdf"
    small.write_text(SMALL, encoding="utf-8")
    script = Path(sys.executable).with_name("bodyplan")
    check = (
        [str(script)]
        if script.exists()
        else [sys.executable, "-c", "from bodyplan.cli.process import run_process; run_process()"]
    )
    found = {
        NOTHING: [sys.executable, "-c", "pass"],
        LXML: [sys.executable, "-c", "import lxml.etree"],
        CHECK: [*check, "check", str(small)],
        LOAD: [sys.executable, "-c", f"import bodyplan; bodyplan.load({str(small)!r})"],
    }
    for name, code in IMPORTS.items():
        for interpreter in interpreters:
            command = [interpreter, "-c", code]
            if _seconds(command) is not None:
                found[name] = command
                break
    return found


def measure(rounds: int, interpreters: list[str]) -> dict[str, float]:
    """Median wall-clock time of each command, in s."""
    with tempfile.TemporaryDirectory() as folder:
        asked = commands(Path(folder), interpreters)
        times: dict[str, list[float]] = {name: [] for name in asked}
        for turn in range(rounds + 1):
            names = list(asked) if turn % 2 else list(reversed(asked))
            for name in names:
                seconds = _seconds(asked[name])
                if turn and seconds is not None:
                    times[name].append(seconds)
    return {name: statistics.median(found) for name, found in times.items() if found}


def _seconds(command: list[str]) -> float | None:
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(), check=False)
    seconds = time.perf_counter() - start
    return seconds if done.returncode == 0 else None
