"""The files that a document and what it includes name: meshes, pictures, sounds, scripts of materials.

Each file of a document is looked through once, however often it is included.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple
from ....runtime.element import Element
from ....runtime.field_tables import parts_of
from ....runtime.files import Unreadable
from ....runtime.patterns import compile_pattern
from ....runtime.source import literal_tag
from ....runtime.spelling import SpellingIndex
from ...core.uri_fields import NamedUri, find_uri_fields, uris_of
from ...resources.named_files import NamedFiles
from ..schema_tables import read_schema_table
from .shapes import NO_TEXT

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.files import Files
    from .context import SdformatContext, SdformatFile

THROUGH = frozenset({
    *("world", "model", "population", "link", "visual", "drake_visual", "collision", "geometry", "mesh", "heightmap"),
    *("image", "texture", "material", "script", "pbr", "metal", "specular", "normal_map", "light_map", "actor", "skin"),
    *("animation", "scene", "sky", "audio_source", "particle_emitter", "road"),
})  # fmt: skip
"""Fields of the elements in which there may be the name of a file. Not those of shaders and projectors: what these name
is a resource of the renderer, which it knows by another name than that of its file."""

MOST_BYTES = 1 << 20
"""Longest script that is read."""
MOST_SCRIPTS = 200
"""How many scripts of one folder are read."""
MOST_WAYS = 1 << 10
"""Of how many kinds of elements with the same fields it is remembered where names of files are in them."""

_MATERIAL = compile_pattern(rb"^[ \t]*material[ \t]+\"?([^\s\":{]+)", re.MULTILINE)


class Script(NamedTuple):
    """A material that is looked up in scripts."""

    element: Any
    is_resolved: bool
    """Whether all files that may have it were found."""


def check_files(context: SdformatContext, read: Iterable[tuple[Element, SdformatFile]]) -> None:
    """Reports files that are not there, and materials that no script has.

    Args:
        context: what was asked for.
        read: the top elements that were read, each with its file.
    """
    table = read_schema_table("sdformat", "gazebo.toml")
    installed, folders = tuple(table["installed"]), set[str]()
    scripts: list[Script] = []
    for root, file in read:
        beside = [folder for folder in (file.folder, context.options.base_dir) if folder is not None]
        files = NamedFiles(context.options, dict.fromkeys(beside), context.sink, installed, context.finder)
        for element in _elements_with_files(root):
            is_resolved = None
            for uri in uris_of(element):
                if uri.written.strip() not in NO_TEXT:
                    path = files.find(uri.written.strip(), partial(place_of, uri), is_file=uri.kind != "script")
                    is_resolved = is_resolved is not False and (path is not None or files.is_installed(uri.written))
                    if uri.kind == "script" and path is not None:
                        folders.add(path)
            if _names_scripts(type(element)):
                scripts.append(Script(element, bool(is_resolved)))
    if scripts:
        _check_materials(context, scripts, sorted(folders), table["materials"])


def _check_materials(context: SdformatContext, scripts: list[Script], paths: list[str], own: list[str]) -> None:
    """Reports names that no script has: one that was found, or Gazebo's own. All scripts are loaded for all visuals."""
    known = set(own)
    if all(script.element.name.strip() in known for script in scripts):
        return
    known.update(name for path in paths for name in _materials_in(path, context.options.files))
    names = SpellingIndex(sorted(known))
    for script, is_resolved in scripts:
        name = script.name.strip()
        if name in known or name in NO_TEXT:
            continue
        advice = names.advice(name)
        if is_resolved or advice:
            uri = NamedUri(script, "name", None, "", name)
            context.sink.report(rules.MATERIAL_UNKNOWN, place_of(uri), name=name, reference=name, advice=advice)


def _materials_in(path: str, files: Files) -> Iterator[str]:
    """The names of the materials in a script, or in the scripts of a folder."""
    inside = files.inside(path) if files.is_folder(path) else None
    found = [path] if inside is None else [os.path.join(path, name) for name in inside if name.endswith(".material")]
    for each in found[:MOST_SCRIPTS]:
        try:
            data = files.read(each, MOST_BYTES)
        except Unreadable:
            continue
        yield from (match[1].decode("utf-8", "replace") for match in _MATERIAL.finditer(data))


def _names_any_file(root: Element) -> bool:
    """Whether any element names a file: all elements of a class are looked at together, which takes less than one after another."""
    ahead: dict[Any, list[Any]] = {type(root): [root]}
    while ahead:
        cls, elements = ahead.popitem()
        way = _way_through(cls)
        written = [each.__dict__ for each in elements]
        if way.names and not all(map(way.names.isdisjoint, written)):
            return True
        for name in set[str]().union(*written).intersection(way.through):
            values = [fields[name] for fields in written if name in fields]
            inside = list(chain.from_iterable(values)) if isinstance(values[0], list) else values
            kinds = set(map(type, inside))
            for kind in kinds:
                if issubclass(kind, Element):
                    ahead.setdefault(kind, []).extend(
                        inside if len(kinds) == 1 else [each for each in inside if type(each) is kind]
                    )
    return False


def _elements_with_files(root: Element) -> Iterator[Element]:
    """The elements that name files, in the order of the text."""
    if not _names_any_file(root):
        return
    ahead: list[tuple[Any, _Way]] = [(root, _way_through_written(type(root), tuple(root.__dict__)))]
    while ahead:
        current, way = ahead.pop()
        if way.names:
            yield current
        written = current.__dict__  # takes less time than vars
        for name in reversed(way.through):
            value = written[name]
            for each in reversed(value) if isinstance(value, list) else (value,):
                if isinstance(each, Element):
                    further = _way_through_written(type(each), tuple(each.__dict__))
                    # most shapes and materials name none: these are not looked into
                    if further.fields:
                        ahead.append((each, further))


class _Way(NamedTuple):
    """Where a class of elements has names of files."""

    names: frozenset[str]
    """Fields that are some."""
    through: tuple[str, ...]
    """Fields that hold elements in which there are some."""
    fields: frozenset[str]
    """All of these."""


@cache
def _names_scripts(cls: Any) -> bool:
    return any(kind == "script" for _, kind in find_uri_fields(cls))


@cache
def _way_through(cls: Any) -> _Way:
    own = frozenset(name for name, _ in find_uri_fields(cls))
    through = tuple(name for name in cls._specs if name in THROUGH and name not in own)
    return _Way(own, through, own.union(through))


@lru_cache(MOST_WAYS)
def _way_through_written(cls: Any, written: tuple[str, ...]) -> _Way:
    """The same for elements of which these fields are written: what documents have many of are written alike."""
    way = _way_through(cls)
    return _Way(way.names, tuple(name for name in way.through if name in written), way.fields.intersection(written))


def place_of(uri: NamedUri) -> _Element | Element:
    """The element that holds a value."""
    there, part = uri.owner.source_element, parts_of(type(uri.owner)).by_field.get(uri.field)
    if there is None or part is None:
        return uri.owner
    inside = [child for child in there if literal_tag(child) == part.name]
    return inside[uri.number or 0] if (uri.number or 0) < len(inside) else there
