"""``python -m tests.mutation``: how many small mistakes in the sources the tests notice, over a random sample.

It goes on where it stopped, and forgets what it knows of a file that was changed since.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from .campaign import KILLED, SAME, SURVIVED, UNTESTED, campaign_of, keep
from .choosing import Choice
from .equivalent import equivalents
from .points import Mutant, mutants
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
    parser.add_argument("--keep", action="store_true", help="write the figures to tests/mutation/campaign.toml")
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
        known = {name: said for name, said in known.items() if said == KILLED}
    # by the hash of what they change, so that a change of one function leaves most of the sample as it is
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
            return UNTESTED
        trial = free.get()
        try:
            if known.get(names[mutant]) == OPEN:
                return trial.by_import(mutant, tests)
            said = trial.by_function(mutant, tests)
        finally:
            free.put(trial)
        # what ran at import or was kept before the function was changed is as it was
        return OPEN if said is None or (said == SURVIVED and choice.runs_at_import(mutant)) else said

    with ThreadPoolExecutor(arguments.jobs) as pool:
        # what only another process can tell takes longest and comes last
        for _ in range(2):
            ahead = [each for each in sample if known.get(names[each], OPEN) == OPEN]
            ahead = [each for each in ahead if each.kind not in same][: arguments.more]
            for count, (mutant, said) in enumerate(zip(ahead, pool.map(tried, ahead)), 1):
                known[names[mutant]] = said
                kept.write_text(json.dumps(known, indent=0), encoding="utf-8")
                print(f"\r{count} of {len(ahead)}", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
    for trial in trials:
        trial.close()
    told = {each: SAME if each.kind in same else known.get(names[each], OPEN) for each in sample}
    for mutant in sorted(told):
        if told[mutant] in (SURVIVED, UNTESTED):
            print(f"{mutant.file}:{mutant.line}: {told[mutant]}\n  - {mutant.before}\n  + {mutant.after}")
    verdicts = {each: said for each, said in told.items() if said != OPEN}
    campaign = campaign_of(arguments.seed, verdicts)
    print(*campaign.lines(), sep="\n")
    if arguments.keep and len(verdicts) == len(sample):
        keep(campaign)
    return 0 if campaign.share() >= arguments.least else 1


def _digest(data: bytes) -> str:
    return hashlib.sha1(data, usedforsecurity=False).hexdigest()[:10]


if __name__ == "__main__":
    sys.exit(main())
