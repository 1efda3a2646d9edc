"""Findings that are known are told no more."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from bodyplan.cli.main import main
from bodyplan.diagnostics.registry import REGISTRY

ROBOT = """\
<robot name="r">
  <link name="l"/>
  <odd/>
  <odd/>
</robot>
"""
Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.chdir(tmp_path)

    def call(*options: str) -> tuple[int, str, str]:
        status = main(["check", "--isolated", "--strict", "--format", "concise", *options])
        return (status, *capsys.readouterr())

    Path("r.urdf").write_text(ROBOT, encoding="utf-8")
    return call


def test_what_is_written_is_told_no_more_whatever_is_edited_above(check: Check) -> None:
    assert check("r.urdf")[0] == 1
    status, out, err = check("--baseline", "known.json", "--write-baseline", "r.urdf")
    assert (status, out) == (0, "")
    assert "2 findings written" in err
    assert check("--baseline", "known.json", "r.urdf")[:2] == (0, "")
    Path("r.urdf").write_text(
        ROBOT.replace("  <link", "\n<!-- new -->\n  <link name='k'/>\n\n   <link"), encoding="utf-8"
    )
    status, out, _ = check("--baseline", "known.json", "r.urdf")
    assert "BP201" not in out


def test_what_is_new_is_told(check: Check) -> None:
    check("--baseline", "known.json", "--write-baseline", "r.urdf")
    Path("r.urdf").write_text(ROBOT.replace("  <odd/>\n</", "  <odd/>\n  <odd/><other/>\n</"), encoding="utf-8")
    status, out, _ = check("--baseline", "known.json", "r.urdf")
    assert status == 1
    assert [line.split(":")[1] for line in out.splitlines()] == ["5", "5"]


def test_what_is_gone_is_told_and_dropped(check: Check) -> None:
    check("--baseline", "known.json", "--write-baseline", "r.urdf")
    Path("r.urdf").write_text(ROBOT.replace("  <odd/>\n</", "</"), encoding="utf-8")
    status, out, err = check("--baseline", "known.json", "r.urdf")
    assert (status, out) == (0, "")
    assert "1 of the baseline are found no more: r.urdf (1)" in err
    check("--baseline", "known.json", "--write-baseline", "r.urdf")
    assert len(json.loads(Path("known.json").read_text())["files"]["r.urdf"]) == 1


def test_documents_that_are_not_checked_stay_in_it(check: Check) -> None:
    Path("s.urdf").write_text(ROBOT, encoding="utf-8")
    check("--baseline", "known.json", "--write-baseline", "r.urdf", "s.urdf")
    Path("r.urdf").write_text("<robot name='r'><link name='l'/></robot>", encoding="utf-8")
    assert "r.urdf (2)" in check("--baseline", "known.json", "r.urdf")[2]
    check("--baseline", "known.json", "--write-baseline", "r.urdf")
    assert list(json.loads(Path("known.json").read_text())["files"]) == ["s.urdf"]


def test_what_physics_found_stays_in_it_where_physics_was_not_asked(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    check("--baseline", "known.json", "--write-baseline", "--plausible", "r.urdf")
    monkeypatch.setitem(REGISTRY, "BP201", replace(REGISTRY["BP201"], group="plausible"))
    Path("r.urdf").write_text("<robot name='r'><link name='l'/></robot>", encoding="utf-8")
    assert "no more" not in check("--baseline", "known.json", "r.urdf")[2]
    check("--baseline", "known.json", "--write-baseline", "r.urdf")
    assert len(json.loads(Path("known.json").read_text())["files"]["r.urdf"]) == 2
    assert "r.urdf (2)" in check("--baseline", "known.json", "--plausible", "r.urdf")[2]
    check("--baseline", "known.json", "--write-baseline", "--plausible", "r.urdf")
    assert json.loads(Path("known.json").read_text())["files"] == {}


def test_the_configuration_names_it(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bodyplan.toml").write_text('strict = true\nbaseline = "ci/known.json"\n', encoding="utf-8")
    Path("ci").mkdir()
    from bodyplan.cli.settings.files import in_folder

    in_folder.cache_clear()
    assert main(["check", "--write-baseline", "r.urdf"]) == 0
    assert main(["check", "r.urdf"]) == 0
    assert len(json.loads(Path("ci/known.json").read_text())["files"]) == 1
    capsys.readouterr()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"bodyplan-baseline": 1, "files": {"a": [{}]}}', "[" * 100_000])
def test_what_is_no_baseline_is_a_wrong_call(text: str, check: Check) -> None:
    Path("known.json").write_text(text, encoding="utf-8")
    status, out, err = check("--baseline", "known.json", "r.urdf")
    assert (status, out) == (2, "")
    assert "known.json" in err


def test_a_missing_baseline_and_a_missing_document_are_told(check: Check) -> None:
    assert check("--baseline", "gone.json", "r.urdf")[0] == 2
    assert check("--baseline", "known.json", "--write-baseline", "gone.urdf")[0] == 2
