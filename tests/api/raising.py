"""What functions raise, as far as their text tells."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from .describing import function_of

Errors = set[type[BaseException]]
NEEDS_NO_WORDS = (NotImplementedError, TypeError)
"""What is raised for a call that is wrong whatever it holds; of those told only where the function itself raises it."""


def raised(function: Callable[..., Any], owner: type | None, public: set[Any]) -> Errors:
    """The errors that a function raises, itself or by functions of the package that it calls by a plain name or by ``self``.

    What it calls among ``public`` is left out, since that is called with arguments that fit, and so is what it catches.
    """
    return {kind for kind in _raised(inspect.unwrap(function), owner, public, set()) if kind is not NotImplementedError}


def _raised(function: Callable[..., Any], owner: type | None, public: set[Any], seen: set[Any]) -> Errors:
    seen.add(function)
    reading = _Reading(function, owner)
    found = set(reading.errors)
    for callee, caught, its_owner in reading.calls:
        if callee not in seen and callee not in public:
            inner = _raised(callee, its_owner, public, seen)
            found |= {kind for kind in inner if not issubclass(kind, (*caught, *NEEDS_NO_WORDS))}
    return found


class _Reading(ast.NodeVisitor):
    """The raises and calls in the text of a function, with what is caught around them."""

    def __init__(self, function: Callable[..., Any], owner: type | None) -> None:
        self.errors: Errors = set()
        self.calls: list[tuple[Callable[..., Any], tuple[type[BaseException], ...], type | None]] = []
        self._names = {**vars(builtins), **getattr(function, "__globals__", {})}
        self._owner = owner
        self._caught: tuple[type[BaseException], ...] = ()
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
        assert isinstance(definition, ast.FunctionDef)
        for statement in definition.body:
            self.visit(statement)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """What is defined inside runs elsewhere."""

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Likewise."""

    def visit_Try(self, node: ast.Try) -> None:
        outer = self._caught
        self._caught = (*outer, *(kind for handler in node.handlers for kind in self._kinds(handler.type)))
        for statement in node.body:
            self.visit(statement)
        self._caught = outer
        for statement in (*(s for handler in node.handlers for s in handler.body), *node.orelse, *node.finalbody):
            self.visit(statement)

    def visit_Raise(self, node: ast.Raise) -> None:
        what = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        self.errors |= {kind for kind in self._kinds(what) if what is not None and not issubclass(kind, self._caught)}
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        what, callee, owner = node.func, None, None
        if isinstance(what, ast.Name):
            callee = self._names.get(what.id)
        elif isinstance(what, ast.Attribute) and isinstance(what.value, ast.Name) and what.value.id in ("self", "cls"):
            owner = self._owner
            callee = function_of(inspect.getattr_static(owner, what.attr, None))
        if inspect.isfunction(callee) and callee.__module__.startswith("bodyplan."):
            self.calls.append((inspect.unwrap(callee), self._caught, owner))

    def _kinds(self, node: ast.expr | None) -> Iterator[type[BaseException]]:
        if node is None:
            yield BaseException
        for each in node.elts if isinstance(node, ast.Tuple) else [node]:
            kind = self._names.get(each.id) if isinstance(each, ast.Name) else None
            if isinstance(kind, type) and issubclass(kind, BaseException):
                yield kind
