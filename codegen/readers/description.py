"""Reads description files (``*.sdf``)."""

from __future__ import annotations

import math
import re
from pathlib import Path

from lxml import etree

from ...diagnostics.zip_tables import AnyPath, home_of
from ..errors import SchemaError
from ..grammar import COUNTED, OCCURS, TYPES, Include, SchemaNode, version_key
from ..shapes import format_value, is_described_name
from .facts import check_cycles, check_facts
from .toml import read_toml
from .xml import read_xml

FACETS = {
    "element": {
        *(
            "name",
            "type",
            "default",
            "min",
            "max",
            "above",
            "count",
            "required",
            "ref",
            "copy_data",
            "projects",
            "nodefault",
        ),
    },
    "attribute": {"name", "type", "default", "min", "max", "above", "count", "required", "nodefault"},
    "include": {"filename", "required"},
}
FAULTS = "faults.toml"
ENDING = ".sdf"


def version_folders(home: Path) -> list[Path]:
    """The folders of the versions of a format, oldest first.

    Raises:
        SchemaError: one is not called by numbers.
    """
    folders = [path for path in home.iterdir() if path.is_dir() and path.name[:1].isdigit()]
    for path in folders:
        if not re.fullmatch(r"[0-9]+(\.[0-9]+)*", path.name):
            raise SchemaError(str(path), 0, "a version is called by numbers, such as 1.12")
    return sorted(folders, key=lambda path: version_key(path.name))


def read_version(folder: Path, called: str | None = None, faults: Path | None = None) -> dict[str, SchemaNode]:
    """The root node of each description file of one version, by the file's stem.

    Errors call the folder ``called``, by default its name. ``faults`` is the list of elements that may have a default
    outside their bounds; by default it is looked for beside the folder.

    Raises:
        SchemaError: a file is not a description, includes one that is not there, or there is no root; a fact cannot
            be true.
    """
    found = sorted((path.name, path) for path in home_of(folder).iterdir() if path.name.endswith(ENDING))
    nodes = {name.removesuffix(ENDING): _read_file(path, called or folder.name) for name, path in found}
    if not nodes:
        raise SchemaError(str(folder), 0, "no description files")
    known = _known_faults(faults or folder.parent / FAULTS, folder.name)
    for stem, node in nodes.items():
        _check_references(node, nodes)
        check_facts(node, stem, known)
    check_cycles(nodes)
    return nodes


def _known_faults(path: Path, version: str) -> set[str]:
    """Elements of a version, as ``stem:path``, whose official default is outside their bounds."""
    listed = read_toml(path) if path.exists() else {}
    places = [name.removeprefix(f"{version}/") for name in listed if name.startswith(f"{version}/")]
    return {place.replace(".sdf:", ":") for place in places}


def _read_file(path: AnyPath, folder: str) -> SchemaNode:
    file = f"{folder}/{path.name}"
    root = read_xml(path, file)
    if root.tag != "element":
        raise SchemaError(file, root.sourceline or 0, f"the root has to be <element>, not <{root.tag!s}>")
    if root.get("name") is None:
        raise SchemaError(file, root.sourceline or 0, "<element> without a name")
    return _node(root, "", file)


def _node(element: etree._Element, parent: str, file: str) -> SchemaNode:
    kind = str(element.tag)
    line = element.sourceline or 0
    _check_facets(element, kind, file, line)
    copy_data = element.get("copy_data", "false").lower() in ("true", "1")
    name = element.get("name")
    if name is None and not copy_data:
        raise SchemaError(file, line, f"<{kind}> without a name")
    if name is not None and not is_described_name(name):
        raise SchemaError(file, line, f"{format_value(name)} cannot be the name of an {kind}")
    declared = element.get("type")
    if declared is not None and declared not in TYPES:
        raise SchemaError(file, line, f"unknown type {format_value(declared)}")
    for bound in ("min", "max", "above"):
        if not _is_bound(element.get(bound), declared):
            raise SchemaError(file, line, f"{bound} is {format_value(element.get(bound))}, which is no {declared}")
    if kind == "attribute" and declared is None:
        raise SchemaError(file, line, f"attribute {name!r} without a type")
    mark = "@" if kind == "attribute" else ""
    path = f"{parent}/{mark}{name}" if parent else str(name)
    node = SchemaNode(
        kind=kind,
        name=name or "",
        path=path,
        file=file,
        line=line,
        type=declared,
        default=element.get("default"),
        minimum=element.get("min"),
        maximum=element.get("max"),
        above=element.get("above"),
        count=_count(element, declared, file, line),
        projects=element.get("projects") == "true",
        unprojected=element.get("nodefault") == "true",
        occurs=_occurs(element, file, line),
        ref=element.get("ref") or None,
        copy_data=copy_data,
        prose=_prose(element),
    )
    for child in element:
        if child.tag == "description":
            continue
        if child.tag == "include":
            _check_facets(child, "include", file, child.sourceline or 0)
            stem = Path(child.get("filename", "")).stem
            node.children.append(
                Include(
                    stem=stem,
                    occurs=_occurs(child, file, child.sourceline or 0),
                    file=file,
                    line=child.sourceline or 0,
                    prose=_prose(child),
                )
            )
        else:
            node.children.append(_node(child, path, file))
    return node


def _prose(element: etree._Element) -> str:
    return " ".join(" ".join("".join(part.itertext()) for part in element.iterchildren("description")).split())


def _is_bound(text: str | None, kind: str | None) -> bool:
    if text is None or kind in (None, "string"):
        return True
    try:
        limits = [float(word) for word in text.split()]
    except ValueError:
        return False
    return bool(limits) and not any(map(math.isnan, limits))


def _count(element: etree._Element, declared: str | None, file: str, line: int) -> tuple[int, int | None] | None:
    written = element.get("count")
    if written is None:
        return None
    found = re.fullmatch(r"(\d{1,6})(?:(\.\.)(\d{1,6})?)?", written)
    least = int(found[1]) if found else 0
    most = None if found is None or (found[2] and not found[3]) else int(found[3] or found[1])
    if found is None or (most is not None and not 0 < least <= most and not least == 0 < most):
        raise SchemaError(file, line, f'count is {format_value(written)}; write it like "3", "1..3" or "0.."')
    if declared not in COUNTED:
        raise SchemaError(file, line, f"count is for {', '.join(COUNTED)}, not for {format_value(declared)}")
    return least, most


def _check_facets(element: etree._Element, kind: str, file: str, line: int) -> None:
    if kind not in FACETS:
        raise SchemaError(file, line, f"<{kind}> is not part of the description grammar")
    unknown = sorted(set(element.keys()) - FACETS[kind])
    if unknown:
        raise SchemaError(file, line, f"<{kind}> has no facet {unknown[0]!r}")


def _occurs(element: etree._Element, file: str, line: int) -> str:
    value = element.get("required")
    if value is None:
        raise SchemaError(file, line, f"<{element.tag!s}> does not say whether it is required")
    if value not in OCCURS:
        raise SchemaError(file, line, f"required is {format_value(value)}; it has to be one of 0, 1, +, *, -1")
    return value


def _check_references(node: SchemaNode, nodes: dict[str, SchemaNode]) -> None:
    if node.ref is not None and node.ref not in nodes:
        raise SchemaError(node.file, node.line, f"ref names {node.ref!r}, which no file describes")
    if node.projects and node.ref is None:
        raise SchemaError(node.file, node.line, f"<{node.name}> projects an element, and has no ref to name it")
    if node.ref is not None and nodes[node.ref].type is not None and not nodes[node.ref].children:
        raise SchemaError(node.file, node.line, f"ref names {node.ref!r}, which holds a text only")
    for child in node.children:
        if isinstance(child, Include):
            if child.stem not in nodes:
                raise SchemaError(child.file, child.line, f"includes {child.stem}.sdf, which is not there")
        else:
            _check_references(child, nodes)
