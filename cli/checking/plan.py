"""The documents of a check, each with its settings."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from .discovery import STDIN, Walk, places_below
from .job import CheckJob

if TYPE_CHECKING:
    from ..settings.resolution import SettingsResolver
    from ..settings.settings import Settings

NAMELESS = "<stdin>"
"""What a text of standard input is called where nothing says otherwise."""


def asked_of(
    walk: Walk, deciding: SettingsResolver, stdin_filename: str | None = None, *, with_fixes: bool = False
) -> list[CheckJob]:
    """The documents of a walk, each with its settings, and the places that the walk has found.

    Args:
        walk: the walk.
        deciding: finds the settings of a document.
        stdin_filename: what the text of standard input is called.
        with_fixes: whether findings are to have their fixes.

    Raises:
        WrongCall: a configuration cannot be read, or says what there is not.
    """
    paths = list(walk)
    settings_of = _settings_with_folders(walk, deciding)
    asked = []
    for path in paths:
        if path == STDIN:
            name = stdin_filename or NAMELESS
            asked.append(CheckJob(name, settings_of(name), sys.stdin.buffer.read(), with_fixes))
        else:
            asked.append(CheckJob(path, settings_of(path), None, with_fixes, path in walk.outside))
    return asked


def _settings_with_folders(walk: Walk, deciding: SettingsResolver) -> Callable[[str], Settings]:
    wider: dict[Settings, Settings] = {}

    def settings_of(path: str) -> Settings:
        settings = deciding(path).settings
        if settings not in wider:
            places = (*settings.search_paths, *places_below(settings.package_roots), *walk.places)
            wider[settings] = replace(settings, search_paths=tuple(dict.fromkeys(places)))
        return wider[settings]

    return settings_of
