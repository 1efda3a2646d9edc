"""Robots (URDF) made SDFormat: whether libsdformat loads each without errors, with all its links where they are.

``python -m tests.differential.loadable [PATH…]`` converts every URDF of the corpus that this package loads, and prints where
libsdformat has errors, or links are gone or elsewhere; the exit status is 1 if there are any.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import bodyplan
import numpy as np

from .building import built
from .converting import converted
from .mechanisms import POSE
from .one_by_one import campaign

VERSION = "1.9"
"""The newest that libsdformat 12 reads."""
FINE = ("same", "refused")


def stages(path: Path, program: str) -> Iterator[str]:
    """``same``, ``refused`` by our reader, or what is wrong.

    Args:
        path: of a robot.
        program: tells the poses of links.
    """
    found = yield from converted(path, "sdformat", version=VERSION, target="libsdformat")
    if found is not None:
        yield from verdicts(*found, program)


def verdicts(document: bodyplan.AnyDocument, made: bodyplan.Conversion, program: str) -> Iterator[str]:
    """What libsdformat makes of the model of a robot."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "made.sdf")
        file.write_text(made.document.dumps(), encoding="utf-8")
        done = subprocess.run([program], input=f"{file}\n", capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    if len(lines) < 2:
        yield "not loaded: libsdformat ends the process"
        return
    answer = json.loads(lines[1])
    if answer["error"] is not None:
        yield f"not loaded: {answer['error']}"
        return
    wanted = {name.rpartition("::")[2]: link for name, link in document.scene.links.items() if name}
    found = {name.rpartition("::")[2]: pose for name, pose in answer["links"].items()}
    if missing := [name for name in wanted if name and name not in found and name != "world"]:
        yield f"gone: {', '.join(missing[:3])}"
        return
    for name, link in wanted.items():
        if name in ("", "world"):
            continue
        there = document.scene.pose(link.name).matrix[:3, 3]
        apart = float(np.abs(there - found[name][:3]).max())
        if not apart <= POSE * max(1.0, float(np.abs(there).max())):
            yield f"place of {name}: {apart:.3g} apart"
            return
    yield "same"


def main(given: list[str]) -> int:
    """Prints verdicts."""
    with tempfile.TemporaryDirectory() as folder:
        program = built(Path(__file__).with_name("link_poses.cc"), Path(folder, "link_poses"))
        return campaign(stages, given, [".urdf"], FINE, str(program))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
