"""A long search that goes on where it stopped: what it has seen and found is kept in a folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .attempts import Attempts, Documents
from .forks import forked
from .judging import Failure
from .minimising import minimised

BLOCK = 1000
"""Attempts in one piece of work: progress is kept after each."""

Found = dict[str, tuple[int, int, Failure]]
"""Classes of failures: the first number, how many, and the first of them."""


def failures_in(
    first: int,
    count: int,
    corpora: bool,
    salt: str = "",
    attempts: type[Attempts] = Documents,
    begin: Callable[[int], None] = lambda number: None,
) -> Found:
    """Classes of failures among consecutive attempts; ``begin`` is called with the number of each."""
    found: Found = {}
    with TemporaryDirectory() as folder:
        tried = attempts(Path(folder))
        for number in range(first, first + count):
            begin(number)
            for failure in tried.failures(attempts.make(number, corpora, salt)):
                _add(found, number, failure)
    return found


def _add(found: Found, number: int, failure: Failure) -> None:
    known = found.get(failure.key, (number, 0, failure))
    found[failure.key] = (known[0], known[1] + 1, known[2])


class Search:
    """What a search has seen and found, in a folder."""

    def __init__(self, folder: Path, corpora: bool, salt: str, attempts: type[Attempts] = Documents) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.corpora, self.salt, self._attempts = folder, corpora, salt, attempts
        self._file = folder / "state.json"
        kept = json.loads(self._file.read_text(encoding="utf-8")) if self._file.exists() else {}
        self.next: int = kept.get("next", 0)
        self.found: dict[str, dict[str, Any]] = kept.get("found", {})

    def run(self, until: int, jobs: int) -> Iterator[str]:
        """Goes on to a number of attempts; yields each new class of failures."""
        while self.next < until:
            for found in self._blocks(until, jobs):
                for key, (number, count, failure) in found.items():
                    if key not in self.found:
                        self.found[key] = self._kept(key, number, failure)
                        yield f"{key}\n    attempt {number}: {failure.detail}"
                    self.found[key]["count"] += count
            self._save()

    def _blocks(self, until: int, jobs: int) -> list[Found]:
        """What is found in the next pieces of work, one for each process."""
        starts = range(self.next, min(until, self.next + jobs * BLOCK), BLOCK)
        ends = [min(until, start + BLOCK) for start in starts]
        self.next = ends[-1]
        found: list[Found] = []
        left = list(zip(starts, ends))
        while left:
            works = [partial(self._work, start, end - start) for start, end in left]
            ended = list(zip(left, forked(works[0], works[1:])))
            left = []
            for (start, end), done in ended:
                if done.died_at is None:
                    found.append(done.result or {})
                    continue
                # what was found before it died is found again without it
                found.append({})
                _add(found[-1], done.died_at, Failure("crash", done.how, "the process ended"))
                left += [each for each in ((start, done.died_at), (done.died_at + 1, end)) if each[0] < each[1]]
        return found

    def _work(self, first: int, count: int, begin: Callable[[int], None]) -> Found:
        return failures_in(first, count, self.corpora, self.salt, self._attempts, begin)

    def _kept(self, key: str, number: int, failure: Failure) -> dict[str, Any]:
        """The entry of a class of failures; its smallest document goes to a file."""
        attempt = self._attempts.make(number, self.corpora, self.salt)
        (done,) = forked(partial(self._smallest, key, number, 15 if failure.kind == "hang" else 1500))
        data = attempt.seed.data if done.result is None else done.result
        name = f"{number}-{failure.kind}{attempt.ending}"
        (self.folder / name).write_bytes(data)
        return {"count": 0, "number": number, "file": name, **attempt.what, "detail": failure.detail}

    def _smallest(self, key: str, number: int, tries: int, begin: Callable[[int], None]) -> bytes:
        """The document of an attempt, with all taken out that its failure does not need."""
        attempt = self._attempts.make(number, self.corpora, self.salt)
        with TemporaryDirectory() as folder:
            tried = self._attempts(Path(folder))

            def fails(seed: Any) -> bool:
                begin(number)
                return any(failure.key == key for failure in tried.failures(attempt._replace(seed=seed)))

            return minimised(attempt.seed, fails, tries).data

    def _save(self) -> None:
        kept = {"next": self.next, "found": self.found}
        after = self._file.with_suffix(".new")
        after.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        after.replace(self._file)

    def again(self) -> Iterator[str]:
        """Tries every class's smallest document again; one that fails no more is forgotten."""
        for key, entry in sorted(self.found.items()):
            (done,) = forked(partial(self._failure_of, entry))
            told = done.result if done.died_at is None else f"the process ended with {done.how}"
            if told:
                yield f"{entry['count']:6} {key}\n       {entry['file']} {self._what(entry)}: {told}"
            else:
                del self.found[key]
        self._save()

    def _what(self, entry: dict[str, Any]) -> dict[str, Any]:
        return {name: entry[name] for name in self._attempts.make(entry["number"], self.corpora, self.salt).what}

    def _failure_of(self, entry: dict[str, Any], begin: Callable[[int], None]) -> str:
        """What fails about a kept document; empty where nothing does."""
        begin(entry["number"])
        attempt = self._attempts.make(entry["number"], self.corpora, self.salt)
        seed = attempt.seed._replace(data=(self.folder / entry["file"]).read_bytes())
        with TemporaryDirectory() as folder:
            failures = self._attempts(Path(folder)).failures(attempt._replace(seed=seed, what=self._what(entry)))
        return failures[0].detail or failures[0].key if failures else ""
