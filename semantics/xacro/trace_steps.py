"""What leads to an element of an expansion, and how the values in it come about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from .located_text import File, Place, Text, tag_place

Kind = Literal["call", "include", "insertion", "condition"]

WORDS: dict[Kind, str] = {
    "call": "in this call of {name}",
    "include": "included here",
    "insertion": "inserted here",
    "condition": "where this condition holds",
}


@dataclass(frozen=True, eq=False, slots=True)
class Step:
    """One thing that led to an element: a call, an include, a block that was inserted, a condition."""

    kind: Kind
    name: str
    file: File
    offset: int
    before: Step | None
    """What led there in turn."""

    @property
    def place(self) -> Place:
        """Where it is written."""
        return tag_place(self.file, self.offset)

    @property
    def words(self) -> str:
        """What it is."""
        return WORDS[self.kind].format(name=self.name)

    def chain(self) -> Iterator[Step]:
        """This, and all that led to it."""
        step: Step | None = self
        while step is not None:
            yield step
            step = step.before


class Placed(Protocol):
    """An element that knows where it was written."""

    file: File | None
    offset: int
    tagName: str

    @property
    def place(self) -> Place | None:
        """Its start tag."""
        ...

    def chain(self) -> Step | None:
        """What led to it, the last thing first."""
        ...


@dataclass(eq=False, slots=True)
class Definition:
    """A value that has a name: a property, an argument, what a call passes."""

    name: str
    text: Text | None
    """Where the value is written."""
    value: Value | None = None
    """How it came about; None until it was evaluated, and for a value as it is written."""


class Value(NamedTuple):
    """How a text was evaluated."""

    text: Text | None
    """The text, where it is known."""
    uses: tuple[Definition, ...]
    """What it was made of."""
    through: Definition | None
    """What it is the value of, with nothing added."""
