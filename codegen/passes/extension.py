"""Puts the tags of an extension table where they belong in a format."""

from __future__ import annotations

from typing import Any

from ..errors import SchemaError
from ..grammar import Extension, ExtensionTag, presence_of
from ..model import CompiledFormat, Definition, Enumeration, Key, Part
from ..shapes import format_value

MOST_PLACES = 4_000
"""In how many elements the tags of one table may occur, all together."""


def extend(compiled: CompiledFormat, extension: Extension) -> None:
    """Adds the rows of ``extension`` for this format to every version.

    A place that a version does not have is passed over there.

    Raises:
        SchemaError: a row names a place that no version has, or content that is not there.
    """
    rows = [tag for tag in extension.tags if compiled.name in tag.formats]
    for row in rows:
        nested = any(place.startswith(extension.prefix + ":") for place in row.at)
        known = any(_hosts(definitions, place) for definitions in compiled.definitions.values() for place in row.at)
        if not nested and not known:
            raise SchemaError(
                extension.file,
                row.line,
                f"row {row.name!r}: no version of {compiled.name} has any of {format_value(list(row.at))}",
            )
    for version in compiled.versions:
        _Extender(compiled, extension, version, rows).run()


class _Extender:
    def __init__(self, compiled: CompiledFormat, extension: Extension, version: str, rows: list[ExtensionTag]) -> None:
        self.compiled = compiled
        self.extension = extension
        self.definitions = compiled.definitions[version]
        self.rows = rows
        self.keys = self._keys()
        self.places = {place for row in rows for place in row.at}
        self.held: dict[Key, dict[tuple[bool, str], Key]] = {}
        """What the elements hold to which tags are added, by whether it is an attribute and its name."""
        self.added = 0

    def run(self) -> None:
        for row in self.rows:
            key = self.keys[id(row)]
            if self._is_class(row) and not row.facets.get("strips_prefix"):
                self.definitions[key] = self._definition(row, key)
        for row in self.rows:
            for place in row.at:
                for host in self._hosts(place):
                    self._add(row, place, host)
        for row in self.rows:
            self._check_end(row)

    def _add(self, row: ExtensionTag, place: str, host: Definition) -> None:
        """Adds a tag to an element; two of a row's places may be one in a version.

        Raises:
            SchemaError: the element holds another of this name, or there were too many before.
        """
        part = self._make_part(row, self.keys[id(row)])
        if host.key not in self.held:
            self.held[host.key] = {(_is_attribute(each), each.xml_name): each.doc_key for each in host.parts}
        held, name = self.held[host.key], (_is_attribute(part), part.xml_name)
        if name not in held:
            self.added += 1
            if self.added > MOST_PLACES:
                raise self._error(row, f"the tags of a table occur in more than {MOST_PLACES} places; name fewer in at")
            held[name] = part.doc_key
            host.parts.append(part)
        elif held[name] != part.doc_key:
            raise self._error(row, f"{place} has a {part.xml_name} already")

    def _check_end(self, row: ExtensionTag) -> None:
        """Looks whether a tag has to hold, directly or in others, one of itself, which would have no end.

        Raises:
            SchemaError: it has to.
        """
        own = self.keys[id(row)]
        seen: set[Key] = set()
        ahead = [own] if own in self.definitions else []
        while ahead:
            for part in self.definitions[ahead.pop()].parts:
                if part.target is None or not part.is_required or part.target in seen:
                    continue
                if part.target == own:
                    raise self._error(row, "it has to hold a tag of its own kind, and so on without end")
                seen.add(part.target)
                ahead.append(part.target)

    def _error(self, row: ExtensionTag, message: str) -> SchemaError:
        return SchemaError(self.extension.file, row.line, f"row {row.name!r}: {message}")

    def _keys(self) -> dict[int, Key]:
        count: dict[str, int] = {}
        keys: dict[int, Key] = {}
        for row in self.rows:
            count[row.name] = count.get(row.name, 0) + 1
            number = "" if count[row.name] == 1 else f"#{count[row.name]}"
            keys[id(row)] = (self.extension.name, f"{self.extension.prefix}:{row.name}{number}")
        return keys

    def _hosts(self, place: str) -> list[Definition]:
        if place.startswith(self.extension.prefix + ":"):
            local = place.split(":", 1)[1]
            return [
                self.definitions[self.keys[id(row)]]
                for row in self.rows
                if row.name == local and self.keys[id(row)] in self.definitions
            ]
        return _hosts(self.definitions, place)

    def _is_class(self, row: ExtensionTag) -> bool:
        if row.facets.get("kind") == "attribute":
            return False
        has_rows = f"{self.extension.prefix}:{row.name}" in self.places
        facets = row.facets
        return has_rows or "text" not in facets or bool(facets.get("attributes")) or bool(facets.get("children"))

    def _definition(self, row: ExtensionTag, key: Key) -> Definition:
        facets = row.facets
        definition = Definition(
            key=key,
            xml_name=row.name,
            doc=_prose(facets["doc"]),
            prefix=self.extension.prefix,
            namespace=self.extension.namespace,
            file=self.extension.file,
            line=row.line,
        )
        for value in facets.get("attributes", ()):
            definition.parts.append(self._value("attribute", value, value["name"], value.get("required", "0"), row))
        if "text" in facets:
            definition.parts.append(self._value("text", facets["text"], "value", "0", row))
        for value in facets.get("children", ()):
            definition.parts.append(self._value("leaf", value, value["name"], value.get("occurs", "0"), row))
        if "as" in facets:
            like = _host(self.definitions, facets["as"])
            if like is None:
                raise self._error(row, f"no element {format_value(facets['as'])}")
            own = {(part.kind == "attribute", part.field_name) for part in definition.parts}
            definition.parts += [p for p in like.parts if (p.kind == "attribute", p.field_name) not in own]
        definition.presence = presence_of(facets)
        names = {part.name for part in definition.parts}
        unknown = [
            part for rule in definition.presence for bundle in rule.bundles for part in bundle if part not in names
        ]
        if unknown:
            raise self._error(row, f"it has no part {format_value(unknown[0])} that a rule could be about")
        return definition

    def _make_part(self, row: ExtensionTag, key: Key) -> Part:
        facets = row.facets
        if facets.get("kind") == "attribute":
            part = self._value("attribute", facets["text"], row.name, row.occurs, row)
        elif facets.get("strips_prefix"):
            like = _host(self.definitions, facets["as"])
            if like is None:
                raise self._error(row, f"no element {format_value(facets['as'])}")
            part = Part(kind="child", name=row.name, doc_key=key, target=like.key, occurs=row.occurs)
            part.strips = tuple(facets.get("keeps_prefix", ()))
        elif self._is_class(row):
            part = Part(kind="child", name=row.name, doc_key=key, target=key, occurs=row.occurs)
        else:
            part = self._value("leaf", facets["text"], row.name, row.occurs, row)
        part.file, part.line = self.extension.file, row.line
        part.doc = _prose(facets["doc"])
        part.prefix = self.extension.prefix
        part.namespace = self.extension.namespace
        part.literal = self.extension.literal
        part.deprecated = facets.get("deprecated")
        part.required_when = _condition(facets.get("required_when", {}))
        part.forbidden_when = _condition(facets.get("forbidden_when", {}))
        return part

    def _value(self, kind: str, value: dict[str, Any], name: str, occurs: str, row: ExtensionTag) -> Part:
        enum = value.get("enum")
        if enum is not None:
            listed = {word: _prose(doc) for word, doc in value.get("values", {}).items()}
            found = Enumeration(name=enum, values=listed, file=self.extension.file, line=row.line)
            known = self.compiled.enums.setdefault(enum, found)
            if set(known.values) != set(listed) and listed:
                raise SchemaError(
                    self.extension.file, row.line, f"enumeration {enum} has two different lists of values"
                )
        return Part(
            kind=kind,
            name=name,
            doc_key=self.keys[id(row)],
            type=value.get("type", "string"),
            occurs=occurs,
            default=_text(value.get("default")),
            minimum=_text(value.get("min")),
            maximum=_text(value.get("max")),
            above=_text(value.get("above")),
            below=_text(value.get("below")),
            enum=enum,
            enum_open=bool(value.get("open")),
            doc=_prose(value.get("doc", "")),
            unit=value.get("unit"),
            deprecated=value.get("deprecated"),
            naming=value.get("naming"),
            file=self.extension.file,
            line=row.line,
        )


def _is_attribute(part: Part) -> bool:
    return part.kind == "attribute"


def _host(definitions: dict[Key, Definition], place: str) -> Definition | None:
    """The one definition at a path, if there is one."""
    found = _hosts(definitions, place)
    return found[0] if found else None


def _hosts(definitions: dict[Key, Definition], place: str) -> list[Definition]:
    """The definitions at a path; the file named like the root element comes first, then any path that ends so."""
    root = place.split("/", 1)[0]
    found = definitions.get((root, place))
    if found is not None:
        return [found]
    exact = [definition for key, definition in definitions.items() if key[1] == place]
    return exact or [definition for key, definition in definitions.items() if key[1].endswith("/" + place)]


def _condition(table: dict[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((name, tuple(values)) for name, values in table.items())


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _prose(text: str) -> str:
    return " ".join(text.split())
