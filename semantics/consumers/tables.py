"""Consumer tables: what a program that reads a format refuses, warns about or leaves out, as data in ``schemas/``.

``docs/schemas.md`` describes the tables. They are applied to the tree of names, attributes and texts as it is written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ...runtime.diagnostics import rules_consumers as rules
from ...runtime.source import literal_tag
from .conditions import Index, Node, Test, compile_test, text_of, version, written_attributes

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.diagnostics.rule import Rule

TREATMENTS: dict[str, Rule] = {
    "error": rules.REFUSED,
    "warning": rules.NOT_USED,
    "silent": rules.SILENTLY_IGNORED,
}


@dataclass(frozen=True, slots=True)
class Row:
    """One ``[[rule]]``."""

    paths: tuple[tuple[bool, tuple[str, ...]], ...]
    """Each: whether it starts at the root, and its steps."""
    spared: frozenset[str]
    treatment: str
    whole: bool
    tests: tuple[Test, ...]
    message: str

    @property
    def is_for_any(self) -> bool:
        """Whether it names no part."""
        return all(steps[-1][-1] == "*" for _, steps in self.paths)

    def matches(self, chain: tuple[str, ...], prefix: str) -> bool:
        """Whether one of the paths fits a chain of names, apart from conditions."""
        return any(
            not (steps[-1] in ("*", "@*", prefix + "*") and chain[-1] in self.spared)
            and _fits(steps, len(steps), chain, len(chain), anchored, prefix)
            for anchored, steps in self.paths
        )


@dataclass(frozen=True, slots=True)
class Match:
    """A row that applies to a node."""

    node: Node
    row: Row
    message: str


@dataclass(frozen=True, slots=True)
class Stripped:
    """A tag inside which everything is written with the prefix and read without."""

    name: str
    stands_for: str
    keeps: frozenset[str]


@dataclass(slots=True)
class Table:
    """What one consumer does with documents of one format."""

    consumer: str
    format: str
    prefix: str
    unknown_element: str
    unknown_attribute: str
    repeated: str
    out_of_range: str
    optional: tuple[str, ...]
    one_name_each: tuple[str, ...]
    """Elements whose children of all kinds need different names."""
    one_for_all: tuple[str, ...]
    """Vectors for which a single number may stand."""
    reads_lazily: bool
    """Whether what the consumer leaves out is not even checked for what the format says."""
    fills_in: bool
    """Whether a required element that is missing counts as written with its default."""
    rows: dict[str, tuple[tuple[int, Row], ...]]
    """By the last step of their paths, with the place in the table."""
    values: tuple[dict[str, Any], ...]
    stripped: tuple[Stripped, ...]
    facets: dict[tuple[str, str], dict[str, Any]]
    """Facets of the values of extension tags, by tag and ``""`` (text), ``@attribute`` or child."""
    plain: frozenset[str] = frozenset()
    """Tags of the extension that have the content of a plain element."""

    def value(self, of: str, type: str, case: str) -> str:
        """What becomes of a text that is not quite a value: a treatment."""
        for row in self.values:
            if row["of"] == of and ("*" in row["type"] or type in row["type"]):
                return str(row.get(case, row.get("unreadable", "error") if case == "trailing_inside" else "error"))
        return "error"

    def apply(self, root: _Element) -> Iterator[Match]:
        """Every row that applies somewhere in a document, in document order; nothing about what is left out whole."""
        yield from self._walk(Node(root, None), (literal_tag(root),), None, Index())

    def _walk(
        self, node: Node, chain: tuple[str, ...], stripped: tuple[str, ...] | None, index: Index
    ) -> Iterator[Match]:
        element = node.element
        whole = False
        for match in self._matches(node, chain, stripped, index):
            yield match
            if match.row.whole:
                whole = True
                break
        if whole:
            return
        for name in written_attributes(element):
            step = "@" + name
            yield from self._matches(
                Node(element, name), (*chain, step), None if stripped is None else (*stripped, step), index
            )
        for child in element:
            tag = literal_tag(child)
            yield from self._walk(Node(child, None), (*chain, tag), self._strip(chain, stripped, tag), index)

    def _strip(self, chain: tuple[str, ...], stripped: tuple[str, ...] | None, tag: str) -> tuple[str, ...] | None:
        """The chain of a child inside a tag that strips prefixes, None elsewhere."""
        if stripped is not None:
            for known in self.stripped:
                if known.name in chain:
                    keep = not tag.startswith(self.prefix) or tag in known.keeps
                    return (*stripped, tag if keep else tag.removeprefix(self.prefix))
        for known in self.stripped:
            if chain[-1] == known.name:
                keep = not tag.startswith(self.prefix) or tag in known.keeps
                return (*chain[:-1], known.stands_for, tag if keep else tag.removeprefix(self.prefix))
        return None

    def _matches(
        self, node: Node, chain: tuple[str, ...], stripped: tuple[str, ...] | None, index: Index
    ) -> Iterator[Match]:
        chains = (chain,) if stripped is None else (chain, stripped)
        if not any(map(self._could_match, chains)):
            return
        found: dict[int, Row] = {}
        for names in chains:
            for key in self._keys(names[-1]):
                found.update(self.rows.get(key, ()))
        for _, row in sorted(found.items(), key=lambda entry: entry[0]):
            if any(row.matches(names, self.prefix) for names in chains) and all(
                test(node, index) for test in row.tests
            ):
                yield Match(node, row, _filled(row.message, node, chains[-1][-1]))

    def _could_match(self, names: tuple[str, ...]) -> bool:
        return any(key in self.rows for key in self._keys(names[-1]))

    def _keys(self, name: str) -> tuple[str, ...]:
        if name[0] == "@":
            return name, "@*"
        if name.startswith(self.prefix):
            return name, self.prefix + "*"
        return name, "*"

    def is_optional(self, parent: str, part: str) -> bool:
        """Whether the consumer can do without a part that the format requires."""
        every = "@*" if part[0] == "@" else "*"
        return f"{parent}/{part}" in self.optional or f"{parent}/{every}" in self.optional


def _fits(steps: tuple[str, ...], i: int, names: tuple[str, ...], j: int, anchored: bool, prefix: str) -> bool:
    """Whether the first ``i`` steps of a path fit the first ``j`` names, up to their end."""
    if i == 0:
        return j == 0 or not anchored
    step = steps[i - 1]
    if step == "**":
        return any(_fits(steps, i - 1, names, k, anchored, prefix) for k in range(j, -1, -1))
    if j == 0:
        return False
    name = names[j - 1]
    if step == "*":
        fits = name[0] != "@" and not name.startswith(prefix)
    elif step == "@*":
        fits = name[0] == "@"
    elif step == prefix + "*":
        fits = name.startswith(prefix)
    else:
        fits = step == name
    return fits and _fits(steps, i - 1, names, j - 1, anchored, prefix)


def _filled(message: str, node: Node, name: str) -> str:
    if "{" not in message:
        return message
    parent = node.element if node.attribute is not None else node.element.getparent()
    return (
        message.replace("{name}", name)
        .replace("{parent}", literal_tag(parent) if parent is not None else "")
        .replace("{value}", text_of(node))
    )


@cache
def table(consumer: str, format: str) -> Table:
    """The table of a consumer for a format."""
    written = _read(consumer, "rules.toml")
    about = written["consumer"]
    own: dict[str, Any] = about.get(format, {})
    prefix = f"{about['prefix']}:" if "prefix" in about else ""
    tags = [row for row in _tags(about.get("extension")) if format in row["format"]]
    release = version(str(about["release"]))
    late = {prefix + str(row["name"]) for row in tags} - {
        prefix + str(row["name"]) for row in tags if version(str(row.get("since", "0"))) <= release
    }
    rows: dict[str, list[tuple[int, Row]]] = {}
    for number, rule in enumerate(written.get("rule", [])):
        if rule["format"] != format:
            continue
        paths = tuple((path[0] == "/", tuple(path.strip("/").split("/"))) for path in rule["path"])
        row = Row(
            paths,
            frozenset(rule.get("except", ())) - late,
            rule["treatment"],
            rule.get("whole", False),
            tuple(compile_test(condition) for condition in rule.get("when", ())),
            rule["message"],
        )
        for last in {steps[-1] for _, steps in paths}:
            rows.setdefault(last, []).append((number, row))
    return Table(
        consumer,
        format,
        prefix,
        own.get("unknown_element", "error"),
        own.get("unknown_attribute", "error"),
        own.get("repeated", "silent"),
        own.get("out_of_range", "error"),
        tuple(own.get("optional", ())),
        tuple(own.get("one_name_each", ())),
        tuple(own.get("one_for_all", ())),
        own.get("left_out", "unchecked") == "unchecked",
        own.get("missing", "error") == "silent",
        {last: tuple(entries) for last, entries in rows.items()},
        tuple(row for row in written.get("value", []) if row["format"] == format),
        tuple(
            Stripped(prefix + tag["name"], tag["as"], frozenset(prefix + kept for kept in tag["keeps_prefix"]))
            for tag in tags
            if tag.get("strips_prefix")
        ),
        _facets(tags, prefix),
        frozenset(prefix + str(tag["name"]) for tag in tags if "as" in tag),
    )


def _facets(tags: list[dict[str, Any]], prefix: str) -> dict[tuple[str, str], dict[str, Any]]:
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for tag in tags:
        name = prefix + str(tag["name"])
        if "text" in tag:
            places = [(parent, f"@{name}") for parent in tag["at"]] if tag.get("kind") == "attribute" else [(name, "")]
            for parent, part in places:
                found[str(parent).rsplit("/", 1)[-1], part] = tag["text"]
        for attribute in tag.get("attributes", ()):
            found[name, "@" + str(attribute["name"])] = attribute
        for child in tag.get("children", ()):
            found[name, str(child["name"])] = child
    return found


def _tags(extension: str | None) -> list[dict[str, Any]]:
    return list(_read(extension, "extension.toml").get("tag", [])) if extension else []


@cache
def _read(name: str, file: str) -> dict[str, Any]:
    package = __name__.rsplit(".", 3)[0]
    text = (files(package) / "schemas" / name / file).read_text(encoding="utf-8")
    read: dict[str, Any] = tomllib.loads(text)
    return read
