"""Gives functions that are already there the code of a changed source."""

from __future__ import annotations

import gc
import os
from inspect import CO_NEWLOCALS
from types import CodeType, FunctionType

Functions = dict[tuple[str, int, str], list[FunctionType]]


def functions() -> Functions:
    """All functions of this process, by their file, first line and name."""
    found: Functions = {}
    real: dict[str, str] = {}
    for each in gc.get_objects():
        if type(each) is FunctionType:
            file = each.__code__.co_filename
            if file not in real:
                real[file] = os.path.realpath(file)
            key = real[file], each.__code__.co_firstlineno, each.__code__.co_name
            found.setdefault(key, []).append(each)
    return found


def swap(file: str, before: bytes, after: bytes, there: Functions) -> bool:
    """Whether functions of ``file`` were given the code that ``after`` has for them; False changes nothing.

    That cannot be where the change is outside of functions, or changes which functions or free variables there are.
    """
    file = os.path.realpath(file)
    plan: list[tuple[FunctionType, CodeType]] = []
    pairs = _parts(_compiled(before, file), _compiled(after, file))
    if pairs is None:
        return False
    for old, new in pairs:
        found = there.get((file, old.co_firstlineno, old.co_name), [])
        if not found or any(each.__code__.co_freevars != new.co_freevars for each in found):
            return False
        plan += ((each, new) for each in found)
    for function, code in plan:
        function.__code__ = code
    return bool(plan)


def _compiled(source: bytes, file: str) -> CodeType:
    return compile(source, file, "exec", dont_inherit=True)


def _parts(old: CodeType, new: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """The outermost functions that differ, of a module or a class; None where anything else does."""
    if _own(old) != _own(new):
        return None
    found: list[tuple[CodeType, CodeType]] = []
    for a, b in zip(_inner(old), _inner(new)):
        if a == b:
            continue
        if a.co_flags & CO_NEWLOCALS:  # a function
            if a.co_name != b.co_name:
                return None
            found.append((a, b))
        elif (parts := _parts(a, b)) is None:
            return None
        else:
            found += parts
    return found


def _own(code: CodeType) -> tuple[object, ...]:
    plain = tuple((type(each), repr(each)) for each in code.co_consts if not isinstance(each, CodeType))
    return code.co_name, code.co_code, code.co_names, code.co_freevars, plain, len(_inner(code))


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]
