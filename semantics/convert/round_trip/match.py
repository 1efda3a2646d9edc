"""Which nodes of two documents are about the same thing."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Any

from ....runtime.saving.element_pairs import NodeMatch, match_nodes, pair_by
from ....runtime.source import literal_tag
from .node_paths import collapse_whitespace, key_of, read_node_tag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

MOST_CUTS = 50
"""How many parts of a name are looked at: it begins with those of the models that it is in."""


def match_renamed(mine: list[_Element], others: list[_Element]) -> NodeMatch:
    """Nodes that are about the same thing: of one tag and name, else of one tag where names do not tell them apart."""
    return match_nodes(others, mine, pair_by(_identity), _pair_renamed)


def _pair_renamed(others: list[_Element], mine: list[_Element]) -> dict[_Element, _Element]:
    renamed = _RenameMatcher([each for each in others if isinstance(each.tag, str)])
    found = {each: renamed.claim_match(each) for each in mine if isinstance(each.tag, str)}
    return {each: other for each, other in found.items() if other is not None}


def _identity(node: _Element) -> Any:
    if not isinstance(node.tag, str):
        return read_node_tag(node), collapse_whitespace(node.text)
    return literal_tag(node), key_of(node)


class _RenameMatcher:
    """What elements may have become whose names could not stay: the new name has more to it, or there was none.

    Args:
        nodes: what may be that.
    """

    def __init__(self, nodes: list[_Element]) -> None:
        self._places = {node: place for place, node in enumerate(nodes)}
        self._known: dict[Any, deque[_Element]] = {}
        for node in nodes:
            tag, key = read_node_tag(node), key_of(node)
            self._add((tag,), node)
            if key is None:
                self._add((tag, None), node)
                continue
            name = _plain(key[1])
            self._add((tag, key[0]), node)
            self._add((tag, key[0], "is", name), node)
            for cut in _cuts(f"{name}_"):
                self._add((tag, key[0], "begins", name[:cut]), node)

    def _add(self, known_by: Any, node: _Element) -> None:
        self._known.setdefault(known_by, deque()).append(node)

    def claim_match(self, node: _Element) -> _Element | None:
        """The first that nothing else has become; None where there is none."""
        tag, key = read_node_tag(node), key_of(node)
        wanted: list[Any] = [(tag,)]
        if key is not None:
            name = _plain(key[1])
            ends = (name, *(name[cut + 1 :] for cut in _cuts(name)))
            like = [(tag, key[0], "begins", name), *((tag, key[0], "is", end) for end in ends)]
            wanted = [(tag, None), *(like if name else [(tag, key[0])])]
        found = [other for known_by in wanted if (other := self._first(known_by)) is not None]
        if not found:
            return None
        first = min(found, key=self._places.__getitem__)
        del self._places[first]
        return first

    def _first(self, known_by: Any) -> _Element | None:
        nodes = self._known.get(known_by)
        while nodes and nodes[0] not in self._places:
            nodes.popleft()
        return nodes[0] if nodes else None


def _plain(name: str) -> str:
    """A name as one that may only have letters, digits and ``_``."""
    return "".join(letter if letter.isalnum() else "_" for letter in name)


def _cuts(name: str) -> Iterator[int]:
    """Where a name has a ``_``."""
    return islice((at for at, letter in enumerate(name) if letter == "_"), MOST_CUTS)


class Inner:
    """What elements that stand in another model, or in a world, may have become: their names are the ends of its name.

    Args:
        nodes: what may be that.
    """

    def __init__(self, nodes: list[_Element]) -> None:
        self.pairs: dict[_Element, _Element] = {}
        self._nodes = nodes
        self._taken: set[_Element] = set()
        self._by_ends: dict[Any, list[_Element]] = {}
        for node in nodes:
            if (key := key_of(node)) is not None:
                for end in (key[1], *(key[1][cut + 1 :] for cut in _cuts(key[1]))):
                    self._by_ends.setdefault((read_node_tag(node), key[0], end), []).append(node)

    def claim_match(self, node: _Element) -> _Element | None:
        """The first that nothing else became; None where there is none."""
        key = key_of(node)
        known = () if key is None else self._by_ends.get((read_node_tag(node), *key), ())
        found = next((each for each in known if each not in self._taken), None)
        if found is not None:
            self._taken.add(found)
            self.pairs[node] = found
        return found

    def find_unmatched(self) -> list[_Element]:
        """Those that nothing became."""
        return [node for node in self._nodes if node not in self._taken]
