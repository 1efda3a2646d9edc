"""What C++ reads of an element of SDFormat: calls such as ``Get<double>("wheel_radius")``, with the path of what they read.

No C++ is understood here but chains of calls, and variables that hold what a chain answers. A call whose name is not
written in the text, or whose receiver is not known, is one that a person has to look at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

ROOTS = frozenset({"_sdf", "sdfClone", "sdf", "_element", "_pluginElem"})
"""Variables that hold the element of the plugin, as systems call them."""
TYPES = {
    "bool": "bool",
    "double": "double",
    "float": "float",
    "int": "int",
    "int32_t": "int",
    "unsigned int": "unsigned int",
    "uint32_t": "unsigned int",
    "uint64_t": "unsigned int",
    "size_t": "unsigned int",
    "std::string": "string",
    "math::Vector3d": "vector3",
    "math::Vector2d": "vector2d",
    "math::Pose3d": "pose",
    "math::Quaterniond": "quaternion",
    "math::Color": "color",
    "math::Angle": "angle",
}
"""Types of SDFormat by those that are asked for."""
STEPS = frozenset({"GetElement", "FindElement", "GetElementImpl", "GetNextElement", "GetFirstElement", "Clone"})
"""Calls that answer an element."""
ELSEWHERE = "-"
"""The path of variables that hold no element of the plugin."""
CALLS = STEPS | {"Get", "HasElement", "HasAttribute", "GetAttribute"}

_BLANKED = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_CONSTANT = re.compile(
    r'(?:const(?:expr)?\s+(?:std::string(?:_view)?|char\s*\*|auto)\s*(?:const\s*)?&?\s*)(\w+)\s*(?:=|\{|\[\]\s*=)\s*\{?\s*"([^"]*)"'
)
_START = re.compile(r"(?:(?P<variable>\b\w+)(?:->Data\(\))?)\s*(?=(?:->|\.)\s*(?:" + "|".join(sorted(CALLS)) + r")\b)")
_LINK = re.compile(r"\s*(?:->|\.)\s*(?P<call>\w+)\s*(?:<(?P<type>[\w:\s]+(?:<[^<>]*>)?)>)?\s*\(")
_ASSIGNED = re.compile(r"(?<![\w.>])(\w+)\s*(?:=|\{)\s*(?:const_cast<[^()]*>\()?\s*(?:this->)?(?:dataPtr->)?$")
_TARGET = re.compile(r"(?:->|\.)(\w+)\s*=\s*$")
_TEXT = re.compile(r'"([^"]*)"')


class Access(NamedTuple):
    """One parameter that is read, as a path from the plugin's element; ``@`` begins the name of an attribute."""

    path: str
    type: str | None
    default: str | None
    line: int
    is_repeated: bool


@dataclass(slots=True)
class Accesses:
    """What a text reads."""

    found: list[Access] = field(default_factory=list)
    composed: list[tuple[int, str]] = field(default_factory=list)
    """Lines and beginnings of the calls whose name or receiver is not known."""


def read_accesses(text: str, receivers: Mapping[str, str]) -> Accesses:
    """What a C++ text reads of the element of a plugin.

    Args:
        text: the source.
        receivers: paths of variables that a person has looked up, such as parameters of functions: ``|`` between several.
    """
    text = blank_comments(text)
    constants = dict(_CONSTANT.findall(text))
    paths: dict[str, tuple[str, ...]] = dict.fromkeys(ROOTS, ("",))
    fixed = {name: tuple(path.split("|")) for name, path in receivers.items() if path != ELSEWHERE}
    elsewhere = {name for name, path in receivers.items() if path == ELSEWHERE}
    made = Accesses()
    end = 0
    for start in _START.finditer(text):
        if start.start() < end:
            continue
        variable = start["variable"]
        if variable in elsewhere:
            continue
        at: tuple[str, ...] | None = fixed.get(variable, paths.get(variable))
        end = start.end()
        is_element = True
        for link, arguments, after in _links(text, start.end()):
            end = after
            line = text.count("\n", 0, link.start()) + 1
            if link["call"] not in CALLS:
                is_element = False
                break
            at, is_element = _follow(link, arguments, at, line, constants, made, start)
            if not is_element:
                break
        assigned = _ASSIGNED.search(text, max(0, start.start() - 120), start.start())
        if assigned is not None and is_element and assigned[1] not in fixed:
            paths.pop(assigned[1], None)
            if at is not None:
                paths[assigned[1]] = at
    return made


def _links(text: str, start: int) -> Iterator[tuple[re.Match[str], list[str], int]]:
    """The calls of a chain with their arguments and ends."""
    link = _LINK.match(text, start)
    while link is not None:
        arguments, end = _arguments(text, link.end())
        yield link, arguments, end
        link = _LINK.match(text, end)


def _follow(
    link: re.Match[str],
    arguments: list[str],
    at: tuple[str, ...] | None,
    line: int,
    constants: Mapping[str, str],
    made: Accesses,
    start: re.Match[str],
) -> tuple[tuple[str, ...] | None, bool]:
    """What one call of a chain leads to, and whether that is an element; notes what it reads."""
    variable = start["variable"]
    call, first = link["call"], arguments[0] if arguments else ""
    if call == "Clone" or (call == "Get" and link["type"] is None):
        return at, call == "Clone"
    literal = _TEXT.fullmatch(first)
    name = literal[1] if literal else constants.get(first)
    if call == "GetFirstElement" or (call in STEPS and not first):
        return None, True
    if at is None or (first and name is None and not _is_default(link, first)):
        if call != "Get" or "sdf" in variable.lower() or "elem" in variable.lower():
            made.composed.append((line, f"{variable}{link[0].strip()}{first}"))
        return None, call in STEPS
    kind = None if link["type"] is None else TYPES.get(link["type"].removeprefix("gz::").removeprefix("ignition::"))
    default = arguments[1] if len(arguments) > 1 and call == "Get" else None
    target = _TARGET.search(start.string, max(0, start.start() - 120), start.start())
    if default is None and call == "Get" and target is not None:
        default = f"this->{target[1]}"  # what the member begins as
    if not first:
        for path in at:
            if path:
                made.found.append(Access(path, kind, None, line, False))
        return at, False
    bases = tuple(path.rpartition("/")[0] for path in at) if call == "GetNextElement" else at
    step = f"@{name}" if call in ("HasAttribute", "GetAttribute") else str(name)
    there = tuple(f"{path}/{step}" if path else step for path in bases)
    for path in there:
        made.found.append(Access(path, kind, default, line, call == "GetNextElement"))
    return there, call in STEPS


def _is_default(link: re.Match[str], first: str) -> bool:
    """Whether the first argument of ``Get`` is a value and no name."""
    return link["call"] == "Get" and not first


def _arguments(text: str, start: int) -> tuple[list[str], int]:
    """The arguments of a call whose parenthesis was just opened, and where it ends."""
    depth, found, at, quoted = 0, [""], start, False
    while at < len(text):
        character = text[at]
        if character == '"' and text[at - 1] != "\\":
            quoted = not quoted
        if not quoted:
            if character in "({[":
                depth += 1
            elif character in ")}]":
                if depth == 0:
                    break
                depth -= 1
            elif character == "," and depth == 0:
                found.append("")
                at += 1
                continue
        found[-1] += character
        at += 1
    return [" ".join(part.split()) for part in found if part.strip()], at + 1


def blank_comments(text: str) -> str:
    """The text without comments, every line in its place."""
    return _BLANKED.sub(lambda found: found[0] if found[0][0] == '"' else re.sub(r"[^\n]", " ", found[0]), text)
