"""What leads to an element of an expansion, and how the values in it come about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from .located_text import FileSpan, SourceText, XacroFile, tag_place

Kind = Literal["call", "include", "insertion", "condition"]

WORDS: dict[Kind, str] = {
    "call": "in this call of {name}",
    "include": "included here",
    "insertion": "inserted here",
    "condition": "where this condition holds",
}


@dataclass(frozen=True, eq=False, slots=True)
class MacroStep:
    """One thing that led to an element: a call, an include, a block that was inserted, a condition."""

    kind: Kind
    name: str
    file: XacroFile
    offset: int
    before: MacroStep | None
    """What led there in turn."""

    @property
    def place(self) -> FileSpan:
        """Where it is written."""
        return tag_place(self.file, self.offset)

    @property
    def label(self) -> str:
        """What it is."""
        return WORDS[self.kind].format(name=self.name)

    def chain(self) -> Iterator[MacroStep]:
        """This, and all that led to it."""
        step: MacroStep | None = self
        while step is not None:
            yield step
            step = step.before


class LocatedElement(Protocol):
    """An element that knows where it was written."""

    file: XacroFile | None
    offset: int
    tagName: str

    @property
    def place(self) -> FileSpan | None:
        """Its start tag."""
        ...

    def chain(self) -> MacroStep | None:
        """What led to it, the last thing first."""
        ...


@dataclass(eq=False, slots=True)
class XacroDefinition:
    """A value that has a name: a property, an argument, what a call passes."""

    name: str
    text: SourceText | None
    """Where the value is written."""
    value: Evaluation | None = None
    """How it came about; None until it was evaluated, and for a value as it is written."""


class Evaluation(NamedTuple):
    """How a text was evaluated."""

    text: SourceText | None
    """The text, where it is known."""
    uses: tuple[XacroDefinition, ...]
    """What it was made of."""
    through: XacroDefinition | None
    """What it is the value of, with nothing added."""
