"""Renders a version of a format as an XML Schema, for editors and for xmllint.

XML Schema 1.0 has no way to say that elements come in any order and yet so many times each, nor that the value of an
attribute decides what is required: how often an element may occur and ``required_when`` are not expressed. Tags of an
extension are in a namespace, which has a schema of its own; without it they pass unchecked.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr

from .compiler import compile_format, compile_given, formats_in
from .errors import SchemaError
from .model import CompiledFormat, Definition, Key, Part
from .xsd_types import PATTERNS, bounds_of, format_annotation, restriction, simple_type, union

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"


def render(
    format: str,
    version: str | None = None,
    extensions: Sequence[Path] = (),
    *,
    schemas: Path | None = None,
    with_extensions: str = "",
) -> str:
    """The schema of a version, of the newest where none is given.

    Args:
        format: the format.
        version: the version.
        extensions: tables of tags that the newest version is to have besides.
        schemas: descriptions of versions that are not installed; see ``compile_given``.
        with_extensions: what the names of files with the schemas of extensions begin with, which it is to import.

    Raises:
        SchemaError: there is no such format or version, or a table is faulty.
    """
    compiled, wanted = _compile_version(format, version, extensions, schemas)
    return "\n".join(_Schema(compiled, wanted, beside=with_extensions).lines()) + "\n"


def render_all(extensions: Sequence[Path] = ()) -> dict[str, str]:
    """The schemas of every version of every format, and of the extensions of each, by the names of their files.

    Raises:
        SchemaError: a table is faulty.
    """
    files: dict[str, str] = {}
    for format in formats_in(SCHEMAS):
        plain = compile_format(SCHEMAS, format)
        extended = compile_format(SCHEMAS, format, extensions) if extensions else plain
        for version in plain.versions:
            is_newest = version == plain.newest
            compiled = extended if is_newest else plain
            stem = f"{format}-{version}"
            schema = _Schema(compiled, compiled.newest if is_newest else version, beside=stem)
            files[f"{stem}.xsd"] = "\n".join(schema.lines()) + "\n"
            for prefix, namespace in schema.namespaces():
                own = _Schema(compiled, schema.version, beside=stem, prefix=prefix, namespace=namespace)
                files[f"{stem}-{prefix}.xsd"] = "\n".join(own.lines()) + "\n"
    return files


def _compile_version(
    format: str, version: str | None, extensions: Sequence[Path], schemas: Path | None
) -> tuple[CompiledFormat, str]:
    if schemas is None:
        compiled = compile_format(SCHEMAS, format, extensions)
    else:
        compiled = compile_given(SCHEMAS, schemas, format, extensions)
    known = [each for each in compiled.versions if "+" not in each]
    if version is not None and version not in known:
        raise SchemaError(format, 0, f"{format} has no version {version!r}; there are {', '.join(known)}")
    return compiled, compiled.newest if version in (None, known[-1]) else str(version)


class _Schema:
    """A schema: of the format's own elements, or of the tags of one extension."""

    def __init__(
        self,
        compiled: CompiledFormat,
        version: str,
        *,
        beside: str = "",
        prefix: str | None = None,
        namespace: str | None = None,
    ) -> None:
        self.compiled = compiled
        self.version = version
        self.beside = beside
        self.prefix = prefix
        self.namespace = namespace
        self.own = f"{prefix}:" if prefix else ""
        """Before the names of types of this schema."""
        self.types: dict[str, list[str]] = {}
        """Types of values that are used."""

    def namespaces(self) -> list[tuple[str, str]]:
        """Prefix and namespace of every extension that has tags in the format."""
        parts = (part for definition in self.all.values() for part in definition.parts)
        return sorted({(part.prefix, part.namespace) for part in parts if part.prefix and part.namespace})

    @property
    def all(self) -> dict[Key, Definition]:
        """Every definition of the version."""
        return self.compiled.definitions[self.version]

    def lines(self) -> list[str]:
        compiled = self.compiled
        root = self.all[compiled.roots[self.version]]
        if self.prefix is None:
            tops = [f'  <xs:element name="{root.xml_name}" type="{compiled.class_names[root.key]}"/>']
        else:
            tops = self._tags()
        inside = [line for definition in self._definitions() for line in self._complex(definition)]
        target = f' xmlns:{self.prefix}="{self.namespace}" targetNamespace="{self.namespace}"' if self.prefix else ""
        others = [each for each in self.namespaces() if each[0] != self.prefix] if self.beside else []
        spaces = "".join(f' xmlns:{prefix}="{namespace}"' for prefix, namespace in others) if not self.prefix else ""
        return [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"{target}{spaces}>',
            "  <xs:annotation><xs:documentation>",
            f"    {compiled.name} {self.version}, compiled by bodyplan. How often an element may occur inside another,",
            "    and what the value of an attribute makes required, cannot be said in XML Schema 1.0 without fixing the",
            "    order of elements; elements and attributes in namespaces are checked where there is a schema of those.",
            "  </xs:documentation></xs:annotation>",
            *(
                f'  <xs:import namespace="{namespace}" schemaLocation="{self.beside}-{prefix}.xsd"/>'
                for prefix, namespace in ([] if self.prefix else others)
            ),
            *tops,
            *(line for name in sorted(self.types) for line in self.types[name]),
            *inside,
            "</xs:schema>",
        ]

    def _definitions(self) -> list[Definition]:
        return [definition for definition in self.all.values() if definition.prefix == self.prefix]

    def _tags(self) -> list[str]:
        """What an extension has, each under its own name; one that means different things in different places is free."""
        found: dict[tuple[bool, str], dict[str, Part]] = {}
        for definition in self.all.values():
            for part in definition.parts:
                if part.prefix == self.prefix:
                    found.setdefault((part.kind == "attribute", part.name), {}).setdefault(self._kind(part), part)
        lines = []
        for (is_attribute, name), kinds in sorted(found.items()):
            kind, part = next(iter(kinds.items()))
            if len(kinds) > 1 or (part.target is not None and self.all[part.target].prefix != self.prefix):
                kind = "xs:string" if is_attribute else "xs:anyType"
            what = "attribute" if is_attribute else "element"
            lines += [
                f'  <xs:{what} name="{name}" type="{kind}">',
                *format_annotation(self._doc(part), "    "),
                f"  </xs:{what}>",
            ]
        return lines

    def _kind(self, part: Part) -> str:
        """The type of an attribute or child."""
        if part.target is not None:
            return self.own + self.compiled.class_names[part.target]
        return self._type(part) if part.kind == "attribute" else self._leaf(self._type(part))

    def _leaf(self, name: str) -> str:
        """The type of an element that holds a text only, which may have attributes in namespaces all the same."""
        leaf = f"leaf.{name.rpartition(':')[2]}"
        self.types[leaf] = [
            f'  <xs:complexType name="{leaf}">',
            f'    <xs:simpleContent><xs:extension base="{name}">',
            '      <xs:anyAttribute namespace="##other" processContents="lax"/>',
            "    </xs:extension></xs:simpleContent>",
            "  </xs:complexType>",
        ]
        return self.own + leaf

    def _complex(self, definition: Definition) -> list[str]:
        name = self.compiled.class_names[definition.key]
        parts = [part for part in definition.parts if not part.prefix]
        text = next((part for part in parts if part.kind == "text"), None)
        children = [part for part in parts if part.kind in ("leaf", "child")]
        attributes = [line for part in parts if part.kind == "attribute" for line in self._attribute(part)]
        attributes.append('<xs:anyAttribute namespace="##other" processContents="lax"/>')
        doc = format_annotation(definition.doc, "    ")
        has_tags = (
            any(part.prefix and part.kind != "attribute" for part in definition.parts) and self.prefix is not None
        )
        if text is not None and not children and not definition.any_content and not has_tags:
            return [
                f'  <xs:complexType name="{name}">',
                *doc,
                f'    <xs:simpleContent><xs:extension base="{self._type(text)}">',
                *(f"      {line}" for line in attributes),
                "    </xs:extension></xs:simpleContent>",
                "  </xs:complexType>",
            ]
        mixed = ' mixed="true"' if definition.any_content or text is not None else ""
        other = '<xs:any namespace="##other" processContents="lax"/>'
        if definition.any_content:
            inside = ['<xs:any namespace="##any" processContents="lax"/>']
        elif self.prefix is None:
            inside = [*(line for part in children for line in self._child(part)), other]
        else:
            # plain children of a tag are those that it has
            inside = [line for part in children for line in self._child(part)]
            inside.append('<xs:any namespace="##targetNamespace" processContents="lax"/>')
        return [
            f'  <xs:complexType name="{name}"{mixed}>',
            *doc,
            '    <xs:choice minOccurs="0" maxOccurs="unbounded">',
            *(f"      {line}" for line in inside),
            "    </xs:choice>",
            *(f"    {line}" for line in attributes),
            "  </xs:complexType>",
        ]

    def _child(self, part: Part) -> list[str]:
        kind = self._kind(part)
        if self.prefix is not None and part.target is not None and self.all[part.target].prefix is None:
            kind = "xs:anyType"  # it is in the schema of the format
        return [
            f'<xs:element name="{part.name}" type="{kind}">',
            *format_annotation(self._doc(part), "  "),
            "</xs:element>",
        ]

    def _attribute(self, part: Part) -> list[str]:
        use = ' use="required"' if part.is_required and part.default is None else ""
        return [
            f'<xs:attribute name="{part.name}" type="{self._type(part)}"{use}>',
            *format_annotation(self._doc(part), "  "),
            "</xs:attribute>",
        ]

    def _doc(self, part: Part) -> str:
        """What a part is, its unit, default, first version and whether it is deprecated."""
        notes = [part.doc]
        if part.unit and part.unit != "1":
            notes.append(f"Unit: {part.unit}.")
        if part.default:
            notes.append(f"Default: {part.default}.")
        if part.deprecated:
            notes.append(f"Deprecated: {part.deprecated.rstrip('.')}.")
        return " ".join(note for note in notes if note)

    def _type(self, part: Part) -> str:
        """The name of the type of a text; it is declared with the schema."""
        if part.enum is not None:
            return self._enumeration(part)
        kind = part.type or "string"
        if kind not in PATTERNS:
            return "xs:string"
        blank = part.kind == "text" and part.default is not None  # it may be there for its attributes
        name = ("blank.or." if blank else "") + kind.replace(" ", ".")
        bounds = bounds_of(part)
        if bounds:
            name += "".join(f".{facet}.{value}" for facet, value in bounds)
        if name not in self.types:
            self.types[name] = simple_type(
                name, kind, bounds, blank=blank, hexadecimal=self.compiled.lexical.hexadecimal_integers
            )
        return self.own + name

    def _enumeration(self, part: Part) -> str:
        assert part.enum is not None
        enum = self.compiled.enums[part.enum]
        name = f"enum.{part.enum}"
        if name not in self.types:
            words = [
                line
                for word, doc in enum.values.items()
                for line in (
                    f"<xs:enumeration value={quoteattr(word)}>",
                    *format_annotation(doc, "  "),
                    "</xs:enumeration>",
                )
            ]
            self.types[name] = restriction(name, "xs:token", words)
        # a default that is none of the words is written by some programs all the same
        listed = part.default is None or part.default in enum.values
        if part.enum_open or not listed:
            self.types[f"{name}.or.other"] = union(f"{name}.or.other", self.own + name, "xs:string")
            return f"{self.own}{name}.or.other"
        return self.own + name
