"""Compares ``schemas/`` with official files: whatever either says and the other does not, by element."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from . import provenance
from .facts import Fact, facts_of, hashes
from .grammar import SchemaNode, version_key
from .readers.description import FAULTS, read_version, version_folders
from .sdformat_import import ImportedFacts, read_official

NOTHING = ("", "")
"""The hashes of what is not there."""


def verify(home: Path, source: Path, version: str | None) -> Iterator[str]:
    """Differences between the folder of a format and official files, one line each.

    ``source`` is the folder of one ``version`` or, where that is None, a folder of such folders, which are all then.

    Raises:
        SchemaError: a file on either side is faulty.
    """
    taken = read_official(source, home / FAULTS)
    recorded = provenance.read_provenance(home)["elements"]
    folders = {version if name == "." and version else name: name for name in taken.nodes}
    for found in sorted(folders, key=version_key):
        if not (home / found).is_dir():
            yield f"{found} is published and not imported"
            continue
        nodes, below = taken.nodes[folders[found]], folders[found]
        facts = [*_facts(home / found, nodes, recorded.get(found, {}))]
        files = [line for line in _files(home / found, taken, below) if not facts or ".convert" in line]
        yield from (f"{found}: {line}" for line in (*facts, *_prose(nodes, recorded.get(found, {})), *files))
    if version is None:
        ours = (path.name for path in version_folders(home))
        yield from (f"{name} is here and not published" for name in ours if name not in folders)


def _facts(folder: Path, nodes: Mapping[str, SchemaNode], recorded: Mapping[str, str]) -> Iterator[str]:
    """Facts that differ, with who changed them since they were imported."""
    ours = read_version(folder)
    here, there = _by_place(ours), _by_place(nodes)
    now, official = hashes(ours), hashes(nodes)
    for place in sorted({*here, *there}):
        was = recorded.get(place, "").partition(" ")[0]
        ours_now, theirs_now = now.get(place, NOTHING)[0], official.get(place, NOTHING)[0]
        if ours_now == theirs_now:
            continue
        blame = {"edited here": ours_now != was, "changed officially": theirs_now != was}
        who = " and ".join(words for words, holds in blame.items() if holds)
        if place not in there:
            yield f"{place} is here ({here[place][0].where}) and not in the official files; {who}"
        elif place not in here:
            yield f"{place} is official ({there[place][0].where}) and not here; {who}"
        else:
            yield f"{place}: {_difference(here[place], there[place])} ({there[place][0].where}); {who}"


def _difference(here: list[Fact], there: list[Fact]) -> str:
    if len(here) != len(there):
        return f"described {len(here)} times here, {len(there)} times officially"
    found = []
    for ours, official in zip(here, there, strict=True):
        for facet in dict.fromkeys((*ours.facets, *official.facets)):
            values = ours.facets.get(facet), official.facets.get(facet)
            if values[0] != values[1]:
                found.append(f"{facet} is {_format_value(values[0])} here, {_format_value(values[1])} officially")
    return ", ".join(found)


def _format_value(value: str | None) -> str:
    return "missing" if value is None else repr(value)


def _prose(nodes: Mapping[str, SchemaNode], recorded: Mapping[str, str]) -> Iterator[str]:
    """Elements whose prose has changed since they were imported."""
    official = _by_place(nodes)
    for place, (_, prose) in sorted(hashes(nodes).items()):
        if place in recorded and recorded[place].partition(" ")[2] != prose:
            yield f"{place}: the official prose has changed ({official[place][0].where})"


def _files(folder: Path, taken: ImportedFacts, below: str) -> Iterator[str]:
    """Files that differ though their facts do not: the order of elements, or conversion rules."""
    prefix = "" if below == "." else f"{below}/"
    official = {name[len(prefix) :]: text for name, text in taken.texts.items() if Path(name).parent == Path(below)}
    ours = {path.name: path for path in folder.iterdir() if path.suffix in (".sdf", ".convert")}
    for name in sorted({*official, *ours}):
        if name not in official:
            yield f"{name} is here and not in the official files"
        elif name not in ours:
            yield f"{name} is official and not here"
        elif ours[name].read_text(encoding="utf-8") != official[name]:
            what = "has other rules" if name.endswith(".convert") else "has elements in another order"
            yield f"{name} {what} than officially"


def _by_place(nodes: Mapping[str, SchemaNode]) -> dict[str, list[Fact]]:
    found: dict[str, list[Fact]] = {}
    for fact in facts_of(nodes):
        found.setdefault(fact.place, []).append(fact)
    return found
