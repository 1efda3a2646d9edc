"""What a process remembers of folders and small files holds no longer than these are as they were."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from bodyplan.runtime import folder_cache
from bodyplan.runtime.files import FILES, Files
from bodyplan.runtime.folder_cache import CachingFiles, remember_folders

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere nothing is remembered")

TICK = 0.05
"""Longer than the clock of a file system takes to go on."""


@pytest.fixture(autouse=True)
def settled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has what was just changed remembered too."""
    monkeypatch.setattr(folder_cache, "SETTLED", 0)


def read_name(data: bytes) -> str:
    """What a file says."""
    read.append(data)
    return data.decode()


read: list[bytes] = []


def counted_lists(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders that are listed from now on."""
    listed: list[str] = []
    scan = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: listed.append(str(path)) or scan(path))
    return listed


def test_a_folder_as_it_was_is_not_listed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "arm").mkdir()
    (tmp_path / "arm.sdf").write_text("")
    time.sleep(TICK)
    listed = counted_lists(monkeypatch)
    for _ in range(2):
        assert CachingFiles().inside(tmp_path) == {"arm": True, "arm.sdf": False}
        assert CachingFiles().inside(tmp_path, follows=False) == {"arm": True, "arm.sdf": False}
    assert listed == [str(tmp_path)]


def test_what_is_added_renamed_and_removed_is_seen(tmp_path: Path) -> None:
    steps = [
        lambda: (tmp_path / "package.xml").write_text(""),
        lambda: (tmp_path / "package.xml").rename(tmp_path / "model.config"),
        lambda: (tmp_path / "model.config").unlink(),
    ]
    seen = []
    for change in (lambda: None, *steps):
        change()
        time.sleep(TICK)
        for _ in range(2):
            files = CachingFiles()
            has = [files.is_file_in(str(tmp_path), name) for name in ("package.xml", "model.config")]
            assert has == [name in files.inside(tmp_path) for name in ("package.xml", "model.config")]
            assert [files.lacks(str(tmp_path), name) for name in ("package.xml", "model.config")] == [
                not a for a in has
            ]
        seen.append(has)
    assert seen == [[False, False], [True, False], [False, True], [False, False]]


def test_what_was_just_changed_is_not_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_cache, "SETTLED", 10**18)
    listed = counted_lists(monkeypatch)
    files = CachingFiles()
    assert [files.inside(tmp_path), files.inside(tmp_path), CachingFiles().inside(tmp_path)] == [{}, {}, {}]
    assert len(listed) == 2, "once for each load"


def test_what_links_lead_to_is_looked_at_anew(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "folder", tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "link").symlink_to(elsewhere)
    time.sleep(TICK)
    assert CachingFiles().inside(folder) == {"link": False}
    elsewhere.mkdir()
    assert CachingFiles().inside(folder) == {"link": True}
    assert CachingFiles().inside(folder, follows=False) == {"link": False}
    assert CachingFiles().is_folder_in(str(folder), "link")


def test_a_small_file_as_it_was_is_read_once(tmp_path: Path) -> None:
    file = tmp_path / "package.xml"
    read.clear()
    for text in ("one", "two"):
        file.write_text(text)
        time.sleep(TICK)
        assert [CachingFiles().make_of(file, 100, read_name) for _ in range(3)] == [text] * 3
    assert read == [b"one", b"two"]


def test_nothing_is_remembered_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time.sleep(TICK)
    listed = counted_lists(monkeypatch)
    CachingFiles().inside(tmp_path)
    monkeypatch.setattr(folder_cache, "LONGEST", 0)
    CachingFiles().inside(tmp_path)
    assert len(listed) == 2


def test_what_is_fetched_during_a_load_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_cache, "SETTLED", 10**18)
    files = CachingFiles()
    assert files.inside(tmp_path) == {}
    (tmp_path / "model.sdf").write_text("")
    files.look_again()
    assert files.inside(tmp_path) == {"model.sdf": False}


def test_folders_that_are_not_there_lack_everything(tmp_path: Path) -> None:
    files = CachingFiles()
    assert files.lacks(str(tmp_path / "none"), "package.xml")
    assert files.inside(tmp_path / "none") == {}


def test_only_all_files_of_a_machine_are_remembered(tmp_path: Path) -> None:
    confined = Files([tmp_path])
    assert isinstance(remember_folders(FILES), CachingFiles)
    assert remember_folders(confined) is confined


def find_names(files: Files, folder: str) -> list[str]:
    """What is found in a folder and one level below, with what its file says."""
    found = [*files.inside(folder)]
    for name, is_folder in files.inside(folder).items():
        found += files.inside(os.path.join(folder, name)) if is_folder else ()
    if files.is_file_in(folder, "package.xml"):
        found.append(files.make_of(os.path.join(folder, "package.xml"), 100, read_name))
    return found


def test_what_was_found_in_many_folders_holds_as_long_as_all_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (tmp_path / "package.xml").write_text("one")
    steps = [
        lambda: (below / "arm.sdf").write_text(""),
        lambda: (tmp_path / "package.xml").write_text("two"),
        lambda: (tmp_path / "package.xml").unlink(),
    ]
    seen = []
    for change in (lambda: None, *steps):
        change()
        time.sleep(TICK)
        seen.append(CachingFiles().recall(find_names, str(tmp_path)))
        with monkeypatch.context() as patch:
            patch.setattr(folder_cache.CachingFiles, "inside", None)
            assert CachingFiles().recall(find_names, str(tmp_path)) is seen[-1]
    assert seen == [
        ["below", "package.xml", "one"],
        ["below", "package.xml", "arm.sdf", "one"],
        ["below", "package.xml", "arm.sdf", "two"],
        ["below", "arm.sdf"],
    ]


def test_what_links_led_to_is_found_anew(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "folder", tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "link").symlink_to(elsewhere)
    time.sleep(TICK)
    assert CachingFiles().recall(find_names, str(folder)) == ["link"]
    elsewhere.mkdir()
    (elsewhere / "arm.sdf").write_text("")
    assert CachingFiles().recall(find_names, str(folder)) == ["link", "arm.sdf"]
