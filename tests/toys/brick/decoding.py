"""The tree of a document to its typed root."""

from __future__ import annotations

from typing import Any

from bodyplan.diagnostics.rules import UNKNOWN_ELEMENT
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.core.parsed import ParsedDocument

from .wall import Block, Wall


def decode(tree: Any, source: Source, sink: Sink, options: Options, place: Any) -> ParsedDocument[Wall]:
    wall = Wall(tree.get("name"), element=tree)
    for child in tree:
        if child.tag == "block":
            wall.block.append(Block(child.get("name"), float(child.get("mass", "1")), child.get("on"), child))
        else:
            sink.report(UNKNOWN_ELEMENT, child, parent="wall", tag=child.tag, suggestion="remove it")
    return ParsedDocument(format="brick", version="1", read_as="1", root=wall, source=source)
