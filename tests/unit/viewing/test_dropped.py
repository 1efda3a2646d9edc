"""Files that are dropped on a live page, and editors that it opens: nothing is written or opened but what was meant."""

from __future__ import annotations

import io
import os
import sys
import time
import zipfile
from pathlib import Path

import pytest
from bodyplan.cli.messages import WrongCall
from bodyplan.cli.viewing.dropped_files import MOST_BYTES, DroppedFiles, NothingDropped, write_dropped
from bodyplan.cli.viewing.editors import find_editor

ROBOT = b'<robot name="r"><link name="a"/></robot>'


def packed(*names: str, data: bytes = ROBOT) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, data)
    return made.getvalue()


@pytest.mark.parametrize(
    "path", ["../r.urdf", "/tmp/r.urdf", "a/../../r.urdf", "c:/r.urdf", "a\\..\\r.urdf", "a\0b.urdf", "x" * 5000]
)
@pytest.mark.parametrize("in_zip", [False, True])
def test_nothing_is_written_outside(path: str, in_zip: bool, tmp_path: Path) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    before = set(tmp_path.rglob("*"))
    files = [("a.zip", packed(path))] if in_zip else [(path, ROBOT)]
    try:
        write_dropped(files, folder)
    except NothingDropped:
        assert set(tmp_path.rglob("*")) - before == set()
    else:  # zipfile makes harmless names of some
        assert all(folder in made.parents for made in set(tmp_path.rglob("*")) - before)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 broken", packed("a.urdf")[:-30]])
def test_broken_zips_are_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(NothingDropped, match="cannot be unpacked"):
        write_dropped([("a.zip", data)], tmp_path)


def test_a_zip_of_very_much_is_refused(tmp_path: Path) -> None:
    bomb = packed("a.bin", data=bytes(MOST_BYTES + 1))
    assert len(bomb) < 200_000
    with pytest.raises(NothingDropped, match="more than 64 MB"):
        write_dropped([("a.zip", bomb)], tmp_path)


def test_documents_among_files_are_found_with_what_is_around_them() -> None:
    dropped = DroppedFiles()
    dropped.add([("p/r.urdf", ROBOT), ("p/meshes/a.stl", b"solid\n"), ("p/notes.txt", b"x")])
    (request,) = dropped.requests
    ((path, options),) = request.documents
    assert path.endswith(os.path.join("p", "r.urdf"))
    assert options.confine
    assert [each.ok for each in request.open_documents()] == [True]
    dropped.remove()
    assert not os.path.exists(path)


def test_an_editor_gets_the_place_as_words(tmp_path: Path) -> None:
    out = tmp_path / "said"
    script = tmp_path / "editor.py"
    script.write_text(f"import sys; open({str(out)!r}, 'w').write(repr(sys.argv[1:]))", encoding="utf-8")
    editor = find_editor(f"'{sys.executable}' '{script}' --goto {{file}}:{{line}}:{{column}}")
    assert editor is not None
    editor("/a b/$(x);'.urdf", 3, 7)
    for _ in range(200):
        if out.exists() and out.read_text():
            break
        time.sleep(0.05)
    assert out.read_text(encoding="utf-8") == repr(["--goto", "/a b/$(x);'.urdf:3:7"])


@pytest.mark.parametrize(
    "command", ["code", "code {path}", "no-such-editor {file}", "code '{file}", "code {file", "{file}"]
)
def test_commands_that_open_nothing_are_refused(command: str) -> None:
    with pytest.raises(WrongCall, match="--editor"):
        find_editor(command)
