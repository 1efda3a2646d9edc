"""Makes a tree one of the version that is written, once conversion rules were undone.

What that version does not know goes, what it requires comes, and what is not written is, where its absence would mean
something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...runtime.conversions import ConversionPath
from ...runtime.source import literal_tag
from .grammar import Attribute, ElementGrammar, default_of, has_defaults
from .unit_equivalents import ATTRIBUTES, ELEMENTS
from .values import describe_type, fits, is_within, same
from .xml_tree import elements, first, set_text, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .reverse_rules import StepReverser
    from .target_version import VersionTarget

NEVER_EMPTY = {"urdf": ("geometry",)}
"""Elements that hold one of several, by format: what has one of them cannot be without it."""


class VersionConformer:
    """Settles a tree in a version; ``undone`` is what was undone to get there."""

    def __init__(self, target: VersionTarget, undone: StepReverser) -> None:
        self.target = target
        self.undone = undone

    def settle(
        self, element: _Element, older: ElementGrammar, newest: ElementGrammar | None, meant: ElementGrammar | None
    ) -> None:
        """Makes an element one of the version that is written.

        Takes out what ``older`` does not know and ``newest`` does, writes out what ``meant`` has another default for,
        and adds what ``older`` requires.
        """
        self._settle_attributes(element, older, newest, meant)
        seen: set[str] = set()
        for child in elements(element):
            name = literal_tag(child)
            before = older.children.get(name)
            after = newest.children.get(name) if newest is not None else None
            if before is not None:
                if name in seen and not before.repeats and (after is None or after.repeats):
                    self._lose(child, f"more than one <{name}> in <{literal_tag(element)}>")
                    continue
                seen.add(name)
                was = meant.children.get(name) if meant is not None else None
                if not self._accepts_text(child, before, after, was):
                    self.target.editor.delete(child)
                elif not before.copies_anything:
                    self.settle(child, before, after, was)
            elif after is None and child not in self.undone.moved:
                continue
            elif self.undone.is_hollow(child) or (after is not None and _is_default_only(child, after)):
                self.target.editor.delete(child)
            else:
                instead = ELEMENTS.get((literal_tag(element), name))
                if instead is None or not instead(child, self.target.editor):
                    what = f"<{name}> in <{literal_tag(element)}>"
                    if self._lose_with(element, child, what):
                        return
        if meant is not None:
            self._write_defaults(element, older, meant)
        self._complete(element, older, newest, meant)

    def _lose_with(self, parent: _Element, child: _Element, what: str) -> bool:
        """Takes out what cannot be said, and what cannot be without it; answers whether ``parent`` went too."""
        holder = parent.getparent()
        self._lose(child, what)
        if literal_tag(parent) not in NEVER_EMPTY.get(self.target.format, ()) or elements(parent) or holder is None:
            return False
        self._lose(holder, f"<{literal_tag(holder)}> with nothing in its <{literal_tag(parent)}>")
        return True

    def _lose(self, element: _Element, what: str) -> None:
        self.target.report(rules.NOT_EXPRESSIBLE, element, what=what)
        self.target.editor.delete(element)

    def _settle_attributes(
        self, element: _Element, older: ElementGrammar, newest: ElementGrammar | None, meant: ElementGrammar | None
    ) -> None:
        for key in list(element.attrib):
            name = str(key)
            value = element.get(name)
            if value is None:
                continue
            newer_name = self.undone.renamed.get((element, name), name)
            known = newest.attributes.get(newer_name) if newest is not None else None
            own = older.attributes.get(name)
            if own is not None:
                was = meant.attributes.get(name) if meant is not None else None
                if known is None or self._accepts_value(element, value, own, (known, was), name):
                    continue
            elif known is None:
                continue
            elif not same(value, known.default or "") and not _names_the_default(element, newer_name, value):
                instead = ATTRIBUTES.get((literal_tag(element), name))
                if instead is not None and instead(element):
                    continue
                what = f"{newer_name}={value!r} on <{literal_tag(element)}>"
                self.target.report(rules.NOT_EXPRESSIBLE, element, attribute=name, shown=newer_name, what=what)
            element.attrib.pop(name, None)

    def _accepts_text(
        self, element: _Element, older: ElementGrammar, newest: ElementGrammar | None, meant: ElementGrammar | None
    ) -> bool:
        value = text_of(element)
        return newest is None or value is None or self._accepts_value(element, value, older, (newest, meant), None)

    def _accepts_value(
        self,
        element: _Element,
        value: str,
        older: ElementGrammar | Attribute,
        others: tuple[ElementGrammar | Attribute | None, ...],
        attribute: str | None,
    ) -> bool:
        """Whether a value of other versions can stay; one that is out of bounds does, with a finding."""
        taking = older.type, older.least, older.most
        differing = [each for each in others if each is not None and (each.type, each.least, each.most) != taking]
        if older.type is None or not differing:
            return True
        is_of_type = fits(value, older.type)
        if not is_of_type or (any(is_within(value, each) for each in differing) and not is_within(value, older)):
            takes = describe_type(older)
            self.target.report(rules.NOT_TAKEN, element, attribute=attribute, written=value, takes=takes)
        return is_of_type

    def _write_defaults(self, element: _Element, older: ElementGrammar, meant: ElementGrammar) -> None:
        """Writes out what is not written where its absence would mean something else."""
        for name, before in meant.attributes.items():
            own = older.attributes.get(name)
            if own is None or element.get(name) is not None or self._means_the_same(before, own):
                continue
            if before.default is not None and _can_stand(before.default, own):
                self.target.editor.set_attribute(element, name, before.default)
            else:
                self._report_default(element, name, before.default, own)
        for name, described in meant.children.items():
            own_child = older.children.get(name)
            if own_child is None or described.type is None or own_child.type is None:
                continue
            if described.repeats or own_child.repeats or self._means_the_same(described, own_child):
                continue
            child = first(element, name)
            if child is not None and (text_of(child) is not None or elements(child) or own_child.type == "string"):
                continue  # nothing at all is a text too
            if described.default is not None and _can_stand(described.default, own_child):
                set_text(self.target.editor.make(element, name, element) if child is None else child, described.default)
            else:
                self._report_default(element, name, described.default, own_child)

    def _means_the_same(self, before: ElementGrammar | Attribute, own: ElementGrammar | Attribute) -> bool:
        values = self.target.same.get(own.home, ())
        return same(before.default or "", own.default or "") or (
            (before.default or "") in values and (own.default or "") in values
        )

    def _report_default(self, element: _Element, name: str, meant: str | None, own: ElementGrammar | Attribute) -> None:
        instead = f"{name} {meant}" if meant else f"no {name}"
        always = f"{name} {own.default}" if own.default else f"no {name}"
        self.target.report(rules.MEANING_CHANGES, element, always=always, instead=instead)

    def _complete(
        self, element: _Element, older: ElementGrammar, newest: ElementGrammar | None, meant: ElementGrammar | None
    ) -> None:
        """Adds what the version requires where the version of the document did not; what has no default is told."""
        for attribute in older.attributes.values():
            if not attribute.required or element.get(attribute.name) is not None:
                continue
            newer, before = (
                each.attributes.get(attribute.name) if each is not None else None for each in (newest, meant)
            )
            if newer is not None and newer.required and not self._is_new(before is not None and before.required):
                continue  # the document lacks it in every version
            default = attribute.default if before is None or before.default is None else before.default
            if self._is_left_out(before is not None, default is not None):
                continue
            if default is not None:
                element.set(attribute.name, default)
            if default is None or self.target.is_later:
                self.target.report(rules.REQUIRED_IN_VERSION, element, what=f"attribute {attribute.name!r}")
        for child in older.children.values():
            if child.required not in ("1", "+") or first(element, child.name) is not None:
                continue
            newer_child, before_child = (
                each.children.get(child.name) if each is not None else None for each in (newest, meant)
            )
            was_required = before_child is not None and before_child.required in ("1", "+")
            if newer_child is not None and newer_child.required in ("1", "+") and not self._is_new(was_required):
                continue
            can_be_made = has_defaults(child)
            if self._is_left_out(before_child is not None, can_be_made):
                continue
            if can_be_made:
                self._make_default(element, child, before_child)
            if self.target.is_later or not can_be_made:
                self.target.report(rules.REQUIRED_IN_VERSION, element, what=f"<{child.name}>")

    def _is_new(self, was_required: bool) -> bool:
        """Whether a part was not required before, in a document that is brought to a later version."""
        return self.target.is_later and not was_required

    def _is_left_out(self, was_known: bool, has_default: bool) -> bool:
        """Whether a part with a default is as good as there: in the document's own version, or new in a later one."""
        return has_default and (self.target.is_own or (self.target.is_later and not was_known))

    def _make_default(self, parent: _Element, older: ElementGrammar, meant: ElementGrammar | None) -> None:
        made = self.target.editor.make(parent, older.name, parent)
        for attribute in older.attributes.values():
            if attribute.required and attribute.default is not None:
                made.set(attribute.name, attribute.default)
        # a value that is not written is read as the default of the version that the document is meant in
        default = meant.default if meant is not None else None
        made.text = default if default is not None and _can_stand(default, older) else older.default
        for child in older.children.values():
            if child.required in ("1", "+"):
                self._make_default(made, child, meant.children.get(child.name) if meant is not None else None)


def _is_default_only(element: _Element, grammar: ElementGrammar) -> bool:
    """Whether an element is as if it were not there: a lone value that is the default."""
    if grammar.type is None or grammar.default is None or elements(element):
        return False
    if any(
        not same(value, default_of(grammar, ConversionPath((), str(name))) or "") for name, value in element.items()
    ):
        return False
    return same(text_of(element) or grammar.default, grammar.default)


def _names_the_default(element: _Element, name: str, value: str) -> bool:
    """Whether a pose says that it is relative to what it is relative to anyway."""
    parent = element.getparent()
    return name == "relative_to" and value == "__model__" and parent is not None and literal_tag(parent) == "link"


def _can_stand(value: str, own: ElementGrammar | Attribute) -> bool:
    return own.type is None or (fits(value, own.type) and is_within(value, own))
