"""Front end of SDFormat: typed document to descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...description.description import Description
from .includes import Expander
from .reader import Reader
from .worlds import describe_root

if TYPE_CHECKING:
    from ....runtime.diagnostics.sink import Sink
    from ....sdformat.newest import Sdf
    from ...options import Options
    from ...parsed import Parsed
    from ..registry import OtherFiles


def describe(parsed: Parsed[Sdf], sink: Sink, options: Options, files: OtherFiles) -> tuple[Description, ...]:
    """One description for each world.

    Reports BP3, BP4, BP5 and BP6 findings that the frame graph does not see.

    Args:
        parsed: the document.
        sink: receives the findings; sources of included files are added to it.
        options: what the caller asked for.
        files: reads and describes what is included.
    """
    expander = Expander(sink, options, parsed, files)
    root = expander.expand(parsed.root)
    reader = Reader(sink, options, expander.file, Description("sdformat"), expander.included, expander.foreign)
    reader.files = files
    reader.root_may_have_changed = parsed.may_have_changed
    reader.finder = expander.finder
    return describe_root(reader, root)
