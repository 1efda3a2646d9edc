"""A program of the user's brings what is missing; whatever it does is told at the URI."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.fetch_command import CommandFailed, FetchCommand
from bodyplan.cli.main import main

WORLD = '<sdf version="1.9"><world name="w"><include><uri>{}</uri></include></world></sdf>'
MODEL = '<sdf version="1.9"><model name="lamp"><link name="a"/></model></sdf>'
URI = "https://example.org/lamp; touch made"


@pytest.fixture
def brings(tmp_path: Path) -> str:
    """A command that knows the lamp, and writes down what it was asked for."""
    (tmp_path / "lamp.sdf").write_text(MODEL)
    program = tmp_path / "bring it.py"
    program.write_text(
        f"""import sys
with open({str(tmp_path / "asked")!r}, "a") as file:
    print(sys.argv[1:], file=file)
uri = sys.argv[-1]
if "broken" in uri:
    print("no such lamp", file=sys.stderr)
    sys.exit(3)
if "slow" in uri:
    import time
    time.sleep(60)
if "gone" in uri:
    print("/nowhere/lamp.sdf")
elif "lamp" in uri:
    print({str(tmp_path / "lamp.sdf")!r})
"""
    )
    return f"{sys.executable} {str(program)!r} --fast"


def test_a_command_is_called_without_a_shell(brings: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert FetchCommand(brings)(URI) == tmp_path / "lamp.sdf"
    assert (tmp_path / "asked").read_text() == f"{['--fast', URI]}\n"
    assert not (tmp_path / "made").exists()
    assert FetchCommand(brings)("https://example.org/chair") is None


def test_whatever_goes_wrong_is_said(brings: str) -> None:
    with pytest.raises(CommandFailed, match="ended with status 3: no such lamp"):
        FetchCommand(brings)("https://example.org/broken")
    with pytest.raises(CommandFailed, match=r"took more than 0\.5 seconds"):
        FetchCommand(brings, seconds=0.5)("https://example.org/slow")
    with pytest.raises(CommandFailed, match="cannot be called: No such file"):
        FetchCommand("/nowhere/program")("https://example.org/lamp")
    with pytest.raises(CommandFailed, match="null"):
        FetchCommand(brings)("https://example.org/\0")


@pytest.mark.parametrize(
    ("uri", "code"),
    [(URI, None), ("https://example.org/broken", "BP405"), ("gone://x", "BP405"), ("chair://x", "BP404")],
)
def test_commands_take_it(
    uri: str, code: str | None, brings: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "w.sdf"
    document.write_text(WORLD.format(uri))
    status = main(["check", str(document), "--fetch", brings, "--format", "json"])
    (report,) = json.loads(capsys.readouterr().out)
    assert [each["code"] for each in report["diagnostics"]] == ([] if code is None else [code])
    assert status == (0 if code is None else 1)
    assert main(["assets", str(document), "--fetch", brings]) == status
    for command in ("resolve", "print"):
        capsys.readouterr()
        assert main([command, str(document), "--fetch", brings]) == 0
        # what is shown has a placeholder, or stays an include
        assert code is None or code in capsys.readouterr().err
    if code is None:
        assert main(["check", str(document)]) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "r.urdf",
            '<robot name="r"><link name="a"><visual><geometry><mesh filename="{}"/></geometry></visual></link></robot>',
        ),
        (
            "s.skel",
            '<skel version="1.0"><world name="w"><skeleton name="s"><body name="b"><visualization_shape><geometry>'
            + "<mesh><file_name>{}</file_name></mesh></geometry></visualization_shape></body></skeleton></world></skel>",
        ),
    ],
)
def test_failures_about_meshes_are_told(name: str, text: str, tmp_path: Path) -> None:
    document = tmp_path / name
    document.write_text(text.format("m/broken.dae"))

    def fail(uri: str) -> Path:
        raise CommandFailed(f"no {uri}")

    found = bodyplan.check(document, fetch=fail).diagnostics
    told = [(each.code, each.severity, each.message) for each in found if each.code == "BP405"]
    assert told == [("BP405", "warning", "fetching 'm/broken.dae' failed: CommandFailed: no m/broken.dae")]


def test_a_configuration_can_name_the_program(
    brings: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "worlds" / "w.sdf"
    document.parent.mkdir()
    document.write_text(WORLD.format(URI))
    program = tmp_path / "fetch.sh"
    program.write_text(f"#!/bin/sh\necho {tmp_path / 'lamp.sdf'}\n")
    program.chmod(0o755)
    (tmp_path / "bodyplan.toml").write_text('fetch = "./fetch.sh"\n')
    assert main(["check", "--trust", str(document)]) == 0
    assert main(["check", str(document)]) == 1
    assert main(["check", "--isolated", str(document)]) == 1
    other = tmp_path / "other"
    other.mkdir()
    (other / "bodyplan.toml").write_text('fetch = "it\'s"\n')
    (other / "w.sdf").write_text(WORLD.format(URI))
    assert main(["check", str(other / "w.sdf")]) == 2
    assert "has to be a command" in capsys.readouterr().err
    assert main(["check", "--fetch", "it's", str(document)]) == 2


def test_explain_uri_prints_and_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "models/lamp").mkdir(parents=True)
    document = tmp_path / "w.sdf"
    document.write_text(WORLD.format("model://lamp"))
    assert main(["explain-uri", "model://lamp", "--from", str(document)]) == 1
    out = capsys.readouterr().out
    assert f"model://lamp in {document} leads to nothing" in out
    assert f"there is no lamp in {tmp_path}" in out
    assert f"--search-path {tmp_path / 'models'}" in out
    assert "GZ_SIM_RESOURCE_PATH" in out
    assert all(name in out for name in ("libsdformat", "gz-sim", "Drake", "MuJoCo", "pinocchio", "DART", "ROS 2"))
    search = ["--search-path", str(tmp_path / "models")]
    assert main(["explain-uri", "model://lamp", "--from", str(document), *search, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["found"] == str(tmp_path / "models/lamp")
    assert data["tried"][-1]["case"] == "found"
    assert main(["explain-uri", "model://lamp", "--from", str(tmp_path / "none.sdf")]) == 2
    (tmp_path / "models/bodyplan.toml").write_text('search-paths = ["."]\n')
    assert main(["explain-uri", "model://lamp", "--from", str(tmp_path / "models")]) == 0


@pytest.mark.slow
def test_what_was_kept_is_renewed_where_a_file_comes_or_a_program_may_bring_it(
    brings: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "doc/r.urdf"
    document.parent.mkdir()
    document.write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="m/base.dae"/></geometry></visual></link></robot>'
    )
    monkeypatch.setenv("HOME", str(tmp_path))
    call = ["check", str(document), "--cache-dir", str(tmp_path / "cache")]

    def hint(*more: str) -> str:
        main([*call, *more])
        return capsys.readouterr().out

    (tmp_path / "doc/m").mkdir()
    assert "differs" not in hint()
    assert "differs" not in hint()
    (tmp_path / "doc/m/Base.dae").touch()
    assert "differs in case" in hint()
    program = tmp_path / "bring.sh"
    program.write_text(f"#!/bin/sh\necho {tmp_path / 'lamp.sdf'}\n")
    program.chmod(0o755)
    assert "BP657" not in hint("--fetch", str(program))
    assert "BP657" in hint()
