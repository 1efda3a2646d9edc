"""The one plain document that a document with includes amounts to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.parsed import ExpandedDocument
from .includes import Expander, context_of
from .unique_names import with_unique_names

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...core.protocols import Pipeline
    from .elements import Sdf


def expand(parsed: ParsedDocument[Sdf], sink: Sink, options: Options, pipeline: Pipeline) -> ExpandedDocument:
    """The document without includes of SDFormat files; those of other formats stay.

    Reports family BP4. The arguments are those of ``front_end.describe``.
    """
    context = context_of(parsed, sink, options, pipeline)
    root = with_unique_names(context, Expander(context, parsed).expand(parsed.root))
    anchors = {
        number: element
        for number, included in context.provenance.included.items()
        if (element := included.include.source_element) is not None
    }
    return ExpandedDocument(root, anchors, context.provenance)
