"""Fixes that write another value."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from ...runtime.numbers import C_NUMBER, to_float
from ...runtime.values import format_double, format_value
from .candidate import Draft, NoWay
from .text_edit import Change

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...diagnostics.fix_kinds import Safety
    from ...runtime.saving.layout import Node, Piece
    from .candidate import Case
    from .text_edit import Value

_TOKEN = re.compile(r"\S+")
_MEANT = re.compile(r",\d|[xX][0-9a-fA-F]|\.?\d")
"""What is part of a number, though the number was not read so far: a decimal comma, a hexadecimal number, a second point."""
_UNIT = re.compile(r"[^\W\d_]{2}|[^\W\d_fF]")
"""What may say that another number was meant."""


def _value(case: Case) -> Value:
    found = case.file.value(case.node, case.finding.attribute)
    if found is None:
        raise NoWay
    return found


def _tokens(value: Value) -> list[tuple[int, int, str]]:
    """The words of a value with their places in the file."""
    found = _TOKEN.finditer(value.text)
    return [(value.start + match.start(), value.start + match.end(), match[0]) for match in found]


def cut(case: Case) -> Iterator[Draft]:
    """The value without what follows it, unless that shows that another number was meant."""
    value, read, rest = _value(case), str(case.said("read")), str(case.said("rest"))
    if case.said("case") != "too_many" and _MEANT.match(rest):
        return
    safety: Safety | None = "never" if _UNIT.match(rest) else None
    if value.text.startswith(read) and value.text[len(read) :].strip() == rest:
        yield Draft(f"remove {rest!r}", (Change(value.start + len(read), value.end, ""),), safety)
        return
    for start, end, token in _tokens(value):
        if token == read + rest:
            yield Draft(f"remove {rest!r}", (Change(start + len(read), end, ""),), safety)
            return


def shorten(case: Case) -> Iterator[Draft]:
    """The value without the numbers that are too many."""
    value, expected = _value(case), case.said("expected")
    tokens = _tokens(value)
    if isinstance(expected, int) and 0 < expected < len(tokens):
        rest = value.text[tokens[expected - 1][1] - value.start :].strip()
        yield Draft(f"remove {rest!r}", (Change(tokens[expected - 1][1], value.end, ""),))


def pad(case: Case) -> Iterator[Draft]:
    """A pose with the zeros that are missing at its end."""
    value, expected, count = _value(case), case.said("expected"), case.said("count")
    if case.said("type") == "pose" and expected == 6 and count == len(_tokens(value)) < 6:
        yield Draft("write the missing zeros", (Change(value.end, value.end, " 0" * (expected - count)),))


def number(case: Case) -> Iterator[Draft]:
    """The number that a word or a hexadecimal number is read as."""
    value, written, read = _value(case), case.said("text"), format_value(case.said("value"))
    changes = [Change(start, end, read) for start, end, token in _tokens(value) if token == written]
    if changes:
        yield Draft(f"write {read}", tuple(changes))


def write(case: Case) -> Iterator[Draft]:
    """What the finding says that counts."""
    said = case.said(case.fixing.argument)
    value = case.file.value(case.node, case.finding.attribute)
    if said is not None and value is not None:
        text = format_value(said)
        yield Draft(f"write {text!r}", (case.file.written(text, value),))


def put(case: Case) -> Iterator[Draft]:
    """A certain text."""
    yield Draft(f"write {case.fixing.argument!r}", (case.file.written(case.fixing.argument, _value(case)),))


def trim(case: Case) -> Iterator[Draft]:
    """A text without the blanks around it."""
    node, value = case.node, _value(case)
    if (node.tag_end, node.end_tag) != (value.start, value.end):
        yield Draft("remove the blanks", (Change(node.tag_end, node.end_tag, value.text),))


def blanks(case: Case) -> Iterator[Draft]:
    """Blanks between numbers."""
    value = _value(case)
    yield Draft("write blanks", (Change(value.start, value.end, " ".join(value.text.split())),))


def size(case: Case) -> Iterator[Draft]:
    """A number without its sign."""
    value = _value(case)
    if value.text[:1] == "-":
        yield Draft(f"write {value.text[1:]}", (Change(value.start, value.start + 1, ""),))


def normalise(case: Case) -> Iterator[Draft]:
    """The vector of length 1 of the same direction."""
    value = _value(case)
    matches = [C_NUMBER.fullmatch(token) for _, _, token in _tokens(value)]
    numbers = [to_float(match[1]) for match in matches if match is not None]
    length = math.hypot(*numbers)
    if len(numbers) != len(matches) or len(numbers) != 3 or not 0 < length < math.inf:
        raise NoWay
    unit = " ".join(format_double(each / length + 0.0) for each in numbers)
    yield Draft(f"write {unit!r}", (Change(value.start, value.end, unit),))


def identity(case: Case) -> Iterator[Draft]:
    """The quaternion that turns nothing, in the place of the last four numbers."""
    tokens = _tokens(_value(case))
    if len(tokens) in (4, 7):
        yield Draft("write '0 0 0 1'", tuple(Change(*token[:2], text) for token, text in zip(tokens[-4:], "0001")))


_ENDS = ("parent", "child")
_PAIRS = (("lower", "upper"), ("soft_lower_limit", "soft_upper_limit"), _ENDS)


def exchange(case: Case) -> Iterator[Draft]:
    """Two values in each other's place."""
    file, node = case.file, case.node
    if file.layout.name(node) in _ENDS:
        node = file.layout.parent(node) or node
    for around in (node, *(file.layout.node(child.number) for child in node.children())):
        inside = {file.layout.name(each): each for each in map(_node_of(case), around.children())}
        for pair in _PAIRS:
            found = [file.value(around, end) or _end(case, inside.get(end)) for end in pair]
            first, second = found
            if first is not None and second is not None:
                changes = file.written(second.text, first), file.written(first.text, second)
                yield Draft(f"exchange {' and '.join(pair)}", changes)
                return


def _node_of(case: Case) -> Callable[[Piece], Node]:
    return lambda piece: case.file.layout.node(piece.number)


def _end(case: Case, node: Node | None) -> Value | None:
    """What an element says by its text, or which link it names."""
    return None if node is None else case.file.value(node, "link") or case.file.value(node, None)
