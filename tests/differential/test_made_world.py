"""The world of ``examples/world.py``, made of nothing, is read by the references too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import bodyplan
import pytest
from bodyplan.sdformat import NEWEST

from .building import CannotBuild, built

MODELS = ["box_0", "box_1", "box_2"]


@pytest.fixture
def yard(checkout: Path, tmp_path: Path) -> Path:
    subprocess.run([sys.executable, str(checkout / "examples" / "world.py")], cwd=tmp_path, check=True)
    document = bodyplan.load(tmp_path / "yard.sdf")
    assert document.version == NEWEST
    # the references that can be installed know no later one
    (tmp_path / "yard.sdf").write_text(document.dumps(version="1.12"), encoding="utf-8")
    return tmp_path / "yard.sdf"


def test_the_world_is_sound_in_every_reader_that_bodyplan_knows(yard: Path) -> None:
    document = bodyplan.load(yard, strict=True)
    assert list(document.scene.models) == MODELS
    assert document.scene.pose("box_2").translation[0] == 4.0
    for target in ("libsdformat", "drake"):
        assert bodyplan.check(yard, target=target).diagnostics == ()


def test_the_example_is_the_one_that_the_page_shows(checkout: Path) -> None:
    code = (checkout / "examples" / "world.py").read_text(encoding="utf-8").partition("\n\n")[2]
    assert len([line for line in code.splitlines() if line]) <= 10
    assert f"```python\n{code}```" in (checkout / "docs" / "editing.md").read_text(encoding="utf-8")


@pytest.mark.oracle
def test_drake_reads_the_world(yard: Path) -> None:
    plant_module = pytest.importorskip("pydrake.multibody.plant", reason="Drake is not installed")
    parsing = pytest.importorskip("pydrake.multibody.parsing", reason="Drake is not installed")
    plant = plant_module.MultibodyPlant(0.0)
    parsing.Parser(plant).AddModels(str(yard))
    plant.Finalize()
    assert [
        name for name in MODELS if plant.HasModelInstanceNamed(f"yard::{name}") or plant.HasModelInstanceNamed(name)
    ] == MODELS


@pytest.mark.oracle
def test_libsdformat_reads_the_world(yard: Path, checkout: Path, tmp_path: Path) -> None:
    source = tmp_path / "names.cc"
    source.write_text(
        "#include <iostream>\n#include <sdf/sdf.hh>\n"
        "int main(int, char **argv) {\n  sdf::Root root;\n  auto errors = root.Load(argv[1]);\n"
        "  for (auto &e : errors) std::cout << e.Message() << std::endl;\n"
        "  for (uint64_t i = 0; i < root.WorldByIndex(0)->ModelCount(); ++i)\n"
        "    std::cout << root.WorldByIndex(0)->ModelByIndex(i)->Name() << std::endl;\n}\n"
    )
    try:
        program = built(source, tmp_path / "names")
    except CannotBuild as missing:
        pytest.skip(str(missing))
    done = subprocess.run([str(program), str(yard)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == MODELS
