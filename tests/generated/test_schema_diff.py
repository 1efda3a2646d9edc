"""``bodyplan schema diff`` says what the official files say, which are compared here with plain ElementTree.

Here every place in a document is visited, by its path from the root, once inside itself; the comparison pairs descriptions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from bodyplan import sdformat
from bodyplan.codegen.comparison import SchemaChange, compare_versions

pytestmark = pytest.mark.corpus

FACETS = ("type", "default", "min", "max", "required")
PAIRS = [*pairwise(sdformat.VERSIONS), ("1.4", "1.9"), ("1.9", "1.4"), ("1.12", "1.11")]


class Place(NamedTuple):
    """What is said of one place in documents, and which description says it."""

    facets: dict[str, str]
    described: str


def places(folder: Path) -> dict[str, Place]:
    """Every place in a document by its path from the root element."""
    files = {file.name: ElementTree.parse(file).getroot() for file in sorted(folder.glob("*.sdf"))}
    found: dict[str, Place] = {}
    name = "root.sdf" if "root.sdf" in files else "gazebo.sdf"
    _expand(files[name], files[name].get("required", ""), "", name, files, frozenset(), found)
    return found


def _expand(
    node: ElementTree.Element,
    required: str,
    above: str,
    file: str,
    files: dict[str, ElementTree.Element],
    chain: frozenset[int],
    found: dict[str, Place],
) -> None:
    path = f"{above}/{node.get('name')}"
    facets = {name: node.attrib[name] for name in FACETS if node.get(name, "__default__") != "__default__"}
    if path in found:
        return
    found[path] = Place({**facets, "required": required}, file)
    inside = node
    if node.get("ref"):
        inside = files[f"{node.get('ref')}.sdf"]
    if id(inside) in chain:
        return
    for part in dict.fromkeys((node, inside)):
        for child in part:
            held = file if part is node else f"{node.get('ref')}.sdf"
            if child.tag == "attribute":
                values = {
                    name: child.attrib[name] for name in FACETS if child.get(name, "__default__") != "__default__"
                }
                found.setdefault(f"{path}/@{child.get('name')}", Place(values, held))
            elif child.tag == "include":
                name = child.get("filename", "")
                _expand(files[name], child.get("required", ""), path, name, files, chain | {id(inside)}, found)
            elif child.tag == "element" and child.get("copy_data") is None:
                _expand(child, child.get("required", ""), path, held, files, chain | {id(inside)}, found)
            elif child.tag == "element":
                found[f"{path}/*"] = Place({}, held)


def ends(path: str, place: str) -> bool:
    """Whether a path in a document leads to a place of a description."""
    return path.endswith("/" + place.partition(":")[2])


def differences(old: dict[str, Place], new: dict[str, Place]) -> Iterator[tuple[str, str, str | None, str | None]]:
    """Path, facet and values of what both have and say otherwise."""
    for path in old.keys() & new.keys():
        for facet in FACETS:
            values = old[path].facets.get(facet), new[path].facets.get(facet)
            if values[0] != values[1]:
                yield path, facet, *values


@pytest.fixture(scope="module")
def official(shared: Path) -> dict[str, dict[str, Place]]:
    return {path.name: places(path) for path in (shared / "spec" / "sdformat").iterdir() if path.is_dir()}


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_the_difference_is_that_of_the_official_files(
    old: str, new: str, official: dict[str, dict[str, Place]], checkout: Path
) -> None:
    if not {old, new} <= official.keys():
        pytest.skip("the official files beside the checkout end before")
    changes = compare_versions(checkout / "schemas" / "sdformat", old, new)[1]
    before, after = official[old], official[new]
    if next(iter(before)) != next(iter(after)):
        before = {
            f"{next(iter(after))}{path.removeprefix(next(iter(before)))}": place for path, place in before.items()
        }
    said: dict[tuple[str | None, str | None, str | None], list[SchemaChange]] = {}
    for change in changes:
        if change.kind == "changed":
            said.setdefault((change.facet, change.old, change.new), []).append(change)
    told: set[int] = set()
    for path, *values in differences(before, after):
        lines = [line for line in said.get(tuple(values), []) if ends(path, line.place)]  # type: ignore[call-overload]
        assert lines, (path, *values)
        told |= {id(line) for line in lines}
    gone = {change.place for change in changes if change.kind in ("removed", "renamed", "moved")}
    come = {change.place for change in changes if change.kind == "added"}
    come |= {change.target or "" for change in changes}
    for path in before.keys() - after.keys():
        assert any(ends(above, place) for above in parents(path) for place in gone), path
    for path in after.keys() - before.keys():
        assert any(ends(above, place) for above in parents(path) for place in come), path
    reachable = {place.described for place in (*before.values(), *after.values())}
    for change in changes:
        stem = f"{change.place.partition(':')[0]}.sdf"
        if change.kind == "changed" and id(change) not in told and stem in reachable:
            moved = [other for other in changes if other.target is not None and inside(change, other)]
            assert moved, change


def inside(change: SchemaChange, other: SchemaChange) -> bool:
    """Whether something changed of what went somewhere else."""
    node = other.result.node if other.result is not None else None
    if change.place.partition(":")[0] in (getattr(node, "stem", None), getattr(node, "ref", None)):
        return True
    return f"{change.place}/".startswith(f"{other.target}/") or f"{change.place}/".startswith(f"{other.place}/")


def parents(path: str) -> Iterator[str]:
    """A path and those of all that is around it."""
    while path:
        yield path
        path = path.rpartition("/")[0]
