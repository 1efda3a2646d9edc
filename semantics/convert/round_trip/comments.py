"""Comments that strict readers take."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....diagnostics.errors import NotInDocument
from ....runtime.element import Element
from ...compose.xacro_header import is_xacro_header
from ...edit.element_comments import WrittenComments, comments
from ...edit.source_location import text_of
from ...edit.traversal import children
from ..coverage.ledger import PATCH_TAG
from ..prefixed_tree import around
from .nearby_comments import place_nearby
from .node_paths import collapse_whitespace, key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lxml.etree import _Element

    from ..prefixed_tree import PrefixedTree


def escape_hyphens(comment: str) -> str:
    """A comment without two hyphens in a row, which readers of documents let pass and XML does not."""
    while "--" in comment:
        comment = comment.replace("--", "- -")
    return comment.removesuffix("-")


def _without_hyphens(comment: str | None) -> str:
    """A comment by which it is known however its hyphens are written, of which parsers leave some out, too."""
    return collapse_whitespace((comment or "").replace("-", " "))


def carry_comments(pairs: Iterable[tuple[Any, Any]], root: _Element, *, parts: Iterable[tuple[Any, Any]] = ()) -> None:
    """Gives what was made the comments above and behind what it was made of; those of included documents stay there.

    Args:
        pairs: typed elements of the source and what was made of them; of several of one element the first gets them.
        root: of the source.
        parts: pairs likewise, where all that is inside the one has its place in the other, whose comments it all gets.
    """
    done: set[_Element] = set()
    written: WrittenComments | None = None
    for element, made, is_part in (*((*each, False) for each in pairs), *((*each, True) for each in parts)):
        there = element.source_element if isinstance(element, Element) else None
        if there is None or there in done or there.getroottree().getroot() is not root:
            continue
        done.add(there)
        with suppress(NotInDocument):  # it was made of others when the document was converted from an older version
            if written is None:
                written = WrittenComments(text_of(element)[0])
            if is_part:
                found = [each.text for holder in _elements_in(element) for each in written.read(holder)]
            else:
                found = written.read_outside(element)
            if found:
                comments(made).extend(escape_hyphens(each) for each in found if not is_xacro_header(each))


def _elements_in(element: Element) -> Iterator[Element]:
    """An element and all that are written inside, outer ones first, in the order of the text."""
    ahead = [element]
    while ahead:
        current = ahead.pop()
        yield current
        ahead += reversed([inner for _, _, inner in children(current)])


def pair_blocks(root: Any, pairs: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Blocks for Gazebo of a robot, if it is one, with what was made of the link or joint that each is about.

    Args:
        root: of the source.
        pairs: links and joints of it, and what was made of them.
    """
    made = {getattr(element, "name", None): made for element, made in reversed([*pairs])}
    blocks = getattr(root, "gazebo", None) or ()
    return [(block, made[block.reference]) for block in blocks if block.reference in made]


def add_missing_comments(tree: PrefixedTree, source: PrefixedTree) -> list[_Element]:
    """Gives a document the comments of its source that it does not have; answers those for which there is no place."""
    old = source.root
    if next(old.iter(PATCH_TAG), None) is not None:
        old = source.copy().root
        for stored in list(old.iter(PATCH_TAG)):
            stored.getparent().remove(stored)  # type: ignore[union-attr]
    there = Counter(_without_hyphens(each.text) for top in around(tree.root) for each in top.iter(etree.Comment))
    missing: list[_Element] = []
    beside = [each for each in around(old) if isinstance(each, etree._Comment)]
    for each in (*beside, *old.iter(etree.Comment)):
        said = _without_hyphens(each.text)
        if there[said]:
            there[said] -= 1
        elif not is_xacro_header(each.text):
            missing.append(each)
    behind = set(old.itersiblings())
    for each in [each for each in missing if each.getparent() is None]:
        (tree.root.addnext if each in behind else tree.root.addprevious)(_copy(each))
    inside = [each for each in missing if each.getparent() is not None]
    left = _CommentPlacer(tree.root, old).place_comments(inside) if inside else []
    return place_nearby(left, tree.root, old)


class _CommentPlacer:
    """Where comments of a document may appear in the one that was made of it."""

    def __init__(self, root: _Element, old: _Element) -> None:
        self._before, self._after = _AlikeElements(old), _AlikeElements(root)
        self._twins: dict[_Element, _Element | None] = {}

    def place_comments(self, comments: list[_Element]) -> list[_Element]:
        """Puts comments where what they stand in is as it was; answers the others."""
        return [each for each in comments if not self._put_in(each)]

    def _put_in(self, comment: _Element) -> bool:
        holder = comment.getparent()
        assert holder is not None, "those beside the root are elsewhere"
        if holder not in self._twins:
            self._twins[holder] = self._find_counterpart(holder)
        twin = self._twins[holder]
        if twin is None:
            return False
        before = sum(1 for _ in comment.itersiblings("*", preceding=True))
        following = next(islice(twin.iterchildren("*"), before, None), None)
        if following is not None:
            following.addprevious(_copy(comment))
        else:
            twin.append(_copy(comment))
        return True

    def _find_counterpart(self, holder: _Element) -> _Element | None:
        """The element that looks like another, at the same place among as many."""
        found = self._after.find(holder)
        if not found:
            return None
        alike = self._before.find(holder)
        return found[alike.index(holder)] if len(alike) == len(found) else None


def _copy(comment: _Element) -> _Element:
    made = copy(comment)
    made.tail = None
    return made


class _AlikeElements:
    """Elements of a document that are the same, of the same tag and name, with the same in them.

    What is in an element is only looked at where a comment is in one of its tag and name that begins with the same.
    """

    def __init__(self, root: _Element) -> None:
        self._root = root
        self._called: dict[str, dict[Any, list[_Element]]] = {}
        """By tag, and by name."""
        self._begun: dict[Any, dict[Any, list[_Element]]] = {}
        """By tag and name, and by what they begin with."""
        self._alike: dict[Any, dict[Any, list[_Element]]] = {}
        """By all of that, and by what is in them."""

    def find(self, element: _Element) -> list[_Element]:
        """Those that look like an element of any document, in order."""
        tag, key, begin = str(element.tag), key_of(element), next(_looks(element), None)
        called = self._called.get(tag)
        if called is None:
            called = self._called[tag] = _group_by(key_of, self._root.iter(tag))
        begun = self._begun.get((tag, key))
        if begun is None:
            begun = self._begun[tag, key] = _group_by(lambda each: next(_looks(each), None), called.get(key, ()))
        if begin not in begun:
            return []
        found = self._alike.get((tag, key, begin))
        if found is None:
            found = self._alike[tag, key, begin] = _group_by(lambda each: (*_looks(each),), begun[begin])
        return found.get((*_looks(element),), [])


def _group_by(key: Callable[[_Element], Any], elements: Iterable[_Element]) -> dict[Any, list[_Element]]:
    found: dict[Any, list[_Element]] = {}
    for each in elements:
        found.setdefault(key(each), []).append(each)
    return found


def _looks(element: _Element) -> Iterator[tuple[Any, str]]:
    """What is in an element: tags and texts."""
    for each in element.iterchildren("*"):
        if each.tag != PATCH_TAG:
            yield each.tag, collapse_whitespace(each.text)
