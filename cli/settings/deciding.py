"""What holds for a document: what the call says over what the configuration says over what holds otherwise."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .files import NOTHING, Configuration, configuration_for, named
from .settings import DEFAULTS, TABLES, Settings

OPTIONS = {
    "select": "select",
    "ignore": "ignore",
    "targets": "target",
    "strict": "strict",
    "search_paths": "search_path",
    "extensions": "extensions",
    "arguments": "arg",
    "confine": "confine",
    "baseline": "baseline",
    "cache_dir": "cache_dir",
}
"""Fields of ``Settings`` that a call can say, and the names of its options."""

ADDED = frozenset({"search_paths", "extensions", "arguments"})
"""Fields of which a call adds to what the configuration says, where it comes first; others it replaces."""

CALL = "the call"


@dataclass(frozen=True)
class Decided:
    """What holds, the configuration that says so, and where each field that was said stands: ``file:line``."""

    settings: Settings
    configuration: Configuration
    where: dict[str, str]


class Deciding:
    """What holds for one document after the other, in one call.

    Args:
        arguments: of the call; those of ``OPTIONS`` that its command has count.
    """

    def __init__(self, arguments: Namespace) -> None:
        self._config: str | None = getattr(arguments, "config", None)
        self._is_isolated = bool(getattr(arguments, "isolated", False))
        self._call = _said_by(arguments)
        self._known: dict[Path | None, Decided] = {}

    def __call__(self, path: str | Path) -> Decided:
        """What holds for a document.

        Raises:
            WrongCall: the configuration cannot be read, or says what there is not.
        """
        configuration = self._configuration(path)
        found = self._known.get(configuration.file)
        if found is None:
            found = self._known[configuration.file] = self._decide(configuration)
        return found

    def _configuration(self, path: str | Path) -> Configuration:
        if self._is_isolated:
            return NOTHING
        return named(Path(self._config)) if self._config else configuration_for(path)

    def _decide(self, configuration: Configuration) -> Decided:
        values: dict[str, Any] = {field: said.value for field, said in configuration.said.items()}
        where = {
            field: f"{configuration.file}:{said.line}" if said.line else str(configuration.file)
            for field, said in configuration.said.items()
        }
        for field, value in self._call.items():
            if field in TABLES and field in values:
                values[field] = tuple({**dict(values[field]), **dict(value)}.items())
                where[field] = f"{CALL}, {where[field]}"
            elif field in ADDED and field in values:
                values[field] = tuple(dict.fromkeys((*value, *values[field])))
                where[field] = f"{CALL}, {where[field]}"
            else:
                values[field], where[field] = value, CALL
        # patterns of a file that the call names speak of the folder of the call, which may be another one
        home = Path.cwd() if configuration.file is None or self._config else configuration.file.parent
        return Decided(replace(DEFAULTS, **values, home=str(home)), configuration, where)


def add_configuration(parser: ArgumentParser) -> None:
    """Adds ``--config`` and ``--isolated``."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--config", metavar="FILE", help="the configuration that holds for every document")
    group.add_argument("--isolated", action="store_true", help="look for no configuration")


def _said_by(arguments: Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field, name in OPTIONS.items():
        value = getattr(arguments, name, None)
        if value:
            kept = isinstance(value, str) and field == "targets"
            found[field] = (value,) if kept else tuple(value) if isinstance(value, list) else value
    return found
