"""The tree of a document of SRDF to its typed root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.bindings import bindings_of
from ...core.parsed import ParsedDocument
from ..tree_decoder import decode_tree

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.sink import Sink
    from ....runtime.source import Numbering, Source
    from ....srdf.newest import Robot
    from ...core.options import Options


def decode(
    tree: _Element, source: Source, sink: Sink, options: Options, place: Numbering | None
) -> ParsedDocument[Robot]:
    """See ``Format.decode``."""
    bindings = bindings_of("srdf", package=options.bindings)
    root: Robot = decode_tree(bindings.decode, tree, source, sink, place)
    return ParsedDocument(
        format="srdf",
        version=tree.get("version") or bindings.version,
        read_as=bindings.version,
        root=root,
        source=source,
    )
