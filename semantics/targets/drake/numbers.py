"""Numbers of URDF documents that Drake refuses although they are numbers: those that are not finite."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules_drake as rules
from ....runtime.element import Element, written_fields
from ....runtime.sink import Sink
from ....runtime.source import literal_tag
from ...core.bindings import bindings_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..apply_table import AppliedTable


def check_numbers(document: AppliedTable, sink: Sink) -> None:
    """Reports every number of a URDF document that is infinite or not a number."""
    typed = bindings_of("urdf").decode(document.root, Sink(), silent=True)
    for element, attribute in _not_finite(typed):
        if document.is_left_out(element):
            continue
        tag, text = literal_tag(element), element.text
        if attribute is not None:
            # that of an attribute whose prefix is bound to a namespace is found by the name without it
            local = attribute.rsplit(":", 1)[-1]
            others = (str(value) for key, value in element.items() if str(key).endswith(local))
            text = element.get(attribute) or next(others, "")
        what = f"attribute {attribute!r} of <{tag}>" if attribute else f"<{tag}>"
        sink.report(rules.NOT_FINITE, element, attribute=attribute, what=what, text=(text or "").strip())


def _not_finite(owner: Element) -> Iterator[tuple[_Element, str | None]]:
    place = owner.source_element
    for name in written_fields(owner):
        value: Any = getattr(owner, name)
        for part in value if type(value) is list else (value,):
            if isinstance(part, Element):
                yield from _not_finite(part)
            elif place is not None and _is_odd(part):
                yield _written_at(owner, name, place)


def _is_odd(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_odd, value))
    return isinstance(value, float) and not math.isfinite(value)


def _written_at(owner: Element, name: str, place: _Element) -> tuple[_Element, str | None]:
    about = owner.__dataclass_fields__[name].metadata
    written = str(about.get("name", name))
    if about.get("type") == "Attribute":
        return place, written if ":" in written or about.get("namespace") is None else f"drake:{written}"
    child = next((part for part in place if literal_tag(part).rsplit(":", 1)[-1] == written), place)
    return child, None
