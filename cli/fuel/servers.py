"""The servers of models that a call or a configuration names; no other is ever asked."""

from __future__ import annotations

import shlex
from urllib.parse import urlsplit

from ...diagnostics.records import NamedTuple
from ...semantics.resources.fuel_cache import SERVER

FUEL = "fuel"
"""The word that means Gazebo Fuel where a program could be named."""

_LOCAL = ("localhost", "127.0.0.1", "::1")


class FuelServer(NamedTuple):
    """A server. ``host`` has its port, if that is given."""

    scheme: str
    host: str


def servers_of(command: str) -> dict[str, FuelServer] | None:
    """The servers that ``fuel SERVER...`` names, by their hosts; without any, Gazebo's own; None of another command.

    Raises:
        ValueError: one is no address of a server, or has no safe connection; the quotes do not match.
    """
    words = shlex.split(command)
    if words[:1] != [FUEL]:
        return None
    found: dict[str, FuelServer] = {}
    for word in words[1:] or (f"https://{SERVER}",):
        parts = urlsplit(word)
        has_more = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
        if parts.scheme not in ("http", "https") or not parts.hostname or has_more:
            raise ValueError(f"{word!r} is no server: it takes https://HOST")
        if parts.scheme == "http" and parts.hostname not in _LOCAL:
            raise ValueError(f"{word!r} has to be https://{parts.netloc}")
        host = parts.netloc.lower()
        found[host] = FuelServer(parts.scheme, host)
    return found
