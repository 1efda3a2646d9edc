"""``bodyplan doctor``: what this machine has of what bodyplan can use, and what is wrong with it."""

from __future__ import annotations

import json
import os
import platform
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict
from importlib import metadata
from typing import TYPE_CHECKING, Literal

from ..diagnostics.errors import ExtensionError
from ..diagnostics.records import dataclass
from ..diagnostics.render.printable import printable_json
from ..runtime.patterns import compile_pattern
from ..semantics.core.extensions import GROUP, tables_of
from ..semantics.resources.environment import ENVIRONMENT, folders_in
from ..semantics.resources.model_config import CONFIG_NAMES
from .checking.discovery import places_below
from .executables import find_executable
from .messages import WrongCall
from .settings.files import user_configuration, user_file
from .settings.resolution import SettingsResolver
from .status import OK, PROBLEMS
from .text_table import table
from .version import version

if TYPE_CHECKING:
    from ..diagnostics.diagnostic import Diagnostic

PACKAGE = "bodyplan"
REFERENCES = {
    "Drake": "drake",
    "DART": "dartpy",
    "MuJoCo": "mujoco",
    "pinocchio": "pin",
    "yourdfpy": "yourdfpy",
}
"""Other readers, and the packages that they are installed by."""
TOOLS = {"gz": "Gazebo and libsdformat", "check_urdf": "urdfdom", "xacro": "xacro"}
"""Programs of other readers, and what they belong to."""
MANIFESTS = ("package.xml", *CONFIG_NAMES)
_NAME = compile_pattern(r"^(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)")
_EXTRA = compile_pattern(r"extra\s*==\s*['\"](?P<extra>[^'\"]+)['\"]")


@dataclass(frozen=True)
class Line:
    """One thing that was looked at.

    Attributes:
        topic: what it belongs to.
        what: its name.
        state: whether it is as it should be, is missing without harm, or is wrong.
        text: what is known of it.
    """

    topic: str
    what: str
    state: Literal["ok", "absent", "wrong"]
    text: str


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def run(arguments: Namespace) -> int:
    """Looks at everything, and prints it."""
    lines = [*_check_installation(), *_extras(), *_references(), *_folders(), *_extensions(), *_configuration()]
    if arguments.format == "json":
        text = json.dumps([asdict(line) for line in lines], indent=2, ensure_ascii=False)
        sys.stdout.write(printable_json(text) + "\n")
    else:
        sys.stdout.write(_text(lines))
    return PROBLEMS if any(line.state == "wrong" for line in lines) else OK


def _text(lines: list[Line]) -> str:
    marks = {"ok": "ok", "absent": "-", "wrong": "!!"}
    parts = []
    for topic in dict.fromkeys(line.topic for line in lines):
        rows = [(marks[line.state], line.what, line.text) for line in lines if line.topic == topic]
        parts.append(f"{topic}\n{table(rows)}")
    wrong = sum(line.state == "wrong" for line in lines)
    parts.append("nothing is wrong" if not wrong else f"{wrong} of these need a look: they are marked !!")
    return "\n".join(parts) + "\n"


def _check_installation() -> Iterator[Line]:
    topic = "program"
    own = version()
    yield Line(topic, PACKAGE, "ok" if own else "wrong", own or "it is not installed: pip install bodyplan")
    yield Line(topic, "Python", "ok", f"{platform.python_version()} ({sys.executable})")
    yield Line(topic, "system", "ok", platform.platform())
    for name in _requirements().get("", []):
        yield _package(topic, name, is_needed=True)


def _extras() -> Iterator[Line]:
    for extra, names in sorted(_requirements().items()):
        missing = [name for name in names if _version_of(name) is None and name != PACKAGE]
        if extra:
            text = f"pip install '{PACKAGE}[{extra}]' brings {', '.join(missing)}" if missing else ", ".join(names)
            yield Line("extras", extra, "absent" if missing else "ok", text)


def _references() -> Iterator[Line]:
    for name, package in REFERENCES.items():
        found = _version_of(package)
        yield Line("other readers", name, "ok" if found else "absent", found or f"no package {package}")
    for program, name in TOOLS.items():
        path = find_executable(program)
        yield Line("other readers", name, "ok" if path else "absent", path or f"no program {program}")


def _folders() -> Iterator[Line]:
    topic = "folders in which models and packages are looked up"
    seen: dict[str, str] = {}
    for variable in ENVIRONMENT:
        written = os.environ.get(variable, "")
        if not written.strip():
            yield Line(topic, variable, "absent", "not set")
            continue
        for folder in map(str, folders_in(variable, written)):
            yield Line(topic, variable, *_state_of(folder, seen.get(folder)))
            seen.setdefault(folder, variable)


def _state_of(folder: str, before: str | None) -> tuple[Literal["ok", "absent", "wrong"], str]:
    if not os.path.isdir(folder):
        return "wrong", f"{folder}: {'this is a file' if os.path.exists(folder) else 'there is no such folder'}"
    try:
        inside = [entry.path for entry in os.scandir(folder) if entry.is_dir()]
    except OSError as error:
        return "wrong", f"{folder}: {error.strerror}"
    if before is not None:
        return "ok", f"{folder}: listed in {before} already"
    models = sum(any(os.path.isfile(os.path.join(path, name)) for name in MANIFESTS) for path in inside)
    if models:
        return "ok", f"{folder}: {models} models and packages"
    if any(os.path.isfile(os.path.join(folder, name)) for name in MANIFESTS):
        return "ok", f"{folder}: this is a model or package itself; the folder above it holds the others"
    return "wrong", f"{folder}: there is no model or package in this folder"


def _extensions() -> Iterator[Line]:
    topic = "extensions"
    entries = sorted(metadata.entry_points(group=GROUP))
    for entry in entries:
        try:
            tables = tables_of([entry.value.partition(":")[0]])
            yield Line(topic, entry.name, "ok", ", ".join(map(str, tables)))
        except ExtensionError as error:
            yield Line(topic, entry.name, "wrong", str(error))
    if not entries:
        yield Line(topic, GROUP, "absent", "no installed package brings tags of its own")


def _configuration() -> Iterator[Line]:
    topic = "configuration of this folder"
    warnings: list[Diagnostic] = []
    try:
        decided = SettingsResolver(Namespace(), warnings.append)("_")
    except WrongCall as mistake:
        yield Line(topic, "file", "wrong", str(mistake))
        return
    file = decided.configuration.file
    text = str(file) if file is not None else "neither bodyplan.toml nor [tool.bodyplan] in pyproject.toml"
    yield Line(topic, "file", "ok" if file is not None else "absent", text)
    own = user_configuration().file
    text = str(own) if own is not None else str(user_file() or "there is no folder for it")
    yield Line(topic, "your own", "ok" if own is not None else "absent", text)
    for warning in warnings:
        yield Line(topic, "no effect", "absent", warning.format_line(""))
    for folder in decided.settings.search_paths:
        yield Line(topic, "search path", *_state_of(str(folder), None))
    for root in decided.settings.package_roots:
        found = any(place != root for place in places_below((root,))) or _state_of(root, None)[0] == "ok"
        text = f"{root}: {'there are' if found else 'there are no'} models and packages below"
        yield Line(topic, "package root", "ok" if found else "wrong", text)


def _package(topic: str, name: str, *, is_needed: bool) -> Line:
    found = _version_of(name)
    return Line(topic, name, "ok" if found else "wrong" if is_needed else "absent", found or "not installed")


def _version_of(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _requirements() -> dict[str, list[str]]:
    """The packages of each extra, and of bodyplan itself under an empty name."""
    found: dict[str, list[str]] = {}
    try:
        written = metadata.requires(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return found
    for requirement in written:
        name, _, marker = requirement.partition(";")
        extra = _EXTRA.search(marker)
        match = _NAME.match(name)
        if match is not None and (extra is not None or "python_version" not in marker):
            found.setdefault(extra["extra"] if extra is not None else "", []).append(match["name"])
    return found
