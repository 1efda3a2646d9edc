"""Comments whose elements have no counterpart: they go to what was made of the thing that they are in."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from lxml import etree

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
    "inertia": "inertial",
}
"""What elements of one format are called in the others; others are called the same."""


def place_nearby(comments: Iterable[_Element], root: _Element) -> list[_Element]:
    """Puts comments of a document into the one that was made of it; answers those for which there is no place.

    The place is that of the innermost thing around a comment that the result has by the same name, at the part of it that the
    comment is in or above.
    """
    things: dict[tuple[str, str], _Element] = {}
    for each in root.iter("*"):
        name = each.get("name")
        if name:
            things.setdefault((_counterpart(each), name), each)
    left = []
    for comment in comments:
        inner: list[str] = []
        following = next((each for each in comment.itersiblings("*")), None)
        if following is not None:
            inner.append(_counterpart(following))
        for around in comment.iterancestors("*"):
            thing = things.get((_counterpart(around), around.get("name") or ""))
            if thing is not None and thing is not root:
                _insert(comment, thing, inner)
                break
            inner.append(_counterpart(around))
        else:
            left.append(comment)
    return left


def _insert(comment: _Element, thing: _Element, inner: list[str]) -> None:
    """Puts a comment in front of the part of a thing that is called as one of those that it is in, the outermost first."""
    made = copy(comment)
    made.tail = None
    for tag in reversed(inner):
        part = next((each for each in thing if isinstance(each.tag, str) and _counterpart(each) == tag), None)
        if part is not None:
            part.addprevious(made)
            return
    if not len(thing):  # it says all in attributes
        thing.addprevious(made)
        return
    leading = next((number for number, each in enumerate(thing) if isinstance(each.tag, str)), len(thing))
    thing.insert(leading, made)  # behind those that stood in front of it


def _counterpart(element: _Element) -> str:
    tag = etree.QName(element).localname
    return COUNTERPARTS.get(tag, tag)
