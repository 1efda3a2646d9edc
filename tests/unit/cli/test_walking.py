"""Which documents are found below which paths."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from bodyplan.cli.checking.discovery import Walk, places_below
from bodyplan.cli.settings.settings import Settings


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


def names(walk: Walk, home: Path) -> list[str]:
    return [Path(path).relative_to(home).as_posix() for path in walk]


def test_what_git_leaves_out_is_passed_over(tmp_path: Path) -> None:
    touch(*(tmp_path / name for name in ("a.sdf", "build/a.sdf", "src/build.sdf", "src/kept/a.sdf", "src/gone/a.sdf")))
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("/build/\nkept/\n")
    (tmp_path / "src" / ".gitignore").write_text("gone\n!kept/\n")
    assert names(Walk([str(tmp_path)]), tmp_path) == ["a.sdf", "src/build.sdf", "src/kept/a.sdf"]
    # the file of the repository's root holds for a walk that begins below it, and not for what is named
    assert names(Walk([str(tmp_path / "src")]), tmp_path) == ["src/build.sdf", "src/kept/a.sdf"]
    assert names(Walk([str(tmp_path / "build" / "a.sdf")]), tmp_path) == ["build/a.sdf"]
    everything = Walk([str(tmp_path)], lambda _: Settings(respect_gitignore=False))
    assert len(list(everything)) == 5


def test_configuration_lets_files_in_and_out(tmp_path: Path) -> None:
    touch(*(tmp_path / name for name in ("a.sdf", "robot.xml", "old/a.sdf", "new/a.sdf", "new/odd.xml")))
    settings = Settings(include=("robot.xml",), exclude=("old/", "new/*.xml"), home=str(tmp_path))
    assert names(Walk([str(tmp_path)], lambda _: settings), tmp_path) == ["a.sdf", "robot.xml", "new/a.sdf"]


def test_patterns_name_files_and_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(*(tmp_path / name for name in ("a/x.sdf", "b/c/y.sdf", "b/z.xml")))
    monkeypatch.chdir(tmp_path)
    assert [Path(path).as_posix() for path in Walk(["**/*.sdf"])] == ["a/x.sdf", "b/c/y.sdf"]
    assert [Path(path).as_posix() for path in Walk(["?"])] == ["a/x.sdf", "b/c/y.sdf"]
    nothing = Walk(["*.skel"])
    assert list(nothing) == []
    assert nothing.problems == ["*.skel: no file is called so"]


def test_manifest_of_a_model_names_its_documents(tmp_path: Path) -> None:
    touch(tmp_path / "arm" / "arm.xml", tmp_path / "arm" / "other.xml")
    (tmp_path / "arm" / "model.config").write_text("<model><name>arm</name><sdf version='1.9'>arm.xml</sdf></model>")
    assert names(Walk([str(tmp_path)]), tmp_path) == ["arm/arm.xml"]


def test_folders_that_hold_models_and_packages_are_known(tmp_path: Path) -> None:
    touch(*(tmp_path / name for name in ("deep/models/arm/model.sdf", "src/pkg/urdf/robot.urdf")))
    (tmp_path / "deep" / "models" / "arm" / "model.config").write_text("<model/>")
    (tmp_path / "src" / "pkg" / "package.xml").write_text("<package><name>pkg</name></package>")
    found = [Path(path).relative_to(tmp_path).as_posix() for path in places_below([str(tmp_path)])]
    assert sorted(found) == [".", "deep/models", "src"]


def test_manifest_that_is_named_stands_for_the_documents_of_its_model(tmp_path: Path) -> None:
    touch(tmp_path / "arm" / "arm-1_4.sdf", tmp_path / "arm" / "arm.xml", tmp_path / "arm" / "other.sdf")
    manifest = tmp_path / "arm" / "model.config"
    manifest.write_text("<model><sdf version='1.4'>arm-1_4.sdf</sdf><sdf version='1.7'>arm.xml</sdf><sdf/></model>")
    named = [str(tmp_path / "arm" / name) for name in ("arm-1_4.sdf", "arm.xml")]
    assert list(Walk([str(manifest), named[0]])) == named


def test_manifest_that_names_nothing_is_looked_at_itself(tmp_path: Path) -> None:
    manifest = tmp_path / "model.config"
    manifest.write_text("<model/>")
    assert list(Walk([str(manifest)])) == [str(manifest)]


def test_what_is_excluded_is_left_out_where_it_is_named_if_the_call_says_so(tmp_path: Path) -> None:
    touch(tmp_path / "a.sdf", tmp_path / "old" / "b.sdf")
    settings = Settings(exclude=("old/",), home=str(tmp_path))
    paths = [str(tmp_path / "old" / "b.sdf"), str(tmp_path / "old"), str(tmp_path / "a.sdf")]
    assert list(Walk(paths[::2], lambda _: settings)) == paths[::2]
    walk = Walk(paths, lambda _: settings, leaves_named_out=True)
    assert (list(walk), walk.problems) == ([paths[2]], [])


def test_documents_below_the_current_folder_are_called_as_in_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    touch(tmp_path / "a.sdf", tmp_path / "deep" / "b.sdf")
    monkeypatch.chdir(tmp_path)
    assert [Path(path).as_posix() for path in Walk(["."])] == ["a.sdf", "deep/b.sdf"]
    assert list(Walk([os.curdir])) == list(Walk([os.path.join(os.curdir, "")]))


MODEL = '<?xml version="1.0"?>\n<!-- not a <robot> -->\n<mujoco>{}</mujoco>\n'


def write_files(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_files_of_many_kinds_are_documents_by_their_root(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "package.xml": "<package><name>p</name></package>",
            "robot.xml": "<!-- <mujoco> --><robot name='r'/>",
            "part.xml": "<mujocoinclude/>",
            "broken.xml": "no tags",
            "empty.xml": "",
            "model.xml": MODEL.format(""),
            "deep/other.XML": "\ufeff<!DOCTYPE mujoco [<!ENTITY a 'b'>]>\n<mujoco\tmodel='m'/>",
            "deep/mujoco.txt": MODEL.format(""),
        },
    )
    assert names(Walk([str(tmp_path)]), tmp_path) == ["model.xml", "deep/other.XML"]


def test_documents_that_others_include_are_parts_of_these(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "scene.xml": MODEL.format("<include file='arm/arm.xml'/><!-- <include file='lamp.xml'/> -->"),
            "lamp.xml": MODEL.format('<asset><model file="arm.xml"/></asset>'),
            "parts.xml": "<mujocoinclude><include\n  file = 'arm&amp;hand.xml' /></mujocoinclude>",
            "arm&hand.xml": MODEL.format(""),
            "arm.xml": MODEL.format("<include file='missing.xml'/>"),
            "arm/arm.xml": MODEL.format("<include file='common/colours.xml'/><include file='common.xml'/>"),
            "arm/common.xml": MODEL.format(""),
            "common.xml": MODEL.format(""),
            "common/colours.xml": MODEL.format(""),
            "circle.xml": MODEL.format("<include file='round.xml'/>"),
            "round.xml": MODEL.format("<include file='circle.xml'/>"),
        },
    )
    found = ["arm.xml", "circle.xml", "common.xml", "lamp.xml", "round.xml", "scene.xml"]
    assert names(Walk([str(tmp_path)]), tmp_path) == found
    assert len(names(Walk([str(tmp_path)], takes_parts=True), tmp_path)) == 10
    named = str(tmp_path / "arm" / "common.xml")
    assert list(Walk([named])) == [named]


def test_files_of_other_kinds_are_left_out_where_they_are_named_if_the_call_says_so(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "model.config": "",
            "package.xml": "<package/>",
            "scene.xml": MODEL.format("<include file='parts/arm.xml'/>"),
            "parts/arm.xml": MODEL.format(""),
            "parts/lamp.xml": MODEL.format(""),
            "parts/hand.xml": "<mujocoinclude/>",
        },
    )
    (tmp_path / ".git").mkdir()
    paths = [
        str(tmp_path / each)
        for each in ("package.xml", "scene.xml", "parts/arm.xml", "parts/lamp.xml", "parts/hand.xml")
    ]
    assert list(Walk(paths)) == paths
    walk = Walk(paths, leaves_named_out=True)
    assert ([Path(each).name for each in walk], walk.problems) == (["scene.xml", "lamp.xml"], [])
    takes_parts = Walk(paths, leaves_named_out=True, takes_parts=True)
    assert [Path(each).name for each in takes_parts] == ["scene.xml", "arm.xml", "lamp.xml"]
    included = Settings(include=("package.xml",), home=str(tmp_path))
    assert list(Walk(paths[:1], lambda _: included, leaves_named_out=True)) == paths[:1]
