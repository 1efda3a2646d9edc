"""What Fuel's programs have fetched before: the cache on this machine, which is only read here.

It holds ``SERVER/OWNER/models/NAME/VERSION/``, in lower case; ``cli.fuel`` adds to it where the user asks for that. An address names a model or world, of a version or the
newest that is there, and may go on with a file: ``https://fuel.gazebosim.org/1.0/OWNER/models/NAME/VERSION/files/PATH``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from urllib.parse import unquote

from ...diagnostics.records import NamedTuple
from ...runtime.files import Files
from ...runtime.patterns import compile_pattern

VARIABLES = ("GZ_FUEL_CACHE_PATH", "IGN_FUEL_CACHE_PATH")
"""Variables that name the cache."""
FOLDERS = (".gz/fuel", ".ignition/fuel")
"""Where the cache is otherwise, in the user's folder."""

_ADDRESS = compile_pattern(
    r"(?P<server>[^/]+)/(?:(?P<api>[0-9]+\.[0-9]+)/)?(?P<owner>[^/]+)/(?:fuel/)?(?P<kind>models|worlds)/(?P<name>[^/]+)"
    r"(?:/(?P<version>[0-9]+|tip))?(?:/(?:files(?:/(?P<file>.*))?)?)?",
    re.DOTALL,
)
SERVER = "fuel.gazebosim.org"
_SERVERS = (SERVER, "fuel.ignitionrobotics.org")
"""Names of one server; those of its web pages are in ``_PAGES``."""
_PAGES = ("app.gazebosim.org", "app.ignitionrobotics.org", "api.ignitionfuel.org", "staging-fuel.gazebosim.org")


class Address(NamedTuple):
    """What an address of Fuel names. ``version`` is None for the newest; ``file`` is empty for the whole."""

    server: str
    owner: str
    kind: str
    name: str
    version: str | None
    file: str


def is_fuel(scheme: str, rest: str) -> bool:
    """Whether a URI leads to a server of Fuel, be it to nothing that has an address there."""
    return scheme in ("http", "https") and rest.partition("/")[0].lower() in (*_SERVERS, *_PAGES)


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
    server, owner, name = parts
    version = None if match["version"] == "tip" else match["version"]
    return Address(server, owner, match["kind"], name, version, unquote(match["file"] or ""))


def server_of(address: Address) -> str:
    """The name of the server that has what an address names, whose web pages have others."""
    return SERVER if address.server in (*_SERVERS, *_PAGES) and "staging" not in address.server else address.server


def name_folder(server: str) -> str:
    """How the cache spells a server, which may have a port."""
    return server.replace(":", "%3A").replace("@", "%40")


class FuelCache:
    """Looks models up in the caches of this machine."""

    def __init__(self, files: Files, environment: Mapping[str, str]) -> None:
        self._files = files
        self.folders = [(os.path.abspath(environment[name]), name) for name in VARIABLES if environment.get(name)]
        """The folders of caches, each with where it is named."""
        home = environment.get("HOME") or environment.get("USERPROFILE")
        if home:
            self.folders += [(os.path.join(os.path.abspath(home), folder), "Fuel's cache") for folder in FOLDERS]
        self.find_models = cache(self._find_models)

    @cached_property
    def _owners(self) -> list[str]:
        servers = [server for folder, _ in self.folders for server in self._folders_in(folder)]
        servers = [server for server in servers if not os.path.basename(server).startswith(".")]
        return [owner for server in servers for owner in self._folders_in(server)]

    def places(self, address: Address) -> Iterator[tuple[str, str]]:
        """Where the file or folder of an address may be: the path, and the folder of the model that it is in."""
        servers = [address.server]
        if address.server in (*_SERVERS, *_PAGES):
            servers += [server for server in _SERVERS if server != address.server]
        for top, _ in self.folders:
            for server in servers:
                holder = os.path.join(top, name_folder(server), address.owner, address.kind, address.name)
                version = address.version or self._newest(holder)
                if version is not None:
                    folder = os.path.join(holder, version)
                    yield os.path.normpath(os.path.join(folder, address.file.lstrip("/"))), folder

    def _find_models(self, name: str) -> tuple[str, ...]:
        """The folders of the newest versions of models of a name, of whatever owner."""
        name = name.lower()
        if name in ("", ".", "..") or "\0" in name:
            return ()
        holders = (os.path.join(owner, "models", name) for owner in self._owners)
        newest = ((holder, self._newest(holder)) for holder in holders)
        return tuple(os.path.join(holder, version) for holder, version in newest if version is not None)

    def _folders_in(self, folder: str) -> list[str]:
        return [os.path.join(folder, name) for name, is_folder in self._files.inside(folder).items() if is_folder]

    def _newest(self, holder: str) -> str | None:
        versions = filter(str.isdecimal, map(os.path.basename, self._folders_in(holder)))
        return max(versions, key=int, default=None)
