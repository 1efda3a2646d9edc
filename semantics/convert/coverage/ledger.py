"""What of a document has been carried over: all that nobody took is reported in the end, so that nothing is lost silently."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from lxml.etree import _Element as XmlElement

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple
from ....runtime.element import Element
from ....runtime.source import literal_tag
from ...core.bindings import bindings_of
from ...formats.registry import FORMATS
from .unparsed_text import DRAKES, find_doubtful_attributes, find_misreading, find_misreadings, with_ancestors

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from lxml.etree import _Element

    from ....diagnostics.rule import Rule
    from ....runtime.sink import Sink


NAMESPACE = "urn:bodyplan:kept"
"""Of what is stored."""
PATCH_TAG = f"{{{NAMESPACE}}}kept"


class UncoveredNode(NamedTuple):
    """An element, or an attribute of one, that nothing took."""

    element: _Element
    attribute: str | None


NO_EXTENSIONS: Mapping[UncoveredNode, str] = {}


class PathTree(NamedTuple):
    """What paths lead to in an element."""

    is_whole: bool
    """Whether all that stands inside is meant."""
    attributes: tuple[str, ...]
    children: dict[str, PathTree]
    """By tag."""


class Ledger:
    """Notes which elements and attributes of a document stand in the other, in whatever form.

    Args:
        root: of the document.
        sink: receives what is reported.
        format: title of the other one's.
        inexact: elements of the document of which its decoder said anything, or read less than is written; None where any
            may be.
        can_store: whether that one may hold what it has no words for.

    Attributes:
        format: title of the other document's format.
    """

    def __init__(
        self,
        root: _Element,
        sink: Sink,
        format: str,
        *,
        inexact: Iterable[_Element] | None = None,
        can_store: bool = True,
    ) -> None:
        self._doubtful = None if inexact is None else with_ancestors(inexact)
        """In which alone anything may have been read otherwise than it is written; None: in any."""
        self._can_store = can_store
        self._roots = [root]
        self._sink = sink
        self.format = format
        self._taken: dict[_Element, set[str]] = {}
        self._settled: dict[_Element, set[str]] = {}
        """Attributes of which it was told what of them could not be read."""
        self._whole: set[_Element] = set()
        self._refused: dict[_Element, str] = {}
        self._changed: dict[_Element, set[str]] = {}
        self._read: set[_Element] = set()
        self._unread: list[UncoveredNode] = []
        self.idle: list[UncoveredNode] = []
        """What says nothing where it stands, which is left out."""

    def add_root(self, root: _Element) -> None:
        """Counts what is in an included document, too."""
        if root not in self._roots:
            self._roots.append(root)

    def is_marked(self, element: _Element) -> bool:
        """Whether anything was noted of an element."""
        return element in self._taken or element in self._whole or element in self._refused

    def is_rejected(self, element: _Element) -> bool:
        """Whether an element was left out."""
        return element in self._refused

    def is_subtree_covered(self, element: _Element) -> bool:
        """Whether an element has its place with all that is in it."""
        return element in self._whole

    def mark(self, element: Any, *attributes: str) -> None:
        """Notes that an element with these attributes has its place; what stands inside is asked for by itself.

        Of a typed element it tells what of the attributes could not be read, and so has no place.
        """
        there = xml_of(element)
        if there is not None:
            self.mark_read(element, there, attributes)

    def mark_read(self, element: Any, there: _Element, attributes: Sequence[str]) -> None:
        """The same of an element of which it is known what it was read from."""
        taken = self._taken.get(there)
        if taken is None:
            taken = self._taken[there] = set()
        if taken.issuperset(attributes):
            return
        if isinstance(element, Element) and not self.is_exact(there):
            new = [name for name in attributes if name not in taken]
            self._settled.setdefault(there, set()).update(new)
            for name in find_doubtful_attributes(element, new):
                if (found := find_misreading(element, there, name)) is not None:
                    self.report_changed_value(element, name, *found)
        taken.update(attributes)

    def mark_exact(self, there: _Element, tree: PathTree) -> None:
        """The same of what paths lead to in an element that was read as it is written: so was every element in it."""
        attributes, children = tree.attributes, tree.children
        taken = self._taken.get(there)
        if taken is None:
            self._taken[there] = set(attributes)
        elif attributes:
            taken.update(attributes)
        if children:
            whole = self._whole
            child: Any  # whose tag is no text where it is a comment
            for child in there:
                inner = children.get(child.tag)
                if inner is not None and child not in whole:
                    self.mark_exact(child, inner)
        if tree.is_whole:
            self.mark_subtree(there)

    def is_exact(self, element: _Element) -> bool:
        """Whether it is known that an element was read as it is written, with all that is in it."""
        return self._doubtful is not None and element not in self._doubtful

    def mark_subtree(self, element: Any) -> None:
        """Notes that an element has its place with all that is in it."""
        there = xml_of(element)
        if there is not None:
            self._whole.add(there)
            self._refused.pop(there, None)

    def mark_rejected(self, element: _Element, reason: str) -> None:
        """Notes that an element is left out of what was taken around it."""
        self._refused[element] = reason

    def report_representation(
        self, element: Any, becomes: str, *, reader: str | None = None, attribute: str | None = None
    ) -> None:
        """Reports that something is said in another way, to all readers or only to one."""
        if reader is None:
            self._report(rules.REPRESENTED, element, attribute, becomes=becomes)
        else:
            self._report(rules.FOR_ONE_READER, element, attribute, becomes=becomes, reader=reader)

    def report_changed_value(self, element: Any, attribute: str, becomes: str, reason: str) -> None:
        """Reports that the value of an attribute is another one in the result; once for each."""
        there = xml_of(element)
        if there is None or there.get(attribute) is None or attribute in self._changed.setdefault(there, set()):
            return
        self._changed[there].add(attribute)
        written = there.get(attribute)
        self._report(rules.VALUE_CHANGED, there, attribute, written=written, becomes=becomes, reason=reason)

    def mark_attributes(self, element: Any, *attributes: str) -> None:
        """Notes that all of an attribute has its place, though its type reads less of it."""
        there = xml_of(element)
        if there is not None:
            self._taken.setdefault(there, set()).update(attributes)
            self._changed.setdefault(there, set()).update(attributes)

    def report_misreadings(self, root: Any) -> None:
        """Reports what of the document was read as something else than is written, where what holds it has its place."""
        if not isinstance(root, Element):
            return  # directives are no XML
        refused, idle = set(self._refused), {*self._unread, *self.idle}
        for each in find_misreadings(root, self._settled, self._doubtful, has_drakes_tags=self._sink.mentions(DRAKES)):
            element = each.element
            if self._is_lost(element, each.attribute, refused, idle):
                continue
            if each.becomes is None and each.attribute is None:
                self.mark_rejected(element, each.reason)
            elif each.becomes is None:
                self._unread.append(UncoveredNode(element, each.attribute))
            elif each.attribute is None:
                self.read_as(element, each.written, each.becomes, each.reason)
            else:
                self.report_changed_value(element, each.attribute, each.becomes, each.reason)

    def _is_lost(
        self, element: _Element, attribute: str | None, refused: Container[_Element], idle: Container[UncoveredNode]
    ) -> bool:
        """Whether an element or attribute, or what it is in, has no place, or says nothing."""
        if UncoveredNode(element, attribute) in idle:
            return True
        inside = [element, *element.iterancestors()]
        if any(UncoveredNode(each, None) in idle for each in inside):
            return True
        start = next((at for at, each in enumerate(inside) if each in self._roots), -1)
        is_whole = False
        for each in reversed(inside[: start + 1]):
            if each.tag == PATCH_TAG and not is_whole:
                return False
            if each in refused:
                return True
            is_whole = is_whole or each in self._whole
            if not is_whole and each not in self._taken:
                return True
        return start >= 0 and not is_whole and attribute is not None and attribute not in self._taken[element]

    def read_as(
        self, element: _Element, written: str, becomes: str, reason: str = "its readers take no more of it"
    ) -> None:
        """Reports that the text of an element is read as something else; once for each."""
        if element not in self._read:
            self._read.add(element)
            self._report(rules.VALUE_CHANGED, element, None, written=written.strip(), becomes=becomes, reason=reason)

    def approximate(self, element: Any, becomes: str) -> None:
        """Reports that something is not quite the same."""
        self._report(rules.APPROXIMATED, element, None, becomes=becomes)

    def without_effect(self, element: Any, reason: str, *attributes: str) -> None:
        """Reports that something says nothing where it stands, and takes it: with all inside, or these attributes only."""
        there = xml_of(element)
        if there is None:
            return
        if not attributes:
            self.mark_subtree(there)
            self.idle.append(UncoveredNode(there, None))
            self._report(rules.WITHOUT_EFFECT, there, None, reason=reason)
        for name in attributes:
            if there.get(name) is not None:
                self.mark(there, name)
                self.idle.append(UncoveredNode(there, name))
                self._report(rules.WITHOUT_EFFECT, there, name, reason=reason)

    def report_lost(
        self, element: Any, what: str | None, reason: str, stored: bool, *, attribute: str | None = None
    ) -> None:
        """Reports that what an element led to is lost, or stored, though the element has its place.

        Args:
            element: which it is.
            what: what is lost; None: the element itself, or its attribute.
            reason: why.
            stored: whether it is stored.
            attribute: which is lost of it.
        """
        rule = rules.STORED if stored else rules.LOST
        about = {} if what is None else {"what": what}
        self._report(rule, element, attribute, format=self.format, reason=reason, **about)

    def report_losses(
        self,
        reasons: Mapping[str, str],
        stored: bool,
        extensions: Mapping[UncoveredNode, str] = NO_EXTENSIONS,
        uncovered: list[UncoveredNode] | None = None,
    ) -> list[UncoveredNode]:
        """Reports all that was left over as lost, or as stored, and answers it.

        Args:
            reasons: why parts have no place; see ``find_reason``.
            stored: whether it is stored.
            extensions: parts that stand there in names of their own format's, which readers pass over, with these names.
            uncovered: what was left over, where that is known.
        """
        left = list(self.find_uncovered()) if uncovered is None else uncovered
        rule = rules.STORED if stored else rules.LOST
        for each in left:
            reason = self._refused.get(each.element) or find_reason(each, reasons, self.format)
            about = {"extension": extensions[each]} if each in extensions else {}
            self._report(rule, each.element, each.attribute, format=self.format, reason=reason, **about)
        return left

    def find_uncovered(self) -> Iterator[UncoveredNode]:
        """What nothing took, outermost first; of an element that was left not what stands inside."""
        yield from self._unread
        ahead = self._roots[::-1]
        left_out, whole, all_taken = self._refused, self._whole, self._taken
        while ahead:
            element = ahead.pop()
            if element.tag == PATCH_TAG:
                continue  # what an earlier conversion stored is put back where it was
            if left_out and element in left_out:
                yield UncoveredNode(element, None)
                continue
            if element in whole:
                inner = element.iter("*") if left_out else ()
                yield from (UncoveredNode(each, None) for each in inner if each in left_out)
                continue
            taken = all_taken.get(element)
            if taken is None:
                yield UncoveredNode(element, None)
                continue
            if not taken.issuperset(element.keys()):
                for name in map(str, element.keys()):
                    if name not in taken:
                        yield UncoveredNode(element, name)
            if len(element):
                ahead += element.iterchildren("*", reversed=True)

    def _report(self, rule: Rule, element: Any, attribute: str | None, **arguments: Any) -> None:
        there = xml_of(element)
        arguments.setdefault("what", describe_node(there, attribute))
        if rule is rules.LOST and not self._can_store:
            arguments["is_storable"] = None
        self._sink.report(rule, there, attribute=attribute, **arguments)


def describe_node(element: _Element | None, attribute: str | None) -> str:
    """How messages call an element, or an attribute of one."""
    if element is None:
        return "the document"
    tag = literal_tag(element)
    name = element.get("name") or element.get("reference")
    owner = _owner(element) if name is None else None
    called = f"<{tag}> {name!r}" if name else f"<{tag}>"
    if owner is not None:
        called += f" of {literal_tag(owner)} {owner.get('name') or owner.get('reference')!r}"
    return called if attribute is None else f"attribute {attribute!r} of {called}"


def _owner(element: _Element) -> _Element | None:
    """The nearest element around one that has a name, but for the root."""
    around = element.getparent()
    while around is not None and around.getparent() is not None:
        if around.get("name") or around.get("reference"):
            return around
        around = around.getparent()
    return None


def xml_of(element: Any) -> Any:
    """The XML element of a typed one, or that itself; None for what was not written."""
    if not isinstance(element, Element):
        return element
    origin = element._origin  # asked for itself first, since this is asked very often
    return origin if type(origin) is XmlElement else element.source_element


def find_reason(left: UncoveredNode, reasons: Mapping[str, str], title: str) -> str:
    """Why something has no place in a format.

    Args:
        left: what nothing took.
        reasons: by tag, by both tags with ``/`` between, by the tag around and ``/*``, or by that with the name in brackets;
            ``*`` for all others.
        title: of the format.
    """
    otherwise = reasons.get("*") or _find_plain_reason(left, title)
    if left.attribute is not None:
        return otherwise
    keys = [literal_tag(left.element)]
    around = left.element.getparent()
    if around is not None:
        tag = literal_tag(around)
        keys = [f"{tag}/{keys[0]}", f"{tag}/*", f"{tag}[{around.get('name')}]/*", *keys]
    return next((reasons[key] for key in keys if key in reasons), otherwise)


def _find_plain_reason(left: UncoveredNode, title: str) -> str:
    """Why something is lost of which no table says anything; nothing is said to be unknown to a format whose schema has it."""
    tag = literal_tag(left.element)
    if left.attribute is None and tag.rpartition(":")[2] in _tags_of(title):
        return f"this conversion makes no <{tag}> of {title} of it"
    return f"nothing in {title} says that"


@cache
def _tags_of(title: str) -> frozenset[str]:
    """The elements of a format that its schema has a class for, without their prefixes."""
    formats = (format for format, row in FORMATS.items() if row.title == title and row.has_schema)
    return frozenset(kind.Meta.name for format in formats for kind in bindings_of(format).types.values())
