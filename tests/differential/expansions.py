"""``python -m tests.differential.expansions FOLDER``: every xacro file below a folder, beside the program ``xacro``.

Below the folder stand checkouts of robot packages. Of each file: the expansion is that of the program, byte for byte, or
both refuse it; checking the file finds what checking its expansion finds; and every element and attribute of the
expansion has a place in a file, where its name stands.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import sys
import tempfile
import traceback
from collections import Counter
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import bodyplan
from bodyplan.diagnostics.registry import REGISTRY
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import options_of
from bodyplan.semantics.formats.xacro import uses_xacro
from bodyplan.semantics.xacro.expansion import put_expansion
from lxml import etree

OWN = {rule.code for rule in REGISTRY.values() if rule.name.startswith("xacro-")}
NAME = re.compile(r"<name>\s*([^<\s]+)\s*</name>")
PRUNED = {".git", "node_modules"}
RECURSION = 20_000


class Seen(NamedTuple):
    """What became of one file."""

    path: str
    kind: str
    """``equal``, ``refused`` by both, or what is wrong."""
    words: str = ""
    elements: int = 0


@cache
def packages_below(folder: Path) -> dict[str, Path]:
    """The packages in a checkout, by name; the first of several."""
    found: dict[str, Path] = {}
    for at, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in PRUNED)
        if "package.xml" in files:
            name = NAME.search(Path(at, "package.xml").read_text("utf-8", "replace"))
            found.setdefault(name[1] if name else Path(at).name, Path(at))
    return found


class Folder:
    """A folder of checkouts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.homes = sorted(path for path in folder.iterdir() if path.is_dir())

    def packages(self, file: Path) -> dict[str, Path]:
        """The packages that a file sees: those of its checkout before others."""
        own = self.folder / file.relative_to(self.folder).parts[0]
        found = dict(packages_below(own))
        for home in self.homes:
            for name, path in packages_below(home).items():
                found.setdefault(name, path)
        return found

    def files(self) -> list[Path]:
        """Every file in xacro."""
        found = [path for path in self.folder.rglob("*.xacro") if path.is_file()]
        found += [
            path
            for ending in ("*.urdf", "*.sdf", "*.world")
            for path in self.folder.rglob(ending)
            if path.is_file() and uses_xacro(Source(str(path), path.read_bytes()))
        ]
        return sorted(found)


def by_program(path: str, packages: dict[str, Path], folder: Path) -> str:
    """What the program ``xacro`` prints of a file.

    Raises:
        Exception: it refuses the file.
    """
    index = ModuleType("ament_index_python.packages")

    def share(name: str) -> str:
        known = packages.get(name)
        # a folder of that name beside other packages does where nothing is built
        beside = next((each.parent / name for each in packages.values() if (each.parent / name).is_dir()), None)
        beside = beside or next((each for each in Path(path).parents if each.name == name), None)
        if known is None and beside is None:
            raise KeyError(name)
        return str(known or beside)

    index.get_package_share_directory = share  # type: ignore[attr-defined]
    sys.modules["ament_index_python"] = ModuleType("ament_index_python")
    sys.modules["ament_index_python.packages"] = index
    import xacro

    document = xacro.process_file(path, verbosity=0, mappings={})
    printed: str = document.toprettyxml(indent="  ")
    return printed


def compare(path: Path, corpus: Folder) -> Seen:
    """What became of one file."""
    packages = corpus.packages(path)
    # a package is found by its folder, whatever that is called
    options = {"search_paths": [str(each) for each in packages.values()]}
    name = str(path)
    sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - of a process of its own
    source, sink = Source(name, path.read_bytes()), Sink()
    chosen = options_of(options, path.parent, None)
    has_expansion = put_expansion(source, sink, chosen) and source.expansion is not None
    told = [d for d in sink.finish() if d.severity == "error"]
    sys.setrecursionlimit(RECURSION)
    try:
        expected = by_program(name, packages, corpus.folder)
    except Exception as error:  # noqa: BLE001 - whatever the program raises
        words = f"{type(error).__name__}: {error}".splitlines()[0]
        if has_expansion:
            return Seen(name, "accepted here", words)
        if not told or not told[0].line:
            return Seen(name, "refused without a place", f"{words} / {[str(d) for d in told]}")
        return Seen(name, "refused", f"{words[:150]} / {told[0]}")
    if not has_expansion:
        return Seen(name, "refused here", str(told[0]) if told else "nothing told")
    if source.data != expected:
        return Seen(name, "differs")
    lost = unplaced(source)
    if lost:
        return Seen(name, "not placed", lost)
    different = verdicts(path, expected, options)
    elements = sum(1 for _ in etree.fromstring(expected.encode()).iter("*"))
    return Seen(name, "verdict differs", different) if different else Seen(name, "equal", "", elements)


def unplaced(source: Source) -> str:
    """The first element or attribute that has no place where its name stands; empty where there is none."""
    expansion: Any = source.expansion
    for number, element in enumerate(expansion.elements):
        place = element.place
        if place is None or not re.match(rf"<(xacro:element|{re.escape(element.tagName)})[\s/>]", place.text):
            return f"<{element.tagName}>"
        for name in dict(element.attributes.items()):
            if name.startswith("xmlns"):
                continue  # lifted from the roots of files
            site = expansion.site(number, name)
            where = element.attribute_place(name)
            if site is None or where is None:
                return f"{element.tagName}/@{name}"
            added = where.text.startswith("<xacro:attribute")
            if not added and not re.match(rf"{re.escape(name)}\s*=", where.text):
                return f"{element.tagName}/@{name} at {where.text[:40]}"
    return ""


def verdicts(path: Path, expansion: str, options: dict[str, Any]) -> str:
    """How the check of a file differs from that of its expansion; empty where it does not."""
    own = [d for d in bodyplan.check(path, **options).diagnostics if d.code not in OWN]
    with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".urdf", encoding="utf-8") as file:
        file.write(expansion)
        file.flush()
        other = bodyplan.check(file.name, **options).diagnostics

    def kinds(found: Any) -> set[tuple[str, str, str]]:
        return {(d.code, d.severity, d.attribute or "") for d in found}

    if not own and sum(1 for _ in etree.fromstring(expansion.encode()).iter("*")) == 1:
        return ""  # what declares things for others is nothing by itself
    missing, more = kinds(other) - kinds(own), kinds(own) - kinds(other)
    without = [d for d in own if d.file is None or not d.line]
    if without and not all(not d.line for d in other if d.code == without[0].code):
        return f"no place: {without[0]}"
    return f"missing {sorted(missing)}, more {sorted(more)}" if missing or more else ""


def _work(given: tuple[Path, Path]) -> Seen:
    path, folder = given
    try:
        return compare(path, Folder(folder))
    except Exception:  # noqa: BLE001 - a mistake of ours is a result
        return Seen(str(path), "raised", traceback.format_exc(limit=-3))


def main() -> int:
    """Runs all files, and prints what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="paths that hold this text")
    parser.add_argument("--every", type=int, default=1, help="one of so many files")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    corpus = Folder(arguments.folder)
    files = [path for path in corpus.files() if arguments.only in str(path)][:: arguments.every]
    counts: Counter[str] = Counter()
    elements = 0
    # the program keeps what it made for the next file
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        for seen in pool.imap(_work, [(path, arguments.folder) for path in files]):
            counts[seen.kind] += 1
            elements += seen.elements
            if arguments.verbose or seen.kind not in ("equal", "refused"):
                print(f"{seen.path}: {seen.kind} {seen.words}", flush=True)
    print(f"{len(files)} files, {elements} elements: {dict(counts)}")
    return 0 if set(counts) <= {"equal", "refused"} else 1


if __name__ == "__main__":
    sys.exit(main())
