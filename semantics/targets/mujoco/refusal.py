"""A place at which MuJoCo gives up on a robot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple

if TYPE_CHECKING:
    from lxml.etree import _Element


class MujocoRefusal(NamedTuple):
    """Where, and why."""

    element: _Element
    attribute: str | None
    says: str
    """The id of what MuJoCo says."""
    arguments: dict[str, Any]
