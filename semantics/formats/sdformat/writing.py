"""SDFormat documents as text, in their own version or another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.diagnostics.sink import Sink
from ....runtime.parsing import parse
from ....runtime.source import Source, literal_tag
from ...bindings import bindings_of
from ..version_writing import in_version, newest_version, refusal
from ..xml_text import declared, namespaces_in
from .decoding import decode

__all__ = ["newest_version", "refusal", "write"]

if TYPE_CHECKING:
    from ....runtime.diagnostics.diagnostic import Diagnostic
    from ....sdformat.newest import Sdf
    from ...options import Options
    from ...parsed import Expanded, Parsed


def write(
    parsed: Parsed[Sdf], options: Options, version: str | None, expanded: Expanded | None
) -> tuple[str, tuple[Diagnostic, ...]]:
    """See ``Format.write``."""
    root, anchors = (parsed.root, None) if expanded is None else (expanded.root, expanded.anchors)
    newest = bindings_of("sdformat", package=options.bindings)
    source = parsed.source
    if version is not None and version == parsed.read_as != newest.version:
        unchanged = _read_again(parsed, options)
        if unchanged is not None and unchanged.root == root:
            return _as_read(parsed, options), ()
    text = newest.encode(root, namespaces=namespaces_in(source), names=source.names, anchors=anchors)
    # what is included is of the newest version by now
    meant = parsed.read_as if expanded is None else newest.version
    return in_version(text, newest.version, version, meant, source, options)


def _read_again(parsed: Parsed[Sdf], options: Options) -> Parsed[Sdf] | None:
    source, sink = Source(parsed.source.name, parsed.source.data), Sink()
    tree = parse(source, sink, options.max_bytes)
    return None if tree is None else decode(tree, source, sink, options, None)


def _as_read(parsed: Parsed[Sdf], options: Options) -> str:
    """The document as it was read, through the classes of its own version."""
    source, sink = Source(parsed.source.name, parsed.source.data), Sink()
    tree = parse(source, sink, options.max_bytes)
    assert tree is not None, "it was read before"
    bindings = bindings_of("sdformat", parsed.read_as)
    root = bindings.decode(tree, sink, newest=bindings_of("sdformat", package=options.bindings))
    text = bindings.encode(root, tag=literal_tag(tree), namespaces=namespaces_in(source), names=source.names)
    return declared(text)
