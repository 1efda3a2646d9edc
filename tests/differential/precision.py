"""``python -m tests.differential.precision``: what is found in files that their reference reads without a word.

Each such finding is either a false alarm or has a reason, which the rule gives (``nevertheless``) and its page shows.
The table beside this file says in how many files each rule speaks.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import bodyplan

TABLE = Path(__file__).with_name("precision.json")
SHARED = Path(__file__).resolve().parents[3] / "shared"
MODES = ("default", "refused", "strict")
"""What rules say by default, which of it keeps a file from being loaded, and what they say in strict mode."""

Rows = dict[str, dict[str, int]]
"""Of each mode: the codes of rules that speak, with the number of files that they speak of."""


def _libsdformat(said: dict[str, Any]) -> bool:
    return bool(said["check_valid"]) and not (said["load_errors"] or said.get("warnings") or said.get("stderr"))


def _drake(said: dict[str, Any]) -> bool:
    return bool(said["ok"] and said["strict_ok"]) and not said["warnings"]


def _dart(said: dict[str, Any]) -> bool:
    return said["status"] == "ok" and not (said["messages"] or said["messages_on_use"])


REFERENCES: dict[str, tuple[tuple[str, Callable[[dict[str, Any]], bool]], ...]] = {
    ".sdf": (("libsdformat", _libsdformat), ("drake", _drake)),
    ".world": (("libsdformat", _libsdformat),),
    ".urdf": (("drake", _drake), ("libsdformat", _libsdformat)),
    ".skel": (("dart", _dart),),
    ".dmd.yaml": (("drake", _drake),),
}
"""By ending: whose word counts, the first that has one, and whether it had none to say."""


class Clean(NamedTuple):
    """A file that its reference reads without a word."""

    path: Path
    search_paths: tuple[Path, ...]


def clean_files(shared: Path) -> Iterator[Clean]:
    """Every file of the corpora that its reference reads without a word."""
    listing = json.loads((shared / "expected" / "libsdformat" / "search_paths.json").read_text(encoding="utf-8"))
    corpora = shared / "corpus"
    for path in sorted(path for path in corpora.rglob("*") if path.is_file()):
        references = next((known for ending, known in REFERENCES.items() if path.name.endswith(ending)), ())
        inside = path.relative_to(corpora)
        for name, is_silent in references:
            # what DART says lies beside its corpus, what the others say of every corpus in a folder of that name
            expected = shared / "expected" / (inside if inside.parts[0] == name == "dart" else name / inside)
            expected = expected.with_name(f"{expected.name}.json")
            if expected.exists():
                if is_silent(json.loads(expected.read_text(encoding="utf-8"))):
                    entry = listing.get(inside.parts[0], {})
                    folders = [*entry.get("search", ()), *entry.get("packages", {}).values(), inside.parts[0]]
                    yield Clean(path, tuple(corpora / folder for folder in folders))
                break


def found_in(file: Clean) -> dict[str, dict[str, list[str]]]:
    """Of each mode: what each rule says of a file."""
    found: dict[str, dict[str, list[str]]] = {mode: {} for mode in MODES}
    for mode in MODES:
        report = bodyplan.check(file.path, search_paths=file.search_paths, strict=mode == "strict")
        for finding in report.diagnostics:
            if finding.severity != "note" and (mode != "refused" or finding.severity == "error"):
                found[mode].setdefault(finding.code, []).append(f"{file.path}:{finding.line}: {finding.message}")
    return found


def speaking(files: Iterable[Clean], jobs: int, show: Callable[[str, str], None] | None = None) -> Rows:
    """In how many files each rule speaks."""
    rows: Rows = {mode: {} for mode in MODES}
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(found_in, files, chunksize=16):
            for mode, codes in found.items():
                for code, lines in codes.items():
                    rows[mode][code] = rows[mode].get(code, 0) + 1
                    if show is not None and mode == "default":
                        for line in lines:
                            show(code, line)
    return {mode: dict(sorted(codes.items())) for mode, codes in rows.items()}


def complaints(measured: Rows, table: Rows, reasons: dict[str, str]) -> list[str]:
    """What is wrong with a table: rows that have grown, rows that could shrink, rules without a reason."""
    wrong = []
    for mode in MODES:
        for code in sorted({*measured[mode], *table[mode]}):
            now, before = measured[mode].get(code, 0), table[mode].get(code, 0)
            if now > before:
                wrong.append(
                    f"{mode}: {code} speaks of {now} files that the reference reads without a word, not of {before}"
                )
            elif now < before:
                wrong.append(f"{mode}: {code} speaks of {now} files only, not of {before}: renew the table")
            if now and not reasons.get(code):
                wrong.append(f"{mode}: {code} has no `nevertheless` that tells why it is right to speak")
    return wrong


def main() -> int:
    """Prints the table; the status is 1 where it is not the committed one."""
    from bodyplan.diagnostics.explanations.loader import read_explanation
    from bodyplan.diagnostics.registry import REGISTRY

    parser = argparse.ArgumentParser(prog="python -m tests.differential.precision", description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    parser.add_argument(
        "--show", metavar="CODE", action="append", default=[], help="print what a rule says by default, or all"
    )
    parser.add_argument("--update", action="store_true", help="renew the committed table")
    arguments = parser.parse_args()
    files = list(clean_files(SHARED))
    rows = speaking(
        files, arguments.jobs, lambda code, line: print(code, line) if {code, "all"} & {*arguments.show} else None
    )
    reasons = {code: read_explanation(code).nevertheless for code in REGISTRY}
    for code in sorted(set(chain(*rows.values()))):
        counts = "".join(f"{rows[mode].get(code, 0):8}" for mode in MODES)
        print(f"{code} {REGISTRY[code].name:32}{counts}  {reasons[code] or '(no reason)'}")
    print(f"{len(files)} files")
    if arguments.update:
        TABLE.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
        return 0
    wrong = complaints(rows, json.loads(TABLE.read_text(encoding="utf-8")), reasons)
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
