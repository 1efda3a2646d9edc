"""Compiled elements as classes and decoders."""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from ...runtime.names import function_name
from ...runtime.presence import PresenceRules
from ..docstrings import docstring
from ..model import CompiledFormat, Definition, ElementAttr, ElementClass, Key, Part
from ..passes.names import field_name
from .fields import FieldPresenter
from .newest import NewestVersion
from .records import ClassView, ConditionView, PartView
from .values import bounds, view_scalar

LOCALS = {
    *("element", "ctx", "fields", "name", "written", "child", "tag", "text", "value", "chosen", "needed", "barred"),
    *("new", "scalars", "parts_by_value", "literal_name", "literal_tag", "len"),
}
"""Names in decoders that the object which is made cannot have, besides those that begin with ``has_`` or ``decode_``."""


class ClassPresenter:
    """Makes the view of one class; see ``FieldPresenter`` for the arguments.

    Args:
        compiled: the format.
        cls: the class.
        newest: what the newest version has in its place.
        taken: class names that the module uses already.
    """

    def __init__(
        self, compiled: CompiledFormat, cls: ElementClass, newest: NewestVersion, taken: frozenset[str]
    ) -> None:
        assert cls.definition is not None
        self.compiled = compiled
        self.cls = cls
        self.newest = newest
        self.definition: Definition = cls.definition
        self.fields = FieldPresenter(compiled, cls, taken)

    def view(self) -> ClassView:
        """The finished view."""
        definition = self.definition
        xml_name = f"{definition.prefix}:{definition.xml_name}" if definition.prefix else definition.xml_name
        attrs = self.cls.element_attrs
        return ClassView(
            name=self.cls.name,
            xml_name=definition.xml_name,
            namespace=definition.namespace,
            doc=docstring(definition.doc or f"Element ``{xml_name}``."),
            is_root=definition.key in self.compiled.roots.values(),
            opens=definition.opens,
            any_content=definition.any_content,
            function=function_name(self.cls.name),
            owner=owner_name(definition.xml_name),
            declarations=[self.fields.view(attr) for attr in attrs],
            attributes=self._attributes(),
            children=self._children(),
            text=next((self._part(attr) for attr in attrs if attr.part.kind == "text"), None),
            text_is_optional=any(attr.part.kind == "attribute" for attr in attrs),
            required=[attr.name for attr in attrs if self._is_asked_for(attr.part)],
            choice=definition.choice,
            presence=self._presence(),
            conditions=self._conditions(),
        )

    def _attributes(self) -> list[PartView]:
        """Branches for attributes: those that documents have most are looked for first."""
        order = {name: number for number, name in enumerate(self.compiled.usage)}
        attrs = [attr for attr in self.cls.element_attrs if attr.part.kind == "attribute"]
        attrs.sort(key=lambda attr: order.get(attr.part.xml_name, len(order)))
        return [self._part(attr) for attr in attrs]

    def _children(self) -> list[PartView]:
        """Branches for children: what may occur many times is looked for first, tags of extensions last."""
        attrs = [attr for attr in self.cls.element_attrs if attr.part.kind in ("leaf", "child")]
        attrs.sort(key=lambda attr: (bool(attr.part.prefix), not attr.part.repeats))
        return [self._part(attr) for attr in attrs]

    def _part(self, attr: ElementAttr) -> PartView:
        part = attr.part
        is_child = part.kind == "child"
        assert not is_child or part.target is not None
        tested = [] if is_child else bounds(part)
        change, holder = self.newest.change(self.cls, attr), self.newest.holder(self.cls, attr)
        is_left = change == "content" and (bool(tested) or part.kind == "attribute")
        if holder is not None or is_left or (change and part.kind == "text"):
            # values with bounds, and attributes of another type, are left to the decoders of the version itself
            change = "" if holder is not None else "gone"
        return PartView(
            name=attr.name,
            # a literal prefix is text: it counts whatever it is bound to, and its namespace under another means nothing
            test=f"{{{part.namespace}}}{part.name}" if part.prefix and not part.literal else part.xml_name,
            is_literal=bool(part.prefix and part.literal),
            deprecated=part.deprecated or None,
            change=change,
            reader=None if is_child else view_scalar(part, self.compiled.lexical.trims),
            bounds=tested,
            repeats=part.repeats,
            decoder=f"decode_{function_name(self.compiled.class_names[part.target])}" if part.target else None,
            stripped=None if part.strips is None else (f"{part.prefix}:", part.strips),
            holder=holder,
            projection=self._projection(part),
            is_choice=self._is_choice(part),
            has_default=part.default is not None,
            is_noted=self._is_noted(part, change),
        )

    def _projection(self, part: Part) -> tuple[str, ...] | None:
        """The attributes that a child cannot have, where it is meant as far as it can have defaults."""
        if not part.projects or part.target is None:
            return None
        inner = self.compiled.definitions[self.cls.version][part.target].parts
        return tuple(each.xml_name for each in inner if each.unprojected)

    def _presence(self) -> PresenceRules:
        attrs = sorted(self.cls.element_attrs, key=lambda attr: not attr.part.prefix)
        fields = {attr.part.name: attr.name for attr in attrs}
        return tuple(
            (kind, tuple(tuple(fields[part] for part in bundle) for bundle in bundles))
            for kind, bundles in self.definition.presence
        )

    def _is_noted(self, part: Part, change: str) -> bool:
        """Whether a variable says that a part was read; the parts of extensions are seldom there."""
        if part.kind in ("leaf", "child") and part.is_required:
            return True
        return self._is_asked_for(part) or (part.repeats and not part.prefix and change != "repeats")

    def _is_choice(self, part: Part) -> bool:
        """Whether a child is one of those of which there has to be one; so is one that an extension adds."""
        if not self.definition.choice or part.kind not in ("leaf", "child") or part.repeats:
            return False
        return part.name in self.definition.choice or bool(part.prefix and part.kind == "child")

    def _is_asked_for(self, part: Part) -> bool:
        """Whether a part has to be there: what has a default, all the way down, may be left out unless it is expected."""
        if not part.is_required or part.optional or part.kind == "text":
            return False
        return part.expected or not self._has_default(part)

    def _has_default(self, part: Part) -> bool:
        """Whether leaving a part out means the same as writing its default, down to all that it has to hold."""
        chain: dict[Key | None, Iterator[Part]] = {None: iter([part])}
        """What is looked at, outermost first: what is left to look at of each."""
        done: set[Key] = set()
        while chain:
            key, ahead = next(reversed(chain.items()))
            for each in ahead:
                if each.kind != "child":
                    if each.default is None and each.type != "strings":
                        return False
                elif each.target is None or each.target in chain:
                    return False
                elif each.target not in done:
                    inner = self.compiled.definitions[self.cls.version][each.target]
                    chain[each.target] = (p for p in inner.parts if p.is_required and p.kind != "text")
                    break
            else:
                del chain[key]
                done |= {key} if key is not None else set()
        return True

    def _conditions(self) -> list[ConditionView]:
        rows: dict[str, list[tuple[str, bool, tuple[str, ...]]]] = {}
        for attr in self.cls.element_attrs:
            part = attr.part
            if part.kind == "text":
                continue
            for condition, is_required in ((part.required_when, True), (part.forbidden_when, False)):
                for name, words in condition:
                    rows.setdefault(name.lstrip("@"), []).append((attr.name, is_required, words))
        tables: dict[str, ConditionView] = {}
        for name, found in rows.items():
            table = f"_{function_name(self.cls.name)}_by_{field_name(name)}".upper()
            while table in tables:  # the names of two attributes may differ in signs only
                table += "_"
            tables[table] = ConditionView(attribute=name, table=table, rows=found)
        return list(tables.values())


def owner_name(xml_name: str) -> str:
    """What a decoder calls the object that it makes: the element's own name."""
    name = field_name(xml_name)
    is_taken = name in LOCALS or keyword.iskeyword(name) or name.startswith(("has_", "decode_"))
    return f"{name}_" if is_taken else name
