"""Elements with more attributes than are read: listing them takes a time that grows with the square of their number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

MAX_ATTRIBUTES = 1_000
"""The most attributes that an element may have, declarations of prefixes among them."""
_SHORTEST = len(' a=""')
_ASCII = frozenset(("utf-8", "us-ascii", "iso-8859-1"))
"""Encodings in which the bytes of ``<`` and ``=`` are those characters, and nothing else."""


def may_be_too_many(data: bytes | str, encoding: str | None) -> bool:
    """Whether some element of a text may have more attributes than are read: of nearly all it takes no time to deny it.

    Args:
        data: the text.
        encoding: the one that it declares; None: it declares none.
    """
    if isinstance(data, str):
        return _has_full_tag(data, "<", "=")
    if b"\0" in data[:4] or (encoding or "utf-8").lower() not in _ASCII:
        return True
    return _has_full_tag(data, b"<", b"=")


def _has_full_tag(data: bytes | str, less: Any, equals: Any) -> bool:
    """Whether there are so many ``=`` without a ``<`` between: no tag has that in it."""
    at, length = 0, MAX_ATTRIBUTES * _SHORTEST
    while at + length < len(data):
        following = data.rfind(less, at + 1, at + length)
        if following < 0:
            following = data.find(less, at + length)
            following = len(data) if following < 0 else following
            if data.count(equals, at, following) > MAX_ATTRIBUTES:
                return True
        at = following
    return False


def element_with_too_many(root: _Element) -> _Element | None:
    """The first element that has more attributes than are read, declarations of prefixes among them."""
    count = 0
    walk = cast("Iterator[tuple[str, Any]]", etree.iterwalk(root, events=("start-ns", "start")))
    for event, what in walk:
        if event == "start-ns":
            count += 1
        elif count + len(what.attrib) > MAX_ATTRIBUTES:
            found: _Element = what
            return found
        else:
            count = 0
    return None
