"""Comments in what is written otherwise: they go to its counterpart, or to that of what is beside or around it."""

from __future__ import annotations

from copy import copy
from functools import cache, cached_property
from typing import TYPE_CHECKING

from ...formats.registry import find_robot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

COUNTERPARTS = {
    "body": "link",
    "skeleton": "model",
    "robot": "model",
    "visualization_shape": "visual",
    "collision_shape": "collision",
    "origin": "pose",
    "transformation": "pose",
    "pos": "pose",
    "offset": "pose",
    "inertia": "inertial",
    "moment_of_inertia": "inertial",
}
"""What elements of one format are called in the others; others are called the same."""
BESIDE = {"frame": "joint"}
"""What elements become that have no counterpart of their own name."""
OPEN = "axis"
"""An element whose parts stand beside it in other formats."""


def place_nearby(comments: Iterable[_Element], root: _Element, old: _Element) -> list[_Element]:
    """Puts comments of a document into the one that was made of it; answers those for which there is no place.

    The place is above what became of the element that a comment is above, or at the end, else behind what became of the element
    before it, else at the beginning of what became of the one around them; above that, if nothing is in it. What stood in an
    element that has no counterpart stands where that would, if it is in a link, joint or the like that has one.

    Args:
        comments: in the order of the document.
        root: of what was made.
        old: root of the document.
    """
    counterparts = _Counterparts(root, old)
    return [comment for comment in comments if not counterparts.place(comment)]


class _Parts:
    """What is in the elements of a document, wherever formats put it, and its elements by name."""

    def __init__(self, root: _Element) -> None:
        self.main = find_robot(root)
        self._root = root
        self._things: dict[str, dict[str, list[_Element]]] = {}
        self._known: dict[_Element, dict[str, list[_Element]]] = {}
        self._named: dict[_Element, dict[tuple[str, str], _Element]] = {}

    def find_named(self, kind: str, name: str) -> list[_Element]:
        """All of a kind that have a name, wherever they are."""
        if kind not in self._things:
            found: dict[str, list[_Element]] = {}
            for each in self._root.iter(*_tags_of(kind)):
                found.setdefault(each.get("name") or "", []).append(each)
            self._things[kind] = found
        return self._things[kind].get(name, [])

    @cached_property
    def _blocks(self) -> dict[str, list[_Element]]:
        """Blocks for Gazebo by what they are about."""
        found: dict[str, list[_Element]] = {}
        for each in self._root.iter("{*}gazebo"):
            if not each.get("name"):
                found.setdefault(each.get("reference") or "", []).append(each)
        return found

    def around(self, node: _Element) -> _Element | None:
        """What a node is in; in a block for Gazebo, what that is about."""
        holder = node.getparent()
        if holder is None or _kind(holder) != "gazebo":
            return holder
        about = holder.get("reference")
        if not about:
            return self.main
        return next((found[0] for kind in ("link", "joint") if (found := self.find_named(kind, about))), None)

    def holder_of(self, element: _Element) -> _Element | None:
        """What an element is a part of."""
        holder = self.around(element)
        return holder if holder is None or _kind(holder) != OPEN else holder.getparent()

    def of(self, holder: _Element) -> dict[str, list[_Element]]:
        """The parts of an element by their kinds."""
        if holder not in self._known:
            found = self._known[holder] = {}
            about = "" if holder is self.main else holder.get("name") if _kind(holder) in ("link", "joint") else None
            for around in (holder, *(self._blocks.get(about, ()) if about is not None else ())):
                for each in around.iterchildren("*"):
                    kind = _kind(each)
                    found.setdefault(kind, []).append(each)
                    for inner in each.iterchildren("*") if kind == OPEN else ():
                        found.setdefault(_kind(inner), []).append(inner)
        return self._known[holder]

    def named_in(self, holder: _Element) -> dict[tuple[str, str], _Element]:
        """The parts of an element that have names, by kind and name; of several the first."""
        found = self._named.get(holder)
        if found is None:
            parts = reversed([(kind, each) for kind, alike in self.of(holder).items() for each in alike])
            found = self._named[holder] = {(kind, name): each for kind, each in parts if (name := each.get("name"))}
        return found


class _Counterparts:
    """What became of elements of a document, and where their comments belong."""

    def __init__(self, root: _Element, old: _Element) -> None:
        self._old = old
        self._made, self._source = _Parts(root), _Parts(old)
        self._found: dict[_Element, _Element | None] = {old: self._made.main}
        if self._source.main is not None:
            skeletons = root.findall("world/skeleton")  # what SKEL has robots in, of which a document may have several
            self._found[self._source.main] = skeletons[0] if len(skeletons) == 1 else self._made.main
        self._last: dict[_Element, _Element] = {}

    def place(self, comment: _Element) -> bool:
        """Puts a comment where it belongs; answers whether there is such a place."""
        made = copy(comment)
        if not (made.tail or "").strip():
            made.tail = None
        node, around = comment, self._source.around(comment)
        while around is not None:
            there = self.find(around)
            if there is not None:
                self._put(made, node, there, is_above=node is comment)
                return True
            node, around = around, self._source.around(around)
            if around in (self._old, self._source.main):
                return False  # what it is in is lost
        return False

    def find(self, element: _Element) -> _Element | None:
        """What became of an element: of its name, else the one at the same place among as many; None where there is none."""
        if element not in self._found:
            self._found[element] = self._search(element)
        return self._found[element]

    def _search(self, element: _Element) -> _Element | None:
        kind, name, holder = _kind(element), element.get("name"), self._source.holder_of(element)
        there = None if holder is None else self.find(holder)
        for wanted in (kind, BESIDE.get(kind)):
            alike = [] if there is None or wanted is None else self._made.of(there).get(wanted, [])
            named = None if there is None or not name else self._made.named_in(there).get((wanted or "", name))
            if named is None and name and wanted:
                named = self._find_elsewhere(element, wanted, name)
            if named is not None:
                return named
            mine = self._source.of(holder).get(kind, []) if alike and holder is not None else []
            if alike and len(mine) == len(alike) and element in mine:
                return alike[mine.index(element)]
        return None

    def _find_elsewhere(self, element: _Element, wanted: str, name: str) -> _Element | None:
        """What is of its name, wherever that is; of several the one at its place, as far as nothing of that name is lost."""
        named = self._made.find_named(wanted, name)
        mine = self._source.find_named(_kind(element), name) if named else []
        return named[mine.index(element)] if named and len(named) == len(mine) else None

    def _put(self, made: _Element, node: _Element, there: _Element, *, is_above: bool) -> None:
        following = next(node.itersiblings("*"), None)
        in_line = find_element_before_in_line(node)
        about = following if in_line is None else in_line
        above = self.find(about) if is_above and about is not None else None
        before = (self.find(each) for each in node.itersiblings("*", preceding=True))
        behind = next((each for each in before if each is not None and each.getparent() is not None), None)
        if above is not None:
            above.addprevious(made)
        elif next(there.iterchildren("*"), None) is None and there.getparent() is not None:
            there.addprevious(made)
        elif is_above and following is None:
            there.append(made)
        elif behind is not None:
            self._last.get(behind, behind).addnext(made)
            self._last[behind] = made
        else:
            leading = next((number for number, each in enumerate(there) if isinstance(each.tag, str)), len(there))
            there.insert(leading, made)  # behind those that stood in front of it


def find_element_before_in_line(comment: _Element) -> _Element | None:
    """The element that a comment stands behind, at the end of a line."""
    before, behind = comment.getprevious(), comment.getnext()
    if before is None or behind is None or not isinstance(before.tag, str):
        return None
    line = comment.sourceline
    return before if line is not None and before.sourceline == line != behind.sourceline else None


def _kind(element: _Element) -> str:
    return _kind_of(str(element.tag))


@cache  # documents have few tags, and each is asked for with most of their elements
def _kind_of(tag: str) -> str:
    tag = tag.rpartition("}")[2]
    return COUNTERPARTS.get(tag, tag)


@cache
def _tags_of(kind: str) -> list[str]:
    """The tags of elements of a kind, as they are looked for in a tree."""
    tags = [tag for tag, counterpart in COUNTERPARTS.items() if counterpart == kind]
    return [f"{{*}}{tag}" for tag in (*tags, *(() if kind in COUNTERPARTS else (kind,)))]
