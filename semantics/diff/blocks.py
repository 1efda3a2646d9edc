"""Blocks of a robot (URDF) about one thing, which say together what one of them would."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.element import Element

if TYPE_CHECKING:
    from collections.abc import Iterable

BLOCK = "Gazebo"
EXTRA = ("any_elements", "_kept")
"""Where a block holds what the description of the format does not have, once that was asked for and before."""


def join_blocks(elements: Iterable[Any]) -> list[Any]:
    """The elements with one block in the place of several about one thing, where none says what another says, too."""
    made: list[Any] = []
    at: dict[str | None, int] = {}
    for element in elements:
        if type(element).__name__ != BLOCK:
            made.append(element)
            continue
        about = vars(element).get("reference")
        number = at.setdefault(about, len(made))
        joined = _join(made[number], element) if number < len(made) else None
        if joined is None:
            at[about] = len(made)
            made.append(element)
        else:
            made[number] = joined
    return made


def _join(one: Element, other: Element) -> Element | None:
    """One block that says what two say; None where both say the same part."""
    both = {name: value for name, value in vars(one).items() if name not in EXTRA}
    for name, value in vars(other).items():
        if name in EXTRA or value in (None, [], {}):
            continue
        if both.get(name) not in (None, [], {}) and name[0] != "_" and name != "reference":
            return None
        both.setdefault(name, value)
    made = type(one).implied()
    vars(made).update(both, any_elements=[*one.any_elements, *other.any_elements])
    return made
