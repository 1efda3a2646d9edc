"""What the steps of loading hand to each other: documents that were read, and the steps that a front end calls."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from ...diagnostics.records import NamedTuple, dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from ..ir.world import WorldIR
    from ..scene.validation import ValidatedWorld
    from .options import Options

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
    reading: Any = None
    """What its target has found out about it for the front end, until the target's checks take it."""


class ExpandedDocument(NamedTuple):
    """A document without includes."""

    root: Any
    """Its typed root, of the newest version; it shares with the document what no include touches."""
    anchors: Mapping[int, _Element] = MappingProxyType({})
    """By ``id`` of an element that an include brought: the include."""
    kept: object = None
    """Holds on to the elements whose ``id`` is in ``anchors``."""


class Pipeline(Protocol):
    """The steps that ``describe(parsed, sink, options, pipeline)`` of a front end calls for files that its document names.

    Front ends are below these steps, and know nothing of other formats and of targets.
    """

    only_findings: bool
    """Whether nobody asks what the document describes: of that of which is known that nothing is wrong with it, a front end may
    describe nothing, and a target make nothing."""

    def read(
        self, source: Source, sink: Sink, options: Options, *, format: str | None = None
    ) -> ParsedDocument[Any] | None:
        """Reads a text at the level of its schema; None after a finding that leaves nothing to go on with."""
        ...

    def describe(self, parsed: ParsedDocument[Any], sink: Sink, options: Options) -> tuple[WorldIR, ...]:
        """One description for each world of a document."""
        ...

    def describe_included(self, parsed: ParsedDocument[Any], sink: Sink, options: Options) -> tuple[WorldIR, ...]:
        """The descriptions of a document of another format, as the target sees them where SDFormat includes it."""
        ...
