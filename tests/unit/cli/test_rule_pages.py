"""The pages of the rules, and whether the committed ones are what the registry gives."""

from __future__ import annotations

import re
import string
from dataclasses import replace
from pathlib import Path

import pytest
from bodyplan.codegen.errors import SchemaError
from bodyplan.codegen.rule_pages import FAMILIES, differences, file_name, index, render, write
from bodyplan.codegen.rule_registry import RETIRED, read_rule_files
from bodyplan.diagnostics import rules
from bodyplan.diagnostics.explanations.loader import Explanation
from bodyplan.diagnostics.explanations.page import format_template, page_of
from bodyplan.diagnostics.registry import REGISTRY
from bodyplan.diagnostics.rule import Rule

CYCLE = Rule(
    code="BP399",
    name="pose-cycle",
    severity="warning",
    strict="error",
    message="pose of {frame!r} is relative to itself",
    hint="place {frame!r} relative to another frame",
)
EXPLANATION = Explanation(
    why="No frame of a cycle\nhas a place.",
    since="0.2",
    spec="pose.sdf: pose/@relative_to",
    checks=("frames.graph.build",),
)
FILE = """\
severity = "warning"
message = "{what!r} is no pose"
spec = "bodyplan"
checks = []
since = "0.2"
why = "It matters."
"""


def test_page_says_everything_that_a_rule_says() -> None:
    assert page_of(CYCLE, EXPLANATION).markdown == (
        "# BP399: pose-cycle\n"
        "\n"
        "## What it checks\n"
        "\n"
        "`pose of ‹frame› is relative to itself`\n"
        "\n"
        "## Why it matters\n"
        "\n"
        "No frame of a cycle has a place.\n"
        "\n"
        "## Severity\n"
        "\n"
        "Warning; error in strict mode.\n"
        "\n"
        "## Where the spec says so\n"
        "\n"
        "pose.sdf: pose/@relative_to\n"
        "\n"
        "## Hint\n"
        "\n"
        "`place ‹frame› relative to another frame`\n"
        "\n"
        "## Since\n"
        "\n"
        "bodyplan 0.2\n"
    )


def test_a_rule_that_an_option_asks_for_says_so() -> None:
    asked_for = replace(CYCLE, group="plausible")
    assert "Only with `--plausible`" in page_of(asked_for, EXPLANATION).text
    assert "| pose-cycle | warning, with `--plausible` |" in index([asked_for])


def test_index_lists_rules_by_family() -> None:
    text = index([CYCLE])
    assert "## BP3: Poses and frames" in text
    assert "| [BP399](BP399-pose-cycle.md) | pose-cycle | warning | `pose of ‹frame› is relative to itself` |" in text


def test_fields_of_templates_become_words() -> None:
    assert format_template("{what} is {text!r:>3}, not {{that}}") == "‹what› is ‹text›, not {that}"


def test_what_is_committed_is_made_of_the_files_of_rules(checkout: Path) -> None:
    found = differences(render(checkout), checkout)
    assert not found, f"diagnostics or docs/rules are out of date; run `nox -s generate`\n{found}"


@pytest.mark.slow
def test_writing_renews_adds_and_removes_pages(checkout: Path, tmp_path: Path) -> None:
    files, pages = render(checkout), tmp_path / "docs" / "rules"
    names = write(files, tmp_path)
    assert {"diagnostics/registry.tsv", "diagnostics/rules/__init__.py", "docs/rules/README.md"} <= {*names}
    assert len(names) == len(REGISTRY) + 3
    (pages / "README.md").write_text("old", encoding="utf-8")
    (pages / "BP999-gone.md").write_text("old", encoding="utf-8")
    assert "-old" in differences(files, tmp_path)
    assert write(files, tmp_path) == ["docs/rules/BP999-gone.md", "docs/rules/README.md"]
    assert differences(files, tmp_path) == ""
    assert write(files, tmp_path) == []


def test_registry_and_constants_hold_each_rule(checkout: Path) -> None:
    files = read_rule_files(checkout / "diagnostics" / "rules")
    assert {each.rule.code: each.rule for each in files} == REGISTRY
    assert [getattr(rules, each.constant) for each in files] == list(REGISTRY.values())


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("BP108-new-words.toml", FILE, "BP108 is retired"),
        ("BP399_new.toml", FILE, "the file of a rule is called by its code and name"),
        ("BP399-other-pose.toml", FILE, "BP399 is taken by BP399-new-pose.toml"),
        ("BP400-new-pose.toml", FILE, "new-pose is taken by BP399-new-pose.toml"),
        ("BP400-other.toml", f'constant = "NEW_POSE"\n{FILE}', "NEW_POSE is taken by BP399-new-pose.toml"),
        ("BP400-other.toml", f"{FILE}color = 1\n", "unexpected keyword argument 'color'"),
        ("BP400-other.toml", FILE.replace("message", "#"), "KeyError: 'message'"),
        ("BP400-other.toml", f'group = "physics"\n{FILE}', "physics has to be one of"),
        ("BP400-other.toml", f'words = "nonsense"\n{FILE}', "has no attribute 'nonsense'"),
        ("BP400-other.toml", f"{FILE}[targets]\ntoaster = 'burns it'\n", "KeyError: 'toaster'"),
    ],
)
def test_faulty_files_of_rules_are_refused(name: str, text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "BP399-new-pose.toml").write_text(FILE, encoding="utf-8")
    assert [each.constant for each in read_rule_files(tmp_path)] == ["NEW_POSE"]
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(SchemaError, match=re.escape(said)) as caught:
        read_rule_files(tmp_path)
    assert caught.value.file == str(tmp_path / name)


def test_retired_codes_are_no_rules() -> None:
    assert len(RETIRED) == 18
    assert RETIRED.isdisjoint(REGISTRY)


@pytest.mark.parametrize("rule", REGISTRY.values(), ids=lambda rule: file_name(rule)[:-3])
def test_every_rule_has_a_family_and_readable_templates(rule: Rule) -> None:
    assert rule.code[:3] in FAMILIES
    assert rule.name == rule.name.lower()
    fields = {name for _, name, _, _ in string.Formatter().parse(rule.message) if name}
    assert all(name.isidentifier() for name in fields)


def test_names_of_rules_are_unique() -> None:
    names = [rule.name for rule in REGISTRY.values()]
    assert len(names) == len(set(names))
