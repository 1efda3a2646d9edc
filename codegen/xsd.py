"""Renders a version of a format as an XML Schema, for editors and for xmllint.

XML Schema 1.0 has no way to say that elements come in any order and yet so many times each, nor that the value of an
attribute decides what is required: how often an element may stand and ``required_when`` are not expressed. Tags of an
extension stand in a namespace, which has a schema of its own; without that they are let through unchecked.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from .compiling import compile_format, formats_in
from .errors import SchemaError
from .model import CompiledFormat, Definition, Key, Part

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"

_NUMBER = r"[+\-]?((\d+\.?\d*|\.\d+)([eE][+\-]?\d+)?|[iI][nN][fF]|[nN][aA][nN])"
_FINITE = r"[+\-]?(\d+\.?\d*|\.\d+)([eE][+\-]?\d+)?"
_WHOLE = r"[+\-]?\d+"
_COLOR = r"\+?(0*1(\.0*)?|0*\.\d+|0+(\.\d*)?)([eE][+\-]?\d+)?"

PATTERNS = {
    "double": _NUMBER,
    "float": _NUMBER,
    "int": _WHOLE,
    "unsigned int": r"\+?\d+",
    "bool": "[tT][rR][uU][eE]|[fF][aA][lL][sS][eE]|0|1",
    "vector2i": rf"{_WHOLE} {_WHOLE}",
    "vector2d": rf"{_FINITE} {_FINITE}",
    "vector3": rf"{_FINITE}( {_FINITE}){{2}}",
    "vector4": rf"{_FINITE}( {_FINITE}){{3}}",
    "quaternion": rf"{_FINITE}( {_FINITE}){{3}}",
    "color": rf"{_COLOR}( {_COLOR}){{2,3}}",
    "time": rf"{_WHOLE} {_WHOLE}",
    "pose": rf"{_FINITE}( {_FINITE}){{5,6}}",
    "doubles": rf"({_NUMBER}( {_NUMBER})*)?",
}
"""Type to the texts that strict reading takes, after blanks were collapsed."""
HEXADECIMAL = r"0[xX][0-9a-fA-F]+"
"""A whole number in formats that know hexadecimal ones."""


WORDS = r"\+?[iI][nN][fF]", r"-[iI][nN][fF]", r"[+\-]?[nN][aA][nN]"


def render(
    format: str, version: str | None = None, extensions: Sequence[Path] = (), *, with_extensions: str = ""
) -> str:
    """The schema of a version, of the newest where none is given.

    Args:
        format: the format.
        version: the version.
        extensions: tables of tags that the newest version is to have besides.
        with_extensions: what the names of files with the schemas of extensions begin with, which it is to import.

    Raises:
        SchemaError: there is no such format or version, or a table is faulty.
    """
    compiled, wanted = _compiled(format, version, extensions)
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


def _compiled(format: str, version: str | None, extensions: Sequence[Path]) -> tuple[CompiledFormat, str]:
    compiled = compile_format(SCHEMAS, format, extensions)
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
            f"    {compiled.name} {self.version}, compiled by bodyplan. How often an element may stand inside another,",
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
                *_documented(self._doc(part), "    "),
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
        doc = _documented(definition.doc, "    ")
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
            kind = "xs:anyType"  # it stands in the schema of the format
        return [f'<xs:element name="{part.name}" type="{kind}">', *_documented(self._doc(part), "  "), "</xs:element>"]

    def _attribute(self, part: Part) -> list[str]:
        use = ' use="required"' if part.required and part.default is None else ""
        return [
            f'<xs:attribute name="{part.name}" type="{self._type(part)}"{use}>',
            *_documented(self._doc(part), "  "),
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
        blank = part.kind == "text" and part.default is not None  # it may stand there for its attributes
        name = ("blank.or." if blank else "") + kind.replace(" ", ".")
        bounds = _bounds(part)
        if bounds:
            name += "".join(f".{facet}.{value}" for facet, value in bounds)
        if name not in self.types:
            self.types[name] = self._simple(name, kind, bounds, blank)
        return self.own + name

    def _simple(self, name: str, kind: str, bounds: list[tuple[str, str]], blank: bool) -> list[str]:
        pattern = PATTERNS[kind]
        takes_hexadecimal = kind in ("int", "unsigned int") and self.compiled.lexical.hexadecimal_integers
        if not bounds:
            if takes_hexadecimal:
                pattern = f"{pattern}|{HEXADECIMAL}"
            return _restriction(name, "xs:token", [_facet("pattern", f"({pattern})?" if blank else pattern)])
        lowest, highest = (any(facet.startswith(word) for facet, _ in bounds) for word in ("min", "max"))
        is_whole = kind in ("int", "unsigned int")
        base = "xs:integer" if is_whole else "xs:double"
        facets = [_facet("pattern", PATTERNS[kind] if is_whole else _FINITE), *(_facet(*bound) for bound in bounds)]
        # the words for infinity and no number are not those of XML Schema
        words = [] if is_whole else [WORDS[2], *([] if highest else [WORDS[0]]), *([] if lowest else [WORDS[1]])]
        words += [HEXADECIMAL] if takes_hexadecimal else []
        words += [""] if blank else []
        members = [_restriction(None, base, facets)]
        if words:
            members.append(_restriction(None, "xs:token", [_facet("pattern", "|".join(words))]))
        return [
            f'  <xs:simpleType name="{name}"><xs:union>',
            *(f"  {line}" for each in members for line in each),
            "  </xs:union></xs:simpleType>",
        ]

    def _enumeration(self, part: Part) -> str:
        assert part.enum is not None
        enum = self.compiled.enums[part.enum]
        name = f"enum.{part.enum}"
        if name not in self.types:
            words = [
                line
                for word, doc in enum.values.items()
                for line in (f"<xs:enumeration value={quoteattr(word)}>", *_documented(doc, "  "), "</xs:enumeration>")
            ]
            self.types[name] = _restriction(name, "xs:token", words)
        # a default that is none of the words is written by some programs all the same
        listed = part.default is None or part.default in enum.values
        if part.enum_open or not listed:
            self.types[f"{name}.or.other"] = _union(f"{name}.or.other", self.own + name, "xs:string")
            return f"{self.own}{name}.or.other"
        return self.own + name


def _bounds(part: Part) -> list[tuple[str, str]]:
    """Facets for the bounds of a number."""
    if part.type not in ("int", "unsigned int", "float", "double"):
        return []
    given = (
        ("minInclusive", part.minimum),
        ("maxInclusive", part.maximum),
        ("minExclusive", part.above),
        ("maxExclusive", part.below),
    )
    return [
        (facet, value) for facet, text in given if text is not None and (value := _bound(part.type, text)) is not None
    ]


def _bound(kind: str, text: str) -> str | None:
    """A bound as XML Schema writes it; None for one that is none."""
    value = float(text)
    if not math.isfinite(value) or (kind == "unsigned int" and value <= 0):
        return None
    return str(int(value)) if kind in ("int", "unsigned int") else repr(value)


def _restriction(name: str | None, base: str, facets: list[str]) -> list[str]:
    named = f' name="{name}"' if name else ""
    return [
        f"  <xs:simpleType{named}>",
        f'    <xs:restriction base="{base}">',
        *(f"      {facet}" for facet in facets),
        "    </xs:restriction>",
        "  </xs:simpleType>",
    ]


def _union(name: str, *members: str) -> list[str]:
    return [f'  <xs:simpleType name="{name}"><xs:union memberTypes="{" ".join(members)}"/></xs:simpleType>']


def _facet(name: str, value: str) -> str:
    return f"<xs:{name} value={quoteattr(value)}/>"


def _documented(doc: str, indent: str) -> list[str]:
    return [f"{indent}<xs:annotation><xs:documentation>{escape(doc)}</xs:documentation></xs:annotation>"] if doc else []
