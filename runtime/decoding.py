"""What generated decoders call when a document is not just as its description says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

from .diagnostics import rules_values as rules
from .element import is_written
from .generic import any_element, any_text, keep
from .scalars import WORDS
from .source import literal_name, literal_tag
from .spelling import nearest, suggest

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .diagnostics.diagnostic import Diagnostic
    from .diagnostics.rule import Rule, Severity
    from .diagnostics.sink import Sink
    from .source import Numbering
    from .values import Color, EulerPose, Vector2d, Vector3


_new = object.__new__
BLANKS = " \t\n"
"""What readers of SDFormat take off the ends of a value."""


Conditions = tuple[tuple[int, bool, tuple[str, ...], str], ...]
"""Parts that depend on an attribute: the bit of each, whether it is required, with which values, and its place."""


class Parts(dict[str, Mapping[str, Any]]):
    """For each class how its parts are read, by their names; nothing for a class that is not known."""

    def __missing__(self, name: str) -> Mapping[str, Any]:
        return {}


NO_PARTS = Parts()


class Context:
    """One pass of decoding over one document.

    ``types`` maps class names to the classes to make; ``newest`` tells about elements that a later version knows;
    ``later_types`` are the classes of that version; ``silent`` drops all findings (for a document that was checked in its own version already) but those
    about the tags of ``extension`` (prefix, namespace), which that version does not have;
    ``own`` is set where ``types`` are those of the newest version, not of the document's: it makes objects of that, and
    ``own_lookup`` tells how its parts are read; ``fills_in`` says that readers of the format make up elements that are
    missing; ``trims`` that they take blanks off the ends of attributes;
    ``by_prefix`` that they take the longest leading number of each piece of a vector; ``reads_hexadecimal`` that they
    know hexadecimal numbers; ``place`` gives elements the numbers that stand for them where the tree is not kept.
    """

    __slots__ = (
        "sink",
        "types",
        "newest",
        "version",
        "silent",
        "own",
        "own_lookup",
        "fills_in",
        "trims",
        "by_prefix",
        "reads_hexadecimal",
        "later_types",
        "extension",
        "place",
        "words",
        "numbers",
        "pairs",
        "triples",
        "colors",
        "poses",
        "_misspelt",
    )

    def __init__(
        self,
        sink: Sink,
        types: Mapping[str, type[Any]],
        newest: Parts,
        version: str,
        silent: bool = False,
        fills_in: bool = False,
        trims: bool = False,
        by_prefix: bool = False,
        reads_hexadecimal: bool = True,
        later_types: Mapping[str, type[Any]] | None = None,
        extension: tuple[str, str] | None = None,
        place: Numbering | None = None,
    ) -> None:
        self.sink = sink
        self.types = types
        self.newest = newest
        self.version = version
        self.silent = silent
        self.own: Context | None = None
        self.own_lookup = NO_PARTS
        self.fills_in = fills_in
        self.trims = trims
        self.by_prefix = by_prefix
        self.reads_hexadecimal = reads_hexadecimal
        self._misspelt: dict[tuple[_Element, str], Diagnostic] = {}
        self.later_types = types if later_types is None else later_types
        self.extension = extension
        self.place = place
        self.words: Mapping[str | None, bool] = WORDS
        # values of texts that were read already, without a finding
        self.numbers: dict[str | None, float] = {}
        self.pairs: dict[str | None, Vector2d] = {}
        self.triples: dict[str | None, Vector3] = {}
        self.colors: dict[str | None, Color] = {}
        self.poses: dict[str | None, EulerPose] = {}

    def making(self, types: Mapping[str, type[Any]], lookup: Parts) -> Context:
        """A pass of the same version that makes objects of a later one's classes.

        Args:
            types: those classes, by name.
            lookup: how this version reads parts of elements.
        """
        later = _new(Context)
        for name in Context.__slots__:
            setattr(later, name, getattr(self, name))
        later.own, later.own_lookup, later.types = self, lookup, types
        return later

    def report(self, rule: Rule, at: _Element, attribute: str | None = None, **arguments: Any) -> Diagnostic | None:
        """Passes a finding on, unless this pass is silent about it."""
        if self.silent and not self._concerns_extension(at, attribute, arguments):
            return None
        if self.place is not None:
            raise NeedsTree
        return self.sink.report(rule, at, attribute=attribute, **arguments)

    def word(self, text: str) -> str:
        """The value of an attribute that holds a text."""
        return text.strip(BLANKS) if self.trims else text

    def _concerns_extension(self, at: _Element, attribute: str | None, arguments: Mapping[str, Any]) -> bool:
        if self.extension is None:
            return False
        prefix, start = f"{self.extension[0]}:", f"{{{self.extension[1]}}}"
        names = [attribute or "", *(str(value) for value in arguments.values())]
        tags = [str(element.tag) for element in (at, *at.iterancestors())]
        return any(prefix in name for name in names) or any(name.startswith((prefix, start)) for name in names + tags)

    def _is_misspelt(self, element: _Element, name: str) -> bool:
        """Whether a missing part is there under a wrong name; the finding about that becomes the error."""
        found = self._misspelt.get((element, name))
        if found is not None:
            self.sink.escalate(found)
        return found is not None

    def leaf(self, element: _Element) -> None:
        """Reports what stands in or on an element that holds a text only."""
        tag = literal_tag(element)
        for name in element.keys():  # noqa: SIM118  # an element is no mapping
            if ":" not in name and name[0] != "{":
                self.report(rules.UNKNOWN_ATTRIBUTE, element, name, parent=tag, name=name, suggestion="remove it")
        for child in element[:]:
            if not is_foreign(child):
                self.report(rules.UNKNOWN_ELEMENT, child, parent=tag, tag=literal_tag(child), suggestion="remove it")

    def unknown_attribute(self, owner: Any, element: _Element, name: str, text: str) -> None:
        """Keeps an attribute that the description does not have, and says so unless it is in a namespace."""
        if self._newer_attribute(owner, element, name, text):
            return
        written = literal_name(element, name)
        owner.any_attributes[name] = text
        if ":" in written or written.startswith("xmlns"):
            return
        near = nearest(name, _names_of(owner, "Attribute"))
        found = self.report(
            rules.UNKNOWN_ATTRIBUTE,
            element,
            name,
            parent=literal_tag(element),
            name=name,
            suggestion=suggest(near, "{!r}"),
        )
        if found is not None and near is not None:
            self._misspelt[element, "@" + near] = found

    def unknown_element(self, owner: Any, element: _Element, child: _Element) -> None:
        """Keeps an element that the description does not have.

        One that a later version has is read as that version reads it, one in a namespace is kept without a word; any
        other is reported.
        """
        if self._newer_element(owner, child):
            return
        self.keep(owner, child)
        if is_foreign(child):
            return
        tag = literal_tag(child)
        near = nearest(tag, _names_of(owner, "Element"))
        found = self.report(
            rules.UNKNOWN_ELEMENT,
            child,
            parent=literal_tag(element),
            tag=tag,
            suggestion=suggest(near, "<{}>"),
        )
        if found is not None and near is not None:
            self._misspelt[element, near] = found

    def unknown_elements(self, owner: Any, element: _Element) -> None:
        """Keeps the elements inside one that holds none; see ``unknown_element``."""
        for child in element[:]:
            self.unknown_element(owner, element, child)

    def keep(self, owner: Any, child: _Element) -> None:
        """Keeps an element that is none of the description, or whose text holds no value."""
        if self.place is None:
            keep(owner, child)
        else:
            owner.any_elements.append(any_element(child))  # it goes with its tree

    def keep_all(self, owner: Any, element: _Element) -> None:
        """Keeps all elements inside one that may hold anything."""
        if self.place is None:
            owner._kept = element[:]
        else:
            owner.any_elements = list(map(any_element, element[:]))

    def repeated(self, owner: Any, element: _Element, child: _Element) -> None:
        """Keeps and reports a second element where one is allowed; the first one counts."""
        self.keep(owner, child)
        self.report(rules.REPEATED_ELEMENT, child, parent=literal_tag(element), tag=literal_tag(child))

    def missing(self, element: _Element, seen: int, table: tuple[tuple[int, str, str], ...]) -> None:
        """Reports required parts without a default that are not in ``seen``; ``table`` holds bits, kinds and names."""
        tag = literal_tag(element)
        for bit, kind, name in table:
            if seen & bit or self._is_misspelt(element, f"@{name}" if kind == "attribute" else name):
                continue
            if kind == "attribute":
                self.report(rules.MISSING_ATTRIBUTE, element, parent=tag, name=name)
            else:
                # readers of SDFormat put a placeholder in, except in joints
                severity: Severity | None = "warning" if self.fills_in and tag != "joint" else None
                self.report(rules.MISSING_ELEMENT, element, parent=tag, tag=name, severity=severity)

    def stray_text(self, owner: Any, element: _Element) -> None:
        """Keeps and reports text where only elements belong; blanks are none."""
        text = self.keep_text(owner, element)
        if text is not None:
            self.report(rules.STRAY_TEXT, element, text=" ".join(text.split())[:40], parent=literal_tag(element))

    def keep_text(self, owner: Any, element: _Element) -> str | None:
        """Keeps the text of an element, and gives it back; None where there are blanks only."""
        text = element.text
        if text is None or text.isspace():
            return None
        owner.any_elements.insert(0, any_text(text))
        return str(text)

    def without_prefix(self, element: _Element, prefix: str, keep: tuple[str, ...]) -> _Element:
        """The element after the elements inside have lost ``prefix``, but for those that ``keep`` names."""
        source = self.sink.source_of(element)
        for inner in element.iterdescendants():
            tag = literal_tag(inner)
            if tag.startswith(prefix) and tag.removeprefix(prefix) not in keep:
                if source is not None:
                    source.names[inner] = tag
                inner.tag = tag.removeprefix(prefix)
        return element

    def one_of(self, element: _Element, count: int, choices: tuple[str, ...]) -> None:
        """Reports that not just one of several elements is there."""
        self.report(
            rules.CHOICE,
            element,
            parent=literal_tag(element),
            count="none" if count == 0 else count,
            choices=", ".join(f"<{name}>" for name in choices),
        )

    def conditions(self, element: _Element, attribute: str, seen: int, parts: Conditions) -> None:
        """Reports parts that this value of an attribute asks for, and parts that mean nothing with it.

        Args:
            element: what has the attribute.
            attribute: its name.
            seen: bits of the parts that are there.
            parts: those that depend on it.
        """
        value = element.get(attribute)
        for bit, is_required, words, what in parts:
            if value not in words or is_required == bool(seen & bit):
                continue
            place = element
            if is_required:
                if self._is_misspelt(element, what):
                    continue
            elif what[0] != "@" and ":" not in what:
                place = next((child for child in element[:] if child.tag == what), element)
            self.report(
                rules.REQUIRED_WHEN if is_required else rules.MEANINGLESS_WHEN,
                place,
                parent=literal_tag(element),
                condition=attribute,
                value=value,
                what=_part(what),
            )

    def each_at_least(self, value: Any, low: tuple[float, ...], at: _Element, attribute: str | None) -> None:
        """Reports the components of a vector that lie under their minimum."""
        for part, bound in zip(value, low * len(value) if len(low) == 1 else low, strict=False):
            if part < bound:
                self.below(part, bound, at, attribute)

    def not_above(self, value: float, bound: float, at: _Element, attribute: str | None) -> None:
        """Reports a value that does not exceed its exclusive bound."""
        self._bound(value, f"more than {bound:g}", at, attribute)

    def not_below(self, value: float, bound: float, at: _Element, attribute: str | None) -> None:
        """Reports a value that does not stay under its exclusive bound."""
        self._bound(value, f"less than {bound:g}", at, attribute)

    def below(self, value: float, bound: float, at: _Element, attribute: str | None) -> None:
        """Reports a value under its minimum."""
        self._bound(value, f"at least {bound:g}", at, attribute)

    def above(self, value: float, bound: float, at: _Element, attribute: str | None) -> None:
        """Reports a value over its maximum."""
        self._bound(value, f"at most {bound:g}", at, attribute)

    def _bound(self, value: float, bound: str, at: _Element, attribute: str | None) -> None:
        self.report(rules.OUT_OF_RANGE, at, attribute, what=_name(at, attribute), value=value, bound=bound)

    def deprecated(self, at: _Element, attribute: str | None, instead: str) -> None:
        """Reports something that the specification advises against."""
        self.report(rules.DEPRECATED, at, attribute, what=_name(at, attribute), instead=instead)

    def choice(
        self, text: str | None, at: _Element, attribute: str | None, values: Mapping[str | None, Any], is_open: bool
    ) -> Any:
        """The member of an enumeration with this text; the text itself, after a finding, where there is none."""
        written = text or ""
        member = values.get(written)
        if member is None:
            member = values.get(written.strip())
        if member is not None:
            return member
        if not is_open:
            words = tuple(map(str, values))
            listed = suggest(nearest(written, words), "{!r}", f"use one of {', '.join(map(repr, words))}")
            self.report(rules.NOT_ALLOWED, at, attribute, what=_name(at, attribute), text=written, suggestion=listed)
        return written

    def holding(self, name: str, value: Any, element: _Element) -> Any:
        """An element of the class ``name`` that says no more than its text, whose value is known."""
        made = _new(self.types[name])
        made._origin = element if self.place is None else self.place(element)
        made.value = value
        return made

    def later_element(self, owner: Any, child: _Element) -> bool:
        """Reads an element as the newest version does, where objects of the newest version are made.

        What is wrong with it is what its own version says.
        """
        if self.own is None:
            return False
        self.own_lookup[type(owner).__name__][str(child.tag)][2](child, self.own)
        before, self.silent = self.silent, True
        is_read = self._read_as_newest(owner, child)
        self.silent = before
        return is_read

    def later_attribute(self, owner: Any, element: _Element, name: str, text: str) -> bool:
        """Reads an attribute as the newest version does, where objects of the newest version are made."""
        if self.own is None:
            return False
        self.own_lookup[type(owner).__name__]["@" + name][2](text, element, name, self.own)
        before, self.silent = self.silent, True
        is_read = self._read_attribute_as_newest(owner, element, name, text)
        self.silent = before
        return is_read

    def only_this_version(self) -> None:
        """Gives up making objects of the newest version: this is gone there, or means something else.

        Raises:
            DoesNotFit: objects of the newest version are made.
        """
        if self.own is not None:
            raise DoesNotFit

    def put(self, owner: Any, field: str, value: Any, child: _Element) -> None:
        """Stores into a field that is a list in one version and single in another, which keeps the first only."""
        spec = owner._specs[field]
        if spec.default is MISSING and not isinstance(value, type(spec.default_factory())):
            getattr(owner, field).append(value)
        elif is_written(owner, field):
            self.keep(owner, child)
        else:
            setattr(owner, field, value)

    def _newer_element(self, owner: Any, child: _Element) -> bool:
        if not self._read_as_newest(owner, child):
            return False
        self.report(rules.NEWER_THAN_DECLARED, child, what=f"<{literal_tag(child)}>", version=self.version)
        return True

    def _newer_attribute(self, owner: Any, element: _Element, name: str, text: str) -> bool:
        if not self._read_attribute_as_newest(owner, element, name, text):
            return False
        what = f"attribute {name!r} of <{literal_tag(element)}>"
        self.report(rules.NEWER_THAN_DECLARED, element, name, what=what, version=self.version)
        return True

    def _read_as_newest(self, owner: Any, child: _Element) -> bool:
        entry = self.newest[type(owner).__name__].get(str(child.tag))
        if entry is None:
            return False
        field, repeats, decode = entry
        if field not in owner._specs:
            # the class has no place for it: it is read for the findings and kept as it is
            types, self.types = self.types, self.later_types
            decode(child, self)
            self.types = types
            self.keep(owner, child)
        elif repeats:
            getattr(owner, field).append(decode(child, self))
        elif is_written(owner, field):
            parent = child.getparent()
            self.repeated(owner, child if parent is None else parent, child)
        else:
            value = decode(child, self)
            if value is not None:
                setattr(owner, field, value)
            else:
                self.keep(owner, child)
        return True

    def _read_attribute_as_newest(self, owner: Any, element: _Element, name: str, text: str) -> bool:
        entry = self.newest[type(owner).__name__].get("@" + name)
        if entry is None:
            return False
        value = entry[2](text, element, name, self)
        if value is not None and entry[0] in owner._specs:
            setattr(owner, entry[0], value)
        else:
            owner.any_attributes[name] = text
        return True


def masks_of(parts: Conditions) -> dict[str | None, tuple[int, int]]:
    """For each value of an attribute the bits of the parts that it asks for, and of those that mean nothing with it."""
    masks: dict[str | None, tuple[int, int]] = {}
    for bit, is_required, words, _ in parts:
        for word in words:
            needed, barred = masks.get(word, (0, 0))
            masks[word] = (needed | bit, barred) if is_required else (needed, barred | bit)
    return masks


class DoesNotFit(Exception):
    """A document of one version holds what a later version's classes have no place for."""


class NeedsTree(Exception):
    """A document cannot be read without keeping its tree."""


def is_foreign(element: _Element) -> bool:
    """Whether an element belongs to another format or program: it has a prefix."""
    return ":" in literal_tag(element)


def _name(at: _Element, attribute: str | None) -> str:
    tag = literal_tag(at)
    return f"attribute {attribute!r} of <{tag}>" if attribute else f"<{tag}>"


def _part(place: str) -> str:
    return f"attribute {place[1:]!r}" if place[0] == "@" else f"<{place}>"


def _names_of(owner: Any, kind: str) -> tuple[str, ...]:
    return tuple(spec.metadata["name"] for spec in owner._specs.values() if spec.metadata.get("type") == kind)
