"""Documents that MuJoCo 3.12 compiles and 4.0 refuses: what the upgrade makes of them, compiled by the installed MuJoCo."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import tomllib
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.formats.mjcf.release_upgrade import upgrade

pytestmark = pytest.mark.oracle

FACTS = tomllib.loads((Path(__file__).parent / "mjcf_releases.toml").read_text(encoding="utf-8"))
NOT_COMPILED = {
    "mujoco/mjx/mujoco/mjx/test_data/actuator/arm26.xml": "the engine finds no range of lengths for its muscles",
    "mujoco/model/tendon_arm/arm26.xml": "the engine finds no range of lengths for its muscles",
}

SPREAD_OTHERWISE = {
    "mujoco/model/flex/hollow_vs_solid.xml",
    "mujoco/model/flex/sphere_trilinear.xml",
    "mujoco/test/engine/testdata/sleep/hollow_vs_solid.xml",
}
"""Where 4.0 itself gives the nodes of a flex other parts of its mass than 3.12 did."""


@pytest.fixture(scope="module")
def corpus(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the documents, whose files are looked for beside them."""
    copy = tmp_path_factory.mktemp("mjcf")
    for path in FACTS:
        top = Path(path).parts[:2]
        if not copy.joinpath(*top).exists():
            shutil.copytree(shared.joinpath("corpus", "mjcf", *top), copy.joinpath(*top))
    return copy


@pytest.mark.parametrize("path", sorted(FACTS))
def test_upgrade_compiles_to_the_same_bodies(path: str, corpus: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    if path in NOT_COMPILED:
        pytest.skip(NOT_COMPILED[path])
    file = corpus / path
    text, _ = upgrade(Source(str(file), file.read_bytes()), Options())
    file.write_text(text, encoding="utf-8")
    model = mujoco.MjModel.from_xml_path(str(file))
    assert model.nbody == FACTS[path]["bodies"]
    facts = FACTS[path]
    assert model.body_mass.sum() == pytest.approx(facts["mass"], rel=1e-6)
    if path not in SPREAD_OTHERWISE:
        assert (model.body_mass**2).sum() ** 0.5 == pytest.approx(facts["spread_of_mass"], rel=1e-6)
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    assert abs(data.xpos).sum(axis=0) == pytest.approx(facts["positions"], rel=1e-6, abs=1e-9)
    assert abs(data.xmat).sum() == pytest.approx(facts["rotations"], rel=1e-6)
