"""Scoped names: how what is in a model is called from outside of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container

WORLD = "world"
SEPARATOR = "::"
MODEL_FRAME = "__model__"


def make_scoped_name(name: str, scope: str) -> str:
    """The full name of what is called ``name`` in ``scope``."""
    return name if scope == WORLD else f"{scope}{SEPARATOR}{name}"


def joint_frame_name(name: str, taken: Container[str]) -> str:
    """A name for the frame of a joint whose own name something else has."""
    frame = f"{name}__joint__"
    while frame in taken:
        frame += "_"
    return frame


def is_reserved(name: str) -> bool:
    """Whether a name has a meaning of its own."""
    return name == WORLD or (len(name) > 3 and name[:2] == "__" and name[-2:] == "__")
