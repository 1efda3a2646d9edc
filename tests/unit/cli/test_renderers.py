"""Each format of findings, on findings made up here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic, Related
from bodyplan.diagnostics.render.renderer import RENDERERS, renderer
from bodyplan.diagnostics.snippets import WIDTH, cut_line
from bodyplan.runtime.source_lines import SourceLines

TEXT = """\
<robot name="r">
\t<link name="a"/>
  <joint name="j" type="spin"/>
</robot>
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "r.urdf"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


def finding(file: str | None, line: int = 3, column: int = 19, **changes: Any) -> Diagnostic:
    values: dict[str, Any] = {
        "code": "BP107",
        "name": "not-allowed",
        "severity": "error",
        "message": "joint/@type is 'spin', which is not one of its values",
        "file": file,
        "line": line,
        "column": column,
        "xpath": '/robot[@name="r"]/joint[@name="j"]/@type',
        "hint": "did you mean 'fixed'?",
    }
    return Diagnostic(**(values | changes))


def rendered(name: str, *reports: tuple[str, list[Diagnostic]], **options: Any) -> str:
    output = renderer(name, SourceLines(), **options)
    return output.begin() + "".join(output.report(path, found) for path, found in reports) + output.end()


def test_concise_is_one_line_per_finding() -> None:
    assert rendered("concise", ("r.urdf", [finding("r.urdf")])) == (
        "r.urdf:3:19: error BP107: joint/@type is 'spin', which is not one of its values; did you mean 'fixed'?\n"
    )


def test_concise_equals_the_text_of_a_diagnostic() -> None:
    assert rendered("concise", ("r.urdf", [finding("r.urdf")])) == f"{finding('r.urdf')}\n"


def test_finding_without_a_place_names_the_file_only() -> None:
    text = rendered("concise", ("r.urdf", [finding(None, line=0, column=0, hint=None, message="cannot read")]))
    assert text == "r.urdf: error BP107: cannot read\n"


@pytest.mark.parametrize("name", ["concise", "full", "github"])
def test_text_of_documents_cannot_leave_its_line(name: str) -> None:
    text = rendered(name, ("r", [finding("r", message="a\nb", hint=None)]))
    assert text.count("\n") == 1


def test_text_of_documents_cannot_speak_to_the_terminal() -> None:
    text = rendered("concise", ("r", [finding("r\udcff", message="\x1b[2J\u202eabc é 漢")]))
    assert "\x1b" not in text
    assert "\\x1b[2J\\u202eabc é 漢" in text
    assert "r\\udcff:3" in text


def test_full_shows_the_line_and_marks_the_attribute(file: str) -> None:
    place = Related("the link is here", file, 2, 2)
    text = rendered("full", (file, [finding(file, related=(place,))]))
    assert text == (
        f"{file}:3:19: error BP107: joint/@type is 'spin', which is not one of its values; did you mean 'fixed'?\n"
        '    3 |   <joint name="j" type="spin"/>\n'
        "      |                   ^^^^^^^^^^^\n"
        f"  {file}:2:2: the link is here\n"
        '    2 | \t<link name="a"/>\n'
        "      | \t^^^^^^^^^^^^^^^^\n"
    )


def test_full_does_without_a_file_that_is_gone() -> None:
    assert rendered("full", ("gone.urdf", [finding("gone.urdf")])).count("\n") == 1


def test_full_does_without_a_line_beyond_the_end(file: str) -> None:
    assert rendered("full", (file, [finding(file, line=99)])).count("\n") == 1


def test_full_reads_the_encoding_that_the_file_declares(tmp_path: Path) -> None:
    path = tmp_path / "latin.urdf"
    path.write_bytes('<?xml version="1.0" encoding="latin-1"?>\n<robot name="é"/>\n'.encode("latin-1"))
    assert '2 | <robot name="é"/>' in rendered("full", (str(path), [finding(str(path), line=2, column=1)]))


def test_colours_only_when_asked_for(file: str) -> None:
    plain, coloured = (rendered("full", (file, [finding(file)]), colour=colour) for colour in (False, True))
    assert "\x1b" not in plain
    assert "\x1b[1;31merror BP107\x1b[0m" in coloured


def test_long_lines_are_cut_around_the_finding() -> None:
    source = "<a/>" * 200 + '<joint type="spin"/>' + "<b/>" * 200
    shown, blanks, length = cut_line(source, source.index("type=") + 1)
    assert len(shown) <= WIDTH + 2
    assert shown[len(blanks) : len(blanks) + length] == 'type="spin"'
    assert shown.startswith("…")
    assert shown.endswith("…")


def test_long_lines_with_the_finding_in_front_are_cut_behind() -> None:
    shown, blanks, length = cut_line("<joint/>" + " <b/>" * 200, 1)
    assert (blanks, length) == ("", len("<joint/>"))
    assert shown.startswith("<joint/>")


def test_wide_characters_move_the_mark() -> None:
    _, blanks, _ = cut_line("漢<a/>", 2)
    assert blanks == "  "


@pytest.mark.parametrize("column", [0, 1, 5, 500])
def test_any_column_can_be_marked(column: int) -> None:
    shown, blanks, length = cut_line("<a/>", column)
    assert shown == "<a/>"
    assert len(blanks) <= 4
    assert length >= 1


def test_json_is_a_list_with_an_object_for_each_file() -> None:
    data = json.loads(rendered("json", ("a.urdf", [finding("a.urdf")]), ("b.urdf", [])))
    assert data == [
        {
            "path": "a.urdf",
            "ok": False,
            "diagnostics": [
                {
                    "code": "BP107",
                    "name": "not-allowed",
                    "severity": "error",
                    "message": "joint/@type is 'spin', which is not one of its values",
                    "file": "a.urdf",
                    "line": 3,
                    "column": 19,
                    "end_line": None,
                    "end_column": None,
                    "xpath": '/robot[@name="r"]/joint[@name="j"]/@type',
                    "hint": "did you mean 'fixed'?",
                }
            ],
        },
        {"path": "b.urdf", "ok": True, "diagnostics": []},
    ]


def test_json_of_no_file_is_an_empty_list() -> None:
    assert json.loads(rendered("json")) == []


def test_warnings_leave_a_file_in_order() -> None:
    assert json.loads(rendered("json", ("a", [finding("a", severity="warning")])))[0]["ok"] is True


def test_github_commands_escape_what_would_end_them() -> None:
    text = rendered("github", ("a", [finding("x,y:z.sdf", message="50%\nmore", hint=None, severity="note")]))
    assert text == "::notice file=x%2Cy%3Az.sdf,line=3,col=19,title=BP107 not-allowed::50%25%0Amore\n"


def test_github_leaves_out_places_that_are_not_known() -> None:
    text = rendered("github", ("a.sdf", [finding(None, line=0, column=0, hint=None, message="m")]))
    assert text == "::error file=a.sdf,title=BP107 not-allowed::m\n"


def test_sarif_log() -> None:
    other = Related("the link is here", "r.urdf", 2, 2)
    text = rendered("sarif", ("r.urdf", [finding("r.urdf", related=(other,)), finding("r.urdf", line=0)]), version="1")
    log = json.loads(text)
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("bodyplan", "1")
    assert [rule["id"] for rule in driver["rules"]] == ["BP107"]
    assert driver["rules"][0]["name"] == "NotAllowed"
    first, second = run["results"]
    here = {"uri": "r.urdf", "uriBaseId": "%SRCROOT%", "index": 0}
    assert list(first.pop("partialFingerprints")) == ["bodyplanFinding/v1"]
    assert first == {
        "ruleId": "BP107",
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": "joint/@type is 'spin', which is not one of its values; did you mean 'fixed'?"},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": here, "region": {"startLine": 3, "startColumn": 19}},
                "logicalLocations": [
                    {"fullyQualifiedName": '/robot[@name="r"]/joint[@name="j"]/@type', "kind": "attribute"}
                ],
            }
        ],
        "relatedLocations": [
            {
                "id": 1,
                "physicalLocation": {"artifactLocation": here, "region": {"startLine": 2, "startColumn": 2}},
                "message": {"text": "the link is here"},
            }
        ],
    }
    assert "region" not in second["locations"][0]["physicalLocation"]


def test_sarif_of_no_finding_still_has_a_run_with_results() -> None:
    (run,) = json.loads(rendered("sarif", ("r.urdf", [])))["runs"]
    assert run["results"] == []
    assert run["tool"]["driver"]["name"] == "bodyplan"


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("a b/r#1.urdf", "a%20b/r%231.urdf"),
        ("/tmp/a b.urdf", "file:///tmp/a%20b.urdf"),
        ("odd\udcff.urdf", "odd%FF.urdf"),
    ],
)
def test_sarif_files_are_uris(file: str, uri: str) -> None:
    (run,) = json.loads(rendered("sarif", (file, [finding(file)])))["runs"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_every_format_shows_every_finding(file: str) -> None:
    for name in RENDERERS:
        text = rendered(name, (file, [finding(file), finding(file, line=2, column=2, code="BP204")]))
        assert text.count("BP107") >= 1
        assert text.count("BP204") >= 1


def test_unknown_format_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(KeyError):
        renderer("morse", SourceLines())
