"""Scoped names: how what is in a model is called from outside of it."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

WORLD = "world"
SEPARATOR = "::"
MODEL_FRAME = "__model__"


def make_scoped_name(name: str, scope: str) -> str:
    """The full name of what is called ``name`` in ``scope``."""
    return name if scope == WORLD else f"{scope}{SEPARATOR}{name}"


def plain_name(name: str) -> str:
    """The name without its scope."""
    return name.rpartition(SEPARATOR)[2] or name


class HasName(Protocol):
    """A record with a name."""

    @property
    def name(self) -> str:
        """Its full name."""
        ...


def number_names(records: Iterable[HasName]) -> dict[str, int]:
    """The places of records by their names; of several with one name that of the first."""
    numbers: dict[str, int] = {}
    for number, record in enumerate(records):
        numbers.setdefault(record.name, number)
    return numbers


def joint_frame_name(name: str, taken: Container[str]) -> str:
    """A name for the frame of a joint whose own name something else has."""
    frame = f"{name}__joint__"
    while frame in taken:
        frame += "_"
    return frame


def site_frame_name(name: str, taken: Container[str]) -> str:
    """A name for the frame of a site: its own, where nothing has it."""
    frame = name
    if frame in taken:
        frame = f"{name}__site__"
    while frame in taken:
        frame += "_"
    return frame


def is_reserved(name: str) -> bool:
    """Whether a name has a meaning of its own."""
    return name == WORLD or (len(name) > 3 and name[:2] == "__" and name[-2:] == "__")


def shared_scope(names: Iterable[str], models: Iterable[str] = ()) -> str:
    """The innermost scope around all names, for pictures that leave it out; of models that may be the model itself.

    Args:
        names: scoped names; the world's is passed over.
        models: those among them that others may appear in.
    """
    inner = set(models)
    paths = [
        (name if name in inner else name.rpartition(SEPARATOR)[0]).split(SEPARATOR) for name in names if name != WORLD
    ]
    ends = zip(min(paths, default=[]), max(paths, default=[]))  # what the first and the last have, all between have
    return SEPARATOR.join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], ends))
