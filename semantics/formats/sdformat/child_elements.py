"""Where the fields are written that have no class of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.source import literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.element import Element


def child_element(element: Element, tag: str) -> _Element | Element:
    """The XML element that a field without a class of its own was read from."""
    source = element.source_element
    found = () if source is None else (child for child in source[:] if literal_tag(child) == tag)
    return next(iter(found), element)
