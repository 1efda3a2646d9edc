"""Where a file really is, told without the system's own way where no link is on the way."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from bodyplan.runtime.files import FILES, Files

PATHS = (
    *(
        "",
        ".",
        "..",
        "/",
        "//",
        "//tmp",
        "///tmp",
        "a",
        "a/",
        "./a//b",
        "a/../a/b",
        "a/f",
        "a/f/..",
        "missing",
        "missing/../a",
    ),
    *(
        "link",
        "link/c",
        "link/..",
        "link/../f",
        "a/../link/c",
        "broken",
        "broken/x",
        "round",
        "round/x",
        "../..",
        "a/b/../../..",
    ),
)


@pytest.mark.skipif(sys.platform == "win32", reason="links take a permission there")
def test_files_are_where_the_system_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    (tmp_path / "a" / "f").touch()
    for name, target in (("link", "a/b"), ("broken", "nowhere"), ("round", "round")):
        (tmp_path / name).symlink_to(target)
    for folder in (tmp_path, tmp_path / "a" / "b", Path("/")):
        monkeypatch.chdir(folder)
        for path in (*PATHS, *(os.path.join(tmp_path, each) for each in PATHS)):
            assert FILES.real(path) == os.path.realpath(path), path


@pytest.mark.skipif(sys.platform == "win32", reason="links take a permission there")
@pytest.mark.parametrize("is_confined", [False, True])
def test_names_of_one_file_have_one_identity(tmp_path: Path, is_confined: bool) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    for name in ("a/f", "a/g", "hard"):
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to("a/f")
    (tmp_path / "folder").symlink_to("a")
    os.link(tmp_path / "hard", tmp_path / "a" / "hard")
    files = Files([tmp_path]) if is_confined else FILES
    names = ("a/f", "link", "folder/f", "a/b/../f", "a/g", "folder/g", "hard", "a/hard", "folder/hard")
    for one in names:
        for other in names:
            is_same = files.real(tmp_path / one) == files.real(tmp_path / other)
            assert (files.identity(tmp_path / one) == files.identity(tmp_path / other)) == is_same, (one, other)
    for name in ("missing", "a", "bad\0name"):
        assert files.identity(os.path.join(tmp_path, name)) is None, name
