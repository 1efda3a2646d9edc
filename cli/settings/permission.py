"""Which keys of a project's configuration have no effect, since the user has not allowed them."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import Any

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.records import NamedTuple
from ...diagnostics.rules import UNTRUSTED_SETTING
from ...runtime.files import is_in
from .files import FILES, Configuration
from .project import project_of_configuration
from .settings import key_of
from .trust_store import TrustStore, read_trusted

MOST_ENTRIES = 3
"""Entries of a list that a warning names."""


class Refusal(NamedTuple):
    """A key of a configuration, as far as it has no effect.

    Attributes:
        entries: what is refused, each with why it needs the user's leave: entries of a list, or the whole value.
        kept: the entries that have an effect nevertheless.
        state: why the configuration does not have that leave.
    """

    entries: tuple[tuple[Any, str], ...]
    kept: tuple[Any, ...]
    state: str

    @property
    def text(self) -> str:
        """What is refused and why, in words."""
        return f"{self._list_entries(with_reasons=True)}: {self.state}"

    @property
    def names(self) -> str:
        """What is refused, without why."""
        return self._list_entries(with_reasons=False)

    def _list_entries(self, *, with_reasons: bool) -> str:
        import json

        named = [
            json.dumps(entry, ensure_ascii=False) + (f" ({why})" if with_reasons else "")
            for entry, why in self.entries[:MOST_ENTRIES]
        ]
        more = len(self.entries) - len(named)
        return f"{', '.join(named)}{f' and {more} more' if more else ''}"


class Permission:
    """What the user allows configurations of projects, in one call.

    Args:
        own: the user's own configuration.
        trusts_all: whether the call allows everything.
    """

    def __init__(self, own: Configuration, *, trusts_all: bool) -> None:
        self._allowed = {field: said.value for field, said in own.said.items()}
        # the own file can be named in a call, too
        self._folders = tuple(os.path.realpath(folder) for folder in (*own.trusted, own.file) if folder is not None)
        self._trusts_all = trusts_all

    def refusals(self, configuration: Configuration) -> dict[str, Refusal]:
        """The fields of ``Settings`` that a configuration says something of without effect."""
        found = find_restricted(configuration, self._allowed)
        state = self._state(configuration) if found else ""
        if not state:
            return {}
        refused: dict[str, Refusal] = {}
        for field, entries in found.items():
            value, without = configuration.said[field].value, [entry for entry, _ in entries]
            kept = tuple(each for each in value if each not in without) if isinstance(value, tuple) else ()
            refused[field] = Refusal(entries, kept, state)
        return refused

    @cached_property
    def _trust_store(self) -> TrustStore:
        return read_trusted()

    def _state(self, configuration: Configuration) -> str:
        """Why a configuration is not trusted; empty where it is."""
        path = path_of(configuration)
        if self._trusts_all or any(is_in(path, folder) for folder in self._folders):
            return ""
        digest = self._trust_store.files.get(path)
        if digest == configuration.digest:
            return ""
        state = "not trusted" if digest is None else "changed since it was trusted"
        return f"{state}; {self._trust_store.problem}" if self._trust_store.problem else state


def find_restricted(configuration: Configuration, allowed: dict[str, Any]) -> dict[str, tuple[tuple[Any, str], ...]]:
    """What needs the user's leave in a configuration, by field: values or entries of lists, each with why.

    Args:
        configuration: the configuration.
        allowed: what the user's own configuration says, by field.
    """
    from .key_scope import beyond  # of no use where nothing is configured

    project = project_of_configuration(os.path.dirname(path_of(configuration)))
    found = {field: tuple(beyond(field, said.value, project, allowed)) for field, said in configuration.said.items()}
    return {field: entries for field, entries in found.items() if entries}


def path_of(configuration: Configuration) -> str:
    """The name by which a configuration is trusted: that in the folder where it really is.

    A file that is a symbolic link counts where the link is, as its paths are as seen from there.
    """
    folder, name = os.path.split(configuration.file or "")
    return os.path.join(os.path.realpath(folder), name)


def warning_of(configuration: Configuration, field: str, refusal: Refusal) -> Diagnostic:
    """The finding that a key has no effect."""
    import shlex  # few configurations ask for what they may not have

    file, said = Path(configuration.file or ""), configuration.said[field]
    place = str(file.parent if file.name in FILES else file)
    rule = UNTRUSTED_SETTING
    entries = f" for {refusal.names}" if isinstance(said.value, tuple) else ""
    return Diagnostic(
        rule.code,
        rule.name,
        rule.severity,
        rule.message.format(key=key_of(field), entries=entries, why=refusal.entries[0][1], state=refusal.state),
        _shorten_path(str(file)),
        said.line,
        said.column,
        "",
        (rule.hint or "").format(place=shlex.quote(_shorten_path(place))),
        detail=(rule.detail or "").format(refused=refusal.text),
    )


def _shorten_path(path: str) -> str:
    """A path as seen from the working folder, where it lies in that."""
    here = os.getcwd()
    return os.path.relpath(path, here) if is_in(path, here) else path
