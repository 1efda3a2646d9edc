"""Plants one fault at a time into the plugins of real worlds and robots, at a place that a seed chooses."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bodyplan.semantics.formats.plugin_tables import Parameter, class_of, libraries, library_of, read_plugins

PLUGIN = re.compile(r"<plugin\b[^>]*?(?<!/)>.*?</plugin>|<plugin\b[^>]*/>", re.DOTALL)
LEAF = re.compile(r"<(\w+)>([^<>]*)</\1>")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
SHORT = 3
"""Letters of a word that is left alone."""
MOST_OF_A_KIND = 2
NUMBERS = frozenset({"double", "int", "unsigned int", "bool", "vector3"})


class Fault(NamedTuple):
    """A text with one fault."""

    kind: str
    code: str
    path: Path
    line: int
    text: str


def choose_faults(path: Path, seed: int) -> list[Fault]:
    """Some faults of each kind for a file."""
    found: dict[str, list[Fault]] = {}
    for fault in plant_faults(path, seed):
        found.setdefault(fault.kind, []).append(fault)
    chance = random.Random(f"{seed} {path.name}")
    return [fault for faults in found.values() for fault in chance.sample(faults, min(len(faults), MOST_OF_A_KIND))]


def plant_faults(path: Path, seed: int) -> Iterator[Fault]:
    """A fault of each kind, for each plugin of a file that has a place for one."""
    text = path.read_text(encoding="utf-8", errors="replace")
    blanked = COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for plugin in PLUGIN.finditer(blanked):
        head = plugin[0].partition(">")[0]
        library = library_of(_attribute(head, "filename"))
        name = class_of(_attribute(head, "name"))
        if library is None or library not in libraries() or name is None or name not in read_plugins(library):
            continue
        known = read_plugins(library)[name]
        chance = random.Random(f"{seed} {path.name} {plugin.start()}")
        at = plugin.start()
        for kind, code, attribute, word in (
            ("class", "BP243", "name", name),
            ("library", "BP242", "filename", library),
        ):
            value = _attribute(head, attribute)
            if len(word) > SHORT:
                where = at + head.index(value) + value.index(word)
                yield _changed(kind, code, path, text, where, word, _misspell(word, chance))
        if not known.is_complete:
            continue
        leaves = [(leaf, known.parameters[leaf[1]]) for leaf in LEAF.finditer(plugin[0]) if leaf[1] in known.parameters]
        yield from _plant_in_parameters(leaves, path, text, at, chance)


def _plant_in_parameters(
    leaves: list[tuple[re.Match[str], Parameter]], path: Path, text: str, at: int, chance: random.Random
) -> Iterator[Fault]:
    chance.shuffle(leaves)
    for leaf, _ in [each for each in leaves if len(each[0][1]) > SHORT][:1]:
        wrong = _misspell(leaf[1], chance)
        begin, end = at + leaf.start(), at + leaf.end()
        made = f"<{wrong}>{leaf[2]}</{wrong}>"
        yield Fault("parameter", "BP241", path, _line(text, begin), text[:begin] + made + text[end:])
    for leaf, _ in [each for each in leaves if each[1].type in NUMBERS][:1]:
        yield _changed("type", "BP113", path, text, at + leaf.start(2), leaf[2], "wide")
    for leaf, _ in [each for each in leaves if each[1].names in ("joint", "link")][:1]:
        yield _changed("name", "BP345", path, text, at + leaf.start(2), leaf[2], f"{leaf[2].strip()}_gone")


def _changed(kind: str, code: str, path: Path, text: str, at: int, old: str, new: str) -> Fault:
    made = text[:at] + new + text[at + len(old) :]
    start = text.rfind("<", 0, at) if kind in ("type", "name") else at
    return Fault(kind, code, path, _line(text, start), made)


def _misspell(word: str, chance: random.Random) -> str:
    """A word without one of its inner letters."""
    place = chance.randrange(1, len(word) - 1)
    while not word[place].isalpha():
        place = chance.randrange(1, len(word) - 1)
    return word[:place] + word[place + 1 :]


def _attribute(head: str, name: str) -> str:
    found = re.search(rf"""\b{name}\s*=\s*["']([^"']*)["']""", head)
    return found[1] if found else ""


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
