"""The report of an import: what changed from one version to the next, and what in it needs a person."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .change_report import sections, table, what
from .comparison import SchemaChange, compare
from .conversions import rules_file
from .facts import Fact, SchemaDescription, hashes
from .grammar import NameRules, SchemaNode, SchemaOverlay
from .lookup import Version

CHECKOUT = Path(__file__).resolve().parents[1]
SEMANTICS = CHECKOUT / "semantics"
PAGES = (
    "README.md",
    "docs",
    "tests",
    "examples",
    "benchmarks",
    "semantics",
    "cli",
    "diagnostics",
    "runtime",
    "codegen",
    "public.py",
)
"""Where a version may be named."""

_PATH = re.compile(r"[\w@/:.*-]+")
TEXTS = ("string", "strings")


@dataclass(frozen=True, slots=True)
class ImportedVersion:
    """A version that is imported.

    ``old`` is what it is compared with, None for the first version; ``prose`` holds the hashes of the prose there by
    place, ``overlay`` what we say of elements, ``names`` of names, ``replaces`` the newest version so far if this one comes after it,
    ``dropped`` what is gone and no rule is about, ``without_rules`` the steps to and from it that have no conversion rules.
    """

    format: str
    new: SchemaDescription
    old: SchemaDescription | None
    prose: Mapping[str, str]
    overlay: Mapping[str, Mapping[str, SchemaOverlay]]
    names: NameRules
    replaces: str | None
    dropped: tuple[str, ...] = ()
    without_rules: Sequence[tuple[str, str]] = ()


def report(imported: ImportedVersion) -> str:
    """The report of a version as Markdown."""
    new, old = imported.new, imported.old
    if old is None:
        return f"# {imported.format} {new.version}\n\nThere is no older version to compare it with.\n"
    changes = compare(old, new)
    person = [*_for_a_person(imported, changes)]
    naming = [*_pages(imported.replaces)] if imported.replaces is not None else []
    title = f"# {imported.format} {new.version}, compared with {old.version}\n"
    if not changes and not person:
        return f"{title}\nNothing changed.\n"
    counts = (
        f"{len(changes)} changes of facts, {sum(bool(change.breaks) for change in changes)} of which break programs."
    )
    heads = [f"- {heading}: {text.count(chr(10)) - 2}\n" for heading, text in (*person, *naming)]
    parts = [title, f"{counts} To be looked at by a person:\n", "".join(heads) or "nothing\n"]
    parts += [f"## {heading}\n\n{text}" for heading, text in person]
    return "\n".join([*parts, *sections(changes), *(f"## {heading}\n\n{text}" for heading, text in naming)])


def _for_a_person(imported: ImportedVersion, changes: list[SchemaChange]) -> Iterator[tuple[str, str]]:
    facts = Version(imported.new).facts
    added = [change.result for change in changes if change.kind == "added" and change.result is not None]
    added += [change.result for change in changes if change.target is not None and change.result is not None]
    new = {fact.place: fact for fact in added if isinstance(fact.node, SchemaNode) and not fact.node.copy_data}
    prose = _changed_prose(imported, facts, changes)
    talks = {fact.place: fact for fact in [*new.values(), *(facts[place] for place in prose)]}
    yield from _section(
        "Words in prose that may be new values: documents that use them are refused until the overlay lists them",
        ("element", "words", "values so far", "official text"),
        _new_words(imported, talks.values()),
    )
    yield from _section(
        "Names of frames, links or joints that nothing checks until the overlay says what they refer to",
        ("element", "official text"),
        [(f"`{fact.place}`", _at(fact)) for fact in new.values() if _unchecked_reference(imported, fact)],
    )
    yield from _section(
        "Prose that changed",
        ("element", "hash before", "hash now", "official text"),
        [(f"`{place}`", f"`{was}`", f"`{now}`", _at(facts[place])) for place, (was, now) in prose.items()],
    )
    yield from _section(
        "Without documentation of our own",
        ("element", "official text"),
        [(f"`{fact.place}`", _at(fact)) for fact in new.values() if not _entry(imported, fact).doc],
    )
    known = _names_in_semantics()
    yield from _section(
        "Without meaning in `semantics/`: read, checked and written by its facts alone",
        ("element", "official text"),
        [(f"`{fact.place}`", _at(fact)) for fact in _without_meaning(new.values(), known)],
    )
    yield from _section(
        "Without conversion rules: documents cannot be upgraded, and nothing is generated until there is such a file",
        ("from", "to", "file"),
        [(f"`{old}`", f"`{new}`", f"`{new}/{rules_file(old)}`") for old, new in imported.without_rules],
    )
    yield from _section(
        "Gone without a conversion rule: documents lose it on the way",
        ("element",),
        [(f"`{place}`",) for place in imported.dropped],
    )
    gone = [change for change in changes if change.kind in ("removed", "renamed", "moved")]
    yield from _section(
        "Gone or elsewhere, under a name that `semantics/` reads",
        ("what", "official text before"),
        [(f"`{what(change)}`", _at(change.origin)) for change in gone if change.origin and _name(change) in known],
    )


def _pages(version: str) -> Iterator[tuple[str, str]]:
    yield from _section(f"Pages, tests and sources that name {version}", ("file", "lines"), _find_mentions(version))


def _section(heading: str, head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    found = list(rows)
    if found:
        yield heading, table(head, found)


def _changed_prose(
    imported: ImportedVersion, facts: Mapping[str, Fact], changes: Iterable[SchemaChange]
) -> dict[str, tuple[str, str]]:
    """Hashes of prose before and now, of what is in both versions and has others, by its place now."""
    before = {change.target: change.place for change in changes if change.target is not None}
    found = {}
    for place, (_, now) in hashes(imported.new.nodes).items():
        was = imported.prose.get(before.get(place, place))
        if was is not None and was != now and place in facts:
            found[place] = (was or "none", now or "none")
    return found


def _new_words(imported: ImportedVersion, facts: Iterable[Fact]) -> Iterator[tuple[str, ...]]:
    for fact in facts:
        if isinstance(fact.node, SchemaNode) and fact.node.type in TEXTS:
            entry = _entry(imported, fact)
            words = [word for word in words_in(fact.node.prose) if word not in entry.values]
            if words:
                so_far = f"`{entry.enum}`" if entry.enum else "no enumeration"
                yield f"`{fact.place}`", ", ".join(f"`{word}`" for word in words), so_far, _at(fact)


def _unchecked_reference(imported: ImportedVersion, fact: Fact) -> bool:
    node = fact.node
    if not isinstance(node, SchemaNode) or node.type not in TEXTS or _entry(imported, fact).naming is not None:
        return False
    return fact.place.rpartition("/")[2] not in imported.names.everywhere and seems_a_reference(node.name, node.prose)


def _without_meaning(facts: Iterable[Fact], known: set[str]) -> list[Fact]:
    """New elements of a name that no source reads, with all that is new in them."""
    found: dict[str, Fact] = {}
    for fact in sorted(facts, key=lambda fact: fact.place):
        if isinstance(fact.node, SchemaNode) and (
            fact.node.name not in known or fact.place.rpartition("/")[0] in found
        ):
            found[fact.place] = fact
    return list(found.values())


def _entry(imported: ImportedVersion, fact: Fact) -> SchemaOverlay:
    stem, _, path = fact.place.partition(":")
    return imported.overlay.get(stem, {}).get(path) or SchemaOverlay()


def _name(change: SchemaChange) -> str:
    return change.place.rpartition("/")[2].rpartition(":")[2].lstrip("@")


def _at(fact: Fact) -> str:
    return f"`{fact.where}`"


def _names_in_semantics() -> set[str]:
    """Every name and text in the sources that say what documents mean."""
    found: set[str] = set()
    for path in SEMANTICS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(re.findall(r"\w+", node.value) if _PATH.fullmatch(node.value) else ())
    return found


def _find_mentions(version: str) -> Iterator[tuple[str, str]]:
    """Files of the checkout that name a version, with the lines."""
    named = re.compile(rf"(?<![\d.]){re.escape(version)}(?![\d])|\bv?{version.replace('.', '_')}\b")
    for top in PAGES:
        path = CHECKOUT / top
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in (".md", ".py", ".sdf", ".toml") and file.is_file() and "golden" not in file.parts:
                text = file.read_text(encoding="utf-8", errors="replace")
                lines = [str(number) for number, line in enumerate(text.splitlines(), 1) if named.search(line)]
                if lines:
                    more = f" and {len(lines) - 8} more" if len(lines) > 8 else ""
                    yield f"`{file.relative_to(CHECKOUT).as_posix()}`", ", ".join(lines[:8]) + more


_QUOTED = re.compile(r"""(?<!\w)["'`](\w[\w.+-]*)["'`](?!\w)""")
_IN_BRACKETS = re.compile(r"(?:^|[:,;.]|\bor\b|\band\b)\s*\(([\w.+-]+)\)")
_LIST = re.compile(
    r"\b(?:one of(?: the following)?|(?:values|options|types|choices|modes)(?: are| include|:))\s*:?\s*([^.]+)",
    re.IGNORECASE,
)
_ITEMS = re.compile(r"\s*(?:[,;]|\bor\b|\band\b)\s*")
_WORD = re.compile(r"[\w+-]+")
_REFERENCE = re.compile(
    r"(?:relative_to|expressed_in|resolve_to|attached_to|(?:\w+_)?(?:frame|link|joint|body)(?:_name)?)", re.IGNORECASE
)
_NAMES = re.compile(r"\bnames? of (?:the|a|an) (?:[\w-]+ ){0,2}(?:frame|link|joint|body|model)\b", re.IGNORECASE)
_NO_VALUES = {"true", "false", "the", "a", "an", "following"}


def words_in(prose: str) -> list[str]:
    """Words that look like values: quoted, in brackets at the head of an item, or in a list of values."""
    found = [*_QUOTED.findall(prose), *_IN_BRACKETS.findall(prose)]
    for match in _LIST.finditer(prose):
        items = _ITEMS.split(match[1])
        found += [item for item in items if len(items) > 1 and _WORD.fullmatch(item)]
    return [word for word in dict.fromkeys(found) if word.lower() not in _NO_VALUES]


def seems_a_reference(name: str, prose: str) -> bool:
    """Whether a text is by its name or its prose the name of something else in the document."""
    return _REFERENCE.fullmatch(name) is not None or _NAMES.search(prose) is not None
