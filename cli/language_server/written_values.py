"""The values in a text, each with what the description of the format says of it: angles, and colours."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...runtime.numbers import FINITE
from ...runtime.patterns import compile_pattern
from ...semantics.core.text_edits import edits_between
from .positions import TextRange
from .vocabulary import Term, terms_inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...diagnostics.fix import Edit
    from .snapshot import Snapshot

_WORD = compile_pattern(r"[^\s]+")
TURNING = frozenset({"revolute", "continuous", "revolute2", "universal", "gearbox", "screw"})
"""Types of joints whose coordinates are angles."""
COLOURS = frozenset({"rgba", "rgb1", "rgb2", "markrgb"})
"""Attributes of MJCF that hold colours."""


class DescribedValue(NamedTuple):
    """A value in a text.

    Attributes:
        number: of the element that it is in.
        term: what it is.
        range: where it is, without quotes and blanks around it.
    """

    number: int
    term: Term
    range: TextRange


def list_values(snapshot: Snapshot, start: int = 0, end: int | None = None) -> Iterator[DescribedValue]:
    """The values of attributes and elements that begin in a stretch of a text."""
    markup = snapshot.markup
    stop = len(snapshot.text) if end is None else end
    for number, begin in enumerate(markup.starts):
        if begin > stop:
            return
        if markup.end_tags[number] < start:
            continue
        term = snapshot.term(number)
        if term is None or snapshot.is_transparent(number):
            continue
        inside = terms_inside(term)
        for written in markup.attributes(number) if markup.tag_ends[number] >= start else ():
            known = inside.get(f"@{written.name}")
            if known is not None and start <= written.value_start <= stop:
                yield DescribedValue(number, known, TextRange(written.value_start, written.value_end))
        content = markup.content(number)
        holder = inside.get("") if inside else term
        if content is not None and holder is not None and start <= content[0] <= stop:
            yield DescribedValue(number, holder, TextRange(*content))


def list_angles(
    snapshot: Snapshot, start: int = 0, end: int | None = None
) -> Iterator[tuple[DescribedValue, TextRange]]:
    """Every number in rad that begins in a stretch of a text, with the value that it is a part of."""
    for value in list_values(snapshot, start, end):
        if not _holds_angles(snapshot, value):
            continue
        numbers = _list_numbers(snapshot.text, value.range)
        yield from ((value, place) for place in (numbers[3:] if _is_pose(value.term) else numbers))


def _list_numbers(text: str, place: TextRange) -> list[TextRange]:
    """The numbers of a value; none where anything else is in it."""
    found = list(_WORD.finditer(text, *place))
    return [TextRange(*each.span()) for each in found] if all(FINITE.fullmatch(each[0]) for each in found) else []


def _is_pose(term: Term) -> bool:
    return term.value_type is not None and term.value_type.__name__ == "Pose"


def _holds_angles(snapshot: Snapshot, value: DescribedValue) -> bool:
    """Whether the numbers of a value, of a pose the last three, are angles in rad."""
    unit, markup = value.term.unit, snapshot.markup
    if _is_pose(value.term):
        about = _attributes(snapshot, value.number)
        return about.get("degrees") not in ("true", "1") and about.get("rotation_format") in (None, "euler_rpy")
    if unit == "rad":
        return True
    if unit == "rad or m" or unit == "m or rad":
        joint = next((each for each in reversed(snapshot.path_to(value.number)) if markup.names[each] == "joint"), None)
        return joint is not None and _attributes(snapshot, joint).get("type") in TURNING
    return unit == "deg or rad" and _is_in_radians(snapshot)


def _is_in_radians(snapshot: Snapshot) -> bool:
    """Whether the angles of a document in MJCF are in rad."""
    return any(
        _attributes(snapshot, number).get("angle") == "radian"
        for number in snapshot.markup.children(0)
        if snapshot.markup.names[number] == "compiler"
    )


def _attributes(snapshot: Snapshot, number: int) -> dict[str, str]:
    return {each.name: snapshot.text[each.value_start : each.value_end] for each in snapshot.markup.attributes(number)}


def list_degrees(snapshot: Snapshot, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Where each angle in rad ends that is not zero, and what it is in degrees."""
    for _, place in list_angles(snapshot, start, end):
        angle = float(snapshot.text[slice(*place)])
        if angle and math.isfinite(angle):
            yield place.end, f"{math.degrees(angle):.4g}°"


def convert_degrees(snapshot: Snapshot, start: int, end: int) -> tuple[str, list[Edit]] | None:
    """What is to be written where the angles of the value at a place were written in degrees; None where there are none.

    The answer is that value and the edits that put it there.
    """
    text = snapshot.text
    value: DescribedValue | None = None
    made: list[tuple[TextRange, str]] = []
    first = snapshot.markup.element_at(start)
    begin = start if first < 0 else snapshot.markup.starts[first]
    for each, place in list_angles(snapshot, begin, end):
        if each.range.end < start or (value is not None and each != value):
            continue
        value = each
        angle = float(text[slice(*place)])
        if angle and math.isfinite(angle):
            made.append((place, format(math.radians(angle), ".9g")))
    if value is None or not made:
        return None
    written = text
    for place, number in reversed(made):
        written = written[: place.start] + number + written[place.end :]
    stop = value.range.end + len(written) - len(text)
    return written[value.range.start : stop], list(edits_between(text, written, snapshot.path or ""))


def list_colours(snapshot: Snapshot) -> Iterator[tuple[TextRange, tuple[float, float, float, float]]]:
    """Every colour, as red, green, blue and opacity from 0 to 1."""
    for value in list_values(snapshot):
        kind = value.term.value_type
        if (kind is None or kind.__name__ != "Color") and value.term.name not in COLOURS:
            continue
        numbers = [float(snapshot.text[slice(*each)]) for each in _list_numbers(snapshot.text, value.range)]
        if len(numbers) in (3, 4):
            red, green, blue, opacity = (min(max(each, 0.0), 1.0) for each in (*numbers, 1.0)[:4])
            yield value.range, (red, green, blue, opacity)


def write_colour(colour: tuple[float, float, float, float], before: str) -> str:
    """A colour as it is written in the place of another, with its opacity where that has one or it is less than 1."""
    has_opacity = len(before.split()) > 3 or colour[3] < 1.0
    return " ".join(f"{each:.4g}" for each in colour[: 4 if has_opacity else 3])
