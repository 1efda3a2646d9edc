"""Puts the tags of an extension table where they belong in a format."""

from __future__ import annotations

from typing import Any

from ..errors import SchemaError
from ..grammar import Extension, ExtensionTag
from ..model import CompiledFormat, Definition, Enumeration, Key, Part


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
                extension.file, row.line, f"row {row.name!r}: no version of {compiled.name} has any of {list(row.at)}"
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

    def run(self) -> None:
        for row in self.rows:
            key = self.keys[id(row)]
            if self._is_class(row) and "strips_prefix" not in row.facets:
                self.definitions[key] = self._definition(row, key)
        for row in self.rows:
            for place in row.at:
                for host in self._hosts(place):
                    part = self._attached(row, self.keys[id(row)])
                    same = [
                        p for p in host.parts if p.xml_name == part.xml_name and _is_attribute(p) == _is_attribute(part)
                    ]
                    if any(p.doc_key != part.doc_key for p in same):
                        raise SchemaError(
                            self.extension.file, row.line, f"row {row.name!r}: {place} has a {part.xml_name} already"
                        )
                    if not same:  # two of the places may be one in a version
                        host.parts.append(part)

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
        inside = f"{self.extension.prefix}:{row.name}"
        has_rows = any(inside in other.at for other in self.rows)
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
        )
        for value in facets.get("attributes", ()):
            definition.parts.append(self._value("attribute", value, value["name"], value.get("required", "0"), key))
        if "text" in facets:
            definition.parts.append(self._value("text", facets["text"], "value", "0", key))
        for value in facets.get("children", ()):
            definition.parts.append(self._value("leaf", value, value["name"], value.get("occurs", "0"), key))
        if "as" in facets:
            like = _host(self.definitions, facets["as"])
            if like is None:
                raise SchemaError(self.extension.file, row.line, f"row {row.name!r}: no element {facets['as']!r}")
            own = {(part.kind == "attribute", part.field_name) for part in definition.parts}
            definition.parts += [p for p in like.parts if (p.kind == "attribute", p.field_name) not in own]
        return definition

    def _attached(self, row: ExtensionTag, key: Key) -> Part:
        facets = row.facets
        if facets.get("kind") == "attribute":
            part = self._value("attribute", facets["text"], row.name, row.occurs, key)
        elif "strips_prefix" in facets:
            like = _host(self.definitions, facets["as"])
            if like is None:
                raise SchemaError(self.extension.file, row.line, f"row {row.name!r}: no element {facets['as']!r}")
            part = Part(kind="child", name=row.name, doc_key=key, target=like.key, occurs=row.occurs)
            part.strips = tuple(facets.get("keeps_prefix", ()))
        elif self._is_class(row):
            part = Part(kind="child", name=row.name, doc_key=key, target=key, occurs=row.occurs)
        else:
            part = self._value("leaf", facets["text"], row.name, row.occurs, key)
        part.doc = _prose(facets["doc"])
        part.prefix = self.extension.prefix
        part.namespace = self.extension.namespace
        part.literal = self.extension.literal
        part.deprecated = facets.get("deprecated")
        part.required_when = _condition(facets.get("required_when", {}))
        part.forbidden_when = _condition(facets.get("forbidden_when", {}))
        return part

    def _value(self, kind: str, value: dict[str, Any], name: str, occurs: str, key: Key) -> Part:
        enum = value.get("enum")
        if enum is not None:
            listed = {str(word): _prose(doc) for word, doc in value.get("values", {}).items()}
            known = self.compiled.enums.setdefault(enum, Enumeration(name=enum, values=listed))
            if set(known.values) != set(listed) and listed:
                line = next(row.line for row in self.rows if self.keys[id(row)] == key)
                raise SchemaError(self.extension.file, line, f"enumeration {enum} has two different lists of values")
        return Part(
            kind=kind,
            name=name,
            doc_key=key,
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
