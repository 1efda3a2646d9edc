"""Variables of the environment in xacro: where reading is confined, those that the call names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import bodyplan
import pytest

pytest.importorskip("xacro", reason="the extra xacro is not installed")

NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
SECRET = "s3cr3t-value"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_SECRET", SECRET)
    monkeypatch.setenv("SIDE", "left")


def robot(folder: Path, name: str) -> Path:
    file = folder / "robot.urdf.xacro"
    file.write_text(
        f'<robot name="r" {NAMESPACE}><xacro:property name="word" value="env"/>'
        f'<xacro:arg name="which" default="A_SECRET"/><link name="{name}"/></robot>'
    )
    return file


@pytest.mark.parametrize("name", ["$(env A_SECRET)", "$(${word} A_SECRET)", "x $(env A_SECRET) y"])
def test_a_variable_that_is_not_named_is_an_error_whether_it_is_set_or_not(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = robot(tmp_path, name)
    assert bodyplan.load(file).root.link[0].name == name.replace("$(env A_SECRET)", SECRET).replace(
        "$(${word} A_SECRET)", SECRET
    )
    found = bodyplan.check(file, confine=True).diagnostics
    assert [(each.code, each.severity) for each in found] == [("BP457", "error")]
    assert "--env A_SECRET" in (found[0].hint or "")
    monkeypatch.delenv("A_SECRET")
    assert bodyplan.check(file, confine=True).diagnostics == found


def test_a_variable_that_is_named_is_read(tmp_path: Path) -> None:
    file = robot(tmp_path, "$(env SIDE)_$(optenv SIDE)_$(optenv NOT_SET none)")
    found = bodyplan.load(file, confine=True, env=["SIDE", "NOT_SET"])
    assert found.root.link[0].name == "left_left_none"
    assert [each for each in found.diagnostics if each.code == "BP457"] == []


def test_an_optional_variable_that_is_not_named_takes_its_default(tmp_path: Path) -> None:
    file = robot(tmp_path, "$(optenv A_SECRET no one)$(optenv A_SECRET)")
    found = bodyplan.load(file, confine=True)
    assert found.root.link[0].name == "no one"
    notes = [each.severity for each in found.diagnostics if each.code == "BP457"]
    assert notes == ["note", "note"]
    assert bodyplan.load(file).root.link[0].name == f"{SECRET}{SECRET}"


@pytest.mark.parametrize(
    "name",
    [
        "$(env A_SECRET)",
        "$(optenv A_SECRET x)",
        "$(eval env)",
        "${python.repr(xacro)}",
        "${str(math)}${str(python)}",
        "${xacro.fatal(word, xacro.arg('which'))}",
        "${A_SECRET}",
        "$(arg A_SECRET)",
        "$(find $(env A_SECRET))",
        "$A_SECRET",
        "~/${HOME}",
    ],
)
def test_no_value_reaches_a_finding(name: str, tmp_path: Path) -> None:
    report = bodyplan.check(robot(tmp_path, name), confine=True, env=["SIDE"])
    assert SECRET not in repr([each.to_dict() for each in report.diagnostics])


@pytest.mark.parametrize(
    "command", [["check"], ["xacro"], ["tree"], ["resolve", "--format", "json"], ["print", "--expand"]]
)
def test_commands_take_names(command: list[str], tmp_path: Path) -> None:
    file = robot(tmp_path, "$(env SIDE)")

    def said(*more: str) -> subprocess.CompletedProcess[str]:
        call = [sys.executable, "-m", "bodyplan", *command, "--confine", *more, str(file)]
        return subprocess.run(call, capture_output=True, text=True, check=False)

    refused = said()
    assert refused.returncode == 1
    assert "BP457" in refused.stdout + refused.stderr
    assert "left" not in refused.stdout
    assert said("--env", "OTHER", "--env", "SIDE").returncode == 0


def test_a_configuration_cannot_name_variables(tmp_path: Path) -> None:
    (tmp_path / "bodyplan.toml").write_text('confine = true\nenv = ["SIDE"]\n')
    call = [sys.executable, "-m", "bodyplan", "check", str(robot(tmp_path, "$(env SIDE)"))]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "env" in done.stderr


def test_a_single_name_is_not_taken_for_letters(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"\['SIDE'\]"):
        bodyplan.load(robot(tmp_path, "x"), confine=True, env="SIDE")


@pytest.mark.slow
def test_what_was_found_is_not_used_again_for_other_names_or_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = robot(tmp_path, "${'a'}$(${word} SIDE)")

    def status(*more: str) -> int:
        call = [sys.executable, "-m", "bodyplan", "check", "--cache-dir", str(tmp_path / "cache"), *more, str(file)]
        return subprocess.run(call, capture_output=True, check=False).returncode

    assert [status("--confine"), status("--confine", "--env", "SIDE"), status("--confine")] == [1, 0, 1]
    assert [status(), status()] == [0, 0]
    monkeypatch.delenv("SIDE")
    assert status() == 1
