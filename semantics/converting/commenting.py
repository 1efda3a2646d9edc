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
    placed = [_put(each, tree.root, old) for each in missing]
    if not any(placed):
        return text
    etree.indent(tree.root, "  ")
    return tree.written()


def _put(comment: _Element, root: _Element, old: _Element) -> bool:
    """Puts a comment where what it stands in is as it was, or at the end; otherwise it is left out."""
    holder = comment.getparent()
    if holder is None:
        return False
    following = next((each for each in comment.itersiblings() if isinstance(each.tag, str)), None)
    if holder is old or (holder.getparent() is old and holder.tag == "model"):
        main = root.find("model") if root.tag == "sdf" else root
        if main is None:
            return False
        known = None if following is None or key_of(following) is None else _identity(following)
        twins = [each for each in main.iterchildren("*") if known is not None and _identity(each) == known]
        if following is None:
            main.append(copy(comment))
        elif twins:
            twins[0].addprevious(copy(comment))
        else:
            main.insert(0, copy(comment))
        return True
    alike = _alike(holder, old)
    found = _alike(holder, root)
    if len(alike) != len(found):
        return False
    twin = found[alike.index(holder)]
    before = sum(isinstance(each.tag, str) for each in comment.itersiblings(preceding=True))
    elements = [each for each in twin if isinstance(each.tag, str)]
    made = copy(comment)
    made.tail = None
    if before < len(elements):
        elements[before].addprevious(made)
    else:
        twin.append(made)
    return True


def _alike(element: _Element, root: _Element) -> list[_Element]:
    """Elements that are the same: of the same tag and name, with the same in them."""
    looks = _looks(element)
    return [each for each in root.iter(str(element.tag)) if _looks(each) == looks]


def _identity(element: _Element) -> Any:
    return called(element), key_of(element)


def _looks(element: _Element) -> Any:
    inner = tuple((called(each), words(each.text)) for each in nodes_in(element) if isinstance(each.tag, str))
    return called(element), key_of(element), inner
