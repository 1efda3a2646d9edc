"""Which documents are found below which paths."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from bodyplan.cli.walking import Walk


def touch(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("<sdf/>")


def test_folder_is_walked_for_documents_in_order_of_names(tmp_path: Path) -> None:
    names = ["b/model.sdf", "b/model.config", "b/meshes/x.dae", "a.world", "c.URDF", "d.skel", "e.dmd.yaml", "f.yaml"]
    touch(*(tmp_path / name for name in names))
    found = [Path(path).relative_to(tmp_path).as_posix() for path in Walk([str(tmp_path)])]
    assert found == ["a.world", "c.URDF", "d.skel", "e.dmd.yaml", "b/model.sdf"]


def test_file_that_is_named_is_taken_whatever_its_ending(tmp_path: Path) -> None:
    touch(tmp_path / "robot.xml")
    assert list(Walk([str(tmp_path / "robot.xml"), "missing.sdf"])) == [str(tmp_path / "robot.xml"), "missing.sdf"]


def test_hidden_folders_are_passed_over_unless_named(tmp_path: Path) -> None:
    touch(tmp_path / ".git" / "a.sdf", tmp_path / "b.sdf")
    assert list(Walk([str(tmp_path)])) == [str(tmp_path / "b.sdf")]
    assert list(Walk([str(tmp_path / ".git")])) == [str(tmp_path / ".git" / "a.sdf")]


def test_document_named_twice_is_taken_once(tmp_path: Path) -> None:
    touch(tmp_path / "a.sdf")
    walk = Walk([str(tmp_path), str(tmp_path / "a.sdf"), str(tmp_path)])
    assert list(walk) == [str(tmp_path / "a.sdf")]
    assert walk.problems == []


def test_folder_without_documents_is_a_problem(tmp_path: Path) -> None:
    walk = Walk([str(tmp_path)])
    assert list(walk) == []
    assert len(walk.problems) == 1
    assert "no document in this folder" in walk.problems[0]


def test_circle_of_links_ends(tmp_path: Path) -> None:
    touch(tmp_path / "a" / "m.sdf")
    (tmp_path / "a" / "again").symlink_to(tmp_path, target_is_directory=True)
    assert list(Walk([str(tmp_path)])) == [str(tmp_path / "a" / "m.sdf")]


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="the superuser may read everything")
def test_folder_that_may_not_be_read_is_a_problem(tmp_path: Path) -> None:
    touch(tmp_path / "shut" / "m.sdf", tmp_path / "n.sdf")
    (tmp_path / "shut").chmod(0)
    walk = Walk([str(tmp_path)])
    try:
        assert list(walk) == [str(tmp_path / "n.sdf")]
    finally:
        (tmp_path / "shut").chmod(0o700)
    assert len(walk.problems) == 1
