"""``python -m tests.differential.precision``: what is found in files that their reference reads without a word.

Each such finding is either a false alarm or has a reason, which the rule gives (``nevertheless``) and its page shows.
The table beside this file says in how many files each rule speaks, and ``false_findings.toml`` which findings are false alarms.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import bodyplan
import tomllib

TABLE = Path(__file__).with_name("precision.json")
SHARED = Path(__file__).resolve().parents[3] / "shared"
FALSE = Path(__file__).with_name("false_findings.toml")
MODES = ("default", "refused", "strict", "plausible")
"""What rules say by default, which of it keeps a file from being loaded, and what they say in strict mode and with
``plausible``."""
MOST_FALSE = 0.005
"""Of the findings of a mode."""

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


class Said(NamedTuple):
    """What a rule says, and where: as ``corpus/path:line``."""

    code: str
    place: str
    message: str


class Measured(NamedTuple):
    """What is found in files that their reference reads without a word."""

    rows: Rows
    findings: dict[str, int]
    """Of each mode."""
    false: dict[str, int]
    """How many of these are judged to be false alarms."""
    gone: tuple[str, ...]
    """Findings that are judged so, and are in no mode any more."""

    def share(self, mode: str) -> float:
        """Which part of the findings of a mode is false."""
        return self.false[mode] / max(1, self.findings[mode])


class Clean(NamedTuple):
    """A file that its reference reads without a word."""

    path: Path
    search_paths: tuple[Path, ...]
    corpora: Path
    """The folder that places in it are told from."""


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
                    yield Clean(path, tuple(corpora / folder for folder in folders), corpora)
                break


def false_findings() -> frozenset[tuple[str, str]]:
    """The code and the place of each finding that is judged to be a false alarm."""
    judged = tomllib.loads(FALSE.read_text(encoding="utf-8"))["finding"]
    assert all(each["why"] for each in judged)
    return frozenset((each["rule"], each["place"]) for each in judged)


def found_in(file: Clean) -> dict[str, list[Said]]:
    """Of each mode: what rules say of a file."""
    found: dict[str, list[Said]] = {mode: [] for mode in MODES}
    for mode in ("default", "strict", "plausible"):
        report = bodyplan.check(
            file.path, search_paths=file.search_paths, strict=mode == "strict", plausible=mode == "plausible"
        )
        # what is repeated through a file is one finding, or a file with a thousand boxes would outweigh all others
        for finding in report.fold():
            if finding.severity == "note":
                continue
            place = Path(finding.file).relative_to(file.corpora)
            said = Said(finding.code, f"{place}:{finding.line}", finding.message)
            found[mode].append(said)
            if mode == "default" and finding.severity == "error":
                found["refused"].append(said)
    return found


def measure(files: Iterable[Clean], jobs: int, show: Callable[[str, Said], None] | None = None) -> Measured:
    """In how many files each rule speaks, and how much of it is false."""
    rows = {mode: Counter[str]() for mode in MODES}
    findings, false = Counter[str](), Counter[str]()
    judged, gone = false_findings(), set(false_findings())
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(found_in, files, chunksize=16):
            for mode, said in found.items():
                rows[mode].update({each.code for each in said})
                findings[mode] += len(said)
                for each in said:
                    false[mode] += (each.code, each.place) in judged
                    gone.discard((each.code, each.place))
                    if show is not None:
                        show(mode, each)
    return Measured(
        {mode: dict(sorted(codes.items())) for mode, codes in rows.items()},
        dict(findings),
        {mode: false[mode] for mode in MODES},
        tuple(f"{code} {place}" for code, place in sorted(gone)),
    )


def complaints(measured: Measured, table: Rows, reasons: Mapping[str, str]) -> list[str]:
    """What is wrong: rows that have grown or could shrink, rules without a reason, too many false alarms, or fewer than judged."""
    wrong = [f"{finding} is judged to be false and is no longer found" for finding in measured.gone]
    for mode in MODES:
        if measured.share(mode) > MOST_FALSE:
            wrong.append(f"{mode}: {measured.share(mode):.2%} of what is found is false, more than {MOST_FALSE:.1%}")
        for code in sorted({*measured.rows[mode], *table[mode]}):
            now, before = measured.rows[mode].get(code, 0), table[mode].get(code, 0)
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
        "--show", metavar="CODE", action="append", default=[], help="print what a rule says, or all of them"
    )
    parser.add_argument(
        "--mode", choices=MODES, default="default", help="in which mode --show prints it (default: %(default)s)"
    )
    parser.add_argument("--update", action="store_true", help="renew the committed table")
    arguments = parser.parse_args()
    files = list(clean_files(SHARED))

    def show(mode: str, said: Said) -> None:
        if mode == arguments.mode and {said.code, "all"} & {*arguments.show}:
            print(*said)

    measured = measure(files, arguments.jobs, show)
    rows = measured.rows
    reasons = {code: read_explanation(code).nevertheless for code in REGISTRY}
    for code in sorted(set(chain(*rows.values()))):
        counts = "".join(f"{rows[mode].get(code, 0):8}" for mode in MODES)
        print(f"{code} {REGISTRY[code].name:32}{counts}  {reasons[code] or '(no reason)'}")
    print(f"{len(files)} files")
    for mode in MODES:
        print(
            f"{mode}: {measured.false[mode]} of {measured.findings[mode]} findings are false, {measured.share(mode):.2%}"
        )
    if arguments.update:
        TABLE.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
        return 0
    wrong = complaints(measured, json.loads(TABLE.read_text(encoding="utf-8")), reasons)
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
