"""Whether a typed document has all that another one has."""

from __future__ import annotations

from typing import Any

from bodyplan.runtime.element import Element, is_written, written_fields


def holds_all(after: Any, before: Any) -> bool:
    """Whether an element has every field that another one has."""
    if isinstance(before, list):
        return len(after) == len(before) and all(map(holds_all, after, before))
    if not isinstance(before, Element):
        return repr(after) == repr(before)  # a value may be no number
    return type(after) is type(before) and all(
        is_written(after, name) and holds_all(getattr(after, name), getattr(before, name))
        for name in written_fields(before)
    )
