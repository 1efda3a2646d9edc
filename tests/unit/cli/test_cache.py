"""What was found is kept for the next run, and is never other than what would be found."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from bodyplan.cli.checking.cache import cache as caching
from bodyplan.cli.checking.cache import fingerprint
from bodyplan.cli.checking.cache import store as storing
from bodyplan.cli.checking.cache.cache import Cache
from bodyplan.cli.checking.cache.store import Store
from bodyplan.cli.checking.check_one import examine
from bodyplan.cli.checking.job import CheckJob, pack_result, unpack_result
from bodyplan.cli.main import main
from bodyplan.cli.settings.settings import DEFAULTS
from bodyplan.runtime.user_folders import cache_folder, config_folder
from bodyplan.runtime.user_key import sign

from ...fuzz.caching import DOCUMENTS, VARIABLES, Changing

pytestmark = pytest.mark.slow

ROBOT = '<robot name="{0}"><link name="l"/><odd/></robot>'
INCLUDE = '<sdf version="1.9"><world name="w"><include><uri>part.sdf</uri></include></world></sdf>'
PART = '<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>'
STEPS = 250

posix = pytest.mark.skipif(os.name != "posix", reason="links and owners are those of POSIX")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.delenv("BODYPLAN_NO_CACHE", raising=False)

    def call(*argv: str) -> tuple[int, str, str]:
        status = main(["check", "--cache-dir", str(tmp_path / "kept"), *argv])
        output = capsys.readouterr()
        return status, output.out, output.err

    return call


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_kept_is_what_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    for variable in VARIABLES:
        monkeypatch.setenv(variable, "")
    monkeypatch.setattr(
        caching, "hash_installation", lambda: b"the same"
    )  # found out anew in each run, which takes long
    changing = Changing(tmp_path / "files", tmp_path / "kept", seed)
    for _ in range(STEPS):
        changing.step()
    asked = STEPS * len(DOCUMENTS)
    assert asked // 4 < changing.hits < asked
    assert STEPS // 10 < changing.repeated < STEPS


def test_a_second_run_says_the_same_and_reads_no_document(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.urdf").write_text(ROBOT.format(number), encoding="utf-8")
    code = "import sys; from bodyplan.cli.main import main; main(sys.argv[1:]); print('lxml' in sys.modules, file=sys.stderr)"
    call = [
        sys.executable,
        "-c",
        code,
        "check",
        str(tmp_path),
        "--cache-dir",
        str(tmp_path / "kept"),
        "--format",
        "json",
    ]
    cold, warm = (subprocess.run(call, capture_output=True, text=True, check=True) for _ in range(2))
    assert cold.stdout == warm.stdout
    assert "BP201" in warm.stdout
    assert (cold.stderr.split()[-1], warm.stderr.split()[-1]) == ("True", "False")


def test_a_file_that_would_now_be_found_counts(run: Run, tmp_path: Path) -> None:
    world = tmp_path / "world.sdf"
    world.write_text(INCLUDE, encoding="utf-8")
    assert run(str(world))[0] == 1
    assert run(str(world))[0] == 1
    (tmp_path / "part.sdf").write_text(PART, encoding="utf-8")
    assert run(str(world))[0] == 0
    assert run(str(world))[0] == 0
    (tmp_path / "part.sdf").unlink()
    assert run(str(world))[0] == 1


def test_same_size_and_time_are_not_taken_for_the_same_content(run: Run, tmp_path: Path) -> None:
    robot = tmp_path / "robot.urdf"
    robot.write_text('<robot name="r"><link name="l"/><odd/></robot>', encoding="utf-8")
    first = run(str(robot))
    status = robot.stat()
    robot.write_text('<robot name="r"><link name="l"/><new/></robot>', encoding="utf-8")
    os.utime(robot, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert "<new>" in run(str(robot))[1]
    assert "<odd>" in first[1]


def test_several_processes_use_what_one_has_kept(run: Run, tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"{number}.urdf").write_text(ROBOT.format(number), encoding="utf-8")
    cold = run(str(tmp_path), "--jobs", "2")
    (tmp_path / "7.urdf").write_text(ROBOT.format("seven"), encoding="utf-8")
    assert run(str(tmp_path), "--jobs", "2")[1] == cold[1]


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0 and nothing else", b"no database" * 400])
def test_a_broken_file_disturbs_nothing(run: Run, tmp_path: Path, content: bytes) -> None:
    robot = tmp_path / "robot.urdf"
    robot.write_text(ROBOT.format("r"), encoding="utf-8")
    expected = run(str(robot))
    (kept,) = (tmp_path / "kept").glob("*.sqlite3")
    kept.write_bytes(content)
    assert run(str(robot)) == expected
    assert run(str(robot)) == expected


def test_rows_that_were_tampered_with_are_not_believed(run: Run, tmp_path: Path) -> None:
    robot = tmp_path / "robot.urdf"
    robot.write_text(ROBOT.format("r"), encoding="utf-8")
    expected = run(str(robot))
    (kept,) = (tmp_path / "kept").glob("*.sqlite3")
    for value in (b"", b"-[]", b"zzz", None, "text", b"-[1,2,3,4]"):
        with sqlite3.connect(kept) as connection:
            connection.execute("update kept set found = ?", (value,))
        connection.close()
        assert run(str(robot)) == expected


def test_rows_of_another_document_or_user_are_not_believed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot, clean = tmp_path / "robot.urdf", tmp_path / "clean.urdf"
    clean.write_text('<robot name="r"><link name="l"/></robot>', encoding="utf-8")
    run(str(clean))
    (own,) = (tmp_path / "kept").glob("*.sqlite3")
    rows = _statement(own, "select signature, parts, found from kept")
    robot.write_text(ROBOT.format("r"), encoding="utf-8")
    expected = run(str(robot))
    for row in rows:
        _statement(own, "update kept set signature = ?, parts = ?, found = ?", *row)
        assert run(str(robot)) == expected
    monkeypatch.setenv("BODYPLAN_CONFIG_DIR", str(tmp_path / "another"))
    robot.write_text(clean.read_text(encoding="utf-8"), encoding="utf-8")
    run(str(robot))
    (other,) = {*(tmp_path / "kept").glob("*.sqlite3")} - {own}
    monkeypatch.setenv("BODYPLAN_CONFIG_DIR", str(tmp_path / "a third"))
    robot.write_text(ROBOT.format("r"), encoding="utf-8")
    assert run(str(robot)) == expected
    (third,) = {*(tmp_path / "kept").glob("*.sqlite3")} - {own, other}
    for signed in (own, other):
        shutil.copy(signed, third)
        assert run(str(robot)) == expected


def _statement(database: Path, statement: str, *values: object) -> list[tuple[object, ...]]:
    with sqlite3.connect(database) as connection:
        rows = connection.execute(statement, values).fetchall()
    connection.close()
    return rows


def test_a_row_is_of_one_kind(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    store.put(b"key", b"", b"found", "run")
    store.put_part(b"key", b"rows")
    store.flush()
    assert store.get(b"key", "run") == (b"", b"found")
    assert store.get(b"key", "document") is None
    assert store.get_part(b"key") == b"rows"
    store.close()
    with sqlite3.connect(store.path) as connection:
        connection.execute("update parts set signature = (select signature from kept), rows = (select found from kept)")
        connection.execute("insert into kept select x'00', used, signature, parts, found from kept")
    connection.close()
    store = Store(str(tmp_path))
    assert store.get_part(b"key") is None
    assert store.get(b"\0", "run") is None
    store.close()


@pytest.mark.parametrize(
    "statement",
    [
        "create trigger t after update on kept begin delete from kept; end",
        "create view more as select * from kept",
        "create table more (a)",
        "alter table kept add column more generated always as (used + 1)",
        "drop table parts",
    ],
)
def test_a_file_of_another_layout_is_made_anew(tmp_path: Path, statement: str) -> None:
    store = Store(str(tmp_path))
    store.put(b"key", b"", b"found")
    store.close()
    with sqlite3.connect(store.path) as connection:
        connection.execute(statement)
    connection.close()
    store = Store(str(tmp_path))
    assert store.problem is None
    assert store.get(b"key") is None
    store.put(b"key", b"", b"found")
    store.close()
    assert Store(str(tmp_path)).get(b"key") == (b"", b"found")


def test_a_row_that_grows_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "MOST_OF_ROW", 1 << 20)
    store = Store(str(tmp_path))
    for key, size in ((b"large", 1 << 20), (b"too large", (1 << 20) + 1)):
        store.put(key, b"", bytes(size))
        store.put_part(key, bytes(size))
    store.put(b"not folded", b"", os.urandom(1 << 21))
    store.flush()
    assert store.get(b"large") == (b"", bytes(1 << 20))
    assert store.get_part(b"large") == bytes(1 << 20)
    assert store.get(b"too large") is None
    assert store.get_part(b"too large") is None
    assert store.get(b"not folded") is None
    store.close()


@posix
@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal"])
def test_what_is_kept_is_not_written_through_a_link(tmp_path: Path, ending: str) -> None:
    path = Store(str(tmp_path / "kept")).path
    shutil.rmtree(tmp_path / "kept")
    (tmp_path / "kept").mkdir()
    victim = tmp_path / "victim"
    victim.write_bytes(b"")
    os.symlink(victim, path + ending)
    store = Store(str(tmp_path / "kept"))
    store.put(b"key", b"", b"found")
    store.close()
    assert "not a regular file" in (store.problem or "")
    assert victim.read_bytes() == b""


@posix
def test_a_folder_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sign(b"", b"")  # the key is read while it is one's own
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    assert "another user" in (Store(str(tmp_path)).problem or "")
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_link_that_came_with_a_project_does_not_move_what_is_kept(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout, elsewhere = tmp_path / "checkout", tmp_path / "elsewhere"
    (checkout / ".git").mkdir(parents=True)
    elsewhere.mkdir()
    (checkout / ".cache").symlink_to(elsewhere)
    (checkout / "robot.urdf").write_text(ROBOT.format("r"), encoding="utf-8")
    monkeypatch.chdir(checkout)
    status, _, told = run("robot.urdf", "--cache-dir", ".cache/bodyplan", "--verbose")
    assert (status, list(elsewhere.iterdir())) == (0, [])
    assert "link out of the project" in told


def test_without_a_key_nothing_is_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config").write_text("a file", encoding="utf-8")
    monkeypatch.setenv("BODYPLAN_CONFIG_DIR", str(tmp_path / "config"))
    robot = tmp_path / "robot.urdf"
    robot.write_text(ROBOT.format("r"), encoding="utf-8")
    assert "the cache cannot be used" in run(str(robot), "--verbose")[2]
    assert not (tmp_path / "kept").exists()


def test_a_folder_that_cannot_be_used_is_told_only_where_much_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file", encoding="utf-8")
    robot = tmp_path / "robot.urdf"
    robot.write_text(ROBOT.format("r"), encoding="utf-8")
    assert "kept" not in run(str(robot))[2]
    told = run(str(robot), "--verbose")[2]
    assert "the cache cannot be used" in told


def test_many_at_once_write_and_read(tmp_path: Path) -> None:
    def work(number: int) -> str | None:
        store = Store(str(tmp_path))
        for row in range(300):
            store.put(f"{number} {row}".encode(), b"", b"value" * row)
        store.flush()
        assert all(store.get(f"{number} {row}".encode()) == (b"", b"value" * row) for row in range(300))
        store.close()
        return store.problem

    Store(str(tmp_path)).close()
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(work, range(8))) == {None}


def test_the_oldest_rows_go_where_there_is_too_much(tmp_path: Path) -> None:
    store = Store(str(tmp_path), most_bytes=1 << 18)
    for row in range(2000):
        store.put_part(f"{row:016}".encode(), os.urandom(100))
        store.put(f"{row}".encode(), f"{row:016}".encode(), os.urandom(300))
    store.close()
    assert os.path.getsize(store.path) <= 1 << 18
    store = Store(str(tmp_path))
    assert store.get(b"0") is None
    assert store.get(b"1999") is not None
    assert store.get_part(f"{0:016}".encode()) is None
    assert store.get_part(f"{1999:016}".encode()) is not None
    store.close()


def test_what_is_kept_is_what_was_found(tmp_path: Path) -> None:
    world = tmp_path / "world.sdf"
    text = "<!-- bodyplan: ignore-file[BP2] -->" + INCLUDE.replace("<include>", "<odd/><include>")
    world.write_text(text, encoding="utf-8")
    found = examine(CheckJob(str(world), DEFAULTS))
    again = unpack_result(pack_result(found).found)
    assert again[:3] == found[:3]
    for one, other in zip(found.reports[0].diagnostics, again.reports[0].diagnostics, strict=True):
        assert one.to_dict() == other.to_dict()
        assert {name: str(value) for name, value in one.arguments.items()} == {
            name: str(value) for name, value in other.arguments.items()
        }


def test_a_document_that_changes_while_it_is_looked_at_is_not_kept(tmp_path: Path) -> None:
    robot = tmp_path / "robot.urdf"
    robot.write_text(ROBOT.format("old"), encoding="utf-8")
    asked = CheckJob(str(robot), DEFAULTS)
    cache = Cache(str(tmp_path / "kept"))
    assert cache.get(asked) is None
    robot.write_text(ROBOT.format("new"), encoding="utf-8")
    cache.put(asked, pack_result(examine(asked)))
    cache.close()
    cache = Cache(str(tmp_path / "kept"))
    assert cache.get(asked) is None
    cache.close()


def test_options_and_tables_of_tags_make_another_row(tmp_path: Path) -> None:
    robot, table = tmp_path / "robot.urdf", tmp_path / "tags.toml"
    robot.write_text(ROBOT.format("r"), encoding="utf-8")
    table.write_text("# one", encoding="utf-8")
    marks = set()
    for settings in (DEFAULTS, DEFAULTS.__class__(strict=True), DEFAULTS.__class__(extensions=(str(table),))):
        marks.add(Cache(str(tmp_path / "kept"))._mark_of(settings))
    table.write_text("# two", encoding="utf-8")
    marks.add(Cache(str(tmp_path / "kept"))._mark_of(settings))
    assert len(marks) == 4


def test_where_the_user_keeps_such_things(tmp_path: Path) -> None:
    home = os.path.expanduser("~")
    assert cache_folder({"BODYPLAN_CACHE_DIR": str(tmp_path)}, "linux") == str(tmp_path)
    assert cache_folder({"XDG_CACHE_HOME": "/x"}, "linux") == os.path.join("/x", "bodyplan")
    assert cache_folder({"XDG_CACHE_HOME": "relative"}, "linux") == os.path.join(home, ".cache", "bodyplan")
    assert cache_folder({}, "darwin") == os.path.join(home, "Library", "Caches", "bodyplan")
    assert cache_folder({"LOCALAPPDATA": "/local"}, "win32") == os.path.join("/local", "bodyplan")
    assert config_folder({"BODYPLAN_CONFIG_DIR": str(tmp_path)}, "linux") == str(tmp_path)
    assert config_folder({"XDG_CONFIG_HOME": "/x"}, "linux") == os.path.join("/x", "bodyplan")
    assert config_folder({}, "linux") == os.path.join(home, ".config", "bodyplan")
    assert config_folder({}, "darwin") == os.path.join(home, "Library", "Application Support", "bodyplan")
    assert config_folder({"APPDATA": "/roaming"}, "win32") == os.path.join("/roaming", "bodyplan")


def test_what_xacro_takes_from_the_environment_and_from_arguments_is_never_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("xacro", reason="xacro comes with the extra 'xacro'")
    text = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="tag" default="link"/><{0} name="a"/></robot>'
    by_environment, by_argument = tmp_path / "e.urdf.xacro", tmp_path / "a.urdf.xacro"
    by_environment.write_text(text.format("link").replace('"a"', '"$(env BODYPLAN_LINK)"'))
    by_argument.write_text(text.format("link").replace('"a"', '"$(arg tag)"'))

    def check(file: Path, *options: str) -> str:
        main(["check", "--isolated", "--format", "concise", "--cache-dir", str(tmp_path / "kept"), *options, str(file)])
        return capsys.readouterr().out

    monkeypatch.delenv("BODYPLAN_NO_CACHE", raising=False)
    monkeypatch.setenv("BODYPLAN_LINK", "fine")
    assert check(by_environment) == check(by_environment) == ""
    monkeypatch.setenv("BODYPLAN_LINK", "")
    assert check(by_environment) != ""
    assert check(by_argument) == check(by_argument) == ""
    assert check(by_argument, "--arg", "tag:=") != ""


def test_one_file_of_two_names_that_becomes_two_files_is_told_of_twice(run: Run, tmp_path: Path) -> None:
    folder, other = tmp_path / "robots", tmp_path / "others"
    folder.mkdir()
    (folder / "one.urdf").write_text(ROBOT.format("r"), encoding="utf-8")
    other.symlink_to(folder, target_is_directory=True)
    call = (str(folder / "one.urdf"), str(other / "one.urdf"))
    once = [run(*call)[1].count("BP201") for _ in range(2)]
    other.unlink()
    shutil.copytree(folder, other)
    assert (*once, run(*call)[1].count("BP201")) == (1, 1, 2)


@pytest.mark.parametrize("inner", ["", "part"])
def test_the_installation_is_another_one_once_a_file_of_a_checkout_is(tmp_path: Path, inner: str) -> None:
    package = tmp_path / "package"
    folder = package / inner
    folder.mkdir(parents=True)
    file = folder / "code.py"
    file.write_text("one", encoding="utf-8")

    def look() -> list[str]:
        return [*fingerprint._files(str(package))]

    seen = [look()]

    def differs() -> bool:
        seen.append(look())
        return seen[-1] not in seen[:-1]

    assert not differs()
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "code.pyc").write_bytes(b"compiled")
    assert not differs()
    file.write_text("another", encoding="utf-8")
    assert differs()
    if os.name == "posix":
        status = file.stat()
        file.write_text("changed", encoding="utf-8")
        os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
        assert differs()  # though of the same size, and said to be as old
    file.rename(folder / "other.py")
    assert differs()
    (folder / "more.py").write_text("", encoding="utf-8")
    assert differs()
