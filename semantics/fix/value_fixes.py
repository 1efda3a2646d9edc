"""Fixes that write another value, name or tag in the place of one, or none."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ...runtime.numbers import C_NUMBER, to_float
from ...runtime.patterns import compile_pattern
from ...runtime.saving.style import quote_value
from ...runtime.spelling import Suggestion
from ...runtime.values import format_double, format_value
from ..core.written_file import TextChange
from ..postprocess.typo_recovery import REFERRED_TO
from .candidate import Draft, NoFixFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...diagnostics.rule import Safety
    from ...runtime.saving.layout import WrittenElement
    from ..core.written_file import WrittenValue
    from .candidate import Case

_TOKEN = compile_pattern(r"\S+")
_NUMBER_REST = compile_pattern(r",\d|[xX][0-9a-fA-F]|\.?\d")
"""What is part of a number, though the number was not read so far: a decimal comma, a hexadecimal number, a second point."""
_UNIT = compile_pattern(r"[^\W\d_]{2}|[^\W\d_fF]")
"""What may say that another number was meant."""
_RARELY_REFERRED_TO = frozenset(
    {"visual", "collision", "sensor", "light", "plugin", "material", "transmission", "actuator"}
)
"""Elements that have names and are referred to by little."""


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
_PAIRS = (
    ("lower", "upper"),
    ("soft_lower_limit", "soft_upper_limit"),
    ("min", "max"),
    ("near", "far"),
    ("min_angle", "max_angle"),
    ("inner_angle", "outer_angle"),
    ("min_velocity", "max_velocity"),
    _ENDS,
)


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


def correct_spelling(case: Case) -> Iterator[Draft]:
    """The tag, attribute or word that was meant; what has no meaning any more is removed."""
    near, file, node, attribute = case.get_argument("suggested"), case.file, case.node, case.finding.attribute
    if not near:
        if case.get_argument("until") or case.get_argument("case"):
            yield from remove_element(case)
        return
    if "allowed" in case.finding.arguments:
        value = file.value(node, attribute)
        if value is not None:
            yield Draft(f"write {near!r}", (file.replace_value(near, value),))
    elif near[0] == "@":
        written = None if attribute is None else file.attribute(node, attribute)
        if written is not None and file.attribute(node, near[1:]) is None:
            change = TextChange(written.start, written.start + len(written.name), near[1:])
            yield Draft(f"write {near[1:]!r}", (change,))
    else:
        yield Draft(f"write <{near}>", tuple(file.rename_element(node, near)))


def correct_reference(case: Case) -> Iterator[Draft]:
    """The name that a reference most likely means."""
    advice = case.get_argument("advice")
    if not isinstance(advice, Suggestion):
        return
    reference = str(case.get_argument("reference") or case.get_argument("name"))
    if not case.file.is_xml:
        at = case.file.offset(case.finding.line, case.finding.column) or 0
        start = case.file.text.find(reference, at, case.file.style.next_line(at))
        if start >= 0:
            yield Draft(f"write {advice.meant!r}", (TextChange(start, start + len(reference), advice.meant),))
        return
    for attribute in (case.finding.attribute, "name", None):
        value = case.file.value(case.node, attribute)
        if value is not None and value.text == reference:
            yield Draft(f"write {advice.meant!r}", (case.file.replace_value(advice.meant, value),))
            return


def correct_key(case: Case) -> Iterator[Draft]:
    """The key of a mapping in YAML that was meant."""
    advice, file, written = case.get_argument("suggestion"), case.file, str(case.get_argument("key"))
    at = file.offset(case.finding.line, case.finding.column)
    if isinstance(advice, Suggestion) and at is not None and file.text.startswith(written, at):
        yield Draft(f"write {advice.meant!r}", (TextChange(at, at + len(written), advice.meant),))


def rename_duplicate(case: Case) -> Iterator[Draft]:
    """Another name for the second of two things."""
    value = case.file.value(case.node, "name")
    if value is None or not value.text:
        return
    name = case.file.number_name(value.text)
    safety: Safety | None = "never" if value.text in case.file.referenced_names else None
    yield Draft(f"name it {name!r}", (case.file.replace_value(name, value),), safety)


def add_name(case: Case) -> Iterator[Draft]:
    """A name for what has none: the one that is missing, where there is just one, or a new one."""
    if case.get_argument("part") not in (None, "@name"):
        return
    node, file = case.node, case.file
    tag = file.layout.name(node).rpartition(":")[2]
    found = case.unresolved_names if tag in REFERRED_TO else []
    safety: Safety | None = None
    if len(found) == 1:
        name = found[0]
    elif tag in REFERRED_TO or tag in _RARELY_REFERRED_TO:
        name = file.number_name(tag) if tag in file.names else tag
        safety = "never"
    else:
        return
    written = file.attribute(node, "name")
    if written is not None:
        change = TextChange(written.value_start, written.value_end, quote_value(name, file.text[written.value_end]))
    else:
        at = node.start + 1 + len(file.layout.name(node))
        change = TextChange(at, at, f" {file.style.attribute('name', name)}")
    yield Draft(f"name it {name!r}", (change,), safety)


def remove_element(case: Case) -> Iterator[Draft]:
    """The text without what the finding is about."""
    node, file, attribute = case.node, case.file, case.finding.attribute
    if case.fixing.argument:
        # it is about something inside
        around = [each for each in file.ancestors(node) if file.layout.name(each) == case.fixing.argument]
        node, attribute = around[-1] if around else node, None
    part = case.get_argument("part")
    if attribute is None and isinstance(part, str) and part[0] == "@":
        attribute = part[1:]
    if attribute is not None:
        written = file.attribute(node, attribute)
        if written is None:
            raise NoFixFound
        yield Draft(f"remove {written.name!r}", (file.remove_attribute(written),))
        return
    name = file.layout.name(node)
    if isinstance(part, str) and name != part:
        there = [child for child in file.children(node) if file.layout.name(child) == part]
        if len(there) != 1:
            raise NoFixFound
        node, name = there[0], part
    if node.number == 0:
        raise NoFixFound
    yield Draft(f"remove <{name}>", (file.remove_element(node),))
