"""The folders of models that a package adds to the environment of its users: its hooks, and what its package.xml exports.

Read are hooks of ament and colcon (``.dsv``, ``.dsv.in``, ``.sh``, ``.sh.in``) for the variables of ``VARIABLES``, and
``<gazebo_ros gazebo_model_path="…"/>``. They name folders of the installed package; what is in its ``share`` is looked for
in its sources.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping

from ...runtime.files import Files, Unreadable, is_in
from ...runtime.patterns import compile_pattern
from .environment import ENVIRONMENT
from .model_config import MOST_BYTES, ConfigProblem, package_name, parse_small_xml

VARIABLES = (*ENVIRONMENT, "GAZEBO_RESOURCE_PATH")
FOLDERS = ("hooks", "env-hooks", "env_hooks", "environment")
"""Folders in which packages keep their hooks."""
ENDINGS = (".dsv", ".dsv.in", ".sh", ".sh.in", ".bash.in")

_SHARE = compile_pattern(r"share/(?P<package>@PROJECT_NAME@|\$\{?PROJECT_NAME\}?|[\w.+-]+)(?P<inner>(?:/[\w.+@-]+)*)")
_SAME = ("@PROJECT_NAME@", "${PROJECT_NAME}", "$PROJECT_NAME")


def folders_of_hooks(folder: str, inside: Mapping[str, bool], files: Files) -> Iterator[str]:
    """The folders that the hooks of a package name, as far as they are in its sources or are what holds these.

    Args:
        folder: of the package.
        inside: the names in it, each with whether it is a folder.
        files: what may be read.
    """
    own = {package_name(folder, files), *_SAME}
    for inner in (*_iter_exports(folder, files), *_named_by_hooks(folder, inside, files, own)):
        path = os.path.normpath(os.path.join(folder, inner))
        if (is_in(path, folder) or path == os.path.dirname(folder)) and files.is_folder(path):
            yield path


def _named_by_hooks(folder: str, inside: Mapping[str, bool], files: Files, own: set[str]) -> Iterator[str]:
    for name in FOLDERS:
        if not inside.get(name):
            continue
        for file, is_folder in files.inside(os.path.join(folder, name)).items():
            if is_folder or not file.endswith(ENDINGS):
                continue
            try:
                text = files.read(os.path.join(folder, name, file), MOST_BYTES).decode("utf-8", "replace")
            except Unreadable:
                continue
            for line in text.splitlines():
                if line.lstrip().startswith("#") or not any(variable in line for variable in VARIABLES):
                    continue
                for named in _SHARE.finditer(line):
                    if named["package"] in own:
                        yield named["inner"].lstrip("/") or os.curdir
                if re.search(r"[;/:]share/?(?:$|[\s\"':])", line):
                    yield os.pardir


def _iter_exports(folder: str, files: Files) -> Iterator[str]:
    """What package.xml exports for Gazebo classic: ``${prefix}/models``, ``${prefix}/..``."""
    try:
        yield from files.make_of(os.path.join(folder, "package.xml"), MOST_BYTES, _exports_in)
    except (ConfigProblem, Unreadable):
        return


def _exports_in(data: bytes) -> tuple[str, ...]:
    found = list[str]()
    for exported in parse_small_xml(data).iter("gazebo_ros"):
        for attribute in ("gazebo_model_path", "gazebo_media_path"):
            for part in (exported.get(attribute) or "").split(":"):
                if part.startswith("${prefix}"):
                    found.append(part.removeprefix("${prefix}").strip("/") or os.curdir)
    return tuple(found)
