"""Renders a version of a format as an XML Schema, for editors and for xmllint.

XML Schema 1.0 has no way to say that elements come in any order and yet so many times each, nor that the value of an
attribute decides what is required: how often an element may stand and ``required_when`` are not expressed. Elements
of extensions stand in a namespace and are let through unchecked.
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from .compiling import compile_format
from .errors import SchemaError
from .model import CompiledFormat, Definition, Part

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


def render(format: str, version: str | None = None) -> str:
    """The schema of a version, of the newest where none is given.

    Raises:
        SchemaError: there is no such format or version.
    """
    compiled = compile_format(SCHEMAS, format)
    version = version or compiled.newest
    if version not in compiled.versions:
        raise SchemaError(format, 0, f"{format} has no version {version!r}; there are {', '.join(compiled.versions)}")
    return "\n".join(_Schema(compiled, version).lines()) + "\n"


class _Schema:
    def __init__(self, compiled: CompiledFormat, version: str) -> None:
        self.compiled = compiled
        self.version = version

    def lines(self) -> list[str]:
        compiled = self.compiled
        root = compiled.definitions[self.version][compiled.roots[self.version]]
        lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">',
            "  <xs:annotation><xs:documentation>",
            f"    {compiled.name} {self.version}, compiled by bodyplan. How often an element may stand inside another,",
            "    and what the value of an attribute makes required, cannot be said in XML Schema 1.0 without fixing the",
            "    order of elements; elements and attributes in namespaces are not checked.",
            "  </xs:documentation></xs:annotation>",
            f'  <xs:element name="{root.xml_name}" type="{compiled.class_names[root.key]}"/>',
        ]
        for kind, pattern in PATTERNS.items():
            if kind in ("int", "unsigned int") and compiled.lexical.hexadecimal_integers:
                pattern = f"{pattern}|{HEXADECIMAL}"
            lines += self._simple(_type_name(kind), [f"<xs:pattern value={quoteattr(pattern)}/>"])
            lines += self._simple(f"blank.or.{_type_name(kind)}", [f"<xs:pattern value={quoteattr(f'({pattern})?')}/>"])
        used = {p.enum for d in self._definitions() for p in d.parts if p.enum and not p.enum_open}
        for name in sorted(used):
            words = compiled.enums[name].values
            lines += self._simple(f"enum.{name}", [f"<xs:enumeration value={quoteattr(word)}/>" for word in words])
        leaves = {self._type(p) for d in self._definitions() for p in d.parts if p.kind == "leaf" and not p.prefix}
        for name in sorted(leaves):
            lines += self._leaf(name)
        for definition in self._definitions():
            lines += self._complex(definition)
        lines.append("</xs:schema>")
        return lines

    def _definitions(self) -> list[Definition]:
        return [definition for definition in self.compiled.definitions[self.version].values() if not definition.prefix]

    def _simple(self, name: str, facets: list[str]) -> list[str]:
        return [
            f'  <xs:simpleType name="{name}">',
            '    <xs:restriction base="xs:token">',
            *(f"      {facet}" for facet in facets),
            "    </xs:restriction>",
            "  </xs:simpleType>",
        ]

    def _leaf(self, name: str) -> list[str]:
        """An element that holds a text only, which may have attributes in namespaces all the same."""
        return [
            f'  <xs:complexType name="leaf.{name.removeprefix("xs:")}">',
            f'    <xs:simpleContent><xs:extension base="{name}">',
            '      <xs:anyAttribute namespace="##other" processContents="skip"/>',
            "    </xs:extension></xs:simpleContent>",
            "  </xs:complexType>",
        ]

    def _complex(self, definition: Definition) -> list[str]:
        name = self.compiled.class_names[definition.key]
        parts = [part for part in definition.parts if not part.prefix]
        text = next((part for part in parts if part.kind == "text"), None)
        children = [part for part in parts if part.kind in ("leaf", "child")]
        attributes = [line for part in parts if part.kind == "attribute" for line in self._attribute(part)]
        attributes.append('<xs:anyAttribute namespace="##other" processContents="skip"/>')
        doc = f"    <xs:annotation><xs:documentation>{escape(definition.doc)}</xs:documentation></xs:annotation>"
        if text is not None and not children and not definition.any_content:
            return [
                f'  <xs:complexType name="{name}">',
                doc,
                f'    <xs:simpleContent><xs:extension base="{self._type(text)}">',
                *(f"      {line}" for line in attributes),
                "    </xs:extension></xs:simpleContent>",
                "  </xs:complexType>",
            ]
        mixed = ' mixed="true"' if definition.any_content or text is not None else ""
        namespace = "##any" if definition.any_content else "##other"
        inside = [] if definition.any_content else [line for part in children for line in self._child(part)]
        return [
            f'  <xs:complexType name="{name}"{mixed}>',
            doc,
            '    <xs:choice minOccurs="0" maxOccurs="unbounded">',
            *(f"      {line}" for line in inside),
            f'      <xs:any namespace="{namespace}" processContents="skip"/>',
            "    </xs:choice>",
            *(f"    {line}" for line in attributes),
            "  </xs:complexType>",
        ]

    def _child(self, part: Part) -> list[str]:
        text = f"leaf.{self._type(part).removeprefix('xs:')}"
        kind = self.compiled.class_names[part.target] if part.target is not None else text
        return [
            f'<xs:element name="{part.name}" type="{kind}">',
            f"  <xs:annotation><xs:documentation>{escape(part.doc)}</xs:documentation></xs:annotation>",
            "</xs:element>",
        ]

    def _attribute(self, part: Part) -> list[str]:
        use = ' use="required"' if part.required and part.default is None else ""
        return [
            f'<xs:attribute name="{part.name}" type="{self._type(part)}"{use}>',
            f"  <xs:annotation><xs:documentation>{escape(part.doc)}</xs:documentation></xs:annotation>",
            "</xs:attribute>",
        ]

    def _type(self, part: Part) -> str:
        if part.enum is not None:
            words = self.compiled.enums[part.enum].values
            # a default that is none of the words is written by some programs all the same
            listed = part.default is None or part.default in words
            return "xs:string" if part.enum_open or not listed else f"enum.{part.enum}"
        if part.kind == "text" and part.default is not None and part.type in PATTERNS:
            return f"blank.or.{_type_name(part.type)}"  # it may stand there for its attributes
        return _type_name(part.type or "string") if part.type in PATTERNS else "xs:string"


def _type_name(kind: str) -> str:
    return kind.replace(" ", ".")
