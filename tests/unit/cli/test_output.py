"""What is printed moves no cursor and reorders no text; output that cannot be written is said in one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bodyplan.cli.main import main

NAME = "a&#10;b\N{RIGHT-TO-LEFT OVERRIDE}c\x9b31md\x7f`%%{{init}}%%&quot;&amp;lt;"
SDF = f"""<sdf version='1.9'><model name='m'><link name='{NAME}'/><link name='k'/>
<joint name='j{NAME}' type='fixed'><parent>k</parent><child>{NAME}</child></joint></model></sdf>"""
URDF = f"""<robot name='m'><link name='k'/><link name='{NAME}'/>
<joint name='j{NAME}' type='fixed'><parent link='k'/><child link='{NAME}'/></joint></robot>"""
COMMANDS = [
    ("check",),
    *(("check", "--format", name) for name in ("full", "json", "sarif", "github")),
    ("resolve",),
    ("resolve", "--format", "json"),
    ("print",),
    ("print", "--expand"),
    *(("graph", "--format", name) for name in ("dot", "mermaid", "svg")),
    *(("graph", "--kind", kind) for kind in ("frames", "poses", "joints")),
    ("tree",),
    ("tree", "--color", "never"),
    ("tree", "--format", "json"),
    ("pose", "--format", "json"),
]


@pytest.fixture(params=["sdf", "urdf"])
def document(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"odd.{request.param}"
    path.write_text(SDF if request.param == "sdf" else URDF, encoding="utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_names_are_escaped(command: tuple[str, ...], document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = [] if command[0] != "pose" else ["m::" + NAME.replace("&#10;", "\n").replace("&quot;", '"')]
    main([command[0], str(document), *frame, *command[1:]])
    printed = "".join(capsys.readouterr())
    assert {letter for letter in printed if not letter.isprintable()} <= {"\n"}
    if command[0] == "print":
        assert "&#x202E;c&#x9B;31md&#x7F;" in printed
    else:
        assert "a\nb" not in printed


def test_escapes_in_json_stand_for_the_same(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resolve", str(document), "--format", "json"]) == 0
    links = json.loads(capsys.readouterr().out)["links"]
    assert any("a\nb\N{RIGHT-TO-LEFT OVERRIDE}c\x9b31md\x7f" in name for name in links)


def test_mermaid_takes_no_directive_from_a_name(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", str(document), "--format", "mermaid"]) == 0
    printed = capsys.readouterr().out
    assert "#37;#37;{{init}}" in printed
    assert "%" not in printed
    assert "`" not in printed


ARM = "<sdf version='1.9'><model name='arm'><link name='l'/></model></sdf>"
CALLS = [
    ["check", "{file}"],
    ["check", "{file}", "--format", "json"],
    ["resolve", "{file}"],
    ["pose", "{file}", "arm::l"],
    ["print", "{file}"],
    ["graph", "{file}"],
    ["tree", "{file}"],
    ["explain", "BP301"],
    ["schema", "show", "sdformat", "1.9", "//joint"],
    ["codegen", "--help"],
    ["--help"],
    ["--version"],
]
PROGRAM = [sys.executable, "-m", "bodyplan.cli.main"]


def one_line(done: subprocess.CompletedProcess[str], expected: str) -> None:
    # what a check found is summed up in another line
    lines = [line for line in done.stderr.splitlines() if not line.startswith("1 file checked")]
    assert (done.returncode, lines) == (2, [expected])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_a_full_disk_is_told_in_one_line(call: list[str], buffered: bool, tmp_path: Path) -> None:
    if call == ["check", "{file}"]:
        pytest.skip("prints nothing for a sound document")
    file = tmp_path / "arm.sdf"
    file.write_text(ARM, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PROGRAM, *(word.format(file=file) for word in call)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment | ({} if buffered else {"PYTHONUNBUFFERED": "1"}),
        )
    one_line(done, "bodyplan: cannot write to standard output: No space left on device")


@pytest.mark.skipif(os.name == "nt", reason="there is no shell")
@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_a_closed_output_is_told_in_one_line(call: list[str], tmp_path: Path) -> None:
    file = tmp_path / "arm.sdf"
    file.write_text(ARM, encoding="utf-8")
    words = [*PROGRAM, *(word.format(file=file) for word in call)]
    done = subprocess.run(["/bin/sh", "-c", '"$@" >&-', "sh", *words], stderr=subprocess.PIPE, text=True, check=False)
    one_line(done, "bodyplan: standard output is closed")


@pytest.mark.skipif(os.name == "nt", reason="there is no shell")
def test_closed_messages_do_not_go_to_the_output(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", '"$@" 2>&-', "sh", *PROGRAM, "explain", "nonsense"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")


def test_colour_is_for_every_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("arm.urdf").write_text('<robot name="arm"><link name="base"/></robot>', encoding="utf-8")
    call = ["set", "arm.urdf", "/robot/@name", "leg"]
    for when, is_coloured in (("always", True), ("never", False), ("auto", False)):
        assert main([*call, "--color", when]) == 0
        assert ("\x1b[" in capsys.readouterr().out) == is_coloured
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(call) == 0
    assert "\x1b[" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(call) == 0
    assert "\x1b[" not in capsys.readouterr().out


def test_a_result_goes_to_a_file_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("arm.urdf").write_text('<robot name="arm"><link name="base"/></robot>', encoding="utf-8")
    for command in ("tree", "print", "resolve"):
        assert main([command, "arm.urdf"]) == 0
        printed = capsys.readouterr().out
        assert main([command, "arm.urdf", "-o", f"made/{command}"]) == 0
        assert Path("made", command).read_text(encoding="utf-8") == printed
    assert main(["tree", "arm.urdf", "-o", "arm.urdf"]) == 2
    assert "arm.urdf is the document itself" in capsys.readouterr().err
    assert main(["tree", "nothing.urdf", "-o", "tree.txt"]) == 2
    assert not Path("tree.txt").exists()
