"""Every rule is reported somewhere, and its file says where: in which functions, or by which tables of checks.

``pytest tests/test_rule_checks.py --update`` writes where that is into the files of the rules, and fails.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bodyplan.codegen.rule_registry import read_rule_files

ROOMS = ("diagnostics", "runtime", "semantics", "cli")


def find_checks(checkout: Path) -> dict[str, list[str]]:
    """Dotted names of the functions and tables that name each constant of ``diagnostics.rules``."""
    found: dict[str, set[str]] = {}
    for room in ROOMS:
        for file in (checkout / room).rglob("*.py"):
            module = ".".join(file.relative_to(checkout).with_suffix("").parts)
            for constant, owner in _mentions(ast.parse(file.read_text(encoding="utf-8")), module):
                found.setdefault(constant, set()).add(owner)
    return {constant: sorted(owners) for constant, owners in found.items()}


def _mentions(tree: ast.Module, module: str) -> Iterator[tuple[str, str]]:
    """Constants, and what names each, but to compare with it or to ask for its code or name."""
    modules: set[str] = set()
    constants: dict[str, str] = {}
    compared: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and re.search(r"(^|\.)(diagnostics|rules)$", node.module or ""):
            for name in node.names:
                if name.name == "rules":
                    modules.add(name.asname or name.name)
                elif name.name.isupper():
                    constants[name.asname or name.name] = name.name
        elif isinstance(node, (ast.Attribute, ast.Compare)):
            compared |= {*ast.iter_child_nodes(node)}
    for part, owner in _parts(tree, module):
        for node in ast.walk(part):
            if node in compared:
                continue
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
                yield node.attr, owner
            elif isinstance(node, ast.Name) and node.id in constants:
                yield constants[node.id], owner


def _parts(node: ast.Module | ast.ClassDef, owner: str) -> Iterator[tuple[ast.AST, str]]:
    """Functions, methods and tables of a module, and their dotted names."""
    for part in node.body:
        if isinstance(part, ast.ClassDef):
            yield from _parts(part, f"{owner}.{part.name}")
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield part, f"{owner}.{part.name}"
        elif isinstance(part, (ast.Assign, ast.AnnAssign)):
            target = part.targets[0] if isinstance(part, ast.Assign) else part.target
            yield part, f"{owner}.{target.id}" if isinstance(target, ast.Name) else owner
        elif not isinstance(part, (ast.Import, ast.ImportFrom)):
            yield part, owner


def test_files_of_rules_say_where_their_checks_are(checkout: Path, request: pytest.FixtureRequest) -> None:
    folder = checkout / "diagnostics" / "rules"
    found, wrong = find_checks(checkout), []
    for each in read_rule_files(folder):
        there = found.pop(each.constant, [])
        file = folder / f"{each.rule.code}-{each.rule.name}.toml"
        if not there:
            wrong.append(f"{file.name}: {each.constant} is reported nowhere")
        elif list(each.explanation.checks) != there:
            wrong.append(f"{file.name}: {each.constant} is reported by {', '.join(there)}; run this test with --update")
            if request.config.getoption("--update"):
                text = file.read_text(encoding="utf-8")
                line = f"checks = {json.dumps(there)}"
                file.write_text(re.sub(r"^checks = .*$", line, text, count=1, flags=re.MULTILINE), encoding="utf-8")
    assert found == {}
    assert not wrong, "\n".join(wrong)


def test_what_compares_with_a_rule_is_no_check() -> None:
    text = """
from ..diagnostics import rules
from ..diagnostics.rules import LOST as GONE
TABLE = {"a": rules.LOOP}
def check(sink, found):
    sink.report(GONE)
class Pass:
    def run(self):
        return [each for each in self.found if each.code == rules.LIMIT.code or each.rule is rules.OTHER]
    def report(self):
        self.sink.report(rules.LIMIT)
"""
    assert [*_mentions(ast.parse(text), "m")] == [("LOOP", "m.TABLE"), ("LOST", "m.check"), ("LIMIT", "m.Pass.report")]
