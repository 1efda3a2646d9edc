"""Schema -> overlay -> class -> decoder and encoder: nothing is left out, nothing is left over.

The descriptions are read here with plain ElementTree, not with the compiler's readers.
"""

from __future__ import annotations

import dataclasses
import importlib
import sys
from collections.abc import Iterator
from enum import Enum, EnumMeta
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from bodyplan import mjcf, sdformat, skel, urdf
from bodyplan.codegen.grammar import version_key
from bodyplan.runtime.bindings import Bindings
from bodyplan.runtime.element import Element
from bodyplan.runtime.field_tables import decoder_of
from bodyplan.runtime.names import function_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

NUMBERS = {
    *("int", "unsigned int", "float", "double", "vector2i", "vector2d", "vector3", "vector4"),
    *("quaternion", "pose", "color", "time", "doubles"),
}
NEWEST = {module.__name__.rpartition(".")[2]: module.NEWEST for module in (sdformat, skel, urdf, mjcf)}
FORMATS = sorted(NEWEST)


class Place(NamedTuple):
    """An element or attribute of a description file."""

    stem: str
    path: str
    type: str | None


def places(folder: Path) -> Iterator[Place]:
    """Everything that the description files of one version name."""
    for file in sorted(folder.glob("*.sdf")):
        yield from _inside(ElementTree.parse(file).getroot(), file.stem, "")


def _inside(node: ElementTree.Element, stem: str, above: str) -> Iterator[Place]:
    name = node.get("name")
    if node.tag == "include" or name is None:
        return
    path = f"{above}/" * bool(above) + "@" * (node.tag == "attribute") + name
    yield Place(stem, path, node.get("type"))
    for child in node:
        yield from _inside(child, stem, path)


def overlay(schemas: Path, format: str) -> dict[tuple[str, str], dict[str, Any]]:
    return {
        (file.stem, path): entry
        for file in sorted((schemas / format / "docs").glob("*.toml"))
        for path, entry in tomllib.loads(file.read_text(encoding="utf-8")).items()
    }


def packages(format: str) -> Iterator[tuple[str, ModuleType, Bindings]]:
    module = importlib.import_module(f"bodyplan.{format}")
    for version, name in module.VERSIONS.items():
        package = importlib.import_module(f"bodyplan.{format}.{name}")
        yield version, package, package._BINDINGS


def classes_of(package: ModuleType) -> Iterator[type[Element]]:
    for name in package.__all__:
        found = getattr(package, name)
        if isinstance(found, type) and issubclass(found, Element):
            yield found


def enums_of(format: str) -> dict[str, type[Enum]]:
    """The enumerations of a format by name."""
    module = importlib.import_module(f"bodyplan.{format}.enums")
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, EnumMeta) and value.__module__ == module.__name__
    }


def versions_of(schemas: Path, format: str) -> list[str]:
    return [path.name for path in (schemas / format).iterdir() if path.name[:1].isdigit()]


@pytest.mark.parametrize("format", FORMATS)
def test_newest_version_is_the_last_that_there_is_a_folder_for(format: str, checkout: Path) -> None:
    assert NEWEST[format] == max(versions_of(checkout / "schemas", format), key=version_key)


@pytest.mark.parametrize("format", FORMATS)
def test_every_element_and_attribute_is_documented(format: str, checkout: Path) -> None:
    docs = overlay(checkout / "schemas", format)
    known = set(places(checkout / "schemas" / format / NEWEST[format]))
    missing = sorted(f"{p.stem}.toml: {p.path}" for p in known if not docs.get((p.stem, p.path), {}).get("doc"))
    attributes = sum("@" in place.path.rsplit("/", 1)[-1] for place in known)
    print(f"{format} {NEWEST[format]}: {len(known) - attributes} elements, {attributes} attributes, all documented")
    assert missing == []


@pytest.mark.parametrize("format", FORMATS)
def test_every_number_has_a_unit(format: str, checkout: Path) -> None:
    docs = overlay(checkout / "schemas", format)
    numbers = {p for p in places(checkout / "schemas" / format / NEWEST[format]) if p.type in NUMBERS}
    missing = sorted(f"{p.stem}.toml: {p.path}" for p in numbers if not docs.get((p.stem, p.path), {}).get("unit"))
    print(f"{format} {NEWEST[format]}: {len(numbers)} numbers with units")
    assert missing == []


@pytest.mark.parametrize("format", FORMATS)
def test_every_overlay_entry_is_about_something_that_a_version_has(format: str, checkout: Path) -> None:
    schemas = checkout / "schemas"
    known = {
        (place.stem, place.path)
        for version in versions_of(schemas, format)
        for place in places(schemas / format / version)
    }
    assert sorted(set(overlay(schemas, format)) - known) == []


@pytest.mark.parametrize("format", FORMATS)
def test_conditions_and_choices_of_the_overlay_name_what_is_there(format: str, checkout: Path) -> None:
    schemas = checkout / "schemas"
    known = {
        (place.stem, place.path)
        for version in versions_of(schemas, format)
        for place in places(schemas / format / version)
    }
    for (stem, path), entry in overlay(schemas, format).items():
        around = path.rpartition("/")[0]
        for condition in ("required_when", "forbidden_when"):
            for attribute in entry.get(condition, {}):
                assert (stem, f"{around}/{attribute}") in known, f"{stem}.toml: {path}: {condition} {attribute}"
        for child in entry.get("choice", ()):
            inside = (stem, f"{path}/{child}") in known
            included = any(place[0].startswith(child) or place[1] == child for place in known)
            assert inside or included, f"{stem}.toml: {path}: choice {child}"


@pytest.mark.parametrize("format", FORMATS)
def test_every_class_has_a_decoder_and_no_other_is_there(format: str) -> None:
    modules: dict[str, tuple[set[str], ModuleType]] = {}
    for _, package, _ in packages(format):
        for cls in classes_of(package):
            code = sys.modules[decoder_of(cls).__module__]
            modules.setdefault(code.__name__, (set(), code))[0].add(function_name(cls.__name__))
    assert modules
    for name, (functions, code) in modules.items():
        defined = {
            key.removeprefix("decode_")
            for key, value in vars(code).items()
            if key.startswith("decode_") and getattr(value, "__module__", "") == name
        }
        assert defined == functions, name


@pytest.mark.parametrize("format", FORMATS)
def test_every_described_element_and_attribute_is_a_field_of_the_class_of_its_parent(
    format: str, checkout: Path
) -> None:
    for version, package, _ in packages(format):
        written: set[tuple[str, str]] = set()
        for cls in classes_of(package):
            for spec in dataclasses.fields(cls):
                name = spec.metadata.get("name", "")
                mark = "@" if spec.metadata["type"] == "Attribute" else ""
                written.add((cls.Meta.name, mark + name))  # type: ignore[attr-defined]
        for place in places(checkout / "schemas" / format / version):
            if "/" in place.path:
                parent, name = place.path.split("/")[-2:]
                assert (parent, name) in written, f"{format} {version}: {place.stem}: {place.path}"


@pytest.mark.parametrize("format", FORMATS)
def test_every_enumeration_is_used(format: str, checkout: Path) -> None:
    enums = enums_of(format)
    used = {name for _, package, _ in packages(format) for name in package.__all__}
    assert sorted(enums.keys() - used) == []
    declared = {entry["enum"] for entry in overlay(checkout / "schemas", format).values() if "enum" in entry}
    assert sorted(declared - enums.keys()) == []


@pytest.mark.parametrize("format", FORMATS)
def test_members_of_an_enumeration_equal_their_texts(format: str) -> None:
    for enum in enums_of(format).values():
        for member in enum:
            assert member == member.value
            assert f"{member}" == str(member) == member.value


@pytest.mark.parametrize("format", FORMATS)
def test_every_field_is_explained_where_it_stands(format: str, checkout: Path) -> None:
    for file in (checkout / "generated" / format).rglob("*.py"):
        if file.name.endswith("_xml.py") or file.name in ("__init__.py", "enums.py"):
            continue
        lines = file.read_text(encoding="utf-8").splitlines()
        is_inside, depth = False, 0
        for number, line in enumerate(lines):
            is_inside = is_inside or (line.startswith("    ") and ": " in line and "= xml." in line)
            depth += (line.count("(") - line.count(")")) if is_inside else 0
            if is_inside and depth == 0:
                following = lines[number + 1].strip() if number + 1 < len(lines) else ""
                assert following.startswith('"""'), f"{file.name}:{number + 1}"
                is_inside = False
