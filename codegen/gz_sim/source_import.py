"""Imports the systems of a checkout of gz-sim: facts of each of its libraries, and what changed since the release before."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...runtime import toml
from ...runtime.atomic_write import write_atomically
from ...runtime.numbers import FINITE
from ..errors import SchemaError
from .accesses import Access, Accesses, blank_comments, read_accesses

INDEX = "systems.toml"
OVERLAY = "docs"
"""The folder of what a person knows of each library."""

_PROJECT = re.compile(r"project\s*\(\s*gz-sim\d*\s+VERSION\s+(\d+)\.(\d+)\.(\d+)")
_LIBRARY = re.compile(r"gz_add_system\s*\(\s*([\w-]+)(.*?)\)", re.DOTALL)
_CLASS = re.compile(r"GZ_ADD_PLUGIN(?:_ALIAS)?\s*\(([^;]*?)\)\s*(?:;|$|(?=\n))", re.DOTALL)
_ALIAS = re.compile(r'"(?:gz::sim|ignition::gazebo)::(?:systems::)?([\w:]+)"')
_SIMPLE = re.compile(r'true|false|"[^"]*"')
_MEMBER = re.compile(r"(?:->|\.)([A-Za-z_]\w*)$")


@dataclass(slots=True)
class System:
    """One class of a library: what it reads, by path."""

    name: str
    parameters: dict[str, dict[str, Any]] = field(default_factory=dict)


@dataclass(slots=True)
class Library:
    """One library of gz-sim."""

    name: str
    systems: list[System] = field(default_factory=list)
    composed: list[str] = field(default_factory=list)
    """Places of what it reads by names that are made in code, or of elements that are not known."""


@dataclass(frozen=True, slots=True)
class Release:
    """What was read of one checkout."""

    version: str
    libraries: Mapping[str, Library]
    digests: Mapping[str, str]

    @property
    def major(self) -> int:
        """The number that libraries and packages have in their names."""
        return int(self.version.partition(".")[0])


def read_release(source: Path, home: Path) -> Release:
    """Reads the systems of a checkout of gz-sim.

    Raises:
        SchemaError: the folder holds no gz-sim.
    """
    project = source / "CMakeLists.txt"
    version = _PROJECT.search(_text(project)) if project.is_file() else None
    if version is None or not (source / "src" / "systems").is_dir():
        raise SchemaError(str(source), 0, "this is no checkout of gz-sim")
    libraries: dict[str, Library] = {}
    digests: dict[str, str] = {}
    for folder in sorted((source / "src" / "systems").iterdir()):
        listed = folder / "CMakeLists.txt"
        if not listed.is_file():
            continue
        for name, rest in _LIBRARY.findall(_text(listed)):
            own = [folder / file for file in re.findall(r"[\w./-]+\.cc\b", rest)]
            texts = {path: _text(path) for path in own if path.is_file()}
            digests.update({str(path.relative_to(source)): _digest(path) for path in texts})
            libraries[name] = _read_library(name, texts, _overlay(home, name))
    return Release(".".join(version.groups()), libraries, digests)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _overlay(home: Path, library: str) -> dict[str, Any]:
    path = home / OVERLAY / f"{library}.toml"
    return toml.loads(_text(path)) if path.is_file() else {}


def _read_library(name: str, texts: Mapping[Path, str], overlay: Mapping[str, Any]) -> Library:
    library = Library(name)
    receivers: Mapping[str, str] = overlay.get("receivers", {})
    shared: list[tuple[str, Accesses]] = []
    for path, text in texts.items():
        found = read_accesses(text, receivers)
        library.composed += [f"{path.parent.name}/{path.name}:{line}: {call}" for line, call in found.composed]
        classes = _classes(text)
        if not classes:
            shared.append((text, found))
        for each in classes:
            library.systems.append(System(each))
            _add(library.systems[-1], found, text)
    for text, found in shared:
        for system in library.systems:
            _add(system, found, text)
    library.systems.sort(key=lambda system: system.name)
    return library


def _classes(text: str) -> list[str]:
    """Full names of the classes that a text registers, without their namespaces of gz-sim."""
    named = [alias for part in _CLASS.findall(blank_comments(text)) for alias in _ALIAS.findall(part)]
    return list(dict.fromkeys(named))


def _add(system: System, found: Accesses, text: str) -> None:
    for access in found.found:
        facts = system.parameters.setdefault(access.path, {})
        if access.type is not None:
            facts.setdefault("type", access.type)
        default = _default(access, text)
        if default is not None:
            facts.setdefault("default", default)
        if access.is_repeated:
            facts["occurs"] = "*"


def _default(access: Access, text: str) -> str | None:
    """The value that counts where nothing is written, if the text has it as a plain one."""
    written = access.default
    if written is None:
        return None
    member = _MEMBER.search(written)
    if member is not None:
        initial = re.search(rf"\b{member[1]}\s*(?:\{{|=\s*)([^;{{}}]*?)\}}?;", text)
        written = initial[1].strip() if initial else ""
    written = written.removesuffix("f") if re.fullmatch(r"[\d.]+f", written) else written
    return written.strip('"') if _SIMPLE.fullmatch(written) or FINITE.fullmatch(written) else None


def write_library(library: Library) -> str:
    """The facts of a library as a table."""
    lines = []
    if library.composed:
        lines += [f"composed = {len(library.composed)}", ""]
    for system in library.systems:
        lines += ["[[plugin]]", f"class = {_quote(system.name)}"]
        if system.parameters:
            lines.append("parameters = [")
            for path, facts in sorted(system.parameters.items()):
                row = "".join(
                    f", {key} = {_quote(facts[key])}" for key in ("type", "default", "occurs") if key in facts
                )
                lines.append(f"    {{ name = {_quote(path)}{row} }},")
            lines.append("]")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def plan_files(release: Release, home: Path) -> tuple[dict[str, str], set[str]]:
    """The files that an import writes, by their paths in the format's folder, and those that it removes.

    A table that is as in the release before is not written again; the index says which tables there are.
    """
    index = read_index(home)
    majors = sorted({major for row in index.values() for major in row["majors"]} | {release.major})
    files: dict[str, str] = {}
    removed: set[str] = set()
    for name in sorted(index.keys() | release.libraries.keys()):
        row = index.setdefault(name, {"name": name, "classes": [], "majors": [], "tables": []})
        tables = {major: table_at(home, row, major) for major in row["majors"]}
        tables.pop(release.major, None)
        library = release.libraries.get(name)
        if library is not None:
            tables[release.major] = write_library(library)
            row["classes"] = sorted({*row["classes"], *(system.name for system in library.systems)})
        row["majors"] = [major for major in majors if major in tables]
        row["tables"] = [
            major
            for before, major in zip([None, *row["majors"]], row["majors"])
            if before is None or tables[before] != tables[major]
        ]
        for major in majors:
            path = f"{major}/{name}.toml"
            if major in row["tables"]:
                files[path] = tables[major]
            elif (home / path).exists():
                removed.add(path)
    files[INDEX] = _write_index({name: row for name, row in index.items() if row["majors"]})
    return files, removed


def write_files(files: Mapping[str, str], removed: set[str], home: Path) -> None:
    """Puts what an import makes in place."""
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(home / name, text.encode())
    for name in removed:
        (home / name).unlink()


def table_at(home: Path, row: Mapping[str, Any], major: int) -> str:
    """The table of a library in a release: that of the release, or the last one before."""
    last = max(each for each in row["tables"] if each <= major)
    return _text(home / str(last) / f"{row['name']}.toml")


def read_index(home: Path) -> dict[str, dict[str, Any]]:
    """The index of libraries, by name."""
    path = home / INDEX
    rows = toml.loads(_text(path)).get("library", []) if path.is_file() else []
    return {row["name"]: dict(row) for row in rows}


def _write_index(index: Mapping[str, Mapping[str, Any]]) -> str:
    lines = [
        "# The libraries of gz-sim: the classes that each registers, the releases that have it, and those of them whose",
        "# table differs from that of the release before. Made by `bodyplan codegen import gz-sim`.",
        "",
        "library = [",
    ]
    for name, row in sorted(index.items()):
        classes = ", ".join(map(_quote, row["classes"]))
        lines.append(
            f'    {{ name = "{name}", classes = [{classes}], majors = {row["majors"]}, tables = {row["tables"]} }},'
        )
    return "\n".join([*lines, "]", ""])


def report_differences(release: Release, home: Path) -> Iterator[str]:
    """What changes in the tables of a release, or since the one before where it has none yet; and what needs a person."""
    index = read_index(home)
    majors = sorted({major for row in index.values() for major in row["majors"] if major <= release.major})
    yield f"# gz-sim {release.version}"
    yield ""
    last = majors[-1] if majors else None
    for name in sorted(index.keys() | release.libraries.keys()):
        row, library = index.get(name), release.libraries.get(name)
        known = row is not None and last in row["majors"]
        if library is None:
            if known:
                yield f"- `{name}`: no more"
            continue
        if not known or row is None or last is None:
            yield f"- `{name}`: new, with {', '.join(f'`{each.name}`' for each in library.systems)}"
        else:
            before = toml.loads(table_at(home, row, last))
            for line in _changes(before, toml.loads(write_library(library))):
                yield f"- `{name}`: {line}"
        overlay = _overlay(home, name)
        if len(library.composed) > overlay.get("composed", 0):
            yield f"- `{name}`: partial; names that are made in code, for a person to look up:"
            yield from (f"  - `{place}`" for place in library.composed)
        elif not overlay.get("complete", False):
            yield f"- `{name}`: partial; nobody has looked at it"


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    old, new = _rows(before), _rows(after)
    for key in sorted(old.keys() | new.keys()):
        path = " ".join(f"`{part}`" for part in key)
        if key not in new:
            yield f"{path} is read no more"
        elif key not in old:
            yield f"{path} is new"
        elif old[key] != new[key]:
            changed = [
                f"{fact} {old[key].get(fact)} -> {new[key].get(fact)}"
                for fact in ("type", "default", "occurs")
                if old[key].get(fact) != new[key].get(fact)
            ]
            yield f"{path}: {', '.join(changed)}"


def _rows(table: Mapping[str, Any]) -> dict[tuple[str, str], Mapping[str, Any]]:
    return {
        (plugin["class"], row["name"]): row
        for plugin in table.get("plugin", [])
        for row in plugin.get("parameters", [])
    }
