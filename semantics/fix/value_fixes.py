"""Fixes that write another value."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from ...runtime.numbers import C_NUMBER, to_float
from ...runtime.values import format_double, format_value
from .candidate import Draft, NoFixFound
from .text_edit import TextChange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...diagnostics.rule import Safety
    from ...runtime.saving.layout import WrittenElement
    from .candidate import Case
    from .text_edit import WrittenValue

_TOKEN = re.compile(r"\S+")
_NUMBER_REST = re.compile(r",\d|[xX][0-9a-fA-F]|\.?\d")
"""What is part of a number, though the number was not read so far: a decimal comma, a hexadecimal number, a second point."""
_UNIT = re.compile(r"[^\W\d_]{2}|[^\W\d_fF]")
"""What may say that another number was meant."""


def _value(case: Case) -> WrittenValue:
    found = case.file.value(case.node, case.finding.attribute)
    if found is None:
        raise NoFixFound
    return found


def _tokens(value: WrittenValue) -> list[tuple[int, int, str]]:
    """The words of a value with their places in the file."""
    found = _TOKEN.finditer(value.text)
    return [(value.start + match.start(), value.start + match.end(), match[0]) for match in found]


def remove_trailing_text(case: Case) -> Iterator[Draft]:
    """The value without what follows it, unless that shows that another number was meant."""
    value, read, rest = _value(case), str(case.get_argument("read")), str(case.get_argument("rest"))
    if case.get_argument("case") != "too_many" and _NUMBER_REST.match(rest):
        return
    safety: Safety | None = "never" if _UNIT.match(rest) else None
    if value.text.startswith(read) and value.text[len(read) :].strip() == rest:
        yield Draft(f"remove {rest!r}", (TextChange(value.start + len(read), value.end, ""),), safety)
        return
    for start, end, token in _tokens(value):
        if token == read + rest:
            yield Draft(f"remove {rest!r}", (TextChange(start + len(read), end, ""),), safety)
            return


def remove_extra_numbers(case: Case) -> Iterator[Draft]:
    """The value without the numbers that are too many."""
    value, expected = _value(case), case.get_argument("expected")
    tokens = _tokens(value)
    if isinstance(expected, int) and 0 < expected < len(tokens):
        rest = value.text[tokens[expected - 1][1] - value.start :].strip()
        yield Draft(f"remove {rest!r}", (TextChange(tokens[expected - 1][1], value.end, ""),))


def pad_pose(case: Case) -> Iterator[Draft]:
    """A pose with the zeros that are missing at its end."""
    value, expected, count = _value(case), case.get_argument("expected"), case.get_argument("count")
    if case.get_argument("type") == "pose" and expected == 6 and count == len(_tokens(value)) < 6:
        yield Draft("write the missing zeros", (TextChange(value.end, value.end, " 0" * (expected - count)),))


def write_number(case: Case) -> Iterator[Draft]:
    """The number that a word or a hexadecimal number is read as."""
    value, written, read = _value(case), case.get_argument("text"), format_value(case.get_argument("value"))
    changes = [TextChange(start, end, read) for start, end, token in _tokens(value) if token == written]
    if changes:
        yield Draft(f"write {read}", tuple(changes))


def write_expected(case: Case) -> Iterator[Draft]:
    """What the finding says that counts."""
    said = case.get_argument(case.fixing.argument)
    value = case.file.value(case.node, case.finding.attribute)
    if said is not None and value is not None:
        text = format_value(said)
        yield Draft(f"write {text!r}", (case.file.replace_value(text, value),))


def write_text(case: Case) -> Iterator[Draft]:
    """A certain text."""
    yield Draft(f"write {case.fixing.argument!r}", (case.file.replace_value(case.fixing.argument, _value(case)),))


def trim_blanks(case: Case) -> Iterator[Draft]:
    """A text without the blanks around it."""
    node, value = case.node, _value(case)
    if (node.tag_end, node.end_tag) != (value.start, value.end):
        yield Draft("remove the blanks", (TextChange(node.tag_end, node.end_tag, value.text),))


def insert_blanks(case: Case) -> Iterator[Draft]:
    """Blanks between numbers."""
    value = _value(case)
    yield Draft("write blanks", (TextChange(value.start, value.end, " ".join(value.text.split())),))


def remove_sign(case: Case) -> Iterator[Draft]:
    """A number without its sign."""
    value = _value(case)
    if value.text[:1] == "-":
        yield Draft(f"write {value.text[1:]}", (TextChange(value.start, value.start + 1, ""),))


def normalize_vector(case: Case) -> Iterator[Draft]:
    """The vector of length 1 of the same direction."""
    value = _value(case)
    matches = [C_NUMBER.fullmatch(token) for _, _, token in _tokens(value)]
    numbers = [to_float(match[1]) for match in matches if match is not None]
    length = math.hypot(*numbers)
    if len(numbers) != len(matches) or len(numbers) != 3 or not 0 < length < math.inf:
        raise NoFixFound
    unit = " ".join(format_double(each / length + 0.0) for each in numbers)
    yield Draft(f"write {unit!r}", (TextChange(value.start, value.end, unit),))


def write_identity(case: Case) -> Iterator[Draft]:
    """The quaternion that turns nothing, in the place of the last four numbers."""
    tokens = _tokens(_value(case))
    if len(tokens) in (4, 7):
        yield Draft("write '0 0 0 1'", tuple(TextChange(*token[:2], text) for token, text in zip(tokens[-4:], "0001")))


_ENDS = ("parent", "child")
_PAIRS = (("lower", "upper"), ("soft_lower_limit", "soft_upper_limit"), _ENDS)


def exchange_values(case: Case) -> Iterator[Draft]:
    """Two values in each other's place."""
    file, node = case.file, case.node
    if file.layout.name(node) in _ENDS:
        node = file.layout.parent(node) or node
    for around in (node, *file.children(node)):
        inside = {file.layout.name(each): each for each in file.children(around)}
        for pair in _PAIRS:
            found = [file.value(around, end) or _end(case, inside.get(end)) for end in pair]
            first, second = found
            if first is not None and second is not None:
                changes = file.replace_value(second.text, first), file.replace_value(first.text, second)
                yield Draft(f"exchange {' and '.join(pair)}", changes)
                return


def _end(case: Case, node: WrittenElement | None) -> WrittenValue | None:
    """What an element says by its text, or which link it names."""
    return None if node is None else case.file.value(node, "link") or case.file.value(node, None)
