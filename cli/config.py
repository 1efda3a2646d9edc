"""``bodyplan config``: the settings that apply to a document and where they come from."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from ..diagnostics.render.printable import printable, printable_json
from ..semantics.resources.project import Project
from .documents import add_search_paths
from .extensions import add_extensions
from .settings.permission import Refusal
from .settings.resolution import ResolvedSettings, SettingsResolver
from .settings.settings import KEYS, LISTED, TABLES
from .status import OK
from .text_table import table

SHOW = "show"


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    show = actions.add_parser(
        SHOW,
        help="show the settings for a document or folder",
        description="Show the settings that apply and where they come from.",
    )
    show.add_argument(
        "path", metavar="PATH", nargs="?", default=os.curdir, help="document or folder (default: the current folder)"
    )
    show.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    add_search_paths(show)
    add_extensions(show)


def run(arguments: Namespace) -> int:
    """Prints the settings that apply to a path."""
    path: str = arguments.path
    decided = SettingsResolver(arguments)(os.path.join(path, "_") if os.path.isdir(path) else path)
    sys.stdout.write(_json(path, decided) if arguments.format == "json" else _text(path, decided))
    return OK


def _text(path: str, decided: ResolvedSettings) -> str:
    file = decided.configuration.file
    head = f"{path}: {file}" if file is not None else f"{path}: no configuration speaks of it"
    rows = [
        (key, json.dumps(_value_of(field, decided), ensure_ascii=False), _origin(decided, field))
        for key, field in KEYS.items()
    ]
    project = Project.find(path)
    about = printable(f"project: {project.folder}: {project.because}")
    return f"{printable(head)}\n{about}\n{table(rows)}"


def _origin(decided: ResolvedSettings, field: str) -> str:
    """Where a value is written, and what is written without effect."""
    origin, refusal = decided.where.get(_field_in_use(field, decided), "default"), decided.refused.get(field)
    return origin if refusal is None else f"{origin}; no effect for {refusal.text}"


def _json(path: str, decided: ResolvedSettings) -> str:
    file = decided.configuration.file
    project = Project.find(path)
    data = {
        "path": path,
        "file": None if file is None else str(file),
        "project": {"folder": project.folder, "because": project.because},
        "settings": {
            key: {
                "value": _value_of(field, decided),
                "from": decided.where.get(_field_in_use(field, decided)),
                **_without_effect(decided.refused.get(field)),
            }
            for key, field in KEYS.items()
        },
    }
    return printable_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n"


def _without_effect(refusal: Refusal | None) -> dict[str, Any]:
    if refusal is None:
        return {}
    return {"without-effect": [entry for entry, _ in refusal.entries], "because": refusal.text}


def _field_in_use(field: str, decided: ResolvedSettings) -> str:
    """The field that the value of a key is in."""
    listed = LISTED.get(field, field)
    return listed if getattr(decided.settings, listed) else field


def _value_of(field: str, decided: ResolvedSettings) -> Any:
    """The value of a key, as a configuration has it."""
    said = _field_in_use(field, decided)
    value = getattr(decided.settings, said)
    return [each.as_table() for each in value] if said != field else _plain(field, value)


def _plain(field: str, value: Any) -> Any:
    """The value of a field as a configuration has it."""
    if field in TABLES:
        return {name: list(each) if isinstance(each, tuple) else each for name, each in value}
    return list(value) if isinstance(value, tuple) else value
