"""What stands around the elements of an XML text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...runtime.source import Source


def namespaces_in(source: Source) -> dict[str | None, str]:
    """The prefixes that the document declares on its root."""
    return {} if source.root is None else dict(source.root.nsmap)


def add_declaration(text: str) -> str:
    """The text of a root element with the declaration of a document."""
    return f'<?xml version="1.0"?>\n{text}'
