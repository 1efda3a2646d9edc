"""``python -m tests.differential.conversions``: what targets read otherwise in the results of conversions than in their sources.

Every document of the corpora is converted in all directions whose readings are compared, for all targets. The table beside this file
(``conversions.json``) says of each how many documents were converted, in how many ``convert`` found differences by reading the
result as the target does that no writer had reported, and how many these are; and of how many differences by the complete ``diff``
nothing was reported where they stand, of which there may be none. Documents that come back and are the same by
``diff``, without anything stored, are counted, too, and others of which nothing was reported, of which there may be none either.
"""

from __future__ import annotations

import argparse
import json
import re
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
KINDS = ("documents", "unconvertible", "differing", "differences", "silent")
ROOTS = ("sdf", "world", "model", "robot", "skel", "skeleton")
"""Elements of which a finding says nothing of what is in them, unless they are lost."""
LINKS = ("link", "body")
SHAPES = ("visual", "collision")


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


def find_silent(document: bodyplan.AnyDocument, made: bodyplan.Conversion[Any]) -> list[bodyplan.Difference]:
    """What ``diff`` finds of a document and the text of its conversion where nothing was reported.

    A finding speaks of a difference where it stands in the element that differs, or at one around it that is no model or is lost; of
    several shapes of a link it is not known which is gone. Where a link is another place, so is its joint in it; another name is
    reported where it is said. What only the result has follows from what is reported at all.
    Shapes may say what is taken where nothing is written. What is refused without its target cannot be compared so.
    """
    try:
        text = made.document.dumps()
        result = bodyplan.loads(text, format=made.document.format, base_dir=Path(str(document.path)).parent)
        differences = bodyplan.diff(document, result)
    except bodyplan.LoadError:
        return []
    findings = [*made.losses, *made.changes]
    reported = {(each.file, each.line) for each in findings}
    lost = {(each.file, each.line) for each in made.losses}
    named = {name for each in findings for name in re.findall(r"'([^']*)'", each.message)}
    children = {name.rpartition("::")[2]: joint.child for name, joint in document.scene.joints.items()}
    places = [
        (place, type(element).__name__.lower())
        for _, element in bodyplan.walk(document.root)
        if (place := bodyplan.location_of(element)) is not None
    ]

    def is_reported(difference: bodyplan.Difference) -> bool:
        place = difference.old_place
        if place is None:
            return bool(findings)
        if difference.change == "changed" and difference.old is None and difference.kind in SHAPES:
            return True
        if isinstance(difference.new, str) and difference.new in named:
            return True
        if (difference.kind, difference.what) == ("joint", "pose"):
            child = children.get(difference.name.rpartition("::")[2], "")
            if child.rpartition("::")[2] in named:
                return True
        if all(each.file != place.file for each, _ in places):  # it is included
            return any(file == place.file for file, _ in reported)
        around = [(each, tag) for each, tag in places if each.line <= place.line <= each.end_line]
        own = [each for each, _ in around if (each.line, each.column) == (place.line, place.column)]
        if difference.kind in SHAPES and difference.change == "removed":
            own += [each for each, tag in around if tag in LINKS]
        inside = {line for each in own for line in range(each.line, each.end_line + 1)} | {place.line}
        return any((place.file, line) in reported for line in inside) or any(
            (place.file, each.line) in (lost if tag in ROOTS else reported) for each, tag in around
        )

    return [each for each in differences if not is_reported(each)]


def judge(paths: Iterable[Path], to: str, target: str | None) -> tuple[Counter[str], Counter[str]]:
    """The row of the table for documents converted for a target, and the kinds of differences that were found."""
    row: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
    kinds: Counter[str] = Counter()
    for path in paths:
        document = load(path)
        made = None if document is None else convert(document, to, target)
        if document is None or made is None:
            row["unconvertible"] += 1
            continue
        found = [each for each in made.changes if each.code == READ_OTHERWISE.code]
        row["documents"] += 1
        row["differing"] += bool(found)
        row["differences"] += len(found)
        kinds.update(map(describe, found))
        silent = find_silent(document, made)
        row["silent"] += len(silent)
        for each in silent:
            print(f"  {path}: silent: {each.kind} {each.name} {each.change} {each.what or ''}", flush=True)
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
    parser.add_argument("--every", type=int, default=2, metavar="N", help="take one of N documents (default: 2)")
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
