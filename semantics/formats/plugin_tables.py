"""What plugins of simulators read: their parameters by path, from tables of one grammar.

``schemas/gz-sim/systems.toml`` names the libraries of gz-sim; ``schemas/gz-sim/<major>/<library>.toml`` has what the
sources of a release say of one, and ``schemas/gz-sim/docs/<library>.toml`` what a person adds. Tables are read when a document
first names their library. ``schemas/gz-sim/others.toml`` has plugins of other projects, ``schemas/gz-sim/classic.toml`` those of Gazebo
classic and what took their place, and ``schemas/urdf/simulator_parts.toml`` elements of robots that one reader has to itself. Tables of
extensions have plugins as well, in rows of the same keys.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple
from ...diagnostics.zip_tables import SCHEMAS, home_of, read_table
from ...runtime.patterns import compile_pattern
from ...runtime.spelling import SpellingIndex
from .schema_tables import read_schema_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

HOME = "gz-sim"
NAMESPACES = ("gz::sim::systems::", "ignition::gazebo::systems::", "gz::sim::", "ignition::gazebo::")
"""Beginnings of the names of classes; the last two are those of systems outside of ``systems``."""
_LIBRARY = compile_pattern(
    r"(?:lib)?(?P<package>gz-sim|ignition-gazebo)(?P<major>\d*)-(?P<name>[\w-]+)-system(?:\.so|\.dylib|\.dll)?"
)


class Parameter(NamedTuple):
    """One parameter of a plugin."""

    path: str
    """Its path from the plugin, ``a/b`` for an element and ``a/@b`` for an attribute."""
    type: str | None
    """The type of SDFormat that its text is read as."""
    default: str | None
    is_repeated: bool
    unit: str | None
    names: str | None
    """The kind of what it names: ``joint``, ``link``, ``topic`` …"""
    is_open: bool
    """Whether it holds parts of other formats, which no table lists."""
    majors: tuple[int, ...]
    """The releases that read it, where not all do."""
    doc: str
    old: tuple[str, ...] = ()
    """Paths that it had before, which are parameters still."""


class Plugin(NamedTuple):
    """What one class of a library reads."""

    library: str
    name: str
    """The class without its namespace."""
    at: tuple[str, ...]
    """Elements that it works in; none where that is not known."""
    is_complete: bool
    """Whether all that it reads is known, so that anything else has no effect."""
    parameters: Mapping[str, Parameter]
    patterns: tuple[tuple[re.Pattern[str], Parameter], ...]
    doc: str

    def find(self, path: str) -> Parameter | None:
        """The parameter at a path."""
        found = self.parameters.get(path)
        if found is None:
            found = next((parameter for pattern, parameter in self.patterns if pattern.fullmatch(path)), None)
        return found

    def find_newer(self, path: str) -> str | None:
        """The path that the parameter at an older one has now."""
        return next((known.path for known in self.parameters.values() if path in known.old), None)

    def all_parameters(self) -> list[Parameter]:
        """The parameters in the order of their paths, patterns last."""
        return [*(self.parameters[path] for path in sorted(self.parameters)), *(known for _, known in self.patterns)]

    def inside(self, path: str) -> tuple[str, ...]:
        """Names of the elements that may be in the element at a path, that of the plugin being empty."""
        begin = f"{path}/" if path else ""
        own = (known[len(begin) :] for known in self.parameters if known.startswith(begin))
        return tuple(dict.fromkeys(name for name in own if "/" not in name and not name.startswith("@")))

    def attributes_at(self, path: str) -> tuple[str, ...]:
        """Names of the attributes that the element at a path may have, that of the plugin being empty."""
        begin = f"{path}/@" if path else "@"
        return tuple(known[len(begin) :] for known in self.parameters if known.startswith(begin))


def library_of(filename: str) -> str | None:
    """The name of a library of gz-sim between ``gz-sim-`` and ``-system``; None for any other library."""
    match = _LIBRARY.fullmatch(filename)
    return None if match is None else match["name"]


def class_of(name: str) -> str | None:
    """The name of a class of gz-sim without its namespace; None for one of another namespace."""
    begin = next((each for each in NAMESPACES if name.startswith(each)), None)
    return None if begin is None else name[len(begin) :]


@cache
def libraries() -> Mapping[str, Mapping[str, Any]]:
    """The rows of the index, by name of the library."""
    return {row["name"]: row for row in read_schema_table(HOME, "systems.toml").get("library", ())}


@cache
def spellings() -> SpellingIndex:
    """The names of all libraries."""
    return SpellingIndex(libraries())


@cache
def library_by_class() -> Mapping[str, str]:
    """The library of each class."""
    return {name: library for library, row in libraries().items() for name in row["classes"]}


def find_plugin(library: str, name: str) -> Plugin | None:
    """The plugin of a library of gz-sim that a document means by the name of a class, or by none.

    Args:
        library: its name, as ``library_of`` has it.
        name: the class with its namespace, as it is written.
    """
    if library not in libraries():
        return None
    plugins = read_plugins(library)
    if not name:
        return next(iter(plugins.values())) if len(plugins) == 1 else None
    return plugins.get(class_of(name) or "")


def find_shipped(filename: str, name: str) -> Plugin | None:
    """The plugin that a document means by file and class, of those of gz-sim and of well-known projects."""
    library = library_of(filename)
    return find_other(filename, name)[1] if library is None else find_plugin(library, name)


@cache
def read_plugins(library: str) -> Mapping[str, Plugin]:
    """The plugins of a library of gz-sim, by class."""
    row = libraries()[library]
    added = _read(f"{HOME}/docs", library)
    majors: tuple[int, ...] = tuple(row["majors"])
    found: dict[str, dict[str, dict[str, Any]]] = {name: {} for name in row["classes"]}
    composed = 0
    for at, major in enumerate(row["tables"]):
        until = row["tables"][at + 1] if at + 1 < len(row["tables"]) else majors[-1] + 1
        table = _read(f"{HOME}/{major}", library)
        composed = max(composed, table.get("composed", 0))
        for plugin in table.get("plugin", ()):
            for facts in plugin.get("parameters", ()):
                known = found[plugin["class"]].setdefault(facts["name"], {"majors": ()})
                known.update(facts)
                known["majors"] += tuple(each for each in majors if major <= each < until)
    complete = bool(added.get("complete", False)) and composed <= added.get("composed", 0)
    return {name: _make(library, name, facts, added, majors, complete) for name, facts in found.items()}


class ClassicPlugin(NamedTuple):
    """A plugin of Gazebo classic."""

    instead: str
    """What does the same in gz-sim."""
    name: str
    """The class of gz-sim, where it is one."""
    renamed: Mapping[str, str]
    """The parameters of that class, by the names that they had."""
    scaled: Mapping[str, tuple[str, float]]
    """Likewise those that are another measure, with what the old one is multiplied by."""
    whole_name: str
    """The class with its namespace, where it is not one of gz-sim's own."""
    reads: tuple[str, ...]
    """The parameters of such a class, which have the names that they had."""


@cache
def classic_plugins() -> Mapping[str, ClassicPlugin]:
    """Plugins of Gazebo classic and of gazebo_ros, by library."""
    rows = read_schema_table(HOME, "classic.toml").get("plugin", ())
    return {
        row["library"]: ClassicPlugin(
            row["instead"],
            row.get("class", ""),
            row.get("renamed", {}),
            {old: (new, factor) for old, (new, factor) in row.get("scaled", {}).items()},
            row.get("name", ""),
            tuple(row.get("reads", ())),
        )
        for row in rows
    }


def renamed_hardware() -> Mapping[str, str]:
    """Plugins of hardware for ros2_control, by the names that they had with Gazebo classic and Ignition Gazebo."""
    names: Mapping[str, str] = read_schema_table(HOME, "classic.toml")["hardware"]
    return names


def find_renamed(plugin: Plugin, old: str) -> str | None:
    """The name that a parameter has in gz-sim, by its name in Gazebo classic."""
    names = (known.renamed.get(old) for known in classic_plugins().values() if known.name == plugin.name)
    return next((name for name in names if name in plugin.parameters), None)


@cache
def read_own_plugins(table: Path) -> Mapping[str, tuple[Plugin, ...]]:
    """The plugins of a table of a user's own, by library."""
    return _by_library(read_table(table).get("plugin", ()))


@cache
def other_plugins() -> Mapping[str, tuple[Plugin, ...]]:
    """Plugins for gz-sim of well-known projects, by library."""
    return _by_library(read_schema_table(HOME, "others.toml").get("plugin", ()))


@cache
def simulator_parts() -> Mapping[str, tuple[Plugin, ...]]:
    """What readers look for in elements of their own in a robot, by the name of the element."""
    return _by_library(read_schema_table("urdf", "simulator_parts.toml").get("plugin", ()))


def _by_library(rows: Iterable[dict[str, Any]]) -> Mapping[str, tuple[Plugin, ...]]:
    found: dict[str, tuple[Plugin, ...]] = {}
    for row in rows:
        library = plain_library(row["library"])
        facts = {parameter["name"]: parameter for parameter in row.get("parameters", ())}
        made = _make(library, row.get("class", ""), facts, row, (), bool(row.get("complete", False)))
        found[library] = (*found.get(library, ()), made)
    return found


def find_other(filename: str, name: str, tables: Iterable[Path] = ()) -> tuple[bool, Plugin | None]:
    """The plugin of a library that is not gz-sim's own, as tables or well-known projects have it, and whether they have the library."""
    library = plain_library(filename)
    for known in (*map(read_own_plugins, tables), other_plugins()):
        own = known.get(library)
        if own is not None:
            is_only = not name and len(own) == 1
            return True, next((plugin for plugin in own if is_only or plugin.name in ("", name)), None)
    return False, None


def plain_library(filename: str) -> str:
    """The name of a library without what systems put around it."""
    return filename.removeprefix("lib").removesuffix(".so").removesuffix(".dylib").removesuffix(".dll")


def _read(folder: str, name: str) -> dict[str, Any]:
    path = home_of(SCHEMAS / folder) / f"{name}.toml"
    return read_table(path) if path.is_file() else {}


def _make(
    library: str,
    name: str,
    facts: dict[str, dict[str, Any]],
    added: Mapping[str, Any],
    majors: tuple[int, ...],
    complete: bool,
) -> Plugin:
    """A plugin of what the sources say of it and what a person adds to its library."""
    rows: dict[str, dict[str, Any]] = {
        path: row for path, row in facts.items() if path not in added.get("leave_out", ())
    }
    patterns = []
    for row in added.get("parameters", ()):
        if row.get("matches"):
            patterns.append((re.compile(row["name"]), _make_parameter(row["name"], row, majors)))
        elif row["name"] in rows or row.get("composed"):
            rows[row["name"]] = {**rows.get(row["name"], {}), **row}
    parameters = {path: _make_parameter(path, row, majors) for path, row in rows.items()}
    return Plugin(
        library, name, tuple(added.get("at", ())), complete, parameters, tuple(patterns), added.get("doc", "")
    )


def _make_parameter(path: str, row: Mapping[str, Any], majors: tuple[int, ...]) -> Parameter:
    own = tuple(row.get("majors", majors))
    return Parameter(
        path,
        row.get("type"),
        row.get("default"),
        row.get("occurs") == "*",
        row.get("unit"),
        row.get("names"),
        bool(row.get("any", False)),
        () if own == majors else own,
        row.get("doc", ""),
        tuple(row.get("old", ())),
    )


def closest(word: str, known: Iterable[str]) -> str | None:
    """The name that a word was most likely meant to be."""
    return SpellingIndex(known).nearest(word)
