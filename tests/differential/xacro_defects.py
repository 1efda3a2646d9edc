"""``python -m tests.differential.xacro_defects FOLDER``: faults put into xacro files are found where they were put.

One at a time, a value in what is expanded, one that a call passes, the name of what a call passes, the name of a file that is included or
the value of a property is spoilt. What is found then and was not found before has to name the line, as its place or as one
of the places that led there.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import bodyplan
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import options_of
from bodyplan.semantics.xacro.entry_points import find_entry_points
from bodyplan.semantics.xacro.expansion import XacroExpansion
from bodyplan.semantics.xacro.located_text import SourceText
from bodyplan.semantics.xacro.located_tree import PlacedElement, nodes_of

from .expansions import Folder

NUMBERS = frozenset({"xyz", "rpy", "value", "radius", "length", "size", "ixx", "iyy", "izz", "lower", "upper", "scale"})
NUMBER = re.compile(r"-?\d+(\.\d+)?( -?\d+(\.\d+)?)*")
DECLARING = ("xacro:property", "xacro:macro", "xacro:arg", "xacro:include", "xacro:if", "xacro:unless")


class Defect(NamedTuple):
    """What is spoilt."""

    kind: str
    file: str
    line: int
    text: str
    """What the file holds then."""


def defects_of(path: Path, options: dict[str, Any], random: Random) -> list[Defect]:
    """One defect of each kind that a document has a place for."""
    sink = Sink()
    source = Source(str(path), path.read_bytes())
    made = XacroExpansion(source, sink, options_of(options, path.parent, None))  # type: ignore[arg-type]
    document = made.document()
    if document is None:
        return []
    # what is not expanded has no effect, and neither has a fault in it
    alive = set()
    for each in nodes_of(document.documentElement):
        if not isinstance(each, PlacedElement):
            continue
        alive.add((each.file, each.offset))
        step = each.chain()
        alive.update((other.file, other.offset) for other in (step.chain() if step is not None else ()))
    places: dict[str, list[tuple[SourceText, str | None]]] = {}
    used = made.recorder.used
    for file in made.files_read:
        for element in file.elements:
            attributes, tag = element.attributes, element.tag
            if tag != "xacro:property" and (file, element.offset) not in alive:
                continue
            for name, text in attributes.items():
                if tag == "xacro:include" and name == "filename" and "optional" not in attributes:
                    places.setdefault("include", []).append((text, f"{text}x"))
                elif tag == "xacro:property":
                    is_number = name == "value" and NUMBER.fullmatch(text) and str(attributes.get("name")) in used
                    if is_number:
                        places.setdefault("property", []).append((text, "abc"))
                elif tag.startswith("xacro:") and tag not in DECLARING and tag.count(":") == 1 and name != "name":
                    places.setdefault("call", []).append((text, None))
                    if NUMBER.fullmatch(text):
                        places.setdefault("argument", []).append((text, "abc"))
                elif not tag.startswith("xacro:") and name in NUMBERS and NUMBER.fullmatch(text):
                    places.setdefault("body", []).append((text, "abc"))
    found = []
    for kind, texts in places.items():
        text, instead = random.choice(texts)
        place = text.place
        name = place.text
        spoilt = f"{name[: name.index('=')].rstrip()}_x{name[name.index('=') :]}"
        if instead is not None:
            spoilt = name.replace(str(text), instead) if str(text) in name else spoilt
        whole = place.file.text
        changed = whole[: place.start] + spoilt + whole[place.end :]
        found.append(Defect(kind, str(place.file.name), place.span[0], changed))
    return found


def told(path: Path, options: dict[str, Any]) -> set[tuple[Any, ...]]:
    """What is found, each with all its places."""
    found = set()
    for d in bodyplan.check(path, **options).diagnostics:
        more = tuple((other.file, other.line) for other in d.related)
        found.add((d.code, d.message, (d.file, d.line), more))
    return found


def main() -> int:
    """Spoils documents, and prints what is not found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="paths that hold this text")
    parser.add_argument("--count", type=int, default=300, help="so many defects")
    parser.add_argument("--seed", type=int, default=20)
    arguments = parser.parse_args()
    random, corpus = Random(arguments.seed), Folder(arguments.folder)
    files = [path for path in corpus.files() if arguments.only in str(path)]
    chosen = find_entry_points(str(path) for path in files)
    files = [path for path in files if str(path) in chosen]
    random.shuffle(files)
    counts: Counter[tuple[str, str]] = Counter()
    for path in files:
        if sum(counts.values()) >= arguments.count:
            break
        options = {"search_paths": [str(each) for each in corpus.packages(path).values()]}
        defects = defects_of(path, options, random)
        before = told(path, options) if defects else set()
        for defect in defects:
            file = Path(defect.file)
            as_it_was = file.read_bytes()
            try:
                file.write_text(defect.text, encoding="utf-8")
                new = told(path, options) - before
            finally:
                file.write_bytes(as_it_was)
            spot = (defect.file, defect.line)
            if any(primary == spot for _, _, primary, _ in new):
                kind = "at the line"
            elif any(spot in more for *_, more in new):
                kind = "among its places"
            else:
                kind = "elsewhere" if new else "silent"
                print(f"{defect.kind} at {defect.file}:{defect.line} of {path}: {kind} {sorted(map(str, new))[:2]}")
            counts[defect.kind, kind] += 1
    for (what, kind), count in sorted(counts.items()):
        print(f"{count:5d} {what}: {kind}")
    return 1 if any(kind == "elsewhere" for _, kind in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
