"""A review as one comment in Markdown: short enough for what takes it, with nothing of documents but in code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ..diff import difference_tables
from ..markdown import code_span
from ..messages import format_number

if TYPE_CHECKING:
    from .comparison import DocumentReview, Finding
    from .git import Tree

MARKER = "<!-- bodyplan review -->"
"""The first line of a comment, by which it is found when it is to be renewed."""
MOST_CHARACTERS = 65_000
"""Of a comment; GitHub takes 65,536."""
MOST_OF_A_DOCUMENT = 20_000
"""Of what is said about one document, so that one alone does not take the place of all others."""
SPARE = 300
"""Characters that are kept for what says that something is left out."""
OPEN = 12
"""Lines about differences that are shown without a click."""


def write_comment(
    base: Tree, head: Tree, reviews: Sequence[DocumentReview], pictures: Mapping[str, str] | None = None
) -> str:
    """The comment; ``pictures`` are what shows documents, by their paths."""
    lines = [MARKER, f"### bodyplan: {_summary(reviews)}", "", f"{_state(base)} → {_state(head)}"]
    silent = [each for each in reviews if not each.has_effect]
    length = sum(len(line) + 1 for line in lines)
    rest = [each for each in reviews if each.has_effect]
    while rest:
        part = list(_cut_to_length(_document_lines(rest[0], (pictures or {}).get(rest[0].path)), MOST_OF_A_DOCUMENT))
        needed = sum(len(line) + 1 for line in part)
        if length + needed > MOST_CHARACTERS - SPARE:
            break
        lines += part
        length += needed
        rest = rest[1:]
    if rest:
        lines += ["", f"{format_number(len(rest), 'more document')} changed: `bodyplan review` shows them all."]
    if silent and not rest:
        names = f"Nothing changed in meaning: {', '.join(code_span(each.path) for each in silent)}"
        lines += [
            "",
            names
            if length + len(names) < MOST_CHARACTERS - SPARE
            else f"Nothing changed in meaning in {len(silent)} others.",
        ]
    return "\n".join(lines) + "\n"


def _summary(reviews: Sequence[DocumentReview]) -> str:
    if not reviews:
        return "no robot changed"
    told = [format_number(len([each for each in reviews if each.has_effect]), "document") + " changed in meaning"]
    for word, findings in (
        ("new", [f for each in reviews for f in each.new]),
        ("gone", [f for each in reviews for f in each.gone]),
    ):
        told += [
            f"{format_number(count, f'{word} {severity}') if word == 'new' else format_number(count, severity) + ' gone'}"
            for severity in ("error", "warning")
            if (count := sum(f.severity == severity for f in findings))
        ]
    return ", ".join(told)


def _state(tree: Tree) -> str:
    return f"{code_span(tree.name)} ({tree.commit[:10]})" if tree.commit else tree.name


def _document_lines(review: DocumentReview, pictures: str | None) -> Iterator[str]:
    yield ""
    yield f"#### {code_span(review.path)}{_status(review)}"
    if pictures is not None:
        yield from pictures.rstrip("\n").split("\n")
    if review.new:
        yield from _findings("New findings", review.new)
    if review.gone and review.status == "deleted":
        yield f"\n{format_number(len(review.gone), 'finding')} gone with it."
    elif review.gone:
        yield from _findings("Findings that are gone", review.gone)
    if review.differences is None:
        yield from ("", "One of both states cannot be read, or needs arguments, so what it means is not compared.")
    elif review.differences:
        count = len(review.differences)
        is_open = " open" if count <= OPEN else ""
        yield from ("", f"<details{is_open}><summary>{format_number(count, 'difference')}</summary>")
        yield from difference_tables(review.differences)
        yield from ("", "</details>")


def _status(review: DocumentReview) -> str:
    if review.was is not None:
        return f": renamed from {code_span(review.was)}"
    if review.through:
        more = f" and {len(review.through) - 3} more" if len(review.through) > 3 else ""
        return f": changes by {', '.join(map(code_span, review.through[:3]))}{more}"
    return "" if review.status == "changed" else f": {review.status}"


def _findings(title: str, findings: Iterable[Finding]) -> Iterator[str]:
    yield from ("", f"**{title}**", "", "| | | |", "| --- | --- | --- |")
    for each in findings:
        place = f"{each.file}:{each.line}:{each.column}" if each.line else each.file
        yield f"| {each.severity} {each.code} | {code_span(place)} | {code_span(each.message)} |"


def _cut_to_length(lines: Iterable[str], most: int) -> Iterator[str]:
    """As many of the lines as fit; what is opened is closed."""
    length, is_open = 0, False
    for line in lines:
        length += len(line) + 1
        if length > most:
            yield from ("", "… there is more than is shown here.")
            if is_open:
                yield from ("", "</details>")
            return
        is_open = line.startswith("<details") or (is_open and line != "</details>")
        yield line
