"""What stands around the elements of an XML text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree

if TYPE_CHECKING:
    from ...runtime.source import Source


def namespaces_in(source: Source) -> dict[str | None, str]:
    """Every prefix that the document declares anywhere."""
    found: dict[str | None, str] = {}
    if source.root is not None:
        found.update(source.root.nsmap)
        for element in source.root.iter(etree.Element):
            if element.prefix is not None and element.prefix not in found:
                found.update({prefix: uri for prefix, uri in element.nsmap.items() if prefix not in found})
    return found


def declared(text: str) -> str:
    """The text of a root element with the declaration of a document."""
    return f'<?xml version="1.0"?>\n{text}'
