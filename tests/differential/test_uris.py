"""What other programs find for a URI is what ``explain_uri`` says of them: the same trees, through the programs."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import bodyplan
import pytest

from .building import CannotBuild, built

HERE = Path(__file__).parent
MODULES = {"Drake": "pydrake", "pinocchio": "pinocchio", "MuJoCo": "mujoco", "DART": "dartpy"}

URIS = [
    "beside.obj",
    "./meshes/m.obj",
    "meshes/../beside.obj",
    "../doc/beside.obj",
    "only_in_work.obj",
    "only_in_sdf_path.obj",
    "only_in_given.obj",
    "file:///{root}/doc/beside.obj",
    "/{root}/doc/beside.obj",
    "package://deep/meshes/m.obj",
    "package://folder/m.obj",
    "package://called/m.obj",
    "package://inner/m.obj",
    "package://ignored/m.obj",
    "package://ament/m.obj",
    "package://unindexed/m.obj",
    "package://given/m.obj",
    "package://below/m.obj",
    "model://given/m.obj",
    "model://lamp/m.obj",
    "model://deep/meshes/m.obj",
    "package://nowhere/m.obj",
    "package://deep/meshes/M.obj",
    "https://example.org/m.obj",
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders of all kinds, with meshes that are all of different size."""
    root = tmp_path_factory.mktemp("uris")
    for size, name in enumerate(
        [
            "doc/beside.obj", "doc/meshes/m.obj", "work/only_in_work.obj", "sdf/only_in_sdf_path.obj", "sdf/lamp/m.obj",
            "given/only_in_given.obj", "given/m.obj", "given/inside/below/m.obj", "ros/stack/deep/meshes/m.obj",
            "ros/folder/m.obj", "ros/stack/deep/inner/m.obj", "ros/ignored/m.obj", "opt/share/ament/m.obj",
            "opt/share/unindexed/m.obj",
        ],
        1,
    ):  # fmt: skip
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        corners = ((0, 0, 0), (size, 0, 0), (0, size, 0), (0, 0, size))
        text = "".join(f"v {x} {y} {z}\n" for x, y, z in corners) + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
        path.write_text(text)
    for folder, called in [
        ("ros/stack/deep", "deep"), ("ros/folder", "called"), ("ros/stack/deep/inner", "inner"),
        ("ros/ignored", "ignored"), ("given", "given"), ("given/inside/below", "below"),
        ("opt/share/ament", "ament"), ("opt/share/unindexed", "unindexed"),
    ]:  # fmt: skip
        maintained = '<maintainer email="a@b.c">a</maintainer><version>0.0.0</version><license>x</license>'
        (root / folder / "package.xml").write_text(f"<package><name>{called}</name>{maintained}</package>")
    (root / "ros/ignored/CATKIN_IGNORE").touch()
    index = root / "opt/share/ament_index/resource_index/packages"
    index.mkdir(parents=True)
    (index / "ament").touch()
    return root


def environment(root: Path) -> dict[str, str]:
    return {
        "ROS_PACKAGE_PATH": str(root / "ros"),
        "AMENT_PREFIX_PATH": str(root / "opt"),
        "SDF_PATH": str(root / "sdf"),
        "HOME": str(root),
    }


def uris(root: Path) -> list[str]:
    return [uri.replace("/{root}", str(root)) for uri in URIS]


def told(program: str, uri: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> str | None:
    """The path that ``explain_uri`` says the program finds."""
    monkeypatch.chdir(root / "work")
    explanation = bodyplan.explain_uri(
        uri, root / "doc/robot.urdf", search_paths=[root / "given"], environment=environment(root)
    )
    (reading,) = (each for each in explanation.readings if each.program == program)
    return reading.found


@pytest.mark.oracle
@pytest.mark.parametrize("program", MODULES)
def test_readers_of_robots_open_what_is_told(program: str, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec(MODULES[program]) is None:
        pytest.skip(f"{MODULES[program]} is not installed")
    asked = []
    for number, uri in enumerate(uris(tree)):
        path = tree / f"doc/robot{number}.urdf"
        shape = f'<geometry><mesh filename="{uri}"/></geometry>'
        inertia = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
        path.write_text(
            f'<robot name="r"><link name="a">{inertia}<visual>{shape}</visual><collision>{shape}</collision></link></robot>'
        )
        asked.append(json.dumps({"path": str(path), "given": [str(tree / "given")]}))
    done = subprocess.run(
        [sys.executable, str(HERE / "uri_worker.py"), program],
        input="\n".join(asked),
        capture_output=True,
        text=True,
        check=True,
        cwd=tree / "work",
        env={**os.environ, **environment(tree)},
    )
    answers = [json.loads(line.split(" ", 1)[1]) for line in done.stdout.splitlines() if line.startswith("answer ")]
    assert len(answers) == len(asked)
    differ = {}
    for uri, theirs in zip(uris(tree), answers):
        path = told(program, uri, tree, monkeypatch)
        ours = None if path is None else _size(Path(path))
        if ours != theirs:
            differ[uri] = (path, theirs)
    assert differ == {}
    assert sum(answer is not None for answer in answers) >= 4


@pytest.mark.oracle
def test_libsdformat_finds_what_is_told(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        program = built(HERE / "find_file.cc", tmp_path / "find_file")
    except CannotBuild as reason:
        pytest.skip(str(reason))
    done = subprocess.run(
        [str(program)],
        input="\n".join(uris(tree)) + "\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=tree / "work",
        env={**os.environ, **environment(tree)},
    )
    answers = done.stdout.splitlines()
    assert len(answers) == len(URIS)
    differ = {}
    for uri, theirs in zip(uris(tree), answers):
        ours = told("libsdformat", uri, tree, monkeypatch)
        if (ours and os.path.realpath(ours)) != (os.path.realpath(theirs) if theirs else None):
            differ[uri] = (ours, theirs)
    assert differ == {}
    assert sum(map(bool, answers)) >= 4


def _size(path: Path) -> float:
    return max(
        float(word) for line in path.read_text().splitlines() if line.startswith("v ") for word in line.split()[1:]
    )
