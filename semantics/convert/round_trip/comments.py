"""Comments that strict readers take."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....diagnostics.errors import NotInDocument
from ....diagnostics.records import NamedTuple
from ....runtime.element import Element
from ...compose.xacro_header import is_xacro_header
from ...edit.element_comments import comments
from ...edit.traversal import children
from ...formats.registry import find_robot
from ..coverage.ledger import PATCH_TAG
from ..prefixed_tree import around
from .nearby_comments import place_nearby
from .node_paths import collapse_whitespace, key_of, nodes_in, read_node_tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element

    from ....runtime.saving.comments import Zone
    from ..prefixed_tree import PrefixedTree


def escape_hyphens(comment: str) -> str:
    """A comment without two hyphens in a row, which readers of documents let pass and XML does not."""
    while "--" in comment:
        comment = comment.replace("--", "- -")
    return comment.removesuffix("-")


def _without_hyphens(comment: str | None) -> str:
    """A comment by which it is known however its hyphens are written, of which parsers leave some out, too."""
    return collapse_whitespace((comment or "").replace("-", " "))


def carry_comments(
    pairs: Iterable[tuple[Any, Any]], root: _Element, top: Any = None, *, parts: Iterable[tuple[Any, Any]] = ()
) -> None:
    """Gives what was made the comments of what it was made of; those of included documents stay there.

    Args:
        pairs: typed elements of the source and what was made of them; of several of one element the first gets them.
        root: of the source.
        top: the element that was made of the root, and maybe of other elements: what is inside these stays there.
        parts: pairs likewise, where all that is inside the one has its place in the other, whose comments it all gets.
    """
    done: set[_Element] = set()
    for element, made, is_part in (*((*each, False) for each in pairs), *((*each, True) for each in parts)):
        there = element.source_element if isinstance(element, Element) else None
        if there is None or there in done or there.getroottree().getroot() is not root:
            continue
        done.add(there)
        zones: tuple[Zone | None, ...] = ("above", "behind") if made is top else (None,)
        with suppress(NotInDocument):  # it was made of others when the document was converted from an older version
            holders = list(_elements_in(element)) if is_part else [element]
            found = [each for holder in holders for zone in zones for each in comments(holder, zone)]
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
    return place_nearby(left, tree.root)


class CommentPosition(NamedTuple):
    """A comment, how many elements stand before it in its element, and the next one."""

    comment: _Element
    before: int
    following: _Element | None


class _CommentPlacer:
    """Where comments of a document may appear in the one that was made of it."""

    def __init__(self, root: _Element, old: _Element) -> None:
        self._old = old
        self._main = find_robot(root)
        self._twins: dict[Any, _Element] = {}
        for child in () if self._main is None else self._main.iterchildren("*"):
            self._twins.setdefault(_identity(child), child)
        self._before = _by_looks(old)
        self._after = {looks: list(alike) for looks, alike in _by_looks(root).items()}

    def place_comments(self, comments: list[_Element]) -> list[_Element]:
        """Puts comments where what they stand in is as it was, or at the end; answers the others."""
        wanted = set(comments)
        holders = dict.fromkeys(holder for each in comments if (holder := each.getparent()) is not None)
        left: list[_Element] = []
        for holder in holders:
            left += self._put_in(holder, _find_positions(holder, wanted))
        return left

    def _put_in(self, holder: _Element, standing: list[CommentPosition]) -> list[_Element]:
        if holder is self._old or (holder.getparent() is self._old and holder.tag == "model"):
            return self._put_on_top(standing)
        looks = _looks(holder)
        alike, found = self._before[looks], self._after.get(looks, [])
        if len(alike) != len(found):
            return [each.comment for each in standing]
        twin = found[alike[holder]]
        elements = [each for each in twin if isinstance(each.tag, str)]
        for comment, before, _ in standing:
            if before < len(elements):
                elements[before].addprevious(_copy(comment))
            else:
                twin.append(_copy(comment))
        return []

    def _put_on_top(self, standing: list[CommentPosition]) -> list[_Element]:
        """Puts comments into the model or robot, a text behind one comes along; answers those for which there is none."""
        if self._main is None:
            return [each.comment for each in standing]
        beginning = 0
        for comment, _, following in standing:
            twin = None if following is None or key_of(following) is None else self._twins.get(_identity(following))
            if following is None:
                self._main.append(copy(comment))
            elif twin is not None:
                twin.addprevious(copy(comment))
            else:
                self._main.insert(beginning, copy(comment))
                beginning += 1
        return []


def _copy(comment: _Element) -> _Element:
    made = copy(comment)
    made.tail = None
    return made


def _find_positions(holder: _Element, wanted: set[_Element]) -> list[CommentPosition]:
    """Some of the comments in an element, with where they stand."""
    found: list[CommentPosition] = []
    waiting: list[tuple[_Element, int]] = []
    before = 0
    for child in holder:
        if isinstance(child.tag, str):
            found += [CommentPosition(comment, number, child) for comment, number in waiting]
            waiting = []
            before += 1
        elif child in wanted:
            waiting.append((child, before))
    return found + [CommentPosition(comment, number, None) for comment, number in waiting]


def _by_looks(root: _Element) -> dict[Any, dict[_Element, int]]:
    """Elements that are the same, of the same tag and name, with the same in them, and their places among those."""
    found: dict[Any, dict[_Element, int]] = {}
    for each in root.iter("*"):
        alike = found.setdefault(_looks(each), {})
        alike[each] = len(alike)
    return found


def _identity(element: _Element) -> Any:
    return read_node_tag(element), key_of(element)


def _looks(element: _Element) -> Any:
    inner = tuple(
        (read_node_tag(each), collapse_whitespace(each.text)) for each in nodes_in(element) if isinstance(each.tag, str)
    )
    return read_node_tag(element), key_of(element), inner
