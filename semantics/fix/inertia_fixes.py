"""Fixes that write other moments of inertia: the nearest that a body can have, or those of the shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.numbers import to_float
from ..spatial.inertia import project_to_physical
from .candidate import Draft, NoFixFound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.saving.layout import WrittenElement
    from ..core.written_file import TextChange, WrittenValue
    from ..spatial.inertia import Moments
    from .candidate import Case

NAMES = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
DEFAULTS = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
"""What an element of SDFormat and SKEL says where it says nothing."""
DIGITS = 7
"""Of the moments that are written: they are well within what a body can have by that."""


def write_possible_inertia(case: Case) -> Iterator[Draft]:
    """The nearest moments that a body can have, with the same principal axes."""
    node = _inertia_of(case)
    if node is None:
        raise NoFixFound
    written = [_value(case, node, name) for name in NAMES]
    try:
        moments = [default if value is None else to_float(value.text) for value, default in zip(written, DEFAULTS)]
    except ValueError:
        raise NoFixFound from None
    ixx, iyy, izz, ixy, ixz, iyz = moments
    found = project_to_physical((ixx, iyy, izz, ixy, ixz, iyz))
    if found is not None:
        yield Draft("write the nearest moments that a body can have", _changes(case, node, found))


def write_inertia_of_shapes(case: Case) -> Iterator[Draft]:
    """The moments that the mass has where it fills the shapes evenly."""
    found: Moments | None = case.get_argument("of_shapes")
    if found is None:
        raise NoFixFound
    node = _inertia_of(case)
    title = "write the moments of its shapes"
    if node is not None:
        yield Draft(title, _changes(case, node, found))
        return
    inner = "".join(f"<{name}>{text}</{name}>" for name, text in zip(NAMES, _texts(found)))
    yield Draft(title, tuple(case.file.append_element(case.node, f"<inertia>{inner}</inertia>")))


def _inertia_of(case: Case) -> WrittenElement | None:
    """The element that has the moments: the one that the finding is about, or one in it."""
    names = case.file.layout.name
    inside = (case.node, *case.file.children(case.node))
    return next((each for each in inside if _value(case, each, "ixx") or names(each) == "moment_of_inertia"), None)


def _value(case: Case, node: WrittenElement, name: str) -> WrittenValue | None:
    """A moment, as an attribute or as an element."""
    file = case.file
    if name in file.layout.attributes(node):
        return file.value(node, name)
    inner = next((each for each in file.children(node) if file.layout.name(each) == name), None)
    return None if inner is None else file.value(inner, None)


def _changes(case: Case, node: WrittenElement, moments: Moments) -> tuple[TextChange, ...]:
    """The moments in the place of those that are written; products that are zero need not be."""
    changes = []
    for name, text, default in zip(NAMES, _texts(moments), DEFAULTS):
        value = _value(case, node, name)
        if value is not None:
            changes.append(case.file.replace_value(text, value))
        elif float(text) != default:
            raise NoFixFound
    return tuple(changes)


def _texts(moments: Sequence[float]) -> list[str]:
    """Moments with the digits that count beside the largest of them."""
    most = max(map(abs, moments))
    return [f"{0.0 if abs(each) < 1e-9 * most else each:.{DIGITS}g}" for each in moments]
