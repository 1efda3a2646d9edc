"""Which names generated modules can have for what descriptions and tables speak of."""

from __future__ import annotations

import keyword
import re
import unicodedata

RESERVED_FIELDS = {
    *("str", "int", "float", "bool", "list", "dict", "object", "field", "xml"),
    *("source_element", "implied", "any_elements", "any_attributes"),
}
"""What a field cannot be called: names that a class body uses, and those of the base class."""

RESERVED_CLASSES = {
    *("None", "True", "False", "Any", "ClassVar", "Element", "Bindings"),
    *("Convertible", "Texts", "Numbers"),
}
"""What a class cannot be called: constants of Python, and names that generated modules import or have."""

RESERVED_MODULES = {"conversions"}
"""What a module of a version cannot be called: those that are there for other reasons."""

_RESERVED_ENUMERATIONS = {
    *(
        "Enum",
        "Literal",
        "TypeAlias",
        "annotations",
        "classmethod",
        "member",
        "tuple",
        "set",
        "len",
        "type",
        "isinstance",
    ),
    *("load", "loads", "NEWEST", "VERSIONS"),
}


def is_identifier(name: str) -> bool:
    """Whether a text can be a name in Python, and is the same after Python has normalised it."""
    return name.isidentifier() and not keyword.iskeyword(name) and unicodedata.normalize("NFKC", name) == name


def can_be_enumeration(name: str) -> bool:
    """Whether a class for the words of an enumeration can have this name."""
    return (
        is_identifier(name)
        and name[0].isalpha()
        and name not in RESERVED_FIELDS | RESERVED_CLASSES | _RESERVED_ENUMERATIONS
    )


def constant_name(name: str) -> str:
    """``left link`` → ``LEFT_LINK``."""
    constant = re.sub(r"[^0-9A-Za-z_]", "_", name).upper()
    return constant if constant[:1].isalpha() else f"N{constant}"


def module_name(stem: str) -> str:
    """``joint`` → ``joint``; what cannot be in the name of a module is ``_``.

    A trailing underscore keeps it apart from Python's own words and from other modules, as those of decoders.
    """
    name = re.sub(r"[^0-9A-Za-z]+", "_", stem).strip("_")
    if not name[:1].isalpha():
        name = f"n{name}"
    return f"{name}_" if keyword.iskeyword(name) or name.endswith("_xml") or name in RESERVED_MODULES else name
