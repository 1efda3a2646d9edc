"""Parameter files of ROS (YAML) beside a robot: names of its joints and links in them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple
from ...runtime.files import Unreadable
from ...runtime.forbidden_xml import decode_text
from ..document.document import Document, get_options

if TYPE_CHECKING:
    from collections.abc import Iterator

ENDINGS = (".yaml", ".yml")
OTHERS = (".dmd.yaml", ".dmd.yml")
"""Directives, which are documents."""
MARK = "ros__parameters"
"""What parameter files of ROS 2 hold."""
FOLDER = "config"
"""Where a package has them."""
MOST_BYTES = 1 << 20
MOST_FILES = 200
NODES = 1
"""How deep the names of nodes are in a file, which are no names of joints."""


class ParameterFile(NamedTuple):
    """A file, and its text with another name in it."""

    path: str
    data: bytes
    """As it is."""
    text: str


def is_parameter_file(path: str) -> bool:
    """Whether the name of a file is that of parameters, and of no document."""
    lowered = path.lower()
    return lowered.endswith(ENDINGS) and not lowered.endswith(OTHERS)


def rename_in_parameters(data: bytes, old: str, new: str) -> str | None:
    """The text of a parameter file in which another name stands for one; None where it has none, or cannot be read.

    Keys and values that are just that name count, but for the names of nodes.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    text = decode_text(data, None)[0]
    if old not in text:
        return None
    try:
        node = YAML(typ="rt", pure=True).compose(text)
    except (YAMLError, ValueError, RecursionError):
        return None
    starts = sorted({(mark.start_mark.index, mark.end_mark.index) for mark in _find_scalars(node, old)})
    if not starts:
        return None
    made, end = [], 0
    for start, stop in starts:
        made += [text[end:start], text[start:stop].replace(old, new)]
        end = stop
    return "".join([*made, text[end:]])


def find_parameter_files(doc: Document[Any], old: str, new: str) -> Iterator[ParameterFile]:
    """The parameter files in the package of a document that have a name in them."""
    files, path = get_options(doc).files, doc.path
    if path is None:
        return
    package = next((each for each in _folders_above(path) if files.is_file(each / "package.xml")), None)
    if package is None:
        return
    for each in sorted(_list_folder(package / FOLDER))[:MOST_FILES]:
        try:
            data = files.read(each, MOST_BYTES) if is_parameter_file(each.name) else b""
        except (Unreadable, OSError):
            continue
        made = rename_in_parameters(data, old, new) if MARK.encode() in data else None
        if made is not None:
            yield ParameterFile(str(each), data, made)


def _folders_above(path: str) -> Iterator[Path]:
    yield from Path(path).absolute().parents


def _list_folder(folder: Path) -> list[Path]:
    return [Path(home, name) for home, _, names in os.walk(folder) for name in names]


def _find_scalars(node: Any, name: str) -> Iterator[Any]:
    from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

    ahead: list[tuple[Any, int]] = [(node, 0)]
    seen = set()
    while ahead:
        each, depth = ahead.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, ScalarNode):
            if each.value == name and depth > NODES:
                yield each
        elif isinstance(each, SequenceNode):
            ahead += [(inner, depth + 1) for inner in each.value]
        elif isinstance(each, MappingNode):
            for key, value in each.value:
                ahead += [(key, depth + 1), (value, depth + 1)]
