"""The tree of a URDF document to its typed root, after the checks of its own version."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules_versions
from ...core.bindings import bindings_of, versions_of
from ...core.parsed import ParsedDocument
from ..tree_decoder import decode_tree
from ..xacro import report_xacro

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.sink import Sink
    from ....runtime.source import Numbering, Source
    from ....urdf.newest import Robot
    from ...core.options import Options


def decode(
    tree: _Element, source: Source, sink: Sink, options: Options, place: Numbering | None
) -> ParsedDocument[Robot]:
    """See ``Format.decode``."""
    report_xacro(tree, source, sink, is_kept=place is None)
    written = tree.get("version")
    known = versions_of("urdf")
    version = (written or "1.0").strip()
    if version not in known:
        version = max(known)
        about: dict[str, Any] = {"format": "URDF", "written": written, "read_as": version, "known": ", ".join(known)}
        sink.report(rules_versions.VERSION_UNKNOWN, tree, attribute="version", **about)
    newest = bindings_of("urdf", package=options.bindings)
    own = bindings_of("urdf", version)
    if not newest.extensions:
        root: Robot = decode_tree(partial(own.decode, into=newest, newest=newest), tree, source, sink, place)
    else:
        own.decode(tree, sink, newest=newest)
        root = newest.decode(tree, sink, silent=True)
    return ParsedDocument(format="urdf", version=written or "1.0", read_as=version, root=root, source=source)
