"""What targets make of elements and attributes, as the rows of their tables say it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..model import CompiledFormat, Definition, Key, Part
from ..readers.toml import read_toml

NAMES = {"drake": "Drake", "libsdformat": "libsdformat", "urdfdom": "urdfdom", "dart": "DART"}
LISTS = {"refuses": "refuses it", "warns": "warns", "ignores": "ignores it"}


@dataclass(frozen=True, slots=True)
class Note:
    """What a target does with a part, where, and under which circumstances."""

    target: str
    does: str
    words: str
    path: str
    conditional: bool

    @property
    def text(self) -> str:
        """One line of Markdown."""
        where = f", at `{self.path}`" if "/" in self.path.strip("/") else ""
        when = " in some cases" if self.conditional else ""
        words = f": {self.words}" if self.words else ""
        return f"{NAMES.get(self.target, self.target)} {self.does}{when}{where}{words}"


SUBJECTS = {
    "unknown_element": "unknown elements",
    "unknown_attribute": "unknown attributes",
    "repeated": "a second element where only one may occur",
    "missing": "required elements that are not there",
    "out_of_range": "values outside their bounds",
}
TREATMENTS = {"error": "refused", "warning": "warned of", "silent": "passed over"}

Place = tuple[Key, str, str]
"""A definition, the kind of one of its parts, and the name of that as it is written."""


def policies_of(schemas: Path, format: str) -> dict[tuple[str, str], str]:
    """By subject and name of a target: what it does with what the format objects to."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted(schemas.glob("*/rules.toml")):
        policy = read_toml(path)["target"].get(format, {})
        for key, subject in SUBJECTS.items():
            if key in policy:
                found[subject, NAMES.get(path.parent.name, path.parent.name)] = TREATMENTS[policy[key]]
    return found


def notes_of(compiled: CompiledFormat, schemas: Path) -> dict[Place, list[Note]]:
    """What targets do with the parts of the newest version."""
    definitions = compiled.definitions[compiled.newest]
    found: dict[Place, list[Note]] = {}
    for path in sorted(schemas.glob("*/rules.toml")):
        table = read_toml(path)
        for wanted in table["target"].get(compiled.name, {}).get("optional", ()):
            for owner, part in _matches(compiled, definitions, wanted, set()):
                note = Note(path.parent.name, "does without it", "", wanted, False)
                found.setdefault((owner, part.kind, part.xml_name), []).append(note)
        for row in table.get("rule", ()):
            if row["format"] != compiled.name:
                continue
            for place, note in _of_row(compiled, definitions, path.parent.name, table, row):
                notes = found.setdefault(place, [])
                if note not in notes:
                    notes.append(note)
    return found


def _of_row(
    compiled: CompiledFormat, definitions: dict[Key, Definition], target: str, table: dict[str, Any], row: Any
) -> Iterator[tuple[Place, Note]]:
    heard = next(
        ((verb, table[name][row["says"]]) for name, verb in LISTS.items() if row["says"] in table.get(name, {})), None
    )
    if heard is None:
        return
    does, template = heard
    spared = set(row.get("except", ()))
    for path in row["path"]:
        for owner, part in _matches(compiled, definitions, path, spared):
            if path.endswith("*") and part.prefix:
                continue
            words = _fill_template(template, _mark(part) + part.xml_name, definitions[owner])
            yield (owner, part.kind, part.xml_name), Note(target, does, words, path, "when" in row)


def _fill_template(template: str, name: str, owner: Definition) -> str:
    fields = {"name": name, "parent": owner.xml_name}
    text = re.sub(r"\{(\w+)[^}]*\}", lambda match: fields.get(match[1], "…"), template)
    return re.sub(r"<(/?[@\w:.-]+)>", r"`<\1>`", text)


def _matches(
    compiled: CompiledFormat, definitions: dict[Key, Definition], path: str, spared: set[str]
) -> Iterator[tuple[Key, Part]]:
    """The parts that the last step of a path matches."""
    steps = path.strip("/").split("/")
    root = compiled.roots[compiled.newest]
    if path.startswith("/"):
        if not _is(steps[0], definitions[root].xml_name) or len(steps) == 1:
            return
        owners, steps = {root}, steps[1:]
    else:
        owners = set(definitions)
    for number, step in enumerate(steps):
        if step == "**":
            owners = _below(definitions, owners)
            continue
        hits = [(owner, part) for owner in sorted(owners) for part in definitions[owner].parts if _fits(step, part)]
        if number == len(steps) - 1:
            yield from ((owner, part) for owner, part in hits if _mark(part) + part.xml_name not in spared)
            return
        owners = {part.target for _, part in hits if part.target is not None}


def _mark(part: Part) -> str:
    return "@" if part.kind == "attribute" else ""


def _fits(step: str, part: Part) -> bool:
    if part.kind == "text":
        return False
    if step.startswith("@") != (part.kind == "attribute"):
        return False
    return _is(step.removeprefix("@"), part.xml_name)


def _is(step: str, name: str) -> bool:
    if step == "*":
        return ":" not in name
    return name.startswith(step[:-1]) if step.endswith(":*") else step == name


def _below(definitions: dict[Key, Definition], owners: set[Key]) -> set[Key]:
    found, ahead = set[Key](), list(owners)
    while ahead:
        key = ahead.pop()
        if key not in found:
            found.add(key)
            ahead += [part.target for part in definitions[key].parts if part.target]
    return found
