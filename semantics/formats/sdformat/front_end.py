"""Front end of SDFormat: typed document to descriptions, or to the plain document that includes amount to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.parsed import ExpandedDocument, Pipeline
from .includes import Expander, context_of
from .unique_names import with_unique_names
from .worlds import describe_root

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...ir.world import WorldIR
    from .elements import Sdf


def describe(parsed: ParsedDocument[Sdf], sink: Sink, options: Options, pipeline: Pipeline) -> tuple[WorldIR, ...]:
    """See ``Format.describe``; reports BP3, BP4, BP5 and BP6 findings that the frame graph does not see."""
    context = context_of(parsed, sink, options, pipeline)
    return describe_root(context, Expander(context, parsed).expand(parsed.root))


def expand(parsed: ParsedDocument[Sdf], sink: Sink, options: Options, pipeline: Pipeline) -> ExpandedDocument:
    """See ``Format.expand``: includes of files of other formats stay. Reports family BP4."""
    context = context_of(parsed, sink, options, pipeline)
    root = with_unique_names(context, Expander(context, parsed).expand(parsed.root))
    anchors = {
        number: element
        for number, included in context.provenance.included.items()
        if (element := included.include.source_element) is not None
    }
    return ExpandedDocument(root, anchors, context.provenance)
