"""Parts without a place in a format, stored where its readers pass over them."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from ...runtime.generic import any_element
from ...runtime.source import literal_tag
from .ledger import NAMESPACE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from .ledger import Left


def store(holder: Any, left: Iterable[Left], nameless: Iterable[_Element] = ()) -> None:
    """Puts what was left into an element, each part with the path of the element that it stood in.

    Args:
        holder: gets one element ``kept`` of our namespace, if there is anything.
        left: what nothing took.
        nameless: what had no name, and got one.
    """
    parts: list[Any] = []
    for each in left:
        part: Any
        if each.attribute is None:
            around = each.element.getparent()
            copy = deepcopy(each.element)
            copy.tail = None
            part = any_element(copy)
            _label(part, "in", "" if around is None else _path(around))
        else:
            part = _new("attribute")
            _label(part, "in", _path(each.element))
            part.attributes |= {"name": each.attribute, "value": each.element.get(each.attribute) or ""}
        parts.append(part)
    for element in nameless:
        part = _new("nameless")
        _label(part, "in", _path(element))
        parts.append(part)
    if parts:
        kept = _new("kept")
        kept.children.extend(parts)
        holder.any_elements.append(kept)


def _new(name: str) -> Any:
    from xsdata.formats.dataclass.models.generics import AnyElement

    return AnyElement(qname=f"{{{NAMESPACE}}}{name}", text="", attributes={}, children=[])


def _label(part: Any, name: str, value: str) -> None:
    part.attributes[f"{{{NAMESPACE}}}{name}"] = value


def _path(element: _Element) -> str:
    """Where an element stands: tags, each with its name or its number among those alike."""
    steps = []
    at: _Element | None = element
    while at is not None:
        name = at.get("name")
        around = at.getparent()
        step = literal_tag(at)
        if name:
            step += f'[@name="{name}"]'
        elif around is not None:
            alike = [each for each in around if each.tag == at.tag]
            if len(alike) > 1:
                step += f"[{alike.index(at) + 1}]"
        steps.append(step)
        at = around
    return "/" + "/".join(reversed(steps))
