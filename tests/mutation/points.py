"""The places where a program could be wrong: small changes to its source, one at a time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOMS = ("diagnostics", "runtime", "semantics", "codegen")
COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not",
    ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
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

    @property
    def name(self) -> str:
        """Tells it from all others of the same sources."""
        return f"{self.file}:{self.line} {self.start}-{self.end} {self.text!r}"

    def described(self, root: Path) -> tuple[str, str, str]:
        """Its file, and its lines before and after: tells it wherever in the file they stand."""
        data = (root / self.file).read_bytes()
        begin = data.rfind(b"\n", 0, self.start) + 1
        end = (data + b"\n").index(b"\n", self.end)
        before, after = data[begin:end], data[begin : self.start] + self.text.encode() + data[self.end : end]
        return self.file, " ".join(before.decode().split()), " ".join(after.decode().split())

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
    starts = [0]
    for row in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(row))

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + column

    def instead(node: ast.AST, text: str) -> Mutant:
        begin = offset(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        end = offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
        return Mutant(file, node.lineno, begin, end, text)  # type: ignore[attr-defined]

    for node in running(ast.parse(source)):
        for changed, text in _changes(node, source):
            yield instead(changed, text)


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that decide what a program does: no annotations, no documentation, nothing for type checkers alone."""
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
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, (ast.Assert, ast.Raise)):
        return True  # what cannot happen, and the words of errors
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST, source: str) -> Iterator[tuple[ast.AST, str]]:
    """Nodes with the texts to put in their places."""

    def text(part: ast.AST) -> str:
        return ast.get_source_segment(source, part) or ""

    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
        yield node, f"({text(node.left)} {COMPARED[type(node.ops[0])]} {text(node.comparators[0])})"
    elif isinstance(node, ast.BoolOp):
        other = " or " if isinstance(node.op, ast.And) else " and "
        yield node, "(" + other.join(f"({text(part)})" for part in node.values) + ")"
    elif isinstance(node, ast.BinOp) and type(node.op) in COMPUTED:
        yield node, f"(({text(node.left)}) {COMPUTED[type(node.op)]} ({text(node.right)}))"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield node, f"({text(node.operand)})"
    elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
        yield node.test, f"(not ({text(node.test)}))"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield node, str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        yield node, f"({text(node)} + 1)"
    elif isinstance(node, ast.Return) and node.value is not None and not _is_nothing(node.value):
        yield node, "return None"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield node, "pass"
    elif isinstance(node, (ast.Break, ast.Continue)):
        yield node, "break" if isinstance(node, ast.Continue) else "pass"


def _is_nothing(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
