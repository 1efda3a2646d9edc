"""The settings of a document: the call, then its project's configuration, then the user's own, then defaults."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.records import dataclass, replace
from ...diagnostics.render.concise import line
from .files import NOTHING, Configuration, ConfigValue, configuration_for, read_named, user_configuration
from .permission import Permission, Refusal, warning_of
from .settings import DEFAULTS, TABLES, Settings

OPTIONS = {
    "select": "select",
    "ignore": "ignore",
    "targets": "target",
    "strict": "strict",
    "plausible": "plausible",
    "search_paths": "search_path",
    "extensions": "extensions",
    "arguments": "arg",
    "confine": "confine",
    "env": "env",
    "robot": "robot",
    "fetch": "fetch",
    "baseline": "baseline",
    "cache_dir": "cache_dir",
}
"""Fields of ``Settings`` that a call can say, and the names of its options."""

ADDED = frozenset({"search_paths", "extensions", "arguments"})
"""Fields of which a call adds to what the configuration says, where it comes first; others it replaces."""

CALL_SOURCE = "the call"


@dataclass(frozen=True)
class ResolvedSettings:
    """The settings of a document.

    Attributes:
        settings: what holds.
        configuration: that of the document's project.
        where: where each field that was said stands: ``file:line``.
        refused: fields of which the configuration says what has no effect.
    """

    settings: Settings
    configuration: Configuration
    where: dict[str, str]
    refused: dict[str, Refusal]


def show_warning(warning: Diagnostic) -> None:
    """Writes a warning to standard error."""
    sys.stderr.write(f"{line(warning, '')}\n")


class SettingsResolver:
    """The settings of one document after the other, in one call.

    Args:
        arguments: of the call; those of ``OPTIONS`` that its command has count.
        warn: takes a warning for each key of a configuration that has no effect, each once in a call.
    """

    def __init__(self, arguments: Namespace, warn: Callable[[Diagnostic], None] = show_warning) -> None:
        self._config: str | None = getattr(arguments, "config", None)
        self._is_isolated = bool(getattr(arguments, "isolated", False))
        self._trusts_all = bool(getattr(arguments, "trust", False))
        self._call = _options_of_call(arguments)
        self._known: dict[Path | None, ResolvedSettings] = {}
        self._own: tuple[Configuration, Permission] | None = None
        self._warn = warn
        # a call may decide several times, as for two documents or when one changes
        self._warned: set[Diagnostic] = vars(arguments).setdefault("warned", set())

    def __call__(self, path: str | Path) -> ResolvedSettings:
        """The settings of a document.

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
        return read_named(Path(self._config)) if self._config else configuration_for(path)

    def _decide(self, configuration: Configuration) -> ResolvedSettings:
        if self._own is None:
            own = NOTHING if self._is_isolated else user_configuration()
            self._own = own, Permission(own, trusts_all=self._trusts_all)
        own, permission = self._own
        refused = permission.refusals(configuration)
        values: dict[str, Any] = {field: said.value for field, said in own.said.items()}
        where = {field: _place(own, said) for field, said in own.said.items()}
        for field, said in configuration.said.items():
            refusal = refused.get(field)
            if refusal is not None:
                self._warn_once(warning_of(configuration, field, refusal))
            if refusal is None or refusal.kept:
                values[field] = said.value if refusal is None else refusal.kept
                where[field] = _place(configuration, said)
        for field, value in self._call.items():
            if field in TABLES and field in values:
                values[field] = tuple({**dict(values[field]), **dict(value)}.items())
                where[field] = f"{CALL_SOURCE}, {where[field]}"
            elif field in ADDED and field in values:
                values[field] = tuple(dict.fromkeys((*value, *values[field])))
                where[field] = f"{CALL_SOURCE}, {where[field]}"
            else:
                values[field], where[field] = value, CALL_SOURCE
        # patterns of a file that the call names speak of the folder of the call, which may be another one
        home = Path.cwd() if configuration.file is None or self._config else configuration.file.parent
        return ResolvedSettings(replace(DEFAULTS, **values, home=str(home)), configuration, where, refused)

    def _warn_once(self, warning: Diagnostic) -> None:
        if warning not in self._warned:
            self._warned.add(warning)
            self._warn(warning)


def add_reading(parser: ArgumentParser) -> None:
    """Adds what every command takes that reads documents: which configuration holds, and what may be read."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--config", metavar="FILE", help="configuration file to use for every document")
    group.add_argument("--isolated", action="store_true", help="ignore all configuration files, including your own")
    parser.add_argument(
        "--trust",
        action="store_true",
        help="allow configuration files to run programs, import packages and access files outside their project",
    )
    parser.add_argument(
        "--confine",
        action="store_true",
        help="read only from the document's folder, its package and the search paths",
    )
    parser.add_argument(
        "--env",
        metavar="NAME",
        action="append",
        default=[],
        help="environment variable that a xacro document may read despite --confine; may be given several times",
    )


def _place(configuration: Configuration, said: ConfigValue) -> str:
    return f"{configuration.file}:{said.line}" if said.line else str(configuration.file)


def _options_of_call(arguments: Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field, name in OPTIONS.items():
        value = getattr(arguments, name, None)
        if value:
            kept = isinstance(value, str) and field == "targets"
            found[field] = (value,) if kept else tuple(value) if isinstance(value, list) else value
    return found
