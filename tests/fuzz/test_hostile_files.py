"""Files that a document names: pipes, devices, endless and huge ones, and those that are none of its business."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import bodyplan
import pytest

from .limited import GIGABYTE, codes, findings

LINK = "<model name='m'><link name='l'/></model>"
KINDS = ("pipe", "zero", "huge", "folder")


def odd(path: Path, kind: str) -> Path:
    """Something at ``path`` that is no file to read."""
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "zero":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(3 * GIGABYTE)  # sparse: takes no room on the disk
    return path


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def including(folder: Path, uri: str, name: str = "top.sdf") -> Path:
    return written(
        folder / name, f"<sdf version='1.9'><world name='w'><include><uri>{uri}</uri></include></world></sdf>"
    )


def directing(folder: Path, uri: str, directive: str) -> Path:
    extra = ", name: a" if directive == "add_model" else ""
    return written(folder / "top.dmd.yaml", f"directives:\n- {directive}: {{file: 'file://{folder}/{uri}'{extra}}}\n")


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_that_is_no_regular_file(kind: str, tmp_path: Path) -> None:
    path = odd(tmp_path / "odd.sdf", kind)
    assert codes(path) == ({"BP002"} if kind == "huge" else {"BP001"})


@pytest.mark.parametrize("kind", KINDS[:3])
@pytest.mark.parametrize("ending", [".sdf", ".urdf", ".skel", ".xml"])
def test_an_include_that_is_no_regular_file(kind: str, ending: str, tmp_path: Path) -> None:
    odd(tmp_path / f"odd{ending}", kind)
    found = codes(including(tmp_path, f"odd{ending}"))
    assert found & {"BP001", "BP002", "BP432"}


@pytest.mark.parametrize("kind", KINDS[:3])
@pytest.mark.parametrize("name", ["model.config", "model.sdf"])
def test_a_model_folder_with_such_a_file(kind: str, name: str, tmp_path: Path) -> None:
    folder = tmp_path / "box"
    folder.mkdir()
    if name == "model.sdf":
        written(folder / "model.config", "<model><name>box</name><sdf version='1.9'>model.sdf</sdf></model>")
    odd(folder / name, kind)
    assert codes(including(tmp_path, "box")) & {"BP001", "BP002", "BP410", "BP411"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("directive", ["add_model", "add_directives"])
def test_a_directive_that_names_such_a_file(kind: str, directive: str, tmp_path: Path) -> None:
    name = "odd.dmd.yaml" if directive == "add_directives" else "odd.sdf"
    odd(tmp_path / name, kind)
    assert codes(directing(tmp_path, name, directive)) & {"BP001", "BP002"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["package.xml", "model.config"])
def test_a_search_folder_with_such_a_file(kind: str, name: str, tmp_path: Path) -> None:
    odd(tmp_path / name, kind)
    text = "<robot name='r'><link name='l'><visual><geometry><mesh filename='package://p/m.stl'/></geometry></visual></link></robot>"
    assert codes(written(tmp_path / "r.urdf", text), search_paths=[str(tmp_path)]) <= {"BP657", "BP658"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", [".obj", ".stl"])
def test_a_mesh_that_is_no_regular_file(kind: str, ending: str, tmp_path: Path) -> None:
    odd(tmp_path / f"odd{ending}", kind)
    skel = (
        "<skel version='1.0'><world name='w'><skeleton name='s'><body name='b'><inertia><mass>1</mass></inertia>"
        f"<collision_shape><geometry><mesh><file_name>odd{ending}</file_name><scale>1 1 1</scale></mesh></geometry>"
        "</collision_shape></body></skeleton></world></skel>"
    )
    assert "BP669" in codes(written(tmp_path / "top.skel", skel))
    sdf = (
        "<sdf version='1.11'><model name='m'><link name='l'><inertial auto='true'/><collision name='c'><geometry><mesh>"
        f"<uri>odd{ending}</uri></mesh></geometry></collision></link></model></sdf>"
    )
    assert all(severity != "error" for _, severity, *_ in findings(written(tmp_path / "top.sdf", sdf)))


def test_names_that_can_be_no_files(tmp_path: Path) -> None:
    long = "x" * 5000
    config = written(tmp_path / "box" / "model.config", f"<model><sdf version='1.9'>{long}</sdf></model>")
    assert "BP411" in codes(including(tmp_path, "box"))
    written(config, f"<model><sdf version='1.9'>{'y/' * 3000}z</sdf></model>")
    assert "BP411" in codes(including(tmp_path, "box"))
    assert "BP401" in codes(including(tmp_path, long))
    (tmp_path / "round").symlink_to("round")
    assert "BP401" in codes(including(tmp_path, "round"))
    assert "BP401" in codes(directing(tmp_path, long, "add_directives"))
    assert "BP401" in codes(directing(tmp_path, "round", "add_directives"))
    assert codes(tmp_path / "round") == {"BP001"}


def test_all_files_together_have_a_limit(tmp_path: Path) -> None:
    for number in range(20):
        written(tmp_path / f"{number}.sdf", f"<sdf version='1.9'>{LINK}<!--{'x' * 1000}--></sdf>")
    includes = "".join(f"<include><name>n{n}</name><uri>{n}.sdf</uri></include>" for n in range(20))
    path = written(tmp_path / "top.sdf", f"<sdf version='1.9'><world name='w'>{includes}</world></sdf>")
    assert bodyplan.check(path, max_bytes=50_000).ok
    report = bodyplan.check(path, max_bytes=10_000)
    assert [finding.code for finding in report.diagnostics] == ["BP015"]
    assert "10000 bytes" in report.diagnostics[0].message


# -- confined ------------------------------------------------------------------------------------------------------

TOUCHED = """
import json, os, sys
paths, names = [], ("stat", "lstat", "open", "readlink", "listdir", "scandir", "access")
def watched(function):
    def watching(path, *args, **kwargs):
        paths.append(path)
        return function(path, *args, **kwargs)
    return watching
import bodyplan, importlib, pkgutil
path, options = json.loads(sys.argv[1])
def run():
    try:
        document = bodyplan.load(path, **options)
        for link in document.scene.links.values():
            link.visuals, link.collisions, link.inertia
        document.dumps(expand=True)
    except bodyplan.LoadError:
        pass
    return bodyplan.check(path, strict=False, **options)
run()  # imports what is imported late
for name in names:
    setattr(os, name, watched(getattr(os, name)))
sys.addaudithook(lambda event, args: paths.append(args[0]) if event == "open" else None)
report = run()
print(json.dumps([[d.code for d in report.diagnostics], [os.fsdecode(p) for p in paths if isinstance(p, (str, bytes, os.PathLike))]]))
"""


def touched(path: Path, **options: object) -> tuple[set[str], list[Path]]:
    """The codes of a confined check, and every path that it looked at or opened."""
    import json
    import subprocess

    done = subprocess.run(
        [sys.executable, "-c", TOUCHED, json.dumps([str(path), {"confine": True, **options}])],
        capture_output=True,
        text=True,
        check=True,
    )
    found, paths = json.loads(done.stdout)
    return set(found), [Path(name) for name in paths if os.path.isabs(name)]


def sdf_include(uri: str) -> str:
    return f"<sdf version='1.9'><world name='w'><include><uri>{uri}</uri></include></world></sdf>"


def sdf_mesh(uri: str) -> str:
    shape = f"<geometry><mesh><uri>{uri}</uri></mesh></geometry>"
    return (
        "<sdf version='1.11'><model name='m'><link name='l'><inertial auto='true'/>"
        f"<visual name='v'>{shape}</visual><collision name='c'>{shape}</collision></link></model></sdf>"
    )


def urdf_mesh(uri: str) -> str:
    shape = f"<geometry><mesh filename='{uri}'/></geometry>"
    return f"<robot name='r'><link name='l'><visual>{shape}</visual><collision>{shape}</collision></link></robot>"


def skel_mesh(uri: str) -> str:
    return (
        "<skel version='1.0'><world name='w'><skeleton name='s'><body name='b'><inertia><mass>1</mass></inertia>"
        f"<collision_shape><geometry><mesh><file_name>{uri}</file_name><scale>1 1 1</scale></mesh></geometry>"
        "</collision_shape></body></skeleton></world></skel>"
    )


def dmd(uri: str) -> str:
    return f"directives:\n- add_directives: {{file: '{uri}'}}\n- add_model: {{file: '{uri}', name: a}}\n"


FORMATS: dict[str, Callable[[str], str]] = {
    "include.sdf": sdf_include,
    "mesh.sdf": sdf_mesh,
    "mesh.urdf": urdf_mesh,
    "mesh.skel": skel_mesh,
    "top.dmd.yaml": dmd,
}


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    """A folder that no document in ``home`` has business with, with links into it from there."""
    folder = tmp_path / "secrets"
    for name in ("shadow", "shadow.sdf", "shadow.stl", "shadow.obj", "shadow.dmd.yaml"):
        written(folder / name, f"<sdf version='1.9'>{LINK}</sdf>")
    written(folder / "model.config", "<model><sdf version='1.9'>shadow.sdf</sdf></model>")
    home = tmp_path / "home"
    (home / "model").mkdir(parents=True)
    (home / "folder").symlink_to(folder)
    (home / "chain").symlink_to("folder")
    (home / "file.sdf").symlink_to(folder / "shadow.sdf")
    (home / "file.stl").symlink_to("../secrets/shadow.stl")
    written(home / "model" / "model.config", "<model><sdf version='1.9'>up.sdf</sdf></model>")
    (home / "model" / "up.sdf").symlink_to("../../secrets/shadow.sdf")
    (home / "config").mkdir()
    (home / "config" / "model.config").symlink_to(folder / "model.config")
    return folder


URIS = [
    "{secrets}/shadow.sdf",
    "file://{secrets}/shadow.stl",
    "file:///{secrets}/shadow.stl",
    "../secrets/shadow.stl",
    "file://../secrets/shadow.obj",
    "model://../secrets/shadow.sdf",
    "package://../secrets/shadow.stl",
    "package://home/../../secrets/shadow.stl",
    "%2e%2e/secrets/shadow.stl",
    "..\\secrets\\shadow.stl",
    "folder/shadow.sdf",
    "chain/shadow.stl",
    "chain/../secrets/shadow",
    "file.sdf",
    "file.stl",
    "model",
    "config",
    "package://folder/shadow.stl",
    "/dev/null",
    "/etc/shadow",
]


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("uri", URIS)
def test_nothing_outside_is_touched(name: str, uri: str, secrets: Path, tmp_path: Path) -> None:
    path = written(tmp_path / "home" / name, FORMATS[name](uri.format(secrets=secrets)))
    found, paths = touched(path)
    outside = [each for each in paths if each.is_relative_to(secrets) or each.is_relative_to("/etc")]
    assert outside == [], found
    assert not any(str(each).startswith(("/dev/", str(tmp_path / "secrets"))) for each in paths)


@pytest.mark.parametrize(
    ("name", "uri", "code"),
    [
        ("include.sdf", "../secrets/shadow.sdf", "BP407"),
        ("include.sdf", "/etc/shadow", "BP407"),
        ("include.sdf", "folder/shadow.sdf", "BP407"),
        ("include.sdf", "model", "BP407"),
        ("mesh.sdf", "../secrets/shadow.stl", "BP407"),
        ("mesh.urdf", "../secrets/shadow.stl", "BP407"),
        ("mesh.urdf", "package://../secrets/shadow.stl", "BP407"),
        ("mesh.skel", "../secrets/shadow.stl", "BP407"),
        ("top.dmd.yaml", "file:///etc/shadow", "BP407"),
    ],
)
def test_what_leads_outside_is_reported(name: str, uri: str, code: str, secrets: Path, tmp_path: Path) -> None:
    path = written(tmp_path / "home" / name, FORMATS[name](uri))
    report = bodyplan.check(path, confine=True, strict=False)
    assert code in {finding.code for finding in report.diagnostics}
    assert report.ok is name.startswith("mesh")
    assert code not in {finding.code for finding in bodyplan.check(path, strict=False).diagnostics}


def test_what_lies_inside_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "pkg" / "urdf"
    written(home / "part.sdf", f"<sdf version='1.9'>{LINK}</sdf>")
    (home / "alias.sdf").symlink_to("part.sdf")
    for uri in ("part.sdf", f"file://{home}/part.sdf", "alias.sdf", f"{home}/part.sdf"):
        assert bodyplan.load(including(home, uri), confine=True).ok
    written(tmp_path / "pkg" / "package.xml", "<package><name>pkg</name></package>")
    written(tmp_path / "pkg" / "meshes" / "m.stl", "")
    robot = written(home / "r.urdf", urdf_mesh("package://pkg/meshes/m.stl"))
    assert bodyplan.check(robot, confine=True).diagnostics == ()
    elsewhere = including(tmp_path / "elsewhere", "model://urdf/part.sdf")
    assert not bodyplan.check(elsewhere, confine=True).ok
    assert bodyplan.check(elsewhere, confine=True, search_paths=[tmp_path / "pkg"]).ok
    monkeypatch.setenv("GZ_SIM_RESOURCE_PATH", str(tmp_path / "pkg"))
    assert bodyplan.check(elsewhere, confine=True).ok


def test_a_document_that_is_a_link_to_another_folder(secrets: Path, tmp_path: Path) -> None:
    path = tmp_path / "home" / "file.sdf"
    assert bodyplan.check(path).ok
    assert [finding.code for finding in bodyplan.check(path, confine=True).diagnostics] == ["BP407"]


def test_what_a_caller_fetches_has_to_be_inside_too(secrets: Path, tmp_path: Path) -> None:
    path = including(tmp_path / "home", "https://example.org/x")
    report = bodyplan.check(path, confine=True, fetch=lambda uri: secrets / "shadow.sdf")
    assert [finding.code for finding in report.diagnostics] == ["BP407"]


def test_a_text_has_no_folder(secrets: Path) -> None:
    text = sdf_include(f"{secrets}/shadow.sdf")
    assert bodyplan.loads(text).ok
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text, confine=True)
    assert [finding.code for finding in caught.value.diagnostics] == ["BP407"]
