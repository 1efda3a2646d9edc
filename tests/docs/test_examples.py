"""What stands in examples/ works, each in the way that its readers use it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
import pytest

from tests.docs.test_documentation import BODYPLAN, ROOT

EXAMPLES = ROOT / "examples"
DOCUMENTS = sorted(
    path
    for path in EXAMPLES.rglob("*")
    if path.suffix in (".sdf", ".urdf", ".skel")
    and "pipeline" not in path.parts
    and path.stem not in ("faulty", "hand")
)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(EXAMPLES).as_posix())
def test_document_has_no_fault(path: Path) -> None:
    assert list(bodyplan.check(path, strict=True).diagnostics) == []
    assert bodyplan.load(path).scene.links


def test_there_is_a_robot_in_each_format() -> None:
    assert {path.suffix for path in DOCUMENTS} == {".sdf", ".urdf", ".skel"}


def test_both_variants_of_a_composition_move_alike() -> None:
    nested, merged = (bodyplan.load(EXAMPLES / "composition" / f"{name}.sdf").scene for name in ("nested", "merged"))
    assert list(nested.models) == ["robot", "robot::arm", "robot::flange", "robot::gripper"]
    assert list(merged.models) == ["robot"]
    for angle in (0.0, 0.7):
        poses = [
            scene.pose(f"robot::{tool}", q={f"robot::{joint}": angle})
            for scene, tool, joint in ((nested, "gripper::grasp", "arm::elbow"), (merged, "grasp", "elbow"))
        ]
        assert np.allclose(poses[0].matrix, poses[1].matrix, atol=1e-12)
        assert poses[0].translation[0] == pytest.approx(0.89 * np.cos(angle))


def test_notebook_runs_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 4
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path / "examples")
    names: dict[str, Any] = {}
    for number, cell in enumerate(cells, 1):
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)  # noqa: S102 - it is our own
    saved = bodyplan.load(names["saved"]).scene
    assert "arm::grip" in saved.frames
    assert saved.joints["arm::elbow"].axes[0].upper == 1.5


@pytest.mark.slow
def test_extension_package_is_known_once_it_is_installed(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="building wheels needs the extra 'dev'")
    pytest.importorskip("jinja2", reason="compiling tables needs the extra 'codegen'")
    shutil.copytree(EXAMPLES / "extension", tmp_path / "extension")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(build, cwd=tmp_path / "extension", check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        assert {name.partition("/")[0] for name in packed.namelist()} == {"acme_robots", "acme_robots-0.1.0.dist-info"}
        packed.extractall(tmp_path / "installed")
    code = (
        "import sys; sys.path.append('installed')\n"
        "from bodyplan.cli.main import main\n"
        "sys.exit(main(['check', '--format', 'concise', 'extension/hand.urdf']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "extension/hand.urdf:6:7: warning BP106: <force> is -40.0; it has to be at least 0\n"
    # without it the tag is content that nothing is known of
    alone = subprocess.run(
        [BODYPLAN, "check", "extension/hand.urdf"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "BP106" not in alone.stdout
