"""Which nodes of two documents are about the same thing."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from ...runtime.source import literal_tag
from .steps import called, key_of, words

if TYPE_CHECKING:
    from lxml.etree import _Element

MOST_ENDS = 50
"""How many ends of a name are looked at: it begins with those of the models that it stands in."""


def pairs_of(mine: list[_Element], others: list[_Element]) -> dict[_Element, _Element]:
    """Nodes that are about the same thing: of one tag and name, else of one tag where names do not tell them apart."""
    pairs: dict[_Element, _Element] = {}
    left: dict[Any, list[_Element]] = {}
    for each in others:
        left.setdefault(_identity(each), []).append(each)
    for each in mine:
        if alike := left.get(_identity(each)):
            pairs[each] = alike.pop(0)
    taken = set(pairs.values())
    by_tag: dict[str, list[_Element]] = {}
    for each in others:
        if each not in taken and isinstance(each.tag, str):
            by_tag.setdefault(called(each), []).append(each)
    for each in mine:
        if each in pairs or not isinstance(each.tag, str):
            continue
        candidates = by_tag.get(called(each), [])
        other = next((other for other in candidates if _may_be(each, other)), None)
        if other is not None:
            candidates.remove(other)
            pairs[each] = other
    return {each: pairs[each] for each in mine if each in pairs}


def _identity(node: _Element) -> Any:
    if not isinstance(node.tag, str):
        return called(node), words(node.text)
    return literal_tag(node), key_of(node)


def _may_be(mine: _Element, other: _Element) -> bool:
    """Whether an element of another name may be what one became: its name has more to it, or it had none."""
    one, another = key_of(mine), key_of(other)
    if one is None or another is None:
        return True
    names = ["".join(letter if letter.isalnum() else "_" for letter in name) for _, name in (one, another)]
    has_more = not names[0] or f"{names[1]}_".startswith(f"{names[0]}_") or f"_{names[0]}".endswith(f"_{names[1]}")
    return one[0] == another[0] and has_more


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
                for end in _ends(key[1]):
                    self._by_ends.setdefault((called(node), key[0], end), []).append(node)

    def take_like(self, node: _Element) -> _Element | None:
        """The first that nothing else became; None where there is none."""
        key = key_of(node)
        known = () if key is None else self._by_ends.get((called(node), *key), ())
        found = next((each for each in known if each not in self._taken), None)
        if found is not None:
            self._taken.add(found)
            self.pairs[node] = found
        return found

    def left(self) -> list[_Element]:
        """Those that nothing became."""
        return [node for node in self._nodes if node not in self._taken]


def _ends(name: str) -> list[str]:
    """A name and what stands in it behind each ``_``."""
    cuts = islice((at for at, letter in enumerate(name) if letter == "_"), MOST_ENDS)
    return [name, *(name[at + 1 :] for at in cuts)]
