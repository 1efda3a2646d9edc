"""Keys and values in the text of directives, which an editor has also while it is no YAML."""

from __future__ import annotations

import re
from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any, get_args

from ...diagnostics.records import NamedTuple
from ...runtime.patterns import compile_pattern
from ...semantics.formats.dmd.directives import (
    Directive,
    DirectivePart,
    DirectiveTransform,
    FaultyDirective,
    key_of,
)
from .positions import TextRange

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEY = compile_pattern(r"(?P<blanks>[ ]*)(?P<dash>(?:-[ ]+)*)(?P<key>[\w]+)[ ]*:(?:[ ]+|$)")
_SCALAR = compile_pattern(
    r"\"(?P<double>[^\"\r\n]*)\"|'(?P<single>[^'\r\n]*)'|(?P<plain>[^\s#,\[\]{}][^#,\[\]{}\r\n]*)"
)
_WORD_AT = compile_pattern(r"[\w]*")
ROOT = "directives"
POSE_KEYS = ("base_frame", "translation", "rotation")
"""The keys of a pose."""
DIRECTIVES: dict[str, type[DirectivePart]] = {
    key_of(each): each for each in get_args(Directive) if each is not FaultyDirective
}


class KeyPlace(NamedTuple):
    """Where something is written in a text of directives.

    Attributes:
        range: what is written there and may be replaced.
        start: where it begins.
        field: whose value it is; None for a key.
        kind: the directive that it is a key of, or the pose; None for the name of a directive.
        written: the keys that are there already.
    """

    range: TextRange
    start: int
    field: Field[Any] | None
    kind: type[DirectivePart] | None
    written: frozenset[str]


def find_value(text: str, start: int) -> TextRange | None:
    """Where the value of the key that begins at a place is written, without quotes; None for one of several lines."""
    found = re.compile(r"[\"']?[\w.:-]+?[\"']?[ ]*:[ ]+").match(text, start)
    return None if found is None else find_scalar(text, found.end())


def find_scalar(text: str, start: int) -> TextRange | None:
    """Where the scalar that begins at a place is written, without quotes."""
    found = _SCALAR.match(text, start)
    if found is None:
        return None
    group = found.lastgroup or "plain"
    written = found[group].rstrip()
    if group == "plain":
        written = re.split(r":(?=\s|$)", written)[0].rstrip()
    return TextRange(found.start(group), found.start(group) + len(written))


def iter_values(text: str) -> Iterator[TextRange]:
    """Every value that is written on the line of its key."""
    for line in re.finditer(r"[^\r\n]+", text):
        found = _KEY.match(line[0])
        value = None if found is None else find_scalar(text, line.start() + found.end())
        if value is not None and value.end <= line.end():
            yield value


def iter_blocks(text: str) -> Iterator[tuple[int, int]]:
    """The first and the last line of each block, from 1, that is of more than one line."""
    opened: list[tuple[int, int]] = []
    last = 0
    lines = re.split(r"\r\n|\n|\r", text)
    for number, line in enumerate([*lines, "-"], 1):
        content = line.strip()
        if (not content or content.startswith("#")) and number <= len(lines):
            continue
        indent = -1 if number > len(lines) else len(line) - len(line.lstrip())
        while opened and opened[-1][0] >= indent:
            _, first = opened.pop()
            if last > first:
                yield first, last
        opened.append((indent, number))
        last = number


def find_key_place(text: str, offset: int) -> KeyPlace | None:
    """What is written at a place; None where nothing of directives is."""
    start = text.rfind("\n", 0, offset) + 1
    before = text[start:offset]
    if before.lstrip().startswith("#"):
        return None
    stop = re.compile(r"[\r\n]|$").search(text, offset)
    end = len(text) if stop is None else stop.start()
    key = _KEY.match(text[start:end])
    above = text[:start].splitlines()
    if key is not None and start + key.end() <= offset:
        indent = len(key["blanks"]) + len(key["dash"])
        kind = _kind_at(above, indent)
        field = None if kind is None else next((each for each in fields(kind) if each.name == key["key"]), None)
        if field is None:
            return None
        value = find_scalar(text, start + key.end()) or TextRange(offset, offset)
        if value.start > end:
            value = TextRange(offset, offset)
        return KeyPlace(value, value.start, field, kind, frozenset())
    lead = re.match(r"([ ]*)((?:-[ ]+)*)[\w]*\Z", before)
    word = _WORD_AT.match(text, offset)
    if lead is None or word is None:
        return None
    indent = len(lead[1]) + len(lead[2])
    kind = None if lead[2] else _kind_at(above, indent)
    if kind is None and not lead[2]:
        return None
    place = TextRange(start + indent, word.end())
    return KeyPlace(place, place.start, None, kind, _siblings(text.splitlines(), len(above), indent))


def describe_key(text: str, offset: int) -> tuple[TextRange, str] | None:
    """What the key at a place is, and where it is written; None where there is none."""
    start = text.rfind("\n", 0, offset) + 1
    found = _KEY.match(text[start:].partition("\n")[0].rstrip("\r"))
    if found is None or not found.start("key") <= offset - start <= found.end("key"):
        return None
    name, indent = found["key"], len(found["blanks"]) + len(found["dash"])
    place = TextRange(start + found.start("key"), start + found.end("key"))
    kind = DIRECTIVES.get(name) if found["dash"] else None
    if kind is not None:
        return place, f"**`{name}`** {(kind.__doc__ or '').splitlines()[0]}"
    around = _kind_at(text[:start].splitlines(), indent)
    said = None if around is None else _describe_field(around, name)
    return None if said is None else (place, f"**`{name}`** {said}")


def _describe_field(kind: type[DirectivePart], name: str) -> str | None:
    """What the documentation of a class says of one of its attributes."""
    found = re.search(rf"^ +{name}: (.+(?:\n {{9,}}.+)*)", kind.__doc__ or "", re.MULTILINE)
    if found is None:
        return None
    written = " ".join(found[1].split())
    return written[0].upper() + written[1:]


def _kind_at(above: list[str], indent: int) -> type[DirectivePart] | None:
    """The directive, or the pose, whose keys have an indent, below some lines."""
    path: list[str] = []
    for line in reversed(above):
        found = _KEY.match(line)
        if found is None:
            continue
        there = len(found["blanks"]) + len(found["dash"])
        if there < indent:
            path.append(found["key"])
            indent = there
            if found["dash"]:
                break
    if not path:
        return None
    kind, inner = DIRECTIVES.get(path[-1]), path[-2::-1]
    if kind is None or not inner:
        return kind
    field = next((each for each in fields(kind) if each.name == inner[0]), None)
    # the keys of what is listed by name are names
    depth = {"DirectiveTransform": 1, "dict[str, DirectiveTransform]": 2}.get("" if field is None else str(field.type))
    return DirectiveTransform if len(inner) == depth else None


def _siblings(lines: list[str], number: int, indent: int) -> frozenset[str]:
    """The keys of the mapping that a line is in."""
    found: set[str] = set()
    for step in (-1, 1):
        at = number + step
        while 0 <= at < len(lines):
            key = _KEY.match(lines[at])
            there = indent if key is None else len(key["blanks"]) + len(key["dash"])
            if there < indent:
                break
            if key is not None and there == indent:
                found.add(key["key"])
            if key is not None and key["dash"] and there <= indent:
                break
            at += step
    return frozenset(found)


def list_keys(place: KeyPlace, text: str, line_start: int) -> Iterator[tuple[str, str, str]]:
    """The keys that may be written at a place: each with its text, and what it is."""
    if place.kind is None:
        blanks = " " * (place.start - line_start + 2)
        for key, kind in DIRECTIVES.items():
            needed = [each.name for each in fields(kind) if each.init and _is_required(each)]
            inner = "".join(
                f"\n{blanks}{name}: {'$0' if number == 0 else ''}".rstrip(" ") for number, name in enumerate(needed)
            )
            yield key, f"{key}:{inner}", (kind.__doc__ or "").split("\n")[0]
        return
    known = POSE_KEYS if place.kind is DirectiveTransform else [each.name for each in fields(place.kind) if each.init]
    for name in known:
        if name not in place.written:
            yield name, f"{name}: $0", ""


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING
