"""Unified diffs of documents, in a time that does not grow with the square of their lines."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from ..diagnostics.render.printable import printable
from ..runtime.patterns import compile_pattern
from ..runtime.saving.element_pairs import longest_rise

Opcode: TypeAlias = tuple[Literal["replace", "delete", "insert", "equal"], int, int, int, int]

MOST_PAIRS = 1 << 24
"""Lines of one text times lines of the other that ``difflib`` is asked about at once, which takes a second or so."""
_LINE = compile_pattern(r"[^\n]*\n|[^\n]+")


def difference(path: str, before: str, after: str) -> Iterator[str]:
    """The lines of a unified diff that ``patch`` takes."""
    old, new = _LINE.findall(before), _LINE.findall(after)
    if old == new:
        return
    name = printable(path)
    yield f"--- {name}\n"
    yield f"+++ {name}\n"
    for group in _changes(old, new).get_grouped_opcodes():
        first, last = group[0], group[-1]
        yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n"
        for kind, start, end, new_start, new_end in group:
            if kind == "equal":
                yield from _mark_lines(" ", old[start:end])
            else:
                yield from _mark_lines("-", old[start:end])
                yield from _mark_lines("+", new[new_start:new_end])


def _changes(old: list[str], new: list[str]) -> difflib.SequenceMatcher[str]:
    """What is different; lines that are the same at both ends, which are most of them, are not looked through for others."""
    start = next((at for at, (one, other) in enumerate(zip(old, new)) if one != other), min(len(old), len(new)))
    most = min(len(old), len(new)) - start
    tail = zip(reversed(old[len(old) - most :]), reversed(new[len(new) - most :]))
    end = next((at for at, (one, other) in enumerate(tail) if one != other), most)
    inner = _opcodes(old[start : len(old) - end], new[start : len(new) - end])
    matcher = difflib.SequenceMatcher(None, old[:0], new[:0])
    matcher.opcodes = [  # type: ignore[attr-defined]  # what it keeps once it was asked
        ("equal", 0, start, 0, start),
        *((kind, a + start, b + start, c + start, d + start) for kind, a, b, c, d in inner),
        ("equal", len(old) - end, len(old), len(new) - end, len(new)),
    ]
    return matcher


def _opcodes(old: list[str], new: list[str]) -> list[Opcode]:
    """What turns some lines into others, as ``difflib`` has it.

    That takes time by the product of their numbers. Where that is large, it is asked only about what stands between lines
    that occur once in both; and what is too large even then is replaced as a whole.
    """
    if len(old) * len(new) <= MOST_PAIRS:
        return difflib.SequenceMatcher(None, old, new).get_opcodes()
    counts, new_counts = Counter(old), Counter(new)
    places = {line: at for at, line in enumerate(new) if new_counts[line] == 1}
    shared = [(at, places[line]) for at, line in enumerate(old) if counts[line] == 1 and line in places]
    staying = longest_rise([place for _, place in shared], {})
    found: list[Opcode] = []
    at = new_at = 0
    between: Sequence[Opcode]
    for place, new_place in [*(pair for pair in shared if pair[1] in staying), (len(old), len(new))]:
        if (place - at) * (new_place - new_at) <= MOST_PAIRS:
            between = difflib.SequenceMatcher(None, old[at:place], new[new_at:new_place]).get_opcodes()
        else:
            between = [("replace", 0, place - at, 0, new_place - new_at)]
        found.extend((kind, a + at, b + at, c + new_at, d + new_at) for kind, a, b, c, d in between)
        at, new_at = place, new_place
        if place < len(old):
            found.append(("equal", place, place + 1, new_place, new_place + 1))
            at, new_at = place + 1, new_place + 1
    return _merge_equal(found)


def _merge_equal(opcodes: list[Opcode]) -> list[Opcode]:
    """The same with one for lines beside each other that are the same."""
    found: list[Opcode] = []
    for each in opcodes:
        if found and each[0] == found[-1][0] == "equal":
            _, start, _, new_start, _ = found.pop()
            found.append(("equal", start, each[2], new_start, each[4]))
        else:
            found.append(each)
    return found


def _range(start: int, end: int) -> str:
    """Lines as the head of a hunk names them."""
    count = end - start
    return f"{start + 1}" if count == 1 else f"{start + 1 if count else start},{count}"


def _mark_lines(mark: str, lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"
