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
from queue import SimpleQueue

from .choosing import Choice
from .equivalent import equivalents
from .points import ROOMS, Mutant, mutants
from .recording import record
from .trying import Trial

CHECKOUT = Path(__file__).resolve().parents[2]
OPEN = "open"
"""What is said of a mutant that tests did not notice in its function, until one is asked that imports it."""


def main() -> int:
    """Tries mutants and prints those that survive; the status is 1 where fewer die than are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=600, help="how many mutants in all (default: %(default)s)")
    parser.add_argument("--seed", default="1", help="another one takes another sample")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--more", type=int, help="stop after that many mutants, to go on another day")
    parser.add_argument("--least", type=float, default=0.85, help="share that has to die (default: %(default)s)")
    parser.add_argument("--state", type=Path, default=CHECKOUT / ".mutation", help="folder of verdicts and of coverage")
    parser.add_argument(
        "--record", nargs="*", metavar="TEST", help="record which test runs which line: anew, or also for TEST"
    )
    parser.add_argument(
        "--again", action="store_true", help="try those that survived once more, after tests were added"
    )
    parser.add_argument("--unrun", action="store_true", help="only list the lines that no test runs")
    arguments = parser.parse_args()
    arguments.state.mkdir(parents=True, exist_ok=True)
    if arguments.record is not None or not (arguments.state / "tests.json").exists():
        record(CHECKOUT, arguments.state, arguments.record or ())
    choice = Choice(CHECKOUT, arguments.state)
    if arguments.unrun:
        for place in choice.unrun():
            print(place)
        return 0
    kept = arguments.state / "verdicts.json"
    known: dict[str, str] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    if arguments.again:
        known = {name: said for name, said in known.items() if said == "killed"}
    # by the hash of their names, so that a change of one file leaves most of the sample as it is
    sample = sorted(mutants(CHECKOUT), key=lambda each: _digest(f"{arguments.seed} {each.name}".encode()))
    del sample[arguments.sample :]
    digests = {each.file: _digest((CHECKOUT / each.file).read_bytes()) for each in sample}
    names = {each: f"{digests[each.file]} {each.name}" for each in sample}
    same = equivalents()
    trials = [Trial(CHECKOUT) for _ in range(arguments.jobs)]
    free: SimpleQueue[Trial] = SimpleQueue()
    for trial in trials:
        free.put(trial)

    def tried(mutant: Mutant) -> str:
        tests = choice.tests(mutant)
        if not tests:
            return "untested"
        trial = free.get()
        try:
            if known.get(names[mutant]) == OPEN:
                return trial.by_import(mutant, tests)
            said = trial.by_function(mutant, tests)
        finally:
            free.put(trial)
        # what ran at import or was kept before the function was changed is as it was
        return OPEN if said is None or (said == "survived" and choice.runs_at_import(mutant)) else said

    with ThreadPoolExecutor(arguments.jobs) as pool:
        # what only another process can tell takes longest and comes last
        for _ in range(2):
            ahead = [each for each in sample if known.get(names[each], OPEN) == OPEN]
            ahead = [each for each in ahead if each.described(CHECKOUT) not in same][: arguments.more]
            for mutant, said in zip(ahead, pool.map(tried, ahead)):
                known[names[mutant]] = said
                kept.write_text(json.dumps(known, indent=0), encoding="utf-8")
                if said != "killed":
                    print(f"{said}: {mutant.name}\n    {' -> '.join(mutant.described(CHECKOUT)[1:])}", flush=True)
    for trial in trials:
        trial.close()
    return _told(sample, {each: known.get(names[each]) for each in sample}, same, arguments.least)


def _told(sample: list[Mutant], said: dict[Mutant, str | None], same: set[tuple[str, str, str]], least: float) -> int:
    left = [each for each in sample if each.described(CHECKOUT) in same]
    tried = [each for each in sample if said[each] and each not in left]
    for room in (*ROOMS, ""):
        counts = Counter(said[each] for each in tried if each.file.startswith(room))
        share = counts["killed"] / max(counts.total(), 1)
        print(
            f"{room or 'all'}: {counts['killed']} of {counts.total()} died ({share:.1%}); "
            f"{counts['survived'] + counts[OPEN]} survived, {counts['untested']} run in no test"
        )
    print(f"not counted, as they mean the same: {len(left)}")
    return 0 if share >= least else 1


def _digest(data: bytes) -> str:
    return hashlib.sha1(data, usedforsecurity=False).hexdigest()[:10]


if __name__ == "__main__":
    sys.exit(main())
