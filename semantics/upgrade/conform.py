"""Makes a tree one of the version that is written, once conversion rules were undone.

What that version does not know goes, what it requires comes, and what is not written is, where its absence would mean
something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.records import NamedTuple
from ...runtime.conversions import ConversionPath
from ...runtime.source import literal_tag
from .grammar import (
    Attribute,
    ElementGrammar,
    GrammarPart,
    default_of,
    describe_type,
    fits,
    has_defaults,
    is_required,
    is_within,
    same,
)
from .tree_poses import ScopeNames, ends_of, foreign_joints
from .unflatten_names import RESERVED_FRAMES
from .unit_equivalents import ATTRIBUTES, ELEMENTS
from .xml_tree import children, elements, first, inner, set_text, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .reverse_rules import StepReverser
    from .target_version import VersionTarget

NEVER_EMPTY = {"urdf": ("geometry",)}
"""Elements that hold one of several, by format: what has one of them cannot be without it."""
BODIES = ("link", "model", "include")


class _Views(NamedTuple):
    older: ElementGrammar
    """The version that is written."""
    newest: ElementGrammar | None
    meant: ElementGrammar | None
    """The version whose defaults apply to what is not written."""


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
        views = _Views(older, newest, meant)
        self._settle_attributes(element, views)
        seen: set[str] = set()
        for child in elements(element):
            name = literal_tag(child)
            before, after, was = (each.children.get(name) if each is not None else None for each in views)
            if before is not None:
                if name in seen and not before.repeats and (after is None or after.repeats):
                    self._lose(child, f"more than one <{name}> in <{literal_tag(element)}>")
                    continue
                seen.add(name)
                text = text_of(child)
                if after is not None and text is not None and not self._accepts(child, text, before, after, was):
                    self.target.editor.delete(child)
                elif not before.copies_anything:
                    self.settle(child, before, after, was)
            elif after is None and child not in self.undone.moved:
                continue
            elif self.undone.is_hollow(child) or (after is not None and _is_default_only(child, after)):
                self.target.editor.delete(child)
            else:
                instead = ELEMENTS.get((literal_tag(element), name))
                is_said = instead is not None and instead(child, self.target.editor)
                if not is_said and self._lose_with(element, child, f"<{name}> in <{literal_tag(element)}>"):
                    return
        if meant is not None:
            self._write_defaults(element, older, meant)
        self._complete(element, views)

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

    def _settle_attributes(self, element: _Element, views: _Views) -> None:
        for name in map(str, list(element.attrib)):
            value = element.get(name)
            if value is None:
                continue
            newer_name = self.undone.renamed.get((element, name), name)
            known = views.newest.attributes.get(newer_name) if views.newest is not None else None
            own = views.older.attributes.get(name)
            if own is not None:
                was = views.meant.attributes.get(name) if views.meant is not None else None
                if known is None or self._accepts(element, value, own, known, was):
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

    def _accepts(self, element: _Element, value: str, older: GrammarPart, *others: GrammarPart | None) -> bool:
        """Whether a value can stay, by what versions say of it; one that is out of bounds does, with a finding."""
        taking = older.type, older.least, older.most
        differing = [each for each in others if each is not None and (each.type, each.least, each.most) != taking]
        if older.type is None or not differing:
            return True
        is_of_type = fits(value, older.type)
        if not is_of_type or (any(is_within(value, each) for each in differing) and not is_within(value, older)):
            attribute = older.name if isinstance(older, Attribute) else None
            takes = describe_type(older)
            self.target.report(rules.NOT_TAKEN, element, attribute=attribute, written=value, takes=takes)
        return is_of_type

    def _write_defaults(self, element: _Element, older: ElementGrammar, meant: ElementGrammar) -> None:
        """Writes out what is not written where its absence would mean something else."""
        for before in meant.parts:
            own = older.part_like(before)
            if own is None or before.type is None or own.type is None or before.repeats or own.repeats:
                continue
            if self._means_the_same(before, own) or _has_value(element, own):
                continue
            if before.default is None or not _can_stand(before.default, own):
                instead = f"{own.name} {before.default}" if before.default else f"no {own.name}"
                always = f"{own.name} {own.default}" if own.default else f"no {own.name}"
                self.target.report(rules.MEANING_CHANGES, element, always=always, instead=instead)
            elif isinstance(own, Attribute):
                self.target.editor.set_attribute(element, own.name, before.default)
            else:
                set_text(self.target.editor.make_path(element, (own.name,), element), before.default)

    def _means_the_same(self, before: GrammarPart, own: GrammarPart) -> bool:
        values, defaults = self.target.same.get(own.home, ()), {before.default or "", own.default or ""}
        return same(before.default or "", own.default or "") or defaults.issubset(values)

    def _complete(self, element: _Element, views: _Views) -> None:
        """Adds what the version requires where that of the document did not; what has no default is reported."""
        target = self.target
        for own in filter(is_required, views.older.parts):
            if (element.get(own.name) if isinstance(own, Attribute) else first(element, own.name)) is not None:
                continue
            newer, before = (each.part_like(own) if each is not None else None for each in views[1:])
            is_new = target.is_later and not (before is not None and is_required(before))
            if newer is not None and is_required(newer) and not is_new:
                continue  # the document lacks it in every version
            default = before.default if before is not None and isinstance(own, Attribute) else None
            can_be_made = default is not None or has_defaults(own)
            if can_be_made and (target.is_own or (target.is_later and before is None)):
                continue  # a part with a default is as good as there
            if can_be_made and isinstance(own, ElementGrammar):
                self._make_default(element, own, before if isinstance(before, ElementGrammar) else None)
            elif can_be_made:
                element.set(own.name, (own.default or "") if default is None else default)
            if target.is_later or not can_be_made:
                what = f"attribute {own.name!r}" if isinstance(own, Attribute) else f"<{own.name}>"
                target.report(rules.REQUIRED_IN_VERSION, element, what=what)

    def _make_default(self, parent: _Element, older: ElementGrammar, meant: ElementGrammar | None) -> None:
        made = self.target.editor.make(parent, older.name, parent)
        # a value that is not written is read as the default of the version that the document is meant in
        default = meant.default if meant is not None else None
        made.text = default if default is not None and _can_stand(default, older) else older.default
        for part in filter(is_required, older.parts):
            if not isinstance(part, Attribute):
                self._make_default(made, part, meant.children.get(part.name) if meant is not None else None)
            elif part.default is not None:
                made.set(part.name, part.default)


def _has_value(element: _Element, part: ElementGrammar | Attribute) -> bool:
    """Whether a part is written; of texts, nothing at all is one too."""
    if isinstance(part, Attribute):
        return element.get(part.name) is not None
    child = first(element, part.name)
    return child is not None and (text_of(child) is not None or bool(elements(child)) or part.type == "string")


def _is_default_only(element: _Element, grammar: ElementGrammar) -> bool:
    """Whether an element is as if it were not there: a lone value that is the default."""
    if grammar.type is None or grammar.default is None or elements(element):
        return False
    values = ((default_of(grammar, ConversionPath((), str(name))), value) for name, value in element.items())
    return all(same(value, default or "") for default, value in values) and same(
        text_of(element) or grammar.default, grammar.default
    )


def _names_the_default(element: _Element, name: str, value: str) -> bool:
    """Whether a pose says that it is relative to what it is relative to anyway."""
    parent = element.getparent()
    return name == "relative_to" and value == "__model__" and parent is not None and literal_tag(parent) == "link"


def _can_stand(value: str, own: GrammarPart) -> bool:
    return own.type is None or (fits(value, own.type) and is_within(value, own))


def drop_dangling(root: _Element, target: VersionTarget) -> None:
    """Takes out of a settled tree what refers to what is not there any more, with a finding for each."""
    while True:
        found = [each for element in inner(root) for each in (element, *foreign_joints(element))]
        called = ScopeNames()
        if not [element for element in found if element.getparent() is not None and _drop(element, target, called)]:
            return


def _drop(element: _Element, target: VersionTarget, called: ScopeNames) -> bool:
    kind = literal_tag(element)
    if kind == "pose":
        holder = element.getparent()
        assert holder is not None
        for name in ("relative_to", "frame"):
            reference = element.get(name)
            if reference and not _is_there(reference, holder, called):
                what = f"{reference!r} beside <{literal_tag(holder)}>"
                target.report(rules.NOT_EXPRESSIBLE, element, attribute=name, what=what)
                target.editor.unset_attribute(element, name)
        return False
    missing = None
    if kind == "joint" or kind.endswith(":joint"):
        missing = next((repr(name) for name in ends_of(element) if not _is_there(name, element, called)), None)
    elif kind == "model" and not any(children(element, name) for name in BODIES):
        static = first(element, "static")
        if static is None or (text_of(static) or "").lower() not in ("true", "1"):
            missing = "link"
    if missing is None:
        return False
    target.report(rules.NOT_EXPRESSIBLE, element, what=f"{missing} for this <{kind}>")
    target.editor.delete(element)
    return True


def _is_there(reference: str, element: _Element, called: ScopeNames) -> bool:
    name = reference.removeprefix("::").partition("::")[0]
    return name in RESERVED_FRAMES or called.kind_of(name, element) is not None
