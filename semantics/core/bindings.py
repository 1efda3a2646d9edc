"""Which package holds the typed classes of a version of a format."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...runtime.bindings import Bindings

_HOME = __name__.partition(".")[0]


def bindings_of(format: str, version: str | None = None, package: str | None = None) -> Bindings:
    """The bindings of a version of a format, of the newest one where none is given.

    A user's ``package``, given by its name, holds the newest version of the formats that it extends; any other is our own.
    """
    if package is not None and importlib.util.find_spec(f"{package}.{format}") is not None:
        return _bindings_in(package, format, version)
    return _our_bindings(format, version)


def versions_of(format: str) -> Mapping[str, str]:
    """The versions of a format that are known, oldest first, each with the name of its package."""
    known: Mapping[str, str] = _versions_in(_HOME, format).VERSIONS
    return known


@cache
def _our_bindings(format: str, version: str | None) -> Bindings:
    return _bindings_in(_HOME, format, version)


def _bindings_in(home: str, format: str, version: str | None) -> Bindings:
    table = _versions_in(home, format)
    name = table.VERSIONS[version or table.NEWEST]
    bindings: Bindings = importlib.import_module(f"{home}.{format}.{name}")._BINDINGS
    return bindings


def _versions_in(home: str, format: str) -> Any:
    return importlib.import_module(f"{home}.{format}.versions")
