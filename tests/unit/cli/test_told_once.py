"""What is wrong in a file that several documents include is told once for a run."""

from __future__ import annotations

import json
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main

PART = '<sdf version="1.12"><model name="part">\n<link name="a"><pose relative_to="x">0 0 0 0 0 0</pose><odd/></link></model></sdf>'
WHOLE = '<sdf version="1.12"><world name="w"><include><uri>part.sdf</uri><name>{0}</name></include></world></sdf>'


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "part.sdf").write_text(PART, encoding="utf-8")
    for name in ("one", "two"):
        (tmp_path / f"{name}.sdf").write_text(WHOLE.format(name), encoding="utf-8")
    return [str(tmp_path / f"{name}.sdf") for name in ("one", "two")]


def test_each_finding_is_in_the_first_report(files: list[str]) -> None:
    first, second = bodyplan.check_many(files, strict=False)
    assert [finding.code for finding in first.diagnostics] == ["BP303", "BP201"]
    assert (second.diagnostics, len(second.repeated), second.ok) == ((), 2, False)


def test_who_asks_for_one_file_gets_all_of_it(files: list[str]) -> None:
    assert len(bodyplan.check(files[1]).diagnostics) == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_tells_them_once(files: list[str], jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--format", "concise", "--jobs", jobs, *files]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert "1 error in 1 file, 1 warning in 1 file" in err


def test_json_says_that_the_second_is_not_ok_either(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--format", "json", *files])
    first, second = json.loads(capsys.readouterr().out)
    assert (len(first["diagnostics"]), first["ok"]) == (2, False)
    assert (second["diagnostics"], second["ok"]) == ([], False)


def test_a_file_that_is_checked_itself_tells_nothing_anew(files: list[str]) -> None:
    part = str(Path(files[0]).parent / "part.sdf")
    reports = list(bodyplan.check_many([*files, part], strict=False))
    assert [len(report.diagnostics) for report in reports] == [2, 0, 0]


def test_a_finding_without_a_place_prints_none(capsys: pytest.CaptureFixture[str]) -> None:
    (finding,) = bodyplan.check("nope.urdf").diagnostics
    assert str(finding).startswith("nope.urdf: error BP001: ")
    for format in ("concise", "full", "github", "sarif"):
        main(["check", "--format", format, "nope.urdf"])
        assert ":0" not in capsys.readouterr().out.replace("2.1.0", "")


def test_what_a_file_lacks_is_told_once_wherever_it_is_included(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking = '<sdf version="1.12"><model name="part"><include><uri>model://gone</uri></include></model></sdf>'
    for folder in ("models", "worlds"):
        (tmp_path / folder).mkdir()
    (tmp_path / "models" / "part.sdf").write_text(lacking, encoding="utf-8")
    whole = WHOLE.replace("part.sdf", "../models/part.sdf")
    (tmp_path / "worlds" / "w.sdf").write_text(whole, encoding="utf-8")
    assert main(["check", "--no-cache", "--format", "concise", str(tmp_path)]) == 1
    assert capsys.readouterr().out.count("BP401") == 1
