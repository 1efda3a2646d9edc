"""Commands that change documents: where the result goes is said in one way for all of them."""

from __future__ import annotations

import os
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main

ARM = """\
<?xml version="1.0"?>
<robot name="arm" version="1.2">
  <link name="base"/>
  <!-- of the hand -->
  <link name="hand">
    <visual><geometry><mesh filename="meshes/hand.stl"/></geometry></visual>
  </link>
  <joint name="lift" type="fixed"><parent link="base"/><child link="hand"/></joint>
</robot>
"""
MODEL = """\
<sdf version="1.9">
  <model name="m"><link name="base"><visual name="v"><geometry><mesh><uri>meshes/hand.stl</uri></mesh></geometry></visual></link></model>
</sdf>
"""
WORLD = '<sdf version="1.9"><world name="w"><include><name>i</name><uri>m.sdf</uri></include></world></sdf>\n'
SHOWS_DIFF = {
    "set": ["arm.urdf", "/robot/@name", "leg"],
    "rename": ["arm.urdf", "hand", "claw"],
    "remove": ["arm.urdf", "hand", "lift"],
    "attach": ["arm.urdf", "grip.urdf", "--to", "hand"],
    "merge": ["world.sdf", "m.sdf"],
    "upgrade": ["m.sdf"],
    "reroot": ["arm.urdf", "--at", "hand"],
}
"""A call of each command that changes a document, which changes the first argument."""
PRINTS = {"extract": ["arm.urdf", "hand"]}
WRITES = {"format": ["loose.urdf"]}
EVERY = {**SHOWS_DIFF, **PRINTS, **WRITES}
MAKES = {"convert": ["arm.urdf", "--to", "sdformat"], "expand": ["world.sdf"], "xacro": ["arm.urdf.xacro"]}
"""A call of each command that makes another document."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("arm.urdf").write_text(ARM)
    Path("loose.urdf").write_text(ARM.replace("  <link", "<link"))
    Path("arm.urdf.xacro").write_text(ARM.replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" '))
    Path("grip.urdf").write_text('<robot name="grip"><link name="palm"/></robot>')
    Path("m.sdf").write_text(MODEL)
    Path("world.sdf").write_text(WORLD)
    Path("meshes").mkdir()
    Path("meshes/hand.stl").write_bytes(b"solid\nendsolid\n")
    return tmp_path


def state(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("command", SHOWS_DIFF)
def test_a_diff_is_shown_by_default(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = state(folder)
    assert main([command, *SHOWS_DIFF[command]]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"--- {SHOWS_DIFF[command][0]}\n+++ ")
    assert main([command, *SHOWS_DIFF[command], "--diff"]) == 0
    assert capsys.readouterr().out == shown
    assert state(folder) == before


@pytest.mark.parametrize("command", EVERY)
def test_every_way_gives_the_same_document(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, words = state(folder), EVERY[command]
    assert main([command, *words, "-o", "-"]) == 0
    printed = capsys.readouterr().out
    assert not (folder / "-").exists()
    assert main([command, *words, "-o", "out"]) == 0
    assert state(folder) == {**before, "out": printed.encode()}
    assert printed.encode() != before[words[0]]
    for option in ("--write", "--in-place"):
        Path(words[0]).write_bytes(before[words[0]])
        assert main([command, *words, option]) == 0
        assert state(folder) == {**before, "out": printed.encode(), words[0]: printed.encode()}


@pytest.mark.parametrize("command", PRINTS)
def test_another_document_is_printed_by_default(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, *PRINTS[command]]) == 0
    printed = capsys.readouterr().out
    assert main([command, *PRINTS[command], "-o", "-"]) == 0
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize("command", {**EVERY, **MAKES})
def test_neither_the_document_nor_a_newer_file_is_written_over(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if command == "xacro":
        pytest.importorskip("xacro")
    words = {**EVERY, **MAKES}[command]
    newer = folder / "newer"
    newer.write_text("mine")
    os.utime(newer, (2**31, 2**31))
    before = state(folder)
    for output, said in ((words[0], "the document itself"), ("newer", "is newer than")):
        assert main([command, *words, "-o", output]) == 2
        assert said in capsys.readouterr().err
    assert state(folder) == before
    assert main([command, *words, "-o", "newer", "--force"]) == 0
    assert newer.read_text() != "mine"


@pytest.mark.parametrize("command", MAKES)
def test_a_hyphen_is_standard_output(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if command == "xacro":
        pytest.importorskip("xacro")
    assert main([command, *MAKES[command]]) == 0
    printed = capsys.readouterr().out
    assert main([command, *MAKES[command], "-o", "-"]) == 0
    assert capsys.readouterr().out == printed
    assert not (folder / "-").exists()


@pytest.mark.parametrize("command", ["set", "rename", "attach", "extract", "format", "upgrade", "merge"])
def test_relative_paths_lead_from_the_folder_of_the_output(command: str, folder: Path) -> None:
    words = {**EVERY, "rename": ["arm.urdf", "base", "foot"], "upgrade": ["m.sdf"]}[command]
    assert main([command, *words, "-o", "other/made"]) == 0
    text = (folder / "other" / "made").read_text()
    assert "../meshes/hand.stl" in text
    assert '"meshes/hand.stl' not in text


def test_several_documents_do_not_go_to_one_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("frame.sdf").write_text(
        '<sdf version="1.9"><world name="w"><include><name>i</name><uri>m.sdf</uri></include>'
        '<frame name="f" attached_to="i::base"/></world></sdf>'
    )
    assert main(["rename", "m.sdf", "base", "foot", "--included-by", "frame.sdf", "-o", "out"]) == 2
    assert "2 documents change" in capsys.readouterr().err
    assert not (folder / "out").exists()
    assert main(["format", "arm.urdf", "loose.urdf", "-o", "out"]) == 2
    assert "for one document" in capsys.readouterr().err


def test_the_expansion_of_a_document_in_xacro_goes_to_another_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("xacro")
    assert main(["rename", "arm.urdf.xacro", "hand", "claw", "--in-place"]) == 2
    assert "is written in xacro" in capsys.readouterr().err
    assert main(["rename", "arm.urdf.xacro", "hand", "claw", "-o", "made.urdf"]) == 0
    assert sorted(bodyplan.load("made.urdf").scene.links) == ["arm::base", "arm::claw"]


def test_what_something_else_needs_is_not_removed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = state(folder)
    assert main(["remove", "arm.urdf", "hand", "--in-place"]) == 2
    assert "something else needs" in capsys.readouterr().err
    assert state(folder) == before
    assert main(["remove", "arm.urdf", "lift", "hand", "--in-place"]) == 0
    text = Path("arm.urdf").read_text()
    assert "of the hand" not in text
    assert list(bodyplan.load("arm.urdf").scene.links) == ["arm::base"]


def test_a_removed_element_may_hold_another(folder: Path) -> None:
    assert main(["remove", "m.sdf", "v", "//no", "--in-place"]) == 2
    assert main(["remove", "world.sdf", "i", "-o", "empty.sdf"]) == 0
    assert not bodyplan.load("empty.sdf").root.world[0].include


def test_a_part_has_the_name_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", "arm.urdf", "hand", "--name", "claw"]) == 0
    assert bodyplan.loads(capsys.readouterr().out).root.name == "claw"
    assert main(["extract", "arm.urdf", "hnd"]) == 2
    assert "it has base, hand" in capsys.readouterr().err


def test_both_documents_of_a_merger_stay_apart_by_a_prefix(capsys: pytest.CaptureFixture[str]) -> None:
    Path("world.sdf").write_text(WORLD.replace("<name>i", "<name>m"))
    assert main(["merge", "world.sdf", "m.sdf"]) == 2
    assert "a prefix tells them apart" in capsys.readouterr().err
    assert main(["merge", "world.sdf", "m.sdf", "--prefix", "o_", "-o", "both.sdf"]) == 0
    assert sorted(bodyplan.load("both.sdf").scene.links) == ["m::base", "o_m::base"]


def test_includes_and_xacro_are_expanded_by_one_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["expand", "world.sdf"]) == 0
    assert "<include>" not in (made := capsys.readouterr().out)
    assert list(bodyplan.loads(made).scene.links) == ["i::base"]
    pytest.importorskip("xacro")
    assert main(["xacro", "arm.urdf.xacro"]) == 0
    expansion = capsys.readouterr().out
    assert main(["expand", "arm.urdf.xacro"]) == 0
    assert capsys.readouterr().out == expansion
