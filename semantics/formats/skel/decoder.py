"""The tree of a SKEL document to its typed root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.bindings import bindings_of
from ...core.parsed import ParsedDocument
from ..tree_decoder import decode_tree

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.sink import Sink
    from ....runtime.source import Numbering, Source
    from ....skel.newest import Skel
    from ...core.options import Options


def decode(
    tree: _Element, source: Source, sink: Sink, options: Options, place: Numbering | None
) -> ParsedDocument[Skel]:
    """See ``Format.decode``."""
    bindings = bindings_of("skel", package=options.bindings)
    root: Skel = decode_tree(bindings.decode, tree, source, sink, place)
    return ParsedDocument(
        format="skel",
        version=tree.get("version") or bindings.version,
        read_as=bindings.version,
        root=root,
        source=source,
    )
