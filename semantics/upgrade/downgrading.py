"""Text of the newest version to text of an older one."""

from __future__ import annotations

from lxml import etree

from ...runtime.diagnostics.sink import Sink
from ...runtime.parsing import parse
from ...runtime.source import Source
from .downgrade import downgrade


def written_as(text: str, version: str, sink: Sink, *, name: str | None = None) -> str:
    """The document ``text``, of the newest version, in an older version of SDFormat.

    Args:
        text: an SDFormat document.
        version: see ``downgrade``.
        sink: receives what the older version cannot say (BP810 to BP812).
        name: what findings call the document.

    Raises:
        ValueError: ``version`` is not one that documents are written in.
    """
    source = Source(name, text)
    root = parse(source, Sink())
    assert root is not None, "what was just written can be parsed"
    sink.add_source(source)
    with sink.changing():
        source.before_change()
        downgrade(root, version, sink, source=source)
    etree.indent(root)
    return etree.tostring(root, encoding="unicode") + "\n"
