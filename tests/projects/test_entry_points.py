"""Every entry point finds what a file names, wherever in its workspace that is, and all of them agree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import bodyplan
import pytest
from bodyplan.cli.main import main

from tests.entry_points import entry_points

HERE = Path(__file__).parent


class Case(NamedTuple):
    """A file of a workspace, and the URIs that it and what it includes hold."""

    workspace: str
    file: str
    because: str
    """Why its project is the workspace."""
    uris: tuple[str, ...]
    to: str
    """A format that it is converted to; empty where it is several models."""


CASES = (
    Case(
        "colcon",
        "src/arm_description/urdf/arm.urdf",
        "the workspace that the document is in",
        (
            "package://arm_description/meshes/arm.stl",
            "package://gripper_description/meshes/finger.stl",
            "package://camera_description/meshes/camera.stl",
        ),
        "sdformat",
    ),
    Case(
        "catkin",
        "src/rover/rover_description/urdf/rover.urdf.xacro",
        "the workspace that the document is in",
        ("package://wheels_description/meshes/wheel.stl",),
        "sdformat",
    ),
    Case(
        "gazebo",
        "worlds/yard.world",
        "the package or model that the document is in",
        ("model://lamp", "model://lamp/meshes/stand.stl", "model://bench", "model://wood/plank.stl"),
        "",
    ),
    Case(
        "fuel",
        "worlds/hall.sdf",
        "its bodyplan.toml is the nearest",
        (
            "https://fuel.gazebosim.org/1.0/Tester/models/Box Stand",
            "https://fuel.gazebosim.org/1.0/tester/models/box stand/1/files/meshes/box.stl",
        ),
        "",
    ),
    Case(
        "directives",
        "directives/cell.dmd.yaml",
        "the package or model that the document is in",
        (
            "package://cell/directives/table.dmd.yaml",
            "package://lamp_models/lamp.sdf",
            "package://cell/models/table.sdf",
        ),
        "sdformat",
    ),
)


@pytest.fixture(params=CASES, ids=lambda case: case.workspace)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    if found.file.endswith(".xacro"):
        pytest.importorskip("xacro")
    return found


@pytest.fixture
def workspace(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy outside of any repository, with the current folder elsewhere and nothing in the environment."""
    copy = tmp_path / "user" / case.workspace
    shutil.copytree(HERE / case.workspace, copy)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    for name in (*bodyplan_variables(), "BODYPLAN_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GZ_FUEL_CACHE_PATH", str(HERE / "fuel-cache"))
    monkeypatch.setenv("BODYPLAN_NO_CACHE", "1")
    return copy


def bodyplan_variables() -> tuple[str, ...]:
    from bodyplan.semantics.resources.environment import CONSULTED

    return tuple(name for name in CONSULTED if name not in ("HOME", "USERPROFILE"))


def check_file(path: str, workspace: Path, out: Path) -> int:
    return main(["check", "--strict", path])


def check_folder(path: str, workspace: Path, out: Path) -> int:
    return main(["check", "--strict", str(workspace)])


def check_as_a_hook_does(path: str, workspace: Path, out: Path) -> int:
    return main(["check", "--strict", "--force-exclude", path])


def check_confined(path: str, workspace: Path, out: Path) -> int:
    """What is confined reads less, and is not asked about here: it ends, and crashes nowhere."""
    return 0 if main(["check", "--confine", path]) in (0, 1) else 2


def check_from_inside(path: str, workspace: Path, out: Path) -> int:
    here = os.getcwd()
    os.chdir(os.path.dirname(path))
    try:
        return main(["check", "--strict", os.path.basename(path)])
    finally:
        os.chdir(here)


def show_tree(path: str, workspace: Path, out: Path) -> int:
    return main(["tree", path])


def resolve(path: str, workspace: Path, out: Path) -> int:
    return main(["resolve", path, "--format", "json"])


def view(path: str, workspace: Path, out: Path) -> int:
    status = main(["view", path, "-o", str(out / "page.html")])
    page = (out / "page.html").read_text(encoding="utf-8")
    assert not re.search(r'"missing": ?"', page)
    return status


def list_assets(path: str, workspace: Path, out: Path) -> int:
    return main(["assets", path])


def expand(path: str, workspace: Path, out: Path) -> int:
    return main(["print", path, "--expand"])


def load(path: str, workspace: Path, out: Path) -> int:
    document = bodyplan.load(path)
    return 0 if document.ok and document.scene.links else 1


def check_in_python(path: str, workspace: Path, out: Path) -> int:
    return 0 if not bodyplan.check(path, strict=True).diagnostics else 1


def copy_assets(path: str, workspace: Path, out: Path) -> int:
    return 0 if bodyplan.assets(path).ok else 1


ENTRY_POINTS: tuple[Callable[[str, Path, Path], int], ...] = (
    check_file,
    check_folder,
    check_as_a_hook_does,
    check_confined,
    check_from_inside,
    show_tree,
    resolve,
    view,
    list_assets,
    expand,
    load,
    check_in_python,
    copy_assets,
)


@pytest.mark.parametrize("entry_point", ENTRY_POINTS, ids=lambda function: function.__name__)
def test_what_a_file_names_is_found(
    entry_point: Callable[[str, Path, Path], int],
    case: Case,
    workspace: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = entry_point(str(workspace / case.file), workspace, tmp_path)
    said = capsys.readouterr()
    assert status == 0, said.out + said.err


def test_uris_are_explained_as_they_are_found(case: Case, workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for uri in case.uris:
        assert main(["explain-uri", uri, "--from", str(workspace / case.file)]) == 0, capsys.readouterr().out
        assert bodyplan.explain_uri(uri, workspace / case.file).found is not None


def test_it_is_converted(case: Case, workspace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not case.to:
        pytest.skip("a robot is one model")
    made = str(tmp_path / "made")
    assert main(["convert", str(workspace / case.file), "--to", case.to, "-o", made]) == 0, capsys.readouterr().err


def test_its_project_is_the_workspace(case: Case, workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = bodyplan.Project.find(workspace / case.file)
    assert (project.folder, project.because) == (str(workspace), case.because)
    assert main(["config", "show", str(workspace / case.file)]) == 0
    assert f"project: {workspace}: {case.because}" in capsys.readouterr().out


@pytest.mark.slow
def test_pytest_finds_it_too(case: Case, workspace: Path, tmp_path: Path, checkout: Path) -> None:
    site = entry_points(checkout, tmp_path / "elsewhere")
    paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    options = [
        "-p",
        "no:cacheprovider",
        "--bodyplan",
        "--bodyplan-strict",
        "-c",
        os.devnull,
        "--rootdir",
        str(workspace),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(workspace / case.file)],
        cwd=workspace,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_project_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(HERE / "gazebo" / "worlds", tmp_path / "alone")
    world = tmp_path / "alone" / "yard.world"
    assert not bodyplan.check(world).ok
    assert bodyplan.check(world, project=HERE / "gazebo").ok


def test_a_link_in_a_project_is_not_looked_through(tmp_path: Path) -> None:
    shutil.copytree(HERE / "gazebo" / "models", tmp_path / "secret")
    (tmp_path / "clone" / "worlds").mkdir(parents=True)
    (tmp_path / "clone" / "bodyplan.toml").touch()
    (tmp_path / "clone" / "vendor").mkdir()
    (tmp_path / "clone" / "vendor" / "link").symlink_to(tmp_path / "secret")
    shutil.copy(HERE / "gazebo" / "worlds" / "yard.world", tmp_path / "clone" / "worlds")
    project = bodyplan.Project.find(tmp_path / "clone" / "worlds" / "yard.world")
    assert not project.models
    assert project.places == (project.folder,)


def test_the_nearest_of_several_copies_counts(tmp_path: Path) -> None:
    (tmp_path / "bodyplan.toml").touch()
    for version in ("classic", "harmonic"):
        shutil.copytree(HERE / "gazebo" / "models", tmp_path / version / "models")
    for version in ("classic", "harmonic"):
        (tmp_path / version / "worlds").mkdir()
        found = bodyplan.explain_uri("model://lamp", tmp_path / version / "worlds" / "yard.world").found
        assert found == str(tmp_path / version / "models" / "lamp")
