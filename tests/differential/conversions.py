"""``python -m tests.differential.conversions``: what targets read otherwise in the results of conversions than in their sources.

Every document of the corpora is converted in all directions whose readings are compared, for all targets. The table beside this file
(``conversions.json``) says of each how many documents were converted, in how many ``convert`` found differences by reading the
result as the target does that no writer had reported, and how many these are. Documents that come back and are the same by
``diff``, without anything stored, are counted, too, and others of which nothing was reported, of which there may be none.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import bodyplan
from bodyplan.diagnostics.rules import READ_OTHERWISE

TABLE = Path(__file__).with_name("conversions.json")
CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
ENDINGS = {".urdf": "urdf", ".sdf": "sdformat", ".world": "sdformat", ".skel": "skel"}
DIRECTIONS: dict[tuple[str, str], tuple[str, ...]] = {
    ("urdf", "sdformat"): ("gazebo", "drake"),
    ("sdformat", "urdf"): ("gazebo", "drake", "ros", "mujoco"),
    ("skel", "sdformat"): ("gazebo", "drake"),
    ("skel", "urdf"): ("gazebo", "drake", "ros"),
}
WAYS_BACK = (("urdf", "sdformat"), ("sdformat", "urdf"))
KINDS = ("documents", "unconvertible", "differing", "differences")


def documents(format: str, every: int) -> list[Path]:
    """The documents of a format in the corpora, or one of some of them."""
    found = []
    for path in sorted(CORPUS.rglob("*")):
        if ENDINGS.get(path.suffix) == format and path.is_file():
            found.append(path)
    return found[::every]


def load(path: Path) -> bodyplan.AnyDocument | None:
    """A document; None where it has errors."""
    try:
        return bodyplan.load(path, search_paths=[path.parent])
    except bodyplan.LoadError:
        return None


def convert(document: bodyplan.AnyDocument, to: Any, target: Any = None) -> bodyplan.Conversion[Any] | None:
    """A conversion; None where there is none."""
    try:
        return bodyplan.convert(document, to, target=target)
    except (bodyplan.LoadError, ValueError):
        return None


def describe(finding: bodyplan.Diagnostic) -> str:
    """What kind of difference a finding is: names of single things are left out."""
    words = finding.arguments
    parts = [part.partition("[")[0] for part in (words["what"] or "").split("/")]
    return f"{words['kind']} {words['change']} {'/'.join(parts)}".strip()


def judge(paths: Iterable[Path], to: str, target: str) -> tuple[Counter[str], Counter[str]]:
    """The row of the table for documents converted for a target, and the kinds of differences that were found."""
    row: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
    kinds: Counter[str] = Counter()
    for path in paths:
        document = load(path)
        made = None if document is None else convert(document, to, target)
        if made is None:
            row["unconvertible"] += 1
            continue
        found = [each for each in made.changes if each.code == READ_OTHERWISE.code]
        row["documents"] += 1
        row["differing"] += bool(found)
        row["differences"] += len(found)
        kinds.update(map(describe, found))
    return row, kinds


def come_back(paths: Iterable[Path], of: str, to: str) -> Counter[str]:
    """How many documents come back from another format, how many the same, and how many others had nothing reported."""
    row: Counter[str] = Counter(documents=0, same=0, silent=0)
    for path in paths:
        document = load(path)
        there = None if document is None else convert(document, to)
        back = None if there is None else convert(there.document, of)
        if document is None or there is None or back is None:
            continue
        row["documents"] += 1
        if not bodyplan.diff(document, back.document):
            row["same"] += 1
        elif not (there.losses or there.changes or back.losses or back.changes):
            row["silent"] += 1
    return row


def rows(every: int) -> Iterator[tuple[str, Counter[str], Counter[str]]]:
    """All rows with their names, and the kinds of differences that were found for each."""
    for (of, to), targets in DIRECTIONS.items():
        for target in targets:
            yield f"{of} to {to} for {target}", *judge(documents(of, every), to, target)
    for of, to in WAYS_BACK:
        yield f"{of} to {to} and back", come_back(documents(of, every), of, to), Counter()


def main() -> int:
    """Prints the rows, and writes the table if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take one of N documents")
    parser.add_argument(
        "--kinds", type=int, default=0, metavar="N", help="print the N most frequent kinds of differences"
    )
    parser.add_argument("--write", action="store_true", help="write the table")
    options = parser.parse_args()
    table: dict[str, dict[str, int]] = {}
    for name, row, kinds in rows(options.every):
        table[name] = dict(row)
        print(f"{name}: {', '.join(f'{count} {kind}' for kind, count in row.items())}", flush=True)
        for kind, count in kinds.most_common(options.kinds):
            print(f"  {count:5} {kind}")
    if options.write:
        TABLE.write_text(json.dumps({"every": options.every, "rows": table}, indent=2) + "\n", encoding="utf-8")
    return int(any(row.get("silent") for row in table.values()))


if __name__ == "__main__":
    sys.exit(main())
