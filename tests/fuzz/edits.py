"""One edit of a document: what it is, which lines of the text it may touch, and which comments it may take along."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import bodyplan
from bodyplan.runtime.element import Element, is_written, written_fields
from bodyplan.runtime.field_tables import parts_of
from bodyplan.runtime.saving.style import LINE_END, Style
from bodyplan.runtime.saving.surrounding_comments import Surroundings
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.core.traversal import elements_in
from bodyplan.semantics.document.document import Document
from bodyplan.semantics.document.parser import read
from bodyplan.semantics.edit.source_location import layout_of, text_of

T = TypeVar("T")
Choose = Callable[[Sequence[Any]], Any]
LONGEST = 100_000
"""Bytes of a file that is edited."""
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_NOT_CHANGED = ("version",)


class Edit(NamedTuple):
    """What was done."""

    what: str
    first: int
    """The first line of the old text that may differ, from 1; one more than the last where only lines are added."""
    last: int
    taken: Counter[str]
    """Comments that may be gone."""


def opened(path: Path) -> Document | None:
    """A file by its schema alone; None for one that cannot be read, or that is no XML.

    Nor one that has more or other parts than it may have: what stands behind one that is taken out is read otherwise then.
    """
    parsed = read(Source(str(path), path.read_bytes()), Sink(), Options())
    if parsed is None or not isinstance(parsed.root, Element) or any(map(_is_odd, elements_in(parsed.root))):
        return None
    return Document(parsed, str(path), Options(), ())


def _is_odd(element: Element) -> bool:
    """Whether an element holds a text where none belongs, or a known part that is one too many."""
    extras: list[Any] = element.any_elements if is_written(element, "any_elements") else []
    known = parts_of(type(element)).by_place
    return any(extra.qname is None or extra.tail or extra.qname in known for extra in extras)


def edit(document: Document, choose: Choose) -> Edit | None:
    """Changes a document; None where nothing could be changed there.

    Args:
        document: what to change.
        choose: takes one of several.
    """
    elements = [element for _, element in bodyplan.walk(document)]
    change = choose(_EDITS)
    if change is _reorder:
        elements = [element for element in elements if _lists(element)] or elements
    if change is _comment and choose((False, True)):
        elements = [element for element in elements if bodyplan.comments(element)] or elements
    return change(document, choose(elements), choose)


def faults(document: Document, done: Edit, before: str) -> list[str]:
    """What is wrong with the text of a document after an edit.

    Args:
        document: after the edit.
        done: the edit.
        before: the text before it.
    """
    after, losses = document.export()
    found = []
    again = read(Source(None, after), Sink(), Options(), format=document.format)
    if not losses and (again is None or again.root != document.root):
        found.append("what is read again is something else")
    changed = _changed_lines(LINE_END.split(before), LINE_END.split(after)) if after != before else []
    is_anew = document._parsed_document.source.is_converted and after == document.dumps(canonical=True)
    if changed and not is_anew and not any(done.first <= first and last <= done.last for first, last in changed):
        found.append(f"lines {changed} are changed, of {done.first} to {done.last}")
    lost = Counter(_COMMENT.findall(before)) - Counter(_COMMENT.findall(after)) - done.taken
    if lost and not is_anew:
        found.append(f"comments are gone: {list(lost)}")
    return found


def _changed_lines(before: list[str], after: list[str]) -> list[tuple[int, int]]:
    """The first and the last line of a text that are not in another; the last is before the first where lines were added.

    Where what was added is like what stands beside it there are several answers.
    """
    same = min(len(before), len(after))
    start = next((number for number in range(same) if before[number] != after[number]), same)
    end = next((number for number in range(same) if before[-1 - number] != after[-1 - number]), same)
    first, last = min(start, same - end), len(before) - end
    return [(number + 1, number + last - first) for number in range(first, start + 1)]


def _lines(element: Element, field: str | None = None) -> tuple[int, int]:
    try:
        place = bodyplan.location_of(element, field)
    except bodyplan.NotInDocument:  # it was made of others when the document was converted
        place = bodyplan.location_of(element)
    return place.line, place.end_line


def _with_comments(document: Document, element: Element) -> tuple[int, int, Counter[str]]:
    """The lines of an element and of the comments around it, and all comments in them."""
    text = document.dumps()
    place = bodyplan.location_of(element)
    lines = text.splitlines(keepends=True)
    start = sum(map(len, lines[: place.line - 1])) + place.column - 1
    end = sum(map(len, lines[: place.end_line - 1])) + place.end_column - 1
    spans = [match.span() for match in _COMMENT.finditer(text)]
    above = [span for span in spans if span[1] <= start][-len(bodyplan.comments(element, "above")) or len(spans) :]
    behind = [span for span in spans if span[0] >= end][: len(bodyplan.comments(element, "behind"))]
    start, end = min([start, *(span[0] for span in above)]), max([end, *(span[1] for span in behind)])
    comments = Counter(text[slice(*span)] for span in spans if start <= span[0] < end)
    return text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 1, comments


def _set(document: Document, element: Element, choose: Choose) -> Edit | None:
    fields = [name for name in written_fields(element) if name in parts_of(type(element)).by_field]
    fields = [name for name in fields if _other(getattr(element, name)) is not None and name not in _NOT_CHANGED]
    if not fields:
        return None
    name = choose(fields)
    part = parts_of(type(element)).by_field[name]
    first, last = _lines(element, name if part.kind != "Text" else None)
    try:
        setattr(element, name, _other(getattr(element, name)))
    except ValueError:  # only some words are allowed
        return None
    return Edit(f"set {type(element).__name__}.{name}", first, last, Counter())


def _other(value: Any) -> Any:
    """Another value of the same type; None where there is none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, float):
        return value + 1 if abs(value) < 1e15 else 3.0
    if isinstance(value, int):
        return value + 1
    if type(value) is str:
        return value + "_x & <\xe9>"
    if (
        isinstance(value, tuple)
        and value
        and all(isinstance(each, float) for each in value)
        and hasattr(value, "_replace")
    ):
        return value._replace(**{value._fields[-1]: value[-1] + 1})
    return None


def _remove(document: Document, element: Element, choose: Choose) -> Edit | None:
    if bodyplan.parent_of(element) is None:
        return None
    first, last, comments = _with_comments(document, element)
    # the blank lines above and below do not add up
    first, last = _above_blank_lines(document, first), _below_blank_lines(document, last)
    bodyplan.remove(element)
    return Edit(f"remove {type(element).__name__}", first, last, comments)


def _add(document: Document, element: Element, choose: Choose) -> Edit | None:
    parent = bodyplan.parent_of(element)
    if parent is None:
        return None
    field = next(
        name
        for name, value in vars(parent).items()
        if value is element or (type(value) is list and any(each is element for each in value))
    )
    if not isinstance(vars(parent)[field], list):
        return None
    first, last, _ = _with_comments(document, element)
    twin = _without_origin(element)
    if choose((False, True)):
        bodyplan.insert_after(element, twin)
        return Edit(f"insert {type(element).__name__} behind", first, last + 1, Counter())
    bodyplan.insert_before(element, twin)
    # what is added may stand right behind the one before
    first = _above_blank_lines(document, first) - 1
    return Edit(f"insert {type(element).__name__} before", first, last, Counter())


def _above_blank_lines(document: Document, line: int) -> int:
    """The first of the blank lines above a line; the line where there are none."""
    lines = _without_comments(document)
    while line > 2 and not lines[line - 2].strip():
        line -= 1
    return line


def _below_blank_lines(document: Document, line: int) -> int:
    """The last of the blank lines below a line; the line where there are none."""
    lines = _without_comments(document)
    while line < len(lines) and not lines[line].strip():
        line += 1
    return line


def _without_comments(document: Document) -> list[str]:
    """The lines of the text that was read, with nothing in the place of comments."""
    text = _COMMENT.sub(lambda match: re.sub(r"[^\r\n]", "", match[0]), document._parsed_document.source.text)
    return LINE_END.split(text)


def _without_origin(element: Element) -> Element:
    """A new element that holds the same, with another name."""
    twin = copy.deepcopy(element)
    ahead = [twin]
    while ahead:
        current = ahead.pop()
        for name in ("_origin", "_was_set"):
            vars(current).pop(name, None)
        for value in vars(current).values():
            ahead += [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, Element)]
    name = vars(twin).get("name")
    if type(name) is str:
        twin.name = f"{name}_twin"  # type: ignore[attr-defined]
    return twin


def _replace(document: Document, element: Element, choose: Choose) -> Edit | None:
    if bodyplan.parent_of(element) is None:
        return None
    first, last, comments = _with_comments(document, element)
    # those around it stay
    comments -= Counter(f"<!--{text}-->" for text in _around(element))
    bodyplan.replace(element, _without_origin(element))
    return Edit(f"replace {type(element).__name__}", first, last, comments)


def _around(element: Element) -> list[str]:
    """The comments above and behind an element, with the blanks at their ends."""
    source, there = text_of(element)
    layout, number = layout_of(source), source.number(there)
    if layout is None or number is None:
        return []
    pieces = Surroundings(layout, Style(layout)).comments(number)
    return [layout.text[piece.start + 4 : piece.end - 3] for zone, piece in pieces if zone != "inside"]


def _reorder(document: Document, element: Element, choose: Choose) -> Edit | None:
    fields = _lists(element)
    if not fields:
        return None
    name = choose(fields)
    members = getattr(element, name)
    spans = [_with_comments(document, each) for each in members]
    members.append(members.pop(choose(range(len(members)))))
    # blank lines go along with what they are above
    first, last = _above_blank_lines(document, min(span[0] for span in spans)), max(span[1] for span in spans)
    return Edit(f"reorder {type(element).__name__}.{name}", first, last + 1, Counter())


def _lists(element: Element) -> list[str]:
    """The fields that hold several elements."""
    parts = parts_of(type(element)).by_field
    fields = [name for name, value in vars(element).items() if type(value) is list and len(value) > 1 and name in parts]
    return [name for name in fields if all(isinstance(each, Element) for each in getattr(element, name))]


def _comment(document: Document, element: Element, choose: Choose) -> Edit | None:
    first, last, known = _with_comments(document, element)
    comments = bodyplan.comments(element)
    what = choose(("add", "change", "delete"))
    if what == "add" or not comments:
        place = choose(("above", "inside", "behind"))
        bodyplan.comments(element, place).append("new")
        return Edit(f"comment {place} {type(element).__name__}", first, last, Counter())
    number = choose(range(len(comments)))
    if what == "change":
        comments[number] = "changed"
    else:
        del comments[number]
    return Edit(f"{what} comment of {type(element).__name__}", first, last + 1, known)


_EDITS = (_set, _set, _set, _remove, _add, _replace, _reorder, _comment)
