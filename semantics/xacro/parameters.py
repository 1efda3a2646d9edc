"""The list of parameters of a macro, as it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...runtime.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

# as xacro reads it, but that it never looks twice at what is in quotes
PARAMETER = compile_pattern(
    r"\s*(?P<name>[^\s:=]+?)\s*:?=\s*(?P<forward>\^\|?)?"
    r"(?P<default>\$\{.*?\}|\$\(.*?\)|(?:(?=(?P<quoted>'.*?'|\".*?\"|[^\s'\"]+))(?P=quoted))+|)(?:\s+|$)(?P<rest>.*)"
)
_BARE_PARAMETER = compile_pattern(r"\s*(?P<name>\S+)")


class MacroParameter(NamedTuple):
    """A parameter.

    Attributes:
        name: its name, without the asterisks of a block.
        start: where the name begins in the list.
        end: where it ends.
        stars: how many asterisks a block has; 0 for a value.
        default: as it is written; None where it has to be given.
    """

    name: str
    start: int
    end: int
    stars: int
    default: str | None

    @property
    def is_block(self) -> bool:
        """Whether it is given as an element in the call."""
        return self.stars > 0

    def __str__(self) -> str:
        shown = f"{'*' * self.stars}{self.name}"
        return shown if self.default is None else f"{shown}:={self.default}"


def iter_parameters(params: str) -> Iterator[MacroParameter]:
    """The parameters in a list."""
    place = 0
    while word := _BARE_PARAMETER.match(params, place):
        match = PARAMETER.match(params, place)
        found = word if match is None else match
        bare = found["name"].lstrip("*")
        default = None if match is None else f"{match['forward'] or ''}{match['default']}"
        stars = len(found["name"]) - len(bare)
        yield MacroParameter(bare, found.start("name") + stars, found.end("name"), stars, default)
        place = word.end() if match is None else match.start("rest")
