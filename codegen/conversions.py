"""Compiles the steps between versions: reads conversion rules, and checks them against the descriptions on both sides.

A rule has to be about something that the version before or the version after describes, and whatever a version no
longer describes is either what a rule is about or listed in ``conversions.toml``, beside what official rules get wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from ..runtime.conversions import (
    AddRule,
    ConversionPath,
    DeprecationRule,
    MapRule,
    MoveRule,
    Operation,
    RemoveRule,
    RenameRule,
    VersionStep,
)
from .errors import SchemaError
from .grammar import Include, SchemaNode, version_key
from .readers.conversion import Context, ConversionFile, PlacedRule, read_conversion
from .readers.description import FAULTS, read_version
from .readers.toml import TomlFile
from .shapes import PATHS, TEXTS, format_value

ADDITIONS = "additions"
"""Folder of our own rules, each file called as official ones are; they apply after those, where there are any."""
NOTES = "conversions.toml"
HEAD = """\
# What there is to say of the step to a version beside its conversion rules:
# dropped: what it no longer describes and no rule is about; `bodyplan codegen import` lists what a new version drops;
# nowhere: what rules are about though neither version describes it;
# same: defaults before and after that say the same, by place.
# `bodyplan codegen check` finds what is missing here, and what should not be here.
"""

Descriptions = Mapping[str, SchemaNode]
"""The root node of each description file of one version, by the file's stem."""


class Notes(NamedTuple):
    """What ``conversions.toml`` says of the step to a version."""

    dropped: tuple[str, ...] = ()
    nowhere: tuple[str, ...] = ()
    same: tuple[tuple[str, tuple[str, ...]], ...] = ()


NO_NOTES = Notes()


def compile_steps(folder: Path, versions: Mapping[str, Descriptions]) -> list[VersionStep]:
    """The step from each version to the next, oldest first, of the format in ``folder``; none where it has no rules.

    Raises:
        SchemaError: a rule is faulty or about nothing, there are none for a version, or something is dropped unseen.
    """
    ordered = sorted(versions, key=version_key)
    rules, notes = read_rules(folder, ordered), read_notes(folder, ordered)
    steps: list[VersionStep] = []
    for origin, target in pairwise(ordered) if rules else ():
        files = rules.get((origin, target), [])
        if not files:
            name = f"{target}/{rules_file(origin)}"
            raise SchemaError(str(folder / name), 0, f"no rules lead from {origin} to {target}")
        note = notes.get(target, NO_NOTES)
        lost = [place for file in files for place in check_rules(file, versions[origin], versions[target], note)]
        gone = find_dropped(versions[origin], versions[target], files)
        path = folder / NOTES
        for place in gone:
            if place not in note.dropped:
                message = (
                    f"{place} of {origin} is gone, no rule is about it, and it is not listed as dropped by {target}"
                )
                raise SchemaError(str(path), TomlFile(path).line_of(f'["{target}"]') if path.exists() else 0, message)
        described = set(_places(versions[target]))
        for place, _ in note.same:
            if place not in described:
                raise SchemaError(str(path), _line_with(path, place), f"{place} is not described by {target}")
        for stale in (*(set(note.dropped) - set(gone)), *(set(note.nowhere) - set(lost))):
            raise SchemaError(str(path), _line_with(path, stale), f"{stale} is listed for {target} without a reason")
        steps.append(VersionStep(origin, target, tuple(file.root for file in files), note.same))
    return steps


def rules_file(origin: str) -> str:
    """The name of the file with the rules that lead from a version to the next."""
    return f"{origin.replace('.', '_')}.convert"


def read_rules(folder: Path, versions: Iterable[str]) -> dict[tuple[str, str], list[ConversionFile]]:
    """The files of rules in a format's folder, by the versions that they lead from and to.

    Raises:
        SchemaError: a file holds something that is not a rule, or is called by another version than the one before.
    """
    known = sorted(versions, key=version_key)
    found: dict[tuple[str, str], list[ConversionFile]] = {}
    for before, target in zip(["", *known], known):
        official = sorted((folder / target).glob("*.convert"))
        for path in official:
            if path.stem.replace("_", ".") != before:
                raise SchemaError(str(path), 0, f"{path.name} does not lead from the version before {target}")
        own = folder / ADDITIONS / rules_file(before)
        paths = [*official, *([own] if own.is_file() else [])]
        if paths:
            found[before, target] = [read_conversion(each) for each in paths]
    return found


def check_official(source: Path, target: Path) -> None:
    """Checks the rules in an official folder, or in folders of one, before they are taken over into ``target``.

    Raises:
        SchemaError: a rule is faulty, or is about nothing in the two versions; the error names the official file.
    """
    for path in sorted(source.rglob("*.convert")):
        file = read_conversion(path)
        goal = target / path.parent.relative_to(source)
        origin = path.stem.replace("_", ".")
        # a version is taken from the official folders where these have it
        folders = [
            folder for folder in (path.parent.parent / origin, goal.parent / origin) if any(folder.glob("*.sdf"))
        ]
        if folders and any(path.parent.glob("*.sdf")):
            notes = read_notes(
                goal.parent, [each.name for each in goal.parent.iterdir()] if goal.parent.exists() else []
            )
            note = notes.get(goal.name, NO_NOTES)
            older, newer = (read_version(each, faults=goal.parent / FAULTS) for each in (folders[0], path.parent))
            check_rules(file, older, newer, note)


def read_notes(folder: Path, versions: Iterable[str]) -> dict[str, Notes]:
    """What ``conversions.toml`` says, by version.

    Raises:
        SchemaError: it has a table of another name or shape.
    """
    path = folder / NOTES
    found: dict[str, Notes] = {}
    if not path.exists():
        return found
    file = TomlFile(path)
    for version, table in file.data.items():
        line = file.line_of(f'["{version}"]')
        if version not in versions or not isinstance(table, dict):
            raise SchemaError(str(path), line, f"{version!r} is no version")
        for key, value in table.items():
            shape = PATHS if key == "same" else TEXTS
            if key not in Notes._fields or not shape.fits(value):
                raise SchemaError(str(path), line, f"{version!r}: {key} is {format_value(value)}")
        same = tuple((place, tuple(values)) for place, values in table.get("same", {}).items())
        found[version] = Notes(tuple(table.get("dropped", ())), tuple(table.get("nowhere", ())), same)
    return found


def note_imported(folder: Path, renewed: Iterable[str]) -> list[str]:
    """Lists what the steps to and from the ``renewed`` versions of a format drop, and answers what is new in that.

    Raises:
        SchemaError: descriptions, rules or the list cannot be read.
    """
    known = [path.name for path in folder.iterdir() if path.is_dir() and any(path.glob("*.sdf"))]
    ordered = sorted((name for name in known if name[:1].isdigit()), key=version_key)
    rules, notes = read_rules(folder, ordered), read_notes(folder, ordered)
    before = dict(notes)
    new: list[str] = []
    for origin, target in pairwise(ordered) if rules else ():
        if {origin, target} & set(renewed):
            note = notes.get(target, NO_NOTES)
            versions = read_version(folder / origin), read_version(folder / target)
            gone = find_dropped(*versions, rules.get((origin, target), []))
            new += [place for place in gone if place not in note.dropped]
            notes[target] = note._replace(dropped=tuple(gone))
    if any(note != before.get(version, NO_NOTES) for version, note in notes.items()):
        (folder / NOTES).write_text(_format_notes(notes), encoding="utf-8", newline="\n")
    return new


def find_missing_rules(folder: Path, renewed: Iterable[str]) -> list[tuple[str, str]]:
    """The steps to or from the ``renewed`` versions that no file of rules is for, where the format has rules.

    Raises:
        SchemaError: rules cannot be read.
    """
    known = [path.name for path in folder.iterdir() if path.name[:1].isdigit() and any(path.glob("*.sdf"))]
    ordered = sorted(known, key=version_key)
    rules, concerned = read_rules(folder, ordered), set(renewed)
    return [step for step in pairwise(ordered) if rules and concerned.intersection(step) and step not in rules]


def _format_notes(notes: Mapping[str, Notes]) -> str:
    lines = [HEAD]
    for version in sorted((version for version in notes if any(notes[version])), key=version_key):
        note = notes[version]
        lines.append(f'["{version}"]')
        for key, places in (("dropped", note.dropped), ("nowhere", note.nowhere)):
            if places:
                lines += [f"{key} = [", *(f'    "{place}",' for place in places), "]"]
        for place, values in note.same:
            lines.append(f'same."{place}" = [{", ".join(json.dumps(value) for value in values)}]')
        lines.append("")
    return "\n".join(lines)


def _line_with(path: Path, place: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, 1) if f'"{place}"' in line), 0)


# what rules are about -------------------------------------------------------------------------------------------------


def check_rules(file: ConversionFile, older: Descriptions, newer: Descriptions, note: Notes = NO_NOTES) -> list[str]:
    """Checks that rules are about what there is before them or after them; answers what is listed as neither.

    Raises:
        SchemaError: a path leads nowhere in either version.
    """
    lost: list[str] = []
    for rule in file.rules:
        for location in [ConversionPath(())] if rule.operation is None else list(_locations(rule.operation)):
            if any(_is_found(nodes, rule, location) for nodes in (older, newer)):
                continue
            place = _format_location(rule.context, location)
            listed = next((each for each in note.nowhere if place == each or place.startswith(f"{each}/")), None)
            if listed is None:
                raise SchemaError(file.file, rule.line, f"{place} is described neither before this rule nor after it")
            lost.append(listed)
    return lost


def _locations(operation: Operation) -> Iterator[ConversionPath]:
    if isinstance(operation, (RenameRule, MoveRule, MapRule)):
        yield operation.source
        yield operation.target
    elif isinstance(operation, (AddRule, RemoveRule, DeprecationRule)):
        yield operation.target


def _is_found(nodes: Descriptions, rule: PlacedRule, location: ConversionPath) -> bool:
    return bool(_at(nodes, rule.context, location)) or (
        # the last word of what is deprecated may be an attribute
        isinstance(rule.operation, DeprecationRule)
        and bool(_at(nodes, rule.context, ConversionPath(location.path[:-1], location.path[-1])))
    )


def _at(nodes: Descriptions, context: Context, location: ConversionPath) -> set[str]:
    """The places of what a version describes at a location below the elements that a rule is about."""
    (root, _), *inner = context
    top = root_of(nodes)
    ends = [("", top)] if top.name == root else []
    for name, descendants in [*inner, *((name, False) for name in location.path)]:
        if descendants:
            ends = [(place, node) for place, node in _walk_nodes(nodes, top) if node.name == name]
        else:
            ends = [end for _, node in ends for end in children(nodes, node) if end[1].name == name]
    if location.attribute is None:
        return {place for place, _ in ends}
    return {
        f"{_home(nodes, node)}/@{location.attribute}"
        for _, node in ends
        if any(each.name == location.attribute for each in _parts(nodes, node, "attribute"))
    }


def _format_location(context: Context, location: ConversionPath) -> str:
    words = [f"{'//' if descendants else '/'}{name}" for name, descendants in context]
    words += [f"/{name}" for name in location.path]
    return "".join(words) + (f"/@{location.attribute}" if location.attribute is not None else "")


# what a version no longer describes -----------------------------------------------------------------------------------


def find_dropped(older: Descriptions, newer: Descriptions, files: Iterable[ConversionFile]) -> list[str]:
    """The places that a version describes, the next does not and no rule is about, in the order of the descriptions."""
    covered = {
        place
        for file in files
        for rule in file.rules
        for location in _sources(rule.operation)
        for place in (_at(older, rule.context, location) or _at_leaf(older, rule, location))
    }
    found: dict[str, None] = {}
    seen: set[tuple[str, str]] = set()
    ahead = [(root_of(older), root_of(newer))]
    while ahead:
        before, after = ahead.pop(0)
        if (_home(older, before), _home(newer, after)) in seen:
            continue
        seen.add((_home(older, before), _home(newer, after)))
        attributes = {node.name for node in _parts(newer, after, "attribute")}
        for attribute in _parts(older, before, "attribute"):
            place = f"{_home(older, before)}/@{attribute.name}"
            if attribute.name not in attributes and place not in covered:
                found[place] = None
        inside = {node.name: node for _, node in children(newer, after)}
        for place, child in children(older, before):
            if child.name in inside:
                ahead.append((child, inside[child.name]))
            elif place not in covered:
                found[place] = None
    return list(found)


def _sources(operation: Operation | None) -> Iterator[ConversionPath]:
    """What a rule takes away, or says to count for nothing."""
    if isinstance(operation, (RenameRule, MoveRule, MapRule)):
        yield operation.source
        if isinstance(operation, RenameRule) and operation.source.path:
            yield ConversionPath(operation.source.path)  # the element itself gets the new name
    elif isinstance(operation, (RemoveRule, DeprecationRule)):
        yield operation.target


def _at_leaf(nodes: Descriptions, rule: PlacedRule, location: ConversionPath) -> set[str]:
    if not isinstance(rule.operation, DeprecationRule):
        return set()
    return _at(nodes, rule.context, ConversionPath(location.path[:-1], location.path[-1]))


# descriptions as a tree -----------------------------------------------------------------------------------------------


def root_of(nodes: Descriptions) -> SchemaNode:
    """The node of the document's root element: the one that no file includes.

    Raises:
        SchemaError: no file describes one.
    """
    found = nodes.get("root") or nodes.get("gazebo")
    if found is None:
        described = next(iter(nodes.values()))
        raise SchemaError(Path(described.file).parent.as_posix(), 0, "no root.sdf describes the root of a document")
    return found


def children(nodes: Descriptions, node: SchemaNode) -> Iterator[tuple[str, SchemaNode]]:
    """The elements that may appear in an element, each with its place: file and path of the element that it is in."""
    body = nodes[node.ref] if node.ref else node
    for child in body.children:
        if isinstance(child, Include):
            inner = nodes[child.stem]
            yield f"{_home(nodes, node)}/{inner.name}", inner
        elif child.kind == "element" and not child.copy_data:
            yield f"{_home(nodes, node)}/{child.name}", child


def _parts(nodes: Descriptions, node: SchemaNode, kind: str) -> Iterator[SchemaNode]:
    body = nodes[node.ref] if node.ref else node
    for child in body.children:
        if isinstance(child, SchemaNode) and child.kind == kind:
            yield child


def _home(nodes: Descriptions, node: SchemaNode) -> str:
    """File and path of the description of an element: one for all places where it may occur."""
    body = nodes[node.ref] if node.ref else node
    return f"{Path(body.file).stem}:{body.path}"


def _places(nodes: Descriptions) -> Iterator[str]:
    """The file and path of everything that has a default, once for all places where it may occur."""
    for node in nodes.values():
        ahead = [node]
        while ahead:
            described = ahead.pop()
            yield f"{Path(described.file).stem}:{described.path}"
            ahead += [child for child in described.children if isinstance(child, SchemaNode)]


def _walk_nodes(nodes: Descriptions, root: SchemaNode) -> Iterator[tuple[str, SchemaNode]]:
    seen = {_home(nodes, root)}
    ahead = [root]
    while ahead:
        for place, child in children(nodes, ahead.pop()):
            yield place, child
            if _home(nodes, child) not in seen:
                seen.add(_home(nodes, child))
                ahead.append(child)
