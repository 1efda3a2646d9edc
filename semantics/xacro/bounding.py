"""Expressions of xacro that cannot take for ever, fill the memory, or reach what xacro hides from them."""

from __future__ import annotations

import ast
import builtins
import math
import operator
import re
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import lru_cache
from typing import Any

from .recording import Recorder, TooMuch

MOST_BITS = 1 << 20
"""Of a whole number."""
MOST_OF_ONE = 1_000_000
"""Characters or items of one value."""
MOST_FACTORIAL = 5_000

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.Mod: operator.mod,
}
_NUMBERED = tuple(_OPERATORS)
_HIDDEN = frozenset({"f_back", "f_builtins", "f_code", "f_globals", "f_locals", "tb_frame", "tb_next"})
_HIDDEN_START = ("__", "gi_", "cr_", "ag_", "func_", "co_")
_PADDING = frozenset({"ljust", "rjust", "center", "zfill", "expandtabs"})
_LONG_NUMBER = re.compile(r"\d{6,}|\*|\{[^{}]*:[^{}]*\{")
_CONTAINERS = (list, tuple, dict, set, frozenset)
_HARMLESS = (
    "abs all any bool chr complex dict divmod enumerate filter float frozenset hash hex int isinstance issubclass len "
    "list map max min oct ord range repr reversed round set slice sorted str sum tuple zip"
)
BUILTINS = {name: getattr(builtins, name) for name in _HARMLESS.split()}
"""What ``$(eval …)`` may call besides its own functions: nothing that reaches out of the document."""

CALL, OPERATE, TURN, KEEP, SHOW = (f"__bodyplan_{name}" for name in ("call", "operate", "turn", "keep", "show"))
"""What expressions call in the place of what they say; names that no document can use."""


class Forbidden(Exception):
    """An expression uses a name that is hidden from it."""


@lru_cache(maxsize=4096)
def compiled(expression: str) -> Any:
    """The code of an expression, which counts what it does.

    Raises:
        SyntaxError: it is none.
        Forbidden: it uses a name that leads out of the sandbox.
        TooMuch: it is nested too deeply.
    """
    try:
        tree = ast.parse(expression, "<expression>", "eval")
        for node in ast.walk(tree):
            for name in (getattr(node, "attr", None), getattr(node, "id", None), getattr(node, "arg", None)):
                if isinstance(name, str) and (name.startswith(_HIDDEN_START) or name in _HIDDEN):
                    raise Forbidden(name)
        return compile(ast.fix_missing_locations(_Counting().visit(tree)), "<expression>", "eval")
    except (RecursionError, MemoryError):
        raise TooMuch("levels of an expression") from None
    except ValueError as error:  # a null character
        raise SyntaxError(str(error)) from None


class _Counting(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, _NUMBERED):
            return node
        return _called(OPERATE, ast.Constant(_NUMBERED.index(type(node.op))), node.left, node.right)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        return ast.Call(ast.Name(CALL, ast.Load()), [node.func, *node.args], node.keywords)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = _called(TURN, node.iter)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        node.left = _kept(node.left)
        node.comparators = [_kept(each) for each in node.comparators]
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        node.value = _kept(node.value)
        if node.format_spec is not None:
            # the width that a value is to have is as long as the text becomes
            node.value = _called(SHOW, node.value, deepcopy(node.format_spec))
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)):
            is_read = isinstance(getattr(node, "ctx", None) or ast.Load(), ast.Load)
            return _kept(node) if is_read else node
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return _kept(node)
        return node


def _kept(node: ast.expr) -> ast.expr:
    return node if isinstance(node, ast.Constant) else _called(KEEP, node)


def _called(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


class Bounds:
    """Counts what the expressions of one document do.

    Args:
        recorder: is told.
    """

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.names: dict[str, Any] = {
            CALL: self.call,
            OPERATE: self.operate,
            TURN: self.turns,
            KEEP: self.keep,
            SHOW: self.show,
        }
        """What stands behind the names that expressions call."""

    def evaluate(self, expression: str, globals: Any, locals: Any = None) -> Any:
        """The value of an expression, as ``eval`` has it."""
        found = compiled(expression.strip())
        return eval(found, globals, locals)

    def keep(self, value: Any) -> Any:
        """A value, once its size is counted."""
        if isinstance(value, (str, bytes)):
            self._recorder.spend_cells(len(value))
        elif isinstance(value, _CONTAINERS):
            self._recorder.spend_cells(_size(value))
        return value

    def turns(self, values: Iterable[Any]) -> Iterator[Any]:
        """Values one after the other, each of which is counted."""
        for value in values:
            self._recorder.spend(1)
            yield value

    def show(self, value: Any, layout: str) -> Any:
        """A value that is to be laid out in some way."""
        self._limit_format(layout, ())
        return value

    def operate(self, number: int, left: Any, right: Any) -> Any:
        """The value of an operator; see ``_OPERATORS``."""
        kind = _NUMBERED[number]
        if isinstance(left, int) and isinstance(right, int):
            _limit_number(kind, left, right)
        elif kind is ast.Mult:
            sized, count = (left, right) if isinstance(right, int) else (right, left)
            if isinstance(count, int) and hasattr(sized, "__len__"):
                _limit(_size(sized) * max(count, 0))
        elif kind is ast.Mod and isinstance(left, (str, bytes)):
            self.keep(right)
            self._limit_format(str(left), right if isinstance(right, tuple) else (right,))
        return self.keep(_OPERATORS[kind](left, right))

    def call(self, function: Any, /, *arguments: Any, **keywords: Any) -> Any:
        """What a call answers."""
        self._recorder.spend(1)
        given = (*arguments, *keywords.values())
        for each in given:
            if isinstance(each, _CONTAINERS):
                self.keep(each)
        name, owner = getattr(function, "__name__", ""), getattr(function, "__self__", None)
        if function in (math.factorial, math.comb, math.perm) and any(_exceeds(each, MOST_FACTORIAL) for each in given):
            raise TooMuch("digits of a number")
        if function is range:
            made = range(*arguments)
            _limit(len(made))
            self._recorder.spend(len(made))
            return made
        if isinstance(function, type(str.join)) and arguments and isinstance(arguments[0], str):
            owner, given = arguments[0], given[1:]
        if isinstance(owner, (str, bytes)):
            self._limit_method(name, owner, given)
        return self.keep(function(*arguments, **keywords))

    def _limit_method(self, name: str, owner: Any, given: tuple[Any, ...]) -> None:
        if name in _PADDING and any(_exceeds(each, MOST_OF_ONE) for each in given):
            raise TooMuch(f"{MOST_OF_ONE} characters")
        if name in ("format", "format_map"):
            self._limit_format(str(owner), given)
        elif name == "replace" and len(given) > 1 and all(isinstance(each, (str, bytes)) for each in given[:2]):
            _limit((len(owner) + 1) * max(len(given[1]), 1))
        elif name == "join" and given and isinstance(given[0], _CONTAINERS):
            _limit(sum(len(owner) + len(each) for each in given[0] if isinstance(each, str)))
        elif name == "translate" and given and isinstance(given[0], dict):
            longest = max((len(each) for each in given[0].values() if isinstance(each, str)), default=1)
            _limit(len(owner) * longest)

    def _limit_format(self, text: str, values: Iterable[Any]) -> None:
        _limit(len(text))
        if _LONG_NUMBER.search(text) and (
            re.search(r"\d{6,}", text) or any(_exceeds(value, 100_000) for value in values)
        ):
            raise TooMuch(f"{MOST_OF_ONE} characters")


def _exceeds(value: Any, most: int) -> bool:
    return isinstance(value, int) and abs(value) > most


def _limit(count: int) -> None:
    if count > MOST_OF_ONE:
        raise TooMuch(f"{MOST_OF_ONE} characters or items of one value")


def _limit_number(kind: type[ast.operator], left: int, right: int) -> None:
    bits = 0
    if kind is ast.Mult:
        bits = left.bit_length() + right.bit_length()
    elif kind is ast.Pow:
        bits = left.bit_length() * max(right, 0)
    elif kind is ast.LShift:
        bits = left.bit_length() + max(right, 0)
    if bits > MOST_BITS:
        raise TooMuch("digits of a number")


def _size(value: Any) -> int:
    """How much a value would be if it were written out."""
    total, waiting = 0, [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            # as it is kept, rather than as it answers
            waiting.extend(dict.values(each))
            total += len(each)
        elif isinstance(each, (list, tuple, set, frozenset)):
            waiting.extend(list.__iter__(each) if isinstance(each, list) else iter(each))
            total += len(each)
        elif isinstance(each, (str, bytes)):
            total += len(each)
        else:
            total += 1
        if total > MOST_OF_ONE:
            raise TooMuch(f"{MOST_OF_ONE} characters or items of one value")
    return total
