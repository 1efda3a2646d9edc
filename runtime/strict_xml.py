"""What parsers that take XML by the letter find wrong with a text, namespaces included."""

from __future__ import annotations

from xml.parsers import expat

from lxml import etree


class _Entity(Exception):
    """The document type declares an entity."""


def strict_fault(data: bytes) -> str | None:
    """The first fault with its line and column, such as ``"3:7: unbound prefix"``; None where there is none.

    A declaration of an entity counts as one: the values of entities are never read.
    """
    parser = expat.ParserCreate(namespace_separator="\1")  # it refuses a namespace that holds the separator
    parser.EntityDeclHandler = _refuse_entity
    try:
        parser.Parse(data, True)
    except _Entity:
        return f"{parser.CurrentLineNumber}:{parser.CurrentColumnNumber + 1}: an entity is declared"
    except expat.ExpatError as error:
        if error.code != expat.errors.codes[expat.errors.XML_ERROR_UNKNOWN_ENCODING]:
            return f"{error.lineno}:{error.offset + 1}: {expat.ErrorString(error.code)}"
    except (LookupError, ValueError):  # an encoding that expat leaves to Python, which does not read it either
        pass
    else:
        return None
    try:
        etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    except etree.XMLSyntaxError as error:
        return f"{error.lineno}:{error.offset}: {error.msg}"
    return None


def _refuse_entity(*_: object) -> None:
    raise _Entity
