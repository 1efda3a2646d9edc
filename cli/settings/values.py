"""The values of a configuration's keys: whether each is what its key takes, and what it means."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...diagnostics.registry import REGISTRY
from ...semantics.core.extensions import is_table
from ...semantics.core.options import arguments_of
from ...semantics.targets.registry import list_targets
from ..messages import WrongCall, nearest
from .argument_sets import OWN_KEYS
from .settings import ArgumentSet

SEVERITIES = ("error", "warning", "note")


class Unfit(Exception):
    """A value is not what its key takes; the text says what that is."""


def _texts(value: Any, _: Path) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Unfit("has to be a list of texts")
    return tuple(value)


def _flag(value: Any, _: Path) -> bool:
    if not isinstance(value, bool):
        raise Unfit("has to be true or false")
    return value


def _path(value: Any, home: Path) -> str:
    if not isinstance(value, str) or not value or "\0" in value:
        raise Unfit("has to be a path")
    return os.path.abspath(os.path.join(home, os.path.expanduser(value)))


def read_paths(value: Any, home: Path) -> tuple[str, ...]:
    """A list of paths, as seen from a folder.

    Raises:
        Unfit: it is something else.
    """
    return tuple(_path(each, home) for each in _texts(value, home))


def _command(value: Any, home: Path) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise Unfit("has to be a command")
    import shlex  # of no use to a configuration that names none

    from ..fuel.servers import servers_of

    try:
        words = shlex.split(value)
        servers_of(value)
    except ValueError as error:
        raise Unfit(f"has to be a command: {error}") from None
    if words and "/" in words[0]:  # a program that comes with the configuration
        words[0] = _path(words[0], home)
    return shlex.join(words)


def _extensions(value: Any, home: Path) -> tuple[str, ...]:
    words = _texts(value, home)
    if any("\0" in each for each in words):
        raise Unfit("has to be a list of tables and packages")
    return tuple(str(home / each) if is_table(each) else each for each in words)


def _codes(value: Any, home: Path) -> tuple[str, ...]:
    words = _texts(value, home)
    check_codes(words)
    return words


def _targets(value: Any, home: Path) -> tuple[str, ...]:
    words = _texts(value, home)
    for word in words:
        if word not in list_targets():
            raise Unfit(
                f"names no reader: {word!r}{nearest(word, list_targets())}; there are {', '.join(list_targets())}"
            )
    return words


def _severities(value: Any, _: Path) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict):
        raise Unfit('has to be a table of codes, such as { BP201 = "error" }')
    check_codes(value)
    for code, word in value.items():
        if word not in SEVERITIES:
            raise Unfit(f"says {word!r} of {code}; it has to be one of {', '.join(SEVERITIES)}")
    return tuple(value.items())


def _ignores(value: Any, home: Path) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        raise Unfit('has to be a table of patterns, such as { "tests/**" = ["BP201"] }')
    return tuple((pattern, _codes(codes, home)) for pattern, codes in value.items())


def _arguments(value: Any, _: Path) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict) or not all(isinstance(each, (str, int, float)) for each in value.values()):
        raise Unfit('has to be a table of values, such as { arm = "left" }')
    try:
        return arguments_of(value)
    except ValueError as error:  # a number of more digits than Python writes
        raise Unfit(f"has a value that cannot be written: {error}") from None


def _argument_sets(value: Any, home: Path) -> tuple[ArgumentSet, ...]:
    found: list[ArgumentSet] = []
    for number, entry in enumerate(value, 1):
        if not isinstance(entry, dict):
            raise Unfit('has to be a table of values, such as { arm = "left" }, or a list of such tables')
        name, files, more = entry.get("name", ""), entry.get("files", []), entry.get("values", {})
        which = f"{name!r}" if name else f"number {number}"
        if not isinstance(name, str) or not isinstance(more, dict):
            raise Unfit(f"says of its set {which} what it cannot: 'name' is a text, 'values' a table")
        if any(name and name == each.name for each in found):
            raise Unfit(f"has two sets {name!r} in it")
        try:
            patterns = _texts(files, home)
            values = _arguments({**{key: each for key, each in entry.items() if key not in OWN_KEYS}, **more}, home)
        except Unfit as problem:
            raise Unfit(f"is wrong in its set {which}: it {problem}") from None
        found.append(ArgumentSet(name, patterns, values))
    return tuple(found)


PARSERS: dict[str, Callable[[Any, Path], Any]] = {
    "select": _codes,
    "ignore": _codes,
    "severity": _severities,
    "per_file_ignores": _ignores,
    "include": _texts,
    "exclude": _texts,
    "respect_gitignore": _flag,
    "targets": _targets,
    "strict": _flag,
    "plausible": _flag,
    "search_paths": read_paths,
    "package_roots": read_paths,
    "extensions": _extensions,
    "arguments": _arguments,
    "argument_sets": _argument_sets,
    "confine": _flag,
    "fetch": _command,
    "baseline": _path,
    "cache_dir": _path,
}
"""What makes the value of a field of ``Settings`` of what a file in some folder says. Each raises ``Unfit``."""


def check_codes(words: Any) -> None:
    """Makes sure that each word names a rule, or some of them.

    Raises:
        WrongCall: one does not.
    """
    if not words:
        return
    rules = REGISTRY
    names = {rule.name for rule in rules.values()}
    for word in words:
        if word not in names and not any(code.startswith(word) for code in rules):
            raise WrongCall(f"no rule is called {word!r}{nearest(word, [*rules, *names])}")
