"""Packages of tables are imported from what was compiled here, whatever lies in folders that others write."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("jinja2", reason="compiling needs the extra 'codegen'")

from bodyplan.codegen import compile_at_runtime, sync
from bodyplan.codegen.errors import SchemaError

TABLE = """\
[extension]
name = "acme"
prefix = "acme"
namespace = "http://acme.example"

[[tag]]
name = "grip"
doc = "A hand."
format = ["urdf"]
at = ["link"]
text = { type = "double" }
"""
NAME = "bodyplan_extended_0"
SOURCES = {"__init__.py": "kept = True\n"}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("BODYPLAN_CACHE_DIR", str(tmp_path / "cache"))
    finders = [*sys.meta_path]
    yield tmp_path / "cache"
    sys.meta_path[:] = finders
    forget()


def forget() -> None:
    for name in [name for name in sys.modules if name.startswith("bodyplan_extended_")]:
        del sys.modules[name]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "acme.toml").write_text(TABLE, encoding="utf-8")
    return tmp_path / "acme.toml"


def test_a_package_is_compiled_once_and_then_taken_from_the_cache(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = compile_at_runtime.package_of_tables([table])
    forget()
    monkeypatch.setattr(sync, "render_tables", lambda *given: pytest.fail("compiled again"))
    assert compile_at_runtime.package_of_tables([table]) == name
    urdf = importlib.import_module(f"{name}.urdf")
    assert "acme_grip: float | None" in inspect.getsource(urdf.Link)


def test_another_content_of_a_table_is_another_package(table: Path) -> None:
    before = compile_at_runtime.package_of_tables([table])
    table.write_text(TABLE.replace("grip", "hand"), encoding="utf-8")
    assert compile_at_runtime.package_of_tables([table]) != before


def test_no_file_is_imported(table: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither from the cache nor from where bodyplan is called, under whatever name."""
    name = compile_at_runtime.package_of_tables([table])
    forget()
    (kept,) = (cache / "extensions").iterdir()
    assert kept.stat().st_mode & 0o077 == 0 or os.name != "posix"
    planted = "raise AssertionError('a planted file was run')\n"
    kept.write_text(f"{'0' * 32}\n" + '{"__init__.py": "' + planted.strip() + '"}', encoding="utf-8")
    for folder in (tmp_path, cache, cache / "extensions"):
        for package in (folder / name, folder / f"<{name}>", folder / name / "urdf"):
            package.mkdir(exist_ok=True)
            (package / "__init__.py").write_text(planted, encoding="utf-8")
            (package / "versions.py").write_text(planted, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    assert compile_at_runtime.package_of_tables([table]) == name
    urdf = importlib.import_module(f"{name}.urdf.versions")
    assert urdf.__file__ == f"<{name}>/urdf/versions.py"
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module(f"{name}.skel")


def test_what_is_kept_is_read_again(cache: Path) -> None:
    compile_at_runtime._keep(NAME, SOURCES)
    assert compile_at_runtime._read_cached(NAME) == SOURCES
    assert [path.name for path in (cache / "extensions").iterdir()] == [f"{NAME}.json"]


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"True", b"None"),
        lambda data: data + b" ",
        lambda data: b"\n" + data.partition(b"\n")[2],
        lambda data: b"x" * 32 + b"\n" + data.partition(b"\n")[2],
        lambda data: b"\xff\n",
        lambda data: b"",
    ],
    ids=["another text", "more text", "no signature", "no number", "no text", "nothing"],
)
def test_what_was_changed_is_not_read(change: object, cache: Path) -> None:
    compile_at_runtime._keep(NAME, SOURCES)
    path = cache / "extensions" / f"{NAME}.json"
    path.write_bytes(change(path.read_bytes()))  # type: ignore[operator]
    assert compile_at_runtime._read_cached(NAME) is None


def test_what_was_kept_of_other_tables_or_for_another_user_is_not_read(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_at_runtime._keep(NAME, SOURCES)
    other = cache / "extensions" / f"{NAME}1.json"
    other.write_bytes((cache / "extensions" / f"{NAME}.json").read_bytes())
    assert compile_at_runtime._read_cached(f"{NAME}1") is None
    monkeypatch.setenv("BODYPLAN_CACHE_KEY", "the secret of another user")
    assert compile_at_runtime._read_cached(NAME) is None


def test_without_a_key_nothing_is_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BODYPLAN_CACHE_KEY", "short")
    compile_at_runtime._keep(NAME, SOURCES)
    assert not cache.exists()
    assert compile_at_runtime._read_cached(NAME) is None


def test_links_do_not_lead_out_of_the_cache(cache: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine", encoding="utf-8")
    (cache / "extensions").mkdir(parents=True)
    (cache / "extensions" / f"{NAME}.json").symlink_to(victim)
    compile_at_runtime._keep(NAME, SOURCES)
    assert (victim.read_text(encoding="utf-8"), compile_at_runtime._read_cached(NAME)) == ("mine", SOURCES)
    elsewhere = (cache / "extensions").rename(tmp_path / "elsewhere")
    (elsewhere / f"{NAME}.json").unlink()
    (cache / "extensions").symlink_to(elsewhere, target_is_directory=True)
    compile_at_runtime._keep(NAME, SOURCES)
    assert list(elsewhere.iterdir()) == []


def test_code_is_laid_out_by_the_ruff_of_the_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = "raise SystemExit('a planted file was run')\n"
    (tmp_path / "ruff.py").write_text(planted, encoding="utf-8")
    (tmp_path / "ruff").write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    (tmp_path / "ruff").chmod(0o700)
    (tmp_path / "ruff.toml").write_text("line-length = 20\n[format]\nquote-style = 'single'\n", encoding="utf-8")
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", os.environ["PATH"]]))
    monkeypatch.chdir(tmp_path)
    before = sorted(path.name for path in tmp_path.iterdir())
    assert sync.format_files({"a.py": "x = ['a long text', 'and another one']\n"}) == {
        "a.py": 'x = ["a long text", "and another one"]\n'
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    monkeypatch.setattr("sysconfig.get_path", lambda *given: "")
    monkeypatch.setenv("PATH", os.pathsep.join(["", "."]))
    with pytest.raises(SchemaError, match="needs ruff"):
        sync.format_files({"a.py": ""})
