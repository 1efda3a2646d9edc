"""``python -m tests.differential.versions``: every document in every version, read again here and by libsdformat.

What is written has no error where the document had none, and its links are where they were, or a finding told a loss.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import bodyplan
import numpy as np
from bodyplan.semantics.upgrade.to_older import writable_versions
from bodyplan.semantics.upgrade.versions import version_key

from .building import CannotBuild, built

SHARED = Path(__file__).resolve().parents[3] / "shared"
ENDINGS = (".sdf", ".world", ".urdf")
CLOSE = 1e-6

KNOWN = {
    "BP322": "up to 1.7 a name may have '::' in it; no reader of a later version takes that",
    "BP308": "up to 1.6 a frame may have the name of a model beside it; no reader of a later version takes that",
}
"""Findings about what is written that are right, and why nothing else could be written."""


class Problem(NamedTuple):
    """What is wrong with a document in a version."""

    name: str
    version: str
    kind: str
    words: str

    def __str__(self) -> str:
        return f"{self.name} as {self.version}: {self.kind}: {self.words}"


class Libsdformat:
    """A process that reads files with the installed libsdformat."""

    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.newest: str = self._answer()["newest"]
        self._file = Path(tempfile.mkdtemp(prefix="bodyplan-versions-")) / "document.sdf"

    def read(self, text: str) -> dict[str, Any]:
        """What libsdformat makes of a text: ``error``, or the poses of ``links``."""
        self._file.write_text(text, encoding="utf-8")
        assert self._process.stdin is not None
        self._process.stdin.write(f"{self._file}\n")
        self._process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()
        shutil.rmtree(self._file.parent)

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


def libsdformat(folder: Path) -> Libsdformat | None:
    """The installed libsdformat, through a program that is built in ``folder``; None where that does not go."""
    try:
        return Libsdformat(built(Path(__file__).with_name("link_poses.cc"), folder / "link_poses"))
    except (CannotBuild, subprocess.CalledProcessError):
        return None


def problems(
    document: bodyplan.AnyDocument, name: str, theirs: Libsdformat | None, **reading: Any
) -> Iterator[Problem]:
    """What is wrong with a document, which has no error, in each of the versions of its format."""
    format = document.format
    places = _places(document)
    judged = theirs if format == "sdformat" and "<include" not in document.dumps() else None
    before = judged.read(document.dumps()) if judged is not None and _reads(judged, document.version) else None
    for version in writable_versions(format):
        text, losses = document.export(version)
        told = bool(losses)
        try:
            again = bodyplan.loads(text, format=format, **reading)
        except bodyplan.LoadError as error:
            first = next(each for each in error.diagnostics if each.severity == "error")
            if first.code not in KNOWN:
                yield Problem(name, version, "refused here", f"{first.code} {first.message}")
            continue
        if places is not None and not told:
            moved = _moved(places, _places(again) or {})
            if moved:
                yield Problem(name, version, "links elsewhere", ", ".join(moved))
        if judged is not None and before is not None and before["error"] is None and _reads(judged, version):
            after = judged.read(text)
            if after["error"] is not None:
                yield Problem(name, version, "refused by libsdformat", after["error"])
            elif not told and (moved := _moved(before["links"], after["links"])):
                yield Problem(name, version, "links elsewhere for libsdformat", ", ".join(moved))


def _reads(theirs: Libsdformat, version: str) -> bool:
    key, newest = version_key(version), version_key(theirs.newest)
    return key is not None and newest is not None and key <= newest


def _places(document: bodyplan.AnyDocument) -> dict[str, Any] | None:
    """The pose of each link in the world as a matrix, by name; None for a document without one world."""
    try:
        scene = document.scene
    except bodyplan.LoadError:
        return None
    return {name: scene.pose(name).matrix for name in scene.links}


def _moved(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [
        name
        for name in sorted({*before, *after})
        if name not in before or name not in after or not _close(before[name], after[name])
    ]


def _close(one: Any, other: Any) -> bool:
    a, b = np.asarray(one), np.asarray(other)
    # a quaternion and its negative are one rotation
    return bool(np.allclose(a, b, atol=CLOSE) or (a.shape == (7,) and np.allclose([*a[:3], *-a[3:]], b, atol=CLOSE)))


@cache
def _folders() -> dict[str, Any]:
    listing = SHARED / "expected" / "libsdformat" / "search_paths.json"
    folders: dict[str, Any] = json.loads(listing.read_text(encoding="utf-8")) if listing.exists() else {}
    return folders


def corpus_files(every: int = 1) -> list[Path]:
    """Files of the corpora, one of so many."""
    found = [path for path in (SHARED / "corpus").rglob("*") if path.suffix in ENDINGS and path.is_file()]
    return sorted(found)[::every]


def problems_of_file(path: Path, theirs: Libsdformat | None) -> list[Problem]:
    """What is wrong with a file in other versions; nothing where it has errors itself."""
    inside = path.relative_to(SHARED / "corpus")
    entry = _folders().get(inside.parts[0], {})
    places = [*entry.get("search", ()), *entry.get("packages", {}).values(), inside.parts[0]]
    reading = {"search_paths": [SHARED / "corpus" / place for place in places]}
    try:
        document = bodyplan.load(path, **reading)  # type: ignore[arg-type]
    except bodyplan.LoadError:
        return []
    return list(problems(document, str(inside), theirs, base_dir=path.parent, **reading))


def generated(count: int, seed: int = 0) -> Iterator[tuple[str, bodyplan.AnyDocument]]:
    """Documents made of the descriptions that have no error, of so many that are tried."""
    from ..fuzz.grammar import described

    for number in range(count):
        text, ending = described(Random(f"{seed}:{number}"))
        if ending not in ENDINGS:
            continue
        try:
            yield f"generated {seed}:{number}", bodyplan.loads(text)
        except bodyplan.LoadError:
            continue


def main() -> int:
    """Prints every problem; the status is 1 where there is one."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential.versions", description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="look at one file of so many (default: all)")
    parser.add_argument("--generated", type=int, default=2000, help="documents to make (default: %(default)s)")
    arguments = parser.parse_args()
    kinds: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        theirs = libsdformat(Path(folder))
        if theirs is None:
            print("libsdformat is not installed: documents are read here only", file=sys.stderr)
        files = corpus_files(arguments.every)
        found = (problem for path in files for problem in problems_of_file(path, theirs))
        made = (
            problem for name, document in generated(arguments.generated) for problem in problems(document, name, theirs)
        )
        for source in (found, made):
            for problem in source:
                kinds[problem.kind] += 1
                print(problem, flush=True)
        if theirs is not None:
            theirs.close()
    print(f"{len(files)} files, {arguments.generated} generated documents: {sum(kinds.values())} problems")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
