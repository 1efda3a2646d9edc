"""What the last campaign found: ``campaign.toml``, written by ``python -m tests.mutation --keep``."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .points import ROOMS, Mutant

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).with_name("campaign.toml")
HEAD = "# Written by `python -m tests.mutation --keep`.\n"
KILLED, SURVIVED, UNTESTED = "killed", "survived", "untested"
SAME = "equivalent"
VERDICTS = (KILLED, SURVIVED, UNTESTED, SAME)
Kind = tuple[str, str, str, str]


@dataclass(frozen=True)
class Campaign:
    """The verdicts on a sample of mutants."""

    seed: str
    rooms: Mapping[str, Mapping[str, int]]
    """How many of each verdict, by room."""
    left: tuple[Kind, ...]
    """The mutants that no test notices."""

    def share(self, room: str | None = None) -> float:
        """The part of the mutants that died, of one room or of all; those that mean the same are not counted."""
        counts = self.counts(room)
        return counts[KILLED] / max(counts.total() - counts[SAME], 1)

    def counts(self, room: str | None = None) -> Counter[str]:
        """How many of each verdict, in one room or in all."""
        total: Counter[str] = Counter()
        for each in self.rooms if room is None else (room,):
            total.update(self.rooms[each])
        return total

    def lines(self) -> Iterator[str]:
        """One for each room, and one for all."""
        for room in (*self.rooms, None):
            counts = self.counts(room)
            yield (
                f"{room or 'all'}: {counts[KILLED]} of {counts.total() - counts[SAME]} died ({self.share(room):.1%}); "
                f"{counts[SURVIVED]} survived, {counts[UNTESTED]} run in no test, {counts[SAME]} mean the same"
            )


def campaign_of(seed: str, verdicts: Mapping[Mutant, str]) -> Campaign:
    """A campaign by what was said of each mutant."""
    counts = Counter((each.file.partition("/")[0], said) for each, said in verdicts.items())
    rooms = {room: {verdict: counts[room, verdict] for verdict in VERDICTS} for room in ROOMS}
    left = sorted(each.kind for each, said in verdicts.items() if said in (SURVIVED, UNTESTED))
    return Campaign(seed, rooms, tuple(left))


def kept() -> Campaign:
    """The one of the file."""
    told = tomllib.loads(HERE.read_text(encoding="utf-8"))
    left = ((row["file"], row["function"], row["source"], row["mutant"]) for row in told.get("left", ()))
    return Campaign(told["seed"], told["rooms"], tuple(left))


def keep(campaign: Campaign) -> None:
    """Writes the file."""
    HERE.write_text(HEAD + "\n".join(_written(campaign)), encoding="utf-8")


def _written(campaign: Campaign) -> Iterator[str]:
    yield f"seed = {json.dumps(campaign.seed)}"
    for room, counts in campaign.rooms.items():
        yield f"\n[rooms.{room}]"
        yield from (f"{verdict} = {count}" for verdict, count in counts.items())
    for kind in campaign.left:
        yield "\n[[left]]"
        for name, value in zip(("file", "function", "source", "mutant"), kind):
            yield f"{name} = {json.dumps(value, ensure_ascii=False)}"
    yield ""
