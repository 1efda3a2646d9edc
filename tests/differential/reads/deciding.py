"""What a reader does with a part, by what it loads with the part and without it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bodyplan.runtime.element import Element

from ..building import built
from ..oracles import Worker
from .documents import has_text, surroundings, text_part, values, with_part, without_part, written
from .parts import Place, kind_of

BUILT = {("libsdformat", "urdf"): Path(__file__).parent / "urdf_as_sdformat.cc"}
"""The programs that are no modules beside this one."""
MESH = "v 0 0 0\nv 1 0 0\nv 0 {0} 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"


class Found(NamedTuple):
    """The verdict of an experiment, and what the reader said that led to it."""

    verdict: str
    said: str = ""


class Reader:
    """A reader that is asked what it has loaded."""

    def __init__(self, program: str, format: str, folder: Path, version: str = "") -> None:
        dump = BUILT.get((program, format))
        self._worker = Worker(built(dump, folder / program) if dump else f"{__package__}.{program}_dump")
        self._program = program
        self._format = format
        self._version = version
        self._folder = folder
        self._known: dict[bytes, tuple[str, str, frozenset[str]]] = {}
        (folder / "part.obj").write_text(MESH.format(1), encoding="utf-8")
        (folder / "other.obj").write_text(MESH.format(2), encoding="utf-8")

    def close(self) -> None:
        """Ends the reader."""
        self._worker.close()

    def decide(self, place: Place) -> Found:
        """What the reader does with a part, in the surroundings in which it does most."""
        found = []
        for document in self._documents(place):
            found.append(self._in(document, place))
            if found[-1] == Found("uses"):
                break
        verdicts = {each.verdict for each in found}
        for verdict in ("uses", "warns", "ignores", "refuses"):
            if verdict in verdicts:
                return next(each for each in found if each.verdict == verdict)
        return Found("unknown")

    def takes_nothing_of(self, place: Place) -> bool:
        """Whether the element makes no difference although everything stands in it."""
        for document in self._documents(place):
            before = self.dump(without_part(document, place))
            after = self.dump(with_part(document, place, None, full=True))
            if after[0] != "ok" or before[0] != "ok" or after[1] != before[1]:
                return False
        return True

    def _documents(self, place: Place) -> Iterator[Any]:
        for document in surroundings(self._format, place):
            if self._version:
                document.set("version", self._version)
            yield document

    def _in(self, document: Any, place: Place) -> Found:
        before = self.dump(without_part(document, place))
        outcomes = []
        for text in self._texts(place):
            outcomes.append(self.dump(with_part(document, place, text)))
            if outcomes[-1][0] == before[0] == "ok" and outcomes[-1][1] != before[1]:
                return Found("uses")
        good = [each for each in outcomes if each[0] == "ok"]
        if not good:
            said = "; ".join(sorted({each[1] for each in outcomes}))[:300]
            return Found("refuses" if before[0] == "ok" else "unknown", said)
        dumps = {each[1] for each in good} | ({before[1]} if before[0] == "ok" else set())
        if len(dumps) > 1:
            return Found("uses")
        told = frozenset.union(*(each[2] for each in good)) - before[2]
        if told:
            return Found("warns", min(told)[:200])
        if len(good) < len(outcomes) or before[0] != "ok":
            return Found("uses", "some values are refused" if before[0] == "ok" else "it has to be there")
        return Found("ignores")

    def _texts(self, place: Place) -> list[str | None]:
        last = place.chain[-1]
        if last.kind == "Element" and issubclass(kind_of(last), Element):
            return [*values(text_part(place))] if has_text(place) else [None]
        return [*values(last)]

    def dump(self, document: Any) -> tuple[str, str, frozenset[str]]:
        """Status, the whole model as a text or the complaint, and warnings."""
        text = written(document)
        known = self._known.get(text)
        if known is None:
            kinds = {"sdformat": "sdf", "mjcf": "xml"} if self._program == "drake" else {"sdformat": "sdf"}
            file = self._folder / f"part.{kinds.get(self._format, self._format)}"
            file.write_bytes(text)
            answer = self._worker.read(file)
            said = json.dumps(answer["all"]) if answer["status"] == "ok" else answer.get("error", "it crashes")
            known = self._known[text] = (answer["status"], said, frozenset(answer.get("warnings", ())))
        return known


def decided(reader: Reader, all_places: Iterator[Place], show: Any = None) -> dict[str, Found]:
    """The verdict on every part; nothing inside what is of no effect with all that it may hold."""
    found: dict[str, Found] = {}
    closed: set[str] = set()
    for place in all_places:
        ancestors = place.path.split("/")
        if any("/".join(ancestors[:i]) in closed for i in range(1, len(ancestors))):
            continue
        found[place.path] = verdict = reader.decide(place)
        last = place.chain[-1]
        is_class = last.kind == "Element" and issubclass(kind_of(last), Element)
        if is_class and verdict.verdict in ("ignores", "warns") and reader.takes_nothing_of(place):
            closed.add(place.path)
        if show is not None:
            show(f"{verdict.verdict:8} {place.path}{' (all)' if place.path in closed else ''}  {verdict.said}")
    return found
