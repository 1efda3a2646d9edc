"""The paths of a target's rows as an automaton: which rows are about a part follows from the names that lead to it.

States are made when a document first leads to them, and stay: what was found out about a chain of names is looked up
by one name after another, without a text or a pattern for the chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from .predicates import written_attributes
from .rule_rows import RowChoice

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .predicates import Condition
    from .rule_rows import RuleRow

MOST_SOUGHT = 200
"""Elements that are looked for one by one."""
MOST_MOVES = 1 << 14
"""Moves that an automaton remembers; documents may make up names without end."""

Position = tuple[int, int]
"""A path by its number, and how many of its steps have been taken."""
Positions = frozenset[Position]


class PrefixedTag(NamedTuple):
    """A tag inside which everything is written with the prefix and read without."""

    name: str
    stands_for: str
    keeps: frozenset[str]


class RowPath(NamedTuple):
    """One path of a row."""

    steps: tuple[str, ...]
    row: int
    """Its place among the rows."""
    is_anchored: bool
    """Whether it begins at the root."""
    spared: frozenset[str]
    """Names that its last step does not stand for."""


class Inside(NamedTuple):
    """A part inside of a tag that strips prefixes: how far paths have come by the names without these."""

    tag: int
    positions: Positions
    is_tag: bool
    """Whether the part is that tag itself."""


class State:
    """What is known of a part by the names that lead to it."""

    __slots__ = (
        "_automaton",
        "_inside",
        "_positions",
        "attribute_moves",
        "attribute_rows",
        "choice",
        "has_rows",
        "is_alive",
        "lone_attribute",
        "moves",
        "name",
        "reads_attributes",
        "rows",
    )

    def __init__(
        self, automaton: Automaton, name: str, rows: tuple[int, ...], positions: Positions, inside: tuple[Inside, ...]
    ) -> None:
        self._automaton, self._positions, self._inside = automaton, positions, inside
        self.name = name
        """Of the part; inside a tag that strips prefixes without the prefix."""
        self.rows = tuple((automaton.rows[number], automaton.conditions[number]) for number in rows)
        """Rows that are about it, in the order of the table, with their conditions."""
        self.choice = RowChoice((place, *row) for place, row in enumerate(self.rows))
        """Which of them apply."""
        self.moves: dict[object, State] = {}
        """States of the elements in it by their names."""
        self.attribute_moves: dict[object, State] = {}
        """States of its attributes by their names."""
        self.attribute_rows: dict[tuple[str, ...], tuple[tuple[str, State], ...]] = {}
        """By the names of all attributes of an element those that rows are about, with their states; see ``find_attributes``."""
        self.is_alive = automaton.is_floating or bool(positions)
        """Whether a row may be about something in it."""
        self.reads_attributes = automaton.may_read_attributes(positions, inside)
        self.has_rows = bool(rows) or self.reads_attributes
        self.lone_attribute = None if rows or inside else automaton.find_lone_attribute(positions)
        """The name of the only part that rows are about, which most elements of the kind do not have; None where there are others."""

    def find_attributes(self, element: _Element) -> tuple[tuple[str, State], ...]:
        """The attributes of an element that rows are about, by their names as written, with their states.

        Elements of a kind have the same few sets of attributes, each of which is looked through once.
        """
        names = tuple(element.keys())
        known = self.attribute_rows.get(names)
        if known is None:
            states = [(name, self.move(f"@{name}")) for name in written_attributes(element)]
            known = tuple([(name, state) for name, state in states if state.rows])
            # how a name in a namespace is written is another matter in each element
            if not any(name[0] == "{" for name in names) and self._automaton.may_remember():
                self.attribute_rows[names] = known
        return known

    def move(self, name: str) -> State:
        """The state of the part of that name in this one, ``@`` before that of an attribute."""
        known = self.attribute_moves.get(name[1:]) if name[0] == "@" else self.moves.get(name)
        return self._automaton.move(self, self._positions, self._inside, name) if known is None else known


class Automaton:
    """The automaton of a table.

    Args:
        rows: in the order of the table.
        conditions: those of each row.
        prefix: of the extension's names; empty where there is no extension.
        stripped: the tags that strip prefixes.
    """

    def __init__(
        self,
        rows: Sequence[RuleRow],
        conditions: Sequence[tuple[Condition, ...]],
        prefix: str,
        stripped: Sequence[PrefixedTag],
    ) -> None:
        self.rows, self.conditions = rows, conditions
        self._prefix, self._stripped = prefix, stripped
        self._paths = [
            RowPath(tuple(path.strip("/").split("/")), number, path[0] == "/", row.spared)
            for number, row in enumerate(rows)
            for path in row.paths
        ]
        self._states: dict[tuple[str, tuple[int, ...], Positions, tuple[Inside, ...]], State] = {}
        self._moves = 0
        starts = [self._pass_stars({(number, 0)}) for number, path in enumerate(self._paths) if not path.is_anchored]
        floating = [position for positions in starts for position in positions]
        self.is_floating = bool(floating)
        """Whether paths may begin anywhere."""
        self._floating: dict[str, list[Position]] = {}
        for position in floating:
            self._floating.setdefault(self._step(position), []).append(position)
        self._floating_attributes = any(step[0] == "@" for step in self._floating)
        self._wanted = self._find_wanted()
        self._clear()

    def _clear(self) -> None:
        self._states.clear()
        self._moves = 0
        anchored = [self._pass_stars({(number, 0)}) for number, path in enumerate(self._paths) if path.is_anchored]
        self._before = State(self, "", (), frozenset().union(*anchored), ())

    def begin(self, tag: str) -> State:
        """The state of a root element of that name."""
        if self._moves > MOST_MOVES:
            self._clear()
        return self._before.move(tag)

    def find_relevant(self, root: _Element) -> set[_Element] | None:
        """The elements of a document inside of which a row can be about something; None: all may be such.

        Where rows are about a few elements, the parser's own search for these takes far less than a walk through all.
        """
        if self._wanted is None:
            return None
        found: set[_Element] = set()
        for count, element in enumerate(root.iter(*self._wanted)):
            if count == MOST_SOUGHT:
                return None
            current: _Element | None = element
            while current is not None and current not in found:
                found.add(current)
                current = current.getparent()
        return found

    def move(self, state: State, positions: Positions, inside: tuple[Inside, ...], name: str) -> State:
        """The state behind a name, which is made where it has not been met before."""
        is_attribute = name[0] == "@"
        taken, rows = self._advance(positions, name)
        deeper: list[Inside] = []
        read_as: str | None = None
        for number, tag in enumerate(self._stripped):
            around = next((each for each in inside if each.tag == number), None)
            if around is None:
                if name == tag.name:
                    deeper.append(Inside(number, self._advance(positions, tag.stands_for)[0], is_tag=True))
            elif not (is_attribute and around.is_tag):
                plain = name if name in tag.keeps else name.removeprefix(self._prefix)
                further, others = self._advance(around.positions, plain)
                deeper.append(Inside(number, further, is_tag=False))
                if read_as is None:
                    read_as, rows = plain, rows | others
        key = (read_as or name, tuple(sorted(rows)), taken, tuple(deeper))
        made = self._states.get(key)
        if made is None:
            made = self._states[key] = State(self, *key)
        if self.may_remember():
            (state.attribute_moves if is_attribute else state.moves)[name[1:] if is_attribute else name] = made
        return made

    def may_remember(self) -> bool:
        """Whether one more thing that documents make up may be kept."""
        self._moves += 1
        return self._moves <= MOST_MOVES

    def may_read_attributes(self, positions: Positions, inside: tuple[Inside, ...]) -> bool:
        """Whether a row may be about an attribute of a part."""
        places = (positions, *(each.positions for each in inside))
        return self._floating_attributes or any(self._step(each)[0] == "@" for found in places for each in found)

    def find_lone_attribute(self, positions: Positions) -> str | None:
        """The only attribute of a part that a row may be about; None where there may be several, or is none."""
        if self._floating_attributes:
            return None
        steps = {step for step in map(self._step, positions) if step[0] == "@"}
        name = steps.pop()[1:] if len(steps) == 1 else "*"
        return None if name == "*" or ":" in name else name

    def _step(self, position: Position) -> str:
        return self._paths[position[0]].steps[position[1]]

    def _pass_stars(self, positions: Iterable[Position]) -> set[Position]:
        """The positions with those behind steps that stand for no name too."""
        found = set(positions)
        for path, place in tuple(found):
            while self._paths[path].steps[place] == "**":
                place += 1
                found.add((path, place))
        return found

    def _advance(self, positions: Positions, name: str) -> tuple[Positions, set[int]]:
        """The positions behind a name, and the rows whose paths end with it."""
        reads = self._stars_for(name)
        starts = [position for step in (name, "**", *reads) for position in self._floating.get(step, ())]
        further: set[Position] = set()
        rows: set[int] = set()
        for path, place in (*positions, *starts):
            steps, row = self._paths[path].steps, self._paths[path].row
            step = steps[place]
            if step == "**":
                further.add((path, place))
            elif step == name or step in reads:
                if place + 1 < len(steps):
                    further.add((path, place + 1))
                elif step == name or name not in self._paths[path].spared:
                    rows.add(row)
        return frozenset(self._pass_stars(further)), rows

    def _stars_for(self, name: str) -> tuple[str, ...]:
        """The steps that stand for a name among others."""
        if name[0] == "@":
            return ("@*",)
        return (f"{self._prefix}*",) if name.startswith(self._prefix) else ("*",)

    def _find_wanted(self) -> tuple[str, ...] | None:
        """Patterns of elements that a row is about, or about a child or attribute of; None: it may be about any element."""
        if self._stripped:
            return None
        found: set[str] = set()
        for path in self._paths:
            place = max(
                (place for place, step in enumerate(path.steps) if step[0] != "@" and step[-1] != "*"), default=-1
            )
            if place < 0 or place < len(path.steps) - 2 or path.steps[-1] == "**":
                return None
            found.add(path.steps[place])
        return tuple({pattern for name in sorted(found) for pattern in (name, f"{{*}}{name.rpartition(':')[2]}")})
