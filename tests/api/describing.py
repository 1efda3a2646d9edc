"""Says in a line each what is public: names, signatures, members of classes, arguments of commands."""

from __future__ import annotations

import argparse
import enum
import importlib
import inspect
import typing
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import bodyplan

FORMATS = ("sdformat", "urdf", "skel", "mjcf", "dmd")
WORK_ROOMS = {
    "Diagnostic": {"format_line"},
    "Element": {"implied", "place_of_another"},
    "Constraint": {"evaluate"}, "ForceElement": {"evaluate"}, "LoopJointConstraint": {"measure"}, "Scene": {"state"},
    "DirectivePart": {"place", "set_source"},
}  # fmt: skip
"""Members without an underscore that rooms of the package share, and that documentation does not tell users about."""

MADE_BY_LOADING = {
    "Axis", "CollisionFilter", "Document", "Element", "FixResult", "Frame", "Joint", "Link", "Poses", "Scene", "Shape", "View",
}  # fmt: skip
"""Classes whose objects users get and do not make: how they are made may change."""


def public_modules() -> Iterator[tuple[str, ModuleType, list[str]]]:
    """Each module that users import from, with the names in it that are written by hand."""
    yield "bodyplan", bodyplan, sorted(set(dir(bodyplan)) - {"__version__"})
    for name in FORMATS:
        door = importlib.import_module(f"bodyplan.{name}")
        made = name != "dmd"
        yield f"bodyplan.{name}", door, ["load", "loads"] if made else sorted(door.__all__)
    for module in (bodyplan.geometry, bodyplan.interface):
        yield module.__name__, module, sorted(module.__all__)


def public_objects() -> Iterator[tuple[str, Any]]:
    """Each public function, class and member of a class, by the name that users write."""
    for prefix, module, names in public_modules():
        for name in names:
            value = getattr(module, name)
            if not isinstance(value, ModuleType):
                yield f"{prefix}.{name}", value
                if inspect.isclass(value):
                    yield from ((f"{prefix}.{name}.{member}", its) for member, its in members(value))


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """What a class has for users: its own members, and those of base classes that are not public themselves."""
    public = {value for value in (getattr(bodyplan, name) for name in dir(bodyplan)) if inspect.isclass(value)}
    found: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if base is kind or (base.__module__.startswith("bodyplan") and base not in public):
            found |= {name: value for name, value in vars(base).items() if name[0] != "_"}
    internal = set().union(*(WORK_ROOMS.get(base.__name__, ()) for base in kind.__mro__))
    for name, value in sorted(found.items()):
        is_member = inspect.isfunction(value) or isinstance(
            value, (property, cached_property, classmethod, staticmethod)
        )
        if is_member and name not in internal:
            yield name, value


def function_of(value: Any) -> Any:
    """The function behind a member of a class."""
    if isinstance(value, property):
        return value.fget
    if isinstance(value, cached_property):
        return value.func
    return value.__func__ if isinstance(value, (classmethod, staticmethod)) else value


def described() -> list[str]:
    """A line for each public object, in the order of names."""
    return sorted(f"{name}{_signature(value)}" for name, value in public_objects())


def _signature(value: Any) -> str:
    if isinstance(value, (property, cached_property)):
        return f": {_text(inspect.signature(function_of(value)).return_annotation)}"
    if inspect.isclass(value):
        known = [base.__name__ for base in value.__bases__ if base is not object and base.__name__[0] != "_"]
        bases = f"({', '.join(known)})" if known else ""
        if issubclass(value, enum.Enum):
            return f": class{bases} of {', '.join(member.name for member in value)}"
        return f": class{bases}" + (
            "" if value.__name__ in MADE_BY_LOADING or not _call(value) else f" made by {_call(value)}"
        )
    if typing.get_origin(value) is typing.Literal:
        return f": {', '.join(typing.get_args(value))}"
    if typing.get_origin(value) is not None or not callable(function_of(value)):
        return ": a type"
    return _call(function_of(value))


def _call(function: Any) -> str:
    try:
        signature = inspect.signature(function)
    except ValueError:
        return ""
    parts, is_keyword = [], False
    for parameter in signature.parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        if parameter.kind is parameter.KEYWORD_ONLY and not is_keyword:
            parts.append("*")
        is_keyword = is_keyword or parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        written = "" if parameter.annotation is parameter.empty else f": {_text(parameter.annotation)}"
        default = "" if parameter.default is parameter.empty else f" = {_default(parameter.default)}"
        parts.append(f"{stars}{parameter.name}{written}{default}")
    answer = signature.return_annotation
    return f"({', '.join(parts)})" + ("" if answer in (signature.empty, None, "None") else f" -> {_text(answer)}")


def _default(value: object) -> str:
    return repr(value) if isinstance(value, (str, int, float, bool, tuple, type(None))) else "..."


def _text(annotation: object) -> str:
    if annotation is inspect.Signature.empty:
        return "?"
    if isinstance(annotation, typing.ForwardRef):
        annotation = annotation.__forward_arg__
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return text.replace("bodyplan.", "").replace("typing.", "").replace("collections.abc.", "")


def commands() -> list[str]:
    """A line for each argument of each command."""
    from bodyplan.cli.main import COMMANDS, parser_of

    found = []
    for name in COMMANDS:
        subparsers = next(a for a in parser_of([name])._actions if isinstance(a, argparse._SubParsersAction))
        found += _arguments(f"bodyplan {name}", subparsers.choices[name])
    return sorted(found)


def _arguments(command: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from _arguments(f"{command} {name}", inner)
        elif not isinstance(action, argparse._HelpAction) and action.help is not argparse.SUPPRESS:
            value = "" if action.nargs == 0 else f" {action.metavar or action.dest.upper()}"
            choices = "" if action.choices is None else f" {{{','.join(map(str, action.choices))}}}"
            yield f"{command} {', '.join(action.option_strings) or 'ARGUMENT'}{value}{choices}"


HERE = Path(__file__).resolve().parent
FILES: dict[Path, Callable[[], list[str]]] = {HERE / "public.txt": described, HERE / "commands.txt": commands}
