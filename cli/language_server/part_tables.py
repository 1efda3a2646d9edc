"""What may be written where documents keep what is there as it is: parameters of plugins, and names of interfaces."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple, replace
from ...runtime.fields import Kind
from ...semantics.core.bindings import bindings_of
from ...semantics.formats.plugin_tables import (
    NAMESPACES,
    Parameter,
    Plugin,
    find_shipped,
    libraries,
    library_of,
)
from ...semantics.formats.schema_tables import read_schema_table
from ...semantics.formats.urdf.mujoco_block import SECTIONS
from .vocabulary import PartTable, Term, terms_of

if TYPE_CHECKING:
    from collections.abc import Mapping

REFERRED = {each: Kind(each) for each in ("joint", "link")}
"""What parameters name, by what tables call it."""
MUJOCO = "mujoco"
INTERFACES = ("command_interface", "state_interface")
_SPACES = {"gz-sim": NAMESPACES[0], "ignition-gazebo": NAMESPACES[1]}


def describe_inside(term: Term, attributes: Mapping[str, str]) -> Term:
    """The description of an element that has some attributes, with the table of its inside where its class has not all."""
    table = _table_of(term, attributes)
    return term if table is None else replace(term, table=table)


def _table_of(term: Term, attributes: Mapping[str, str]) -> PartTable | None:
    if term.holds is None:
        return None
    if term.name == "plugin" and "@filename" in terms_of(term.holds, term.prefix):
        return PluginTable(attributes.get("filename", ""), attributes.get("name", ""))
    if term.name == "gazebo":
        return GazeboTable()
    if term.name == MUJOCO:
        return MujocoTable()
    return InterfaceTable(term.holds) if term.name in INTERFACES else None


class PluginTable(NamedTuple):
    """A plugin, by the library and the class that it names, and a path inside of it."""

    filename: str
    name: str
    path: str = ""

    def terms(self) -> Mapping[str, Term]:
        """See ``PartTable``."""
        return _plugin_terms(self)


@cache
def _plugin_terms(table: PluginTable) -> Mapping[str, Term]:
    library = library_of(table.filename)
    found = {} if table.path else _name_terms(table.filename, library)
    plugin = find_shipped(table.filename, table.name)
    if plugin is None:
        return found
    begin = f"{table.path}/" if table.path else ""
    for parameter in plugin.all_parameters():
        if plugin.parameters.get(parameter.path) is not parameter or not parameter.path.startswith(begin):
            continue  # one of a pattern has no name yet
        inner = parameter.path[len(begin) :]
        if "/" in inner or (inner.startswith("@") and not table.path):
            continue
        found[inner] = _parameter_term(plugin, parameter, inner, table)
    for name in plugin.inside(table.path):
        found.setdefault(name, _make_term(name, "element", table=table._replace(path=f"{begin}{name}")))
    return found


def _name_terms(filename: str, library: str | None) -> dict[str, Term]:
    """The attributes by which a plugin is found, with the names that there are."""
    known = terms_of(bindings_of("sdformat").root)["model"].holds
    assert known is not None, "a model holds elements"
    plugin = terms_of(known)["plugin"].holds
    assert plugin is not None, "a plugin holds attributes"
    about = terms_of(plugin)
    package = "ignition-gazebo" if filename.removeprefix("lib").startswith("ignition") else "gz-sim"
    chosen = libraries() if library is None else {each: libraries()[each] for each in (library,) if each in libraries()}
    classes = tuple(f"{_SPACES[package]}{name}" for row in chosen.values() for name in row["classes"])
    files = tuple(f"gz-sim-{name}-system" for name in libraries())
    return {
        "@filename": replace(about["@filename"], suggested=files),
        "@name": replace(about["@name"], suggested=classes),
    }


def _parameter_term(plugin: Plugin, parameter: Parameter, name: str, table: PluginTable) -> Term:
    refers = REFERRED.get(parameter.names or "")
    has_parts = bool(plugin.inside(parameter.path)) or any(
        each.startswith(f"{parameter.path}/@") for each in plugin.parameters
    )
    return _make_term(
        name.removeprefix("@"),
        "attribute" if name.startswith("@") else "element",
        documentation=parameter.doc,
        unit=parameter.unit or "",
        default=parameter.default,
        repeats=parameter.is_repeated,
        words=("true", "false") if parameter.type == "bool" else (),
        refers=refers,
        table=table._replace(path=parameter.path) if has_parts and not parameter.is_open else None,
    )


class InterfaceTable(NamedTuple):
    """An interface of hardware, whose names ros2_control knows some of."""

    of: type[Any]

    def terms(self) -> Mapping[str, Term]:
        """See ``PartTable``."""
        names = tuple(read_schema_table("urdf", "ros2_control.toml")["interfaces"]["names"])
        about = terms_of(self.of)
        return {**about, "@name": replace(about["@name"], suggested=names)}


class GazeboTable(NamedTuple):
    """What ``<gazebo>`` hands on to a simulator as it is."""

    def terms(self) -> Mapping[str, Term]:
        """See ``PartTable``."""
        model = terms_of(bindings_of("sdformat").root)["model"].holds
        assert model is not None, "a model holds elements"
        link = terms_of(model)["link"].holds
        assert link is not None, "a link holds elements"
        return {"plugin": terms_of(model)["plugin"], "sensor": terms_of(link)["sensor"]}


class MujocoTable(NamedTuple):
    """What MuJoCo reads in a robot, as in MJCF."""

    def terms(self) -> Mapping[str, Term]:
        """See ``PartTable``."""
        about = terms_of(bindings_of("mjcf").root)
        return {name: about[name] for name in SECTIONS}


def _make_term(name: str, kind: str, **about: Any) -> Term:
    facts: dict[str, Any] = dict.fromkeys(("documentation", "unit", "since"), "") | {
        "default": None,
        "deprecated": None,
        "required": False,
        "repeats": False,
        "words": (),
        "is_open": False,
        "refers": None,
        "defines": None,
        "uri": None,
        "numbers": 0,
        "holds": None,
        "prefix": "",
    }
    return Term(name=name, kind=kind, **{**facts, **about})
