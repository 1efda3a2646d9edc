"""Opens XML files of descriptions and rules, and says where they are wrong."""

from __future__ import annotations

from lxml import etree

from ...diagnostics.zip_tables import AnyPath
from ..errors import SchemaError
from .files import read_bytes

MOST_BYTES = 1 << 22
MOST_ELEMENTS = 50_000
MOST_LEVELS = 64
"""How deep elements may appear in each other."""


def read_xml(path: AnyPath, file: str) -> etree._Element:
    """The root of a file, which ``file`` names in errors, without its comments and instructions.

    Raises:
        SchemaError: it cannot be read, is no XML, declares a document type, or holds too much.
    """
    return parse_xml(read_bytes(path, MOST_BYTES), file)


def parse_xml(data: bytes, file: str) -> etree._Element:
    """The root of a text; see ``read_xml``.

    Raises:
        SchemaError: see ``read_xml``.
    """
    parser = etree.XMLParser(remove_comments=True, remove_pis=True, resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise SchemaError(file, error.lineno or 0, f"not XML: {error.msg}") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise SchemaError(file, 1, "descriptions have no document type; take <!DOCTYPE out")
    depth = 0
    for count, (event, node) in enumerate(etree.iterwalk(root, events=("start", "end"))):
        depth += 1 if event == "start" else -1
        if depth > MOST_LEVELS:
            raise SchemaError(file, node.sourceline or 0, f"elements are nested more than {MOST_LEVELS} deep")
        if count > 2 * MOST_ELEMENTS:
            raise SchemaError(file, node.sourceline or 0, f"there are more than {MOST_ELEMENTS} elements")
    return root
