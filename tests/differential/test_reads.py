"""The tables of ``bodyplan support`` say what readers do with parts that are tried, here and now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bodyplan.semantics.support.tables import facts

from .building import CannotBuild
from .reads.deciding import Reader
from .reads.parts import Place, places

pytestmark = pytest.mark.oracle

MODULES = {
    "mujoco": "mujoco",
    "pinocchio": "pinocchio",
    "drake": "pydrake",
    "dart": "dartpy",
    "libsdformat": "bodyplan",
}
URDF = (
    "robot/link/inertial/mass/@value", "robot/link/collision/geometry/box/@size", "robot/link/visual/material/color/@rgba",
    "robot/link/collision/material", "robot/joint/axis/@xyz", "robot/joint/dynamics/@damping",
    "robot/joint/dynamics/@friction", "robot/joint/limit/@velocity", "robot/joint/limit/@effort",
    "robot/joint/safety_controller", "robot/joint/calibration", "robot/ros2_control",
)  # fmt: skip
TRIED = {
    ("mujoco", "urdf"): URDF,
    ("pinocchio", "urdf"): URDF,
    ("drake", "urdf"): URDF,
    ("dart", "urdf"): URDF,
    ("libsdformat", "urdf"): URDF[:8],
    ("dart", "skel"): (
        "skeleton/body/inertia/mass", "skeleton/body/self_collide", "skeleton/body/visualization_shape/color",
        "skeleton/body/visualization_shape/geometry/cylinder/length", "skeleton/joint/axis/dynamics/damping",
        "skeleton/joint/axis/limit/effort", "skeleton/joint/dof/position/@lower", "skeleton/body/friction_coefficient",
    ),
    ("dart", "sdformat"): (
        "model/link/inertial/mass", "model/link/self_collide", "model/link/visual/geometry/plane/size",
        "model/link/visual/geometry/plane/normal", "model/link/visual/material/ambient", "model/joint/axis/dynamics/damping",
        "model/joint/axis/dynamics/friction", "model/joint/axis/limit/lower", "model/joint/axis/limit/effort",
    ),
    ("drake", "sdformat"): (
        "model/link/inertial/mass", "model/link/collision/surface/friction/ode/mu2",
        "model/link/collision/surface/friction/ode/slip1", "model/link/visual/material/diffuse",
        "model/link/visual/transparency", "model/joint/axis/limit/upper", "model/joint/axis/dynamics/friction",
        "model/joint/physics", "model/self_collide", "model/link/collision/frame",
    ),
}  # fmt: skip

VERSIONS = {("dart", "sdformat"): "1.6"}
"""Of the documents, where the reader does not take the newest."""


@pytest.fixture(params=TRIED, ids="-".join)
def tried(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str, Reader]]:
    name, format = request.param
    pytest.importorskip(MODULES[name])
    try:
        reader = Reader(name, format, tmp_path, VERSIONS.get((name, format), ""))
    except CannotBuild as missing:
        pytest.skip(str(missing))
    yield name, format, reader
    reader.close()


def test_what_a_reader_does_is_what_its_table_says(tried: tuple[str, str, Reader]) -> None:
    name, format, reader = tried
    known: dict[str, Place] = {place.path: place for place in places(format)}
    found = {path: reader.decide(known[path]).verdict for path in TRIED[name, format]}
    assert found == {path: facts(name).formats[format].verdict(path) for path in found}
    assert len(set(found.values())) > 1
