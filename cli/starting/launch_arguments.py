"""The values that launch files and CMake pass to documents in xacro, as far as they are written out.

Nothing is run: ``name:=value`` is found wherever it stands with a value, declared arguments by their defaults and choices.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.records import NamedTuple
from ...runtime.patterns import compile_pattern


class ArgumentValue(NamedTuple):
    """A value of an argument, and the file that has it."""

    name: str
    value: str
    file: str


_PASSED = compile_pattern(
    r"(?<![\w$])(?P<name>[A-Za-z_]\w*):=(?P<value>\"(?!\s*,)[^\"\n$]*\"|'(?!\s*,)[^'\n$]*'|[\w./+-]+)"
)
_DECLARED = compile_pattern(
    r"DeclareLaunchArgument\(\s*(?:name\s*=\s*)?[\"'](?P<name>\w+)[\"'](?P<rest>[^()]*(?:\([^()]*\)[^()]*)*)\)"
)
_DEFAULT = compile_pattern(r"default_value\s*=\s*[\"'](?P<value>[^\"'\n]*)[\"']")
_CHOICES = compile_pattern(r"choices\s*=\s*\[(?P<values>[^\]]*)\]")
_QUOTED = compile_pattern(r"[\"'](?P<value>[^\"'\n]*)[\"']")
_IN_PARTS = compile_pattern(
    r"[\"'] ?(?P<name>\w+):=[\"']\s*,\s*(?:[\"'](?P<value>[^\"'\n$]+)[\"']|(?:LaunchConfiguration\(\s*[\"'])?(?P<variable>\w+))"
)
"""In a list that is joined: a value, or the name of an argument of the launch file or of the variable with its value."""
_ARG = compile_pattern(r"<arg\b(?P<attributes>[^>]*)>")
_ATTRIBUTE = compile_pattern(r"\b(?P<key>name|default|value)\s*=\s*[\"'](?P<value>[^\"'\n]*)[\"']")


def find_values(text: str, file: str) -> Iterator[ArgumentValue]:
    """The values in the text of a launch file or a CMakeLists.txt, those that are passed before those that are declared."""
    for match in _PASSED.finditer(text):
        value = match["value"].strip("\"'")
        if value:
            yield ArgumentValue(match["name"], value, file)
    declared = list(_find_declared(text, file))
    for match in _IN_PARTS.finditer(text):
        if match["value"] and match["value"].strip():
            yield ArgumentValue(match["name"], match["value"].strip(), file)
        elif match["variable"] and match["variable"] != match["name"]:
            same = (each.value for each in declared if each.name == match["variable"])
            yield from (ArgumentValue(match["name"], value, file) for value in same)
    yield from declared
    for match in _ARG.finditer(text):
        said = {each["key"]: each["value"] for each in _ATTRIBUTE.finditer(match["attributes"])}
        value = said.get("value") or said.get("default") or ""
        if "name" in said and value and "$(" not in value:
            yield ArgumentValue(said["name"], value, file)


def find_choices(text: str) -> Iterator[tuple[str, list[str]]]:
    """The choices that a launch file declares for its arguments, by names."""
    for match in _DECLARED.finditer(text):
        choices = _CHOICES.search(match["rest"])
        if choices is not None:
            yield match["name"], [each["value"] for each in _QUOTED.finditer(choices["values"]) if each["value"]]


def _find_declared(text: str, file: str) -> Iterator[ArgumentValue]:
    for match in _DECLARED.finditer(text):
        default, choices = _DEFAULT.search(match["rest"]), _CHOICES.search(match["rest"])
        values = [] if default is None else [default["value"]]
        values += [] if choices is None else [each["value"] for each in _QUOTED.finditer(choices["values"])]
        yield from (ArgumentValue(match["name"], value, file) for value in values if value)
