"""Writes a document of the newest version as one of another version.

Conversion rules are undone where the older version does not know what they made. What it still does not know then is
taken out, each with a finding, unless it says no more than its absence does. What is not written and has another
default in that version is written out. Elements of other vocabularies, and what stands in plugins, stay.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from lxml import etree

from ...runtime.conversions import Add, Conversion, Location, Map, Move, Rename, Step
from ...runtime.diagnostics import rules_versions as diagnostics
from ...runtime.diagnostics.sink import Sink
from ...runtime.parsing import parse
from ...runtime.source import Source, literal_tag
from .engine import descendants_of, value_at
from .equivalents import ATTRIBUTES, ELEMENTS
from .grammar import Attribute, ElementGrammar, default_of, grammar_at, grammar_of, has_defaults, knows
from .posing import without_attachments, without_names
from .rules import steps_from, versions_of
from .tree import Editor, children, elements, first, retag, set_text, text_of, walk
from .values import fits, is_within, same, taken

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.diagnostics.rule import Rule

OLDEST_WRITTEN = {"sdformat": "1.4"}
"""The oldest version that documents are written in, where it is not the oldest that there is."""

TITLES = {"sdformat": "SDFormat", "urdf": "URDF"}


def downgrade(
    root: _Element,
    version: str,
    sink: Sink,
    *,
    source: Source | None = None,
    format: str = "sdformat",
    meant: str | None = None,
) -> None:
    """Turns the tree below ``root``, of the newest version, into one of ``version``, in place.

    Args:
        root: the document's root element.
        version: one of ``writable_versions``; the newest one where only what is not written is to keep its meaning.
        sink: receives BP810 (not-expressible) for each loss, BP811 (meaning-changes), BP812 (required-in-version) and
            BP813 (not-taken).
        source: the text that the tree was read from, where it was read from one.
        format: whose document it is.
        meant: the version whose defaults stand for what is not written; None for the newest.

    Raises:
        ValueError: ``version`` is not one that documents are written in.
    """
    reason = refusal(version, format)
    if reason is not None:
        raise ValueError(reason)
    newest = list(versions_of(format))[-1]
    writer = _Downgrade(format, version, meant or newest, sink, Editor(source))
    older = grammar_of(version, format)
    if format == "sdformat":
        writer.do_without_frames(root, older)
    for step in reversed(steps_from(version, format)):
        writer.undo(root, step)
    writer.settle(root, older, grammar_of(newest, format), grammar_of(meant or newest, format))
    if root.get("version") is not None or version != meant:
        root.set("version", version)


def writable_versions(format: str = "sdformat") -> list[str]:
    """The versions that documents are written in, oldest first."""
    known = list(versions_of(format))
    return known[known.index(OLDEST_WRITTEN.get(format, known[0])) :]


def refusal(version: str, format: str = "sdformat") -> str | None:
    """Why documents are not written in a version; None where they are."""
    known = writable_versions(format)
    if version in known:
        return None
    return f"documents are written in {TITLES.get(format, format)} {known[0]} to {known[-1]}, not {version!r}"


def can_be_written(version: str, format: str = "sdformat") -> bool:
    """Whether ``downgrade`` accepts ``version``."""
    return refusal(version, format) is None


def written_as(
    text: str, version: str, sink: Sink, *, name: str | None = None, format: str = "sdformat", meant: str | None = None
) -> str:
    """The document ``text``, of the newest version, in another version of its format.

    Args:
        text: a document.
        version: see ``downgrade``.
        sink: receives what that version cannot say (BP810 to BP813).
        name: what findings call the document.
        format: whose document it is.
        meant: see ``downgrade``.

    Raises:
        ValueError: ``version`` is not one that documents are written in.
    """
    source = Source(name, text)
    root = parse(source, Sink())
    assert root is not None, "what was just written can be parsed"
    sink.add_source(source)
    before = etree.tostring(root)
    with sink.changing():
        source.before_change()
        downgrade(root, version, sink, source=source, format=format, meant=meant)
    if etree.tostring(root) == before:
        return text
    etree.indent(root)
    return etree.tostring(root, encoding="unicode") + "\n"


class _Downgrade:
    def __init__(self, format: str, version: str, meant: str, sink: Sink, editor: Editor) -> None:
        self.format = format
        self.version = version
        self.meant = meant
        self.sink = sink
        self.editor = editor
        known = list(versions_of(format))
        self.is_later = known.index(version) > known.index(meant)
        self.same = _same_defaults(format, *sorted((version, meant), key=known.index))
        # what an undone rule wrote, and how the newest version calls it
        self.renamed: dict[tuple[_Element, str], str] = {}
        self.moved: set[_Element] = set()
        self.emptied: set[_Element] = set()
        """What lost something that was moved back."""

    def do_without_frames(self, root: _Element, older: ElementGrammar) -> None:
        """Follows references to frames where the older version has none."""
        if "attached_to" not in _attributes_at(older, "model", "frame"):
            without_attachments(root, self.editor)
        if not _attributes_at(older, "model", "link", "pose") & {"relative_to", "frame"}:
            without_names(root, self.editor)

    def undo(self, root: _Element, step: Step) -> None:
        for conversion in reversed(step.roots):
            self._undo(root, conversion, step)

    def _undo(self, element: _Element, conversion: Conversion, step: Step) -> None:
        older = grammar_at(element, grammar_of(step.origin, self.format))
        for operation in reversed(conversion.operations):
            if older is None:
                break
            if isinstance(operation, Rename) or (isinstance(operation, Move) and not operation.copy):
                if knows(older, operation.source) and not knows(older, operation.target):
                    self._move_back(element, operation.target, operation.source, older)
            elif isinstance(operation, Map):
                if knows(older, operation.source) and not knows(older, operation.target):
                    self._map_back(element, operation, older)
            elif isinstance(operation, Add) and operation.value is not None and not knows(older, operation.target):
                self._take_back(element, operation, step)
        for nested in reversed(conversion.conversions):
            inside = descendants_of if nested.descendants else children
            for child in inside(element, nested.name):
                self._undo(child, nested, step)

    def _move_back(self, element: _Element, here: Location, back: Location, older: ElementGrammar) -> None:
        if here.attribute is None and back.attribute is None:
            moved = walk(element, here.path)
            if moved is None:
                return
            parent = self._path(element, back.path[:-1], older, moved)
            if first(parent, back.path[-1]) is None:
                self._leaves(element, here.path[:-1])
                self.editor.append(parent, moved)
                retag(moved, back.path[-1])
                self.moved.add(moved)
            return
        value = value_at(element, here)
        holder = walk(element, here.path)
        if value is None or holder is None:
            return
        self._write(element, back, value, older, holder)
        self._leaves(element, here.path if here.attribute is not None else here.path[:-1])
        if here.attribute is not None:
            if back.attribute is not None:
                written = walk(element, back.path)
                assert written is not None
                self.renamed[written, back.attribute] = here.attribute
            del holder.attrib[here.attribute]
        else:
            self.editor.delete(holder)

    def _leaves(self, element: _Element, path: tuple[str, ...]) -> None:
        """Takes note of the elements that something leaves on its way back."""
        for end in range(1, len(path) + 1):
            left = walk(element, path[:end])
            if left is not None:
                self.emptied.add(left)

    def _is_hollow(self, element: _Element) -> bool:
        """Whether all that an element held was moved back."""
        inside = elements(element)
        return (
            element in self.emptied
            and not (element.attrib or text_of(element))
            and all(self._is_hollow(child) for child in inside)
        )

    def _map_back(self, element: _Element, rule: Map, older: ElementGrammar) -> None:
        value = value_at(element, rule.target)
        holder = walk(element, rule.target.path)
        for known, new in rule.values:
            if new == value and holder is not None:
                self._write(element, rule.source, known, older, holder)
                if rule.target.attribute is not None:
                    del holder.attrib[rule.target.attribute]
                else:
                    self.editor.delete(holder)
                return

    def _take_back(self, element: _Element, rule: Add, step: Step) -> None:
        """Takes out what is added to every older document; without it the document says something else."""
        value = value_at(element, rule.target)
        name = rule.target.attribute or rule.target.path[-1]
        if value is not None:
            if rule.target.attribute is not None:
                del element.attrib[rule.target.attribute]
            else:
                for child in children(element, name):
                    self.editor.delete(child)
        newer = grammar_at(element, grammar_of(step.target, self.format))
        instead = value if value is not None else default_of(newer, rule.target)
        if not same(instead or "", rule.value or ""):
            always, instead = f"{name} {rule.value}", f"{name} {instead}" if instead else f"no {name}"
            self._report(diagnostics.MEANING_CHANGES, element, always=always, instead=instead)

    def _write(
        self, element: _Element, location: Location, value: str, older: ElementGrammar, origin: _Element
    ) -> None:
        if location.attribute is not None:
            self._path(element, location.path, older, origin).set(location.attribute, value)
            return
        parent = self._path(element, location.path[:-1], older, origin)
        target = first(parent, location.path[-1])
        set_text(self.editor.make(parent, location.path[-1], origin) if target is None else target, value)

    def _path(self, element: _Element, path: tuple[str, ...], older: ElementGrammar, origin: _Element) -> _Element:
        for name in path:
            older = older.children[name]
            found = first(element, name)
            if found is None:
                found = self.editor.make(element, name, origin)
                for attribute in older.attributes.values():
                    if attribute.required and attribute.default is not None:
                        found.set(attribute.name, attribute.default)
            element = found
        return element

    def settle(
        self, element: _Element, older: ElementGrammar, newest: ElementGrammar | None, meant: ElementGrammar | None
    ) -> None:
        """Makes an element one of the version that is written.

        Takes out what ``older`` does not know and ``newest`` does, writes out what ``meant`` has another default for,
        and adds what ``older`` requires.
        """
        self._settle_attributes(element, older, newest)
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
                if not self._is_taken(child, before, after):
                    self.editor.delete(child)
                elif not before.copies_anything:
                    self.settle(child, before, after, meant.children.get(name) if meant is not None else None)
            elif after is None and child not in self.moved:
                continue
            elif self._is_hollow(child) or (after is not None and _says_nothing(child, after)):
                self.editor.delete(child)
            else:
                instead = ELEMENTS.get((literal_tag(element), name))
                if instead is None or not instead(child, self.editor):
                    what = f"<{name}> in <{literal_tag(element)}>"
                    if self._lose_with(element, child, older, what):
                        return
        if meant is not None:
            self._write_defaults(element, older, meant)
        self._complete(element, older, newest, meant)

    def _lose_with(self, parent: _Element, child: _Element, older: ElementGrammar, what: str) -> bool:
        """Takes out what cannot be said, and what cannot be without it; answers whether ``parent`` went too."""
        holder = parent.getparent()
        alone = len(elements(parent)) == 1 and not parent.attrib
        if not alone or older.required not in ("1", "+") or holder is None or holder.getparent() is None:
            self._lose(child, what)
            return False
        self._report(diagnostics.NOT_EXPRESSIBLE, child, what=what)
        self.editor.delete(holder)
        return True

    def _lose(self, element: _Element, what: str) -> None:
        self._report(diagnostics.NOT_EXPRESSIBLE, element, what=what)
        self.editor.delete(element)

    def _settle_attributes(self, element: _Element, older: ElementGrammar, newest: ElementGrammar | None) -> None:
        for key in list(element.attrib):
            name = str(key)
            value = element.get(name)
            if value is None:
                continue
            newer_name = self.renamed.get((element, name), name)
            known = newest.attributes.get(newer_name) if newest is not None else None
            own = older.attributes.get(name)
            if own is not None:
                if known is None or self._takes(element, value, own, known, name):
                    continue
            elif known is None:
                continue
            elif not same(value, known.default or "") and not _names_the_default(element, newer_name, value):
                instead = ATTRIBUTES.get((literal_tag(element), name))
                if instead is not None and instead(element):
                    continue
                what = f"{newer_name}={value!r} on <{literal_tag(element)}>"
                self._report(diagnostics.NOT_EXPRESSIBLE, element, attribute=name, shown=newer_name, what=what)
            element.attrib.pop(name, None)

    def _is_taken(self, element: _Element, older: ElementGrammar, newest: ElementGrammar | None) -> bool:
        value = text_of(element)
        return newest is None or value is None or self._takes(element, value, older, newest, None)

    def _takes(
        self,
        element: _Element,
        value: str,
        older: ElementGrammar | Attribute,
        newest: ElementGrammar | Attribute,
        attribute: str | None,
    ) -> bool:
        """Whether a value can stay; one that is out of bounds does, with a finding."""
        if older.type is None or (older.type, older.least, older.most) == (newest.type, newest.least, newest.most):
            return True
        is_of_type = fits(value, older.type)
        if not is_of_type or (is_within(value, newest) and not is_within(value, older)):
            takes = taken(older)
            self._report(diagnostics.NOT_TAKEN, element, attribute=attribute, written=value, takes=takes)
        return is_of_type

    def _write_defaults(self, element: _Element, older: ElementGrammar, meant: ElementGrammar) -> None:
        """Writes out what is not written where its absence would mean something else."""
        for name, before in meant.attributes.items():
            own = older.attributes.get(name)
            if own is None or element.get(name) is not None or self._means_the_same(before, own):
                continue
            if before.default is not None and _can_stand(before.default, own):
                self.editor.set(element, name, before.default)
            else:
                self._report_default(element, name, before.default, own)
        for name, described in meant.children.items():
            own_child = older.children.get(name)
            if own_child is None or described.type is None or own_child.type is None:
                continue
            if described.repeats or own_child.repeats or self._means_the_same(described, own_child):
                continue
            child = first(element, name)
            if child is not None and (text_of(child) is not None or elements(child)):
                continue
            if described.default is not None and _can_stand(described.default, own_child):
                set_text(self.editor.make(element, name, element) if child is None else child, described.default)
            else:
                self._report_default(element, name, described.default, own_child)

    def _means_the_same(self, before: ElementGrammar | Attribute, own: ElementGrammar | Attribute) -> bool:
        values = self.same.get(own.home, ())
        return same(before.default or "", own.default or "") or (
            (before.default or "") in values and (own.default or "") in values
        )

    def _report_default(self, element: _Element, name: str, meant: str | None, own: ElementGrammar | Attribute) -> None:
        instead = f"{name} {meant}" if meant else f"no {name}"
        always = f"{name} {own.default}" if own.default else f"no {name}"
        self._report(diagnostics.MEANING_CHANGES, element, always=always, instead=instead)

    def _complete(
        self, element: _Element, older: ElementGrammar, newest: ElementGrammar | None, meant: ElementGrammar | None
    ) -> None:
        for attribute in older.attributes.values():
            if not attribute.required or element.get(attribute.name) is not None:
                continue
            newer, before = (each and each.attributes.get(attribute.name) for each in (newest, meant))
            if newer is not None and newer.required and (not self.is_later or (before is not None and before.required)):
                continue  # the document lacks it in every version
            default = next((each.default for each in (before, attribute) if each and each.default is not None), None)
            if default is not None:
                element.set(attribute.name, default)
            if default is None or self.is_later:
                self._report(diagnostics.REQUIRED_IN_VERSION, element, what=f"attribute {attribute.name!r}")
        for child in older.children.values():
            if child.required not in ("1", "+") or first(element, child.name) is not None:
                continue
            newer_child, before_child = (each and each.children.get(child.name) for each in (newest, meant))
            if (
                newer_child is not None
                and newer_child.required in ("1", "+")
                and (not self.is_later or (before_child is not None and before_child.required in ("1", "+")))
            ):
                continue
            if has_defaults(child):
                self._make_default(element, child, before_child)
            if self.is_later or not has_defaults(child):
                self._report(diagnostics.REQUIRED_IN_VERSION, element, what=f"<{child.name}>")

    def _make_default(self, parent: _Element, older: ElementGrammar, meant: ElementGrammar | None) -> None:
        made = self.editor.make(parent, older.name, parent)
        for attribute in older.attributes.values():
            if attribute.required and attribute.default is not None:
                made.set(attribute.name, attribute.default)
        # a value that is not written is read as the default of the version that the document is meant in
        default = meant.default if meant is not None else None
        made.text = default if default is not None and _can_stand(default, older) else older.default
        for child in older.children.values():
            if child.required in ("1", "+"):
                self._make_default(made, child, meant.children.get(child.name) if meant is not None else None)

    def _report(
        self, rule: Rule, element: _Element, *, attribute: str | None = None, shown: str | None = None, **arguments: Any
    ) -> None:
        self.sink.report(
            rule,
            element,
            attribute=attribute,
            source=self.editor.source,
            path=Source(None).xpath(element, shown or attribute),
            format=TITLES.get(self.format, self.format),
            version=self.version,
            **arguments,
        )


def _says_nothing(element: _Element, grammar: ElementGrammar) -> bool:
    """Whether an element is as if it were not there: a lone value that is the default."""
    if grammar.type is None or grammar.default is None or elements(element):
        return False
    if any(not same(value, default_of(grammar, Location((), str(name))) or "") for name, value in element.items()):
        return False
    return same(text_of(element) or grammar.default, grammar.default)


def _names_the_default(element: _Element, name: str, value: str) -> bool:
    """Whether a pose says that it is relative to what it is relative to anyway."""
    parent = element.getparent()
    return name == "relative_to" and value == "__model__" and parent is not None and literal_tag(parent) == "link"


@cache
def _same_defaults(format: str, older: str, newer: str) -> dict[str, tuple[str, ...]]:
    """Defaults that say the same in all versions from one to another, by file and path of what has them."""
    known = list(versions_of(format))
    found: dict[str, tuple[str, ...]] = {}
    for step in steps_from(older, format):
        if known.index(step.target) <= known.index(newer):
            for place, values in step.same:
                found[place] = (*found.get(place, ()), *values)
    return found


def _attributes_at(grammar: ElementGrammar, *path: str) -> set[str]:
    found: ElementGrammar | None = grammar.children.get("world") or grammar
    for name in path:
        found = found.children.get(name) if found is not None else None
    return set(found.attributes) if found is not None else set()


def _can_stand(value: str, own: ElementGrammar | Attribute) -> bool:
    return own.type is None or (fits(value, own.type) and is_within(value, own))
