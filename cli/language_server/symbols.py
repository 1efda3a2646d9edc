"""The outline of a text: what has a name, and what is in it."""

from __future__ import annotations

from ...diagnostics.records import dataclass, field
from ...semantics.formats import registry
from .directive_keys import iter_blocks
from .positions import TextRange
from .snapshot import Snapshot

SHOWN_WITHOUT_NAME = frozenset({"include", "plugin", "worldbody", "actuator", "sensor", "directives"})
"""Elements that an outline shows though they have no name."""


@dataclass(slots=True)
class Symbol:
    """An element in an outline.

    Attributes:
        name: its name, or its tag where it has none.
        kind: its tag.
        range: from its start tag to its end tag.
        name_range: where its name is written.
        children: what is in it.
    """

    name: str
    kind: str
    range: TextRange
    name_range: TextRange
    children: list[Symbol] = field(default_factory=list)


def list_symbols(snapshot: Snapshot) -> list[Symbol]:
    """The elements of a text that have names, in the order of the text, each with those that are in it."""
    markup, text = snapshot.markup, snapshot.text
    if not markup.names:
        return [
            Symbol(text[slice(*each.range)], each.definition.kind, each.range, each.range)
            for each in snapshot.occurrences
            if each.reference is None and each.definition is not None
        ]
    tops: list[Symbol] = []
    opened: list[Symbol] = []
    for number, tag in enumerate(markup.names):
        start = markup.starts[number]
        while opened and start >= opened[-1].range.end:
            opened.pop()
        name = name_range = None
        for written in markup.attributes(number):
            if written.name == "name":
                name = text[written.value_start : written.value_end]
                name_range = TextRange(written.value_start, written.value_end)
        is_root = number == 0 and registry.by_tag(tag) is not None
        if not name and not is_root and tag not in SHOWN_WITHOUT_NAME:
            continue
        symbol = Symbol(
            name or tag,
            tag,
            TextRange(start, markup.ends[number]),
            name_range if name and name_range else TextRange(start + 1, start + 1 + len(tag)),
        )
        (opened[-1].children if opened else tops).append(symbol)
        opened.append(symbol)
    return tops


def list_folds(snapshot: Snapshot) -> list[tuple[int, int]]:
    """The first and the last line of every element, from 1, that is written on more than two."""
    markup = snapshot.markup
    if not markup.names:
        return list(iter_blocks(snapshot.text))
    found = []
    for start, end in zip(markup.starts, markup.ends):
        first, last = markup.position(start)[0], markup.position(end)[0]
        if last > first + 1:
            found.append((first, last - 1))
    return found
