"""What ``bodyplan support`` prints: a table for the terminal, and one for a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..diagnostics.records import NamedTuple
from ..diagnostics.render.printable import printable
from ..semantics.support.rows import VERDICTS
from .messages import format_number

if TYPE_CHECKING:
    from ..semantics.support.rows import Support, SupportRow, SupportStatus, Verdict

SIGNS: dict[Verdict, str] = {
    "uses": "+", "keeps": "=", "warns": "!", "ignores": ".", "refuses": "X", "unknown": "?", "-": "-",
}  # fmt: skip
COLOURS: dict[Verdict, str] = {
    "uses": "32", "keeps": "36", "warns": "33", "ignores": "35", "refuses": "1;31", "unknown": "2", "-": "2",
}  # fmt: skip
LEAST_FOR_WORDS = 90
"""Columns of a terminal from which on the verdicts are words."""


class Choice(NamedTuple):
    """What of a table is shown."""

    only: Sequence[str] | None
    """The verdicts of which a row has to have one; None: all rows."""
    verbose: bool
    """Whether what all targets use is shown as well, and what is like the element that it is in."""


def text(found: Support, choice: Choice, width: int | None, *, colours: bool) -> str:
    """A table for a terminal.

    Args:
        found: what was found.
        choice: what of it is shown.
        width: columns of the terminal; None: as many as it takes.
        colours: whether to colour the verdicts.
    """
    rows, used, alike = _choose_rows(found, choice)
    as_words = width is None or width >= LEAST_FOR_WORDS
    names = [each.name for each in found.targets]
    widths = [max(len(name), *(len(verdict) for verdict in VERDICTS)) if as_words else len(name) for name in names]
    label = max([len(f"  {_name(row, alike)}") for row in rows] + [12])
    lines = ["  ".join(["".ljust(label), " count", *(name.ljust(size) for name, size in zip(names, widths))])]
    group = None
    said: dict[str, set[str]] = {}
    for row in rows:
        parent = row.path.rpartition("/")[0]
        if parent != group:
            group = parent
            if parent:
                lines.append(printable(parent))
        cells = [
            _cell(row.statuses[name], size, as_words=as_words, colours=colours) for name, size in zip(names, widths)
        ]
        lines.append("  ".join([printable(f"  {_name(row, alike)}").ljust(label), f"{row.count:6}", *cells]).rstrip())
        reasons = _reasons(row)
        above = {words for path, told in said.items() if row.path.startswith(f"{path}/") for words in told}
        said[row.path] = {words for words, _ in reasons}
        lines += [_reason(each, width, colours=colours) for each in reasons if each[0] not in above]
    if used:
        lines.append(
            f"All of them use {format_number(len(used), 'other kind')} of elements and attributes (--verbose)."
        )
    lines += ["", *_legend(found, rows, as_words=as_words, colours=colours)]
    return "\n".join(lines) + "\n"


def markdown(found: Support, choice: Choice) -> str:
    """A table for a page."""
    rows, _, _ = _choose_rows(found, choice)
    names = [each.name for each in found.targets]
    lines = ["| element | count | " + " | ".join(f"{each.title} {each.release}" for each in found.targets) + " |"]
    lines.append("| --- | ---: |" + " --- |" * len(names))
    for row in rows:
        cells = [_of_page(row.statuses[name]) for name in names]
        path = printable(row.path).replace("|", "\\|")
        lines.append(f"| `{path}` | {row.count} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _choose_rows(found: Support, choice: Choice) -> tuple[list[SupportRow], list[SupportRow], dict[str, int]]:
    """The rows to show, those that all use, and of elements with others in them that are treated alike how many."""
    rows = list(found.rows)
    if choice.only is not None:
        wanted = set(choice.only)
        rows = [row for row in rows if any(wanted & each.counts.keys() for each in row.statuses.values())]
    if choice.verbose:
        return rows, [], {}
    inside: dict[str, list[SupportRow]] = {}
    for row in rows:
        path = row.path
        while "/" in path:
            path = path.rpartition("/")[0]
            inside.setdefault(path, []).append(row)
    used = [row for row in rows if all(each.counts.keys() == {"uses"} for each in row.statuses.values())]
    paths = {row.path for row in used}
    rows = [row for row in rows if row.path not in paths]
    shown, alike, folded = [], {}, set()
    for row in rows:
        if row.path in folded:
            continue
        below = inside.get(row.path, [])
        if below and all(_verdicts(each) == _verdicts(row) for each in below):
            folded |= {each.path for each in below}
            alike[row.path] = len(below)
        shown.append(row)
    return _in_groups(shown), used, alike


def _in_groups(rows: Iterable[SupportRow]) -> list[SupportRow]:
    """Rows of one parent side by side, in the order of the first of each."""
    groups: dict[str, list[SupportRow]] = {}
    for row in rows:
        groups.setdefault(row.path.rpartition("/")[0], []).append(row)
    return [row for group in groups.values() for row in group]


def _verdicts(row: SupportRow) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(each.counts) for each in row.statuses.values())


def _name(row: SupportRow, alike: dict[str, int]) -> str:
    name = row.path.rpartition("/")[2]
    return f"{name} …" if row.path in alike else name


def _cell(status: SupportStatus, size: int, *, as_words: bool, colours: bool) -> str:
    told = status.verdict if as_words else SIGNS[status.verdict]
    return _colour_cell(told.ljust(size), status.verdict, colours=colours)


def _colour_cell(told: str, verdict: Verdict, *, colours: bool) -> str:
    return f"\x1b[{COLOURS[verdict]}m{told}\x1b[0m" if colours else told


def _reasons(row: SupportRow) -> list[tuple[str, list[str]]]:
    """Why targets do not use it, as far as that is known, with the names of the targets."""
    by_words: dict[str, list[str]] = {}
    for name, status in row.statuses.items():
        some = status.counts[status.verdict]
        share = f"{some} of {row.count}" if len(status.counts) > 1 else ""
        words = ": ".join(filter(None, (share and f"{status.verdict} {share}", status.words)))
        if words:
            by_words.setdefault(words, []).append(name)
    return list(by_words.items())


def _reason(reason: tuple[str, list[str]], width: int | None, *, colours: bool) -> str:
    words, names = reason
    line = printable(f"      {', '.join(names)}: {words}")
    if width is not None and len(line) > width:
        line = f"{line[: width - 1]}…"
    return f"\x1b[2m{line}\x1b[0m" if colours else line


def _legend(found: Support, rows: Sequence[SupportRow], *, as_words: bool, colours: bool) -> list[str]:
    met = {each.verdict for row in rows for each in row.statuses.values()}
    lines = []
    for verdict, meaning in VERDICTS.items():
        if verdict in met:
            told = verdict if as_words else f"{SIGNS[verdict]} {verdict}"
            lines.append(f"{_colour_cell(told.ljust(9), verdict, colours=colours)}{meaning}")
    lines.append("Asked: " + ", ".join(f"{each.title} {each.release}" for each in found.targets) + ".")
    for each in found.targets:
        if each.refuses:
            lines.append(f"{each.title} does not take the document; bodyplan check --target {each.name} says why.")
    if len(found.files) > 1:
        lines.append(f"Counted in {format_number(len(found.files), 'file')}, with those that the document includes.")
    return lines


def _of_page(status: SupportStatus) -> str:
    told: str = status.verdict
    if len(status.counts) > 1:
        told = ", ".join(f"{verdict} {count}" for verdict, count in status.counts.items())
    words = printable(status.words).replace("|", "\\|")
    return f"{told}: {words}" if words else told
