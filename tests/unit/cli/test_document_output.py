"""What commands write: read back before, whole or not at all, and never over what changed meanwhile."""

from __future__ import annotations

import argparse
import io
import os
import re
import signal
import stat
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import bodyplan
import pytest
from bodyplan.cli import document_output
from bodyplan.cli.main import COMMANDS, main, parser_of
from bodyplan.runtime import atomic_write
from bodyplan.runtime.atomic_write import write_atomically, write_files
from bodyplan.runtime.strict_xml import strict_fault
from bodyplan.semantics.assets import bundle
from bodyplan.semantics.core import written_file
from bodyplan.semantics.xacro import expansion
from lxml import etree

SDF = """<sdf version="1.9">
  <model name="m">
    <link name="base">
      <collision name="c">
        <geometry><box><size>1 1 1</size></box></geometry>
        <drake:proximity_properties><drake:mesh_resolution_hint>0.1</drake:mesh_resolution_hint></drake:proximity_properties>
      </collision>
    </link>
    <acme:serial>4711</acme:serial>
    <plugin name="p" filename="f"><gz:topic gz:kind="a">t</gz:topic></plugin>
  </model>
</sdf>
"""
URDF = """<robot name="m">
  <link name="base">
    <collision>
      <geometry><box size="1 1 1"/></geometry>
      <drake:proximity_properties><drake:mesh_resolution_hint value="0.1"/></drake:proximity_properties>
    </collision>
  </link>
  <acme:serial/>
</robot>
"""
PLAIN = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <link name="hand">
    <visual><geometry><mesh filename="hand.stl"/></geometry></visual>
  </link>
  <joint name="lift" type="fixed"><parent link="base"/><child link="hand"/></joint>
</robot>
"""
FAULTY = PLAIN.replace('link name="base"/>', 'link nam="base"/>', 1)
XACRO = PLAIN.replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" ')


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a document of each kind."""
    monkeypatch.chdir(tmp_path)
    texts = {"bare.sdf": SDF, "bare.urdf": URDF, "arm.urdf": PLAIN, "faulty.urdf": FAULTY, "arm.urdf.xacro": XACRO}
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    Path("hand.stl").write_bytes(b"solid\nendsolid\n" * 100)
    Path("grip.urdf").write_text('<robot name="grip"><link name="palm"/></robot>', encoding="utf-8")
    wheel = '<sdf version="1.9"><model name="wheel"><link name="rim"/></model></sdf>'
    Path("wheel.sdf").write_text(wheel, encoding="utf-8")
    outer = '<sdf version="1.9"><world name="w"><include><uri>bare.sdf</uri></include></world></sdf>'
    Path("outer.sdf").write_text(outer, encoding="utf-8")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "call",
    [
        "print bare.sdf",
        "print --version 1.6 bare.sdf",
        "print --expand bare.sdf",
        "print --expand outer.sdf",
        "print bare.urdf",
        "upgrade -o - bare.sdf",
        "upgrade -o - --version 1.9 bare.sdf",
        "upgrade -o - bare.urdf",
        "convert bare.sdf --to urdf",
        "convert bare.sdf --to urdf --keep",
        "convert bare.urdf --to sdformat",
        "convert bare.urdf --to sdformat --keep",
        "convert bare.urdf --to sdformat --target drake",
    ],
)
def test_every_prefix_of_a_new_document_is_declared(
    call: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(call.split()) == 0
    made = capsys.readouterr().out
    root = ElementTree.fromstring(made)
    names = {element.tag.partition("}")[0].strip("{") for element in root.iter() if "}" in element.tag}
    assert (
        {"http://drake.mit.edu"}
        <= names
        <= {
            "http://drake.mit.edu",
            "http://gazebosim.org/schema",
            "urn:bodyplan:undeclared:acme",
            "urn:bodyplan:kept",
        }
    )
    assert "acme:serial" in made or (call.startswith("convert bare.urdf") and "--keep" not in call)
    assert bodyplan.loads(made).ok


@pytest.mark.parametrize(
    "call",
    [
        "set bare.sdf /sdf/model/link/@name b",
        "rename bare.sdf base b",
        "rename bare.urdf base b",
        "attach bare.urdf grip.urdf --to base",
        "upgrade bare.sdf",
    ],
)
def test_a_changed_document_declares_what_a_convention_explains(call: str, folder: Path) -> None:
    assert main([*call.split(), "--in-place"]) == 0
    text = Path(call.split()[1]).read_text(encoding="utf-8")
    assert 'xmlns:drake="http://drake.mit.edu"' in text
    if call.startswith("upgrade"):
        ElementTree.fromstring(text)


def test_a_prefix_stands_for_what_the_document_declares_elsewhere(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = SDF.replace("<drake:mesh_", "<drake:mesh_").replace("<plugin", '<plugin xmlns:acme="http://acme.org/a"')
    Path("inner.sdf").write_text(other, encoding="utf-8")
    assert main(["print", "inner.sdf"]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    assert [element.text for element in root.iter("{http://acme.org/a}serial")] == ["4711"]


def test_a_namespace_may_hold_a_brace(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '<robot name="r" xmlns:a="u}v"><link name="l"><a:b a:c="1"/></link></robot>'
    Path("brace.urdf").write_text(text, encoding="utf-8")
    for call in (["print"], ["upgrade", "-o", "-"], ["convert", "--to", "sdformat", "--keep"]):
        assert main([*call, "brace.urdf"]) == 0
        # strict parsers refuse such a namespace
        root = etree.fromstring(capsys.readouterr().out.encode(), etree.XMLParser(recover=True))
        assert "{u}v}b" in [each.tag for each in root.iter()]


@pytest.mark.parametrize("name", ["number", "instead", "comments", "verbatim"])
def test_names_of_our_own_mean_nothing_in_a_document(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("marked.urdf").write_text(PLAIN.replace("<link ", f'<link bodyplan..{name}="x" '), encoding="utf-8")
    assert main(["upgrade", "-o", "-", "marked.urdf"]) == 0
    assert capsys.readouterr().out.count(f'bodyplan..{name}="x"') == 2


WRITING = [
    "print arm.urdf",
    "print --expand arm.urdf",
    "upgrade arm.urdf",
    "upgrade arm.urdf --in-place",
    "upgrade arm.urdf --diff",
    "format arm.urdf",
    "format --diff arm.urdf",
    "convert arm.urdf --to sdformat",
    "convert arm.urdf --to sdformat -o made/arm.sdf --assets made/meshes",
    "convert . --to sdformat -o made",
    "set arm.urdf /robot/@name leg",
    "set arm.urdf /robot/@name leg --in-place",
    "rename arm.urdf hand claw",
    "rename arm.urdf hand claw --in-place",
    "attach arm.urdf grip.urdf --to hand",
    "attach arm.urdf grip.urdf --to hand --in-place",
    "assets arm.urdf --copy bundle",
    "assets arm.urdf --zip bundle.zip",
    "xacro arm.urdf.xacro",
    "xacro arm.urdf.xacro -o made.urdf",
]
"""Every command that writes a document, in each way."""


@pytest.mark.parametrize("call", WRITING)
def test_what_cannot_be_read_back_is_not_written(
    call: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each writer loses an end tag on the way to its bytes."""
    if call.startswith("xacro"):
        pytest.importorskip("xacro")

    def spoilt(*given: object) -> bytes:
        return sound(*given).replace(b"</robot>", b"").replace(b"</sdf>", b"")  # type: ignore[arg-type]

    sound = document_output.as_bytes
    for module in (document_output, bundle, written_file):
        monkeypatch.setattr(module, "as_bytes", spoilt)
    expanded = expansion.ExpandedText
    monkeypatch.setattr(expansion, "ExpandedText", lambda text, *rest, **more: expanded(text[:-10], *rest, **more))
    if call.startswith("format"):
        Path("arm.urdf").write_text(PLAIN.replace("  <link", "<link"), encoding="utf-8")
    before = contents(folder)
    assert main(call.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert re.search(r"cannot be read back, and nothing is written: .*no element found.*fault of bodyplan", shown.err)
    assert contents(folder) == before


def test_a_fix_that_cannot_be_read_back_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = written_file.as_bytes
    monkeypatch.setattr(written_file, "as_bytes", lambda *given: sound(*given).replace(b"</robot>", b""))
    assert main(["check", "faulty.urdf", "--fix", "--unsafe-fixes"]) == 1
    assert Path("faulty.urdf").read_text(encoding="utf-8") == FAULTY


def test_a_fault_of_the_document_itself_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A document that readers take, and strict parsers do not, can be changed all the same."""
    text = PLAIN.replace("<link", "<!-- a -- b --><link", 1).replace('name="base"/>', 'name="base"><acme:x/></link>')
    for call in ("format odd.urdf", "set odd.urdf /robot/@name leg --in-place", "rename odd.urdf hand claw --in-place"):
        Path("odd.urdf").write_text(text, encoding="utf-8")
        assert main(call.split()) == 0
        assert "<!-- a -- b -->" in Path("odd.urdf").read_text(encoding="utf-8")


def test_errors_that_a_value_brings_are_told_and_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where one value wants another, they are set one after the other."""
    assert main(["set", "arm.urdf", '/robot/joint[@name="lift"]/limit/@upper', "1", "--in-place"]) == 0
    assert "BP204" in capsys.readouterr().err
    assert 'upper="1"' in Path("arm.urdf").read_text(encoding="utf-8")


def test_strict_faults_are_told_with_their_place() -> None:
    assert strict_fault(b"<a>\n<b:c/></a>") == "2:1: unbound prefix"
    assert strict_fault(b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') == "1:25: an entity is declared"
    assert strict_fault('<?xml version="1.0" encoding="shift-jis"?><a>あ</a>'.encode("shift-jis")) is None
    assert strict_fault('<?xml version="1.0" encoding="shift-jis"?><a>'.encode("shift-jis")) is not None
    assert strict_fault("<a>é</a>".encode("utf-16")) is None
    assert strict_fault(b'<a xmlns:b="u v}w"><b:c/></a>') is None


OUTPUTS = {
    ("check", "--output-file"): "check faulty.urdf --output-file OUT",
    ("check", "--write-baseline"): "check arm.urdf --write-baseline --baseline OUT",
    ("check", "--fix"): "check faulty.urdf --fix --unsafe-fixes",
    ("format", ""): "format loose.urdf",
    ("upgrade", "--in-place"): "upgrade arm.urdf --in-place",
    ("convert", "--output"): "convert arm.urdf --to sdformat -o OUT",
    ("convert", "--assets"): "convert arm.urdf --to sdformat --assets OUT",
    ("set", "--in-place"): "set arm.urdf /robot/@name leg --in-place",
    ("rename", "--in-place"): "rename arm.urdf hand claw --in-place",
    ("attach", "--in-place"): "attach arm.urdf grip.urdf --to hand --in-place",
    ("merge", "--in-place"): "merge bare.sdf wheel.sdf --in-place",
    ("reroot", "--in-place"): "reroot arm.urdf --at hand --in-place",
    ("lump", "--in-place"): "lump arm.urdf --in-place",
    ("lump", "--output"): "lump arm.urdf -o OUT",
    ("reroot", "--output"): "reroot arm.urdf --at hand -o OUT",
    ("remove", "--in-place"): "remove arm.urdf lift hand --in-place",
    ("extract", "--in-place"): "extract arm.urdf hand --in-place",
    ("expand", "--output"): "expand bare.sdf -o OUT",
    ("format", "--in-place"): "format loose.urdf --in-place",
    ("format", "--output"): "format loose.urdf -o OUT",
    ("upgrade", "--output"): "upgrade arm.urdf -o OUT",
    ("set", "--output"): "set arm.urdf /robot/@name leg -o OUT",
    ("rename", "--output"): "rename arm.urdf hand claw -o OUT",
    ("attach", "--output"): "attach arm.urdf grip.urdf --to hand -o OUT",
    ("merge", "--output"): "merge bare.sdf wheel.sdf -o OUT",
    ("remove", "--output"): "remove arm.urdf lift hand -o OUT",
    ("extract", "--output"): "extract arm.urdf hand -o OUT",
    ("graph", "--output"): "graph arm.urdf -o OUT.svg",
    ("diff", "--output"): "diff arm.urdf grip.urdf -o OUT",
    ("view", "--output"): "view arm.urdf -o OUT",
    ("xacro", "--output"): "xacro arm.urdf.xacro -o OUT",
    ("assets", "--copy"): "assets arm.urdf --copy OUT",
    ("assets", "--zip"): "assets arm.urdf --zip OUT",
    ("schema xsd", "--all"): "schema xsd --all OUT",
    ("tree", "--output"): "tree arm.urdf -o OUT",
    ("resolve", "--output"): "resolve arm.urdf -o OUT",
    ("pose", "--output"): "pose arm.urdf hand -o OUT",
    ("inertia", "--output"): "inertia arm.urdf -o OUT",
    ("support", "--output"): "support arm.urdf -o OUT",
    ("explain", "--output"): "explain BP301 -o OUT",
    ("explain-uri", "--output"): "explain-uri model://sun -o OUT",
    ("config show", "--output"): "config show -o OUT",
    ("print", "--output"): "print arm.urdf -o OUT",
    ("assets", "--output"): "assets arm.urdf -o OUT",
    ("completion", "--output"): "completion bash -o OUT",
    ("doctor", "--output"): "doctor -o OUT",
    ("schema xsd", "--output"): "schema xsd urdf -o OUT",
    ("schema json", "--output"): "schema json urdf -o OUT",
    ("schema show", "--output"): "schema show urdf 1.0 //joint -o OUT",
    ("schema diff", "--output"): "schema diff urdf 1.0 1.1 -o OUT",
    ("schema report", "--output"): "schema report -o OUT",
    ("schema scene", "--output"): "schema scene -o OUT",
}
"""A call of each option that writes files."""
ELSEWHERE = {
    ("view", "--png"): "as a page is written; it takes a browser",
    ("view", "--gif"): "the same",
    ("view", "--webm"): "the same",
    ("diff", "--pictures"): "a folder; it takes a browser",
    ("review", "--pictures"): "the same",
    ("review", "--pictures-url"): "an address that the comment has",
    ("review", "--output"): "it takes a repository, tests/unit/cli/test_review.py",
    ("view", "--bundle"): "a folder, tests/unit/viewing",
    ("codegen import", "--output"): "installs whole folders, tests/unit/codegen",
    ("codegen import", "--report"): "beside them",
    ("codegen generate", "--output"): "the project's own",
    ("codegen verify", "--output"): "it takes official descriptions",
    ("codegen check", "--output"): "it compiles all formats",
}


def options() -> Iterator[tuple[str, str, str]]:
    """Every command with each of its options and what that says."""

    def inside(parser: argparse.ArgumentParser, name: str) -> Iterator[tuple[str, str, str]]:
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for inner, choice in action.choices.items():
                    yield from inside(choice, f"{name} {inner}".strip())
            elif action.option_strings:
                yield name, action.option_strings[-1], action.help or ""

    return inside(parser_of(list(COMMANDS)), "")


def test_every_option_that_writes_is_tried() -> None:
    """What an option does is told by the first words of its help."""
    writes = re.compile(
        r"(?:write (?!.*version of|.*numbers)|files? (?:to write|that is written)|where to write|the file that is written"
        r"|copy |bring |the same, as a zip|change the file|apply |write)"
    )
    found = {(command, option) for command, option, help in options() if writes.match(help)}
    named = {key for key in (*OUTPUTS, *ELSEWHERE) if key[1]}
    assert {key for key in found if key not in NO_FILES} <= named
    assert named <= {(command, option) for command, option, _ in options()}


NO_FILES = {("check", "--unsafe-fixes"), ("codegen import", "--dry-run")}


@pytest.mark.parametrize("call", OUTPUTS.values())
def test_a_full_disk_leaves_everything_as_it_was_and_the_file_is_named(
    call: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource", reason="the system has no limits for files")
    if call.startswith("xacro"):
        pytest.importorskip("xacro")
    Path("loose.urdf").write_text(PLAIN.replace("  <link", "<link"), encoding="utf-8")
    before = contents(folder)
    limits, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, limits[1]))
    try:
        status = main([*call.split(), *(["--no-cache"] if call.startswith("check") else [])])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    shown = capsys.readouterr()
    assert status == 2
    name = "OUT" if "OUT" in call else call.split()[1]
    assert re.search(rf"^bodyplan: \S*{name}\S*: (?:\[Errno 27\] )?File too large", shown.err, re.MULTILINE), shown.err
    assert contents(folder) == before
    assert not any(path.name.startswith((".", "OUT")) for path in folder.rglob("*"))


@pytest.mark.parametrize("call", ["assets arm.urdf --copy DISK/out", "convert arm.urdf --to sdformat -o DISK/out.sdf"])
def test_a_disk_that_is_full_is_left_without_halves(
    call: str, folder: Path, small_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (small_disk / "filling").write_bytes(b"x" * (small_disk_room(small_disk) - 8192))
    Path("hand.stl").write_bytes(b"x" * 65536)
    Path("arm.urdf").write_text(PLAIN.replace("<link", f"<!-- {'x' * 65536} --><link", 1), encoding="utf-8")
    assert main(call.replace("DISK", str(small_disk)).split()) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert [path.name for path in small_disk.rglob("*")] == ["filling"]


def small_disk_room(disk: Path) -> int:
    found = os.statvfs(disk)
    return found.f_bavail * found.f_frsize


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 kB."""
    import subprocess

    place = tmp_path / "small"
    place.mkdir()
    try:
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)], capture_output=True, check=False
        )
    except OSError:
        pytest.skip("there is no program that mounts")
    if made.returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("call", ["print arm.urdf", "tree arm.urdf", "graph arm.urdf", "upgrade arm.urdf"])
def test_standard_output_that_cannot_be_written_is_named(
    call: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    full = io.TextIOWrapper(open("/dev/full", "wb", buffering=0), "utf-8")  # noqa: SIM115 - it is closed below
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", full)
        assert main(call.split()) == 2
    full.close()
    assert "cannot write to standard output: No space left on device" in capsys.readouterr().err


def test_a_device_that_cannot_be_written_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    assert main(["graph", "arm.urdf", "-o", "/dev/full", "--format", "dot"]) == 2
    assert "bodyplan: /dev/full: No space left on device" in capsys.readouterr().err


IN_PLACE = [
    "set arm.urdf /robot/@name leg",
    "rename arm.urdf hand claw",
    "attach arm.urdf grip.urdf --to hand",
    "upgrade arm.urdf",
]


@pytest.mark.parametrize("call", [*IN_PLACE, "format arm.urdf", "check arm.urdf --fix --unsafe-fixes"])
def test_a_file_that_changed_meanwhile_is_left_as_it_is(
    call: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--fix" in call:
        Path("arm.urdf").write_text(FAULTY, encoding="utf-8")
    elif call.startswith("format"):
        Path("arm.urdf").write_text(PLAIN.replace("  <link", "<link"), encoding="utf-8")
    made = atomic_write.holds

    def edited(path: str, content: bytes) -> bool:
        Path(path).write_bytes(b"what somebody else wrote")
        return made(path, content)

    monkeypatch.setattr(atomic_write, "holds", edited)
    assert main([*call.split(), *(["--in-place"] if call in IN_PLACE else [])]) == 2
    assert "arm.urdf: it was changed after it was read" in capsys.readouterr().err
    assert Path("arm.urdf").read_bytes() == b"what somebody else wrote"
    assert not any(name.startswith(".") for name in os.listdir(folder))


@pytest.mark.parametrize("call", IN_PLACE)
def test_a_link_to_a_document_stays_a_link(call: str, folder: Path) -> None:
    Path("arm.urdf").rename("real.urdf")
    Path("arm.urdf").symlink_to("real.urdf")
    assert main([*call.split(), "--in-place"]) == 0
    assert os.readlink("arm.urdf") == "real.urdf"
    assert Path("real.urdf").read_text(encoding="utf-8") != PLAIN


def test_a_file_that_may_not_be_written_is_left_as_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    os.chmod("arm.urdf", 0o444)
    # to the user root every file may be written
    monkeypatch.setattr(
        os, "access", lambda path, mode: os.path.exists(path) and bool(os.stat(path).st_mode & stat.S_IWUSR)
    )
    assert main(["set", "arm.urdf", "/robot/@name", "leg", "--in-place"]) == 2
    assert "bodyplan: arm.urdf: Permission denied" in capsys.readouterr().err
    assert Path("arm.urdf").read_text(encoding="utf-8") == PLAIN


def test_of_several_files_all_are_written_or_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel = '<sdf version="1.9"><model name="wheel"><link name="rim"/></model></sdf>'
    Path("wheel.sdf").write_text(wheel, encoding="utf-8")
    outer = '<sdf version="1.9"><world name="w"><include><uri>model.sdf</uri></include><frame name="f" attached_to="m::a"/></world></sdf>'
    Path("model.sdf").write_text('<sdf version="1.9"><model name="m"><link name="a"/></model></sdf>', encoding="utf-8")
    Path("outer.sdf").write_text(outer, encoding="utf-8")
    before = contents(folder)
    made = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("outer.sdf") and made(path, mode))
    call = ["rename", "model.sdf", "a", "b", "--included-by", "outer.sdf", "--in-place"]
    assert main(call) == 2
    assert "outer.sdf: Permission denied" in capsys.readouterr().err
    assert contents(folder) == before
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    assert main(call) == 0
    assert "m::b" in Path("outer.sdf").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name", ["../x.stl", "/x.stl", "a/../../x.stl", "..\\x.stl", "a\nb.stl", "C:\\x.stl", "con.stl"]
)
def test_names_in_a_document_lead_nowhere_but_into_the_bundle(name: str, folder: Path) -> None:
    inside = folder / "inner"
    inside.mkdir()
    mesh = Path(name) if name[0] == "/" else inside / name
    if name[0] != "/":
        (inside / "a").mkdir(exist_ok=True)
        Path(os.path.normpath(mesh)).write_bytes(b"solid\nendsolid\n")
    text = PLAIN.replace("hand.stl", name.replace("\n", "&#10;"))
    (inside / "arm.urdf").write_text(text, encoding="utf-8")
    before = contents(folder)
    main(["assets", "inner/arm.urdf", "--copy", "out/bundle"])
    main(["convert", "inner/arm.urdf", "--to", "sdformat", "-o", "out/arm.sdf", "--assets", "out/meshes"])
    main(["assets", "inner/arm.urdf", "--zip", "out/bundle.zip"])
    new = contents(folder).keys() - before.keys()
    assert new
    assert all(each.startswith(("out/bundle/", "out/meshes/", "out/arm.sdf", "out/bundle.zip")) for each in new)
    with zipfile.ZipFile("out/bundle.zip") as archive:
        assert not any(each.startswith(("/", "..")) or "/../" in each or "\\" in each for each in archive.namelist())


def test_a_link_in_the_folder_of_copies_leads_nowhere(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "elsewhere").mkdir()
    assert main(["convert", "arm.urdf", "--to", "sdformat", "-o", "arm.sdf", "--assets", "meshes"]) == 0
    (place,) = [path for path in Path("meshes").iterdir() if path.is_dir()]
    for path in place.iterdir():
        path.unlink()
    place.rmdir()
    place.symlink_to(folder / "elsewhere", target_is_directory=True)
    Path("arm.sdf").unlink()
    assert main(["convert", "arm.urdf", "--to", "sdformat", "-o", "arm.sdf", "--assets", "meshes"]) == 2
    assert "a link leads out of" in capsys.readouterr().err
    assert list((folder / "elsewhere").iterdir()) == []
    assert not Path("arm.sdf").exists()


def test_files_of_a_folder_are_put_there_together(tmp_path: Path) -> None:
    def fail() -> bytes:
        raise ValueError("gone")

    with pytest.raises(ValueError, match="gone"):
        write_files(tmp_path / "new" / "folder", {"a/b": lambda: b"x", "c": fail}, keep=True)
    assert list(tmp_path.iterdir()) == []
    write_files(tmp_path / "new", {"a/b": lambda: b"x", "c": lambda: b"y"}, keep=True)
    with pytest.raises(FileExistsError, match="another file is in the way"):
        write_files(tmp_path / "new", {"c": lambda: b"z", "d": lambda: b"w"}, keep=True)
    assert sorted(each.name for each in (tmp_path / "new").iterdir()) == ["a", "c"]
    write_files(tmp_path / "new", {"c": lambda: b"z"}, keep=False)
    assert (tmp_path / "new" / "c").read_bytes() == b"z"


def test_a_long_name_is_written(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("n" * 250), b"x")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"x"]


@pytest.mark.parametrize("name", ["a--b.urdf.xacro", "a\nb.urdf.xacro", "a\x1b[31m.urdf.xacro", "a\u202eb.urdf.xacro"])
def test_names_of_files_are_escaped_in_what_xacro_writes(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("xacro")
    Path(name).write_text(XACRO, encoding="utf-8")
    assert main(["xacro", name]) == 0
    made = capsys.readouterr().out
    ElementTree.fromstring(made)
    assert made.replace("\n", "").isprintable()


CALLS: list[Callable[[str], list[str]]] = [
    lambda name: ["check", name],
    lambda name: ["tree", name],
    lambda name: ["print", name],
    lambda name: ["set", name, "/robot/@name", "x"],
    lambda name: ["format", "--check", name],
    lambda name: ["convert", name],
    lambda name: ["graph", name, "-o", f"{name}/x"],
    lambda name: [name],
    lambda name: ["check", f"--{name}"],
    lambda name: ["convert", name, "--to", name],
    lambda name: ["assets", name, "--copy", name],
]


@pytest.mark.parametrize("make", CALLS)
def test_names_are_escaped_in_all_that_is_said(
    make: Callable[[str], list[str]], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "a\x1b[31m\nQ\u202ec.urdf"
    Path(name).write_text(FAULTY, encoding="utf-8")
    main(make(name))
    shown = capsys.readouterr()
    assert shown.err
    assert all(line.isprintable() for line in (shown.err + shown.out).split("\n") if line != "")
    assert "\nQ" not in shown.err


def test_what_is_included_is_not_taken_for_a_copy(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("part").mkdir()
    Path("part", "model.sdf").write_text("<sdf version='1.9'><model name='p'><link name='l'/></model></sdf>")
    Path("part", "package.xml").write_text("<package><name>part</name></package>")
    Path("top.dmd.yaml").write_text("directives:\n- add_model: {name: a, file: 'package://part/model.sdf'}\n")
    call = ["convert", "top.dmd.yaml", "--to", "sdformat", "--assets", "made/assets", "-o", "made/top.sdf"]
    assert main([*call, "--search-path", "."]) == 0, capsys.readouterr().err
    assert main(["check", "--isolated", "--search-path", ".", "made/top.sdf"]) == 0, capsys.readouterr().out
