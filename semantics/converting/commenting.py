"""Comments that strict readers take."""

from __future__ import annotations

from collections import Counter
from copy import copy
from typing import TYPE_CHECKING, Any

from lxml import etree

from ..editing.commenting import comments
from .ledger import KEPT
from .steps import around, called, key_of, nodes_in, parsed_tree, words

if TYPE_CHECKING:
    from lxml.etree import _Element


def sayable(comment: str) -> str:
    """A comment without two hyphens in a row, which readers of documents let pass and XML does not."""
    while "--" in comment:
        comment = comment.replace("--", "- -")
    return comment.removesuffix("-")


def beside(element: Any) -> list[str]:
    """The comments above and behind an element."""
    return [*comments(element, "above"), *comments(element, "behind")]


def with_comments(text: str, source: str) -> str:
    """A document with comments of its source that stand where nothing is known: in plugins and sensors, and at the end.

    Args:
        text: of the document that was made.
        source: text of the one that it was made of.
    """
    if "<!--" not in source:
        return text
    tree, old = parsed_tree(text), parsed_tree(source).root
    for stored in list(old.iter(KEPT)):
        stored.getparent().remove(stored)  # type: ignore[union-attr]
    there = Counter(words(each.text) for top in around(tree.root) for each in top.iter(etree.Comment))
    missing = []
    for each in old.iter(etree.Comment):
        said = words(each.text)
        if there[said]:
            there[said] -= 1
        else:
            missing.append(each)
    if not missing:
        return text
    places = _Places(tree.root, old)
    placed = [places.put(each) for each in missing]
    if not any(placed):
        return text
    etree.indent(tree.root, "  ")
    return tree.written()


class _Places:
    """Where comments of a document may stand in the one that was made of it."""

    def __init__(self, root: _Element, old: _Element) -> None:
        self._old = old
        self._main = root.find("model") if root.tag == "sdf" else root
        self._beginning = 0
        self._twins: dict[Any, _Element] = {}
        for child in () if self._main is None else self._main.iterchildren("*"):
            self._twins.setdefault(_identity(child), child)
        self._before = _by_looks(old)
        self._after = {looks: list(alike) for looks, alike in _by_looks(root).items()}

    def put(self, comment: _Element) -> bool:
        """Puts a comment where what it stands in is as it was, or at the end; otherwise it is left out."""
        holder = comment.getparent()
        if holder is None:
            return False
        if holder is self._old or (holder.getparent() is self._old and holder.tag == "model"):
            return self._put_on_top(comment)
        looks = _looks(holder)
        alike, found = self._before[looks], self._after.get(looks, [])
        if len(alike) != len(found):
            return False
        twin = found[alike[holder]]
        before = sum(isinstance(each.tag, str) for each in comment.itersiblings(preceding=True))
        elements = [each for each in twin if isinstance(each.tag, str)]
        made = copy(comment)
        made.tail = None
        if before < len(elements):
            elements[before].addprevious(made)
        else:
            twin.append(made)
        return True

    def _put_on_top(self, comment: _Element) -> bool:
        if self._main is None:
            return False
        following = next((each for each in comment.itersiblings() if isinstance(each.tag, str)), None)
        twin = None if following is None or key_of(following) is None else self._twins.get(_identity(following))
        if following is None:
            self._main.append(copy(comment))
        elif twin is not None:
            twin.addprevious(copy(comment))
        else:
            self._main.insert(self._beginning, copy(comment))
            self._beginning += 1
        return True


def _by_looks(root: _Element) -> dict[Any, dict[_Element, int]]:
    """Elements that are the same, of the same tag and name, with the same in them, and their places among those."""
    found: dict[Any, dict[_Element, int]] = {}
    for each in root.iter("*"):
        alike = found.setdefault(_looks(each), {})
        alike[each] = len(alike)
    return found


def _identity(element: _Element) -> Any:
    return called(element), key_of(element)


def _looks(element: _Element) -> Any:
    inner = tuple((called(each), words(each.text)) for each in nodes_in(element) if isinstance(each.tag, str))
    return called(element), key_of(element), inner
