"""``python -m tests.differential.gazebo_readings``: what the installed libsdformat reads in results of conversions, and in their sources.

Each document of the corpora is converted for Gazebo: robots (URDF) to SDFormat with their fixed links lumped, as libsdformat does
by itself, and models of SDFormat to URDF. libsdformat reads the source and the result, and writes down what it has of both; these
two texts are compared by ``diff``. Of a difference the conversion has to say something. The table is ``gazebo_readings.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bodyplan
from bodyplan.runtime.element import Element, written_fields

from .building import built, series
from .conversions import documents, load
from .oracles import Worker

TABLE = Path(__file__).with_name("gazebo_readings.json")
NEWEST = {12: "1.9", 13: "1.10", 14: "1.11", 15: "1.12"}
"""The newest version of SDFormat that releases of libsdformat read."""
OPTIONS: dict[tuple[str, str], dict[str, Any]] = {
    ("urdf", "sdformat"): {"lump_fixed": True},
    ("sdformat", "urdf"): {},
}
VERDICTS = ("same", "differs, reported", "differs, silent", "result refused", "source refused", "not converted")
ENDINGS = {"urdf": ".urdf", "sdformat": ".sdf"}
TOLERANCE = 1e-5
"""libsdformat adds masses of lumped links by way of angles, which near a pitch of a quarter turn have no more digits."""
FRAME = "frame"
"""What stays of lumped links, of which releases have different ones."""
MADE_UP = "@name"
"""Of shapes of robots, which have no names there, or others with that of the link before them."""
UNREAD = ("drake:", "acceleration")
"""What libsdformat passes on, and Gazebo makes nothing of."""
Reading = tuple[str, list[bodyplan.Difference]]


@contextmanager
def reader() -> Iterator[Worker]:
    """The installed libsdformat.

    Raises:
        CannotBuild: there is none.
    """
    with tempfile.TemporaryDirectory() as folder:
        worker = Worker(built(Path(__file__).with_name("reading.cc"), Path(folder, "reading")))
        try:
            yield worker
        finally:
            worker.close()


def read(worker: Worker, path: Path) -> bodyplan.AnyDocument | None:
    """What libsdformat has of a file; None where it refuses it."""
    text = worker.read(path).get("text")
    if text is None:
        return None
    try:
        return bodyplan.loads(text, format="sdformat", base_dir=path.parent)
    except bodyplan.LoadError:
        return None


def compare(worker: Worker, document: bodyplan.AnyDocument, source: Path, to: Any) -> Reading:
    """The verdict on one conversion, and what libsdformat reads otherwise.

    Args:
        worker: see ``reader``.
        document: the one that is converted.
        source: its file.
        to: the format.
    """
    options = dict(OPTIONS[document.format, to])
    if to == "sdformat":
        options["version"] = NEWEST.get(series(), "1.12")
    try:
        made = bodyplan.convert(document, to, target="gazebo", **options)
    except (bodyplan.LoadError, ValueError):
        return "not converted", []
    before = read(worker, source)
    if before is None:
        return "source refused", []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"result{ENDINGS[to]}")
        made.document.save(path)
        after = read(worker, path)
    if after is None:
        return "result refused", []
    found = [each for each in bodyplan.diff(before, after, TOLERANCE) if counts(each)]
    if not found:
        return "same", []
    return ("differs, reported" if made.losses or made.changes else "differs, silent"), found


def counts(difference: bodyplan.Difference) -> bool:
    """Whether a difference in what libsdformat has is one to Gazebo."""
    what = difference.what or ""
    if difference.kind == FRAME or what == MADE_UP or any(each in what for each in UNREAD):
        return False
    if (difference.kind, what, difference.change) == ("joint", "axis", "added"):
        return False  # its converter gives joints that are fixed one
    return difference.what is None or says_something(difference.old) or says_something(difference.new)


def says_something(value: Any) -> bool:
    """Whether there is any value in an element: libsdformat's converter writes elements for surfaces that say nothing of them."""
    if not isinstance(value, Element):
        return value is not None
    held = (vars(value).get(name) for name in written_fields(value))
    return any(says_something(each) for values in held for each in (values if isinstance(values, list) else [values]))


def judge(worker: Worker, paths: Iterable[Path], to: str) -> tuple[Counter[str], Counter[str]]:
    """The row of the table for documents of one direction, and the kinds of differences that were found."""
    row: Counter[str] = Counter(dict.fromkeys(VERDICTS, 0))
    kinds: Counter[str] = Counter()
    for path in paths:
        document = load(path)
        if document is None:
            continue
        verdict, found = compare(worker, document, path, to)
        row[verdict] += 1
        kinds.update({f"{each.kind} {each.what or ''} {each.change}" for each in found})
    return row, kinds


def main() -> int:
    """Prints the rows, and writes the table if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--every", type=int, default=8, metavar="N", help="take one of N documents (default: 8)")
    parser.add_argument("--kinds", type=int, default=0, metavar="N", help="print the N most frequent differences")
    parser.add_argument("--write", action="store_true", help="write the table")
    options = parser.parse_args()
    rows: dict[str, dict[str, int]] = {}
    with reader() as worker:
        for of, to in OPTIONS:
            row, kinds = judge(worker, documents(of, options.every), to)
            rows[f"{of} to {to}"] = dict(row)
            print(f"{of} to {to}: {', '.join(f'{count} {verdict}' for verdict, count in row.items())}", flush=True)
            for kind, count in kinds.most_common(options.kinds):
                print(f"  {count:5} {kind}")
    if options.write:
        table = {"libsdformat": series(), "every": options.every, "rows": rows}
        TABLE.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    return int(any(row["differs, silent"] for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
