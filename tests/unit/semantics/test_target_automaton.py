"""Which rows of a table are about a part, by the names that lead to it."""

from __future__ import annotations

import pytest
from bodyplan.diagnostics import rules
from bodyplan.semantics.targets.automaton import Automaton, PrefixedTag
from bodyplan.semantics.targets.rule_rows import RuleRow


def _automaton(*paths: tuple[str, ...], spared: tuple[str, ...] = ()) -> Automaton:
    rows = [RuleRow(each, frozenset(spared), False, False, (), (), "", rules.REFUSED) for each in paths]
    return Automaton(rows, [()] * len(rows), "x:", [PrefixedTag("x:seen", "seen", frozenset({"x:kept"}))])


def _rows(automaton: Automaton, chain: str) -> list[int]:
    tag, *names = chain.split("/")
    state = automaton.begin(tag)
    for name in names:
        state = state.move(name)
    return [automaton.rows.index(row) for row, _ in state.rows]


@pytest.mark.parametrize(
    ("path", "fits", "does_not_fit"),
    [
        ("/a/b", ["a/b"], ["b", "a/a/b", "a/b/b"]),
        ("b", ["b", "a/b", "a/b/b"], ["a"]),
        ("a/@n", ["a/@n", "b/a/@n"], ["a/n", "@n"]),
        ("a/*", ["a/b", "a/a"], ["a/x:b", "a/@b", "a/spared"]),
        ("a/x:*", ["a/x:b"], ["a/b"]),
        ("a/@*", ["a/@b", "a/@x:b"], ["a/b"]),
        ("a/**/c", ["a/c", "a/b/c", "a/b/b/c"], ["c", "b/c"]),
        ("seen/b", ["x:seen/x:b", "x:seen/b", "seen/b"], ["seen/x:b"]),
        ("seen/x:kept", ["x:seen/x:kept"], ["x:seen/kept"]),
        ("seen/@n", ["seen/@n"], ["x:seen/@n"]),
    ],
)
def test_paths_fit_chains_of_names(path: str, fits: list[str], does_not_fit: list[str]) -> None:
    automaton = _automaton((path,), spared=("spared",))
    assert [_rows(automaton, f"top/{chain}" if path[0] != "/" else chain) for chain in fits] == [[0]] * len(fits)
    assert [_rows(automaton, f"top/{chain}" if path[0] != "/" else chain) for chain in does_not_fit] == [[]] * len(
        does_not_fit
    )


def test_rows_stand_in_the_order_of_the_table() -> None:
    automaton = _automaton(("a/*",), ("b",), ("a/b", "c"))
    assert _rows(automaton, "a/b") == [0, 1, 2]


def test_nesting_makes_no_states_without_end() -> None:
    automaton = _automaton(("a/b",))
    state = automaton.begin("a")
    deeper = state.move("a").move("a")
    assert deeper is state.move("a")
