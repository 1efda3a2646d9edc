"""How far each key of a configuration reaches: which of its values take effect only where the user allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...semantics.core.extensions import is_table
from .project import leads_out
from .settings import DEFAULTS

Reach = Callable[[Any, "str | None"], str]
"""Says of a value, or of an entry of a list, why a project's configuration needs the user's leave for it; else nothing.

The second argument is the folder of the project; None where there is none.
"""

OUTSIDE = "outside of the project"


def _allow_always(_: Any, __: str | None) -> str:
    """It selects, judges and names what is in the project, and runs, reads and writes nothing else."""
    return ""


def _place(path: str, project: str | None) -> str:
    return OUTSIDE if leads_out(path, project) else ""


def _tags(extension: str, project: str | None) -> str:
    return _place(extension, project) if is_table(extension) else "a Python package to import"


def _explain_command(command: str, _: str | None) -> str:
    if not command:
        return ""
    from ..fuel.servers import servers_of  # few projects fetch anything

    return "a program to run" if servers_of(command) is None else "downloads from a server"


def _explain_writing(_: str, __: str | None) -> str:
    return "a folder to write to"


def _explain_confinement(is_confined: bool, _: str | None) -> str:
    return "" if is_confined else "documents could name any file"


REACH: dict[str, Reach] = {
    "select": _allow_always,
    "ignore": _allow_always,
    "severity": _allow_always,
    "per_file_ignores": _allow_always,
    "include": _allow_always,
    "exclude": _allow_always,
    "respect_gitignore": _allow_always,
    "targets": _allow_always,
    "strict": _allow_always,
    "plausible": _allow_always,
    "search_paths": _place,
    "package_roots": _place,
    "extensions": _tags,
    "arguments": _allow_always,
    "argument_sets": _allow_always,
    "confine": _explain_confinement,
    "fetch": _explain_command,
    "baseline": _place,
    "cache_dir": _explain_writing,
}
"""How each field of ``Settings`` that a configuration sets is judged; lists entry by entry."""


def beyond(field: str, value: Any, project: str | None, allowed: dict[str, Any]) -> Iterator[tuple[Any, str]]:
    """What of a value needs the user's leave: each such entry of a list, or the value itself, and why.

    Args:
        field: whose value it is.
        value: as a project's configuration says it.
        project: its folder; None where there is none.
        allowed: what the user's own configuration says, by fields; that needs no leave.
    """
    is_list = isinstance(value, tuple)
    known = allowed.get(field, getattr(DEFAULTS, field))
    for entry in value if is_list else (value,):
        why = REACH[field](entry, project)
        if why and not (entry in known if is_list else entry == known):
            yield entry, why
