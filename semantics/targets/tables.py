"""Target tables: what a program that reads a format refuses, warns about or leaves out, as data in ``schemas/``.

``docs/schemas.md`` describes the tables. They are applied to the tree of names, attributes and texts as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from ...runtime.source import literal_tag
from .facts import facts
from .predicates import ConditionNode, Index, Test, compile_test, text_of, version, written_attributes

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...diagnostics.rule import Rule
    from ...runtime.sink import Sink
    from ..core.target import TargetProfile


MOST_CHAINS = 1 << 12
"""Chains of which the rows that fit are remembered while a document is gone through."""


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One ``[[rule]]``."""

    paths: tuple[str, ...]
    spared: frozenset[str]
    is_for_any: bool
    """Whether it names no part."""
    whole: bool
    tests: tuple[Test, ...]
    id: str
    says: Rule


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
    rows: Mapping[str, Sequence[tuple[int, RuleRow]]]
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
        return self._walk(root, f"/{literal_tag(root)}", Index(), lru_cache(MOST_CHAINS)(self._fitting_rows))

    def _walk(self, element: _Element, chain: str, index: Index, fitting: FittingRows) -> Iterator[Match]:
        for match in _matches(ConditionNode(element, None), chain, index, fitting):
            yield match
            if match.row.whole:
                return
        for name in written_attributes(element):
            yield from _matches(ConditionNode(element, name), f"{chain}/@{name}", index, fitting)
        for child in element:
            yield from self._walk(child, f"{chain}/{literal_tag(child)}", index, fitting)

    def _fitting_rows(self, chain: str) -> tuple[str, tuple[RuleRow, ...]]:
        """The name of a part without a prefix that is stripped there, and the rows, in order, that are about it."""
        chains = [chain, *self._strip(chain)]
        found: dict[int, RuleRow] = {}
        for names in chains:
            name = names.rpartition("/")[2]
            every = "@*" if name[0] == "@" else f"{self.prefix}*" if name.startswith(self.prefix) else "*"
            for number, row in (*self.rows.get(name, ()), *self.rows.get(every, ())):
                if _compile_paths(row.paths, row.spared, self.prefix).search(names):
                    found[number] = row
        return chains[-1].rpartition("/")[2], tuple(found[number] for number in sorted(found))

    def _strip(self, chain: str) -> Iterator[str]:
        """The chain of a part as it is read where it is inside a tag that strips prefixes."""
        for tag in self.stripped:
            around, _, inside = chain.partition(f"/{tag.name}/")
            if inside and inside[0] != "@":
                steps = (step if step in tag.keeps else step.removeprefix(self.prefix) for step in inside.split("/"))
                yield "/".join((around, tag.stands_for, *steps))
                return

    def is_optional(self, parent: str, part: str) -> bool:
        """Whether the target can do without a part that the format requires."""
        every = "@*" if part[0] == "@" else "*"
        return f"{parent}/{part}" in self.optional or f"{parent}/{every}" in self.optional


FittingRows = Callable[[str], tuple[str, tuple[RuleRow, ...]]]


def _matches(node: ConditionNode, chain: str, index: Index, fitting: FittingRows) -> Iterator[Match]:
    name, rows = fitting(chain)
    for row in rows:
        if all(test(node, index) for test in row.tests):
            yield Match(node, row, name)


@cache
def _compile_paths(paths: tuple[str, ...], spared: frozenset[str], prefix: str) -> re.Pattern[str]:
    """Fits chains of names, each after a ``/``, that end as one of the paths; where that ends in a star, spares names."""
    own = re.escape(prefix)
    plain = f"(?!{own})" if prefix else ""
    stars = {"**": "(?:/[^/]+)*", "*": f"/{plain}[^/@][^/]*", "@*": "/@[^/]+", f"{prefix}*": f"/{own}[^/]*"}
    fits_all = "".join(f"(?!/{re.escape(name)}$)" for name in spared)
    found = []
    for path in paths:
        steps = path.strip("/").split("/")
        parts = [stars.get(step, f"/{re.escape(step)}") for step in steps]
        if steps[-1] in stars:
            parts.insert(-1, fits_all)
        found.append(("^" if path[0] == "/" else "") + "".join(parts) + "$")
    return re.compile("|".join(found))


@cache
def table(target: TargetProfile, format: str) -> TargetTable:
    """The table of a target for a format."""
    written = facts(target)
    about = written.about
    own: Mapping[str, Any] = about.get(format, {})
    prefix = f"{about['prefix']}:" if "prefix" in about else ""
    tags = [row for row in written.extension if format in row["format"]]
    release = version(str(about["release"]))
    late = {prefix + str(row["name"]) for row in tags if version(str(row.get("since", "0"))) > release}
    rows: dict[str, list[tuple[int, RuleRow]]] = {}
    for number, rule in enumerate(written.rules):
        if rule["format"] != format:
            continue
        ends = {path.rpartition("/")[2] for path in rule["path"]}
        row = RuleRow(
            tuple(rule["path"]),
            frozenset(rule.get("except", ())) - late,
            all(end[-1] == "*" for end in ends),
            rule.get("whole", False),
            tuple(compile_test(condition) for condition in rule.get("when", ())),
            rule["says"],
            written.says[rule["says"]],
        )
        for end in ends:
            rows.setdefault(end, []).append((number, row))
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
        rows=rows,
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
