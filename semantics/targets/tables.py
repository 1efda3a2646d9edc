"""Target tables: what a program that reads a format refuses, warns about or leaves out, as data in ``schemas/``.

``docs/schemas.md`` describes the tables. They are applied to the tree of names, attributes and texts as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from ...runtime.source import literal_tag
from .facts import facts
from .predicates import ConditionNode, Index, Test, compile_test, text_of, version, written_attributes

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...diagnostics.rule import Rule
    from ...runtime.sink import Sink
    from ..core.target import TargetProfile


Chain = tuple[str, ...]
"""Names from the root to a part, ``@`` before that of an attribute."""
Chains = tuple[Chain, ...]

MOST_CHAINS = 1 << 12
"""Chains of which the rows that fit are remembered while a document is gone through."""


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One ``[[rule]]``."""

    paths: tuple[tuple[bool, tuple[str, ...]], ...]
    """Each: whether it starts at the root, and its steps."""
    spared: frozenset[str]
    whole: bool
    tests: tuple[Test, ...]
    id: str
    says: Rule

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

    node: ConditionNode
    row: RuleRow
    name: str
    """Of the node, ``@`` before that of an attribute; inside a tag that strips prefixes without the prefix."""

    def arguments(self) -> dict[str, Any]:
        """What the words of a row may speak of."""
        element, attribute = self.node
        parent = element if attribute is not None else element.getparent()
        around = literal_tag(parent) if parent is not None else ""
        return {"name": self.name, "parent": around, "value": text_of(self.node)}

    def report(self, sink: Sink) -> None:
        """Reports what the row says."""
        sink.report(self.row.says, self.node.element, attribute=self.node.attribute, **self.arguments())


@dataclass(frozen=True, slots=True)
class PrefixedTag:
    """A tag inside which everything is written with the prefix and read without."""

    name: str
    stands_for: str
    keeps: frozenset[str]


@dataclass(slots=True)
class TargetTable:
    """What one target does with documents of one format."""

    format: str
    prefix: str
    judges: bool
    """Whether the target has something to say about the format's own findings in its documents."""
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
    """Whether what the target leaves out is not even checked for what the format says."""
    fills_in: bool
    """Whether a required element that is missing counts as written with its default."""
    rows: dict[str, tuple[tuple[int, RuleRow], ...]]
    """By the last step of their paths, with the place in the table."""
    values: tuple[Mapping[str, Any], ...]
    stripped: tuple[PrefixedTag, ...]
    facets: Mapping[tuple[str, str], Mapping[str, Any]]
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
        yield from self._walk(ConditionNode(root, None), (literal_tag(root),), None, Index(), {})

    def _walk(
        self,
        node: ConditionNode,
        chain: Chain,
        stripped: Chain | None,
        index: Index,
        known: dict[Chains, tuple[RuleRow, ...]],
    ) -> Iterator[Match]:
        element = node.element
        whole = False
        for match in self._matches(node, chain, stripped, index, known):
            yield match
            if match.row.whole:
                whole = True
                break
        if whole:
            return
        for name in written_attributes(element):
            step = "@" + name
            yield from self._matches(
                ConditionNode(element, name),
                (*chain, step),
                None if stripped is None else (*stripped, step),
                index,
                known,
            )
        for child in element:
            tag = literal_tag(child)
            yield from self._walk(
                ConditionNode(child, None), (*chain, tag), self._strip(chain, stripped, tag), index, known
            )

    def _strip(self, chain: Chain, stripped: Chain | None, tag: str) -> Chain | None:
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
        self,
        node: ConditionNode,
        chain: Chain,
        stripped: Chain | None,
        index: Index,
        known: dict[Chains, tuple[RuleRow, ...]],
    ) -> Iterator[Match]:
        chains = (chain,) if stripped is None else (chain, stripped)
        rows = known.get(chains)
        if rows is None:
            rows = self._find_fitting_rows(chains)
            # the parts of a document stand in few places, but for one that is made to have many
            if len(known) < MOST_CHAINS:
                known[chains] = rows
        for row in rows:
            if all(test(node, index) for test in row.tests):
                yield Match(node, row, chains[-1][-1])

    def _find_fitting_rows(self, chains: Chains) -> tuple[RuleRow, ...]:
        """The rows, in order, of which a path fits one of the chains."""
        found: dict[int, RuleRow] = {}
        for names in chains:
            for key in self._keys(names[-1]):
                found.update(self.rows.get(key, ()))
        return tuple(
            row
            for _, row in sorted(found.items(), key=_place)
            if any(row.matches(names, self.prefix) for names in chains)
        )

    def _keys(self, name: str) -> tuple[str, ...]:
        if name[0] == "@":
            return name, "@*"
        if name.startswith(self.prefix):
            return name, self.prefix + "*"
        return name, "*"

    def is_optional(self, parent: str, part: str) -> bool:
        """Whether the target can do without a part that the format requires."""
        every = "@*" if part[0] == "@" else "*"
        return f"{parent}/{part}" in self.optional or f"{parent}/{every}" in self.optional


def _place(entry: tuple[int, RuleRow]) -> int:
    return entry[0]


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


@cache
def table(target: TargetProfile, format: str) -> TargetTable:
    """The table of a target for a format."""
    written = facts(target)
    about = written.about
    own: Mapping[str, Any] = about.get(format, {})
    prefix = f"{about['prefix']}:" if "prefix" in about else ""
    tags = [row for row in written.extension if format in row["format"]]
    release = version(str(about["release"]))
    late = {prefix + str(row["name"]) for row in tags} - {
        prefix + str(row["name"]) for row in tags if version(str(row.get("since", "0"))) <= release
    }
    rows: dict[str, list[tuple[int, RuleRow]]] = {}
    for number, rule in enumerate(written.rules):
        if rule["format"] != format:
            continue
        paths = tuple((path[0] == "/", tuple(path.strip("/").split("/"))) for path in rule["path"])
        row = RuleRow(
            paths,
            frozenset(rule.get("except", ())) - late,
            rule.get("whole", False),
            tuple(compile_test(condition) for condition in rule.get("when", ())),
            rule["says"],
            written.says[rule["says"]],
        )
        for last in {steps[-1] for _, steps in paths}:
            rows.setdefault(last, []).append((number, row))
    return TargetTable(
        format=format,
        prefix=prefix,
        judges=format in about,
        unknown_element=own.get("unknown_element", "error"),
        unknown_attribute=own.get("unknown_attribute", "error"),
        repeated=own.get("repeated", "silent"),
        out_of_range=own.get("out_of_range", "error"),
        optional=tuple(own.get("optional", ())),
        one_name_each=tuple(own.get("one_name_each", ())),
        one_for_all=tuple(own.get("one_for_all", ())),
        reads_lazily=own.get("left_out", "unchecked") == "unchecked",
        fills_in=own.get("missing", "error") == "silent",
        rows={last: tuple(entries) for last, entries in rows.items()},
        values=tuple(row for row in written.values if row["format"] == format),
        stripped=tuple(
            PrefixedTag(prefix + tag["name"], tag["as"], frozenset(prefix + kept for kept in tag["keeps_prefix"]))
            for tag in tags
            if tag.get("strips_prefix")
        ),
        facets=_facets(tags, prefix),
        plain=frozenset(prefix + str(tag["name"]) for tag in tags if "as" in tag),
    )


def _facets(tags: Sequence[Mapping[str, Any]], prefix: str) -> dict[tuple[str, str], Mapping[str, Any]]:
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
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
