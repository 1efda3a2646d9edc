"""What a document says of a model that it includes and that cannot be had: the names inside of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lxml import etree

from ...runtime.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lxml.etree import _Element

LINK = "link"
"""The only link of a model that stands for another."""
SHAPE = "placeholder"
"""The shape of that link: a mesh of the URI, which is not there, so that a box with that as its label is shown."""

Names = dict[str, Any]
"""The names in a model, each with those inside of it."""

_NAMES = compile_pattern(r"[^\s:,;\"'<>\[\]{}]+(?:::[^\s:,;\"'<>\[\]{}]+)+")


def find_scoped_names(element: _Element) -> tuple[tuple[str, ...], ...]:
    """The names with scopes in the text of a document, such as ``lamp::base``, part by part; ``element`` is any of that."""
    texts = (
        text
        for each in element.getroottree().iter(etree.Element)
        for text in (each.text, *each.attrib.values())
        if text is not None and "::" in text
    )
    found = (name for text in dict.fromkeys(texts) for name in _NAMES.findall(text))
    return tuple(tuple(name.split("::")) for name in dict.fromkeys(found))


def find_names_inside(path: Sequence[str], spoken_of: Iterable[tuple[str, ...]]) -> Names:
    """The names inside of a model; ``path`` is its own, part by part, and ``spoken_of`` what the document has."""
    found: Names = {}
    own = tuple(path)
    for name in spoken_of:
        # it may be spoken of from further outside
        ends = [at + len(own) for at in range(len(name) - len(own)) if name[at : at + len(own)] == own]
        inside = found
        for part in name[ends[0] :] if ends else ():
            inside = inside.setdefault(part, {})
    return found
