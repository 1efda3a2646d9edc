"""Front end of SDFormat: typed document to descriptions, or to the plain document that includes amount to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.parsed import ExpandedDocument
from .includes import Expander, context_of
from .unique_names import with_unique_names
from .worlds import describe_root

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...core.protocols import Pipeline
    from ...ir.world import WorldIR
    from .elements import Sdf


def describe(parsed: ParsedDocument[Sdf], sink: Sink, options: Options, pipeline: Pipeline) -> tuple[WorldIR, ...]:
    """One description for each world.

    Reports BP3, BP4, BP5 and BP6 findings that the frame graph does not see.

    Args:
        parsed: the document.
        sink: receives the findings; sources of included files are added to it.
        options: what the caller asked for.
        pipeline: reads included files, and describes those of other formats.
    """
    context = context_of(parsed, sink, options, pipeline)
    return describe_root(context, Expander(context, parsed).expand(parsed.root))


def expand(parsed: ParsedDocument[Sdf], sink: Sink, options: Options, pipeline: Pipeline) -> ExpandedDocument:
    """The document without includes of SDFormat files; those of other formats stay.

    Reports family BP4. The arguments are those of ``describe``.
    """
    context = context_of(parsed, sink, options, pipeline)
    root = with_unique_names(context, Expander(context, parsed).expand(parsed.root))
    anchors = {
        number: element
        for number, included in context.provenance.included.items()
        if (element := included.include.source_element) is not None
    }
    return ExpandedDocument(root, anchors, context.provenance)
