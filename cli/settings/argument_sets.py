"""Sets of arguments of documents in xacro: one document is checked as each of the robots that it can become."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable

from ...diagnostics.records import replace
from ..messages import WrongCall, nearest
from .patterns import Patterns
from .settings import ArgumentSet, Settings

XACRO = ".xacro"
OWN_KEYS = frozenset({"name", "files", "values"})
"""What an entry of ``[[arguments]]`` says of itself; all else in it are arguments."""


def narrow(settings: Settings, path: str, chosen: Iterable[str] = ()) -> Settings:
    """The settings with those sets alone that are for a document, each with all of its values; what the call says counts.

    Args:
        settings: of the document.
        path: the document.
        chosen: names of the only sets that are wanted; empty: all.
    """
    if not settings.argument_sets:
        return settings
    fitting = [each for each in settings.argument_sets if _is_for(each, path, settings.home)]
    shared = dict(pair for each in fitting if not each.name for pair in each.values)
    names = set(chosen)
    values = {each.name: {**shared, **dict(each.values), **dict(settings.arguments)} for each in fitting if each.name}
    sets = tuple(
        ArgumentSet(name, (), tuple(each.items())) for name, each in values.items() if not names or name in names
    )
    return replace(settings, argument_sets=sets, arguments=tuple({**shared, **dict(settings.arguments)}.items()))


def narrow_to_one(settings: Settings, path: str, chosen: Collection[str]) -> tuple[Settings, str]:
    """The settings with the values of one set: that which is chosen, else the first; and its name, empty where there is none."""
    settings = narrow(settings, path, chosen)
    if not settings.argument_sets:
        return settings, ""
    first = settings.argument_sets[0]
    return replace(settings, argument_sets=(), arguments=first.values), first.name


def require_sets(chosen: Iterable[str], known: Iterable[ArgumentSet]) -> None:
    """Makes sure that there are the sets that a call names.

    Raises:
        WrongCall: there is no such set.
    """
    names = list(dict.fromkeys(each.name for each in known if each.name))
    for name in chosen:
        if name not in names:
            told = nearest(name, names) or (f"; there are {', '.join(names)}" if names else "")
            raise WrongCall(f"there is no set of arguments {name!r} in the configuration{told}")


def _is_for(entry: ArgumentSet, path: str, home: str) -> bool:
    if not entry.files:
        return path.endswith(XACRO)
    return Patterns(entry.files, home).has(os.path.abspath(path))
