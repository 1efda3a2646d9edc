"""The pages of the rules, and whether the committed ones are what the registry gives."""

from __future__ import annotations

import difflib
import string
from pathlib import Path

import pytest
from bodyplan.codegen.rule_pages import FAMILIES, file_name, index, page, pages
from bodyplan.runtime.diagnostics.render.catalogue import all_rules, worded
from bodyplan.runtime.diagnostics.rule import Rule

FOLDER = Path(__file__).parents[3] / "docs" / "rules"
REMEDY = "run `nox -s generate`"

CYCLE = Rule(
    "BP301",
    "pose-cycle",
    "warning",
    "pose of {frame!r} is relative to itself",
    "pose.sdf: pose/@relative_to",
    "place {frame!r} relative to another frame",
)


def test_page_says_everything_that_a_rule_says() -> None:
    assert page(CYCLE) == (
        "# BP301: pose-cycle\n"
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
    assert "| [BP301](BP301-pose-cycle.md) | pose-cycle | warning | `pose of ‹frame› is relative to itself` |" in text


def test_fields_of_templates_become_words() -> None:
    assert worded("{what} is {text!r:>3}, not {{that}}") == "‹what› is ‹text›, not {that}"


def test_committed_pages_are_those_of_the_registry() -> None:
    expected = pages(all_rules().values())
    committed = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert sorted(committed) == sorted(expected), f"docs/rules has other files than there are rules; {REMEDY}"
    for name, text in expected.items():
        if committed[name] != text:
            diff = difflib.unified_diff(committed[name].splitlines(), text.splitlines(), "committed", "registry")
            pytest.fail(f"docs/rules/{name} is out of date; {REMEDY}\n" + "\n".join(diff))


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: file_name(rule)[:-3])
def test_every_rule_has_a_family_and_readable_templates(rule: Rule) -> None:
    assert rule.code[:3] in FAMILIES
    assert rule.name == rule.name.lower()
    fields = {name for _, name, _, _ in string.Formatter().parse(rule.message) if name}
    assert all(name.isidentifier() for name in fields)


def test_names_of_rules_are_unique() -> None:
    names = [rule.name for rule in all_rules().values()]
    assert len(names) == len(set(names))
