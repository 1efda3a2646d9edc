"""Checking a document as it is now, with what a program changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..runtime.diagnostics import rules_values as rules
from ..runtime.element import Element
from ..runtime.fitting import called, misfits
from ..runtime.source import Located, Source, literal_tag
from .bindings import bindings_of
from .checking import check_meaning
from .consumers.policies import sink_for
from .elements import elements_in
from .reading import read
from .report import Report

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

    from ..runtime.diagnostics.diagnostic import Diagnostic
    from ..runtime.diagnostics.sink import Sink
    from .options import Options
    from .parsed import Parsed

    Write = Callable[[str | None], tuple[str, tuple[Diagnostic, ...]]]


def recheck(parsed: Parsed[Any], options: Options, path: str | None, write: Write) -> Report:
    """Everything that is wrong with a document now; places are those of the text that it was read from.

    What was added in Python has the place of what it stands in.

    Args:
        parsed: the document.
        options: those that it was loaded with.
        path: where it was loaded from.
        write: writes it in a version, or the one that it was read in, and answers what that cannot say.
    """
    sink = sink_for(options)
    again = read(Source(parsed.source.name, parsed.source.data), sink, options, format=parsed.format)
    if again is None or (isinstance(parsed.root, Element) and again.root != parsed.root):
        of_text = [finding for finding in sink.found if not finding.xpath]
        sink = sink_for(options)
        sink.add_source(parsed.source)
        again = None if _report_misfits(parsed.root, sink) else _read_as_written(parsed, options, write, sink)
        # what is wrong with the text apart from its elements is still wrong with it
        sink.found[:] = of_text + [finding for finding in sink.found if finding.xpath]
    if again is not None:
        with sink.within_budget():
            check_meaning(again, sink, options)
    sink.detach()
    return Report(path or "<text>", sink.finish())


def _report_misfits(root: Element, sink: Sink) -> bool:
    """Reports values that do not fit their fields, with which nothing can be written."""
    for element in elements_in(root):
        for name, misfit in misfits(element):
            place = f"{name}[{misfit.index}]" if misfit.index is not None else name
            what = f"{called(element)}.{place}"
            sink.report(rules.DOES_NOT_FIT, element, what=what, value=misfit.value, wanted=misfit.wanted)
    return not sink.ok


def _read_as_written(parsed: Parsed[Any], options: Options, write: Write, sink: Sink) -> Parsed[Any] | None:
    try:
        text, losses = write(None)
    except ValueError:  # the document's version is not written any more
        text, losses = write(bindings_of(parsed.format, package=options.bindings).version)
    for loss in losses:
        sink.add(loss)
    source = _Written(parsed.source.name, text)
    source.original = parsed
    again = read(source, sink, options, format=parsed.format)
    source.read_to = None if again is None else again.root
    return again


class _Written(Source):
    """The text of a changed document, whose elements have the places that they had in the text it was read from."""

    __slots__ = ("original", "read_to", "_before")

    original: Parsed[Any]
    read_to: Element | None

    def __init__(self, name: str | None, data: bytes | str = b"") -> None:
        super().__init__(name, data)
        self._before: dict[_Element, _Element] | None = None

    def position(self, element: _Element, attribute: str | None = None) -> tuple[int, int]:
        """Line and column of the element in the original text, or of the nearest one around it that stood there."""
        if self._before is None:
            self._before = {}
            if self.read_to is not None:
                self._pair(self.original.root, self.read_to)
        there = self._found(element)
        if there is not None:
            return self.original.source.position(there, attribute)
        parent = element.getparent()
        return (0, 0) if parent is None else self.position(parent)

    def end_line(self, place: _Element | int | Located) -> float | None:
        """None: lines of this text say nothing."""
        return None

    def _pair(self, old: Any, new: Any) -> None:
        """Notes what each element was, of two documents that hold the same."""
        assert self._before is not None
        before, now = old.source_element, new.source_element
        if before is not None and now is not None and _root(before) is self.original.source.root:
            self._before[now] = before
        for name, value in vars(new).items():
            mine = vars(old).get(name)
            if isinstance(value, Element) and isinstance(mine, Element):
                self._pair(mine, value)
            elif isinstance(value, list) and isinstance(mine, list):
                for left, right in zip(mine, value):
                    if isinstance(left, Element) and isinstance(right, Element):
                        self._pair(left, right)

    def _found(self, element: _Element) -> _Element | None:
        """What an element was: known for typed ones, by its number among those of its name for texts inside them."""
        assert self._before is not None
        known = self._before.get(self.origins.get(element, element))
        parent = element.getparent()
        if known is not None or parent is None:
            return known
        around = self._before.get(parent)
        if around is None:
            return None
        tag = literal_tag(element)
        number = [child for child in parent if literal_tag(child) == tag].index(element)
        there = [child for child in around if literal_tag(child) == tag]
        return there[number] if number < len(there) else None


def _root(element: _Element) -> _Element:
    return element.getroottree().getroot()
