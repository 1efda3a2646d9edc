"""A long search that goes on where it stopped: what it has seen and found is kept in a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .judging import Failure, Judge, choice_of
from .minimising import minimised
from .mutating import document

BLOCK = 250
"""Documents in one piece of work: progress is kept after each."""


def failures_in(first: int, count: int, corpora: bool, salt: str = "") -> dict[str, tuple[int, int, Failure]]:
    """Classes of failures among consecutive documents: the first number, how many, and the first of them."""
    found: dict[str, tuple[int, int, Failure]] = {}
    with TemporaryDirectory() as folder:
        judge = Judge(Path(folder))
        for number in range(first, first + count):
            for failure in judge.failures(document(number, corpora, salt), choice_of(number)):
                known = found.get(failure.key, (number, 0, failure))
                found[failure.key] = (known[0], known[1] + 1, known[2])
    return found


def _block(work: tuple[int, bool, str]) -> tuple[int, dict[str, tuple[int, int, Failure]]]:
    first, corpora, salt = work
    return first, failures_in(first, BLOCK, corpora, salt)


class Search:
    """What a search has seen and found, in a folder."""

    def __init__(self, folder: Path, corpora: bool, salt: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.corpora, self.salt = folder, corpora, salt
        self._file = folder / "state.json"
        kept = json.loads(self._file.read_text(encoding="utf-8")) if self._file.exists() else {}
        self.next: int = kept.get("next", 0)
        self.found: dict[str, dict[str, Any]] = kept.get("found", {})

    def run(self, until: int, jobs: int) -> Iterator[str]:
        """Goes on to a number of documents; yields each new class of failures."""
        with ProcessPoolExecutor(jobs) as pool:
            while self.next < until:
                blocks = [(self.next + n * BLOCK, self.corpora, self.salt) for n in range(jobs)]
                for first, found in pool.map(_block, blocks):
                    self.next = first + BLOCK
                    for key, (number, count, failure) in found.items():
                        if key not in self.found:
                            self.found[key] = self._kept(key, number, failure)
                            yield f"{key}\n    document {number}: {failure.detail}"
                        self.found[key]["count"] += count
                self._save()

    def _kept(self, key: str, number: int, failure: Failure) -> dict[str, Any]:
        """The entry of a class of failures; its smallest document goes to a file."""
        choice = choice_of(number)
        begun = document(number, self.corpora, self.salt)
        with TemporaryDirectory() as folder:
            judge = Judge(Path(folder))
            tries = 1500 if failure.kind != "hang" else 15
            small = minimised(begun, lambda seed: any(f.key == key for f in judge.failures(seed, choice)), tries)
        name = f"{number}-{failure.kind}{begun.ending}"
        (self.folder / name).write_bytes(small.data)
        return {"count": 0, "number": number, "file": name, "choice": choice._asdict(), "detail": failure.detail}

    def _save(self) -> None:
        kept = {"next": self.next, "found": self.found}
        after = self._file.with_suffix(".new")
        after.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        after.replace(self._file)

    def again(self) -> Iterator[str]:
        """Tries every class's smallest document again; one that fails no more is forgotten."""
        for key, entry in sorted(self.found.items()):
            begun = document(entry["number"], self.corpora, self.salt)
            seed = begun._replace(data=(self.folder / entry["file"]).read_bytes())
            with TemporaryDirectory() as folder:
                failures = Judge(Path(folder)).failures(seed, type(choice_of(0))(**entry["choice"]))
            if failures:
                yield f"{entry['count']:6} {key}\n       {entry['file']} {entry['choice']}: {failures[0].detail}"
            else:
                del self.found[key]
        self._save()
