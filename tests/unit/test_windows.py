"""What paths and links are on Windows, tried anywhere: modules are given the path rules of that system."""

from __future__ import annotations

import importlib
import importlib.util
import ntpath
import os
import sys
from pathlib import Path, PureWindowsPath
from types import ModuleType, SimpleNamespace

import pytest
from bodyplan.cli.settings.patterns import Patterns
from bodyplan.diagnostics import fingerprints
from bodyplan.diagnostics.render import sarif
from bodyplan.runtime import atomic_write, files
from bodyplan.semantics.resources import uri_text

CHECKOUT = Path(__file__).resolve().parents[2]


def as_on_windows(monkeypatch: pytest.MonkeyPatch, module: ModuleType, **others: object) -> None:
    """Gives a module the ``os`` of Windows; what this system has not is left out."""
    names = {"name": "nt", "path": ntpath, "sep": "\\", "altsep": "/", "pathsep": ";", "pardir": "..", "curdir": "."}
    monkeypatch.setattr(module, "os", SimpleNamespace(**(names | {"fspath": os.fspath} | others)))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("/C:/robots/arm.sdf", "C:\\robots\\arm.sdf"),  # of file:///C:/robots/arm.sdf
        ("C:\\robots\\arm.sdf", "C:\\robots\\arm.sdf"),
        ("C:/robots/../arm.sdf", "C:\\arm.sdf"),
    ],
)
def test_absolute_paths_have_drives(monkeypatch: pytest.MonkeyPatch, written: str, meant: str) -> None:
    as_on_windows(monkeypatch, uri_text)
    assert meant in uri_text.absolute_paths(written)


@pytest.mark.parametrize("written", ["\\\\server\\share\\arm.sdf", "//server/share/arm.sdf"])
def test_no_other_machine_is_asked_for_a_file(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    as_on_windows(monkeypatch, uri_text)
    assert uri_text.absolute_paths(written) == []


def test_a_path_with_a_drive_is_none_of_this_system() -> None:
    if os.name != "nt":
        assert uri_text.absolute_paths("C:/robots/arm.sdf") == []


def test_uris_have_slashes_of_either_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    as_on_windows(monkeypatch, uri_text)
    assert uri_text.join("C:\\models", "arm/meshes/a.stl") == "C:\\models\\arm\\meshes\\a.stl"
    assert uri_text.join("C:\\models", "\\arm/../b.stl") == "C:\\models\\b.stl"
    assert list(uri_text.spellings("a\\b%20c")) == ["a\\b%20c", "a\\b c"]


@pytest.mark.parametrize(
    ("path", "folder", "inside"),
    [
        ("C:\\robots\\arm.sdf", "C:\\robots", True),
        ("c:\\ROBOTS\\arm.sdf", "C:\\robots", True),
        ("C:\\robots2\\arm.sdf", "C:\\robots", False),
        ("D:\\robots\\arm.sdf", "C:\\robots", False),
        ("\\\\server\\share\\arm.sdf", "C:\\robots", False),
        ("C:\\robots\\..\\arm.sdf", "C:\\robots", False),
    ],
)
def test_confinement_ignores_case_and_knows_drives(
    monkeypatch: pytest.MonkeyPatch, path: str, folder: str, inside: bool
) -> None:
    as_on_windows(monkeypatch, files)
    assert files.is_in(ntpath.normpath(path), folder) is inside


@pytest.mark.parametrize(
    ("target", "place"),
    [
        ("\\\\?\\C:\\robots\\real.sdf", "C:\\robots\\real.sdf"),
        ("real.sdf", "C:\\robots\\real.sdf"),
        ("\\\\?\\D:\\elsewhere\\real.sdf", None),
        ("..\\real.sdf", None),
    ],
)
def test_confined_links_are_followed(monkeypatch: pytest.MonkeyPatch, target: str, place: str | None) -> None:
    def readlink(path: str) -> str:
        if path == "C:\\robots\\link.sdf":
            return target
        raise OSError

    as_on_windows(monkeypatch, files, readlink=readlink)
    confined = files.Files(["C:\\robots"])
    assert confined.place_of("C:\\robots\\link.sdf") == place


def test_patterns_of_settings_have_slashes_and_stay_on_their_drive(monkeypatch: pytest.MonkeyPatch) -> None:
    as_on_windows(monkeypatch, sys.modules[Patterns.__module__])
    patterns = Patterns(["build/", "tests/**/bad*.urdf"], "C:\\work")
    assert patterns.has("C:\\work\\tests\\a\\bad1.urdf")
    assert patterns.decide("C:\\work\\build", is_folder=True)
    assert not patterns.has("C:\\work\\tests\\good.urdf")
    assert not patterns.has("D:\\work\\build\\a.urdf")
    assert patterns.decide("D:\\work\\build", is_folder=True) is None


def test_reports_name_files_with_slashes(monkeypatch: pytest.MonkeyPatch) -> None:
    as_on_windows(monkeypatch, fingerprints)
    monkeypatch.setattr(fingerprints, "PurePath", PureWindowsPath)
    monkeypatch.setattr(sarif, "PurePath", PureWindowsPath)
    inside = fingerprints.name_from("C:\\work\\robots\\big arm.sdf", "C:\\work")
    assert inside == "robots/big arm.sdf"
    assert sarif._address(inside) == {"uri": "robots/big%20arm.sdf", "uriBaseId": sarif.ROOT}
    outside = fingerprints.name_from("D:\\robots\\arm.sdf", "C:\\work")
    assert sarif._address(outside) == {"uri": "file:///D:/robots/arm.sdf"}


def test_what_is_composed_names_files_on_other_drives_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    taking = importlib.import_module("bodyplan.semantics.compose.transplant")
    as_on_windows(monkeypatch, taking)
    assert taking._path_from("C:\\out", "C:\\in\\a.stl") == "..\\in\\a.stl"
    assert taking._path_from("C:\\out", "D:\\in\\a.stl") == "D:\\in\\a.stl"


def test_files_are_written_whole_where_folders_cannot_be_opened_and_owners_not_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = {
        name: getattr(os, name)
        for name in ("stat", "stat_result", "fdopen", "fsync", "replace", "unlink", "chmod", "access", "W_OK")
    }

    def opened(path: str, flags: int) -> int:
        raise PermissionError(path)

    lacking = SimpleNamespace(**kept, path=os.path, open=opened, umask=os.umask, O_RDONLY=os.O_RDONLY, close=os.close)
    monkeypatch.setattr(atomic_write, "os", lacking)
    target = tmp_path / "arm.sdf"
    atomic_write.write_atomically(target, b"one")
    atomic_write.write_atomically(target, b"two")
    assert target.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [target]


def test_an_editable_install_has_junctions_and_hard_links(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    spec = importlib.util.spec_from_file_location("hatch_build_on_windows", CHECKOUT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    hatch_build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hatch_build)
    junctions: list[tuple[str, str]] = []
    winapi = ModuleType("_winapi")
    winapi.CreateJunction = lambda source, target: junctions.append((source, target))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "_winapi", winapi)
    monkeypatch.setattr(hatch_build, "sys", SimpleNamespace(platform="win32"))
    folder, file = tmp_path / "semantics", tmp_path / "public.py"
    folder.mkdir()
    file.write_text("x = 1\n")
    hatch_build.make_link(folder, tmp_path / "linked")
    hatch_build.make_link(file, tmp_path / "__init__.py")
    assert junctions == [(str(folder), str(tmp_path / "linked"))]
    assert (tmp_path / "__init__.py").samefile(file)
    assert not (tmp_path / "__init__.py").is_symlink()
