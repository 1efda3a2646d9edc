"""``python -m tests.mutation``: how many small mistakes in the sources the tests notice, over a random sample.

It goes on where it stopped, and forgets what it knows of a file that was changed since.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .choosing import Choice, record
from .points import Mutant, mutants
from .trying import verdict

CHECKOUT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Tries mutants and prints those that survive; the status is 1 where fewer die than are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=600, help="how many mutants in all (default: %(default)s)")
    parser.add_argument("--seed", default="1", help="another one takes another sample")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    parser.add_argument("--more", type=int, help="stop after that many mutants, to go on another day")
    parser.add_argument("--least", type=float, default=0.85, help="share that has to die (default: %(default)s)")
    parser.add_argument("--state", type=Path, default=CHECKOUT / ".mutation", help="folder of verdicts and of coverage")
    parser.add_argument("--record", action="store_true", help="record anew which test runs which line")
    arguments = parser.parse_args()
    arguments.state.mkdir(parents=True, exist_ok=True)
    data, kept = arguments.state / "coverage.sqlite", arguments.state / "verdicts.json"
    if arguments.record or not data.exists():
        record(CHECKOUT, data)
    choice = Choice(CHECKOUT, data)
    known: dict[str, str] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    # by the hash of their names, so that a change of one file leaves most of the sample as it is
    sample = sorted(mutants(CHECKOUT), key=lambda each: _digest(f"{arguments.seed} {each.name}".encode()))
    del sample[arguments.sample :]
    digests = {each.file: _digest((CHECKOUT / each.file).read_bytes()) for each in sample}
    names = {each: f"{digests[each.file]} {each.name}" for each in sample}
    import numpy  # noqa: F401  # once for all mutants
    import pytest  # noqa: F401
    from lxml import etree  # noqa: F401

    with ThreadPoolExecutor(arguments.jobs) as pool:
        ahead = [each for each in sample if names[each] not in known][: arguments.more]

        def tried(each: Mutant) -> str:
            return verdict(each, choice.tests(each.file, each.line), CHECKOUT)

        for each, said in zip(ahead, pool.map(tried, ahead)):
            known[names[each]] = said
            kept.write_text(json.dumps(known, indent=0), encoding="utf-8")
            if said != "killed":
                print(f"{said}: {each.name}", flush=True)
    counts = Counter(known[names[each]] for each in sample if names[each] in known)
    total = sum(counts.values())
    share = counts["killed"] / total if total else 0.0
    print(
        f"{counts['killed']} of {total} died ({share:.1%}); {counts['survived']} survived, {counts['untested']} run in no test"
    )
    return 0 if share >= arguments.least else 1


def _digest(data: bytes) -> str:
    return hashlib.sha1(data, usedforsecurity=False).hexdigest()[:10]


if __name__ == "__main__":
    sys.exit(main())
