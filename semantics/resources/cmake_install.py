"""Where the files of an installed package are in its sources, by the ``install`` commands of its CMakeLists.txt.

``package://arm/meshes/hand.stl`` is ``resources/meshes/hand.stl`` in the sources where ``install(DIRECTORY resources/meshes
DESTINATION share/${PROJECT_NAME})`` says so. Conditions and loops are not followed: every ``install`` counts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from ...diagnostics.records import NamedTuple
from ...runtime.files import Files, Unreadable
from ...runtime.patterns import compile_pattern
from .model_config import MOST_BYTES

FILE = "CMakeLists.txt"

_INSTALL = compile_pattern(r"\binstall\s*\(([^()]*)\)", re.IGNORECASE)
_PROJECT = compile_pattern(r"\bproject\s*\(\s*([\w.+-]+)", re.IGNORECASE)
_COMMENT = compile_pattern(r"#[^\n]*")
_WORD = compile_pattern(r'"([^"]*)"|([^\s"]+)')
_VARIABLE = compile_pattern(r"\$\{(\w+)\}")
_KEYWORDS = frozenset(
    [
        "DIRECTORY",
        "FILES",
        "PROGRAMS",
        "TARGETS",
        "DESTINATION",
        "PATTERN",
        "REGEX",
        "EXCLUDE",
        "FILES_MATCHING",
        "PERMISSIONS",
        "COMPONENT",
        "OPTIONAL",
        "RENAME",
        "USE_SOURCE_PERMISSIONS",
        "CONFIGURATIONS",
        "TYPE",
        "EXPORT",
        "MESSAGE_NEVER",
    ]
)


class Installed(NamedTuple):
    """A folder or file of the sources, and what it is called in the ``share`` folder of the package."""

    called: str
    source: str


def read_installs(folder: str, files: Files) -> tuple[Installed, ...]:
    """What the CMakeLists.txt of a package installs into its ``share`` folder under another name than in its sources."""
    try:
        text = files.read(os.path.join(folder, FILE), MOST_BYTES).decode("utf-8", "replace")
    except Unreadable:
        return ()
    text = _COMMENT.sub("", text)
    named = _PROJECT.search(text)
    name = os.path.basename(folder) if named is None else named[1]
    share = f"share/{name}"
    variables = {
        "PROJECT_NAME": name,
        "CMAKE_PROJECT_NAME": name,
        "CATKIN_PACKAGE_SHARE_DESTINATION": share,
        "CMAKE_INSTALL_DATADIR": "share",
        "CMAKE_INSTALL_DATAROOTDIR": "share",
        "CMAKE_CURRENT_SOURCE_DIR": ".",
        "CMAKE_SOURCE_DIR": ".",
        "PROJECT_SOURCE_DIR": ".",
        "CMAKE_INSTALL_PREFIX": "",
    }
    found = (each for command in _INSTALL.finditer(text) for each in _parse_install(command[1], variables, share))
    return tuple(dict.fromkeys(each for each in found if each.called != each.source))


def find_sources(inner: str, installed: tuple[Installed, ...]) -> Iterator[str]:
    """The paths in the sources of what is called ``inner`` in the installed package."""
    for each in installed:
        if each.called == "":
            yield os.path.join(each.source, inner)
        elif inner == each.called or inner.startswith(f"{each.called}/"):
            yield each.source + inner[len(each.called) :]


def _parse_install(command: str, variables: dict[str, str], share: str) -> Iterator[Installed]:
    words = [
        _VARIABLE.sub(lambda named: variables.get(named[1], named[0]), quoted or plain)
        for quoted, plain in _WORD.findall(command)
    ]
    if not words or words[0] not in ("DIRECTORY", "FILES") or "DESTINATION" not in words[:-1]:
        return
    into = _normal(words[words.index("DESTINATION") + 1])
    if into != share and not into.startswith(f"{share}/"):
        return
    into = into[len(share) :].lstrip("/")
    for word in words[1:]:
        if word in _KEYWORDS:
            break
        source = _normal(word)
        if "$" in source or source.startswith("../"):
            continue
        is_contents = words[0] == "DIRECTORY" and word.endswith("/")
        yield Installed(into if is_contents else _normal(f"{into}/{os.path.basename(source)}"), source)


def _normal(path: str) -> str:
    """A path with slashes, without any at its ends, empty for the folder itself."""
    found = os.path.normpath(path.lstrip("/") or ".").replace(os.sep, "/")
    return "" if found == "." else found
