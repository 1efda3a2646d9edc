"""What the way back would not make, stored where readers of the other format pass over it."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....diagnostics.records import NamedTuple
from ....runtime.saving.element_pairs import changed_values
from ....runtime.unknown_elements import any_element
from ...formats.registry import find_robot
from ..coverage.ledger import NAMESPACE, NO_EXTENSIONS, PATCH_TAG
from ..prefixed_tree import OWN_PREFIX, around, literal_name, prefixes_in
from .match import Inner, match_renamed
from .node_paths import Level, collapse_whitespace, digest, element_at, nodes_in, read_node_tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lxml.etree import _Element

    from ..coverage.ledger import Ledger, UncoveredNode
    from ..prefixed_tree import PrefixedTree

TOP_PATH = "/"
"""The path of what stands beside the root."""


class Patch:
    """Names of attributes and elements by which a document says what its way back would not make."""

    IN, AFTER, OF, WAS = (f"{{{NAMESPACE}}}{name}" for name in ("in", "after", "of", "was"))
    ATTRIBUTE, TEXT, TAIL, COMMENT, REMOVED, PLACEHOLDER, RECOVERABLE, ORDER, PREFIX, ROUND_TRIP = (
        f"{{{NAMESPACE}}}{name}"
        for name in ("attribute", "text", "tail", "comment", "gone", "here", "not-lost", "order", "prefix", "way")
    )


def store_losses(
    holder: Any,
    ledger: Ledger,
    reasons: Mapping[str, str],
    keep: bool,
    extensions: Mapping[UncoveredNode, str] = NO_EXTENSIONS,
    uncovered: list[UncoveredNode] | None = None,
) -> None:
    """Reports what has no place in a document, and puts it into an element of that where it is to be kept."""
    left = ledger.report_losses(reasons, keep, extensions, uncovered)
    if keep:
        store(holder, [*left, *ledger.idle])


def store(holder: Any, left: Iterable[UncoveredNode]) -> None:
    """Puts what was left into an element, each part with the path of the element that it stood in.

    Where there is a way back, what that does not make takes the place of this.

    Args:
        holder: gets one element ``kept`` of our namespace, if there is anything.
        left: what nothing took.
    """
    parts: list[Any] = []
    levels: dict[_Element, Level] = {}
    for each in left:
        part: Any
        if each.attribute is None:
            above = each.element.getparent()
            copy = deepcopy(each.element)
            copy.tail = None
            part = any_element(copy)
            part.attributes[Patch.IN] = "" if above is None else _path(above, levels)
        else:
            part = _new("attribute")
            part.attributes |= {"name": each.attribute, "value": each.element.get(each.attribute) or ""}
            part.attributes[Patch.IN] = _path(each.element, levels)
        parts.append(part)
    if parts:
        kept = _new("kept")
        kept.children.extend(parts)
        holder.any_elements.append(kept)


def _new(name: str) -> Any:
    from xsdata.formats.dataclass.models.generics import AnyElement

    return AnyElement(qname=f"{{{NAMESPACE}}}{name}", text="", attributes={}, children=[])


def _path(element: _Element, levels: dict[_Element, Level]) -> str:
    """The path of an element; what stands side by side is looked at once."""
    steps = []
    at: _Element | None = element
    while at is not None:
        above = at.getparent()
        if above is not None and above not in levels:
            levels[above] = Level(nodes_in(above))
        steps.append(read_node_tag(at) if above is None else levels[above].step(at))
        at = above
    return "/" + "/".join(reversed(steps))


class StoredBlock(NamedTuple):
    """What was stored in a document, and where: in which element, behind how many nodes."""

    block: _Element
    holder: _Element
    place: int


def insert_placeholder(tree: PrefixedTree) -> list[StoredBlock]:
    """Gives a document an element for what it stores, with nothing in it yet: what it becomes may depend on the layout.

    Returns:
        What was stored so far, which is no part of it any more.
    """
    stored: list[StoredBlock] = []
    for old in list(tree.root.iter(PATCH_TAG)):
        holder = old.getparent()
        assert holder is not None, "only the root is in nothing"
        stored.append(StoredBlock(old, holder, holder.index(old)))
        holder.remove(old)
    found = find_robot(tree.root)
    tree.prefixes.setdefault(OWN_PREFIX, NAMESPACE)
    etree.SubElement(tree.root if found is None else found, PATCH_TAG, nsmap={OWN_PREFIX: NAMESPACE})
    return stored


def restore_stored(tree: PrefixedTree, stored: list[StoredBlock]) -> None:
    """Undoes ``insert_placeholder``."""
    for room in list(tree.root.iter(PATCH_TAG)):
        room.getparent().remove(room)  # type: ignore[union-attr]
    for block, holder, place in reversed(stored):
        holder.insert(place, block)


def embed_patch(tree: PrefixedTree, source: PrefixedTree, back: PrefixedTree, lost: Iterable[str], **said: str) -> None:
    """Stores in a document what its way back would not make.

    Args:
        tree: the document, with room for that.
        source: the one that it was made of.
        back: what it becomes on the way back.
        lost: paths of what is reported as lost on that way, and is not, since the source comes back.
        said: how it goes back, where that is not as a document goes that stores nothing.
    """
    (kept,) = tree.root.iter(PATCH_TAG)
    parts = find_differences(source, back)
    for path in dict.fromkeys(lost):
        part = etree.Element(
            Patch.RECOVERABLE,
            {Patch.IN: path, Patch.WAS: digest_value_at(tree.root, path) or ""},
            nsmap={OWN_PREFIX: NAMESPACE},
        )
        parts.append(part)
    if any(said.values()):
        etree.SubElement(kept, Patch.ROUND_TRIP, {name: value for name, value in said.items() if value})
    used = {prefix for part in parts for node in part.iter("*") for prefix in prefixes_in(node)}
    tree.prefixes |= {prefix: uri for prefix, uri in source.prefixes.items() if prefix in used - tree.prefixes.keys()}
    tree.admit(used)
    kept.extend(parts)
    has_comments = any(next(each.iter(etree.Comment), None) is not None for each in around(tree.root))
    if not len(kept) and not has_comments:
        kept.getparent().remove(kept)  # type: ignore[union-attr]


def digest_value_at(root: _Element, xpath: str) -> str | None:
    """What stands where a finding is, in short: to tell whether that is still the same; None where nothing does."""
    found, attribute = element_at(root, xpath, root.nsmap), xpath.partition("/@")[2]
    if found is None:
        return None
    return str(found.get(attribute)) if attribute else digest(found)


def find_differences(source: PrefixedTree, back: PrefixedTree) -> list[_Element]:
    """What has to be done to a document so that it is the one that it comes from, as elements to be stored.

    Args:
        source: the one that it comes from.
        back: what it has become; paths and steps are those in this one.
    """
    found = _DifferenceRecorder()
    for prefix, uri in source.prefixes.items():
        if prefix != OWN_PREFIX and back.prefixes.get(prefix) != uri:
            found.add(Patch.PREFIX, TOP_PATH, name=prefix, uri=uri)
    found.compare_children(TOP_PATH, around(source.root), around(back.root))
    return found.parts


class _DifferenceRecorder:
    """Collects what is unlike."""

    def __init__(self) -> None:
        self.parts: list[_Element] = []

    def add(self, tag: str, path: str, text: str | None = None, **attributes: str) -> _Element:
        """Adds what is to be done at a path."""
        part = etree.Element(tag, attributes, nsmap={"bodyplan": NAMESPACE})
        part.set(Patch.IN, path)
        part.text = text
        self.parts.append(part)
        return part

    def compare_children(self, path: str, mine: list[_Element], others: list[_Element]) -> None:
        """What is in one element, or beside the root."""
        level, match = Level(others), match_renamed(mine, others)
        pairs = {each: match.pairs[each] for each in mine if each in match.pairs}
        left = set(match.gone)
        if list(pairs.values()) != [each for each in others if each not in left]:
            self.add(Patch.ORDER, path, " ".join(map(level.step, pairs.values())))
        after = ""
        inner = Inner(match.gone)
        for each in mine:
            other = pairs.get(each)
            if other is None:
                self._new(path, each, after, level, inner)
            else:
                after = level.step(other)
        for each in inner.find_unmatched():
            gone = self.add(Patch.REMOVED, path)
            gone.set(Patch.OF, level.step(each))
            gone.set(Patch.WAS, digest(each))
        base = path.rstrip("/")
        for each, other in (pairs | inner.pairs).items():
            self._pair(f"{base}/{level.step(other)}", each, other)

    def _new(self, path: str, node: _Element, after: str, level: Level, inner: Inner) -> None:
        """Something that is not there; some of it may stand beside it there, as of a world or a nested model."""
        if not isinstance(node.tag, str):
            part = self.add(Patch.COMMENT, path, node.text)
            if isinstance(node, etree._ProcessingInstruction):
                part.set("target", str(node.target))
        else:
            part = self._copy(node, level, inner)
            part.set(Patch.IN, path)
            self.parts.append(part)
        part.tail = collapse_whitespace(node.tail) or None
        part.set(Patch.AFTER, after)

    def _copy(self, node: _Element, level: Level, inner: Inner) -> _Element:
        made = etree.Element(node.tag, dict(node.attrib), nsmap=prefixes_in(node))
        made.text, made.tail = node.text, node.tail
        for child in nodes_in(node):
            other = inner.claim_match(child)
            if other is not None:
                here = etree.SubElement(made, Patch.PLACEHOLDER)
                here.set(Patch.OF, level.step(other))
            elif isinstance(child.tag, str):
                made.append(self._copy(child, level, inner))
            else:
                made.append(deepcopy(child))
        return made

    def _pair(self, path: str, mine: _Element, other: _Element) -> None:
        if collapse_whitespace(mine.tail) != collapse_whitespace(other.tail):
            self.add(Patch.TAIL, path, mine.tail).set(Patch.WAS, collapse_whitespace(other.tail))
        if not isinstance(mine.tag, str):
            return
        for name, old, new in changed_values(_attributes(other), _attributes(mine)):
            part = self.add(Patch.ATTRIBUTE, path, name=literal_name(name))
            if new is not None:
                part.set("value", new)
            if old is not None:
                part.set(Patch.WAS, old)
        if collapse_whitespace(mine.text) != collapse_whitespace(other.text):
            self.add(Patch.TEXT, path, mine.text).set(Patch.WAS, collapse_whitespace(other.text))
        self.compare_children(path, nodes_in(mine), nodes_in(other))


def _attributes(node: _Element) -> dict[str, str]:
    return {str(name): str(value) for name, value in node.attrib.items()}
