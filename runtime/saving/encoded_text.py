"""A document's text and its bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..forbidden_xml import declared_encoding, decode_text

if TYPE_CHECKING:
    from ..source import Source


def written_text(source: Source) -> str:
    """The text of a document, which gives the same bytes again."""
    return source.data if isinstance(source.data, str) else decode_text(source.data, source.encoding)[0]


def as_bytes(text: str, source: Source, is_canonical: bool = False) -> bytes:
    """A text in the encoding of the one that it was made of; a character that has no place there becomes a reference.

    Args:
        text: the text.
        source: what it was made of.
        is_canonical: whether it declares no encoding, whatever the other did.
    """
    encoding = "utf-8"
    if not is_canonical and isinstance(source.data, bytes):
        encoding = decode_text(source.data, source.encoding)[1]
    elif not is_canonical and (declared := declared_encoding(text)) is not None:
        encoding = declared
    return text.encode(encoding, "surrogatepass" if encoding.startswith("utf") else "xmlcharrefreplace")
