"""``python -m tests.differential.robots CACHE``: conversions of robots from repositories of others, as all campaigns judge them.

``robots.toml`` names them. The folder ``CACHE`` has, or receives, a checkout of each repository, by git, as ``OWNER+NAME``; xacro
documents are expanded beside themselves there. Each robot is converted in every direction that begins with its format: what the target
reads otherwise is counted as in ``conversions``, what engines make otherwise of it as in ``engines``, what the installed libsdformat reads
otherwise as in ``gazebo_readings``. ``--write`` renews ``robots.json``, or the rows that ``--only`` names, in which no difference may be
silent.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import bodyplan
import tomllib

from . import conversions, engines, gazebo_readings
from .building import CannotBuild, series

LIST = Path(__file__).with_suffix(".toml")
TABLE = Path(__file__).with_suffix(".json")
HOST = "https://github.com"
EXPANDED = ".expanded.urdf"
Row = dict[str, int]


def check_out(cache: Path, name: str, commit: str) -> Path:
    """The checkout of a repository, which is fetched where it is not there."""
    folder = cache / name.replace("/", "+")
    if not folder.is_dir():
        folder.mkdir(parents=True)
        for words in (
            ("init", "-q"),
            ("fetch", "-q", "--depth", "1", f"{HOST}/{name}.git", commit),
            ("checkout", "-q", "FETCH_HEAD"),
        ):
            subprocess.run(["git", "-C", str(folder), *words], check=True)
    return folder


def prepare(path: Path) -> Path:
    """A document that other programs read, too: a xacro document, whatever its ending, expanded."""
    if path.suffix != ".xacro" and b"xmlns:xacro" not in path.read_bytes():
        return path
    made = path.with_name(path.name.removesuffix(".xacro").removesuffix(".urdf") + EXPANDED)
    if not made.is_file():
        text, _ = bodyplan.load(path, search_paths=[path.parent]).export(expand=True)
        made.write_text(text, encoding="utf-8")
    return made


def robots(cache: Path) -> Iterator[Path]:
    """The documents of all robots in the list."""
    for row in tomllib.loads(LIST.read_text(encoding="utf-8"))["repository"]:
        folder = check_out(cache, row["name"], row["commit"])
        yield from (prepare(folder / name) for name in row["files"])


def judge(found: dict[str, list[Path]], only: str) -> Iterator[tuple[str, Row, Counter[str]]]:
    """All rows whose names have a text in them, with the kinds of differences that were found."""
    for (of, to), targets in conversions.DIRECTIONS.items():
        for target in targets:
            name = f"{of} to {to} for {target}"
            if found.get(of) and only in name:
                row, kinds = conversions.judge(found[of], to, target)
                yield name, dict(row), kinds
    for of, to in conversions.WAYS_BACK:
        if only in (name := f"{of} to {to} and back"):
            yield name, dict(conversions.come_back(found[of], of, to)), Counter()
    for name, of, to, engine in engines.rows(only):
        if found.get(of):
            yield name, dict(engines.judge(found[of], of, to, engine)), Counter()
    try:
        with gazebo_readings.reader() as worker:
            for of, to in gazebo_readings.OPTIONS:
                if only in (name := f"{of} to {to} in libsdformat {series()}"):
                    row, kinds = gazebo_readings.judge(worker, found[of], to)
                    yield name, dict(row), kinds
    except CannotBuild as reason:
        print(f"libsdformat is left out: {reason}")


def main() -> int:
    """Prints the rows, and writes the table if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("cache", type=Path, metavar="CACHE", help="folder of the checkouts")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows that have this in their names")
    parser.add_argument("--kinds", type=int, default=0, metavar="N", help="print the N most frequent differences")
    parser.add_argument("--write", action="store_true", help="write the table")
    options = parser.parse_args()
    found: dict[str, list[Path]] = {"urdf": [], "sdformat": []}
    for path in robots(options.cache.resolve()):
        found[conversions.ENDINGS[path.suffix]].append(path)
    rows: dict[str, Row] = {}
    for name, row, kinds in judge(found, options.only):
        rows[name] = row
        print(f"{name}: {', '.join(f'{count} {kind}' for kind, count in row.items())}", flush=True)
        for kind, count in kinds.most_common(options.kinds):
            print(f"  {count:5} {kind}")
    if options.write:
        known = json.loads(TABLE.read_text(encoding="utf-8"))["rows"] if options.only and TABLE.is_file() else {}
        table = {"robots": {of: len(paths) for of, paths in found.items()}, "rows": {**known, **rows}}
        TABLE.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    return int(any(count for row in rows.values() for kind, count in row.items() if "silent" in kind))


if __name__ == "__main__":
    sys.exit(main())
