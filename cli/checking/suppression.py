"""Comments in documents that keep findings from being shown: ``<!-- bodyplan: ignore[BP301] reason -->``.

A comment that stands by itself is about the next element, with all inside; one behind something else is about its line;
``ignore-file`` is about the file. In directives, which are YAML, the same stands behind ``#``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.families import TARGETS as CONSUMER_FAMILY
from ...diagnostics.families import family_of
from ...diagnostics.fix import Edit, Fix
from ...diagnostics.records import dataclass, replace
from ...diagnostics.registry import REGISTRY
from ...diagnostics.render.renderer import SuppressedFinding
from ...diagnostics.rule import PLAUSIBLE
from ...diagnostics.rules import FILE_UNREADABLE, ODD_SUPPRESSION, UNUSED_SUPPRESSION, XML_SYNTAX
from ...runtime.files import FILES, Files, Unreadable
from ...runtime.patterns import compile_pattern
from ...runtime.source_lines import decode
from ...semantics.formats.registry import by_name_of_file
from ...semantics.targets.registry import TARGET_PROFILES

if TYPE_CHECKING:
    from ...diagnostics.rule import Rule
    from ...runtime.saving.layout import Layout
    from ...runtime.spelling import SpellingIndex
    from ..settings.settings import Settings
    from .selection import Selection

WORD = "bodyplan:"
MOST_BYTES = 1 << 28
"""Of a file that is looked through for comments."""
NOT_SUPPRESSIBLE = frozenset({UNUSED_SUPPRESSION.code, ODD_SUPPRESSION.code, FILE_UNREADABLE.code, XML_SYNTAX.code})
"""What no comment is about: comments themselves, and documents that have none."""

_DIRECTIVE = compile_pattern(
    rf"\s*{WORD}\s*(?P<kind>ignore(?:-file)?)\s*(?:\[(?P<codes>[^\]]*)\])?\s*(?P<reason>.*?)\s*", re.DOTALL
)
_COMMENT = compile_pattern(r"<!--(?P<text>.*?)-->", re.DOTALL)
_IN_YAML = compile_pattern(rf"#(?P<text>\s*{WORD}[^\n]*)")
_LINE_END = compile_pattern(r"\r\n|\n|\r")
_Place = tuple[float, float]
_Range = tuple[_Place, _Place]
_END: _Place = (float("inf"), 0)


@dataclass(frozen=True)
class Suppression:
    """One comment.

    Attributes:
        file: whose comment it is.
        line, column: where it begins, from 1.
        end_line, end_column: where it ends; the column is the one behind.
        codes: codes, beginnings of codes and names.
        reason: why, as far as it is said.
        first, last: the places between which findings are kept from being shown, as lines and columns; the last one is
            outside.
        wrong: what is wrong with it; empty where nothing is.
        removal: what takes it out of the file, with its lines where nothing else stands on these.
        listed: where its codes stand, as lines and columns; the last one is the place behind.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    codes: tuple[str, ...]
    reason: str
    first: tuple[float, float]
    last: tuple[float, float]
    wrong: str
    removal: Edit
    listed: tuple[int, int, int, int]

    def plain(self) -> tuple[Any, ...]:
        """Its attributes, in order, of which ``of`` makes it again."""
        from dataclasses import astuple

        return astuple(self)

    @classmethod
    def of(cls, row: Sequence[Any]) -> Suppression:
        """The comment with such attributes."""
        values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
        made = cls(*values)
        return replace(made, removal=Edit(*made.removal))  # type: ignore[misc]

    def find_code(self, code: str, name: str) -> str | None:
        """The first of its codes and names that means findings with these; None where none does."""
        if code in NOT_SUPPRESSIBLE:
            return None
        return next((word for word in self.codes if code.startswith(word) or name == word), None)


def suppressions_of(file: str, files: Files = FILES) -> tuple[Suppression, ...]:
    """The comments of a file; none of one that cannot be read."""
    try:
        return suppressions_in(files.read(file, MOST_BYTES), file)
    except Unreadable:
        return ()


def suppressions_in(data: bytes, file: str) -> tuple[Suppression, ...]:
    """The comments of a document, in its order."""
    plain = data.replace(b"\0", b"") if b"\0" in data[:4] else data
    return suppressions_in_text(decode(data), file) if WORD.encode() in plain else ()


def suppressions_in_text(text: str, file: str) -> tuple[Suppression, ...]:
    """The same of a text."""
    if WORD not in text:
        return ()
    lines = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def place(offset: int) -> tuple[int, int]:
        line = bisect_right(lines, offset)
        return line, offset - lines[line - 1] + 1

    from ...runtime.spelling import SpellingIndex  # most documents have no such comments

    found = _in_yaml(text, lines) if by_name_of_file(file) is not None else _in_xml(text)
    rules = REGISTRY
    spelling = SpellingIndex([*rules, *(rule.name for rule in rules.values())])
    made = []
    for said, start, end, scope in found:
        listed_words = (word.strip() for word in (said["codes"] or "").split(",")) if said else ()
        words = tuple(dict.fromkeys(filter(None, listed_words)))
        reason, wrong = said["reason"] if said else "", _wrong(said, words, rules, spelling)
        line, line_end = place(start)[0], place(end)[0]
        behind = lines[line_end] if line_end < len(lines) else len(text)
        is_alone = not (text[lines[line - 1] : start] + text[end:behind]).strip()
        if said is not None and said["kind"] == "ignore-file":
            first, last = (0.0, 0.0), _END
        elif is_alone:
            first, last = (place(scope[0]), place(scope[1])) if scope else (_END, _END)
        else:
            first, last = (float(line), 0.0), (float(line_end + 1), 0.0)
        removal = Edit(file, line, 1, *place(behind), "") if is_alone else Edit(file, *place(start), *place(end), "")
        inside = text.find("[", start, end) + 1
        listed = (*place(inside), *place(text.find("]", inside, end))) if words else (0, 0, 0, 0)
        made.append(Suppression(file, *place(start), *place(end), words, reason, first, last, wrong, removal, listed))
    return tuple(made)


_Found = Iterator[tuple["re.Match[str] | None", int, int, "tuple[int, int] | None"]]
"""What a comment says, where it begins and ends, and what it is about if it stands by itself."""


def _in_xml(text: str) -> _Found:
    from ...runtime.saving.layout import Layout

    layout = Layout(text)
    for match in _COMMENT.finditer(text):
        if match["text"].lstrip().startswith(WORD):
            yield _DIRECTIVE.fullmatch(match["text"]), match.start(), match.end(), _next_element(layout, match.end())


def _next_element(layout: Layout, offset: int) -> tuple[int, int] | None:
    number = bisect_right(layout.starts, offset - 1)
    if number >= len(layout.starts) or "</" in layout.text[offset : layout.starts[number]]:
        return None
    try:
        node = layout.node(number)
    except IndexError:  # tags that do not match, which is reported
        return None
    return node.start, node.end


def _in_yaml(text: str, lines: Sequence[int]) -> _Found:
    for match in _IN_YAML.finditer(text):
        at = bisect_right(lines, match.start())
        scope, depth = None, 0
        while at < len(lines):
            end = lines[at + 1] if at + 1 < len(lines) else len(text)
            line = text[lines[at] : end]
            indent = len(line) - len(line.lstrip())
            if line.strip() and not line.lstrip().startswith("#"):
                if scope is None:
                    scope, depth = (lines[at], end), indent
                elif indent > depth:
                    scope = scope[0], end
                else:
                    break
            at += 1
        yield _DIRECTIVE.fullmatch(match["text"].rstrip()), match.start(), match.end(), scope


def _wrong(said: re.Match[str] | None, words: Sequence[str], rules: dict[str, Rule], spelling: SpellingIndex) -> str:
    if said is None:
        return "it says neither ignore[…] nor ignore-file[…]"
    if not words:
        return "it names no finding, as ignore[BP301] does"
    names = {rule.name for rule in rules.values()}
    for word in words:
        if word not in names and not any(code.startswith(word) for code in rules):
            near = spelling.nearest(word)
            return f"no rule is called {word!r}" + (f"; did you mean {near!r}?" if near else "")
    return ""


class SuppressionFilter:
    """Takes findings out that comments speak of, and says which comments do nothing.

    Args:
        found: the comments of a document, and of files that it includes.
    """

    def __init__(self, found: Iterable[Suppression]) -> None:
        self._by_file: dict[str, list[Suppression]] = {}
        for each in found:
            self._by_file.setdefault(each.file, []).append(each)
        self._used: set[tuple[Suppression, str]] = set()

    def __bool__(self) -> bool:
        return bool(self._by_file)

    def split_suppressed(
        self, diagnostics: Sequence[Diagnostic], path: str
    ) -> tuple[list[Diagnostic], list[SuppressedFinding]]:
        """Those that are shown, and those that are not, of the findings of a document at ``path``."""
        by_file: dict[str, list[int]] = {}
        for number, d in enumerate(diagnostics):
            by_file.setdefault(d.file or path, []).append(number)
        first: dict[int, Suppression] = {}
        for file, numbers in by_file.items():
            if file in self._by_file:
                first.update(self._first_of_each(self._by_file[file], diagnostics, numbers))
        kept = [d for number, d in enumerate(diagnostics) if number not in first]
        taken = [
            SuppressedFinding(d, "comment", first[number].reason)
            for number, d in enumerate(diagnostics)
            if number in first
        ]
        return kept, taken

    def _first_of_each(
        self, comments: Sequence[Suppression], diagnostics: Sequence[Diagnostic], numbers: Sequence[int]
    ) -> Iterator[tuple[int, Suppression]]:
        """Findings of a file that are not shown, by their numbers, each with the first comment that speaks of it.

        Comments are gone through once for each place that they speak of and each kind of finding there.
        """
        by_range: dict[_Range, list[Suppression]] = {}
        order = {id(each): at for at, each in enumerate(comments)}
        for each in comments:
            by_range.setdefault((each.first, each.last), []).append(each)
        known: dict[tuple[_Range, str, str], Suppression | None] = {}

        def first_in(place: _Range, code: str, name: str) -> Suppression | None:
            key = place, code, name
            if key not in known:
                meant = [(each, word) for each in by_range[place] if (word := each.find_code(code, name)) is not None]
                self._used.update(meant)
                known[key] = meant[0][0] if meant else None
            return known[key]

        from heapq import heappop, heappush

        waiting = sorted(by_range, reverse=True)
        open_now: list[tuple[_Place, _Place]] = []  # by where they end
        for number in sorted(numbers, key=lambda number: (diagnostics[number].line, diagnostics[number].column)):
            d = diagnostics[number]
            at = d.line, d.column
            while waiting and waiting[-1][0] <= at:
                begun, end = waiting.pop()
                heappush(open_now, (end, begun))
            while open_now and open_now[0][0] <= at:
                heappop(open_now)
            found = [one for end, begun in open_now if (one := first_in((begun, end), d.code, d.name)) is not None]
            if found:
                yield number, min(found, key=lambda each: order[id(each)])

    def remarks(
        self, path: str, everything: Sequence[Diagnostic], settings: Settings, selection: Selection
    ) -> list[Diagnostic]:
        """What is wrong with the comments of the document itself, once all its findings were gone through."""
        made: list[Diagnostic] = []
        if any(d.code == XML_SYNTAX.code for d in everything):  # whatever else there is was not looked at
            return made
        rules = REGISTRY
        for each in self._by_file.get(path, ()):
            if each.wrong:
                made.append(_remark(ODD_SUPPRESSION, each, settings, reason=each.wrong))
            idle = [
                word
                for word in each.codes
                if (each, word) not in self._used and _is_checked_for(word, rules, settings, selection)
            ]
            if idle and not each.wrong:
                found = _remark(UNUSED_SUPPRESSION, each, settings, codes=", ".join(idle))
                made.append(replace(found, fix=_without(each, idle)))
        return made


def _is_checked_for(word: str, rules: dict[str, Rule], settings: Settings, selection: Selection) -> bool:
    """Whether the run would have had the findings that a word stands for: of its readers, of its groups, and selected."""
    meant = [rule for rule in rules.values() if rule.code.startswith(word) or rule.name == word]
    if any(family_of(rule.code) == CONSUMER_FAMILY for rule in meant) and not set(TARGET_PROFILES) <= set(
        settings.targets
    ):
        return False
    if not settings.plausible and any(rule.group == PLAUSIBLE for rule in meant):
        return False
    return all(selection.shows(rule.code, rule.name, "") for rule in meant)


def _without(comment: Suppression, idle: Sequence[str]) -> Fix:
    """What takes codes out of a comment, and the whole of it if none is left."""
    kept = [word for word in comment.codes if word not in idle]
    if not kept:
        return Fix("remove the comment", True, (comment.removal,))
    return Fix(f"remove {', '.join(idle)}", True, (Edit(comment.file, *comment.listed, ", ".join(kept)),))


def _remark(rule: Rule, about: Suppression, settings: Settings, **arguments: str) -> Diagnostic:
    return Diagnostic(
        rule.code,
        rule.name,
        rule.strict if settings.strict else rule.severity,
        rule.message.format(**arguments),
        about.file,
        about.line,
        about.column,
        "",
        rule.hint,
        end_line=about.end_line,
        end_column=about.end_column,
    )
