"""Sets of arguments with which documents in xacro can be expanded, of the values that launch files pass.

Values are tried out: a set that is written into a configuration is one with which the document becomes a robot.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from .launch_arguments import ArgumentValue

if TYPE_CHECKING:
    from ...semantics.core.options import LoadOptions

MOST_SETS = 24
"""Sets that are made of one document."""
MOST_TRIES = 8
"""Arguments that are found to be needed, one after the other."""
_LABELS = frozenset({"name", "robot_name", "prefix", "tf_prefix", "namespace", "robot_namespace", "ns"})
"""Arguments that name a robot, whichever it is."""
_SWITCHES = frozenset({"true", "false", "0", "1", "on", "off", "yes", "no"})


class FoundSet(NamedTuple):
    """Values with which a document can be expanded.

    Attributes:
        name: the value that only it has; empty for the only one.
        values: by names of arguments.
        file: the launch file that the first of them is from.
    """

    name: str
    values: tuple[tuple[str, str], ...]
    file: str


class NeededArguments(NamedTuple):
    """What a document needs to be expanded.

    Attributes:
        sets: each with other values; empty where it needs none.
        missing: what has no value in any launch file; empty where nothing is missing.
    """

    sets: tuple[FoundSet, ...] = ()
    missing: str = ""


def find_sets(
    path: str,
    options: LoadOptions,
    values: Mapping[str, Sequence[ArgumentValue]],
    choices: Callable[[str], Sequence[str]],
) -> NeededArguments:
    """What a document needs.

    Args:
        path: the document.
        options: keywords of its expansion.
        values: those that launch files pass, by names of arguments.
        choices: those that the launch files of a document declare for an argument.
    """
    given: dict[str, str] = {}
    required: dict[str, None] = {}
    empty: set[str] = set()
    file = ""
    for _ in range(MOST_TRIES):
        tried = _Trial(path, options, given)
        if tried.is_whole:
            break
        empty.update(tried.empty)
        if tried.missing:
            required[tried.missing] = None
            wanted = [tried.missing]
        else:
            wanted = [name for name in tried.names if name not in given]
        found = {name: each for name in wanted if (each := [*choices(name), *_distinct(values.get(name, ()))])}
        if not found:
            return NeededArguments(missing=next(iter(required), "") or next(iter(tried.empty), ""))
        given.update({name: each[0] for name, each in found.items()})
        file = file or next((each.file for name in found for each in values.get(name, ())), "")
    else:
        return NeededArguments(missing=next(iter(required), ""))
    for name in [name for name in given if name not in required and name not in empty]:
        fewer = {other: value for other, value in given.items() if other != name}
        if _Trial(path, options, fewer).is_whole:
            given = fewer
    several = {name: choices(name) or _distinct(values.get(name, ())) for name in given or tried.names}
    several = {name: each for name, each in several.items() if _makes_variants(name, each) and (given or choices(name))}
    variant = max(several, key=lambda name: len(several[name]), default="")
    names = list(several.get(variant, ()))[:MOST_SETS]
    sets = [
        FoundSet(each, tuple({**given, variant: each}.items()), file)
        for each in names
        if _Trial(path, options, {**given, variant: each}).is_whole
    ]
    if not given and len(sets) < len(names):
        return NeededArguments()  # the choices are those of something else
    if len(sets) < 2:
        return NeededArguments((FoundSet("", tuple(given.items()), file),) if given else ())
    return NeededArguments(tuple(sets))


def _distinct(found: Sequence[ArgumentValue]) -> list[str]:
    return list(dict.fromkeys(each.value for each in found))


def _makes_variants(name: str, values: Sequence[str]) -> bool:
    """Whether an argument makes one robot or another of a document: it has several values, and is no switch and no label."""
    return len(values) > 1 and name not in _LABELS and _SWITCHES.isdisjoint(each.lower() for each in values)


class _Trial:
    """An expansion with some arguments."""

    def __init__(self, path: str, options: LoadOptions, given: Mapping[str, str]) -> None:
        from ...diagnostics import rules
        from ...runtime.sink import Sink
        from ...semantics.core.options import options_of
        from ...semantics.xacro.known_arguments import find_arguments

        sink = Sink()
        chosen = options_of({**options, "arguments": tuple(given.items())}, Path(os.path.dirname(path)), None)
        known = find_arguments(path, chosen, sink)
        found = {each.code: each for each in sink.finish()}
        # with a package that is not here it cannot be expanded, whatever its arguments are
        self.is_whole = known.are_all or rules.UNKNOWN_PACKAGE.code in found
        self.names = sorted(known.names)
        missing = found.get(rules.ARGUMENT_MISSING.code)
        self.empty = tuple(name for name in known.empty if name not in given)
        self.missing = "" if missing is None else str(missing.arguments["argument"])
