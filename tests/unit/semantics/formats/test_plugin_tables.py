"""The tables of gz-sim's plugins: complete where they say so, and every row of a person's is about something."""

from __future__ import annotations

from bodyplan.diagnostics.zip_tables import SCHEMAS, read_table
from bodyplan.semantics.core.rare_elements import SIMULATOR_PARTS
from bodyplan.semantics.formats.plugin_tables import (
    classic_plugins,
    libraries,
    library_by_class,
    library_of,
    read_plugins,
    simulator_parts,
)

KINDS = {"joint", "link", "model", "topic", "file"}


def test_all_but_one_library_are_complete() -> None:
    partial = {name for name in libraries() for plugin in read_plugins(name).values() if not plugin.is_complete}
    assert partial == {"python-system-loader"}
    assert len(libraries()) >= 76


def test_every_parameter_says_what_it_is() -> None:
    for name in libraries():
        for plugin in read_plugins(name).values():
            assert plugin.doc, name
            for parameter in plugin.parameters.values():
                assert parameter.doc, (name, parameter.path)
                assert parameter.names is None or parameter.names in KINDS


def test_every_row_of_a_person_is_about_what_is_read() -> None:
    for name, row in libraries().items():
        facts = {
            parameter["name"]
            for major in row["tables"]
            for plugin in read_table(SCHEMAS / "gz-sim" / str(major) / f"{name}.toml").get("plugin", ())
            for parameter in plugin.get("parameters", ())
        }
        added = read_table(SCHEMAS / "gz-sim/docs" / f"{name}.toml")
        assert facts.issuperset(added.get("leave_out", ()))
        for parameter in added.get("parameters", ()):
            if not (parameter.get("composed") or parameter.get("matches")):
                assert parameter["name"] in facts, (name, parameter["name"])


def test_releases_of_a_parameter() -> None:
    drag = read_plugins("lift-drag")["LiftDrag"]
    assert drag.parameters["reversible"].majors == (9, 10)
    assert drag.parameters["area"].majors == ()
    assert drag.parameters["area"].default == "1.0"


def test_names_of_libraries() -> None:
    assert library_of("libgz-sim8-diff-drive-system.so") == "diff-drive"
    assert library_of("ignition-gazebo-physics-system") == "physics"
    assert library_of("libgazebo_ros_camera.so") is None


def test_what_took_the_place_of_classic_plugins_is_there() -> None:
    for name, classic in classic_plugins().items():
        for word in classic.instead.replace(",", "").split():
            library = library_of(word)
            assert library is None or library in libraries(), name
        if classic.name:
            plugin = read_plugins(library_by_class()[classic.name])[classic.name]
            assert set(classic.renamed.values()) <= plugin.parameters.keys(), name


def test_the_elements_that_are_looked_for_are_those_of_the_table() -> None:
    assert tuple(simulator_parts()) == SIMULATOR_PARTS
