"""Gives every definition its class name: the element's name, with the parent's in front where two elements differ."""

from __future__ import annotations

import keyword
import re

from ...runtime.names import function_name
from ..errors import SchemaError
from ..identifiers import RESERVED_CLASSES, RESERVED_FIELDS, is_identifier
from ..model import CompiledFormat, Definition, Key


def name_classes(compiled: CompiledFormat) -> None:
    """Fills ``class_names``; a definition has one name in all versions.

    Raises:
        SchemaError: two elements of one version cannot be distinguished by name, nor an element from an enumeration, nor
            two values of an enumeration; or something has no name in Python.
    """
    groups: dict[str, dict[Key, Definition]] = {}
    for definitions in compiled.definitions.values():
        for key, definition in definitions.items():
            groups.setdefault(_plain(definition), {})[key] = definition
    crowded = {
        name
        for name, group in groups.items()
        if any(len([key for key in group if key in version]) > 1 for version in compiled.definitions.values())
    }
    named = [(key, name) for name, group in groups.items() for key in group]
    # outer elements first: an inner one may take its parent's name in front
    for key, name in sorted(named, key=lambda entry: entry[0][1].count("/")):
        told_apart = _disambiguate_name(name, key, groups[name], compiled) if name in crowded else name
        compiled.class_names[key] = told_apart
    enumerations = _names_of_enumerations(compiled)
    for definitions in compiled.definitions.values():
        seen: dict[str, Key] = {}
        for key, definition in definitions.items():
            name = compiled.class_names[key]
            other = seen.setdefault(function_name(name), key)
            if not class_name(definition.xml_name) or not is_identifier(name):
                message = f"{_place(key)} gives no name in Python; it needs a letter from a to z"
                raise SchemaError(definition.file, definition.line, message)
            if other != key or name in enumerations:
                rival = f"enumeration {enumerations[name]}" if other == key else _place(other)
                message = f"{_place(key)} and {rival} would both be called {name}"
                raise SchemaError(definition.file, definition.line, message)
    for enum in compiled.enums.values():
        members: dict[str, str] = {}
        for value in enum.values:
            other_value = members.setdefault(member_name(value), value)
            if other_value != value:
                message = f"values {other_value!r} and {value!r} of {enum.name} cannot be distinguished by name"
                raise SchemaError(enum.file, enum.line, message)


def _names_of_enumerations(compiled: CompiledFormat) -> dict[str, str]:
    """What the modules of enumerations hold: their classes and what goes with each.

    Raises:
        SchemaError: two of these are called the same, or an enumeration has no values.
    """
    found: dict[str, str] = {}
    for enum in compiled.enums.values():
        if not enum.values:
            raise SchemaError(enum.file, enum.line, f"enumeration {enum.name} has no values")
        for name in (enum.name, f"{enum.name}Text", f"{enum.name}_VALUES"):
            other = found.setdefault(name, enum.name)
            if other != enum.name:
                message = f"enumerations {other} and {enum.name} would both have a {name}"
                raise SchemaError(enum.file, enum.line, message)
    return found


def _place(key: Key) -> str:
    return f"<{key[1]}> of {key[0]}"


def _disambiguate_name(name: str, key: Key, group: dict[Key, Definition], compiled: CompiledFormat) -> str:
    stem, path = key
    if "/" not in path:
        roots = [other for other in group if "/" not in other[1]]
        if len(roots) == 1 or class_name(stem) == name:
            return name
        if group[key].prefix:
            return f"{name}{path.rsplit('#', 1)[1]}" if "#" in path else name
        return class_name(stem)
    return compiled.class_names[stem, path.rsplit("/", 1)[0]] + name


def _plain(definition: Definition) -> str:
    name = class_name(definition.xml_name)
    return class_name(definition.prefix) + name if definition.prefix else name


def class_name(name: str) -> str:
    """``linear_acceleration`` → ``LinearAcceleration``."""
    words = [word for word in re.split(r"[^0-9A-Za-z]+", name) if word]
    joined = "".join(word[0].upper() + word[1:] for word in words)
    if joined in RESERVED_CLASSES:
        return f"{joined}_"
    return f"N{joined}" if joined[:1].isdigit() else joined


def field_name(name: str) -> str:
    """``leftActuator`` → ``left_actuator``; a name that Python keeps for itself gets a trailing underscore."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    snake = re.sub(r"[^0-9a-z]+", "_", spaced.lower()).strip("_")
    if snake[:1].isdigit():
        snake = f"n{snake}"
    return f"{snake}_" if keyword.iskeyword(snake) or snake in RESERVED_FIELDS else snake


def member_name(value: str) -> str:
    """``linear-x`` → ``LINEAR_X``; the empty word is ``EMPTY``."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", value)
    name = re.sub(r"[^0-9A-Z]+", "_", spaced.upper()).strip("_") or "EMPTY"
    return f"N{name}" if name[0].isdigit() else name
