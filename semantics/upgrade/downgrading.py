"""Writes a document of the newest version as one of an older version.

Conversion rules are undone where the older version does not know what they made. What it still does not know then is
taken out, each with a finding, unless it says no more than its absence does. Elements of other vocabularies, and what
stands in plugins, stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lxml import etree

from ...runtime.conversions import Add, Conversion, Location, Map, Move, Rename, Step
from ...runtime.diagnostics import rules_versions as diagnostics
from ...runtime.diagnostics.sink import Sink
from ...runtime.parsing import parse
from ...runtime.source import Source, literal_tag
from .engine import descendants_of, value_at
from .equivalents import ATTRIBUTES, ELEMENTS
from .grammar import ElementGrammar, default_of, grammar_at, grammar_of, has_defaults, knows
from .rules import steps_from
from .tree import Editor, children, elements, first, retag, set_text, text_of, walk
from .versions import known_versions, newest_version, version_key

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.diagnostics.rule import Rule

OLDEST_WRITTEN = "1.4"
"""The oldest version that documents are written in."""


def downgrade(root: _Element, version: str, sink: Sink, *, source: Source | None = None) -> None:
    """Turns the tree below ``root``, of the newest version, into one of ``version``, in place.

    Args:
        root: the document's root element.
        version: from ``OLDEST_WRITTEN`` on, one of ``known_versions()``.
        sink: receives BP810 (not-expressible) for each loss, BP811 (meaning-changes) and BP812 (required-in-version).
        source: the text that the tree was read from, where it was read from one.

    Raises:
        ValueError: ``version`` is not one that documents are written in.
    """
    versions = known_versions()
    if version not in versions[versions.index(OLDEST_WRITTEN) :]:
        writable = ", ".join(versions[versions.index(OLDEST_WRITTEN) :])
        raise ValueError(f"documents are written in SDFormat {writable}, not {version}")
    writer = _Downgrade(version, sink, Editor(source))
    for step in reversed(steps_from(version)):
        writer.undo(root, step)
    writer.prune(root, grammar_of(version), grammar_of(newest_version()))
    root.set("version", version)


def can_be_written(version: str) -> bool:
    """Whether ``downgrade`` accepts ``version``."""
    key = version_key(version)
    return version in known_versions() and key is not None and key >= (version_key(OLDEST_WRITTEN) or ())


def written_as(text: str, version: str, sink: Sink, *, name: str | None = None) -> str:
    """The document ``text``, of the newest version, in an older version of SDFormat.

    Args:
        text: an SDFormat document.
        version: see ``downgrade``.
        sink: receives what the older version cannot say (BP810 to BP812).
        name: what findings call the document.

    Raises:
        ValueError: ``version`` is not one that documents are written in.
    """
    source = Source(name, text)
    root = parse(source, Sink())
    assert root is not None, "what was just written can be parsed"
    sink.add_source(source)
    with sink.changing():
        source.before_change()
        downgrade(root, version, sink, source=source)
    etree.indent(root)
    return etree.tostring(root, encoding="unicode") + "\n"


class _Downgrade:
    def __init__(self, version: str, sink: Sink, editor: Editor) -> None:
        self.version = version
        self.sink = sink
        self.editor = editor
        # what an undone rule wrote, and how the newest version calls it
        self.renamed: dict[tuple[_Element, str], str] = {}
        self.moved: set[_Element] = set()

    def undo(self, root: _Element, step: Step) -> None:
        for conversion in reversed(step.roots):
            self._undo(root, conversion, step)

    def _undo(self, element: _Element, conversion: Conversion, step: Step) -> None:
        older = grammar_at(element, grammar_of(step.origin))
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
                self.editor.append(parent, moved)
                retag(moved, back.path[-1])
                self.moved.add(moved)
            return
        value = value_at(element, here)
        holder = walk(element, here.path)
        if value is None or holder is None:
            return
        self._write(element, back, value, older, holder)
        if here.attribute is not None:
            if back.attribute is not None:
                written = walk(element, back.path)
                assert written is not None
                self.renamed[written, back.attribute] = here.attribute
            del holder.attrib[here.attribute]
        else:
            self.editor.delete(holder)

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
        newer = grammar_at(element, grammar_of(step.target))
        instead = value if value is not None else default_of(newer, rule.target)
        if not _same(instead or "", rule.value or ""):
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

    def prune(self, element: _Element, older: ElementGrammar, newest: ElementGrammar | None) -> None:
        """Takes out what ``older`` does not know and ``newest`` does; adds what ``older`` requires."""
        self._prune_attributes(element, older, newest)
        for child in elements(element):
            name = literal_tag(child)
            before = older.children.get(name)
            after = newest.children.get(name) if newest is not None else None
            if before is not None:
                if not before.copies_anything:
                    self.prune(child, before, after)
            elif after is None and child not in self.moved:
                continue
            elif after is None or not _says_nothing(child, after):
                instead = ELEMENTS.get((literal_tag(element), name))
                if instead is None or not instead(child, self.editor):
                    self._report(diagnostics.NOT_EXPRESSIBLE, child, what=f"<{name}> in <{literal_tag(element)}>")
                    self.editor.delete(child)
            else:
                self.editor.delete(child)
        self._complete(element, older, newest)

    def _prune_attributes(self, element: _Element, older: ElementGrammar, newest: ElementGrammar | None) -> None:
        for key in list(element.attrib):
            name = str(key)
            value = element.get(name)
            if name in older.attributes or value is None:
                continue
            newer_name = self.renamed.get((element, name), name)
            known = newest.attributes.get(newer_name) if newest is not None else None
            if known is None:
                continue
            if not _same(value, known.default or "") and not _names_the_default(element, newer_name, value):
                instead = ATTRIBUTES.get((literal_tag(element), name))
                if instead is not None and instead(element):
                    continue
                what = f"{newer_name}={value!r} on <{literal_tag(element)}>"
                self._report(diagnostics.NOT_EXPRESSIBLE, element, attribute=name, shown=newer_name, what=what)
            del element.attrib[name]

    def _complete(self, element: _Element, older: ElementGrammar, newest: ElementGrammar | None) -> None:
        for attribute in older.attributes.values():
            if attribute.required and element.get(attribute.name) is None:
                if newest is not None and attribute.name in newest.attributes:
                    continue
                if attribute.default is None:
                    self._report(diagnostics.REQUIRED_IN_VERSION, element, what=f"attribute {attribute.name!r}")
                else:
                    element.set(attribute.name, attribute.default)
        for child in older.children.values():
            if child.required not in ("1", "+") or first(element, child.name) is not None:
                continue
            newer = newest.children.get(child.name) if newest is not None else None
            if newer is not None and newer.required in ("1", "+"):
                continue  # the document lacks it in every version
            if not has_defaults(child):
                self._report(diagnostics.REQUIRED_IN_VERSION, element, what=f"<{child.name}>")
            else:
                self._make_default(element, child, newer)

    def _make_default(self, parent: _Element, older: ElementGrammar, newer: ElementGrammar | None) -> None:
        made = self.editor.make(parent, older.name, parent)
        for attribute in older.attributes.values():
            if attribute.required and attribute.default is not None:
                made.set(attribute.name, attribute.default)
        # a value that is not written is read as the newest version's default
        made.text = newer.default if newer is not None and newer.default is not None else older.default
        for child in older.children.values():
            if child.required in ("1", "+"):
                self._make_default(made, child, newer.children.get(child.name) if newer is not None else None)

    def _report(
        self, rule: Rule, element: _Element, *, attribute: str | None = None, shown: str | None = None, **arguments: Any
    ) -> None:
        self.sink.report(
            rule,
            element,
            attribute=attribute,
            source=self.editor.source,
            path=Source(None).xpath(element, shown or attribute),
            version=self.version,
            **arguments,
        )


def _says_nothing(element: _Element, grammar: ElementGrammar) -> bool:
    """Whether an element is as if it were not there: a lone value that is the default."""
    if grammar.type is None or grammar.default is None or elements(element):
        return False
    if any(not _same(value, default_of(grammar, Location((), str(name))) or "") for name, value in element.items()):
        return False
    return _same(text_of(element) or grammar.default, grammar.default)


def _names_the_default(element: _Element, name: str, value: str) -> bool:
    """Whether a pose says that it is relative to what it is relative to anyway."""
    parent = element.getparent()
    return name == "relative_to" and value == "__model__" and parent is not None and literal_tag(parent) == "link"


def _same(a: str, b: str) -> bool:
    if a == b:
        return True
    one, other = a.lower().split(), b.lower().split()
    return len(one) == len(other) and all(_scalar(x) == _scalar(y) for x, y in zip(one, other))


def _scalar(text: str) -> float | str:
    if text in ("true", "false"):
        return float(text == "true")
    try:
        return float(text)
    except ValueError:
        return text
