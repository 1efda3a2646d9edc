"""The one plain document that an SDFormat document with includes amounts to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..expansion import Expansion
from .includes import Expander
from .settled import with_settled_names

if TYPE_CHECKING:
    from ....runtime.diagnostics.sink import Sink
    from ....sdformat.newest import Sdf
    from ...options import Options
    from ...parsed import Parsed
    from ..registry import OtherFiles


def expand(parsed: Parsed[Sdf], sink: Sink, options: Options, files: OtherFiles) -> Expansion:
    """See ``Format.expand``. Files of other formats stay included."""
    expander = Expander(sink, options, parsed, files)
    root = with_settled_names(expander, expander.expand(parsed.root))
    anchors = {
        number: included.include.source_element
        for number, included in expander.included.items()
        if included.include.source_element is not None
    }
    return Expansion(root, anchors, expander)
