"""What people see of many findings, and of those that no one asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic, Related
from bodyplan.diagnostics.render.concise import HANDFUL
from bodyplan.diagnostics.render.renderer import renderer
from bodyplan.diagnostics.snippets import cut_line
from bodyplan.runtime.source_lines import SourceLines


def finding(file: str = "a.urdf", line: int = 1, **changes: Any) -> Diagnostic:
    values: dict[str, Any] = {
        "code": "BP201",
        "name": "unknown-element",
        "severity": "warning",
        "message": f"<robot> has no element <transmission> ({line})",
        "file": file,
        "line": line,
        "column": 1,
        "xpath": f"/robot/transmission[{line}]",
        "element": "transmission",
    }
    return Diagnostic(**(values | changes))


def rendered(reports: dict[str, list[Diagnostic]], name: str = "concise", **options: Any) -> list[str]:
    output = renderer(name, SourceLines(), **options)
    text = output.begin() + "".join(output.report(path, found) for path, found in reports.items()) + output.end()
    return text.splitlines()


@pytest.mark.parametrize("name", ["concise", "full"])
def test_a_handful_of_a_kind_is_shown_and_the_others_are_counted(name: str) -> None:
    many = {"a.urdf": [finding(line=line) for line in range(1, 218)], "b.urdf": [finding("b.urdf")]}
    lines = rendered(many, name)
    assert len(lines) == HANDFUL + 2
    assert lines[-2:] == [f"… and {218 - HANDFUL} more BP201 <transmission> in 2 files", "  --verbose shows all"]
    assert len(rendered(many, name, verbose=True)) == 218


def test_kinds_are_told_apart_by_what_they_are_about() -> None:
    found = [finding(line=line, element=f"e{line % 2}", attribute="x") for line in range(2 * HANDFUL)]
    assert len(rendered({"a": found})) == 2 * HANDFUL
    lines = rendered({"a": [*found, finding(element="e0", attribute="x")]})
    assert lines[-2] == "… and 1 more BP201 <e0>/@x in one file"


def test_every_file_with_errors_shows_one_of_each_kind() -> None:
    names = [f"{number}.urdf" for number in range(20)]
    lines = rendered({name: [finding(name, line, severity="error") for line in (1, 2)] for name in names})
    shown = [line for line in lines if ": error" in line]
    assert {line.partition(":")[0] for line in shown} == set(names)
    assert len(shown) < 30


@pytest.mark.parametrize(
    ("options", "shown"),
    [({}, 0), ({"verbose": True}, 1), ({"selects": lambda code, name: name == "noted"}, 1), ({"quiet": True}, 0)],
)
def test_notes_are_for_those_who_ask(options: dict[str, Any], shown: int) -> None:
    found = {"a": [finding(severity="note", code="BP211", name="noted")]}
    assert len(rendered(found, **options)) == shown
    assert len(rendered(found, "full", **options)) == shown


def test_quiet_is_errors_alone() -> None:
    found = [finding(line=line, severity="error") for line in range(10)]
    lines = rendered({"a": [finding(), *found]}, quiet=True, statistics=True)
    assert all(": error " in line for line in lines)
    assert len(lines) == HANDFUL


def test_statistics_count_all_by_code() -> None:
    found = [finding(line=line) for line in range(12)] + [finding(code="BP101", name="not-a-value", severity="note")]
    assert rendered({"a": found}, statistics=True)[-2:] == ["12  BP201  unknown-element", " 1  BP101  not-a-value"]


@pytest.mark.parametrize(("severity", "colour"), [("error", "31"), ("warning", "33"), ("note", "36")])
def test_the_mark_has_the_colour_of_the_severity(tmp_path: Path, severity: str, colour: str) -> None:
    path = tmp_path / "a.urdf"
    path.write_text("<transmission/>\n", encoding="utf-8")
    (_, _, mark) = rendered({str(path): [finding(str(path), severity=severity)]}, "full", colour=True, verbose=True)
    assert mark.endswith(f"\x1b[1;{colour}m^^^^^^^^^^^^^^^\x1b[0m")


def test_the_mark_ends_where_the_finding_does(tmp_path: Path) -> None:
    path = tmp_path / "a.dmd.yaml"
    path.write_text("- add_model:\n    file: x\n", encoding="utf-8")
    other = Related("here", str(path), 1, 3, 2, 9)
    lines = rendered({str(path): [finding(str(path), 2, column=5, end_line=2, end_column=9, related=(other,))]}, "full")
    assert lines[2] == "      |     ^^^^"
    assert lines[-1] == "      |   ^^^^^^^^^^"


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_lines_fit_the_terminal(tmp_path: Path, width: int) -> None:
    path = tmp_path / "a.urdf"
    path.write_text("<a/>" * 30 + "<transmission/>" + "<b/>" * 30, encoding="utf-8")
    lines = rendered({str(path): [finding(str(path), column=121)]}, "full", width=width)
    assert max(map(len, lines[1:])) <= width
    at = lines[2].index("^")
    assert lines[1][at:].startswith("<transm"[: lines[2].count("^")])


def test_names_of_documents_cannot_speak_to_the_terminal_in_counts_either() -> None:
    lines = rendered({"a": [finding(line=line, element="x\x1b[2J\u202e") for line in range(9)]})
    assert lines[-2] == "… and 4 more BP201 <x\\x1b[2J\\u202e> in one file"


def test_what_ends_on_a_later_line_is_marked_to_the_end_of_its_first() -> None:
    assert cut_line("  <link", 3) == ("  <link", "  ", 5)


def test_a_cut_line_that_is_shown_to_its_end_goes_on_no_further() -> None:
    assert cut_line("a" * 49 + "b", 46, width=10)[0] == "…" + "a" * 9 + "b"
    assert cut_line("a" * 49 + "bc", 46, width=10)[0] == "…" + "a" * 9 + "b…"
