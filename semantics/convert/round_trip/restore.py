"""The way back: what an earlier conversion stored is put where it stood, and says again what it said."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from lxml import etree

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple
from ....runtime.strict_xml import strict_fault
from ..coverage.ledger import PATCH_TAG, describe_node
from ..prefixed_tree import OWN_PREFIX, PREFIX_OF, around, name_of_literal
from .node_paths import Level, digest, nodes_in, steps_of
from .node_paths import collapse_whitespace as plain
from .store import TOP_PATH, Patch, digest_value_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ....runtime.sink import Sink
    from ..prefixed_tree import PrefixedTree

NOT_THERE = "what it stood in is not there any more"
OF_ANOTHER = "it is of another format"
CHANGED = "it is no more as it was stored"


class RoundTripOptions(NamedTuple):
    """How a document went, and goes back."""

    version: str | None
    target: str | None


def blocks_in(root: _Element) -> list[_Element]:
    """What an earlier conversion stored in a document."""
    return list(root.iter(PATCH_TAG))


def read_round_trip_options(blocks: Iterable[_Element]) -> RoundTripOptions:
    """How a document that stores something goes back."""
    for block in blocks:
        for way in block.iterchildren(Patch.ROUND_TRIP):
            return RoundTripOptions(way.get("version"), way.get("target"))
    return RoundTripOptions(None, None)


def find_recoverable_paths(root: _Element) -> set[str]:
    """Paths of what is reported as lost and comes back all the same, in a document where it is as it was."""
    parts = {
        part.get(Patch.IN) or "": part.get(Patch.WAS)
        for block in root.iter(PATCH_TAG)
        for part in block.iterchildren(Patch.RECOVERABLE)
    }
    return {path for path, was in parts.items() if (digest_value_at(root, path) or "") == was}


def restore_patch(tree: PrefixedTree, source: PrefixedTree, blocks: Iterable[_Element], sink: Sink, title: str) -> None:
    """Puts what its source stored into a document; parts that have no place in it any more are reported as lost.

    Where something says another thing now than when it was stored, that stays.
    """
    places = [part for block in blocks for part in block.iterchildren("*")]
    stored = source.root
    parts = [part for block in stored.iter(PATCH_TAG) for part in block.iterchildren("*")]
    sound = [part for part in parts if _is_restorable(part)]
    prefixes = {part.get("name", ""): part.get("uri", "") for part in sound if part.tag == Patch.PREFIX}
    tree.admit({*prefixes, *(prefix for prefix in stored.nsmap if prefix)} - {OWN_PREFIX})
    tree.prefixes.update(prefixes)
    patch = _StoredPatch(tree.root, sound)
    lost = dict.fromkeys(set(parts) - set(sound), CHANGED) | patch.lost
    for part, place in zip(parts, places):
        if (reason := lost.get(part)) is not None:
            sink.report(rules.LOST, place, what=_describe_part(part), format=title, reason=reason, is_storable=False)


def _is_restorable(part: _Element) -> bool:
    """Whether a part says what XML can hold, as it does unless somebody else has written it."""
    name = part.get("name") or ""
    try:
        if part.tag == Patch.PREFIX:
            etree.Element("any", nsmap={name: PREFIX_OF + name})
            return strict_fault(f"<any xmlns:{name}={quoteattr(part.get('uri', ''))}/>".encode()) is None
        if part.tag == Patch.ATTRIBUTE:
            if name[:1] == ":" or name.count(":") > 1:
                return False
            etree.Element("any").set(name_of_literal(name), part.get("value") or "")
        elif part.tag == Patch.COMMENT:
            _make_node(part)
    except ValueError:
        return False
    return part.tag != Patch.PLACEHOLDER


def _describe_part(part: _Element) -> str:
    if part.tag == Patch.ATTRIBUTE:
        return f"attribute {part.get('name')!r} at {part.get(Patch.IN)}"
    return (
        describe_node(part, None)
        if part.tag not in (Patch.TEXT, Patch.TAIL, Patch.COMMENT)
        else f"a text at {part.get(Patch.IN)}"
    )


class _StoredPatch:
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
        found = [
            (part, self._holder(part))
            for part in parts
            if part.tag not in (Patch.RECOVERABLE, Patch.PREFIX, Patch.ROUND_TRIP)
        ]
        top = [part for part, holder in found if holder is None and part not in self.lost]
        inner: dict[_Element, list[_Element]] = {}
        for part, holder in found:
            if holder is not None:
                inner.setdefault(holder, []).append(part)
        for holder in inner:
            self._level(holder)
        for holder, about in inner.items():
            for part in about:
                self._apply_value(holder, part)
            level = self._levels.get(holder)
            if level is not None:
                _replace_children(holder, self._arrange_nodes(level, about))
        self._put_around([part for part in top if part.tag in (Patch.COMMENT, Patch.REMOVED)])

    def _holder(self, part: _Element) -> _Element | None:
        """The element that a part is about or is in; None for what stands beside the root, and what is lost."""
        path = part.get(Patch.IN) or ""
        if path == TOP_PATH:
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
        if part.tag in (Patch.REMOVED, Patch.ORDER) or (part.tag == Patch.ATTRIBUTE and part.get("value") is None):
            return  # nothing is missed
        self.lost[part] = reason

    def _level(self, holder: _Element) -> Level:
        level = self._levels.get(holder)
        if level is None:
            level = self._levels[holder] = Level(nodes_in(holder) if isinstance(holder.tag, str) else [])
        return level

    def _apply_value(self, holder: _Element, part: _Element) -> None:
        """Does what a part says of an attribute or text."""
        was, value = part.get(Patch.WAS), part.get("value")
        if part.tag == Patch.ATTRIBUTE:
            name = name_of_literal(part.get("name") or "")
            if holder.get(name) != was:
                return
            if value is None:
                holder.attrib.pop(name, None)
                return
            holder.set(name, value)
        elif part.tag == Patch.TEXT and plain(holder.text) == was:
            holder.text = part.text
        elif part.tag == Patch.TAIL and plain(holder.tail) == was:
            holder.tail = part.text

    def _arrange_nodes(self, level: Level, about: list[_Element]) -> list[_Element]:
        """What stands side by side afterwards."""
        nodes = list(level.nodes)
        for part in about:
            if part.tag == Patch.ORDER:
                nodes = _reorder_nodes(nodes, [level.find(step) for step in steps_of(part.text or "")])
        gone = {
            node for part in about if part.tag == Patch.REMOVED and (node := _find_removed(level, part)) is not None
        }
        behind: dict[_Element | None, list[_Element]] = {}
        last: list[_Element] = []
        for part in about:
            if part.tag in (Patch.ATTRIBUTE, Patch.TEXT, Patch.TAIL, Patch.ORDER, Patch.REMOVED):
                continue
            made = _make_node(part)
            for here in list(made.iter(Patch.PLACEHOLDER)):
                node = level.find(here.get(Patch.OF) or "")
                gone |= {node} if node is not None else set()
                _replace(here, node)
            after = part.get(Patch.AFTER)
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
        arranged = self._arrange_nodes(self._top, about)
        place = arranged.index(self.root)
        etree.Element("beside").extend([node for node in around(self.root) if node is not self.root])
        for node in arranged[:place]:
            self.root.addprevious(node)
        for node in reversed(arranged[place + 1 :]):
            self.root.addnext(node)


def _find_removed(level: Level, part: _Element) -> _Element | None:
    """What is to be taken out; None where it is another thing now."""
    node = level.find(part.get(Patch.OF) or "")
    return node if node is not None and digest(node) == part.get(Patch.WAS) else None


def _replace(here: _Element, node: _Element | None) -> None:
    """Puts what has its place there, which may be gone by now, into that place."""
    holder = here.getparent()
    assert holder is not None, "it stands in a part"
    if node is None:
        holder.remove(here)
    else:
        node.tail = here.tail
        holder.replace(here, node)


def _reorder_nodes(nodes: list[_Element], wanted: list[_Element | None]) -> list[_Element]:
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


def _make_node(part: _Element) -> _Element:
    """The node that a part stands for."""
    made: _Element
    if part.tag == Patch.COMMENT:
        target = part.get("target")
        made = etree.Comment(part.text or "") if target is None else etree.ProcessingInstruction(target, part.text)
    else:
        made = deepcopy(part)
        for name in (Patch.IN, Patch.AFTER):
            made.attrib.pop(name, None)
    made.tail = part.tail if plain(part.tail) else None
    return made


def _replace_children(holder: _Element, nodes: list[_Element]) -> None:
    if list(holder) == nodes:
        return
    if not plain(holder.text):
        holder.text = None
    stored = [each for each in holder if each.tag == PATCH_TAG]
    holder[:] = [*nodes, *stored]
