"""What a description does not know, as plain data: xsdata's generic elements."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

from ..diagnostics.records import replace

if TYPE_CHECKING:
    from typing import TypeGuard

    from lxml.etree import _Element
    from xsdata.formats.dataclass.models.generics import AnyElement


def keep(owner: Any, child: _Element | AnyElement) -> None:
    """Keeps an element among what ``owner`` holds and its description does not know.

    It becomes plain data when ``any_elements`` is first read, unless it is: until then nobody can have changed it.
    """
    fields = owner.__dict__
    if "any_elements" in fields:
        owner.any_elements.append(_as_data(child))
    else:
        fields.setdefault("_kept", []).append(child)


class AnyElementsField:
    """The field ``any_elements`` of an object, until it is first read."""

    __slots__ = ()

    def __get__(self, element: Any, owner: type | None = None) -> Any:
        """What was kept as plain data, in a list that stays with the object."""
        if element is None:
            return self
        fields = vars(element)
        made: list[object] = [_as_data(child) for child in fields.get("_kept", ())]
        fields["any_elements"] = made
        fields.pop("_kept", None)
        return made


class _ElementOrigin:
    """The XML element that a generic element was read from, beside its data: copies share it, pickles go without."""

    __slots__ = ("element",)

    def __init__(self, element: _Element | None) -> None:
        self.element = element

    def __deepcopy__(self, memo: dict[int, Any]) -> _ElementOrigin:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (_ElementOrigin, (None,))


def _as_data(child: _Element | AnyElement) -> AnyElement:
    if is_generic(child):
        return child
    made = any_element(child)
    made._place = _ElementOrigin(cast("_Element", child))  # type: ignore[attr-defined]
    return made


def place_of(extra: AnyElement) -> _Element | None:
    """The XML element that a generic element was kept for; None where that is not known, as for one made in Python."""
    place = getattr(extra, "_place", None)
    return None if place is None else place.element


def any_text(text: str) -> AnyElement:
    """Text where none belongs, as plain data: just as it was written."""
    return _any_element_class()(text=text)


@cache
def _any_element_class() -> type[AnyElement]:
    # xsdata takes long to load, and most documents have nothing unknown
    from xsdata.formats.dataclass.models.generics import AnyElement

    return AnyElement


def any_element(element: Any) -> AnyElement:
    """An element as plain data: name, attributes, text, children; a text of blanks is none, as for the readers."""
    return _any_element_class()(
        qname=str(element.tag),
        text=_content(element.text) or "",
        tail=_content(element.tail),
        attributes=dict(element.items()),
        children=[any_element(child) for child in element[:]],
    )


def is_generic(value: Any) -> TypeGuard[AnyElement]:
    """Whether something is xsdata's generic element, which is not loaded to find that out."""
    return type(value).__name__ == "AnyElement"


def copy_value(value: Any, memo: dict[int, Any]) -> Any:
    """A copy of what a list of ``any_elements`` may hold; generic elements may be nested deeply."""
    from copy import deepcopy  # a check copies nothing

    if not is_generic(value):
        return deepcopy(value, memo)
    twin = replace(value)
    if "_place" in vars(value):
        vars(twin)["_place"] = vars(value)["_place"]
    ahead = [twin]
    while ahead:
        made = ahead.pop()
        made.attributes = dict(made.attributes)
        made.children = [replace(child) if is_generic(child) else deepcopy(child, memo) for child in made.children]
        ahead += filter(is_generic, made.children)
    return twin


def _content(text: str | None) -> str | None:
    return text if text and not text.isspace() else None
