"""The pages of the rules, and whether the committed ones are what the registry gives."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from bodyplan.codegen.rule_pages import FAMILIES, differences, file_name, index, write
from bodyplan.diagnostics.explanations.page import page_of
from bodyplan.diagnostics.registry import all_rules, format_template
from bodyplan.diagnostics.rule import Rule

FOLDER = Path(__file__).parents[3] / "docs" / "rules"

CYCLE = Rule(
    "BP399",
    "pose-cycle",
    "warning",
    "pose of {frame!r} is relative to itself",
    "pose.sdf: pose/@relative_to",
    "place {frame!r} relative to another frame",
)


def test_page_says_everything_that_a_rule_says() -> None:
    assert page_of(CYCLE).markdown == (
        "# BP399: pose-cycle\n"
        "\n"
        "## What it checks\n"
        "\n"
        "`pose of ‹frame› is relative to itself`\n"
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
    )


def test_index_lists_rules_by_family() -> None:
    text = index([CYCLE])
    assert "## BP3: Poses and frames" in text
    assert "| [BP399](BP399-pose-cycle.md) | pose-cycle | warning | `pose of ‹frame› is relative to itself` |" in text


def test_fields_of_templates_become_words() -> None:
    assert format_template("{what} is {text!r:>3}, not {{that}}") == "‹what› is ‹text›, not {that}"


def test_committed_pages_are_those_of_the_registry() -> None:
    found = differences(FOLDER)
    assert not found, f"docs/rules is out of date; run `nox -s generate`\n{found}"


@pytest.mark.slow
def test_writing_renews_adds_and_removes_pages(tmp_path: Path) -> None:
    names = write(tmp_path)
    assert "README.md" in names
    assert len(names) == len(all_rules()) + 1
    (tmp_path / "README.md").write_text("old", encoding="utf-8")
    (tmp_path / "BP999-gone.md").write_text("old", encoding="utf-8")
    assert "-old" in differences(tmp_path)
    assert write(tmp_path) == ["BP999-gone.md", "README.md"]
    assert differences(tmp_path) == ""
    assert write(tmp_path) == []


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: file_name(rule)[:-3])
def test_every_rule_has_a_family_and_readable_templates(rule: Rule) -> None:
    assert rule.code[:3] in FAMILIES
    assert rule.name == rule.name.lower()
    fields = {name for _, name, _, _ in string.Formatter().parse(rule.message) if name}
    assert all(name.isidentifier() for name in fields)


def test_names_of_rules_are_unique() -> None:
    names = [rule.name for rule in all_rules().values()]
    assert len(names) == len(set(names))
