"""What Fuel's programs have fetched before: the cache on this machine, which is read and never added to.

It holds ``SERVER/OWNER/models/NAME/VERSION/``, in lower case. An address names a model or world, of a version or the
newest that is there, and may go on with a file: ``https://fuel.gazebosim.org/1.0/OWNER/models/NAME/VERSION/files/PATH``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from ...runtime.files import Files

VARIABLES = ("GZ_FUEL_CACHE_PATH", "IGN_FUEL_CACHE_PATH")
"""Variables that name the cache, and"""
FOLDERS = (".gz/fuel", ".ignition/fuel")
"""where it is otherwise, in the user's folder."""

_ADDRESS = re.compile(
    r"(?P<server>[^/]+)/(?:(?P<api>[0-9]+\.[0-9]+)/)?(?P<owner>[^/]+)/(?:fuel/)?(?P<kind>models|worlds)/(?P<name>[^/]+)"
    r"(?:/(?P<version>[0-9]+|tip))?(?:/(?:files(?:/(?P<file>.*))?)?)?",
    re.DOTALL,
)
_SERVERS = ("fuel.gazebosim.org", "fuel.ignitionrobotics.org")
"""Names of one server, and of those of its web pages."""
_PAGES = ("app.gazebosim.org", "app.ignitionrobotics.org", "api.ignitionfuel.org", "staging-fuel.gazebosim.org")


class Address(NamedTuple):
    """What an address of Fuel names. ``version`` is None for the newest; ``file`` is empty for the whole."""

    server: str
    owner: str
    kind: str
    name: str
    version: str | None
    file: str


def address_of(scheme: str, rest: str) -> Address | None:
    """What a URI names on a server of Fuel; None where it is no such address."""
    if scheme not in ("http", "https"):
        return None
    match = _ADDRESS.fullmatch(rest.rstrip("/") if not rest.endswith("/files/") else rest)
    if match is None:
        return None
    parts = [unquote(match[each]).lower() for each in ("server", "owner", "name")]
    if any(part in ("", ".", "..") or not set(part).isdisjoint("/\\\0") for part in parts):
        return None
    version = match["version"]
    return Address(
        parts[0],
        parts[1],
        match["kind"],
        parts[2],
        None if version in (None, "tip") else version,
        unquote(match["file"] or ""),
    )


def cache_folders(environment: Mapping[str, str]) -> list[tuple[str, str]]:
    """The folders of caches, each with where it is named."""
    found = [(os.path.abspath(environment[name]), name) for name in VARIABLES if environment.get(name)]
    home = environment.get("HOME") or environment.get("USERPROFILE")
    if home:
        found += [(os.path.join(os.path.abspath(home), folder), "Fuel's cache") for folder in FOLDERS]
    return found


class FuelCache:
    """Looks models up in the caches of this machine.

    Args:
        files: what may be looked at.
        environment: where variables are read from.
    """

    def __init__(self, files: Files, environment: Mapping[str, str]) -> None:
        self._files = files
        self.folders = cache_folders(environment)
        self._named: dict[str, tuple[str, ...]] = {}
        self._servers: list[str] | None = None

    def places(self, address: Address) -> Iterator[tuple[str, str]]:
        """Where the file or folder of an address may be: the path, and the folder of the model that it is in."""
        servers = [address.server]
        if address.server in (*_SERVERS, *_PAGES):
            servers += [server for server in _SERVERS if server != address.server]
        for cache, _ in self.folders:
            for server in servers:
                holder = os.path.join(cache, server, address.owner, address.kind, address.name)
                version = address.version or self._newest(holder)
                if version is not None:
                    folder = os.path.join(holder, version)
                    yield os.path.normpath(os.path.join(folder, address.file.lstrip("/"))), folder

    def find_models(self, name: str) -> tuple[str, ...]:
        """The folders of the newest versions of models of a name, of whatever owner."""
        name = name.lower()
        if name in ("", ".", "..") or "\0" in name:
            return ()
        known = self._named.get(name)
        if known is None:
            if self._servers is None:
                self._servers = list(self._owners())
            found = []
            for owner in self._servers:
                holder = os.path.join(owner, "models", name)
                version = self._newest(holder)
                if version is not None:
                    found.append(os.path.join(holder, version))
            known = self._named[name] = tuple(found)
        return known

    def _owners(self) -> Iterator[str]:
        for cache, _ in self.folders:
            for server, is_folder in self._files.inside(cache).items():
                if is_folder:
                    for owner, is_there in self._files.inside(os.path.join(cache, server)).items():
                        if is_there:
                            yield os.path.join(cache, server, owner)

    def _newest(self, holder: str) -> str | None:
        versions = [name for name, is_folder in self._files.inside(holder).items() if is_folder and name.isdecimal()]
        return max(versions, key=int, default=None)
