"""The one plain document that a document with includes amounts to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lxml.etree import _Element


@dataclass(frozen=True, slots=True)
class Expansion:
    """A document without includes."""

    root: Any
    """Its typed root, of the newest version; it shares with the document what no include touches."""
    anchors: Mapping[int, _Element] = field(default_factory=dict)
    """By ``id`` of an element that an include brought: the include."""
    kept: object = None
    """Holds on to what ``anchors`` speaks of."""
