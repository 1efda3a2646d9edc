"""A document as text: as it was written, with patches where something was changed since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import UnreadableResult
from ...runtime.decoder import DoesNotFit
from ...runtime.element import Element
from ...runtime.parser import parse
from ...runtime.saving.changes import changed_elements, elements_below, elements_inside
from ...runtime.saving.encoded_text import written_text
from ...runtime.saving.layout import Layout
from ...runtime.saving.numbered_elements import changed_numbered
from ...runtime.saving.rewriter import TextRewriter
from ...runtime.sink import Sink
from ...runtime.source import Source, literal_tag
from ..core.bindings import bindings_of
from ..core.garbage_collection import collector_paused
from ..formats.registry import FORMATS
from .parser import read

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from lxml.etree import _Element

    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.bindings import Bindings
    from ..core.options import Options
    from ..core.parsed import ParsedDocument


@collector_paused()
def serialize(parsed: ParsedDocument[Any], options: Options, version: str | None) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of a document in a version, or the one that it was read in, and what that cannot say; see ``dumps``."""
    row = FORMATS[parsed.format]
    version = version or parsed.read_as
    if not row.tags:
        try:
            return row.write(parsed, options, version, None)
        except ValueError as refusal:
            raise UnreadableResult(str(refusal), False, parsed.source.name) from refusal
    if not isinstance(parsed.root, Element):
        return row.write(parsed, options, version, None)
    text, is_same_version = written_text(parsed.source), version == parsed.read_as
    places: dict[_Element, Element] = {}
    changed: list[Element] = []
    if is_same_version and parsed.may_have_changed:
        numbered = changed_numbered(parsed.root, parsed.source, places)
        changed = list(changed_elements(parsed.root, places)) if numbered is None else numbered
    if is_same_version and not changed and parsed.root._origin is not None:
        return text, ()
    layout = Layout(text)
    if parsed.root._origin is None or not fits(layout, parsed.source):
        return row.write(parsed, options, version, None)
    if not is_same_version:
        return _rewrite_other_version(parsed, options, version, layout)
    patched = _patch_text(parsed, options, layout, changed, places)
    return _rewrite_same_version(parsed, options, layout) if patched is None else (patched, ())


def _rewrite_same_version(
    parsed: ParsedDocument[Any], options: Options, layout: Layout
) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text where changes reach further than the elements that were changed: all of it is compared."""
    row = FORMATS[parsed.format]

    def rewrite(version: str) -> tuple[str, tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
        again = _reparse(parsed.source.data, parsed, options)
        assert again is not None, "it was read before"
        now, losses = row.write(parsed, options, version, None, ElementMarks(parsed.source))
        before, lost_before = row.write(again, options, version, None, ElementMarks(again.source))
        return _rewrite_text(layout, before, now), losses, lost_before

    try:
        text, losses, lost_before = rewrite(parsed.read_as)
    except ValueError:  # the version is not written any more: what was changed is said as in the newest
        text, _, _ = rewrite(bindings_of(parsed.format, package=options.bindings).version)
        if not _is_read_as(text, parsed, options):
            raise
        return text, ()
    if parsed.source.is_converted or parsed.source.has_new_values or any(loss in lost_before for loss in losses):
        # what was not changed stays in the text, whether or not its version has it
        if _is_read_as(text, parsed, options):
            return text, ()
        if not losses:
            # what was changed is inside what is read as something else
            return row.write(parsed, options, parsed.read_as, None)
    return text, losses


def _rewrite_other_version(
    parsed: ParsedDocument[Any], options: Options, version: str, layout: Layout
) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text with what the rules between the versions change; all of it in the canonical layout where that fails."""
    row = FORMATS[parsed.format]
    again = _reparse(parsed.source.data, parsed, options)
    assert again is not None, "it was read before"
    now, losses = row.write(parsed, options, version, None, ElementMarks(parsed.source))
    text = _rewrite_text(layout, row.write_as_read(again, options, ElementMarks(again.source)), now)
    anew, lost_anew = row.write(parsed, options, version, None)
    corrected = _reparse(anew, parsed, options)
    if corrected is None or not _is_read_as(text, corrected, options):
        return anew, lost_anew
    # a part that has the value it has by default is no loss, but for its mark
    messages = {loss.message for loss in lost_anew}
    return text, tuple(loss for loss in losses if loss.message in messages)


def _rewrite_text(layout: Layout, before: str, now: str) -> str:
    """The text with the differences of two encodings of its root."""
    rewriting = TextRewriter(layout)
    rewriting.elements([(0, _tree(before), _tree(now))])
    return rewriting.patches.result()


def _reparse(text: str | bytes, parsed: ParsedDocument[Any], options: Options) -> ParsedDocument[Any] | None:
    """A text as a document of the format of another, and of its name."""
    return read(Source(parsed.source.name, text), Sink(), options, format=parsed.format)


def _is_read_as(text: str, parsed: ParsedDocument[Any], options: Options) -> bool:
    """Whether a text is read as what a document holds."""
    written = _reparse(text, parsed, options)
    return written is not None and bool(written.root == parsed.root)


def fits(layout: Layout, source: Source) -> bool:
    """Whether the text and the tree have the same elements."""
    return source.root is not None and layout.has(source.size)


def _patch_text(
    parsed: ParsedDocument[Any],
    options: Options,
    layout: Layout,
    changed: list[Element],
    places: dict[_Element, Element],
) -> str | None:
    """The text with each changed element rewritten by itself; None where changes reach further than that."""
    row, bindings = FORMATS[parsed.format], bindings_of(parsed.format, package=options.bindings)
    read_again = row.make_reparser(parsed, options, changed)
    if read_again is None:
        return None
    source, rewriting = parsed.source, TextRewriter(layout)
    triples: list[tuple[int, _Element, _Element]] = []
    marked = [(element, ElementMarks(source, element.source_element, places)) for element in changed]
    elsewhere = _find_relocated(marked)
    for element, marks in marked:
        there = element.source_element
        number = None if there is None else source.number(there)
        if there is None or number is None:
            return None
        try:
            was = read_again(element, Remainder(there, marks.find_kept_members(element) - elsewhere))
        except DoesNotFit:  # it has parts that only the document's version has
            return None
        vars(was)["_origin"] = there
        before = _encode_element(bindings, was, there, source, ElementMarks(source))
        now = _encode_element(bindings, element, there, source, marks)
        triples.append((number, before, now))
    rewriting.elements(triples)
    text = rewriting.patches.result()
    return text if row.reads_alike(parsed, options, text) else None


def _find_relocated(changed: Iterable[tuple[Element, ElementMarks]]) -> set[_Element]:
    """The elements of the text that something was read from which is in another place now, and all around them."""
    found: set[_Element] = set()
    for element, marks in changed:
        for moved in (each for each in elements_inside(element) if marks.find_kept_number(each) is None):
            for part in (moved, *elements_below(moved)):
                there = part.source_element
                while there is not None and there not in found:
                    found.add(there)
                    there = there.getparent()
    return found


def _encode_element(
    bindings: Bindings, element: Element, there: _Element, source: Source, marks: ElementMarks
) -> _Element:
    """An element by itself as it would be written in the place of ``there``."""
    written, name = literal_tag(there), source.names.get(there, "")
    return _tree(
        bindings.encode(
            element,
            tag=written,
            namespaces=dict(there.nsmap),
            names=source.names,
            marks=marks,
            prefix=name[: -len(written)] if name.endswith(written) else "",
        )
    )


class ElementMarks:
    """``Marks`` for an encoder: the numbers of elements in a text.

    Children of ``around``, by their ``places``, are only named, since they are compared by themselves.
    """

    def __init__(
        self, source: Source, around: _Element | None = None, places: dict[_Element, Element] | None = None
    ) -> None:
        self._source = source
        self._around = around
        self._places = places or {}
        self._known: dict[int, tuple[int | None, _Element | None]] = {}

    def number(self, there: _Element) -> int | None:
        """See ``Marks``."""
        return self._source.number(there)

    def find_kept_number(self, element: Element) -> int | None:
        """See ``Marks``."""
        return None if self._around is None else self._look_up_kept(element)[0]

    def find_kept_members(self, element: Element) -> set[_Element]:
        """Where the members of an element's lists are written of which no more than their places are to be written."""
        if self._around is None:
            return set()
        lists = (value for value in vars(element).values() if isinstance(value, list))
        members = (self._look_up_kept(member) for value in lists for member in value if isinstance(member, Element))
        return {there for number, there in members if number is not None and there is not None}

    def _look_up_kept(self, element: Element) -> tuple[int | None, _Element | None]:
        known = self._known.get(id(element))
        if known is None:  # each is asked for several times
            there = element.source_element
            is_kept = there is not None and there.getparent() is self._around and self._places.get(there) is element
            number = self._source.number(there) if is_kept and there is not None else None
            known = self._known[id(element)] = number, there
        return known

    def of(self, source: Source) -> ElementMarks:
        """See ``Marks``."""
        return ElementMarks(source)


def _tree(text: str) -> _Element:
    tree = parse(Source(None, text), Sink())
    assert tree is not None, "what was just written can be parsed"
    return tree


class Remainder:
    """An element of a text without some of its children, since reading all of them again takes long."""

    __slots__ = ("_children", "_element")

    def __init__(self, element: _Element, left_out: Container[_Element]) -> None:
        self._element = element
        self._children = [child for child in element if child not in left_out]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._element, name)

    def __len__(self) -> int:
        return len(self._children)

    def __iter__(self) -> Iterator[_Element]:
        return iter(self._children)

    def __getitem__(self, index: Any) -> Any:
        return self._children[index]
