"""Campaigns over documents: each is looked at in a process of its own, which may end, take too long or too much memory."""

from __future__ import annotations

import hashlib
import multiprocessing
import pkgutil
import resource
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

PATIENCE = 60
"""Seconds for one document."""
MEMORY = 8 << 30
"""Bytes of address space for one document; what Drake maps counts, too."""
REFERENCES = ("pydrake.multibody.parsing", "pydrake.multibody.plant", "pydrake.systems.analysis", "dartpy")
"""Modules of those that are compared with."""
CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"

TOLD = "told"
"""The kind of what is different and was told: it is printed, but is no fault."""

Stages = Callable[..., Iterator[str]]
"""Yields what the verdict on a document is should the process end from there on; the last one is the verdict."""


def in_a_process(stages: Stages, path: Path, *more: str) -> str:
    """The verdict on one document.

    Args:
        stages: finds it.
        path: of the document.
        more: what ``stages`` takes besides.
    """
    here, there = multiprocessing.Pipe(False)
    process = multiprocessing.get_context("fork").Process(target=_work, args=(stages, there, path, *more))
    process.start()
    there.close()
    found = "it ended at once"
    try:
        while True:
            if not here.poll(PATIENCE):
                return f"late: {found}"
            found = str(here.recv())
    except EOFError:
        return found
    finally:
        process.kill()
        process.join()


def _work(stages: Stages, answer: Any, path: Path, *more: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    try:
        for each in stages(path, *more):
            answer.send(each)
    except Exception as error:  # noqa: BLE001 - any of them is a finding
        answer.send(f"exception: {type(error).__name__}: {error}")


def last(stages: Iterable[str]) -> str:
    """The verdict, found in this process."""
    *_, verdict = stages
    return verdict


def distinct(roots: Iterable[Path], endings: Collection[str]) -> Iterator[Path]:
    """The files below folders, or the files given, in order; of those with the same text the first."""
    seen = set()
    for root in roots:
        for file in [root] if root.is_file() else sorted(root.rglob("*")):
            if not file.is_file() or not file.name.endswith(tuple(endings)):
                continue
            digest = hashlib.sha256(file.read_bytes()).digest()
            if digest not in seen:
                seen.add(digest)
                yield file


def _import_all() -> None:
    """Has every module imported, so that no process has to, and none sees a change of one."""
    for name in ("bodyplan.runtime", "bodyplan.semantics"):
        for each in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            import_module(each.name)
    for name in REFERENCES:
        with suppress(ImportError):
            import_module(name)


def campaign(stages: Stages, paths: list[str], endings: Collection[str], fine: Collection[str], *more: str) -> int:
    """Prints the verdicts on documents that are not fine, and how many there are of each kind.

    Args:
        stages: finds a verdict, whose kind stands before its colon.
        paths: of documents and folders; without any the corpus is taken.
        endings: of the names of documents.
        fine: the kinds that are no fault.
        more: what ``stages`` takes besides.

    Returns:
        1 if anything is neither fine nor told, otherwise 0.
    """
    _import_all()
    counts: Counter[str] = Counter()
    for file in distinct(map(Path, paths) if paths else [CORPUS], endings):
        found = in_a_process(stages, file, *more)
        kind = found.partition(":")[0]
        counts[kind] += 1
        if kind not in fine:
            print(f"{file}: {found}", flush=True)
    print(dict(counts))
    return int(any(kind not in (*fine, TOLD) for kind in counts))
