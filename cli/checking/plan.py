"""The documents of a check, each with its settings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from ...diagnostics.records import replace
from ..settings.argument_sets import narrow, require_sets
from .discovery import STDIN, Walk, places_below
from .job import CheckJob

if TYPE_CHECKING:
    from ..settings.resolution import SettingsResolver
    from ..settings.settings import Settings

NAMELESS = "<stdin>"
"""What a text of standard input is called where nothing says otherwise."""


def asked_of(
    walk: Walk,
    deciding: SettingsResolver,
    stdin_filename: str | None = None,
    *,
    with_fixes: bool = False,
    chosen: Collection[str] = (),
) -> list[CheckJob]:
    """The documents of a walk, each with its settings.

    Args:
        walk: the walk.
        deciding: finds the settings of a document.
        stdin_filename: what the text of standard input is called.
        with_fixes: whether findings are to have their fixes.
        chosen: names of the sets of arguments that are wanted; empty: all.

    Raises:
        WrongCall: a configuration cannot be read, or says what there is not.
    """
    paths = list(walk)
    settings_of = _settings_with_folders(deciding)
    asked = []
    if chosen:
        require_sets(chosen, [each for path in paths for each in settings_of(path).argument_sets])
    for path in paths:
        if path == STDIN:
            name = stdin_filename or NAMELESS
            asked.append(CheckJob(name, narrow(settings_of(name), name, chosen), sys.stdin.buffer.read(), with_fixes))
        else:
            settings = narrow(settings_of(path), path, chosen)
            asked.append(CheckJob(path, settings, None, with_fixes, path in walk.outside))
    if chosen:
        asked = [each for each in asked if each.settings.argument_sets]
    return asked


def _settings_with_folders(deciding: SettingsResolver) -> Callable[[str], Settings]:
    wider: dict[int, tuple[Settings, Settings]] = {}  # by ``id``, with what has it

    def settings_of(path: str) -> Settings:
        settings = deciding(path).settings
        if id(settings) not in wider:
            places = (*settings.search_paths, *places_below(settings.package_roots))
            wider[id(settings)] = settings, replace(settings, search_paths=tuple(dict.fromkeys(places)))
        return wider[id(settings)][1]

    return settings_of
