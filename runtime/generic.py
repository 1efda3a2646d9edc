"""What a description does not know, as plain data: xsdata's generic elements."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lxml.etree import _Element
    from xsdata.formats.dataclass.models.generics import AnyElement


def keep(owner: Any, child: _Element) -> None:
    """Keeps an element among what ``owner`` holds and its description does not know.

    It becomes plain data when ``any_elements`` is first read.
    """
    fields = owner.__dict__
    if "any_elements" in fields:
        owner.any_elements.append(any_element(child))
    else:
        fields.setdefault("_kept", []).append(child)


class Kept:
    """The field ``any_elements`` of an object, until it is first read."""

    __slots__ = ()

    def __get__(self, element: Any, owner: type | None = None) -> Any:
        """What was kept as plain data, in a list that stays with the object."""
        if element is None:
            return self
        fields = vars(element)
        made: list[object] = [any_element(child) for child in fields.get("_kept", ())]
        fields["any_elements"] = made
        fields.pop("_kept", None)
        return made


def any_text(text: str) -> AnyElement:
    """Text where none belongs, as plain data."""
    return _any_element_class()(text=text.strip())


@cache
def _any_element_class() -> type[AnyElement]:
    # xsdata takes long to load, and most documents have nothing unknown
    from xsdata.formats.dataclass.models.generics import AnyElement

    return AnyElement


def any_element(element: _Element) -> AnyElement:
    """An element as plain data: name, attributes, text, children."""
    text = element.text
    children: list[object] = []
    if len(element):
        text = _content(text)
        children = [any_element(child) for child in element[:]]
    return _any_element_class()(
        qname=str(element.tag),
        text=text or "",
        tail=_content(element.tail),
        attributes=dict(element.items()),
        children=children,
    )


def is_generic(value: Any) -> bool:
    """Whether something is xsdata's generic element, which is not loaded to find that out."""
    return type(value).__name__ == "AnyElement"


def copied(value: Any, memo: dict[int, Any]) -> Any:
    """A copy of what a list of ``any_elements`` may hold; generic elements may be nested deeply."""
    if not is_generic(value):
        return deepcopy(value, memo)
    twin = replace(value)
    ahead = [twin]
    while ahead:
        made = ahead.pop()
        made.attributes = dict(made.attributes)
        made.children = [replace(child) if is_generic(child) else deepcopy(child, memo) for child in made.children]
        ahead += filter(is_generic, made.children)
    return twin


def _content(text: str | None) -> str | None:
    return text if text and not text.isspace() else None
