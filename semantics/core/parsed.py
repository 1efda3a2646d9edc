"""A document that was read, and one whose includes were expanded: what the steps of loading hand to each other."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from ...runtime.source import Source
    from ..scene.validation import ValidatedWorld

RootT = TypeVar("RootT")


@dataclass(slots=True, kw_only=True)
class ParsedDocument(Generic[RootT]):
    """A document that was read: its format, its version, its typed root of the newest version."""

    format: str
    version: str
    read_as: str
    root: RootT
    source: Source
    may_have_changed: bool = False
    """Whether a caller was given the root: then it may hold what the text does not."""
    meaning: tuple[ValidatedWorld, ...] | None = None
    """What the root means, one for each world; None until it is worked out, or where the root may have changed since."""


class ExpandedDocument(NamedTuple):
    """A document without includes."""

    root: Any
    """Its typed root, of the newest version; it shares with the document what no include touches."""
    anchors: Mapping[int, _Element] = MappingProxyType({})
    """By ``id`` of an element that an include brought: the include."""
    kept: object = None
    """Holds on to the elements whose ``id`` is in ``anchors``."""
