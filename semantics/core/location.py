"""A stretch of a file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Location:
    """A stretch of a file; lines and columns count from 1, columns in characters.

    Attributes:
        file: the path that the document was loaded by; None for a text.
        line: where it begins.
        column: where it begins.
        end_line: where it ends.
        end_column: the column behind its last character.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> bodyplan.location_of(doc.root.joint[0].limit, "upper")
        Location(file='examples/arm.urdf', line=34, column=25, end_line=34, end_column=36)
    """

    file: str | None
    line: int
    column: int
    end_line: int
    end_column: int
