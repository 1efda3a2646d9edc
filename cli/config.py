"""``bodyplan config``: the settings that apply to a document and where they come from."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from typing import Any

from ..diagnostics.render.printable import printable, printable_json
from .documents import add_search_paths
from .extensions import add_extensions
from .settings.permission import Refusal
from .settings.resolution import ResolvedSettings, SettingsResolver
from .settings.settings import KEYS, TABLES
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
    values = asdict(decided.settings)
    rows = [
        (key, json.dumps(_plain(field, values[field]), ensure_ascii=False), _origin(decided, field))
        for key, field in KEYS.items()
    ]
    return f"{printable(head)}\n{table(rows)}"


def _origin(decided: ResolvedSettings, field: str) -> str:
    """Where a value is written, and what is written without effect."""
    origin, refusal = decided.where.get(field, "default"), decided.refused.get(field)
    return origin if refusal is None else f"{origin}; no effect for {refusal.text}"


def _json(path: str, decided: ResolvedSettings) -> str:
    values = asdict(decided.settings)
    file = decided.configuration.file
    data = {
        "path": path,
        "file": None if file is None else str(file),
        "settings": {
            key: {
                "value": _plain(field, values[field]),
                "from": decided.where.get(field),
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


def _plain(field: str, value: Any) -> Any:
    """The value of a field as a configuration has it."""
    if field in TABLES:
        return {name: list(each) if isinstance(each, tuple) else each for name, each in value}
    return list(value) if isinstance(value, tuple) else value
