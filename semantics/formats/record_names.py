"""The records of a description under other names, for another description that takes them in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.records import replace
from ..ir.scoped_names import SEPARATOR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..ir.world import WorldIR

FRAMED = ("frames", "models", "links", "joints", "attachments")
RECORDS = (*FRAMED, "constraints", "force_elements", "actuators", "collision_groups")
"""The lists of a description that are taken in; the first may hold what is in the world beside a model."""
CHECKED = ("links", "joints", "attachments")
"""Those whose records are looked at with the document that they are in."""
NAMES = ("name", "scope", "owner", "frame")
"""What records hold full names in."""


def renamed_records(description: WorldIR, rename: Callable[[str], str]) -> Iterator[tuple[str, Any, Any]]:
    """All records but the root frame: the list that each is in, the record, and a copy with other full names."""
    for field in RECORDS:
        for record in getattr(description, field):
            if record is not description.frames[0]:
                names = {name: rename(full) for name in NAMES if (full := getattr(record, name, ""))}
                made = replace(record, **names)
                if field in CHECKED:
                    made.is_included = True
                yield field, record, made


def is_in_model(full: str, model: str) -> bool:
    """Whether a full name is that of a model or of something in it."""
    return full == model or full.startswith(model + SEPARATOR)
