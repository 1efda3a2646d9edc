"""A file is written whole or not at all."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import bodyplan
import pytest
from bodyplan import urdf
from bodyplan.runtime.atomic_write import write_atomically, write_files

ROBOT = '<robot name="r">\n  <link name="l"/>\n</robot>\n'


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "file.urdf", tmp_path / "link.urdf"
    file.write_text(ROBOT)
    file.chmod(0o640)
    link.symlink_to("file.urdf")
    document = urdf.load(link)
    document.root.name = "s"
    document.save()
    assert link.is_symlink()
    assert os.readlink(link) == "file.urdf"
    assert file.read_text() == ROBOT.replace('"r"', '"s"')
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file.urdf", "link.urdf"]


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_atomically(tmp_path / "new", b"x")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically(pipe, b"content")
        assert os.read(reader, 100) == b"content"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_file_stays_where_there_is_no_room_for_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "file.urdf"
    path.write_text(ROBOT)
    document = urdf.load(path)
    document.root.name = "s" * 100_000
    resource = pytest.importorskip("resource", reason="the system has no limits for files")
    limits, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            document.save()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert path.read_text() == ROBOT
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        urdf.loads(ROBOT).save(tmp_path / "nowhere" / "file.urdf")
    with pytest.raises(ValueError, match="read from no file"):
        urdf.loads(ROBOT).save()


STOPPED = """
import os, sys
from bodyplan import urdf
from bodyplan.runtime import atomic_write as atomic_writing
document = urdf.load(sys.argv[1])
document.root.name = "s"
step = sys.argv[2]
call = getattr(os, step)
def stop(*arguments):
    if sys.argv[3] == "after":
        call(*arguments)
    os._exit(9)
setattr(os, step, stop)
document.save()
"""


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_program_that_ends_at_any_step_leaves_the_old_file_or_the_new_one(
    step: str, when: str, tmp_path: Path
) -> None:
    path = tmp_path / "file.urdf"
    path.write_text(ROBOT)
    done = subprocess.run([sys.executable, "-c", STOPPED, str(path), step, when], check=False)
    assert done.returncode == 9
    is_new = (step, when) == ("replace", "after")
    assert path.read_text() == (ROBOT.replace('"r"', '"s"') if is_new else ROBOT)
    # what is left beside the file is no document
    assert all(other.name.startswith(".") and other.suffix == ".tmp" for other in tmp_path.iterdir() if other != path)


SAVING = """
import sys
from bodyplan import urdf
document = urdf.load(sys.argv[1])
print("ready", flush=True)
while True:
    for letter in "st":
        document.root.name = letter * 400_000
        document.save()
"""


@pytest.mark.slow
def test_a_program_that_is_killed_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "file.urdf"
    path.write_text(ROBOT)
    contents = {ROBOT, *(ROBOT.replace('"r"', f'"{letter * 400_000}"') for letter in "st")}
    for number in range(10):
        program = subprocess.Popen([sys.executable, "-c", SAVING, str(path)], stdout=subprocess.PIPE, text=True)
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        time.sleep(0.05 + 0.007 * number)
        program.kill()
        program.wait()
        program.stdout.close()
        assert path.read_text() in contents


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not opened there")
def test_several_files_last_once_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    brought: list[int] = []
    usual = os.fsync

    def fsync(number: int) -> None:
        brought.append(os.fstat(number).st_ino)
        usual(number)

    monkeypatch.setattr(os, "fsync", fsync)
    write_files(tmp_path / "out", {"a": lambda: b"a", "b": lambda: b"b"}, keep=False)
    assert brought[-1] == (tmp_path / "out").stat().st_ino


def test_files_with_other_names_are_not_replaced(tmp_path: Path) -> None:
    file, other = tmp_path / "a", tmp_path / "b"
    file.write_bytes(b"old")
    os.link(file, other)
    with pytest.raises(OSError, match="hard links"):
        write_atomically(file, b"new")
    assert other.read_bytes() == file.read_bytes() == b"old"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a", "b"]


def test_files_that_nobody_may_write_to_are_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"old")
    file.chmod(0o444)
    with pytest.raises(PermissionError):
        write_atomically(file, b"new")
    assert file.read_bytes() == b"old"


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="there are no extended attributes")
def test_extended_attributes_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"old")
    try:
        os.setxattr(file, "user.origin", b"lab")
    except OSError:
        pytest.skip("the file system has none")
    write_atomically(file, b"new")
    assert os.getxattr(file, "user.origin") == b"lab"


def test_what_another_program_wrote_is_not_saved_over(tmp_path: Path) -> None:
    file = tmp_path / "r.urdf"
    file.write_text('<robot name="r"><link name="a"/></robot>')
    document, other = urdf.load(file), urdf.load(file)
    document.root.name = "first"
    document.save()
    document.root.name = "second"
    document.save()
    other.root.name = "third"
    with pytest.raises(bodyplan.FileChanged, match="overwrite=True") as found:
        other.save()
    assert found.value.filename == str(file)
    assert 'name="second"' in file.read_text()
    other.save(overwrite=True)
    assert 'name="third"' in file.read_text()
    file.unlink()
    other.save()
    assert file.exists()
