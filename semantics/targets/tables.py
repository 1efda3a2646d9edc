"""Target tables: what a program that reads a format refuses, warns about or leaves out, as data in ``schemas/``.

``docs/schemas.md`` describes the tables. They are applied to the tree of names, attributes and texts as it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import dataclass, field
from ...runtime.source import literal_tag
from .automaton import Automaton, PrefixedTag
from .facts import facts
from .predicates import Condition, Index, text_of, version, without_prefix
from .rule_rows import RuleRow

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.sink import Sink
    from ..core.target import TargetProfile
    from .automaton import State


@dataclass(slots=True)
class Match:
    """A row that applies to a node."""

    element: _Element
    attribute: str | None
    """The name as written of the attribute that is the node; None where that is the element."""
    row: RuleRow
    name: str
    """Of the node, ``@`` before that of an attribute; inside a tag that strips prefixes without the prefix."""

    def arguments(self) -> dict[str, Any]:
        """What the words of a row may speak of."""
        element, attribute = self.element, self.attribute
        parent = element if attribute is not None else element.getparent()
        around = literal_tag(parent) if parent is not None else ""
        return {"name": self.name, "parent": around, "value": text_of((element, attribute))}

    __call__ = arguments
    """For findings, each of which would have a bound method besides."""

    def report(self, sink: Sink) -> None:
        """Reports what the row says."""
        sink.report(self.row.says, self.element, attribute=self.attribute, **self.arguments())


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
    rows: tuple[RuleRow, ...]
    values: tuple[Mapping[str, Any], ...]
    stripped: tuple[PrefixedTag, ...]
    facets: Mapping[tuple[str, str], Mapping[str, Any]]
    """Facets of the values of extension tags, by tag and ``""`` (text), ``@attribute`` or child."""
    plain: frozenset[str] = frozenset()
    """Tags of the extension that have the content of a plain element."""
    _automata: dict[bool, Automaton] = field(default_factory=dict)

    def value(self, of: str, type: str, case: str) -> str:
        """What becomes of a text that is not quite a value: a treatment."""
        for row in self.values:
            if row["of"] == of and ("*" in row["type"] or type in row["type"]):
                return str(row.get(case, row.get("unreadable", "error") if case == "trailing_inside" else "error"))
        return "error"

    def apply(
        self, root: _Element, *, has_prefix: bool = True, children: Sequence[_Element] | None = None
    ) -> list[Match]:
        """Every row that applies somewhere in a document, in document order; nothing about what is left out whole.

        Args:
            root: of the document.
            has_prefix: whether names in it may begin with the prefix of the extension.
            children: those of the root that a row may apply to, or inside of which; None: all of them.
        """
        automaton = self._automaton(has_prefix or not self.prefix)
        relevant = automaton.find_relevant(root) if children is None else None
        found: list[Match] = []
        if relevant is not None and not relevant:
            return found
        index = Index()
        state = automaton.begin(literal_tag(root))
        if not _match(root, state, index, found):
            _walk(root[:] if children is None else children, state, index, found, relevant)
        return found

    def _automaton(self, has_prefix: bool) -> Automaton:
        known = self._automata.get(has_prefix)
        if known is None:
            if has_prefix:
                rows = [(row, row.conditions) for row in self.rows]
            else:
                asked = [(row, row.conditions_without_prefix) for row in self.rows]
                rows = [(row, conditions) for row, conditions in asked if conditions is not None]
            stripped = self.stripped if has_prefix else ()
            known = Automaton([row for row, _ in rows], [each for _, each in rows], self.prefix, stripped)
            self._automata[has_prefix] = known
        return known

    def is_optional(self, parent: str, part: str) -> bool:
        """Whether the target can do without a part that the format requires."""
        every = "@*" if part[0] == "@" else "*"
        return f"{parent}/{part}" in self.optional or f"{parent}/{every}" in self.optional


def _walk(
    children: Iterable[_Element], state: State, index: Index, found: list[Match], relevant: set[_Element] | None
) -> None:
    moves = state.moves
    for child in children:
        inner = moves.get(child.tag)
        if inner is None:
            inner = state.move(literal_tag(child))
        if inner.has_rows:
            lone = inner.lone_attribute
            if (lone is None or child.get(lone) is not None) and _match(child, inner, index, found):
                continue
        if len(child) and inner.is_alive and (relevant is None or child in relevant):
            _walk(child[:], inner, index, found, relevant)


def _match(element: _Element, state: State, index: Index, found: list[Match]) -> bool:
    """Adds what the rows say of an element and its attributes; whether it is left out whole."""
    if state.rows:
        for _, row in state.choice.find((element, None), index):
            found.append(Match(element, None, row, state.name))
            if row.whole:
                return True
    if state.reads_attributes:
        for name, inner in state.find_attributes(element):
            if inner.choice.is_known_to_be_none(element.get(name)):
                continue
            for _, row in inner.choice.find((element, name), index):
                found.append(Match(element, name, row, inner.name))
    return False


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
    rows = []
    for rule in written.rules:
        if rule["format"] != format:
            continue
        conditions = sorted(rule.get("when", ()), key=_looks_far)
        rows.append(
            RuleRow(
                tuple(rule["path"]),
                frozenset(rule.get("except", ())) - late,
                all(path[-1] == "*" for path in rule["path"]),
                rule.get("whole", False),
                tuple(Condition.of(condition) for condition in conditions),
                _compile_without(prefix, rule["path"], conditions) if prefix else None,
                rule["says"],
                written.says[rule["says"]],
            )
        )
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
        rows=tuple(rows),
        values=tuple(row for row in written.values if row["format"] == format),
        stripped=tuple(
            PrefixedTag(prefix + tag["name"], tag["as"], frozenset(prefix + kept for kept in tag["keeps_prefix"]))
            for tag in tags
            if tag.get("strips_prefix")
        ),
        facets=_facets(tags, prefix),
        plain=frozenset(prefix + str(tag["name"]) for tag in tags if "as" in tag),
    )


def _looks_far(condition: Mapping[str, Any]) -> bool:
    """Whether a condition is better evaluated after others: it looks at more than what is at hand."""
    return "follow" in condition or "later" in condition


def _compile_without(
    prefix: str, paths: Sequence[str], conditions: Sequence[dict[str, Any]]
) -> tuple[Condition, ...] | None:
    """The conditions of a row for documents in which no name begins with a prefix; None where it applies in none."""
    if all(any(step.lstrip("@").startswith(prefix) for step in path.split("/")) for path in paths):
        return None
    left = [without_prefix(condition, prefix) for condition in conditions]
    if False in left:
        return None
    return tuple(Condition.of(condition) for condition in left if not isinstance(condition, bool))


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
