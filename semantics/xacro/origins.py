"""Where elements and attributes of an expansion come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from ...runtime.source import Source

if TYPE_CHECKING:
    from .source_map import ExpandedText

Told = tuple[str, "str | None", int, int]


class Trace(NamedTuple):
    """Where something comes from."""

    path: str
    """What it is, in the expansion."""
    places: tuple[Told, ...]
    """What each place is, its file, line and column: where it is written first, and what led there."""


def traces(expansion: ExpandedText, xpath: str) -> list[Trace]:
    """Where each element or attribute comes from that an XPath selects.

    Raises:
        ValueError: that is none, or selects something else.
    """
    parser = etree.XMLParser(remove_comments=True, remove_pis=True, recover=True, no_network=True)
    root = etree.fromstring(expansion.text.encode("utf-8", "surrogatepass"), parser)
    source = Source(None, expansion.text)
    source.adopt(root)
    numbers = {element: number for number, element in enumerate(root.iter())}
    try:
        selected = root.xpath(xpath, namespaces={prefix: uri for prefix, uri in root.nsmap.items() if prefix})
    except etree.XPathError as error:
        raise ValueError(f"it is no XPath ({error})") from None
    found = []
    for each in selected if isinstance(selected, list) else [selected]:
        attribute, element = None, each
        if not isinstance(each, etree._Element):
            attribute, element = getattr(each, "attrname", None), getattr(each, "getparent", lambda: None)()
        if element is None or element not in numbers:
            raise ValueError("it selects neither elements nor attributes")
        site = expansion.site(numbers[element], attribute)
        if site is not None:
            line, column, *_ = site.place.span
            first: Told = ("written here", site.place.file.name, line, column)
            more = tuple((other.message, other.file, other.line, other.column) for other in site.more)
            found.append(Trace(source.xpath(element, attribute), (first, *more)))
    return found
