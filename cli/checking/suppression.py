"""Comments in documents that keep findings from being shown: ``<!-- bodyplan: ignore[BP301] reason -->``.

A comment that stands by itself is about the next element, with all inside; one behind something else is about its line;
``ignore-file`` is about the file. In directives, which are YAML, the same stands behind ``#``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING, Any

from ...runtime.diagnostics.catalogue import all_rules
from ...runtime.diagnostics.diagnostic import Diagnostic
from ...runtime.diagnostics.families import CONSUMERS as CONSUMER_FAMILY
from ...runtime.diagnostics.families import family_of
from ...runtime.diagnostics.fix import Edit, Fix
from ...runtime.diagnostics.render.source_lines import decode
from ...runtime.diagnostics.render.suppressed import Suppressed
from ...runtime.diagnostics.rules import FILE_UNREADABLE, XML_SYNTAX
from ...runtime.diagnostics.rules_command_line import ODD_SUPPRESSION, UNUSED_SUPPRESSION
from ...runtime.files import FILES, Files, Unreadable
from ...runtime.saving.layout import Layout
from ...semantics.consumers.registry import CONSUMERS
from ...semantics.formats.registry import by_name_of_file
from ..messages import nearest

if TYPE_CHECKING:
    from ...runtime.diagnostics.rule import Rule
    from ..settings.settings import Settings
    from .selection import Selection

WORD = "bodyplan:"
MOST_BYTES = 1 << 28
"""Of a file that is looked through for comments."""
NEVER = frozenset({UNUSED_SUPPRESSION.code, ODD_SUPPRESSION.code, FILE_UNREADABLE.code, XML_SYNTAX.code})
"""What no comment is about: comments themselves, and documents that have none."""

_SAID = re.compile(
    rf"\s*{WORD}\s*(?P<kind>ignore(?:-file)?)\s*(?:\[(?P<codes>[^\]]*)\])?\s*(?P<reason>.*?)\s*", re.DOTALL
)
_COMMENT = re.compile(r"<!--(?P<text>.*?)-->", re.DOTALL)
_IN_YAML = re.compile(rf"#(?P<text>\s*{WORD}[^\n]*)")
_LINE_END = re.compile(r"\r\n|\n|\r")
_END: tuple[float, float] = (float("inf"), 0)


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
        return astuple(self)

    @classmethod
    def of(cls, row: Sequence[Any]) -> Suppression:
        """The comment with such attributes."""
        values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
        made = cls(*values)
        return replace(made, removal=Edit(*made.removal))  # type: ignore[misc]

    def covers(self, d: Diagnostic) -> str | None:
        """The code or name by which a finding in its file is kept from being shown; None where it is shown."""
        if d.code in NEVER or not self.first <= (d.line, d.column) < self.last:
            return None
        return next((word for word in self.codes if d.code.startswith(word) or d.name == word), None)


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

    found = _in_yaml(text, lines) if by_name_of_file(file) is not None else _in_xml(text)
    rules = all_rules()
    made = []
    for said, start, end, scope in found:
        words = tuple(word.strip() for word in (said["codes"] or "").split(",") if word.strip()) if said else ()
        reason, wrong = said["reason"] if said else "", _wrong(said, words, rules)
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
    layout = Layout(text)
    for match in _COMMENT.finditer(text):
        if match["text"].lstrip().startswith(WORD):
            yield _SAID.fullmatch(match["text"]), match.start(), match.end(), _next_element(layout, match.end())


def _next_element(layout: Layout, offset: int) -> tuple[int, int] | None:
    number = bisect_right(layout.starts, offset - 1)
    if number >= len(layout.starts) or "</" in layout.text[offset : layout.starts[number]]:
        return None
    try:
        node = layout.node(number)
    except IndexError:  # tags that do not match, of which it is told
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
        yield _SAID.fullmatch(match["text"].rstrip()), match.start(), match.end(), scope


def _wrong(said: re.Match[str] | None, words: Sequence[str], rules: dict[str, Rule]) -> str:
    if said is None:
        return "it says neither ignore[…] nor ignore-file[…]"
    if not words:
        return "it names no finding"
    names = {rule.name for rule in rules.values()}
    for word in words:
        if word not in names and not any(code.startswith(word) for code in rules):
            return f"no diagnostic is called {word!r}{nearest(word, [*rules, *names])}"
    return ""


class Suppressing:
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

    def take_out(self, diagnostics: Sequence[Diagnostic], path: str) -> tuple[list[Diagnostic], list[Suppressed]]:
        """Those that are shown, and those that are not, of the findings of a document at ``path``."""
        kept: list[Diagnostic] = []
        taken: list[Suppressed] = []
        for d in diagnostics:
            by = [
                (each, word) for each in self._by_file.get(d.file or path, ()) if (word := each.covers(d)) is not None
            ]
            self._used.update(by)
            if by:
                taken.append(Suppressed(d, "comment", by[0][0].reason))
            else:
                kept.append(d)
        return kept, taken

    def remarks(
        self, path: str, everything: Sequence[Diagnostic], settings: Settings, selection: Selection
    ) -> list[Diagnostic]:
        """What is wrong with the comments of the document itself, once all its findings were gone through."""
        made: list[Diagnostic] = []
        if any(d.code == XML_SYNTAX.code for d in everything):  # whatever else there is was not looked at
            return made
        for each in self._by_file.get(path, ()):
            if each.wrong:
                made.append(_remark(ODD_SUPPRESSION, each, settings, reason=each.wrong))
            idle = [
                word for word in each.codes if (each, word) not in self._used and _is_judged(word, settings, selection)
            ]
            if idle and not each.wrong:
                found = _remark(UNUSED_SUPPRESSION, each, settings, codes=", ".join(idle))
                made.append(replace(found, fix=_without(each, idle)))
        return made


def _is_judged(word: str, settings: Settings, selection: Selection) -> bool:
    """Whether the run would have had the findings that a word stands for: of its readers, and selected."""
    rules = [rule for rule in all_rules().values() if rule.code.startswith(word) or rule.name == word]
    if any(family_of(rule.code) == CONSUMER_FAMILY for rule in rules) and not set(CONSUMERS) <= set(settings.targets):
        return False
    return all(selection.shows(rule.code, rule.name, "") for rule in rules)


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
