"""A toy format: walls of blocks, each on another one. One folder, and the row below."""

from bodyplan.semantics.formats.registry import Format

ROW = Format(
    name="brick",
    title="Brick",
    tags=("wall",),
    endings=(".brick",),
    has_schema=False,
    decoding="brick.decoding",
    front_end="brick.front_end",
    writing="brick.writing",
)
