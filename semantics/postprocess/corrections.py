"""A text whose tree is corrected: what is misspelt reads as intended, and what has no name gets one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from lxml.etree import _Element

from ...diagnostics.records import dataclass
from ...runtime.source import Source, literal_tag
from ..ir.scoped_names import SEPARATOR, WORLD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ...runtime.lazy_finding import LazyFinding

    Look: TypeAlias = Callable[["CorrectedSource"], list[LazyFinding]]
    """Reads and checks a source, and returns what it found."""
    ReadCorrected: TypeAlias = Callable[["CorrectedSource", list[LazyFinding]], "list[LazyFinding] | None"]
    """Returns what would be found in a source, at the places of its text, if that is known without correcting its tree.

    Called with what was found in the text as it is; None where the tree has to be corrected.
    """


@dataclass(frozen=True)
class Correction:
    """Something to correct: where it is, and what is to be there."""

    finding: LazyFinding
    kind: str
    text: str = ""


class CorrectedSource(Source):
    """A text whose tree is corrected as soon as there is one; places are those of the text."""

    __slots__ = ("_called", "_paths_as_written", "_was", "corrections")

    def __init__(self, source: Source, corrections: Iterable[Correction]) -> None:
        super().__init__(source.name, source.data)
        self.keeps_tree = True  # what is corrected is the tree, so that large texts are decoded from theirs, too
        self.corrections = tuple(corrections)
        self._was: dict[tuple[_Element, str], str] = {}
        self._called: dict[_Element, str | None] = {}
        self._paths_as_written: dict[_Element, str] = {}

    def adopt(self, root: _Element) -> None:
        """Takes the tree, and corrects it."""
        super().adopt(root)
        self.put_right(root)

    def put_right(self, root: _Element) -> None:
        """Corrects a tree of the text."""
        renamed: dict[_Element, list[tuple[_Element, str, str]]] = {}
        if any(correction.kind == "move" for correction in self.corrections):
            self._in_order()  # places are found by the order of the text, which the tree is about to leave
        for correction, element in list(self._places(root)):
            around, attribute = element.getparent(), correction.finding.attribute
            if correction.kind != "rename":
                self._apply(correction, element)
            elif around is not None and attribute is not None:
                renamed.setdefault(around, []).append((element, attribute, correction.text))
        for around, names in renamed.items():
            self._rename(around, names)

    def _places(self, root: _Element) -> Iterator[tuple[Correction, _Element]]:
        """Each correction with the element that it is about, in the order of the text."""
        by_place: dict[tuple[str, int, int], list[int]] = {}
        attributes: dict[str, dict[str, set[str]]] = {}
        for number, correction in enumerate(self.corrections):
            about = correction.finding
            by_place.setdefault((about.element, about.line, about.column), []).append(number)
            by_name = attributes.setdefault(about.element, {})
            if about.attribute is not None:
                by_name.setdefault(_local(about.attribute), set()).add(about.attribute)
        for element in root.iter():
            tag = literal_tag(element)
            by_name = attributes.get(tag, {})
            if tag not in attributes:
                continue
            found = set(by_place.get((tag, *self.position(element)), ()))
            for name in element.attrib:
                for attribute in by_name.get(_local(name), ()):
                    found.update(by_place.get((tag, *self.position(element, attribute)), ()))
            for number in sorted(found):
                yield self.corrections[number], element

    def position(self, element: _Element, attribute: str | None = None) -> tuple[int, int]:
        """Where it is in the text."""
        return super().position(element, self._was.get((element, attribute), attribute) if attribute else None)

    def xpath(self, element: _Element, attribute: str | None = None) -> str:
        """As the text has it."""
        return super().xpath(element, self._was.get((element, attribute), attribute) if attribute else None)

    def _path(self, element: _Element) -> str:
        return self._paths_as_written.get(element) or super()._path(element)

    def _name(self, element: _Element) -> str | None:
        return self._called[element] if element in self._called else super()._name(element)

    def _apply(self, correction: Correction, element: _Element) -> None:
        attribute, text = correction.finding.attribute, correction.text
        if correction.kind == "tag":
            self.tags[element] = self.names[element] = literal_tag(element)
            prefix, colon, local = text.rpartition(":")
            uri = element.nsmap.get(prefix) if colon else None
            if uri or not colon:  # with a prefix that nothing declares, only the parser can make a tag
                element.tag = f"{{{uri}}}{local}" if uri else text
        elif correction.kind == "attribute" and attribute is not None:
            old, new = _attribute_of(element, attribute), _attribute_of(element, text)
            if old is not None and new is not None and element.get(new) is None:
                element.set(new, element.attrib.pop(old, ""))
                self._was[element, text] = attribute
        elif correction.kind in ("word", "follow"):
            if attribute is None:
                element.text = text
            elif (known := _attribute_of(element, attribute)) is not None:
                element.set(known, text)
        elif correction.kind == "give":
            self._called.setdefault(element, element.get("name"))
            element.set("name", text)
        elif correction.kind == "drop" and attribute is not None:
            element.attrib.pop(attribute, None)
        elif correction.kind == "move" and (target := find_target(element, text)) is not None:
            self._paths_as_written.update((each, self._path(each)) for each in element.iter())
            target.append(element)

    def _rename(self, around: _Element, names: list[tuple[_Element, str, str]]) -> None:
        """Gives elements inside of one other names, with all that refers to them in there."""
        new_names: dict[str, tuple[int, str]] = {}
        for order, (element, attribute, new) in enumerate(names):
            new_names.setdefault(element.get(attribute, ""), (order, new))
        for other in around.iter():
            for name, text in other.items():
                if name != "name" and (renamed := _rename_reference(text, new_names)) is not None:
                    other.set(name, renamed)
            text = "" if len(other) else (other.text or "").strip()
            # that the world is a parent is what such documents mean
            kept = WORLD if literal_tag(other) == "parent" else None
            if text and (renamed := _rename_reference(text, new_names, kept)) is not None:
                other.text = renamed
        for element, attribute, new in names:
            self._called.setdefault(element, element.get(attribute, ""))
            element.set(attribute, new)


def find_target(element: _Element, path: str) -> _Element | None:
    """The element that a path leads to from one that is to be moved there."""
    found = element.xpath(path)
    return found[0] if isinstance(found, list) and found and isinstance(found[0], _Element) else None


def _local(attribute: str) -> str:
    """A name without the prefix or URI of its namespace."""
    return attribute.rpartition("}")[2].rpartition(":")[2]


def _attribute_of(element: _Element, attribute: str) -> str | None:
    """What the tree calls an attribute; None with a prefix that nothing declares, which only the parser can make."""
    prefix, colon, local = attribute.rpartition(":")
    if attribute.startswith("{") or not colon or attribute in element.attrib:
        return attribute
    uri = element.nsmap.get(prefix)
    return None if uri is None else f"{{{uri}}}{local}"


def _rename_reference(reference: str, new_names: dict[str, tuple[int, str]], kept: str | None = None) -> str | None:
    """A reference to something with a new name, or to what is inside of it; None for any other, and for ``kept``."""
    parts = reference.split(SEPARATOR)
    scopes = (SEPARATOR.join(parts[:depth]) for depth in range(1, len(parts) + 1))
    known = [(*new_names[old], old) for old in scopes if old in new_names and old != kept]
    if not known:
        return None
    _, new, old = min(known)
    return new + reference[len(old) :]
