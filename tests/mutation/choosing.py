"""The tests that are asked about a mutant: those that run its line, first the ones that know its module or are quick."""

from __future__ import annotations

import ast
import json
import os
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from .points import ROOMS, Mutant, running

SECONDS = 6.0
"""What the tests of one mutant may take of the processor, as they took while they were recorded."""
ENOUGH = 40
"""Where fewer tests run a line, others that run its file are asked too: what is kept in a cache runs in the first only."""

FEW = 3
"""How many times a test is asked with other parameters before all others have been asked."""


class Choice:
    """Which tests to ask about a line."""

    def __init__(self, root: Path, state: Path) -> None:
        from coverage import CoverageData

        self._root = root
        told = json.loads((state / "tests.json").read_text(encoding="utf-8"))
        self._seconds: dict[str, float] = told["seconds"]
        self._users: dict[str, list[str]] = told["users"]
        self._recorded = CoverageData(str(state / "coverage.sqlite"))
        self._recorded.read()
        self._measured = {
            os.path.relpath(os.path.realpath(root / file), root): file for file in self._recorded.measured_files()
        }
        self._read: dict[str, dict[int, set[str]]] = {}
        self._at_import: dict[str, set[int]] = {}
        self._trees: dict[str, ast.Module] = {}
        self._of_files: dict[Path, list[str]] = {}
        for test in self._seconds:
            self._of_files.setdefault(root / test.partition("::")[0], []).append(test)
        self._sources = {
            path.relative_to(root).as_posix(): path.read_text(encoding="utf-8").splitlines()
            for room in ROOMS
            for path in (root / room).rglob("*.py")
        }

    def runs_at_import(self, mutant: Mutant) -> bool:
        """Whether its line has run before the first test."""
        return mutant.line in self._lines(mutant.file) and mutant.line in self._at_import[mutant.file]

    def unrun(self) -> list[str]:
        """The statements that neither a test nor an import runs, as ``file:line text``."""
        return [
            f"{file}:{line} {texts[line - 1].strip()}"
            for file, texts in self._sources.items()
            for line in sorted(_statements("\n".join(texts)) - set(self._lines(file)))
        ]

    def tests(self, mutant: Mutant) -> dict[str, float]:
        """The tests to ask, as pytest names them, with the seconds that they take; none where nothing runs the line."""
        lines = self._lines(mutant.file)
        if mutant.line not in lines:
            return {}
        around = Counter(test for line in self._function(mutant) for test in lines.get(line, ()))
        nearest = self._in_order({test: around[test] for test in lines[mutant.line]})
        module = mutant.file.removesuffix(".py").replace("/", ".")
        # files that import the module come first, in the same order otherwise
        nearest.sort(key=lambda test: module not in _text(self._root / test.partition("::")[0]))
        if self.runs_at_import(mutant):  # tests may use what was made then without running the line
            nearest += self._in_order(dict.fromkeys(self._of_names(mutant) - set(nearest), 1))
        if len(nearest) < ENOUGH:
            of_file = Counter(test for others in lines.values() for test in others)
            for test in nearest:
                del of_file[test]
            nearest += self._in_order(of_file)
        chosen: dict[str, float] = {}
        left = SECONDS
        for test in nearest:
            if self._seconds[test] <= left or not chosen:
                left -= self._seconds[test]
                chosen[test] = self._seconds[test]
        return chosen

    def _lines(self, file: str) -> dict[int, set[str]]:
        """The tests that run each line of a file."""
        if file not in self._read:
            lines = self._read[file] = {}
            self._at_import[file] = set()
            if (measured := self._measured.get(file)) is not None:
                for line, contexts in self._recorded.contexts_by_lineno(measured).items():
                    if "" in contexts:
                        self._at_import[file].add(line)
                    tests = {test for context in contexts if context for test in self._users.get(context, [context])}
                    lines[line] = tests & self._seconds.keys()
        return self._read[file]

    def _function(self, mutant: Mutant) -> range:
        """The lines of the innermost function around it, or its own."""
        found = range(mutant.line, mutant.line + 1)
        for node in ast.walk(self._tree(mutant.file)):  # outer ones come before inner ones
            if isinstance(node, ast.FunctionDef) and node.lineno <= mutant.line <= (node.end_lineno or 0):
                found = range(node.lineno, (node.end_lineno or 0) + 1)
        return found

    def _tree(self, file: str) -> ast.Module:
        if file not in self._trees:
            self._trees[file] = ast.parse("\n".join(self._sources[file]))
        return self._trees[file]

    def _in_order(self, tests: Mapping[str, int]) -> list[str]:
        """Tests with how many lines of interest each runs: first those that take least for a line, a few of each function."""
        costs = {test: self._seconds[test] / lines for test, lines in tests.items()}
        turns: Counter[str] = Counter()
        places = {}
        for test in sorted(tests, key=lambda test: (costs[test], test)):
            function = test.partition("[")[0]
            places[test] = (turns[function] // FEW, costs[test])
            turns[function] += 1
        return sorted(tests, key=lambda test: (places[test], test))

    def _of_names(self, mutant: Mutant) -> set[str]:
        """The tests that run a line which speaks of what the mutant's statement defines."""
        tree = self._tree(mutant.file)
        names = {
            name
            for statement in tree.body
            if statement.lineno <= mutant.line <= (statement.end_lineno or 0)
            for name in _defined(statement, mutant.line)
        }
        if not names:
            return set()
        word = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(names))) + r")\b")
        speaking = {
            test
            for file, texts in self._sources.items()
            for line, text in enumerate(texts, 1)
            if word.search(text)
            for test in self._lines(file).get(line, ())
        }
        return speaking.union(*(tests for file, tests in self._of_files.items() if word.search(_text(file))))


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _statements(source: str) -> set[int]:
    """The first lines of the statements that do something: of a function that is one with its signature."""
    return {
        node.lineno
        for node in running(ast.parse(source))
        if isinstance(node, ast.stmt) and not isinstance(node, (ast.Pass, ast.Global, ast.Nonlocal))
    }


def _defined(statement: ast.stmt, line: int) -> set[str]:
    """The names that a statement at the top of a file or a class gives something; of a class, the part at a line."""
    if isinstance(statement, ast.ClassDef):
        parts = [part for part in statement.body if part.lineno <= line <= (part.end_lineno or 0)]
        return {statement.name}.union(*(_defined(part, line) for part in parts))
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return {statement.name}
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
