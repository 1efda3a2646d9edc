"""Measures how the cost of everything grows with the size of a document, for many shapes of large documents.

    python benchmarks/growth.py [--only TEXT] [--what STEP] [--size N] [--seconds] [--jobs N] [--fresh]
    python benchmarks/growth.py --large [--only TEXT] [--what STEP]

For each shape (``benchmarks/growing``) and each thing to be done with it, the calls of functions are counted for a
document of a size and those of twice, four and eight times that size: they are the same on every machine. ``--seconds``
measures the time of the processor, too, which also includes what happens inside one call, but is never the same
twice. An exponent is the slope of a cost over three doublings, without what the smallest document costs; 1 is in
proportion. What was measured is kept in ``.growth/``: a run that was stopped goes on where it was, ``--only`` measures its
shapes again, ``--fresh`` forgets all. Renews ``growth.md`` when all shapes are measured; exits with 1 if an exponent is
above its bound. With ``--what``, ``--size`` or ``--seconds`` nothing is kept.

With ``--large`` the time of the processor is measured for documents of 1,000 to 32,000 parts (``benchmarks/growing/large.py``),
which takes an hour; ``growth_large.md`` is renewed when all is measured.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path

from staleness import write_page

sys.path.insert(0, str(Path(__file__).parent))

from growing import faults, large, others, sdformat, urdf
from growing.making import Shape
from growing.measuring import BOUND, Growth, measure

SHAPES: list[Shape] = [*sdformat.SHAPES, *urdf.SHAPES, *others.SHAPES, *faults.SHAPES]
TABLE = Path(__file__).with_name("growth.md")
KEPT = Path(__file__).parent.parent / ".growth" / "measured.json"
LARGE_TABLE = Path(__file__).with_name("growth_large.md")
SIZE, DEEP_SIZE = 24, 20


def named(shape: Shape) -> str:
    """How a shape is asked for and kept."""
    return f"{shape.format} {shape.name}"


def _measured(asked: tuple[int, int | None, str | None, bool]) -> tuple[int, list[Growth]]:
    number, size, only, seconds = asked
    shape = SHAPES[number]
    return number, measure(shape, DEEP_SIZE if shape.deep else size or SIZE, only, seconds)


def kept() -> dict[str, list[Growth]]:
    """What was measured before, by the names of shapes."""
    if not KEPT.exists():
        return {}
    found = json.loads(KEPT.read_text(encoding="utf-8"))
    return {name: [Growth(**growth) for growth in growths] for name, growths in found.items()}


def keep(name: str, found: list[Growth]) -> None:
    """Keeps what was measured of a shape, beside what other processes kept."""
    KEPT.parent.mkdir(exist_ok=True)
    everything = {**kept(), name: found}
    after = KEPT.with_suffix(".new")
    after.write_text(
        json.dumps({name: list(map(asdict, found)) for name, found in everything.items()}), encoding="utf-8"
    )
    after.replace(KEPT)


def shown(value: float) -> str:
    """An exponent for the table."""
    return "∞" if math.isinf(value) else f"{value:.2f}"


def table(everything: dict[str, list[Growth]]) -> str:
    """The page of all exponents: for each shape those of calls, and the largest of time."""
    measured = [growth for found in everything.values() for growth in found]
    # targets last, under one heading: the largest
    columns = [step for step in dict.fromkeys(growth.what for growth in measured) if not step.startswith("check for")]
    above = sum(not growth.is_bounded for growth in measured)
    lines = [
        "# How costs grow",
        "",
        "Made by `python benchmarks/growth.py`, which says how. Exponents of calls over three doublings of the document;",
        f"{BOUND} is the bound. A cost that does not grow has 0, what cannot be done with a document nothing.",
        f"{len(everything)} shapes, {len(measured)} exponents, {above} above the bound.",
        "",
        f"| shape | {' | '.join(columns)} | check for any target |",
        f"| --- |{' --- |' * (len(columns) + 1)}",
    ]
    for shape in SHAPES:
        found = {growth.what: growth for growth in everything[named(shape)]}
        targets = [growth for what, growth in found.items() if what.startswith("check for")]
        cells = [_cell(found[column]) if column in found else "" for column in columns]
        cells.append(_cell(max(targets, key=lambda growth: growth.exponent)) if targets else "")
        lines.append(f"| {shape.format}: {shape.name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(growth: Growth) -> str:
    return shown(growth.exponent) if growth.exponent <= BOUND else f"**{shown(growth.exponent)}**"


def _line(shape: Shape, growth: Growth) -> str:
    calls, seconds = (costs[-1] if costs else 0 for costs in (growth.calls, growth.seconds))
    return (
        f"{shape.format:9}{shape.name:38}{growth.what:24}{shown(growth.exponent):>6}{shown(growth.time_exponent):>6}"
        f"  {calls:>9} calls {seconds:8.3f} s"
    )


def measure_large(only: str | None, what: str | None) -> int:
    """Measures large documents, one after the other, and writes their table when all were measured."""
    rows = [row for row in large.ROWS if (only or "") in row.document and what in (None, row.step)]
    measured = []
    for row in rows:
        found = large.measure(row)
        measured.append(found)
        seconds = " ".join(f"{each:8.3f}" for each in found.seconds)
        print(f"{row.document:34}{row.step:26}{shown(found.exponent):>6}  {seconds}", flush=True)
    if len(rows) == len(large.ROWS):
        write_page(LARGE_TABLE, large.table(measured))
    bad = sum(found.exponent > large.BOUND for found in measured)
    print(len(measured), "rows,", bad, "above the bound")
    return 1 if bad else 0


def main() -> int:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", help="shapes whose format and name hold this text")
    parser.add_argument("--what", help="the one thing to be done")
    parser.add_argument("--size", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", action="store_true")
    parser.add_argument("--large", action="store_true", help="time of documents of 1,000 to 32,000 parts")
    parser.add_argument("--fresh", action="store_true", help="measure all again")
    asked = parser.parse_args()
    if asked.large:
        return measure_large(asked.only, asked.what)
    keeps = asked.what is None and asked.size is None and not asked.seconds
    if keeps and asked.fresh:
        KEPT.unlink(missing_ok=True)
    everything = kept() if keeps else {}
    numbers = [
        number
        for number, shape in enumerate(SHAPES)
        if (named(shape) not in everything if asked.only is None else asked.only in named(shape))
    ]
    with get_context("fork").Pool(asked.jobs, maxtasksperchild=20) as pool:
        tasks = [(number, asked.size, asked.what, asked.seconds) for number in numbers]
        for number, found in pool.imap_unordered(_measured, tasks):
            shape = SHAPES[number]
            everything[named(shape)] = found
            if keeps:
                keep(named(shape), found)
            for growth in found:
                if asked.what or not growth.is_bounded:
                    print(_line(shape, growth), flush=True)
    if keeps:
        everything = kept()
    everything = {named(shape): everything[named(shape)] for shape in SHAPES if named(shape) in everything}
    if keeps and len(everything) == len(SHAPES):
        write_page(TABLE, table(everything))
    growths = [growth for found in everything.values() for growth in found]
    bad = sum(not growth.is_bounded for growth in growths)
    print(len(everything), "shapes,", len(growths), "growths,", bad, "above the bound")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
