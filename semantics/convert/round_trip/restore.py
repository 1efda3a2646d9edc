"""The way back: what an earlier conversion stored is put where it stood, and says again what it said."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import quoteattr

from lxml import etree

from ....diagnostics import rules_conversion as rules
from ....runtime.strict_xml import strict_fault
from ..coverage.ledger import KEPT, words
from .node_paths import OURS, PREFIX_OF, Level, around, digest, name_of_literal, nodes_in, parsed_tree, steps_of
from .node_paths import words as plain
from .store import (
    AFTER,
    ATTRIBUTE,
    COMMENT,
    GONE,
    HERE,
    IN,
    NOT_LOST,
    OF,
    ORDER,
    PREFIX,
    TAIL,
    TEXT,
    TOP,
    WAS,
    WAY,
    said_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ....runtime.sink import Sink

NOT_THERE = "what it stood in is not there any more"
OF_ANOTHER = "it is of another format"
CHANGED = "it is no more as it was stored"


class Way(NamedTuple):
    """How a document went, and goes back."""

    version: str | None
    target: str | None


def blocks_in(root: _Element) -> list[_Element]:
    """What an earlier conversion stored in a document."""
    return list(root.iter(KEPT))


def way_of(blocks: Iterable[_Element]) -> Way:
    """How a document that stores something goes back."""
    for block in blocks:
        for way in block.iterchildren(WAY):
            return Way(way.get("version"), way.get("target"))
    return Way(None, None)


def not_lost(source: str, blocks: Iterable[_Element]) -> set[str]:
    """Paths of what is told to be lost and comes back all the same, in a document where it is as it was."""
    if not any(True for block in blocks for _ in block.iterchildren(NOT_LOST)):
        return set()
    root = parsed_tree(source).root
    parts = {part.get(IN) or "": part.get(WAS) for block in root.iter(KEPT) for part in block.iterchildren(NOT_LOST)}
    return {path for path, was in parts.items() if (said_at(root, path) or "") == was}


def restored(text: str, source: str, blocks: Iterable[_Element], sink: Sink, title: str) -> str:
    """A document with what its source stored; parts that have no place in it any more are told as lost.

    Where something says another thing now than when it was stored, that stays.

    Args:
        text: of the document that was made.
        source: text of the one that it was made of.
        blocks: ``<bodyplan:kept>`` in that.
        sink: receives what could not be put back.
        title: of the format that is made.
    """
    places = [part for block in blocks for part in block.iterchildren("*")]
    if not places:
        return text
    stored = parsed_tree(source).root
    parts = [part for block in stored.iter(KEPT) for part in block.iterchildren("*")]
    sound = [part for part in parts if _can_be_put_back(part)]
    prefixes = {part.get("name", ""): part.get("uri", "") for part in sound if part.tag == PREFIX}
    tree = parsed_tree(text, {*prefixes, *(prefix for prefix in stored.nsmap if prefix)} - {OURS})
    tree.prefixes.update(prefixes)
    patch = _Patch(tree.root, sound)
    lost = dict.fromkeys(set(parts) - set(sound), CHANGED) | patch.lost
    for part, place in zip(parts, places):
        if (reason := lost.get(part)) is not None:
            sink.report(rules.LOST, place, what=_called(part), format=title, reason=reason, is_storable=False)
    etree.indent(tree.root, "  ")
    return tree.written()


def _can_be_put_back(part: _Element) -> bool:
    """Whether a part says what XML can hold, as it does unless somebody else has written it."""
    name = part.get("name") or ""
    try:
        if part.tag == PREFIX:
            etree.Element("any", nsmap={name: PREFIX_OF + name})
            return strict_fault(f"<any xmlns:{name}={quoteattr(part.get('uri', ''))}/>".encode()) is None
        if part.tag == ATTRIBUTE:
            etree.Element("any").set(name_of_literal(name), part.get("value") or "")
        elif part.tag == COMMENT:
            _made(part)
    except ValueError:
        return False
    return part.tag != HERE


def _called(part: _Element) -> str:
    if part.tag == ATTRIBUTE:
        return f"attribute {part.get('name')!r} at {part.get(IN)}"
    return words(part, None) if part.tag not in (TEXT, TAIL, COMMENT) else f"a text at {part.get(IN)}"


class _Patch:
    """What is stored, done to a document.

    All paths are those of the document as it is made, so that they are followed before anything is done.

    Args:
        root: of the document.
        parts: what is stored.
    """

    def __init__(self, root: _Element, parts: list[_Element]) -> None:
        self.root = root
        self.lost: dict[_Element, str] = {}
        """Why parts have no place."""
        self._top = Level(around(self.root))
        self._levels: dict[_Element, Level] = {}
        found = [(part, self._holder(part)) for part in parts if part.tag not in (NOT_LOST, PREFIX, WAY)]
        top = [part for part, holder in found if holder is None and part not in self.lost]
        inner: dict[_Element, list[_Element]] = {}
        for part, holder in found:
            if holder is not None:
                inner.setdefault(holder, []).append(part)
        for holder in inner:
            self._level(holder)
        for holder, about in inner.items():
            for part in about:
                self._say(holder, part)
            level = self._levels.get(holder)
            if level is not None:
                _put(holder, self._arranged(level, about))
        self._put_around([part for part in top if part.tag in (COMMENT, GONE)])

    def _holder(self, part: _Element) -> _Element | None:
        """The element that a part is about or stands in; None for what stands beside the root, and what is lost."""
        path = part.get(IN) or ""
        if path == TOP:
            return None
        steps = steps_of(path)
        holder = self._top.find(steps[0]) if steps else None
        if holder is None:
            self._lose(part, OF_ANOTHER if steps else NOT_THERE)
            return None
        for step in steps[1:]:
            holder = self._level(holder).find(step)
            if holder is None:
                self._lose(part, NOT_THERE)
                return None
        return holder

    def _lose(self, part: _Element, reason: str) -> None:
        if part.tag in (GONE, ORDER) or (part.tag == ATTRIBUTE and part.get("value") is None):
            return  # nothing is missed
        self.lost[part] = reason

    def _level(self, holder: _Element) -> Level:
        level = self._levels.get(holder)
        if level is None:
            level = self._levels[holder] = Level(nodes_in(holder) if isinstance(holder.tag, str) else [])
        return level

    def _say(self, holder: _Element, part: _Element) -> None:
        """Does what a part says of an attribute or text."""
        was, value = part.get(WAS), part.get("value")
        if part.tag == ATTRIBUTE:
            name = name_of_literal(part.get("name") or "")
            if holder.get(name) != was:
                return
            if value is None:
                holder.attrib.pop(name, None)
                return
            holder.set(name, value)
        elif part.tag == TEXT and plain(holder.text) == was:
            holder.text = part.text
        elif part.tag == TAIL and plain(holder.tail) == was:
            holder.tail = part.text

    def _arranged(self, level: Level, about: list[_Element]) -> list[_Element]:
        """What stands side by side afterwards."""
        nodes = list(level.nodes)
        for part in about:
            if part.tag == ORDER:
                nodes = _ordered(nodes, [level.find(step) for step in steps_of(part.text or "")])
        gone = {node for part in about if part.tag == GONE and (node := _gone(level, part)) is not None}
        behind: dict[_Element | None, list[_Element]] = {}
        last: list[_Element] = []
        for part in about:
            if part.tag in (ATTRIBUTE, TEXT, TAIL, ORDER, GONE):
                continue
            made = _made(part)
            for here in list(made.iter(HERE)):
                node = level.find(here.get(OF) or "")
                gone |= {node} if node is not None else set()
                _replace(here, node)
            after = part.get(AFTER)
            anchor = level.find(after) if after else None
            if after == "" or anchor is not None:
                behind.setdefault(anchor, []).append(made)
            else:
                last.append(made)
        kept = [each for node in nodes for each in (*([] if node in gone else [node]), *behind.get(node, ()))]
        return [*behind.get(None, ()), *kept, *last]

    def _put_around(self, about: list[_Element]) -> None:
        """Puts comments beside the root."""
        if not about:
            return
        arranged = self._arranged(self._top, about)
        place = arranged.index(self.root)
        etree.Element("beside").extend([node for node in around(self.root) if node is not self.root])
        for node in arranged[:place]:
            self.root.addprevious(node)
        for node in reversed(arranged[place + 1 :]):
            self.root.addnext(node)


def _gone(level: Level, part: _Element) -> _Element | None:
    """What is to be taken out; None where it is another thing now."""
    node = level.find(part.get(OF) or "")
    return node if node is not None and digest(node) == part.get(WAS) else None


def _replace(here: _Element, node: _Element | None) -> None:
    """Puts what has its place there, which may be gone by now, into that place."""
    holder = here.getparent()
    assert holder is not None, "it stands in a part"
    if node is None:
        holder.remove(here)
    else:
        node.tail = here.tail
        holder.replace(here, node)


def _ordered(nodes: list[_Element], wanted: list[_Element | None]) -> list[_Element]:
    """Nodes in another order; one that no order speaks of stays behind the one that it is behind."""
    known = [node for node in wanted if node is not None]
    following: dict[_Element | None, list[_Element]] = {}
    last: _Element | None = None
    spoken = set(known)
    for node in nodes:
        if node in spoken:
            last = node
        else:
            following.setdefault(last, []).append(node)
    return [*following.get(None, ()), *(each for node in known for each in (node, *following.get(node, ())))]


def _made(part: _Element) -> _Element:
    """The node that a part stands for."""
    made: _Element
    if part.tag == COMMENT:
        target = part.get("target")
        made = etree.Comment(part.text or "") if target is None else etree.ProcessingInstruction(target, part.text)
    else:
        made = deepcopy(part)
        for name in (IN, AFTER):
            made.attrib.pop(name, None)
    made.tail = part.tail if plain(part.tail) else None
    return made


def _put(holder: _Element, nodes: list[_Element]) -> None:
    if list(holder) == nodes:
        return
    if not plain(holder.text):
        holder.text = None
    stored = [each for each in holder if each.tag == KEPT]
    holder[:] = [*nodes, *stored]
