"""Trees that span graphs, cycles and connected sets."""

from __future__ import annotations

from typing import Literal

from bodyplan.semantics.ir.graph_search import (
    NO_EDGE,
    DisjointSets,
    begin_at_first,
    find_cycles,
    find_reachable,
    grow_forest,
)
from hypothesis import given
from hypothesis import strategies as st

SEARCHES: tuple[Literal["breadth-first", "depth-first"], ...] = ("breadth-first", "depth-first")
SQUARE = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]


def test_a_tree_grows_level_by_level_and_the_first_edge_to_a_vertex_counts() -> None:
    forest = grow_forest(range(5), SQUARE)
    assert forest.order == [0, 1, 2, 3, 4]
    assert forest.inboard == {0: NO_EDGE, 1: 0, 2: 1, 3: 2, 4: 4}
    assert forest.depth == {0: 0, 1: 1, 2: 1, 3: 2, 4: 3}
    assert forest.loops == [3]
    assert forest.descend() == [(0, 0), (1, 1), (3, 2), (4, 3), (2, 1)]
    assert forest.descend([3]) == [(3, 0), (4, 1)]


def test_depth_first_goes_on_from_what_was_reached_last() -> None:
    forest = grow_forest(range(5), SQUARE, search="depth-first")
    assert forest.order == [0, 1, 2, 3, 4]
    assert forest.inboard[3] == 3  # from 2, which was reached after 1


def test_edges_are_passed_in_either_direction() -> None:
    forest = grow_forest([5, 6, 7], [(6, 5), None, (7, 6)], [5])
    assert forest.towards == {5: NO_EDGE, 6: 5, 7: 6}
    assert forest.reversed == {0, 2}
    assert forest.roots == [5]


def test_trees_begin_at_what_comes_first_then_at_what_nothing_leads_to() -> None:
    forest = grow_forest(range(6), [(2, 1), (4, 5), (5, 4), (3, 3)], [0])
    assert forest.roots == [0, 2, 3, 4]
    assert forest.children()[2] == [1]
    assert forest.loops == [2, 3]


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=14))
def test_a_forest_reaches_each_vertex_once_and_each_other_edge_closes_a_loop(ends: list[tuple[int, int]]) -> None:
    joined = DisjointSets[int]()
    for upper, lower in ends:
        joined.join(upper, lower)
    for search in SEARCHES:
        forest = grow_forest(range(8), ends, search=search)
        assert sorted(forest.order) == list(range(8))
        tree = [edge for edge in forest.inboard.values() if edge != NO_EDGE]
        assert sorted([*tree, *forest.loops]) == list(range(len(ends)))
        assert len(forest.roots) == len({joined.find(vertex) for vertex in range(8)})


def test_cycles_are_found_where_each_vertex_leads_to_one() -> None:
    assert find_cycles([NO_EDGE, 0, 1]) == []
    assert find_cycles([2, 0, 3, 2, 4]) == [[2, 3], [4]]
    assert begin_at_first([5, 2, 4]) == [2, 4, 5]
    assert find_cycles([1, 0, 2], root=2) == [[0, 1]]


def test_what_is_reachable_is_found_with_where_it_begins() -> None:
    assert find_reachable(["a"], {"a": ["b"], "b": ["a", "c"], "d": ["a"]}) == {"a", "b", "c"}
