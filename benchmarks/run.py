"""Measures bodyplan beside other readers, in one run and in turns.

    python benchmarks/run.py [--oracle-python PATH] [--only files,corpus,growth,startup,profile] [--quick] [--keep] [--check]

Prints tables, writes ``results/run.json`` and ``results/run.svg``, and renews the tables of ``README.md`` unless only a
part was measured. Libraries and files that are not there are left out, and named.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import processes
import report
import rounds
import staleness
import startup
import workloads
from picture import picture
from readers import ALL, LIBSDFORMAT, READERS, Format
from rounds import FLOOR, OURS, Cast, say
from workloads import File

HERE = Path(__file__).parent
BUSY = 0.7
"""Processes running on average, from which on a measurement is disturbed."""
PARTS = ("files", "corpus", "growth", "startup", "profile")
SMALL: tuple[Format, ...] = ("sdformat", "urdf")
REPEATS = {1_000: 15, 10_000: 5, 100_000: 3}


def main() -> int:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--oracle-python", action="append", default=[], metavar="PATH", help="interpreter that has them"
    )
    parser.add_argument("--corpus", type=Path, default=workloads.CORPUS, help="folder of real files")
    parser.add_argument("--only", default=",".join(PARTS), help="parts to measure, with commas between them")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--quick", action="store_true", help="few rounds, no large worlds; the page stays as it is")
    parser.add_argument("--keep", action="store_true", help="leave the page as it is")
    parser.add_argument(
        "--check",
        action="store_true",
        help="measure nothing: fail where figures of a page are of other sources or another machine",
    )
    asked = parser.parse_args()
    if asked.check:
        return staleness.check_pages()
    parts = asked.only.split(",")
    if hasattr(os, "getloadavg") and os.getloadavg()[0] > BUSY:
        say("the machine is busy with something else: times will be too long, ratios uncertain")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    run = measure(parts, asked)
    results = HERE / "results"
    results.mkdir(exist_ok=True)
    (results / "run.json").write_text(json.dumps(run, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if run["files"]:
        (results / "run.svg").write_text(picture(run), encoding="utf-8")
    print(report.markdown(run))
    if not asked.keep and not asked.quick and set(parts) == set(PARTS):
        report.rewrite(HERE / "README.md", run)
    return 0


def measure(parts: list[str], asked: argparse.Namespace) -> dict[str, Any]:
    """The results of all parts."""
    count = 3 if asked.quick else asked.rounds
    cast = Cast([sys.executable, *asked.oracle_python])
    run: dict[str, Any] = {"versions": {}, "files": {}}
    files = workloads.corpus(asked.corpus)
    if not files:
        say(f"left out: all real files ({asked.corpus} is not there)")
    try:
        if files and {"files", "corpus"} & set(parts):
            cast.start([FLOOR, OURS, LIBSDFORMAT, *(set(READERS) - {FLOOR, OURS} if "files" in parts else ())])
            run["versions"] = {name: process.version for name, process in cast.running.items()}
        picked = pick(cast, files) if files else {}
        if "files" in parts:
            for key, file in picked.items():
                say(f"{file.path.name} …")
                found = [asdict(timing) for timing in rounds.side_by_side(cast, file, count, cast.of(file.format))]
                run["files"][key] = {"file": file.path.name, "bytes": file.size, "timings": found}
        if "corpus" in parts and files:
            say(f"{len(files)} files of the corpus …")
            run["corpus"] = rounds.whole_corpus(cast, files, 1 if asked.quick else 2)
    finally:
        cast.close()
    if "growth" in parts:
        say("generated worlds …")
        run["growth"] = rounds.growth(cast, list(REPEATS)[: 2 if asked.quick else 3], REPEATS)
    if "startup" in parts:
        say("new processes …")
        run["startup"] = startup.measure(2 * count, cast.interpreters)
    if "profile" in parts:
        chosen = pick(None, files)
        run["profile"] = {file.path.name: profile(file) for file in chosen.values()}
        if "shapes" in chosen:
            name = chosen["shapes"].path.name
            run["poses"] = {"file": name, "seconds": run["profile"][name]["poses"]}
            run["saving"] = {"file": name, "loads": run["profile"][name]["saving"]}
    return run


def pick(cast: Cast | None, files: list[File]) -> dict[str, File]:
    """The files that are read one by one, by what they represent; small ones only if bodyplan reads them."""
    chosen: dict[str, File | None] = {"shapes": workloads.shapes(files)}
    for format in ALL:
        chosen[format] = workloads.largest_robot(files, format)
    if cast is not None and OURS in cast.running:
        ours = cast.running[OURS]
        for format in SMALL:
            small = (file for file in workloads.by_size(files, format) if file.joints)
            sound = (file for file in small if ours.ask(file.path)["status"] == "read")
            chosen[f"smallest {format}"] = next(sound, None)
    return {key: file for key, file in chosen.items() if file is not None}


def profile(file: File) -> dict[str, Any]:
    """Stages and floors of one file, in a process of their own."""
    command = [sys.executable, str(HERE / "stages.py"), str(file.path)]
    environment = processes.environment(keep_heap=True)
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, env=environment)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    sys.exit(main())
