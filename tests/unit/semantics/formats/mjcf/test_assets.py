"""The files of a document of MJCF are listed where MuJoCo finds them, and copied as they are to each other."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest

MESH = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


@pytest.fixture
def document(tmp_path: Path) -> Path:
    folder = tmp_path / "robot"
    for name, text in {
        "xml/arm.xml": '<mujoco><compiler meshdir="../meshes"/><include file="parts/common.xml"/><worldbody>'
        '<geom type="mesh" mesh="cube"/></worldbody></mujoco>',
        "xml/parts/common.xml": '<mujocoinclude>\n<asset><mesh name="cube" file="cube.obj"/></asset></mujocoinclude>',
        "meshes/cube.obj": MESH,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder / "xml" / "arm.xml"


def test_files_are_listed_with_those_of_includes(document: Path) -> None:
    listed = bodyplan.assets(document)
    assert [(each.kind, each.uri, Path(each.file or "").name, each.line) for each in listed.files] == [
        ("model", "parts/common.xml", "arm.xml", 1),
        ("mesh", "cube.obj", "common.xml", 2),
    ]
    assert listed.missing == ()
    (document.parents[1] / "meshes" / "cube.obj").unlink()
    report = bodyplan.check(document)
    assert [each.line for each in report.diagnostics if each.severity == "error"] == [2]


def test_files_are_copied_as_they_are_to_each_other(document: Path, tmp_path: Path) -> None:
    copied = bodyplan.assets(document).copy(tmp_path / "out")
    found = sorted(
        path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()
    )
    assert found == ["meshes/cube.obj", "xml/arm.xml", "xml/parts/common.xml"]
    assert bodyplan.check(copied).ok
    assert (tmp_path / "out" / "xml" / "arm.xml").read_bytes() == document.read_bytes()
