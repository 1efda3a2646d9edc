"""The places where a program could be wrong: small changes to its source, one at a time."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOMS = ("diagnostics", "runtime", "semantics", "codegen")
COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not",
    ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
WRITTEN = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
COMPUTED = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*", ast.BitOr: "&",
    ast.BitAnd: "|", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip


class Mutant(NamedTuple):
    """One change: the text between two offsets (bytes) of a file becomes another."""

    file: str
    line: int
    start: int
    end: int
    text: str
    function: str = ""
    """The name of the function or class around it, after those of what is around that."""
    before: str = ""
    """The lines that it changes, on one line."""
    after: str = ""
    turn: int = 0
    """Which one it is of those that are otherwise the same."""

    @property
    def kind(self) -> tuple[str, str, str, str]:
        """Tells it wherever in the file its function stands."""
        return self.file, self.function, self.before, self.after

    @property
    def name(self) -> str:
        """Tells it from all others of the same sources."""
        return f"{' | '.join(self.kind)} | {self.turn}"

    def applied(self, root: Path) -> bytes:
        """The file with the change."""
        data = (root / self.file).read_bytes()
        return data[: self.start] + self.text.encode() + data[self.end :]


def mutants(root: Path, rooms: tuple[str, ...] = ROOMS) -> list[Mutant]:
    """Every mutant of the rooms' files, in the order of the sources."""
    files = (path for room in rooms for path in sorted((root / room).rglob("*.py")))
    return [
        mutant for path in files for mutant in mutants_of(path.read_text(encoding="utf-8"), str(path.relative_to(root)))
    ]


def mutants_of(source: str, file: str) -> Iterator[Mutant]:
    """Every mutant of a source."""
    data = source.encode()
    starts = [0]
    for row in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    turns: Counter[tuple[str, str, str, str]] = Counter()

    def ends(node: ast.AST) -> tuple[int, int]:
        start = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        return start, starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def text(node: ast.AST) -> str:
        return data[slice(*ends(node))].decode()

    def instead(node: ast.AST, text: str, function: str) -> Mutant:
        first, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]
        start, end = ends(node)
        before = data[starts[first - 1] : starts[last]]
        after = data[starts[first - 1] : start] + text.encode() + data[end : starts[last]]
        words = (" ".join(each.decode().split()) for each in (before, after))
        mutant = Mutant(file, first, start, end, text, function, *words)
        turns[mutant.kind] += 1
        return mutant._replace(turn=turns[mutant.kind])

    tree = ast.parse(source)
    functions = sorted(_functions(tree), key=lambda each: each[0].start)  # outer ones come before inner ones
    for node in running(tree):
        for changed, mistake in _changes(node, text):
            around = [name for lines, name in functions if changed.lineno in lines]  # type: ignore[attr-defined]
            yield instead(changed, mistake, around[-1] if around else "")


def _functions(node: ast.AST, before: str = "") -> Iterator[tuple[range, str]]:
    for each in ast.iter_child_nodes(node):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield range(each.lineno, (each.end_lineno or 0) + 1), before + each.name
            yield from _functions(each, f"{before}{each.name}.")
        else:
            yield from _functions(each, before)


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that decide what a program does: no annotations, no documentation, nothing for type checkers
    alone, or for who runs the file by its name."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or _is_for_readers(node):
                continue
            yield node
            yield from running(node)


def _is_for_readers(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        named = node.test.left if isinstance(node.test, ast.Compare) else node.test
        return isinstance(named, ast.Name) and named.id in ("TYPE_CHECKING", "__name__")
    if isinstance(node, (ast.Assert, ast.Raise)):
        return True  # what cannot happen, and the words of errors
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST, text: Callable[[ast.AST], str]) -> Iterator[tuple[ast.AST, str]]:
    """Nodes with the texts to put in their places."""
    if isinstance(node, ast.Compare):
        yield from ((node, changed) for changed in _comparisons(node, text))
    elif isinstance(node, ast.BoolOp):
        other = " or " if isinstance(node.op, ast.And) else " and "
        yield node, "(" + other.join(f"({text(part)})" for part in node.values) + ")"
    elif (
        isinstance(node, ast.BinOp) and type(node.op) in COMPUTED and not (_is_text(node.left) or _is_text(node.right))
    ):
        yield node, f"(({text(node.left)}) {COMPUTED[type(node.op)]} ({text(node.right)}))"
    elif isinstance(node, ast.AugAssign) and type(node.op) in COMPUTED:
        yield node, f"{text(node.target)} {COMPUTED[type(node.op)]}= {text(node.value)}"
    elif isinstance(node, ast.comprehension):
        yield from ((test, f"(not ({text(test)}))") for test in node.ifs)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield node, f"({text(node.operand)})"
    elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
        yield node.test, f"(not ({text(node.test)}))"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield node, str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        yield node, f"({text(node)} + 1)"
    elif isinstance(node, ast.Return) and node.value is not None and not _is_no(node.value):
        yield node, "return None"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield node, "pass"
    elif isinstance(node, (ast.Break, ast.Continue)):
        yield node, "break" if isinstance(node, ast.Continue) else "pass"


def _comparisons(node: ast.Compare, text: Callable[[ast.AST], str]) -> Iterator[str]:
    """The comparison with each of its operators replaced, one at a time."""
    for changed, operator in enumerate(node.ops):
        if type(operator) in COMPARED:
            parts = [text(node.left)]
            for at, (each, value) in enumerate(zip(node.ops, node.comparators)):
                parts += [COMPARED[type(each)] if at == changed else WRITTEN[type(each)], text(value)]
            yield f"({' '.join(parts)})"


def _is_no(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def _is_text(node: ast.AST) -> bool:
    """Whether it is text, which no other operator takes."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
