"""Expressions of xacro as code that asks for leave: for each call, attribute, operator and turn of a loop.

What an expression can do is what is listed: the kinds of syntax here, functions and methods in ``functions``. Each counts
what it costs before it is done, by the size of what it is given and of what it makes, so that no expression takes for ever
or fills the memory, and none reaches what Python keeps behind its objects.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ...runtime.budget import LIMITS, OverBudget, What
from .functions import FILE_NAME, Forbidden, Functions

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
}
_NUMBERED: tuple[type[ast.operator], ...] = tuple(_OPERATORS)
_ALLOWED = (
    "Expression Constant Name Attribute Subscript Slice Starred NamedExpr BoolOp BinOp UnaryOp Compare IfExp Lambda "
    "arguments arg Call keyword List Tuple Set Dict ListComp SetComp DictComp GeneratorExp comprehension JoinedStr "
    "FormattedValue boolop unaryop cmpop expr_context"
)
_SYNTAX: tuple[type[ast.AST], ...] = (*(getattr(ast, name) for name in _ALLOWED.split()), *_NUMBERED)
_HIDDEN = "__"
MAX_CACHED_LENGTH = 1000
"""Characters of an expression whose code is remembered."""

_WRAPPED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Starred: ("value", "turns"),
    ast.comprehension: ("iter", "turns"),
    ast.GeneratorExp: ("elt", "keep"),
    ast.ListComp: ("elt", "keep"),
}
"""What in a kind of syntax is put into a hook, and into which."""


def code_of(expression: str) -> Any:
    """The code of an expression, which counts what it does.

    Raises ``SyntaxError`` for what is none, ``Forbidden`` for names and syntax that lead out of the sandbox, and
    ``OverBudget`` for one that is too long, or nested too deeply.
    """
    _expect("characters of one expression", len(expression))
    return _known_code(expression) if len(expression) <= MAX_CACHED_LENGTH else _code(expression)


def _code(expression: str) -> Any:
    try:
        tree = ast.parse(expression, FILE_NAME, "eval")
        _check(tree)
        return compile(ast.fix_missing_locations(_HookInserter().visit(tree)), FILE_NAME, "eval")
    except (RecursionError, MemoryError):
        raise OverBudget("levels of one expression", LIMITS["levels of one expression"], None) from None
    except ValueError as error:  # a null character
        raise SyntaxError(str(error)) from None


_known_code = lru_cache(maxsize=4096)(_code)


def _check(tree: ast.AST) -> None:
    waiting = [(tree, 0)]
    while waiting:
        node, level = waiting.pop()
        _expect("levels of one expression", level)
        if not isinstance(node, _SYNTAX):
            raise Forbidden(type(node).__name__.lower())
        for name in (getattr(node, "attr", None), getattr(node, "id", None), getattr(node, "arg", None)):
            if isinstance(name, str) and name.startswith(_HIDDEN):
                raise Forbidden(name)
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            _expect("bits of one number", node.value.bit_length())
        waiting += [(child, level + 1) for child in ast.iter_child_nodes(node)]


def _expect(what: What, count: int) -> None:
    if count > LIMITS[what]:
        raise OverBudget(what, LIMITS[what], None)


class _HookInserter(ast.NodeTransformer):
    """Puts calls of hooks in the place of what costs something."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return _hook("operate", ast.Constant(_NUMBERED.index(type(node.op))), node.left, node.right)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        for keyword in node.keywords:
            if keyword.arg is None:
                keyword.value = _hook("touch", keyword.value)
        call = _hook("call", node.func, *node.args)
        call.keywords = node.keywords
        return call

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        return _hook("get", node.value, ast.Constant(node.attr))

    # those of a set and of a dictionary are put into it one by one: many that have one hash take long to compare
    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        self.generic_visit(node)
        return _hook("set_of", ast.GeneratorExp(_hook("keep", node.elt), node.generators))

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        pair = ast.Tuple([_hook("keep", node.key), _hook("keep", node.value)], ast.Load())
        return _hook("dict_of", ast.GeneratorExp(pair, node.generators))

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        pairs = zip(node.keys, node.values)
        node.values = [_hook("touch", value) if key is None else value for key, value in pairs]
        return _hook("keep", node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        node.left = _add_touch(node.left)
        node.comparators = [_add_touch(each) for each in node.comparators]
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        node.value = _add_touch(node.value)
        if node.format_spec is not None:
            # the width that a value is to have is as long as the text becomes
            node.format_spec = ast.JoinedStr([ast.FormattedValue(_hook("layout", node.format_spec), -1, None)])
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        part, hook = _WRAPPED.get(type(node), ("", ""))
        if part:
            setattr(node, part, _hook(hook, getattr(node, part)))
        is_read = isinstance(getattr(node, "ctx", None) or ast.Load(), ast.Load)
        if isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.ListComp, ast.JoinedStr)) and is_read:
            return _hook("keep", node)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return _hook("keep", node)
        return node


def _add_touch(node: ast.expr) -> ast.expr:
    return node if isinstance(node, ast.Constant) else _hook("touch", node)


def _hook(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(_name_hook(name), ast.Load()), list(arguments), [])


def _name_hook(hook: str) -> str:
    return f"{_HIDDEN}bodyplan_{hook}"


class Bounds:
    """What the expressions of one document may do, and how it is counted."""

    def __init__(self, functions: Functions) -> None:
        meter = self._meter = functions.meter
        self._functions = functions
        hooks: tuple[Callable[..., Any], ...] = (
            *(functions.call, functions.get, functions.layout, functions.set_of, functions.dict_of),
            *(meter.turns, meter.keep, meter.touch, self.operate),
        )
        self.names: dict[str, Any] = {_name_hook(hook.__name__): hook for hook in hooks}
        """What the code of expressions calls, by names that no document can use."""

    def evaluate(self, expression: str, globals: Any, locals: Any = None) -> Any:
        """The value of an expression, as ``eval`` has it."""
        code = code_of(expression.strip())
        self._meter.step(len(expression) / 8)
        with self._meter.measure_time():
            return self._meter.touch(eval(code, globals, locals))

    def operate(self, number: int, left: Any, right: Any) -> Any:
        """The value of an operator; see ``_OPERATORS``."""
        kind = _NUMBERED[number]
        if isinstance(left, float) or (isinstance(right, float) and isinstance(left, int)):
            return _OPERATORS[kind](left, right)
        self._meter.step()
        if isinstance(left, int) and isinstance(right, int):
            if kind in _BITS:
                self._meter.expect_bits(_BITS[kind](left, right))
        elif kind is ast.Mult:
            sized, count = (left, right) if isinstance(right, int) else (right, left)
            if isinstance(count, int) and hasattr(sized, "__len__"):
                self._meter.expect_items(self._meter.items(sized) * max(count, 0))
        elif kind is ast.Mod and isinstance(left, (str, bytes)):
            return self._functions.percent(left, right)
        return self._meter.keep(_OPERATORS[kind](left, right))


_BITS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Mult: lambda left, right: left.bit_length() + right.bit_length(),
    ast.Pow: lambda left, right: left.bit_length() * max(right, 0) if abs(left) > 1 else 0,
    ast.LShift: lambda left, right: left.bit_length() + max(right, 0),
}
"""How many bits the value of an operator has at most, where that is more than its operands have."""
