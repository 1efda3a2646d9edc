"""Types of texts in XML Schemas: their lexical forms, bounds and words."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape, quoteattr

from .model import Part

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
    "integers": rf"{_WHOLE}( {_WHOLE})*",
}
"""Type to the texts that strict reading takes, after blanks were collapsed."""
HEXADECIMAL = r"0[xX][0-9a-fA-F]+"
"""A whole number in formats that know hexadecimal ones."""


WORDS = r"\+?[iI][nN][fF]", r"-[iI][nN][fF]", r"[+\-]?[nN][aA][nN]"


def simple_type(name: str, kind: str, bounds: list[tuple[str, str]], *, blank: bool, hexadecimal: bool) -> list[str]:
    """The type of a text: of the lexical form of its kind, and within its bounds."""
    pattern = PATTERNS[kind]
    takes_hexadecimal = kind in ("int", "unsigned int") and hexadecimal
    if not bounds:
        if takes_hexadecimal:
            pattern = f"{pattern}|{HEXADECIMAL}"
        return restriction(name, "xs:token", [_facet("pattern", f"({pattern})?" if blank else pattern)])
    lowest, highest = (any(facet.startswith(word) for facet, _ in bounds) for word in ("min", "max"))
    is_whole = kind in ("int", "unsigned int")
    base = "xs:integer" if is_whole else "xs:double"
    facets = [_facet("pattern", PATTERNS[kind] if is_whole else _FINITE), *(_facet(*bound) for bound in bounds)]
    # the words for infinity and no number are not those of XML Schema
    words = [] if is_whole else [WORDS[2], *([] if highest else [WORDS[0]]), *([] if lowest else [WORDS[1]])]
    words += [HEXADECIMAL] if takes_hexadecimal else []
    words += [""] if blank else []
    members = [restriction(None, base, facets)]
    if words:
        members.append(restriction(None, "xs:token", [_facet("pattern", "|".join(words))]))
    return [
        f'  <xs:simpleType name="{name}"><xs:union>',
        *(f"  {line}" for each in members for line in each),
        "  </xs:union></xs:simpleType>",
    ]


def bounds_of(part: Part) -> list[tuple[str, str]]:
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
        (facet, value)
        for facet, text in given
        if text is not None and (value := _format_bound(part.type, text)) is not None
    ]


def _format_bound(kind: str, text: str) -> str | None:
    """A bound as XML Schema writes it; None for one that is none."""
    value = float(text)
    if not math.isfinite(value) or (kind == "unsigned int" and value <= 0):
        return None
    return str(int(value)) if kind in ("int", "unsigned int") else repr(value)


def restriction(name: str | None, base: str, facets: list[str]) -> list[str]:
    """A type that narrows another; without a name it is part of one."""
    named = f' name="{name}"' if name else ""
    return [
        f"  <xs:simpleType{named}>",
        f'    <xs:restriction base="{base}">',
        *(f"      {facet}" for facet in facets),
        "    </xs:restriction>",
        "  </xs:simpleType>",
    ]


def union(name: str, *members: str) -> list[str]:
    """A type that takes what any of others takes."""
    return [f'  <xs:simpleType name="{name}"><xs:union memberTypes="{" ".join(members)}"/></xs:simpleType>']


def _facet(name: str, value: str) -> str:
    return f"<xs:{name} value={quoteattr(value)}/>"


def format_annotation(doc: str, indent: str) -> list[str]:
    """What editors show about a part; nothing where there is nothing to say."""
    return [f"{indent}<xs:annotation><xs:documentation>{escape(doc)}</xs:documentation></xs:annotation>"] if doc else []
