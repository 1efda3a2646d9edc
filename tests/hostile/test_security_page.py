"""SECURITY.md: each statement has tests that are there and are run, and every hostile way tries to make one untrue."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.hostile.ways import WAYS

ROW = re.compile(r"^\| ([A-Z]\d) \| (.+?) \| (.+?) \|$", re.MULTILINE)
TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")


@pytest.fixture(scope="module")
def statements(checkout: Path) -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """The statements by their names, each with the tests in its row."""
    text = (checkout / "SECURITY.md").read_text(encoding="utf-8")
    return {name: (statement, TEST.findall(tests)) for name, statement, tests in ROW.findall(text)}


@cache
def functions_in(file: Path) -> dict[str, list[str]]:
    """The functions that pytest collects from a file, with their decorators."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {
        node.name: [ast.unparse(each) for each in node.decorator_list]
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_each_statement_names_tests_that_are_run(
    statements: dict[str, tuple[str, list[tuple[str, str]]]], checkout: Path
) -> None:
    assert len(statements) >= 17
    wrong = []
    for name, (statement, tests) in statements.items():
        assert statement.endswith("."), name
        if not tests:
            wrong.append(f"{name} names no test")
        for file, test in tests:
            path = checkout / "tests" / file
            found = functions_in(path).get(test) if path.is_file() else None
            if found is None:
                wrong.append(f"{name}: there is no test {file}::{test}")
            elif any(("skip" in each and "skipif" not in each) or "xfail" in each for each in found):
                wrong.append(f"{name}: {file}::{test} is not run")
    assert wrong == []


def test_every_way_is_about_statements_and_every_statement_that_is_tried_has_ways(
    statements: dict[str, tuple[str, list[tuple[str, str]]]],
) -> None:
    claimed = {claim for way in WAYS for claim in way.claims}
    assert sorted(claimed - statements.keys()) == []
    assert [way.name for way in WAYS if not way.claims] == []
    tried = {name for name, (_, tests) in statements.items() if any(file.startswith("hostile/") for file, _ in tests)}
    # that nothing is connected, and nothing kept is believed, is tried by all ways and by a test of its own
    assert sorted(tried - claimed - {"N1"}) == []
    assert len({way.name for way in WAYS}) == len(WAYS)
