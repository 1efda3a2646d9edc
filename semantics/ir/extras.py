"""What a format says of a thing beyond what every format says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class WithProperties:
    """A record of which more may be said; most say nothing, and large worlds have many."""

    _properties: dict[str, Any] | None = field(default=None, kw_only=True)

    @property
    def properties(self) -> dict[str, Any]:
        """What else is said of it, by a name of the front end's choice: whether gravity acts on it, damping …"""
        if self._properties is None:
            self._properties = {}
        return self._properties
