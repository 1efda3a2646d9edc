"""``bodyplan check``: what is printed and what the status is, with findings made up here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from bodyplan.cli.checking import check_one
from bodyplan.cli.checking.filter import merge_findings
from bodyplan.cli.main import main
from bodyplan.diagnostics.diagnostic import Diagnostic


def finding(file: str, code: str = "BP201", severity: Any = "error", line: int = 1) -> Diagnostic:
    return Diagnostic(code, "unknown-element", severity, f"message of {code}", file, line, 1, "/sdf")


@dataclass
class FakeReport:
    path: str
    diagnostics: tuple[Diagnostic, ...]
    repeated: tuple[Diagnostic, ...] = ()


@dataclass
class Fakes:
    """Answers for check(): by the name of the file, and by target."""

    findings: dict[str, list[Diagnostic]] = field(default_factory=dict)
    calls: list[dict[str, Any]] = field(default_factory=list)

    def check_as(self, path: str, options: dict[str, Any], data: bytes | None = None, watch: Any = None) -> FakeReport:
        self.calls.append({"path": path, **options})
        found = self.findings.get(Path(path).name, []) + self.findings.get(str(options.get("target")), [])
        return FakeReport(path, tuple(found))


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Fakes:
    fakes = Fakes()
    monkeypatch.setattr(check_one, "check_bytes", fakes.check_as)
    return fakes


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], fakes: Fakes) -> Run:
    def call(*argv: str) -> tuple[int, str, str]:
        status = main(["check", *argv])
        output = capsys.readouterr()
        return status, output.out, output.err

    return call


def test_nothing_found(run: Run) -> None:
    assert run("a.sdf") == (0, "", "1 file checked: nothing found\n")


def test_findings_go_to_standard_output_and_the_count_to_standard_error(run: Run, fakes: Fakes) -> None:
    fakes.findings["a.sdf"] = [finding("a.sdf"), finding("a.sdf", "BP202", "warning", 2)]
    assert run("a.sdf", "b.sdf") == (
        1,
        "a.sdf:1:1: error BP201: message of BP201\na.sdf:2:1: warning BP202: message of BP202\n",
        "2 files checked: 1 error in 1 file, 1 warning in 1 file\n",
    )


def test_warnings_alone_are_no_failure(run: Run, fakes: Fakes) -> None:
    fakes.findings["a.sdf"] = [finding("a.sdf", severity="warning")]
    assert run("a.sdf")[0] == 0


def test_file_that_cannot_be_read_is_status_2_and_others_are_checked_all_the_same(run: Run, fakes: Fakes) -> None:
    fakes.findings = {"gone": [finding("gone", "BP001", line=0)], "b.sdf": [finding("b.sdf")]}
    status, out, _ = run("gone", "b.sdf")
    assert status == 2
    assert "gone:" in out
    assert "b.sdf:1:1: error BP201" in out


def test_unreadable_include_is_a_finding_like_others(run: Run, fakes: Fakes) -> None:
    fakes.findings["a.sdf"] = [finding("included.sdf", "BP001")]
    assert run("a.sdf")[0] == 1


def test_folder_without_documents_is_status_2(run: Run, tmp_path: Path) -> None:
    status, out, err = run(str(tmp_path))
    assert (status, out) == (2, "")
    assert "no document in this folder" in err


def test_options_reach_the_check(run: Run, fakes: Fakes) -> None:
    run("a.sdf", "--strict", "--search-path", "x", "--search-path", "y", "--target", "drake", "--confine")
    options = {
        "strict": True,
        "plausible": False,
        "search_paths": ("x", "y"),
        "target": "drake",
        "confine": True,
        "extensions": (),
        "arguments": (),
        "env": (),
        "with_": None,
        "fetch": None,
    }
    assert fakes.calls == [{"path": "a.sdf", **options}]


def test_several_targets_are_reported_together_and_nothing_twice(run: Run, fakes: Fakes) -> None:
    common = finding("a.sdf", line=5)
    fakes.findings = {"a.sdf": [common], "drake": [finding("a.sdf", "BP701")], "dart": [finding("a.sdf", "BP702")]}
    _, out, _ = run("a.sdf", "--target", "drake", "--target", "dart")
    assert [line.split()[2] for line in out.splitlines()] == ["BP701:", "BP702:", "BP201:"]


def test_selected_findings_decide(run: Run, fakes: Fakes) -> None:
    fakes.findings["a.sdf"] = [finding("a.sdf", "BP201"), finding("a.sdf", "BP107", "warning")]
    assert run("a.sdf", "--ignore", "BP2") == (
        0,
        "a.sdf:1:1: warning BP107: message of BP107\n",
        "1 file checked: 1 warning\n",
    )
    assert run("a.sdf", "--select", "BP201,BP107")[0] == 1


def test_unknown_code_is_status_2(run: Run, fakes: Fakes) -> None:
    status, out, err = run("a.sdf", "--select", "BX9")
    assert (status, out) == (2, "")
    assert "no rule is called 'BX9'" in err
    assert not fakes.calls


@pytest.mark.parametrize(
    "argv",
    [
        ["a.sdf", "--target", "isaac"],
        ["a.sdf", "--format", "xml"],
        ["a.sdf", "--jobs", "-1"],
        ["--bogus", "a.sdf"],
    ],
)
def test_wrong_call_is_status_2(run: Run, argv: list[str]) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (2, "")
    assert err.startswith("bodyplan check: error: ")
    assert err.count("\n") == 1


def test_json_on_standard_output_is_json_and_nothing_else(run: Run, fakes: Fakes) -> None:
    fakes.findings["a.sdf"] = [finding("a.sdf")]
    status, out, _ = run("a.sdf", "b.sdf", "--format", "json")
    assert status == 1
    assert [(item["path"], item["ok"]) for item in json.loads(out)] == [("a.sdf", False), ("b.sdf", True)]


def test_sarif_on_standard_output_is_one_log(run: Run, fakes: Fakes) -> None:
    fakes.findings["a.sdf"] = [finding("a.sdf")]
    _, out, _ = run("a.sdf", "b.sdf", "--format", "sarif")
    assert len(json.loads(out)["runs"][0]["results"]) == 1


def test_findings_of_runs_are_joined_by_place() -> None:
    first, second, third = (finding("a", line=line) for line in (1, 2, 3))
    other = finding("b", line=1)
    assert merge_findings([[first, third], [first, second, other]]) == [first, second, third, other]
