"""``bodyplan doctor``, ``python -m bodyplan``, and mistakes in a call that teach."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bodyplan.cli.main import COMMANDS, main
from bodyplan.semantics.resources.environment import ENVIRONMENT


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ENVIRONMENT:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)


def looked_at(capsys: pytest.CaptureFixture[str]) -> dict[str, list[tuple[str, str]]]:
    main(["doctor", "--format", "json"])
    found: dict[str, list[tuple[str, str]]] = {}
    for line in json.loads(capsys.readouterr().out):
        found.setdefault(line["what"], []).append((line["state"], line["text"]))
    return found


def test_a_machine_as_it_should_be_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert out.endswith("nothing is wrong\n")
    assert "numpy" in out
    assert "!!" not in out


def test_folders_of_the_environment_are_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "models" / "arm").mkdir(parents=True)
    (tmp_path / "models" / "arm" / "model.config").write_text("<model/>")
    (tmp_path / "empty").mkdir()
    listed = [str(tmp_path / name) for name in ("models", "gone", "empty", "models/arm", "models/arm/model.config")]
    monkeypatch.setenv("GZ_SIM_RESOURCE_PATH", os.pathsep.join(listed))
    states = looked_at(capsys)["GZ_SIM_RESOURCE_PATH"]
    assert [state for state, _ in states] == ["ok", "wrong", "wrong", "ok", "wrong"]
    assert "1 models and packages" in states[0][1]
    assert "the folder above it holds the others" in states[3][1]
    assert main(["doctor"]) == 1
    assert "3 of these need a look" in capsys.readouterr().out


def test_faulty_configuration_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bodyplan.toml").write_text("strickt = true\n")
    ((state, text),) = looked_at(capsys)["file"]
    assert state == "wrong"
    assert "did you mean 'strict'?" in text


def test_folders_of_the_configuration_are_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bodyplan.toml").write_text(
        'search-paths = ["ws/src", "gone"]\npackage-roots = ["ws", "gone", "bare"]\n'
    )
    (tmp_path / "ws" / "src" / "arm").mkdir(parents=True)
    (tmp_path / "bare").mkdir()
    (tmp_path / "ws" / "src" / "arm" / "package.xml").write_text("<package><name>arm</name></package>")
    found = looked_at(capsys)
    assert [state for state, _ in found["search path"]] == ["ok", "wrong"]
    assert [state for state, _ in found["package root"]] == ["ok", "wrong", "wrong"]


def test_the_package_is_a_program() -> None:
    done = subprocess.run([sys.executable, "-m", "bodyplan", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("bodyplan ")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["chek", "a.sdf"], "there is no command 'chek'; did you mean 'check'?"),
        (["frobnicate"], f"there are {', '.join(COMMANDS)}"),
        (["check", "--stict", "a.sdf"], "there is no argument --stict; did you mean '--strict'?"),
        (["check", "--target", "darke", "a.sdf"], "did you mean 'drake'?"),
        (["graph", "a.sdf", "--kind", "frame"], "did you mean 'frames'?"),
    ],
)
def test_mistakes_in_a_call_are_told_with_what_may_have_been_meant(
    argv: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    assert said in capsys.readouterr().err
