"""Description files to definitions: which elements become classes, and what each can hold."""

from __future__ import annotations

from ..errors import SchemaError
from ..grammar import (
    NO_DEFAULT,
    FormatSource,
    Include,
    PresenceRule,
    SchemaNode,
    SchemaOverlay,
    version_key,
)
from ..model import CompiledFormat, Definition, Enumeration, Key, Part
from ..shapes import format_value

NUMBERS = ("int", "unsigned int", "float", "double")
"""Types whose values are one number."""


def collect(source: FormatSource) -> CompiledFormat:
    """Definitions of every version of a format.

    Raises:
        SchemaError: a version has no root, an element holds two children of one name, an enumeration has two meanings.
    """
    versions = sorted(source.versions, key=version_key)
    compiled = CompiledFormat(
        name=source.name,
        versions=versions,
        definitions={},
        roots={},
        lexical=source.lexical,
        names=source.names,
        usage=source.usage,
    )
    for version in versions:
        nodes = source.versions[version]
        collector = _Collector(nodes, source, compiled.enums)
        for stem, node in nodes.items():
            if _is_class(node):
                collector.define(node, stem)
        compiled.definitions[version] = collector.definitions
        root = next((name for name in ("root", "gazebo") if name in nodes), None)
        if root is None:
            raise SchemaError(f"{source.name}/{version}", 0, "no root.sdf describes the root of a document")
        compiled.roots[version] = (root, nodes[root].path)
        if compiled.roots[version] not in collector.definitions:
            raise SchemaError(nodes[root].file, nodes[root].line, "the root of documents holds a text only")
    _check_presence(source, compiled)
    return compiled


def _is_class(node: SchemaNode) -> bool:
    """Whether an element holds more than a text."""
    return bool(node.children) or node.ref is not None or node.type is None


class _Collector:
    def __init__(self, nodes: dict[str, SchemaNode], source: FormatSource, enums: dict[str, Enumeration]) -> None:
        self.nodes = nodes
        self.overlay = source.overlay
        self.everywhere = source.names.everywhere
        self.enums = enums
        self.definitions: dict[Key, Definition] = {}

    def define(self, node: SchemaNode, stem: str) -> None:
        key = (stem, node.path)
        entry = self.entry(key)
        definition = Definition(
            key=key, xml_name=node.name, doc=entry.doc, opens=entry.opens, file=node.file, line=node.line
        )
        self.definitions[key] = definition
        for attribute in node.children:
            if isinstance(attribute, SchemaNode) and attribute.kind == "attribute":
                definition.parts.append(self.part("attribute", attribute, stem))
        if node.type is not None:
            definition.parts.append(self.part("text", node, stem, name="value"))
        for child in node.children:
            if isinstance(child, Include):
                definition.parts.append(self.include_part(child))
            elif child.copy_data:
                definition.any_content = True
            elif child.kind == "element":
                definition.parts.append(self.child(child, stem))
        definition.parts = _without_repeats(definition, node)
        for part in definition.parts:
            part.optional = part.name in entry.optional
            part.expected = part.name in entry.expected
        names = {part.name for part in definition.parts}
        definition.presence = _presence(entry.presence, names)
        definition.choice = tuple(name for name in entry.choice if name in names)

    def child(self, node: SchemaNode, stem: str) -> Part:
        if node.ref is not None:
            part = self.part("child", node, stem, target=(node.ref, self.nodes[node.ref].path))
            part.projects = node.projects
            return part
        if _is_class(node):
            self.define(node, stem)
            return self.part("child", node, stem, target=(stem, node.path))
        return self.part("leaf", node, stem)

    def include_part(self, include: Include) -> Part:
        root = self.nodes[include.stem]
        if _is_class(root):
            part = self.part("child", root, include.stem, target=(include.stem, root.path))
        else:
            part = self.part("leaf", root, include.stem)
        part.occurs = include.occurs
        return part

    def part(
        self, kind: str, node: SchemaNode, stem: str, *, name: str | None = None, target: Key | None = None
    ) -> Part:
        key = (stem, node.path)
        entry = self.entry(key)
        typed = kind != "child"
        if typed and entry.enum is not None:
            self.enumeration(entry, node)
        default = node.default if typed and node.default != NO_DEFAULT else None
        return Part(
            kind=kind,
            name=name or node.name,
            doc_key=key,
            type=node.value_type if typed else None,
            target=target,
            occurs=_occurs(kind, node.occurs),
            default=default,
            minimum=_resolve_bound(node, node.minimum, entry.min) if typed and entry.above is None else None,
            maximum=_resolve_bound(node, node.maximum, entry.max) if typed and entry.below is None else None,
            above=(entry.above or _resolve_bound(node, node.above, None)) if typed else None,
            below=entry.below if typed else None,
            count=node.count if typed and entry.enum is None else None,
            enum=entry.enum if typed else None,
            several_words=entry.several_words,
            unprojected=node.unprojected,
            enum_open=entry.open,
            doc=entry.doc,
            unit=entry.unit if typed else None,
            deprecated=entry.deprecated or ("leave it out" if node.occurs == "-1" else None),
            required_when=tuple((name, values) for name, values in entry.required_when.items()),
            forbidden_when=tuple((name, values) for name, values in entry.forbidden_when.items()),
            several=entry.several and kind in ("leaf", "child"),
            several_when=tuple((name, values) for name, values in entry.several_when.items()),
            naming=entry.naming or (self.everywhere.get(f"@{node.name}") if kind == "attribute" else None),
            is_pose=entry.is_pose and kind != "text",
            file=node.file,
            line=node.line,
        )

    def enumeration(self, entry: SchemaOverlay, node: SchemaNode) -> None:
        assert entry.enum is not None
        known = self.enums.get(entry.enum)
        if known is None:
            self.enums[entry.enum] = Enumeration(
                name=entry.enum,
                values=dict(entry.values),
                doc=entry.doc,
                any_case=entry.any_case,
                file=node.file,
                line=node.line,
            )
        elif (set(known.values), known.any_case) != (set(entry.values), entry.any_case):
            raise SchemaError(node.file, node.line, f"enumeration {entry.enum} has two different lists of values")

    def entry(self, key: Key) -> SchemaOverlay:
        return self.overlay.get(key[0], {}).get(key[1]) or SchemaOverlay()


def _presence(rules: tuple[PresenceRule, ...], names: set[str]) -> tuple[PresenceRule, ...]:
    """The rules as far as the version has the parts that they are about."""
    found = []
    for kind, bundles in rules:
        there = tuple(bundle for bundle in bundles if names.issuperset(bundle))
        if len(there) > 1 or (kind == "one_of" and there):
            found.append(PresenceRule(kind, there))
    return tuple(found)


def _check_presence(source: FormatSource, compiled: CompiledFormat) -> None:
    """Looks for rules about parts that no version has.

    Raises:
        SchemaError: there is one.
    """
    for stem, entries in source.overlay.items():
        for path, entry in entries.items():
            made = [found[stem, path] for found in compiled.definitions.values() if (stem, path) in found]
            names = {part.name for definition in made for part in definition.parts}
            for rule in entry.presence if made else ():
                for part in (part for bundle in rule.bundles for part in bundle):
                    if part not in names:
                        at = made[-1]
                        message = f"<{at.xml_name}> has no part {format_value(part)} that a rule could be about"
                        raise SchemaError(at.file, at.line, message)


def _resolve_bound(node: SchemaNode, written: str | None, corrected: str | None) -> str | None:
    """The bound of a description, or what the overlay says instead, where nothing means none.

    Raises:
        SchemaError: it is several numbers for what is one.
    """
    bound = written if corrected is None else corrected or None
    if bound is not None and node.type in NUMBERS and len(bound.split()) != 1:
        raise SchemaError(node.file, node.line, f"<{node.name}> is one number, and its bound {format_value(bound)}")
    return bound


def _occurs(kind: str, written: str) -> str:
    """How often: XML allows an attribute once, whatever the description says, and the text is there at most once."""
    if kind == "text":
        return "0"
    return {"*": "0", "+": "1"}.get(written, written) if kind == "attribute" else written


def _without_repeats(definition: Definition, node: SchemaNode) -> list[Part]:
    """Parts without those that say again what one before them says."""
    seen: dict[tuple[bool, str], Part] = {}
    for part in definition.parts:
        place = (part.kind == "attribute", part.name if part.kind != "text" else "")
        if place not in seen:
            seen[place] = part
        elif seen[place].type != part.type or seen[place].target != part.target:
            raise SchemaError(node.file, node.line, f"<{node.name}> has two different children <{part.name}>")
    return list(seen.values())
