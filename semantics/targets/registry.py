"""The consumers that can be asked for, one row each.

A consumer is a row, a table ``schemas/<name>/rules.toml``, and, for what a table cannot say, modules in
``semantics/targets/<name>`` that the row names. ``docs/schemas.md`` describes the table.
"""

from __future__ import annotations

from ..core.target import Consumer, Dialect

LIBSDFORMAT = Consumer(
    name="libsdformat",
    formats=("sdformat", "urdf"),
    dialect=Dialect.LIBSDFORMAT,
    checks="checks:check",
    convert="urdf:as_sdformat",
    reads_included=True,
)
DRAKE = Consumer(
    name="drake",
    formats=("sdformat", "urdf", "dmd"),
    dialect=Dialect.DRAKE,
    checks="checks:check",
    adjust_description="scene:as_drake_builds",
    adjust_included="scene:as_interface",
    judges_included=True,
)
URDFDOM = Consumer(name="urdfdom", formats=("urdf",), checks="checks:check")
DART = Consumer(
    name="dart",
    formats=("skel",),
    dialect=Dialect.DART,
    checks="checks:check",
    adjust_document="skel_parser:as_dart_reads",
)

CONSUMERS: dict[str, Consumer] = {row.name: row for row in (LIBSDFORMAT, DRAKE, URDFDOM, DART)}

READER_OF_INCLUDED = next(row for row in CONSUMERS.values() if row.reads_included)
"""Says what an included document of another format means where no consumer is asked for."""


def consumer_named(name: str) -> Consumer:
    """The row of that name.

    Raises:
        ValueError: there is none.
    """
    found = CONSUMERS.get(name)
    if found is None:
        raise ValueError(f"target is {name!r}; it has to be one of {', '.join(CONSUMERS)}")
    return found
