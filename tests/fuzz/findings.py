"""``python -m tests.fuzz.findings``: whether two checkouts find the same in corpora and in mutated documents, with every target.

    python -m tests.fuzz.findings --write before.txt [--every 10] [--mutations 1000]
    python -m tests.fuzz.findings --against before.txt [--every 10] [--mutations 1000]

The first is run in the checkout that is as it was, the second in the one that was made faster: it names what differs.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import tempfile
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import bodyplan

from .mutating import document
from .seeds import CHECKOUT, ENDINGS, folders_of

TARGETS = (None, "libsdformat", "urdfdom", "drake", "dart", "mujoco")
SALT = "findings"
LARGEST = 4_000_000
"""Bytes of a file of the corpora."""


def main(arguments: list[str] | None = None) -> int:
    """Writes what is found, or compares it."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.findings", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep what is found, compressed")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare with what was kept")
    parser.add_argument("--every", type=int, default=1, help="only each file of the corpora of that number")
    parser.add_argument("--mutations", type=int, default=1000, help="mutated documents")
    asked = parser.parse_args(arguments)
    found = list(findings(asked.every, asked.mutations))
    print(f"{len(found)} findings", file=sys.stderr)
    if asked.write is not None:
        asked.write.write_bytes(gzip.compress("\n".join(found).encode("utf-8", "surrogateescape")))
    if asked.against is None:
        return 0
    before = gzip.decompress(asked.against.read_bytes()).decode("utf-8", "surrogateescape").split("\n")
    different = list(unified_diff(before, found, "before", "now", n=0, lineterm=""))
    print("\n".join(different) or "all are equal")
    return int(bool(different))


def findings(every: int, mutations: int) -> Iterator[str]:
    """Each finding as a line of text."""
    for folder in folders_of(corpora=True):
        files = sorted(path for path in folder.rglob("*") if path.name.endswith((*ENDINGS, ".xml", ".world", ".xacro")))
        for path in files[::every]:
            if path.is_file() and path.stat().st_size <= LARGEST:
                yield from _findings_in(path, str(path.relative_to(CHECKOUT.parent)).removeprefix(CHECKOUT.name))
    with tempfile.TemporaryDirectory(prefix="bodyplan-findings-") as folder:
        for number in range(mutations):
            made = document(number, corpora=True, salt=SALT)
            ending = ".xml" if made.ending == ".mjcf" else made.ending
            path = Path(folder) / f"robot{ending}"
            path.write_bytes(made.data)
            yield from _findings_in(path, f"mutation {number}")


def _findings_in(path: Path, name: str) -> Iterator[str]:
    for target in TARGETS:
        try:
            report = bodyplan.check(path, **({} if target is None else {"target": target}))
        except Exception as error:  # noqa: BLE001 - it is to be the same one
            yield f"{name} [{target}]: {type(error).__name__}"
            continue
        for each in report.diagnostics:
            place = f"{each.line}:{each.column}-{each.end_line}:{each.end_column}"
            text = f"{each.severity} {each.code} {each.message} {each.xpath} {len(each.related)}"
            where = "" if each.file == str(path) else Path(each.file or "").name
            line = f"{name} [{target}] {where}:{place} {text}"
            yield line.replace(str(path.parent), ".").replace(str(CHECKOUT.parent), "..").replace("\n", "\\n")


if __name__ == "__main__":
    raise SystemExit(main())
