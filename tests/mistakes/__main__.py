"""``python -m tests.mistakes``: what is found of mistakes that people make; a table by kind."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from .documents import write_documents
from .kinds import KINDS
from .planting import EACH, Outcome, check, judge, plant

GOAL = 0.97
"""The share of mistakes that are to be reported once, at their line."""
VERDICTS = ("one", "missed", "several", "elsewhere")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mistakes", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="which places mistakes are put at")
    parser.add_argument("--each", type=int, default=EACH, help="mistakes of each kind")
    parser.add_argument("--kind", help="only kinds whose name or room has this in it")
    parser.add_argument("--show", action="store_true", help="what was found of each mistake that is not reported well")
    parser.add_argument("--all", action="store_true", help="kinds without fault in the table, too")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="bodyplan-mistakes-") as folder:
        documents = write_documents(Path(folder).resolve())
        wrong = 0
        for path in documents:
            for plausible in (False, True):
                for finding in check(path, plausible=plausible).diagnostics:
                    wrong += 1
                    print(f"{path.name}:{finding.line}: {finding.code} {finding.message} (in a clean document)")
        outcomes = [
            judge(each)
            for each in plant(documents, given.seed, given.each)
            if not given.kind or given.kind in (each.kind.name, each.kind.room) or given.kind in each.kind.name
        ]
    show(outcomes, every_kind=given.all, findings=given.show)
    good = sum(outcome.verdict == "one" for outcome in outcomes)
    print(
        f"{len({each.planted.kind.name for each in outcomes})} of {len(KINDS)} kinds, {len(outcomes)} mistakes:",
        end=" ",
    )
    print(", ".join(f"{sum(each.verdict == verdict for each in outcomes)} {verdict}" for verdict in VERDICTS), end="; ")
    print(f"{good / max(len(outcomes), 1):.1%} as they should be; {wrong} findings in {len(documents)} clean documents")
    return int(bool(wrong) or good < GOAL * len(outcomes))


def show(outcomes: list[Outcome], *, every_kind: bool, findings: bool) -> None:
    """Prints the table, and what was found."""
    by_kind: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_kind.setdefault(outcome.planted.kind.name, []).append(outcome)
    print(f"{'kind of mistake':44}{'room':12}" + "".join(f"{verdict:>10}" for verdict in VERDICTS) + "  rules")
    for name, group in by_kind.items():
        counts = Counter(outcome.verdict for outcome in group)
        if counts["one"] == len(group) and not every_kind:
            continue
        codes = " ".join(sorted({finding.code for outcome in group for finding in outcome.found}))
        room = group[0].planted.kind.room
        print(f"{name:44}{room:12}" + "".join(f"{counts[verdict] or '':>10}" for verdict in VERDICTS) + f"  {codes}")
        if findings:
            for outcome in group:
                if outcome.verdict != "one":
                    planted = outcome.planted
                    where = ", ".join(map(str, sorted(planted.lines)))
                    print(f"    {planted.document.name} {planted.number} line {where}: {outcome.verdict}")
                    for finding in outcome.found[:5]:
                        print(f"        {finding.line}: {finding.severity} {finding.code} {finding.message[:120]}")


if __name__ == "__main__":
    sys.exit(main())
