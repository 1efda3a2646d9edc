"""What the language server answers while texts are being typed: ``python -m tests.fuzz.editing WHAT NUMBER SEED PLACE …``.

``completions`` writes out what is offered at random places and asks ``check`` about it, and takes out what is there to see that it
is offered. ``truncations`` cuts texts off and compares elements and findings with those of the whole. ``edits`` changes texts
and compares what is answered with the answers of a server that has just been started. Each prints its failures and a summary.
"""

from __future__ import annotations

import random
import sys
from argparse import Namespace
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from bodyplan.cli.language_server.completion import complete
from bodyplan.cli.language_server.hover import describe_place
from bodyplan.cli.language_server.links import list_links
from bodyplan.cli.language_server.navigation import find_definition, find_name_range, find_references
from bodyplan.cli.language_server.open_texts import OpenTexts
from bodyplan.cli.language_server.semantic_tokens import list_tokens
from bodyplan.cli.language_server.snapshot import Snapshot
from bodyplan.cli.language_server.symbols import list_folds, list_symbols
from bodyplan.cli.language_server.vocabulary import terms_inside
from bodyplan.cli.language_server.written_values import list_colours, list_degrees
from bodyplan.runtime.markup import Markup
from bodyplan.semantics.core.options import Options

ENDINGS = (".urdf", ".sdf", ".world", ".skel", ".srdf", ".xml")
MOST_CHARACTERS = 60_000
REFUSED = frozenset(
    {
        "not-allowed",
        "unknown-element",
        "unknown-attribute",
        "repeated-element",
        "newer-than-declared",
        "several-roots",
    }
)
"""Findings that say that something may not be written where it is."""
ELSEWHERE = "findings elsewhere"
MOST_ELSEWHERE = 0.01
"""Of all cuts, those with findings far from them that the whole text does not have."""
NEAR = 2
"""Lines around a cut in which findings that the whole text does not have are no surprise."""
PIECES = ("<", ">", '"', "/", " ", "\n", "<li", "</", 'name="', "\U0001f916", "=", "::", "a", "<!--", "-->", "\r\n")


class Tally(NamedTuple):
    """How many cases there were, which of them failed, and which are no failures as long as they are rare."""

    cases: int
    failures: list[str]
    rare: tuple[str, ...] = ()


def find_documents(places: list[str], seed: int) -> list[Path]:
    """Documents of a size that a person writes, in random order; of any size where a file itself is one of the places."""
    given = [path for path in map(Path, places) if path.is_file()]
    found = [path for each in places for path in sorted(Path(each).rglob("*")) if path.suffix in ENDINGS]
    random.Random(seed).shuffle(found)
    return given + [path for path in found if path.is_file() and path.stat().st_size < MOST_CHARACTERS]


def make_snapshot(text: str, path: Path) -> Snapshot:
    """What the server knows of a text."""
    return Snapshot(text, str(path), Options(base_dir=path.parent))


def refusals(snapshot: Snapshot) -> set[tuple[str, str]]:
    """What may not be written where it is."""
    return {(each.code, each.message) for each in snapshot.document.diagnostics if each.name in REFUSED}


def try_completions(text: str, path: Path, chance: random.Random) -> Iterator[tuple[str, bool]]:
    """Whether what is offered at a random place is accepted, and whether what is there is offered."""
    whole = make_snapshot(text, path)
    markup = whole.markup
    if not markup.names or whole.is_expanded or not markup.is_well_formed:
        return
    number = chance.randrange(len(markup.names))
    before = refusals(whole)
    places = [markup.tag_ends[number]] if text[markup.tag_ends[number] - 2] != "/" else []
    attributes = markup.attributes(number)
    if attributes:
        chosen = chance.choice(attributes)
        places += [chosen.start, chosen.value_start]
    for place in places:
        offered = [each for each in complete(whole, place) if each.kind in ("element", "attribute", "value")]
        for each in chance.sample(offered, min(3, len(offered))):
            if each.label.startswith("/"):
                continue
            written = each.text.replace("$0", "") + (" " if each.kind == "attribute" else "")
            made = make_snapshot(text[: each.range.start] + written + text[each.range.end :], path)
            more = refusals(made) - before
            unwritten = {finding for finding in more if "''" in finding[1]}
            yield f"{path}:{place}: {each.kind} {each.label}: {sorted(more)[:1]}", not more - unwritten
    parent = markup.parents[number]
    inside = whole.term(number)
    if parent < 0 or inside is None:
        return
    start, end = markup.starts[number], markup.ends[number]
    name = markup.names[number]
    if any(name in message for _, message in before):
        return
    around = whole.term(parent)
    again = any(markup.names[each] == name and each != number for each in markup.children(parent))
    if again and around is not None and around.table is not None and not inside.repeats:
        return  # of a parameter of a plugin only the first is read, which nobody would be offered twice
    without = text[:start] + "<" + text[end:]
    labels = {each.label for each in complete(make_snapshot(without, path), start + 1)}
    yield f"{path}:{start}: <{name}> is not offered", name in labels
    for each in attributes:
        cut = text[: each.start] + text[each.end :]
        labels = {item.label for item in complete(make_snapshot(cut, path), each.start)}
        known = not any(repr(each.name) in message for _, message in before)
        prefix, colon, _ = each.name.partition(":")  # of which nothing is known means something to others alone
        foreign = bool(colon) and not any(term.name.startswith(f"{prefix}:") for term in terms_inside(inside).values())
        if known and not foreign and not each.name.startswith("xmlns"):
            yield f"{path}:{each.start}: {each.name} of <{name}> is not offered", each.name in labels


def check_completions(documents: list[Path], count: int, seed: int) -> Tally:
    """See ``try_completions``."""
    chance, cases, failures = random.Random(seed), 0, []
    for at in range(count):
        path = documents[at % len(documents)]
        text = path.read_text(encoding="utf-8", errors="replace")
        for words, is_right in try_completions(text, path, chance):
            cases += 1
            if not is_right:
                failures.append(words)
    return Tally(cases, failures)


@lru_cache(maxsize=1)
def read_whole(text: str, path: Path) -> tuple[Markup, frozenset[tuple[str, int]]]:
    """The tags of a text that is whole, and its findings by their code and line."""
    return Markup(text), frozenset((each.code, each.line) for each in make_snapshot(text, path).document.diagnostics)


def try_truncation(text: str, path: Path, cut: int) -> Iterator[tuple[str, bool]]:
    """Whether a text that ends early has the elements that end before, and no findings elsewhere that the whole has not."""
    whole, known = read_whole(text, path)
    short = make_snapshot(text[:cut], path)
    ended = sum(end <= cut for end in whole.ends)
    kept = {(start, end) for start, end in zip(short.markup.starts, short.markup.ends)}
    missing = [
        number
        for number in range(len(whole.names))
        if whole.ends[number] <= cut and (whole.starts[number], whole.ends[number]) not in kept
    ]
    yield f"{path}:{cut}: {len(missing)} of {ended} elements are missing", not missing
    line = text.count("\n", 0, cut) + 1
    more = [
        (each.code, each.line)
        for each in short.document.diagnostics
        if (each.code, each.line) not in known and abs(each.line - line) > NEAR
    ]
    yield f"{path}:{cut}: {ELSEWHERE}: {more[:3]}", not more
    try:
        answer_all(short, cut)
    except Exception as problem:  # noqa: BLE001 - any of them would be an error response
        yield f"{path}:{cut}: {problem!r}", False


def check_truncations(documents: list[Path], count: int, seed: int) -> Tally:
    """See ``try_truncation``."""
    chance, cases, cuts = random.Random(seed), 0, 0
    failures: list[str] = []
    elsewhere: list[str] = []
    for at in range(count):
        # all cuts of a text after each other, so that the whole is read once
        path = documents[at * len(documents) // count]
        text = path.read_text(encoding="utf-8", errors="replace")
        if not text or not Markup(text).is_well_formed:
            continue
        cuts += 1
        for words, is_right in try_truncation(text, path, chance.randrange(len(text))):
            cases += 1
            if not is_right:
                (elsewhere if ELSEWHERE in words else failures).append(words)
    if len(elsewhere) > MOST_ELSEWHERE * cuts:
        failures += elsewhere
    return Tally(cases, failures, tuple(elsewhere))


def answer_all(snapshot: Snapshot, offset: int) -> dict[str, Any]:
    """What is answered about a text and a place in it, besides its findings."""
    return {
        "symbols": repr(list_symbols(snapshot)),
        "folds": list_folds(snapshot),
        "tokens": list(list_tokens(snapshot)),
        "links": list(list_links(snapshot)),
        "colours": list(list_colours(snapshot)),
        "degrees": list(list_degrees(snapshot, 0, len(snapshot.text))),
        "completions": [(each.label, each.text, each.range) for each in complete(snapshot, offset)],
        "hover": describe_place(snapshot, offset),
        "definition": find_definition(snapshot, offset),
        "references": find_references(snapshot, offset, [snapshot], with_definition=True),
        "name": find_name_range(snapshot, offset),
    }


def answers_of(texts: OpenTexts, uri: str, offset: int) -> dict[str, Any]:
    """What is answered about a text."""
    text = texts[uri]
    findings = [(each.code, each.file, each.line, each.column, each.message) for each in text.findings]
    return {"findings": findings, **answer_all(text.snapshot, min(offset, len(text.text)))}


def make_edit(text: str, chance: random.Random) -> str:
    """A text after somebody has typed, deleted or moved something."""
    start = chance.randrange(len(text) + 1)
    end = min(len(text), start + chance.choice((0, 0, 1, 3, 20)))
    words = chance.choice(PIECES) if chance.random() < 0.7 else text[start : start + 30]
    return text[:start] + words + text[end:]


def check_edits(documents: list[Path], count: int, seed: int) -> Tally:
    """Changes two texts again and again; all answers have to be those of a server that knows nothing of the past."""
    chance, failures = random.Random(seed), []
    chosen = {
        path.absolute().as_uri(): path.read_text(encoding="utf-8", errors="replace")[:4000] for path in documents[:2]
    }
    first = OpenTexts(Namespace(isolated=True))
    now = dict(chosen)
    for uri, text in now.items():
        first.put(uri, text, 0)
    for at in range(count):
        uri = chance.choice(sorted(now))
        if at % 60 == 59:
            now[uri] = chosen[uri]
        now[uri] = make_edit(now[uri], chance)
        first.put(uri, now[uri], at)
        fresh = OpenTexts(Namespace(isolated=True))
        for each, text in now.items():
            fresh.put(each, text, at)
        offset = chance.randrange(len(now[uri]) + 1)
        for each in now:
            was, new = answers_of(first, each, offset), answers_of(fresh, each, offset)
            failures += [f"edit {at}: {key} of {each}" for key in was if was[key] != new[key]]
    return Tally(count, failures)


CHECKS = {"completions": check_completions, "truncations": check_truncations, "edits": check_edits}


def main(arguments: list[str]) -> int:
    """Runs one of ``CHECKS``."""
    what, count, seed, *places = arguments
    found = CHECKS[what](find_documents(places or ["examples"], int(seed)), int(count), int(seed))
    for each in (*found.failures[:40], *found.rare[:40]):
        sys.stdout.write(f"{each}\n")
    sys.stdout.write(f"{what}: {found.cases} cases, {len(found.failures)} failures, {len(found.rare)} rare ones\n")
    return bool(found.failures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
